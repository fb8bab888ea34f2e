"""Builds the whole site: the project's documentation and the rulebook of every game that ships.

Run by `make docs`. The pages of the rulebooks go into a copy of `docs/`, so that the tree stays clean.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "out" / "site"
STYLE = Path(__file__).with_name("site.css")


def main() -> int:
    """Write the books, assemble the pages, build them strictly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="where the site is written")
    parser.add_argument("--work", type=Path, default=WORK, help="where its pages are put together")
    given = parser.parse_args()
    config = assemble(given.work.resolve(), given.out.resolve())
    build = ["-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(config)]
    return subprocess.run([sys.executable, *build], check=False, cwd=ROOT).returncode


def assemble(work: Path, out: Path) -> Path:
    """Put the pages of the site below `work`; returns the configuration that builds them into `out`.

    Raises subprocess.CalledProcessError if a book cannot be written.
    """
    pages = work / "docs"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages)
    shutil.copyfile(STYLE, pages / "rulebook.css")
    config: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    games = _games()
    _write_books([game for game, _ in games], pages / "rulebooks", work)
    books: list[Any] = []
    for game, title in games:
        navigation = pages / "rulebooks" / game / "nav.yml"
        books.append({title: _below(yaml.safe_load(navigation.read_text("utf-8")), f"rulebooks/{game}/")})
    config["nav"].append({"Rulebooks": books})
    config["theme"]["custom_dir"] = str(ROOT / config["theme"]["custom_dir"])
    config["extra_css"] = ["rulebook.css"]
    config["exclude_docs"] = "nav.yml"
    config["docs_dir"] = str(pages)
    config["site_dir"] = str(out)
    made = work / "mkdocs.yml"
    made.write_text(yaml.safe_dump(config, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return made


def _write_books(games: list[str], folder: Path, work: Path) -> None:
    """The books of all games at once, each by a process of its own."""
    commands = [
        [sys.executable, "-m", "castlewright", "docs", game, "-o", str(folder / game), "--html"]
        for game in games
    ]
    running = [subprocess.Popen(command, cwd=work) for command in commands]
    for process, command in zip(running, commands, strict=True):
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, command)


def _games() -> list[tuple[str, str]]:
    """The names and titles of the games that ship."""
    from castlewright.cli.arguments import order_of
    from castlewright.cli.programs import games_of, library_of

    library = library_of(order_of("", None, None, None))
    found = [(game, library.get(game)) for game in games_of(library)]
    return [(game, pack.info.title) for game, pack in found if pack is not None]


def _below(navigation: Any, folder: str) -> Any:
    """The navigation of a book, its pages below a folder."""
    if isinstance(navigation, str):
        return folder + navigation
    if isinstance(navigation, list):
        return [_below(one, folder) for one in navigation]
    return {title: _below(one, folder) for title, one in navigation.items()}


if __name__ == "__main__":
    sys.exit(main())
