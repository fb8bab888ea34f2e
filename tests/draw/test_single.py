"""One piece by itself: cropped, to scale, with words for those who cannot see it."""

from __future__ import annotations

import re

from castlewright.draw.contract import Drawing, Piece
from castlewright.draw.icons import ICONS
from castlewright.draw.palette import looks_of
from castlewright.draw.single import draw_sign, draw_single

PLAN = Drawing(
    title="Pier",
    pieces=[{"title": "Pier", "cells": [[4, 2], [5, 2], [6, 2]], "colour_key": "wood", "badge": "3"}],
    key_titles={"wood": "Wood"},
)
GRID = Drawing(title="Hut", grid=True, pieces=[{"title": "Hut", "x": 3, "y": 5, "w": 2, "h": 1}])


def size(svg: str) -> tuple[str, str]:
    found = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    assert found is not None
    return found[1], found[2]


def test_a_piece_is_as_large_as_its_cells() -> None:
    assert size(draw_single(PLAN, "p", 20)) == ("60", "20")
    assert size(draw_single(GRID, "g", 50)) == ("100", "50")


def test_a_piece_is_told_in_words() -> None:
    assert 'aria-label="Pier: Wood, value 3"' in draw_single(PLAN, "p", 20)


def test_a_marked_piece_has_a_halo_and_its_number() -> None:
    piece = Piece(**next(iter(PLAN.get("pieces", []))))
    piece["marked"] = True
    assert 'class="cw-marked"' in draw_single(Drawing(pieces=[piece]), "p", 20)
    assert 'class="cw-marked"' not in draw_single(PLAN, "p", 20)
    piece["number"] = 3
    assert 'class="cw-number-text"' in draw_single(Drawing(pieces=[piece]), "p", 20)


def test_signs_differ_by_letter_and_colour() -> None:
    keys = [f"pack{n}" for n in range(12)]
    looks = looks_of(keys)
    drawn = {draw_sign(key, looks, key) for key in keys}
    assert len(drawn) == 12


def test_a_sign_with_an_icon_shows_the_icon_alone() -> None:
    looks = looks_of(["sea"], icons={"sea": "wave"})
    drawn = draw_sign("sea", looks, "The sea")
    assert ICONS["wave"] in drawn
    assert "<text" not in drawn
