"""Reading small texts in tests, and files of cases."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from castlewright.rules_dsl import nodes
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.parser import parse, parse_expression, parse_item
from castlewright.rules_dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "tests" / "samples").glob("*/*.rules"))


def read(text: str, name: str = "text.rules") -> tuple[nodes.Module, Diagnostics]:
    """The module of a text, and what is wrong with it."""
    diagnostics = Diagnostics()
    return parse(Source(name, text), diagnostics), diagnostics


def module(text: str) -> nodes.Module:
    """The module of a text without errors."""
    read_module, diagnostics = read(text)
    assert not diagnostics, diagnostics
    return read_module


def expression(text: str) -> nodes.Expr:
    """The expression of a text without errors."""
    diagnostics = Diagnostics()
    expr = parse_expression(Source("expression", text), diagnostics)
    assert not diagnostics, diagnostics
    assert expr is not None
    return expr


def item(text: str) -> nodes.Item:
    """The item of a text without errors."""
    diagnostics = Diagnostics()
    found = parse_item(Source("item", text), diagnostics)
    assert not diagnostics, diagnostics
    assert found is not None
    return found


def described(text: str, diagnostics: Diagnostics) -> str:
    """The findings, one a paragraph: code, place, marked text, message, help."""
    lines: list[str] = []
    for finding in diagnostics:
        span = finding.span
        line, column = span.source.line_col(span.start)
        marked = text[span.start : span.end].replace("\n", "\\n")
        lines.append(f"{finding.code} {line}:{column} [{marked}] {finding.message}")
        lines += [f"  {label.text} [{label.span.start}]" for label in finding.secondary]
        if finding.help:
            lines.append(f"  help: {finding.help}")
    return "\n".join(lines) or "no error"


@dataclass(frozen=True)
class Case:
    """One case of a file: `=== name`, the text, `---`, what is expected of it."""

    name: str
    text: str
    expected: str


def cases(path: Path) -> list[Case]:
    """The cases of a file."""
    found: list[Case] = []
    for part in path.read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, rest = part.partition("\n")
        text, _, expected = rest.partition("\n---\n")
        found.append(Case(name, text, expected.strip("\n")))
    return found


def written(some: list[Case]) -> str:
    """The file of some cases."""
    return "\n".join(f"=== {case.name}\n{case.text}\n---\n{case.expected}\n" for case in some)
