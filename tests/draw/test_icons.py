"""The library of icons: what texts may name is what can be drawn."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from castlewright.draw.icons import GRID, ICONS, icon
from castlewright.draw.palette import COLOURS
from castlewright.rules_dsl import icons as names

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def test_the_names_are_those_of_the_language() -> None:
    assert tuple(sorted(ICONS)) == names.ICONS
    assert tuple(sorted(COLOURS)) == names.COLOURS


def test_the_documentation_lists_them_all() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "rulebook.md").read_text(encoding="utf-8")
    for lead, known in (("Icons: ", names.ICONS), ("Colours: ", names.COLOURS)):
        listed = page[page.index(lead) + len(lead) :].split(".", 1)[0]
        assert tuple(listed.replace("\n", " ").split(", ")) == known


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_is_one_path_on_its_square(name: str) -> None:
    path = ICONS[name]
    assert path.startswith("M")
    assert path.endswith("z")
    assert not re.search(r"[^MmLlHhVvCcSsAaZz0-9 .,\-]", path)
    starts = [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+)[ ,]?(-?[\d.]+)", path)]
    assert starts
    assert all(0 <= x <= GRID and 0 <= y <= GRID for x, y in starts)


def test_icons_differ() -> None:
    assert len(set(ICONS.values())) == len(ICONS)


def test_an_icon_is_moved_and_scaled() -> None:
    drawn = ElementTree.fromstring(icon("star", 20, 30, 12, "ink"))
    assert drawn.get("transform") == "translate(14 24) scale(0.5)"
    assert drawn.get("class") == "ink"


def test_nothing_is_drawn_for_a_strange_name() -> None:
    assert icon("no such icon", 0, 0, 10, "ink") == ""
