"""Sources and spans: places in a text, and files that are no text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from castlewright.rules_dsl import limits
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import NO_SPAN, Source, Span, decode_source, read_source

TEXT = "first\n\tsecond line\n\nlast"


def test_lines_and_columns_count_from_one() -> None:
    source = Source("a.rules", TEXT)
    assert source.line_col(0) == (1, 1)
    assert source.line_col(5) == (1, 6)  # the line end belongs to its line
    assert source.line_col(6) == (2, 1)
    assert source.line_col(len(TEXT)) == (4, 5)
    assert [source.line_text(n) for n in range(6)] == ["", "first", "\tsecond line", "", "last", ""]
    assert source.line_count == 4


def test_offsets_outside_of_the_text_are_clamped() -> None:
    source = Source("a.rules", TEXT)
    assert source.line_col(-3) == (1, 1)
    assert source.line_col(999) == (4, 5)
    assert source.offset(0, 1) == 0
    assert source.offset(1, 99) == 5
    assert source.offset(9, 1) == len(TEXT)


@given(st.text(alphabet="ab\n\tü漢", max_size=40))
@example("")
@example("\n")
def test_line_and_column_lead_back_to_the_offset(text: str) -> None:
    source = Source("a.rules", text)
    for offset in range(len(text) + 1):
        assert source.offset(*source.line_col(offset)) == offset
    assert "\n".join(source.line_text(n + 1) for n in range(source.line_count)) == text


def test_a_span_knows_its_place_and_text() -> None:
    source = Source("a.rules", TEXT)
    span = source.span(7, 19)
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 2, 3, 1)
    assert span.text == "second line\n"
    assert str(span) == "a.rules:2:2"
    assert span.path == "a.rules"
    assert span.before() == source.span(7, 7)
    assert span.after() == source.span(19, 19)


def test_a_span_cannot_be_changed() -> None:
    span = Source("a.rules", TEXT).span(1, 2)
    with pytest.raises(AttributeError):
        span.start = 3  # type: ignore[misc]


def test_joining_spans() -> None:
    source, other = Source("a.rules", TEXT), Source("a.rules", TEXT)
    assert source.span(7, 9).to(source.span(0, 3)) == source.span(0, 9)
    assert source.span(0, 3).to(other.span(7, 9)) == source.span(0, 3), "another text adds nothing"
    assert NO_SPAN.to(source.span(0, 3)) == source.span(0, 3)
    assert source.span(0, 3).to(NO_SPAN) == source.span(0, 3)
    assert source.whole().holds(source.span(2, 3))
    assert not source.whole().holds(other.span(2, 3))


def test_no_span_says_so() -> None:
    assert NO_SPAN.is_none
    assert not Span(Source("a", ""), 0, 0).is_none
    assert (NO_SPAN.line, NO_SPAN.column, NO_SPAN.text) == (1, 1, "")


def read(path: Path) -> tuple[Source | None, Diagnostics]:
    found = Diagnostics()
    return read_source(path, found, shown_as=path.name), found


def test_byte_order_mark_and_line_ends_are_put_right(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    source, found = read(path)
    assert source is not None
    assert source.text == "one\ntwo\nthree\n"
    assert source.path == "a.rules"
    assert not found.sorted()


def test_unreadable_things(tmp_path: Path) -> None:
    source, found = read(tmp_path / "none.rules")
    assert source is None
    assert [str(d) for d in found] == [
        "none.rules:1:1: error[CW0001]: cannot read `none.rules`: No such file or directory"
    ]
    (tmp_path / "folder.rules").mkdir()
    source, found = read(tmp_path / "folder.rules")
    assert source is None
    assert found.codes() == ["CW0001"]
    found = Diagnostics()
    assert read_source("a\0b", found) is None
    assert found.codes() == ["CW0001"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    source, found = read(tmp_path / "pipe.rules")
    assert source is None
    assert found.codes() == ["CW0001"]


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "big.rules"
    path.write_bytes(b"#" * (limits.FILE_BYTES + 1))
    source, found = read(path)
    assert source is None
    assert found.codes() == ["CW0002"]
    assert "2,000,001 bytes; the limit is 2,000,000" in found.sorted()[0].message
    path.write_bytes(b"#" * limits.FILE_BYTES)
    source, found = read(path)
    assert source is not None
    assert not found.has_errors


def test_binary() -> None:
    found = Diagnostics()
    assert decode_source("a.rules", b"one\r\ntwo\0", found) is None
    (only,) = found
    assert (only.code, only.span.line, only.span.column) == ("CW0003", 2, 4)


def test_not_utf8_tells_the_first_bad_byte() -> None:
    found = Diagnostics()
    assert decode_source("a.rules", "ü\r\nab".encode() + b"\xff\xfe tail", found) is None
    (only,) = found
    assert (only.code, only.span.line, only.span.column) == ("CW0004", 2, 3)
    assert "0xFF" in only.message


@given(st.binary(max_size=60))
@example(b"\xf0\x90")
@example(b"\xef\xbb\xbf\x80")
@example(b"\xc3\n\xa9")
def test_any_bytes_give_a_text_or_one_error(data: bytes) -> None:
    found = Diagnostics()
    source = decode_source("a.rules", data, found)
    assert (source is None) == found.has_errors
    assert len(found) <= 1
    for diagnostic in found:
        assert diagnostic.span.end <= len(diagnostic.span.source.text)
        assert str(diagnostic)


@pytest.mark.parametrize(("name", "advice"), [("big.rules", "pack"), ("cases.json", "smaller files")])
def test_advice_on_a_large_file_fits_its_sort(name: str, advice: str) -> None:
    found = Diagnostics()
    assert decode_source(name, b" " * (limits.FILE_BYTES + 1), found) is None
    helps = [finding.help or "" for finding in found]
    assert len(helps) == 1
    assert advice in helps[0]
