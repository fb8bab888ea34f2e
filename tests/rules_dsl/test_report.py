"""How findings look: golden drawings, and what no drawing may do."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.rules_dsl.cells import clip, lay_out, text_width
from castlewright.rules_dsl.diagnostics import Diagnostics, Suggestion
from castlewright.rules_dsl.report import explain, print_json, print_report, report_text
from castlewright.rules_dsl.source import NO_SPAN, Source, Span, decode_source, read_source

Golden = Callable[[Path, str], None]
GOLDEN = Path(__file__).parent / "golden"

BOATS = Source(
    "islands/boats.rules",
    """# the fleet
boat dinghy "Dinghy" {
\tsize: 200 shells; crew: bleu; wants: [漢字, tea], cost: 1 shell
  draught: 2 yards

  loaded: no
  house
  cites ISL-01
  attested
}
""",
)
KINDS = Source(
    "base/kinds.rules", "unit yard yards\nkind boat plural boats {\n  printed size: yards = 1 yard\n}\n"
)
LONG = Source(
    "long.rules", "rule a() -> number = " + "1 + " * 60 + "boats + " + "2 + " * 60 + "last_name\nend\n"
)


def at(source: Source, words: str, to: str | None = None) -> Span:
    start = source.text.index(words)
    end = start + len(words) if to is None else source.text.index(to, start) + len(to)
    return source.span(start, end)


def wrong_unit(bag: Diagnostics) -> None:
    bag.error(
        "CW0402",
        at(BOATS, "200 shells"),
        "`size` is a length, and shells are no length",
        label="an amount of shells",
        help="did you mean `yards`?",
        related=[
            (at(BOATS, "size"), "this field"),
            (at(KINDS, "yards = 1"), "declared as a length here"),
        ],
        notes=["lengths are counted in yards, of which the kind says that a boat which says nothing has one"],
        suggestion=Suggestion(at(BOATS, "shells"), "yards"),
    )


def several_marks(bag: Diagnostics) -> None:
    bag.error(
        "CW0318",
        at(BOATS, "bleu"),
        "no crew is called `bleu`",
        suggestion=Suggestion(at(BOATS, "bleu"), "blue"),
        related=[
            (at(BOATS, "漢字"), "wide characters"),
            (at(BOATS, "size"), "on the same line"),
            (at(BOATS, "boat"), "in this boat"),
            (at(BOATS, "attested"), "far below"),
            (at(BOATS, "house"), "two lines above that"),
        ],
    )


def over_lines(bag: Diagnostics) -> None:
    bag.error("CW0502", at(BOATS, "boat dinghy", "}\n"), "this boat has no owner", label="give it one")
    bag.warning("CW0716", at(KINDS, "plural", "yard\n"), "short", label="over two lines")


def empty_places(bag: Diagnostics) -> None:
    end = len(BOATS.text)
    bag.error("CW0129", BOATS.span(end, end), "the text ends too early")
    bag.error("CW0120", at(BOATS, '"Dinghy"').after(), "`{` is due here", label="put it here")
    bag.error("CW0112", at(BOATS, "house").after(), "at the end of a line")


def long_lines(bag: Diagnostics) -> None:
    bag.error("CW0301", at(LONG, "boats"), "unknown", related=[(at(LONG, "last_name"), "out of sight")])
    bag.error("CW0301", at(LONG, "last_name"), "at the right end", label="too long to stand beside it " * 3)
    bag.error("CW0301", at(LONG, "rule"), "at the left end", label="here")
    bag.error(
        "CW0401", at(LONG, "1 + 1", "last_name"), "nearly all", suggestion=Suggestion(at(LONG, "boats"), "x")
    )


def without_source(bag: Diagnostics) -> None:
    read_source("/nowhere/at/all.rules", bag)
    bag.error("CW0205", NO_SPAN, "pack `reefs` is missing", help="put it into the folder of packs")
    decode_source("bad.rules", b"boat \xff\x1b[31m\xe2\x80\xae end\n", bag)


CASES = {
    case.__name__: case
    for case in (wrong_unit, several_marks, over_lines, empty_places, long_lines, without_source)
}


@pytest.mark.parametrize("name", CASES)
def test_drawings(name: str, golden: Golden) -> None:
    bag = Diagnostics()
    CASES[name](bag)
    golden(GOLDEN / f"{name}.txt", report_text(bag, width=80))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("width", [1, 30, 57, 80, 200])
def test_source_lines_and_marks_keep_to_the_width(name: str, width: int) -> None:
    bag = Diagnostics()
    CASES[name](bag)
    for line in report_text(bag, width=width).splitlines():
        if " | " in line and "[CW" not in line:
            assert text_width(line) <= max(width, 40), line


def test_more_than_the_limit_are_only_counted() -> None:
    bag = Diagnostics()
    for at_ in range(15):
        bag.error("CW0101", BOATS.span(at_, at_ + 1), f"number {at_}")
    text = report_text(bag, limit=3)
    assert "number 2" in text
    assert "number 3" not in text
    assert text.endswith("... and 12 more\n\n15 errors\n")


def test_nothing_found_prints_nothing() -> None:
    assert report_text(Diagnostics()) == ""


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


def printed(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    bag = Diagnostics()
    wrong_unit(bag)
    long_lines(bag)
    stream = Terminal()
    print_report(bag, stream)
    return stream.getvalue()


def test_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1;31merror[CW0402]\x1b[0m" in printed(monkeypatch)


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed(monkeypatch, NO_COLOR="1", COLUMNS="80")
    assert "\x1b[31" not in text
    assert "\x1b[1;31" not in text


def test_the_width_of_the_terminal_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    bag = Diagnostics()
    wrong_unit(bag)
    long_lines(bag)
    for width in (60, 90):
        text = re.sub(r"\x1b\[[0-9;]*m", "", printed(monkeypatch, COLUMNS=str(width)))
        assert [line.rstrip() for line in text.splitlines()] == report_text(bag, width).splitlines()


def test_plain_text_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    text = printed(monkeypatch, COLUMNS="80")
    assert "\x1b" not in text
    assert "error[CW0402]" in text


def test_a_narrow_encoding_does_not_stop_the_report() -> None:
    bag = Diagnostics()
    several_marks(bag)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    print_report(bag, stream)
    stream.seek(0)
    assert "no crew is called" in stream.read()


def test_json_report() -> None:
    bag = Diagnostics()
    wrong_unit(bag)
    stream = io.StringIO()
    print_json(bag, stream)
    assert json.loads(stream.getvalue()) == bag.to_json()


@given(
    st.text(alphabet=st.sampled_from("ab \t\n\x1b\x07\u202e漢\u0301é\r"), max_size=40),
    st.data(),
    st.integers(1, 120),
)
def test_any_text_can_be_drawn_and_none_steers_the_terminal(
    text: str, data: st.DataObject, width: int
) -> None:
    source = Source("any.rules", text)
    places = st.integers(0, len(text))
    spans = [source.span(*sorted((data.draw(places), data.draw(places)))) for _ in range(3)]
    bag = Diagnostics()
    bag.error(
        "CW0101",
        spans[0],
        text,
        label=text,
        help=text,
        notes=[text],
        related=[(spans[1], text), (spans[2], "x")],
        suggestion=Suggestion(spans[1], text),
    )
    shown = report_text(bag, width)
    assert shown.startswith("error[CW0101]:")
    assert all(char == "\n" or char.isprintable() for char in shown)


@given(st.text(alphabet="ab\t漢", max_size=60), st.integers(10, 40), st.integers(0, 200), st.integers(0, 30))
def test_clipped_lines_fit_and_keep_their_places(line: str, width: int, start: int, length: int) -> None:
    row = lay_out(line)
    start = min(start, row.width)
    end = min(start + length, row.width)
    cut = clip(row, width, start, end)
    assert text_width(cut.text) == cut.width <= max(width - 1, 0)
    assert cut.columns == sorted(cut.columns)
    assert len(cut.columns) == len(row.columns)
    for at_, glyph in enumerate(cut.glyphs):
        assert (
            glyph in ("", "…") or text_width(cut.text[: len("".join(cut.glyphs[:at_]))]) == cut.columns[at_]
        )


def test_explain() -> None:
    text = explain("cw0107")
    assert text.startswith("CW0107: choice without a name for the answer\n")
    assert "This fails:" in text
    assert "This is right:" in text
    with pytest.raises(KeyError, match="there is no code 'CW017'; did you mean `CW0107`"):
        explain("CW017")
