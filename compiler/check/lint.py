"""Advice: what is no error, but most likely not what was meant."""

from __future__ import annotations

from castlewright.compiler.check.symbols import Noted
from castlewright.compiler.typed import ir
from castlewright.rules_dsl.diagnostics import Diagnostics


def check_unused(noted: Noted, diagnostics: Diagnostics) -> None:
    """Warn with CW0316 of locals that nothing reads."""
    for var, span in noted.locals:
        if var not in noted.read:
            diagnostics.warning(
                "CW0316",
                span,
                f"nothing uses `{var.name}`",
                help="leave it out, or use it below",
            )


def check_sources(program: ir.Program, diagnostics: Diagnostics) -> None:
    """Warn with CW0526 of definitions that do not say where they come from. Run on request only."""
    for kind in program.kinds.values():
        if (kind.is_value or not kind.fields) and not kind.slots:
            continue
        for definition in kind.definitions:
            texts = definition.texts
            if not texts.cites and texts.standing is None:
                diagnostics.warning(
                    "CW0526",
                    definition.span,
                    f"`{definition.name}` does not say where it comes from",
                    help='add `cites ID`, `attested`, `found "…"` or `house`',
                )
