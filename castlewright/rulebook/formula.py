"""The formula beneath a sentence: what the rules text itself says, on one line."""

from __future__ import annotations

from html import escape

from castlewright.compiler.typed import ir
from castlewright.rules_dsl.source import Span

__all__ = ["formula_of"]

LONGEST = 240
"""A formula longer than this is no help in small print; the sentence has to do."""


def formula_of(decl: ir.Decl) -> str:
    """The formula of a rule, a change or a condition of a placing as HTML; "" where there is none to show."""
    text = _text(decl)
    if not text or len(text) > LONGEST:
        return ""
    return f"<code>{escape(text, quote=False).replace('|', '&#124;')}</code>"


def _text(decl: ir.Decl) -> str:
    match decl:
        case ir.Rule():
            lets = "".join(f"let {var.name} = {_line(value.span)}; " for var, value in decl.lets)
            params = ", ".join(var.name for var in decl.params)
            return f"{decl.name}({params}) = {lets}{_line(decl.value.span)}" if _line(decl.value.span) else ""
        case ir.RuleChange():
            whole = decl.span
            for part in (decl.value, decl.condition):
                if part is not None:
                    whole = Span(whole.source, whole.start, max(part.span.end, whole.start))
            if decl.value is None and decl.condition is None:
                return _line(whole).split(" cites ", 1)[0].split(" note ", 1)[0]
            return _line(whole)
        case ir.Need():
            return f"need {decl.name} = {_line(decl.condition.span)}"
        case _:
            return ""


def _line(span: Span) -> str:
    return "" if span.is_none else " ".join(span.text.split())
