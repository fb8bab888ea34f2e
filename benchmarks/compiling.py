"""Rows about compiling: with no cache, with a warm one, with one changed file, ten times the content."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Row, fresh

from castlewright.compiler.compile import Order, compiled
from castlewright.library import content_roots
from castlewright.runtime.ruleset import Ruleset

GAMES = '(("castles", "all"), ("two_castles", "all"))'
LOAD = """
import castlewright as cw
for game, packs in {games}:
    cw.load(game, packs, cache={cache})
print(json.dumps({{"seconds": clock() - start}}))
"""
CHANGED = """
from pathlib import Path
from castlewright.compiler.compile import Order
from castlewright.compiler.workshop import Workshop
from castlewright.runtime.ruleset import Ruleset
workshop = Workshop()
def load(game, packs):
    order = Order.of(game, [packs], {{}}, [Path({root!r})])
    return Ruleset.from_code(workshop.compiled(order))
for game, packs in {games}:
    load(game, packs)
path = Path({file!r})
text = path.read_text(encoding="utf-8")
found = []
for digit in "34567":
    path.write_text(text.replace({words!r}, {words!r} + digit), encoding="utf-8")
    start = clock()
    load("castles", "all")
    found.append(clock() - start)
    assert workshop.reused
path.write_text(text, encoding="utf-8")
print(json.dumps({{"seconds": sorted(found)[len(found) // 2]}}))
"""
COMPILED = """
from pathlib import Path
import castlewright.compiler.workshop
from castlewright.compiler.compile import Order, compiled
start = clock()
compiled(Order.of("castles", [], {{}}, [Path({root!r})]), cache=False)
print(json.dumps({{"seconds": clock() - start}}))
"""
EDIT = "coin_total(p) / 1"
"""A number in a rule of one file: it gets one more digit."""
TENFOLD = 10
COPIED = (
    *(f"{sort}_rooms" for sort in "activity downstairs food living outdoor sleeping utility".split()),
    "bonus_cards",
    "favors",
)
"""The files whose definitions are multiplied."""
KINDS = ("list of room ", "room ", "bonus ", "favor ")
DEFINED = re.compile(r'^(  |room |bonus |favor )(\w+)( "[^"\n]*"[:{ ])', re.MULTILINE)


def load_from(root: Path, game: str, packs: str = "none", *, cache: bool = True) -> Ruleset:
    """A game from a copy of the shipped content, which takes the place of the shipped one."""
    return Ruleset.from_code(compiled(Order.of(game, [packs], {}, [root]), cache=cache))


def seconds_to_compile(root: Path, times: int) -> float:
    """How long a base game takes that a process compiles first, what it imports not counted."""
    return fresh(COMPILED.format(root=str(root)), times)["seconds"]


def size_of(folder: Path) -> int:
    """How many bytes of rules texts lie below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*.rules"))


def rows(times: int) -> Iterator[Row]:
    """Measure."""
    shipped = content_roots()[0]
    size = size_of(shipped)
    with tempfile.TemporaryDirectory() as place:
        cache = str(Path(place) / "cache")
        content = Path(place) / "content"
        shutil.copytree(shipped, content, symlinks=False)
        cold = fresh(LOAD.format(games=GAMES, cache=False), times)["seconds"]
        yield Row(
            f"compile all content ({size / 1000:.0f} kB), no cache",
            cold * 1000,
            "ms",
            2500 * max(size / 400_000, 0.25),
            "2.5 s for 400 kB",
            note=f"{size / cold / 1000:.0f} kB/s; a fresh process, imports included",
        )
        fresh(LOAD.format(games=GAMES, cache=True), 1, cache)
        warm = fresh(LOAD.format(games=GAMES, cache=True), times, cache)["seconds"]
        yield Row("the same, warm cache", warm * 1000, "ms", 300, "300 ms", note="a fresh process")
        file = str(next(content.glob("castles/base/favors.rules")))
        code = CHANGED.format(games=GAMES, root=str(content), file=file, words=EDIT)
        changed = fresh(code, times, cache)["seconds"]
        yield Row("the same, one changed file", changed * 1000, "ms", 150, "150 ms", note="a running process")


def grown(place: Path) -> tuple[Path, float]:
    """A copy of the shipped games with ten times the text: definitions again and again under other names."""
    content = place / "grown"
    shutil.copytree(content_roots()[0], content, symlinks=False)
    base = content / "castles" / "base"
    before = size_of(base)
    texts = [(name, definitions_of(base / f"{name}.rules")) for name in COPIED]
    number = 0
    while size_of(base) < TENFOLD * before:
        number += 1
        for stem, text in texts:
            renamed = DEFINED.sub(rf"\g<1>\g<2>_v{number}\g<3>", text)
            (base / f"{stem}_v{number}.rules").write_text(renamed, encoding="utf-8")
    return content, size_of(base) / before


def definitions_of(path: Path) -> str:
    """The definitions of a file, without the rules and effects that stand between them."""
    items = re.split(r"\n(?=[^\s}])", path.read_text(encoding="utf-8"))
    return "\n".join(item.rstrip() for item in items if item.startswith(KINDS)) + "\n"
