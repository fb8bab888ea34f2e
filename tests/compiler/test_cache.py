"""What is kept of earlier compilations must belong to the compiler that runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewright.compiler.packs import cache


def test_the_tool_lies_in_these_two_folders() -> None:
    compiler, language = cache.tool_folders()
    assert (compiler / "check" / "link.py").is_file()
    assert (language / "grammar.lark").is_file()


def test_every_file_of_the_tool_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / "compiler" / "check" / "link.py"
    deep.parent.mkdir(parents=True)
    grammar = tmp_path / "rules_dsl" / "grammar.lark"
    grammar.parent.mkdir()
    deep.write_text("one")
    grammar.write_text("one")
    monkeypatch.setattr(cache, "tool_folders", lambda: (tmp_path / "compiler", tmp_path / "rules_dsl"))
    digest = cache.tool_digest.__wrapped__
    found = {digest()}
    deep.write_text("two")
    found.add(digest())
    grammar.write_text("two")
    found.add(digest())
    deep.rename(deep.with_name("links.py"))
    found.add(digest())
    assert len(found) == 4
