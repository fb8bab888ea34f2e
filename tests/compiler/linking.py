"""Linking packs that are given as text: what most tests of the checker need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from castlewright.compiler import ir
from castlewright.compiler.link import link
from castlewright.compiler.packs import Library
from castlewright.rules_dsl.codes import PRELUDE
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.source import Source

BASE = "islands/pack.rules"
"""The file that holds the prelude of the error pages."""


@dataclass
class Linked:
    """What came of linking: the program, if there were no errors, and all findings."""

    program: ir.Program | None
    found: Diagnostics

    @property
    def codes(self) -> list[str]:
        """The codes of the findings, sorted by place."""
        return self.found.codes()


def files_of(text: str, alone: str = "islands/more.rules") -> dict[str, str]:
    """Split a text at lines `--- folder/file.rules`; what stands before the first one is the file `alone`."""
    files: dict[str, list[str]] = {}
    name = alone
    for line in text.split("\n"):
        if line.startswith("--- "):
            name = line.removeprefix("--- ").strip()
            files[name] = []
        else:
            files.setdefault(name, []).append(line)
    return {name: "\n".join(lines) + "\n" for name, lines in files.items() if any(lines)}


def link_files(
    files: Mapping[str, str],
    game: str,
    packs: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
) -> Linked:
    """Link packs whose files are given by path; `packs` None takes all."""
    found = Diagnostics()
    library = Library.of_sources([Source(path, text) for path, text in files.items()], found)
    wanted: Iterable[str] = sorted(library.loaded) if packs is None else packs
    program = link(library, game, [name for name in wanted if name != game], found, options)
    return Linked(program, found)


def link_text(
    text: str, packs: Sequence[str] | None = None, options: Mapping[str, str] | None = None
) -> Linked:
    """Link a text that stands beside the prelude, and the packs in it (after lines `--- folder/file.rules`)."""
    return link_files({BASE: PRELUDE, **files_of(text)}, "islands", packs, options)
