"""From the trees of packs to a program, and from a program to Python."""
