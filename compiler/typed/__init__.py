"""The typed form: what the checker makes of a set of packs, and all that later stages read."""
