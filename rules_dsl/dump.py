"""The tree as indented text, for tests and for looking at."""

from __future__ import annotations

from dataclasses import fields
from typing import cast

from .nodes import Ident, Node, Path

__all__ = ["dump"]


def dump(node: Node, *, spans: bool = False) -> str:
    """One line a node: the class, then plain fields; child nodes indented below it.

    Names are written in their parent's line; fields that are empty, `None` or false are left out.  With
    `spans`, each line ends with `line:column-line:column`.
    """
    lines: list[str] = []
    _write(node, "", 0, spans, lines)
    return "\n".join(lines) + "\n"


def _write(node: Node, label: str, level: int, spans: bool, lines: list[str]) -> None:
    words = [f"{label}{type(node).__name__}"]
    below: list[tuple[str, Node]] = []
    for field in fields(node):
        if field.name == "span":
            continue
        value = cast(object, getattr(node, field.name))
        if value is None or value is False or value == ():
            continue
        if isinstance(value, Node):
            short = _short(value)
            if short is None:
                below.append((f"{field.name}: ", value))
            else:
                words.append(f"{field.name}={short}")
        elif isinstance(value, tuple):
            members = cast(tuple[object, ...], value)
            if all(isinstance(member, (Ident, Path)) for member in members):
                words.append(
                    f"{field.name}=[{', '.join(str(_short(cast(Node, member))) for member in members)}]"
                )
            elif all(isinstance(member, Node) for member in members):
                below += [(f"{field.name}: ", cast(Node, member)) for member in members]
            else:
                words.append(f"{field.name}={members!r}")
        else:
            words.append(f"{field.name}={value!r}")
    line = "  " * level + " ".join(words)
    if spans:
        start = node.span.source.line_col(node.span.start)
        end = node.span.source.line_col(node.span.end)
        line += f"  @{start[0]}:{start[1]}-{end[0]}:{end[1]}"
    lines.append(line)
    for name, child in below:
        _write(child, name, level + 1, spans, lines)


def _short(node: Node) -> str | None:
    if isinstance(node, Ident | Path):
        return node.text
    return None
