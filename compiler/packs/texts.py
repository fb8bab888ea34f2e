"""What authors say about a thing in words: ids, standing, notes, phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from castlewright.compiler.typed import ir
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.icons import read_icon
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import Span

YOU = "you"
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
STANDINGS = ("house", "attested", "found")


def check_reads(items: Iterable[n.Node], params: Iterable[n.Param], diagnostics: Diagnostics) -> None:
    """Report CW0527 for placeholders of a `reads` phrase that name no parameter (or `you`)."""
    check_placeholders(items, [*(param.name.text for param in params), YOU], diagnostics)


def check_placeholders(items: Iterable[n.Node], known: Sequence[str], diagnostics: Diagnostics) -> None:
    """Report CW0527 for placeholders of a `reads` phrase other than the known ones."""
    for item in items:
        if not isinstance(item, n.TextItem) or item.word != "reads":
            continue
        for found in PLACEHOLDER.finditer(item.span.text):
            if found[1] in known:
                continue
            start = item.span.start + found.start()
            diagnostics.error(
                "CW0527",
                Span(item.span.source, start, item.span.start + found.end()),
                f"there is no parameter `{found[1]}` to put in here",
                help=did_you_mean(found[1], known)
                or (f"known here: {', '.join(f'`{{{k}}}`' for k in known)}" if known else "leave it out"),
            )


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
        elif item.word == "icon" and item.values:
            texts.icon = read_icon(item.values[0])
    return texts
