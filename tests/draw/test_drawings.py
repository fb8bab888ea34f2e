from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.draw import Drawing, GamePage, Piece, draw, draw_grid, draw_page, draw_plan

SVG = "{http://www.w3.org/2000/svg}"
HERE = Path(__file__).parent


def plan() -> Drawing:
    """A small plan with one of everything."""
    square: list[list[int]] = [[x, y] for x in range(4) for y in range(4)]
    disc = [[5, 1], [4, 2], [5, 2], [6, 2], [5, 3]]
    return {
        "title": "Plan <one> & only",
        "cell": 5,
        "score": 21,
        "feature_titles": {"rune": "Rune"},
        "pieces": [
            {
                "name": "square",
                "title": "Big Square",
                "cells": square,
                "cuts": [],
                "sides": [
                    {"x": 3, "y": 2, "dir": "e", "feature": "entrance"},
                    {"x": 0, "y": 0, "dir": "w", "feature": "fence"},
                    {"x": 1, "y": 0, "dir": "n", "feature": "rune"},
                    {"x": 2, "y": 0, "dir": "n", "feature": "wall"},
                    {"x": 2, "y": 3, "dir": "s", "feature": "water"},
                ],
                "colour_key": "red",
                "badge": "4",
                "small": "+2 per blue",
                "marks": ["token", "3 cubes"],
                "complete": True,
            },
            {
                "name": "disc",
                "title": "Disc",
                "cells": disc,
                "cuts": [[4, 1, "nw", "arc"], [6, 1, "ne", "arc"], [6, 3, "se", "arc"], [4, 3, "sw", "arc"]],
                "sides": [{"x": 4, "y": 2, "dir": "w", "feature": "entrance"}],
                "colour_key": "blue+red",
                "badge": "1",
            },
            {
                "name": "bar",
                "title": "Bar",
                "cells": [[0, 4], [1, 4], [2, 4], [3, 4]],
                "cuts": [[4, 4, "ne"]],
            },
            {"name": "dot", "title": "Dot", "cells": [[-1, -1]], "colour_key": "blue", "badge": "9"},
            {"name": "tall", "title": "Tall Pole", "cells": [[7, y] for y in range(6)], "colour_key": "blue"},
        ],
    }


def grid() -> Drawing:
    return {
        "title": "Grid",
        "grid": True,
        "score": "12",
        "score_label": "stars",
        "pieces": [
            {
                "name": "wide",
                "title": "Wide",
                "x": 0,
                "y": 0,
                "w": 2,
                "h": 1,
                "colour_key": "red",
                "badge": "2",
            },
            {"name": "up", "title": "Up", "x": 0, "y": 1, "colour_key": "blue", "arrows": ["n", "se"]},
            {"name": "down", "title": "Down", "x": 1, "y": -1, "colour_key": "blue", "complete": True},
        ],
    }


def page() -> GamePage:
    return {
        "title": "Evening <game>",
        "subtitle": "Two players",
        "reasons": ["First", "Second"],
        "players": [
            {"name": "Ann", "place": 2, "total": -3, "by_reason": {"Second": -3}, "drawings": [plan()]},
            {"name": "Bob", "place": 1, "total": 9, "by_reason": {"First": 4, "Other": 5}, "note": "by area"},
        ],
        "drawings": [grid()],
        "log": [
            {
                "number": 1,
                "moment": "Round 1",
                "player": "Bob",
                "amount": 9,
                "unit": "points",
                "source": "a.rules:3",
            },
            {
                "number": 2,
                "moment": "End",
                "player": "Ann",
                "amount": -3,
                "unit": "points",
                "reason": "Second",
            },
        ],
        "facts": {"Seed": "7"},
    }


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(SVG + "text")]


@pytest.mark.parametrize("data", [plan(), grid()], ids=["plan", "grid"])
def test_a_drawing_is_well_formed_and_told_in_words(data: Drawing) -> None:
    root = ElementTree.fromstring(draw(data))
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    ids = {node.get("id"): node for node in root.iter() if node.get("id")}
    title, description = (ids[name] for name in str(root.get("aria-labelledby")).split())
    assert title.text == data.get("title")
    for piece in data.get("pieces", ()):
        assert piece.get("title", "") in str(description.text)


@pytest.mark.parametrize("data", [plan(), grid()], ids=["plan", "grid"])
def test_every_reference_leads_somewhere_and_nothing_leads_outside(data: Drawing) -> None:
    svg = draw(data, "x7")
    ids = set(re.findall(r'id="([^"]+)"', svg))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= ids
    assert all(name.startswith("x7-") for name in ids)
    assert re.findall(r"https?://[^\"' ]+", svg) == ["http://www.w3.org/2000/svg"]


def test_every_piece_has_a_tip() -> None:
    root = ElementTree.fromstring(draw_plan(plan()))
    tips = [str(node.text) for node in root.iter(SVG + "title")]
    assert "Big Square: red, value 4, +2 per blue, token, 3 cubes, complete" in tips
    assert "Disc: blue, red, value 1" in tips


def test_texts_are_written_and_escaped() -> None:
    svg = draw_plan(plan())
    shown = texts(svg)
    assert "Plan <one> & only" in shown
    assert "21 points" in shown
    assert {"Disc", "4", "+2 per blue", "token", "Rune", "10 ft", "complete"} <= set(shown)
    assert " ".join(shown).count("Square")


