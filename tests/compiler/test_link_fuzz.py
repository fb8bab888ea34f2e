"""Texts with mistakes of all sorts, linked: findings, never an exception; and one mistake makes no others.

Set FUZZ_LINKS for more of them, FUZZ_SEED for others.
"""

from __future__ import annotations

import json
import os
import random
import re
from functools import cache
from pathlib import Path

import pytest

from castlewright.compiler.check.link import link
from castlewright.compiler.lower.weave import weave
from castlewright.compiler.packs.packs import Library
from castlewright.rules_dsl.codes import CODES
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.items import cut_items
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"samples": ROOT / "tests" / "samples", "content": ROOT / "content"}
SEED = int(os.environ.get("FUZZ_SEED", "20240307"))
LINKS = int(os.environ.get("FUZZ_LINKS", "60"))
"""How often all packs of a game are linked, each time with mistakes in one item of five."""
SHARES = 4
BROKEN = 12
"""How many items of a game are made unreadable, one at a time."""

WORD = re.compile(r"(?<![\w\"])[a-z][a-z0-9_]*(?![\w\"])")
NUMBER = re.compile(r"(?<![\w\"])\d[\d_]*")
LINE = re.compile(r"\n[^\n]*")
TYPES = "number yesno text player side spot region set list boat sqft points coins none room tile".split()
SIGNS = "+ - * / < > <= >= ( ) [ ] { } : , = . ' \"".split()


@cache
def texts(folder: str) -> dict[str, str]:
    root = FOLDERS[folder]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in root.rglob("*.rules")}


@cache
def items(folder: str) -> list[tuple[str, int, int]]:
    """The items of all files but the manifests: file, begin, end."""
    return [
        (path, piece.begin, piece.end)
        for path, text in sorted(texts(folder).items())
        if not path.endswith("pack.rules")
        for piece in cut_items(text).pieces
    ]


@cache
def words(folder: str) -> list[str]:
    return sorted({word for text in texts(folder).values() for word in WORD.findall(text)})


def mutated(text: str, folder: str, rng: random.Random) -> str:
    """An item with a mistake of one sort."""
    match rng.randrange(9):
        case 0:  # one name for another
            return replaced(text, WORD, rng.choice(words(folder)), rng)
        case 1:  # two names change places
            found = list(WORD.finditer(text))
            if len(found) < 2:
                return text
            one, two = sorted(rng.sample(found, 2), key=lambda m: m.start())
            return "".join(
                (text[: one.start()], two[0], text[one.end() : two.start()], one[0], text[two.end() :])
            )
        case 2:  # a name misspelt
            found = rng.choice(list(WORD.finditer(text)) or [None])
            if found is None:
                return text
            at = rng.randrange(found.start(), found.end())
            return text[:at] + rng.choice("abcxyz_1") + text[at + rng.randrange(2) :]
        case 3:  # a line left out
            return replaced(text, LINE, "", rng)
        case 4:  # a line twice
            found = rng.choice(list(LINE.finditer(text)) or [None])
            return text if found is None else text[: found.end()] + found[0] + text[found.end() :]
        case 5:  # another type
            return replaced(text, WORD, rng.choice(TYPES), rng)
        case 6:  # another number
            return replaced(text, NUMBER, rng.choice(["0", "1", "7", "100000", "-1", "3 points"]), rng)
        case 7:  # a sign too many, or too few
            at = rng.randrange(len(text) + 1)
            return text[:at] + rng.choice(SIGNS) + text[at + rng.randrange(2) :]
        case _:  # a line of another item
            path, begin, end = rng.choice(items(folder))
            other = texts(folder)[path][begin:end].split("\n")
            lines = text.split("\n")
            lines[rng.randrange(len(lines))] = rng.choice(other)
            return "\n".join(lines)


def replaced(text: str, pattern: re.Pattern[str], by: str, rng: random.Random) -> str:
    found = rng.choice(list(pattern.finditer(text)) or [None])
    return text if found is None else text[: found.start()] + by + text[found.end() :]


def with_mistakes(folder: str, rng: random.Random) -> dict[str, str]:
    """All files, with mistakes in one item of five."""
    changed = dict(texts(folder))
    for path, begin, end in reversed(items(folder)):
        if rng.random() < 0.2:
            text = texts(folder)[path][begin:end]
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                text = mutated(text, folder, rng)
            # Later items come first, so the places before them still hold.
            changed[path] = changed[path][:begin] + text + changed[path][end:]
    return changed


def check(files: dict[str, str], game: str) -> Diagnostics:
    found = Diagnostics()
    library = Library.of_sources([Source(path, text) for path, text in sorted(files.items())], found)
    packs = [name for name in library.of_game(game) if name != game and not library.is_mode(name)]
    program = link(library, game, packs, found)
    if program is not None and not found.has_errors:
        weave(program, found)
    for finding in found:
        assert finding.code in CODES, finding
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.span.source.text), finding
    json.dumps(found.to_json())
    return found


@pytest.mark.parametrize("share", range(SHARES))
def test_texts_with_mistakes_are_linked(share: int) -> None:
    rng = random.Random(SEED + share)
    for number in range(LINKS // SHARES):
        folder, game = rng.choice([(f, g) for f in FOLDERS for g in ("castles", "two_castles")])
        files = with_mistakes(folder, rng)
        try:
            found = check(files, game)
        except Exception as error:
            raise AssertionError(f"seed {SEED + share}, number {number}, {folder} {game}") from error
        assert found.has_errors
        assert report_text(found, width=100, limit=5)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("game", ["castles", "two_castles"])
def test_an_item_that_cannot_be_read_makes_no_other_errors(folder: str, game: str) -> None:
    rng = random.Random(SEED)
    for path, begin, end in rng.sample(items(folder), BROKEN):
        text = texts(folder)[path]
        line = text.find("\n", begin, end)
        at = end if line < 0 else line
        broken = {**texts(folder), path: f"{text[:at]} )%({text[at:]}"}
        found = check(broken, game)
        others = [f for f in found if not f.code.startswith(("CW00", "CW01"))]
        assert not others, f"{path}: {text[begin:at]}\n{report_text(found)}"
