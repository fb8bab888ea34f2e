"""Sizes of paper, and the lengths that all printed things go by."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PAPERS", "Paper"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, `wide` by `high` millimetres upright; `name` is that of CSS."""

    name: str
    wide: float
    high: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}
"""The sizes to choose from, by the word that chooses them."""