def test_features_are_drawn_and_told_in_the_legend() -> None:
    data = plan()
    svg = draw_plan(data)
    for css in ("cw-gap", "cw-post", "cw-water", "cw-sign"):
        assert f'class="{css}"' in svg
    assert {"entrance", "fence", "water"} <= set(texts(svg))
    assert "wall" not in texts(svg)
    data["feature_styles"] = {"rune": "wall"}
    assert "cw-sign" not in draw_plan(data).split("</style>")[1]


def test_a_door_lies_on_its_edge() -> None:
    cell: Piece = {
        "name": "a",
        "cells": [[2, 5]],
        "sides": [{"x": 2, "y": 5, "dir": d, "feature": "entrance"} for d in "nesw"],
    }
    moves = re.findall(r'transform="(translate\(75 165\)[^"]*)"', draw_plan({"pieces": [cell]}))
    assert moves == [
        "translate(75 165)",
        "translate(75 165) rotate(90)",
        "translate(75 165) rotate(180)",
        "translate(75 165) rotate(270)",
    ]


def test_rows_of_a_grid_grow_upwards() -> None:
    root = ElementTree.fromstring(draw_grid(grid()))
    tops: dict[str, float] = {}
    for group in root.iter(SVG + "g"):
        title, rect = group.find(SVG + "title"), group.find(SVG + "rect")
        if title is not None and rect is not None:
            tops[str(title.text).split(":")[0]] = float(rect.get("y", "nan"))
    assert tops["Up"] < tops["Wide"] < tops["Down"]
    assert {"0", "1", "\u22121", "12 stars"} <= set(texts(draw_grid(grid())))


def test_keys_of_the_set_keep_colours_alike() -> None:
    one: Drawing = {
        "pieces": [{"name": "p", "cells": [[0, 0], [1, 0], [0, 1], [1, 1]], "colour_key": "plum"}]
    }
    alone = draw_plan(one)
    one["keys"] = ["apple", "plum"]
    together = draw_plan(one)
    assert alone != together
    assert "apple" not in texts(together)


@pytest.mark.parametrize("data", [{}, {"grid": True}, {"pieces": [{}]}, {"grid": True, "pieces": [{}]}])
def test_little_data_draws_little(data: Drawing) -> None:
    ElementTree.fromstring(draw(data))


ROWS = st.integers(-3, 4)
NAMES = st.text(max_size=60)
PIECES = st.fixed_dictionaries(
    {
        "name": NAMES,
        "title": NAMES,
        "cells": st.lists(st.tuples(ROWS, ROWS), max_size=12, unique=True),
        "cuts": st.lists(
            st.tuples(st.integers(5, 7), st.integers(-3, 4), st.sampled_from(["nw", "se"])), max_size=2
        ),
        "colour_key": st.sampled_from(["", "a", "a+b", "c d", "<&>"]),
        "badge": st.text(max_size=6),
        "small": NAMES,
        "marks": st.lists(NAMES, max_size=4),
        "complete": st.booleans(),
    }
)


@given(NAMES, st.lists(PIECES, max_size=4), st.booleans())
def test_any_text_and_any_shape_are_drawn(title: str, pieces: list[Piece], on_grid: bool) -> None:
    data: Drawing = {"title": title, "pieces": pieces, "grid": on_grid, "score": title}
    svg = draw(data)
    ElementTree.fromstring(svg)
    assert draw(data) == svg


def test_the_page_stands_alone() -> None:
    html = draw_page(page())
    assert "<script" not in html
    assert set(re.findall(r"https?://[^\"' ]+", html)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\((?!#)|<link|src=", html)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_page_shows_ranks_tables_drawings_and_log() -> None:
    html = draw_page(page())
    assert html.index("Bob") < html.index("Ann")
    assert "Evening &lt;game&gt;" in html
    assert html.count("<svg ") == 2
    assert "by area" in html
    assert "a.rules:3" in html
    assert "\u22123 points" in html
    assert "+9 points" in html
    assert html.count("<details>") == 2 + 3


def test_the_rows_of_the_score_table_keep_the_given_order() -> None:
    table = draw_page(page()).split('class="scores"')[1].split("</table>")[0]
    assert re.findall(r'scope="row">([^<]+)<', table) == ["First", "Second", "Other", "Total"]
    assert re.findall(r"<tfoot>.*", table)[0].count("<td>") == 2


def test_an_empty_page_is_a_page() -> None:
    assert draw_page({}).startswith("<!DOCTYPE html>")


def test_what_lies_over_others_is_a_band_drawn_last() -> None:
    data = plan()
    bridge: Piece = {
        "name": "bridge",
        "title": "Bridge",
        "cells": [[3, 2], [4, 2], [5, 2]],
        "over": [[3, 2], [5, 2]],
        "sides": [],
        "colour_key": "red",
    }
    data["pieces"] = [bridge, *data.get("pieces", ())]
    svg = draw(data)
    (band,) = re.findall(r'<path d="([^"]+)" class="cw-band"', svg)
    assert svg.index(band) > max(match.start() for match in re.finditer('class="cw-wall"', svg))
    # A fifth of a cell is left free on either side: cells are 30 wide.
    assert band.startswith("M96 66")
    assert "Bridge" in svg
