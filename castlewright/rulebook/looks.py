"""The style sheet and the script of the single page, kept as files beside this one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["script", "sheet"]


@cache
def sheet(name: str = "book.css") -> str:
    """A style sheet."""
    return files("castlewright.rulebook").joinpath(name).read_text(encoding="utf-8")


@cache
def script() -> str:
    """The script: one page at a time, search, sorting, light and dark."""
    return files("castlewright.rulebook").joinpath("book.js").read_text(encoding="utf-8")
