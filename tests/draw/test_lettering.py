from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from castlewright.draw.lettering import LEADING, balanced, fit, shorten, width_of, wrap

TEXTS = st.text("abc WiM-1\u00e9", max_size=40)


@given(TEXTS, st.floats(5, 200), st.floats(5, 80))
def test_what_fits_fits(text: str, width: float, height: float) -> None:
    fitted = fit(text, width, height, 14, 7)
    assert fitted.width <= width
    assert not fitted.lines or len(fitted.lines) * fitted.size * LEADING <= height + 1e-9
    assert 7 <= fitted.size <= 14


@given(TEXTS, st.floats(1, 200))
def test_a_shortened_text_fits_and_begins_alike(text: str, width: float) -> None:
    short = shorten(text, 10, width)
    assert width_of(short, 10) <= width or not short
    assert text.startswith(short.removesuffix("\u2026").rstrip())


@given(TEXTS, st.floats(20, 200))
def test_balancing_loses_no_word_and_adds_no_line(text: str, width: float) -> None:
    assert " ".join(balanced(text, 10, width)).split() == text.split()
    assert len(balanced(text, 10, width)) == len(wrap(text, 10, width))


def test_long_text_in_a_small_box_is_cut() -> None:
    fitted = fit("Hall of a Hundred Mirrors", 40, 18, 14, 7.5)
    assert len(fitted.lines) == 2
    assert fitted.lines[-1].endswith("\u2026")


def test_nothing_is_written_where_nothing_fits() -> None:
    assert fit("Name", 3, 20, 14, 7).lines == ()
    assert fit("Name", 80, 3, 14, 7).lines == ()
    assert fit("", 80, 80, 14, 7).lines == ()
