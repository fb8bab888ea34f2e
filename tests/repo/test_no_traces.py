"""The tree speaks of no machine: no path of somebody's disk, no address of a package mirror."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Written in pieces, so that this file passes its own test.
TRACES = {
    "an absolute path of a machine": re.compile(
        r"(?<![\w.])/(?:work|root|ho" + r"me/\w+|Users/\w+|tmp/venv|tmp/cw)(?:/|\b)(?!\w)"
    ),
    "a drive letter": re.compile(r"\b[A-Z]:\\\\?Users\\"),
    "a package index or mirror": re.compile(
        r"pypi\.org|files\.pythonhosted|registry\.npmjs|--(?:extra-)?index-url|proxy\.golang|artifactory"
    ),
    "an address inside a private network": re.compile(
        r"\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b|localhost:\d+"
    ),
}
BINARY = {".png", ".ico", ".gz", ".woff", ".woff2", ".pyc"}


def tree() -> list[Path]:
    """Files that belong to the tree: known to git, or new and not ignored."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    names = [name for name in listed.stdout.decode("utf-8").split("\0") if name]
    if listed.returncode:  # no checkout: all that lies here
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")]
    return [path for name in names if (path := ROOT / name).is_file() and path.suffix not in BINARY]


@pytest.mark.parametrize("what", sorted(TRACES))
def test_no_trace_in_the_tree(what: str) -> None:
    pattern = TRACES[what]
    here = Path(__file__).resolve()
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {match.group()}"
        for path in tree()
        if path.resolve() != here
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        for match in pattern.finditer(line)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("an absolute path of a machine", "see /" + "work/main/x"),
        ("an absolute path of a machine", "'/" + "tmp/venv/bin/python'"),
        ("a package index or mirror", "pip install --index" + "-url x"),
        ("an address inside a private network", "http://10" + ".0.0.7:80"),
    ],
)
def test_the_test_finds_traces(what: str, line: str) -> None:
    assert TRACES[what].search(line)


def test_the_test_lets_ordinary_text_pass() -> None:
    for line in ("a network/work flow", "homework/x", "docs/root.md", "version 1.10.2.3"):
        assert not [what for what, pattern in TRACES.items() if pattern.search(line)]
