"""pyproject.toml names every package of the tree, and nothing that is not there."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def folder_of(package: str) -> Path:
    mapping: dict[str, str] = TOOL["package-dir"]
    for name in sorted(mapping, key=len, reverse=True):
        if package == name or package.startswith(name + "."):
            return ROOT / mapping[name] / Path(*package[len(name) + 1 :].split("."))
    raise AssertionError(f"{package} has no folder")


def test_every_listed_package_has_its_folder() -> None:
    assert [name for name in TOOL["packages"] if not folder_of(name).is_dir()] == []


def test_every_folder_with_python_is_listed() -> None:
    listed = {folder_of(name).resolve() for name in TOOL["packages"]}
    found = {
        path.parent.resolve()
        for top in ("castlewright", "rules_dsl", "compiler", "runtime")
        for path in (ROOT / top).rglob("*.py")
    }
    assert sorted(str(folder.relative_to(ROOT)) for folder in found - listed) == []


def test_content_holds_no_python() -> None:
    assert [str(path) for path in (ROOT / "content").rglob("*.py*") if "__pycache__" not in path.parts] == []


def test_the_package_is_typed() -> None:
    assert (ROOT / "castlewright" / "py.typed").exists()
