from __future__ import annotations

import itertools
import math

import pytest

from castlewright.draw.icons import ICONS
from castlewright.draw.palette import (
    COLOURS,
    FILLS,
    INK,
    NEUTRAL,
    fill_of,
    looks_of,
    paint_definitions,
    parts_of,
    tag,
    tag_width,
)


def linear(colour: str) -> list[float]:
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def lab(rgb: list[float]) -> tuple[float, float, float]:
    red, green, blue = rgb
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (max(c, 1e-9) ** (1 / 3) for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    rgb = linear(colour)
    return lab([sum(f * c for f, c in zip(row, rgb, strict=True)) for row in BLINDNESS[blindness]])


@pytest.mark.parametrize("fill", [*FILLS, NEUTRAL])
def test_small_dark_text_is_readable_on_every_fill(fill: str) -> None:
    assert contrast(INK, fill) >= 7


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_fills_are_told_apart(blindness: str) -> None:
    """A difference of 10 in CIELAB is seen at a glance, one of 2.3 is the least that is seen at all."""
    distances = {
        (one, two): math.dist(seen(COLOURS[one], blindness), seen(COLOURS[two], blindness))
        for one, two in itertools.combinations(COLOURS, 2)
    }
    near = {pair: distance for pair, distance in distances.items() if distance < 15}
    assert near == {}


def test_looks_are_stable_and_differ() -> None:
    keys = ["pear", "apple", "plum", "peach", "pear+fig"]
    looks = looks_of(keys)
    assert looks == looks_of(reversed(keys))
    assert sorted(looks) == ["apple", "fig", "peach", "pear", "plum"]
    assert len({look.letter for look in looks.values()}) == 5
    assert len({look.fill for look in looks.values()}) == 5


def test_many_keys_get_stripes_and_keep_different_letters() -> None:
    looks = looks_of(f"key {n}" for n in range(40))
    assert len({look.letter for look in looks.values()}) == 40
    assert sum(look.striped for look in looks.values()) == 40 - len(FILLS)
    assert fill_of("key 9", looks, "p").startswith(("url(#p-", "#"))


def test_what_comes_after_a_key_never_changes_its_letter() -> None:
    few = looks_of([], order=["sleeping", "food"])
    more = looks_of(["secret"], order=["sleeping", "food", "secret"])
    assert (few["sleeping"].letter, few["food"].letter) == ("S", "F")
    assert (more["sleeping"], more["food"]) == (few["sleeping"], few["food"])
    assert more["secret"].letter == "Se"


def test_a_tag_with_an_icon_is_a_plate_with_icon_and_letter() -> None:
    look = looks_of(["sea"], icons={"sea": "wave"})["sea"]
    assert tag_width(look, 10) > tag_width(look, 10, narrow=True) == 10
    assert ">S</text>" in tag(look, 0, 0, 10)
    assert ">S</text>" not in tag(look, 0, 0, 10, narrow=True)
    assert ICONS["wave"] in tag(look, 0, 0, 10, narrow=True)


def test_a_given_colour_moves_no_other() -> None:
    free, fixed = looks_of("abc"), looks_of("abc", {"b": "#ffffff"})
    assert fixed["b"].fill == "#ffffff"
    assert (fixed["a"], fixed["c"]) == (free["a"], free["c"])


def test_joined_keys_are_painted_in_bands_of_both() -> None:
    looks = looks_of(["a+b", "b"])
    paint = fill_of("a+b", looks, "p")
    definitions = paint_definitions(["a+b", "b", ""], looks, "p")
    assert paint == "url(#p-paint-0-1)"
    assert 'id="p-paint-0-1"' in definitions
    assert looks["a"].fill in definitions
    assert looks["b"].fill in definitions
    assert definitions.count("<pattern") == 1


def test_no_key_is_neutral() -> None:
    assert parts_of(" a + b +") == ["a", "b"]
    assert fill_of("", {}, "p") == NEUTRAL
