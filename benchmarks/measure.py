"""What all rows share: the form of a row, the best of several runs, a fresh interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["Row", "best", "fresh"]


class Row(NamedTuple):
    """One measured row. `limit` is what `value` must not exceed, or must reach if `at_least`."""

    what: str
    value: float
    unit: str
    limit: float
    limit_text: str
    at_least: bool = False
    peer: str = ""
    peer_value: float | None = None
    note: str = ""

    @property
    def reached(self) -> bool:
        """Is the budget kept?"""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def to_json(self) -> dict[str, Any]:
        """The row as plain data."""
        return {**self._asdict(), "reached": self.reached}


def best(run: Callable[[], object], times: int) -> float:
    """The shortest of several runs, in seconds."""
    found = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        found = min(found, time.perf_counter() - start)
    return found


def fresh(code: str, times: int, cache: str | None = None) -> dict[str, Any]:
    """Run code in fresh interpreters; it prints one JSON object. The one with the least `seconds` is
    returned.

    Before the code `clock` is time.perf_counter and `start` its value at the beginning.
    """
    text = "import json, sys\nfrom time import perf_counter as clock\nstart = clock()\n" + code
    env = dict(os.environ)
    if cache is not None:
        env["CASTLEWRIGHT_CACHE"] = cache
    found: list[dict[str, Any]] = []
    for _ in range(times):
        done = subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, env=env, check=False
        )
        if done.returncode:
            raise SystemExit(done.stderr)
        found.append(json.loads(done.stdout.splitlines()[-1]))
    return min(found, key=lambda one: one["seconds"])
