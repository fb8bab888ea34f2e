"""Linking packs that are given as text: what most tests of the checker need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from castlewright.compiler.check.link import link
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
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
    """Link packs of a game whose files are given by path; `packs` None takes all."""
    found = Diagnostics()
    library = library_of(files, found)
    wanted: Iterable[str] = library.of_game(game) if packs is None else packs
    program = link(library, game, [name for name in wanted if name != game], found, options)
    return Linked(program, found)


def library_of(files: Mapping[str, str], found: Diagnostics) -> Library:
    """The packs whose files are given by path."""
    return Library.of_sources([Source(path, text) for path, text in files.items()], found)


def link_games(files: Mapping[str, str]) -> Linked:
    """Link every game of these files with all its packs, into one bag of findings."""
    found = Diagnostics()
    library = library_of(files, found)
    program: ir.Program | None = None
    for game in dict.fromkeys(pack.info.game for pack in library.loaded.values()):
        program = link(library, game, [name for name in library.of_game(game) if name != game], found)
    return Linked(program, found)


def link_text(text: str) -> Linked:
    """Link a text that stands beside the prelude, with the packs in it (see `files_of`)."""
    return link_games({BASE: PRELUDE, **files_of(text)})
