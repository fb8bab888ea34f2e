"""The language: texts, trees, findings."""
