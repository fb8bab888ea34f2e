"""What has changed between two trees of one file: nothing but some texts, or more than that.

A *text* is what stands in a declaration that nobody else reads while linking: the value of a rule, the
statements of an effect, the condition of a need. All else, names, parameters, types, printed values, is what
other texts are read by; when that changes, everything has to be linked anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import cast

from castlewright.rules_dsl import nodes as n

__all__ = ["Revision", "revised"]

TEXTS: dict[type[n.Node], tuple[str, ...]] = {
    n.RuleDecl: ("body",),
    n.TableDecl: ("rows",),
    n.EffectDecl: ("body",),
    n.ActionDecl: ("condition", "body"),
    n.SlotFilling: ("body",),
    n.NeedDecl: ("condition",),
    n.Change: ("value", "condition"),
    n.Hook: ("condition", "body"),
    n.StepDecl: ("condition", "body"),
    n.TurnsDecl: ("body",),
    n.RoundsDecl: ("until",),
    n.ExampleDecl: ("given", "when", "then"),
}
"""Which parts of a declaration are its text."""


@dataclass(slots=True)
class Revision:
    """How one file has changed. `nodes` gives for nodes (by id) of the tree before those in their place now.

    `changed` are those (by id, of the tree before) whose own text differs, or stands on another line.
    """

    module: n.Module  # the tree now: items that have not changed are those of the tree before
    nodes: dict[int, n.Node] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)


def revised(before: n.Module, now: n.Module) -> Revision | None:
    """How a file has changed; None if not only in its texts."""
    if before.broken or now.broken or len(before.items) != len(now.items):
        return None
    items: list[n.Item] = []
    made = Revision(now)
    for old, new in zip(before.items, now.items, strict=True):
        if old.span.line == new.span.line and _same_words(old, new):
            items.append(old)
            continue
        items.append(new)
        if not _compare(made, old, new):
            return None
    made.module = n.Module(tuple(items), now.comments, now.broken, span=now.span)
    return made


def _same_words(old: n.Node, new: n.Node) -> bool:
    return old.span.text == new.span.text and old == new


@cache
def _names(cls: type[n.Node]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if f.name != "span")


def _compare(made: Revision, old: n.Node, new: n.Node) -> bool:
    """Do two nodes say the same, their texts apart, and begin on the same line?"""
    if type(old) is not type(new) or old.span.line != new.span.line:
        return False
    made.nodes[id(old)] = new
    texts = TEXTS.get(type(old), ())
    for name in _names(type(old)):
        one, other = getattr(old, name), getattr(new, name)
        if name not in texts:
            if not _alike(made, one, other):
                return False
        elif not _same_text(one, other):
            made.changed.add(id(old))
    return True


def _alike(made: Revision, old: object, new: object) -> bool:
    if isinstance(old, n.Node):
        return isinstance(new, n.Node) and _compare(made, old, new)
    if isinstance(old, tuple):
        pair = cast("tuple[object, ...]", old), cast("tuple[object, ...]", new)
        same = isinstance(new, tuple) and len(pair[0]) == len(pair[1])
        return same and all(_alike(made, a, b) for a, b in zip(*pair, strict=True))
    return type(old) is type(new) and old == new


def _same_text(old: object, new: object) -> bool:
    """Are these parts of a text the same, and on the same line?"""
    if isinstance(old, n.Node) and isinstance(new, n.Node):
        return old.span.line == new.span.line and _same_words(old, new)
    if isinstance(old, tuple) and isinstance(new, tuple):
        pair = cast("tuple[object, ...]", old), cast("tuple[object, ...]", new)
        return len(pair[0]) == len(pair[1]) and all(map(_same_text, *pair))
    return old is None and new is None
