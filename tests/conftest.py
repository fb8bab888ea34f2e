"""What all tests share: the golden-file fixture, Hypothesis profiles, one import guard."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# `python -m pytest` puts the checkout's root in front of the path, where castlewright/ lacks the
# parts that only the installed mapping gives it (rules_dsl/, compiler/, runtime/, content/).
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != ROOT]

# One machine's slowness is no failure, and a build server must not roll other dice than yesterday.
settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
settings.register_profile(
    "thorough", parent=settings.get_profile("default"), derandomize=False, max_examples=2000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite golden files with what the code gives now (then read the diff)",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a file of the tree; `--update-golden` writes the file instead."""
    update = bool(request.config.getoption("--update-golden"))

    def compare(path: Path, text: str) -> None:
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        assert path.exists(), f"{path} is missing; run with --update-golden to write it"
        assert text == path.read_text(encoding="utf-8"), f"{path.name} differs; see --update-golden"

    return compare
