"""What stands bold in a sentence: the words of the thing itself, by which readers find it."""

from __future__ import annotations

from collections.abc import Sequence

from castlewright.compiler.english.grammar import capital, negated
from castlewright.compiler.english.statements import Line

__all__ = ["bold", "folded", "in_markdown", "labelled", "lowered"]

OPEN, SHUT = "\x02", "\x03"
"""They stand around a label while terms are still looked for in its sentence."""


def bold(text: str) -> str:
    """A text as a label."""
    return f"{OPEN}{text}{SHUT}"


def in_markdown(text: str) -> str:
    """A text with its labels as Markdown has them."""
    return text.replace(OPEN, "**").replace(SHUT, "**")


def labelled(text: str, name: str) -> str:
    """A sentence with what it is about as its label: `name`, or its denial; else the sentence as it is."""
    for said in (name, negated(name)):
        for form in (capital(said), said):
            if form and form in text:
                return text.replace(form, bold(form), 1)
    return text


def lowered(text: str, name: str) -> str:
    """A sentence as it goes on after a comma: with a small letter where that of `name` is small."""
    for said in (name, negated(name)):
        if text.startswith(capital(said)):
            return said + text[len(said) :]
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first in ("If", "The", "A", "An", "Your", "You", "Each") else text


def folded(lead: str, lines: Sequence[Line], joint: str = ":") -> tuple[str, Sequence[Line]]:
    """What is done behind a label: one thing in the same sentence, behind `joint`; several as a list."""
    if len(lines) != 1:
        return bold(f"{lead}:"), lines
    only = lines[0]
    before = lead.removesuffix(", do this instead")
    if before != lead and not only.lines:
        if ", " not in only.text and "; " not in only.text:
            return f"{bold(before + ',')} {only.text} instead.", ()
        joint = ":"
    mark = ":" if only.lines and joint != ":" else joint
    return f"{bold(lead + mark)} {only.text}{'' if only.lines else '.'}", only.lines
