"""Names that the language has taken: a text that declared them again would change what others mean."""

from __future__ import annotations

from castlewright.compiler.check.names import NUMBER_OF
from castlewright.compiler.check.quotas import GAME
from castlewright.compiler.check.symbols import Symbols
from castlewright.compiler.check.typing import BUILT_IN
from castlewright.compiler.typed import builtins, ir
from castlewright.compiler.typed.builtins import ANY_PIECE
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics


def is_free(ident: n.Ident, diagnostics: Diagnostics) -> bool:
    """May a rule, zone, definition … have this name? Reports CW0315 for questions of the language."""
    if ident.text not in builtins.QUESTIONS:
        return True
    _report(ident, f"`{ident.text}` is a question of the language", diagnostics)
    return False


def check_type(ident: n.Ident, diagnostics: Diagnostics) -> None:
    """Report CW0315 for a kind or unit named like a type of the language."""
    if ident.text in BUILT_IN:
        _report(ident, f"`{ident.text}` is a type of the language", diagnostics)


def check_member(ident: n.Ident, kind: ir.Kind, diagnostics: Diagnostics) -> None:
    """Report CW0315 for what belongs to pieces and is named like a fact about every piece."""
    facts = () if kind.is_value else builtins.fact(ident.text)
    if any(fact.params[0] == ANY_PIECE for fact in facts):
        _report(ident, f"every piece has `{ident.text}` already: the language gives it", diagnostics)


def check_part(ident: n.Ident, diagnostics: Diagnostics) -> None:
    """Report CW0315 for a part of the flow that is named like the whole."""
    if ident.text == GAME:
        _report(ident, f"`{GAME}` is the whole game", diagnostics)


def check_counters(symbols: Symbols, diagnostics: Diagnostics) -> None:
    """Report CW0315 for what is named like the number of some rounds. The flow must be known."""
    program = symbols.program
    for rounds in [s for s in symbols.steps.values() if isinstance(s, ir.Rounds)]:
        name = rounds.name + NUMBER_OF
        for table in (program.rules, program.keeps, program.zones, symbols.plurals):
            taken = table.get(name)
            if taken is not None:
                del table[name]
                diagnostics.error(
                    "CW0315",
                    taken.span,
                    f"`{name}` is the number of the running `{rounds.name}`",
                    related=[(rounds.span, "these rounds")],
                    help="take another name",
                )


def _report(ident: n.Ident, words: str, diagnostics: Diagnostics) -> None:
    diagnostics.error("CW0315", ident.span, words, help="take another name")
