"""Which names a text may use: those of its own pack, of packs that it needs, and of packs that it asks for.

A pack is asked for by `only if in_play(PACK) { … }` and, in an example, by `with PACK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.typed import ir
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Span


def is_visible(symbols: Symbols, decl: ir.Decl, span: Span) -> bool:
    """May the text at `span` use what `decl` declares?"""
    reader = symbols.homes.get(span.path)
    if reader is None or decl.pack == reader:
        return True
    if decl.pack in symbols.sees.get(reader, frozenset()):
        return True
    return any(decl.pack in packs for place, packs in symbols.grants if place.holds(span))


def used(symbols: Symbols, diagnostics: Diagnostics, decl: ir.Decl, span: Span) -> None:
    """Report CW0305 where a text uses a name that it may not; once for each pack that it does not need."""
    if is_visible(symbols, decl, span):
        return
    reader = symbols.homes[span.path]
    if diagnostics.mark(("not needed", reader, decl.pack)):
        diagnostics.error(
            "CW0305",
            span,
            f"`{decl.name}` belongs to the pack `{decl.pack}`, which `{reader}` does not need",
            related=[(decl.span, "declared here")],
            help=f"say `needs {decl.pack}` in the pack, or put this into `only if in_play({decl.pack})`",
        )


def granted(condition: n.Expr) -> frozenset[str]:
    """The packs that are certainly in play where a condition of `only if` holds."""
    match condition:
        case n.Call(base=None) if condition.path.text == "in_play" and len(condition.args) == 1:
            argument = condition.args[0]
            return frozenset((argument.path.text,)) if isinstance(argument, n.Name) else frozenset()
        case n.Logic(op="and"):
            return granted(condition.left) | granted(condition.right)
        case n.Logic():
            return granted(condition.left) & granted(condition.right)
        case _:
            return frozenset()


def grants_in(items: Iterable[n.Item]) -> Iterator[tuple[Span, frozenset[str]]]:
    """Where texts ask for packs, and for which."""
    for item in items:
        if isinstance(item, n.OnlyIf):
            packs = granted(item.condition)
            if packs:
                yield item.span, packs
            yield from grants_in(item.items)
        elif isinstance(item, n.ChangeTable):
            yield from grants_in(item.rows)
        elif isinstance(item, n.ExampleDecl) and item.packs:
            yield item.span, frozenset(ident.text for ident in item.packs)


def with_needed(packs: frozenset[str], sees: dict[str, frozenset[str]]) -> frozenset[str]:
    """These packs and all that they need."""
    return packs.union(*(sees.get(name, frozenset()) for name in packs))
