"""The pages build strictly: each book by itself with MkDocs and no plugin, all of them with ProperDocs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from support.built_site import GAMES, Site

pytestmark = pytest.mark.slow


def build(program: str, config: Path, out: Path) -> None:
    """Build strictly. Raises AssertionError with all that the builder said if it is not content."""
    words = ["build", "--strict", "--quiet", "--config-file", str(config), "--site-dir", str(out)]
    run = subprocess.run([sys.executable, "-m", program, *words], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def pages(folder: Path, ending: str) -> set[str]:
    """The pages below a folder, without their ending."""
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob(f"*{ending}")}


def test_properdocs_builds_the_same_pages(site: Site, tmp_path: Path) -> None:
    build("properdocs", site.work / "mkdocs.yml", tmp_path / "site")
    assert pages(tmp_path / "site", ".html") == pages(site.pages, ".html")


@pytest.mark.parametrize("game", GAMES)
def test_a_book_builds_by_itself_without_plugins(game: str, site: Site, tmp_path: Path) -> None:
    source = site.source(game)
    config = {
        "site_name": game,
        "docs_dir": str(source),
        "plugins": [],
        "use_directory_urls": False,
        "nav": yaml.safe_load((source / "nav.yml").read_text("utf-8")),
        "validation": {"nav": {"omitted_files": "warn"}, "links": {"anchors": "warn"}},
    }
    made = tmp_path / "mkdocs.yml"
    made.write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
    build("mkdocs", made, tmp_path / "site")
    assert pages(tmp_path / "site", ".html") - {"404", "book"} == pages(source, ".md")
