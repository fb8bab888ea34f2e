"""The command line: one module a command, `main` puts them together."""
