"""Each construct declares what it reads, and what nothing reads is an error."""

from __future__ import annotations

from dataclasses import fields

import pytest

from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.report import report_text
from support.linking import link_text

PARTS: dict[type[n.Node], tuple[type[n.Node], ...]] = {
    n.Ident: (n.Name, n.KindDecl),
    n.Path: (n.Name, n.Change),
    n.Param: (n.RuleDecl, n.SlotDecl, n.Hook),
    n.Negate: (n.Binary,),
    n.Not: (n.Logic,),
    n.ChangeRow: (n.ChangeTable,),
    n.TableRow: (n.TableExpr, n.TableDecl),
    n.Block: (n.IfStmt, n.EffectDecl),
    n.Quantity: (n.Choose,),
    n.Option: (n.ChooseOne,),
    n.ExpectedLine: (n.ExpectLines,),
    n.ListRow: (n.ListDecl,),
    n.Comment: (n.Module,),
    n.Module: (),
}
"""Node classes that are no constructs of their own, and the constructs whose pages speak of them."""


def node_classes(base: type[n.Node] = n.Node) -> set[type[n.Node]]:
    """All node classes; classes that `dataclass(slots=True)` has replaced are left out."""
    found: set[type[n.Node]] = set()
    for cls in base.__subclasses__():
        if getattr(n, cls.__name__, None) is cls:
            found |= {cls, *node_classes(cls)}
    return found


def test_every_node_with_fields_is_declared_or_part_of_something_declared() -> None:
    declared = set(n.CONSTRUCTS) | set(PARTS)
    for cls in node_classes():
        own = [field.name for field in fields(cls) if field.name != "span"]
        if own:
            assert cls in declared, f"{cls.__name__} has no construct and is part of none"
    assert not set(n.CONSTRUCTS) & set(PARTS)
    assert declared <= node_classes() | {n.Module}


def test_parts_are_parts_of_constructs() -> None:
    for part, wholes in PARTS.items():
        for whole in wholes:
            assert whole in n.CONSTRUCTS or whole in PARTS, f"{part.__name__} of {whole.__name__}"


def test_declarations_are_complete_and_told_apart() -> None:
    seen: set[tuple[str, str]] = set()
    for cls, told in n.CONSTRUCTS.items():
        assert told.summary, cls.__name__
        assert told.syntax, cls.__name__
        assert told.example, cls.__name__
        assert (told.area, told.word) not in seen
        seen.add((told.area, told.word))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("boat cog { sise: 3 yards }", "CW0501"),  # a field that its kind has not
        ("boat cog { size: 3 yards; size: 4 yards }", "CW0503"),  # a field given twice
        ("boat cog { worth(p) = 1 star }", "CW0510"),  # a slot that its kind has not
        ("boat cog { face up { sise: 3 yards } }", "CW0501"),
        ("list of boat (sise) { cog: 3 yards }", "CW0516"),  # a column that is no field
        ("list of boat (size) { cog: 3 yards, 4 yards }", "CW0515"),  # a value without a column
        ("table t by player_count { columns a: number; 2: 1, 2; else: 0 }", "CW0515"),
        ("effect e(b: boat, n: number) { do buy(b, n) }", "CW0412"),  # an argument that nothing takes
        ("change price(b) to 1 shell", "CW0613"),
        ("change prize to 1 shell", "CW0604"),  # a change of nothing
        ("after bye(b) by any player: gain 1 shell as catch", "CW0703"),  # a hook on nothing
        ("boat cog { printed size: yards }", "CW01"),  # a declaration at the wrong place
        ("kind prize plural prizes { size: 3 yards }", "CW01"),
        ("option strict: yesno = no", "CW01"),
    ],
)
def test_what_nothing_reads_is_an_error(text: str, code: str) -> None:
    linked = link_text(text)
    assert [found[: len(code)] for found in linked.codes] == [code], report_text(linked.found)
