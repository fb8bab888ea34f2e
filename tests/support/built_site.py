"""The whole site, built once for all workers of a test run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["GAMES", "Site", "built_site"]

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("castles", "two_castles")
PATIENCE = 900.0
"""Seconds that a worker waits for the one that builds."""


@dataclass(frozen=True, slots=True)
class Site:
    """`pages` is the built site, `work` holds what it was built from: `docs/` and `mkdocs.yml`."""

    pages: Path
    work: Path

    def book(self, game: str) -> Path:
        """The single page of a game's rulebook."""
        return self.pages / "rulebooks" / game / "book.html"

    def source(self, game: str) -> Path:
        """The folder of Markdown pages of a game's rulebook."""
        return self.work / "docs" / "rulebooks" / game


def built_site(folder: Path) -> Site:
    """Build the site below a folder that all workers share, or wait until another worker has done so.

    Raises AssertionError if it cannot be built.
    """
    site = Site(folder / "site", folder / "work")
    folder.mkdir(parents=True, exist_ok=True)
    done, failed = folder / "done", folder / "failed"
    try:
        os.close(os.open(folder / "lock", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not done.exists() and not failed.exists():
            assert time.monotonic() < until, "the worker that builds the site does not come to an end"
            time.sleep(0.2)
    else:
        command = ["tools/site.py", "--work", str(site.work), "--out", str(site.pages)]
        run = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        (failed if run.returncode else done).write_text(run.stdout, encoding="utf-8")
    assert not failed.exists(), f"tools/site.py failed:\n{failed.read_text('utf-8')}"
    return site
