"""Which colours and icons values get on drawings."""

from __future__ import annotations

from castlewright.colouring import colouring_of, icons_of, palette_of
from castlewright.draw.palette import COLOURS, FILLS
from castlewright.library import load
from castlewright.printed import Printed


def test_chosen_colours_are_kept_and_others_differ_from_them() -> None:
    palette = palette_of(["a", "b", "c"], {"b": "blue"})
    assert palette["b"] == COLOURS["blue"]
    assert len(set(palette.values())) == 3


def test_what_comes_later_changes_no_colour() -> None:
    few = palette_of(["oak", "elm"], {})
    more = palette_of(["oak", "elm", "ash", "yew"], {})
    assert {key: more[key] for key in few} == few


def test_more_keys_than_colours_still_get_one_each() -> None:
    keys = [f"key {n}" for n in range(40)]
    palette = palette_of(keys, {})
    assert sorted(palette) == sorted(keys)
    assert set(palette.values()) == set(FILLS)


def test_a_type_looks_alike_with_and_without_other_packs() -> None:
    base, more = (colouring_of(Printed(load("castles", packs=packs))) for packs in ([], ["towers", "moats"]))
    shared = set(base["keys"]) & set(more["keys"])
    assert "living" in shared
    assert {key: base["palette"][key] for key in shared} == {key: more["palette"][key] for key in shared}
    assert base["keys"] == more["keys"][: len(base["keys"])]


def test_types_have_the_icons_that_the_texts_give_them() -> None:
    rules = load("castles", packs=[])
    assert icons_of(rules)["room_type", "food"] == ("cutlery", "yellow")
    colouring = colouring_of(Printed(rules))
    assert colouring["icons"]["food"] == "cutlery"
    assert colouring["palette"]["food"] == COLOURS["yellow"]
