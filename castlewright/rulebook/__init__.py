"""The rulebook that writes itself: pages, drawings and sheets made from the typed rules of any game."""
