"""Reading the folder `conformance/`; its README says what the files hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "conformance"
PRELUDE = FOLDER / "prelude" / "pack.rules"
ARROW = " => "


@dataclass(frozen=True)
class ValueFile:
    """Expressions with their values, in a position."""

    name: str
    given: str
    cases: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Block:
    """A text that stands beside the prelude, and what comes of it."""

    file: str
    title: str
    text: str
    outcome: tuple[str, ...]


def value_files() -> list[ValueFile]:
    """The files of `values/`."""
    return [_value_file(path) for path in sorted((FOLDER / "values").glob("*.txt"))]


def _value_file(path: Path) -> ValueFile:
    given: list[str] = []
    cases: list[tuple[str, str]] = []
    inside = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or (not line.strip() and not inside):
            continue
        if inside or line == "given {":
            inside = line != "}"
            given.append(line)
        else:
            expression, arrow, value = line.rpartition(ARROW)
            assert arrow, f"{path.name}: {line!r} has no `=>`"
            cases.append((expression.strip(), value.strip()))
    return ValueFile(path.stem, "\n".join(given), tuple(cases))


def blocks(folder: str) -> list[Block]:
    """The blocks of `rulings/` or `errors/`."""
    return [block for path in sorted((FOLDER / folder).glob("*.txt")) for block in _blocks(path)]


def _blocks(path: Path) -> Iterator[Block]:
    title, lines = "", list[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("=== "):
            title, lines = line.removeprefix("=== ").strip(), []
        elif line.startswith("=> "):
            yield Block(path.stem, title, "\n".join(lines).strip("\n") + "\n", tuple(line[3:].split()))
            lines = []
        elif title:
            lines.append(line)
    assert not "".join(lines).strip(), f"{path.name}: the last block has no outcome"
