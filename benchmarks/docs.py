"""Writing the rulebooks of both games, all packs and every way to play, as `docs --html` does."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Row, best

__all__ = ["rows"]

GAMES = ("castles", "two_castles")


def rows(times: int) -> Iterator[Row]:
    """One book after the other, each in a fresh process."""
    with tempfile.TemporaryDirectory() as folder:

        def write() -> None:
            for game in GAMES:
                words = ["docs", game, "--html", "-o", str(Path(folder) / game)]
                subprocess.run(
                    [sys.executable, "-m", "castlewright", *words],
                    check=True,
                    capture_output=True,
                    cwd=folder,
                )

        taken = best(write, min(times, 3))
        pages = sum(1 for _ in Path(folder).rglob("*.md"))
    yield Row(
        "rulebooks of all content", taken, "s", 30.0, "30 s", note=f"{pages} pages, and all on one page each"
    )
