"""What authors say about a thing in words: ids, standing, notes, phrases."""

from __future__ import annotations

from collections.abc import Iterable

from castlewright.compiler import ir
from castlewright.rules_dsl import nodes as n

STANDINGS = ("house", "attested", "found")


def texts_of(items: Iterable[n.Node]) -> ir.Texts:
    """Gather the text items of a block."""
    texts = ir.Texts()
    for item in items:
        if not isinstance(item, n.TextItem):
            continue
        if item.word == "cites":
            texts.cites += item.values
        elif item.word in STANDINGS:
            texts.standing = item.word
            if item.word == "found":
                texts.found = item.values[0] if item.values else None
        elif item.word == "note":
            texts.notes += item.values
        elif item.word == "prose":
            texts.prose += item.values
        elif item.word == "reads" and item.values:
            texts.reads = item.values[0]
    return texts
