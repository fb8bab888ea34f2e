"""The same order gives the same book, whatever order sets of a run have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def written(folder: Path, seed: str) -> dict[str, bytes]:
    command = [sys.executable, "-m", "castlewright", "docs", "two_castles", "--with", "soirees", "--html"]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    subprocess.run([*command, "-o", str(folder)], env=environment, check=True, capture_output=True)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_two_runs_write_the_same_bytes(tmp_path: Path) -> None:
    first, second = written(tmp_path / "first", "1"), written(tmp_path / "second", "2")
    assert first
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []
