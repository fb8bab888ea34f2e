"""Packs on disk: found, read, chosen; what was read before, and what was made of it."""
