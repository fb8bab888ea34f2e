"""The error index of the documentation, made from the pages of the codes."""

from __future__ import annotations

from typing import Final

from ..codes import ALL, AREAS, PRELUDE, CodeInfo

__all__ = ["area_markdown", "area_page", "error_index_markdown", "error_pages_markdown"]

NOTICE: Final = "<!-- Made from rules_dsl/error_pages; `make golden` makes it again. -->\n"

_LANGUAGES: Final = {"rules": "text", "json": "json", "python": "python", "words": "text"}


def error_pages_markdown() -> dict[str, str]:
    """All pages of the error index: file names below `docs/errors/` and their Markdown."""
    pages = {"index.md": error_index_markdown()}
    for prefix in AREAS:
        pages[area_page(prefix)] = area_markdown(prefix)
    return pages


def area_page(prefix: str) -> str:
    """File name of the page of an area, given by the first four characters of its codes."""
    return f"{prefix.lower()}.md"


def error_index_markdown() -> str:
    """The first page: how to read an error, and a table of all codes with links."""
    parts = [
        NOTICE,
        "# Errors\n",
        "Every error has a code that keeps its meaning for ever. `castlewright explain CODE` prints the page "
        "of a code; `castlewright check --json` gives errors to other programs.\n",
        "Examples on these pages stand in this pack, beside the lines below:\n",
        _block(PRELUDE.rstrip("\n"), "text"),
    ]
    for prefix, area in AREAS.items():
        page = area_page(prefix)
        rows = [f"| [{info.code}]({page}#{info.code.lower()}) | {info.title} |" for info in _of(prefix)]
        parts.append("\n".join([f"## {area}\n", "| code | what it says |", "| --- | --- |", *rows, ""]))
    return "\n".join(parts)


def area_markdown(prefix: str) -> str:
    """The page of one area: each code with its explanation, failing example and fix."""
    parts = [NOTICE, f"# {AREAS[prefix]}: {prefix}xx\n"]
    for info in _of(prefix):
        language = _LANGUAGES[info.form]
        # A heading of the bare code gives the anchor that the index links to, in any Markdown tool.
        parts += [
            f"## {info.code}\n",
            f"**{info.title[:1].upper()}{info.title[1:]}.** {_escaped(info.explanation)}\n",
            "This fails:\n",
            _block(info.bad, language),
            "This is right:\n",
            _block(info.good, language),
        ]
    return "\n".join(parts)


def _of(prefix: str) -> list[CodeInfo]:
    return [info for info in ALL if info.code.startswith(prefix)]


def _block(text: str, language: str) -> str:
    # Form feeds and the like would be invisible in a page as they are in a text.
    shown = "".join(char if char == "\n" or char.isprintable() else f"\\x{ord(char):02x}" for char in text)
    return f"```{language}\n{shown}\n```\n"


def _escaped(text: str) -> str:
    """`text` outside of code spans kept from meaning anything in Markdown or HTML."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        for plain, shown in (("\\", "\\\\"), ("<", "&lt;"), ("*", "\\*"), ("_", "\\_")):
            parts[at] = parts[at].replace(plain, shown)
    return "`".join(parts)
