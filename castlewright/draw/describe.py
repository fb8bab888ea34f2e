"""Drawings in words: for those who cannot see them, for the pointer's tip, for lists."""

from __future__ import annotations

from collections.abc import Mapping

from .contract import Drawing, Piece
from .palette import parts_of


def shown_title(piece: Piece) -> str:
    """The name that is written on a piece."""
    return str(piece.get("label") or piece.get("title") or piece.get("name") or "")


def full_title(piece: Piece) -> str:
    """The name in full."""
    return str(piece.get("title") or piece.get("label") or piece.get("name") or "")


def key_words(piece: Piece, key_titles: Mapping[str, str]) -> str:
    """The titles of a piece's colour keys."""
    return ", ".join(key_titles.get(part, part) for part in parts_of(piece.get("colour_key", "")))


def spoken(piece: Piece, key_titles: Mapping[str, str]) -> str:
    """One sentence about a piece."""
    facts = [key_words(piece, key_titles)]
    if piece.get("badge"):
        facts.append(f"value {piece.get('badge')}")
    facts += [str(fact) for fact in (piece.get("small", ""), *piece.get("marks", ()))]
    if piece.get("complete"):
        facts.append("complete")
    told = ", ".join(fact for fact in facts if fact)
    return f"{full_title(piece)}: {told}" if told else full_title(piece)


def score_of(data: Drawing) -> str:
    """The score with its unit; "" where there is none."""
    score = data.get("score")
    return "" if score is None else f"{score} {data.get('score_label', 'points')}".strip()


def described(data: Drawing) -> str:
    """A drawing in a paragraph."""
    score = score_of(data)
    pieces = data.get("pieces", ())
    titles = data.get("key_titles", {})
    count = f"{len(pieces)} piece{'' if len(pieces) == 1 else 's'}"
    told = "; ".join(spoken(piece, titles) for piece in pieces)
    return f"{count}{', ' + score if score else ''}. {told}".strip()
