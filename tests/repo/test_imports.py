"""Imports run one way, and a built ruleset runs on the standard library alone."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# What a layer may import of the project besides itself. compiler -> runtime is for names only.
ALLOWED = {
    "rules_dsl": frozenset[str](),
    "compiler": frozenset({"rules_dsl", "runtime"}),
    "runtime": frozenset[str](),
}
# The stages of the compiler, and which of the others each may import.
STAGES = {
    "typed": frozenset[str](),
    "english": frozenset({"typed"}),
    "publish": frozenset({"typed"}),
    "packs": frozenset({"typed", "publish"}),
    "check": frozenset({"typed", "packs"}),
    "lower": frozenset({"typed", "check"}),
    "generate": frozenset({"typed", "english", "lower"}),
}
# Layers that must do without anything from the package index, and the packages others may use.
THIRD_PARTY = {
    # Rich draws diagnostics where it is installed; it is imported only when something is printed.
    # typing_extensions comes with Pydantic, which wants its TypedDict before Python 3.12.
    "rules_dsl": frozenset(
        {"lark", "pydantic", "pydantic_core", "jsonschema", "referencing", "rich", "typing_extensions"}
    ),
    "compiler": frozenset({"lark", "pydantic", "pydantic_core", "jsonschema", "referencing"}),
    "runtime": frozenset[str](),
    "castlewright/draw": frozenset[str](),
}
BLOCKED = ("lark", "pydantic", "pydantic_core", "jsonschema", "referencing", "typer", "click", "rich")


def files_of(layer: str) -> list[Path]:
    return sorted((ROOT / layer).rglob("*.py"))


def imported_modules(path: Path) -> list[tuple[int, str]]:
    """Absolute names of what a file imports, with line numbers; imports inside functions too."""
    relative = path.relative_to(ROOT)
    package = (
        ["castlewright", *relative.parts[:-1]]
        if relative.parts[0] != "castlewright"
        else list(relative.parts[:-1])
    )
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from castlewright import runtime` names a layer by its alias.
            found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
    return found


@pytest.mark.parametrize("layer", sorted(ALLOWED))
def test_a_layer_imports_only_the_layers_below(layer: str) -> None:
    wrong: list[str] = []
    for path in files_of(layer):
        for line, module in imported_modules(path):
            parts = module.split(".")
            if parts[0] == "castlewright" and parts[1] != layer and parts[1] not in ALLOWED[layer]:
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {module}")
    assert files_of(layer), f"{layer}/ holds no Python"
    assert wrong == []


@pytest.mark.parametrize("stage", sorted(STAGES))
def test_a_stage_of_the_compiler_imports_only_stages_before_it(stage: str) -> None:
    files = sorted((ROOT / "compiler" / stage).glob("*.py"))
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path in files
        for line, module in imported_modules(path)
        if module.startswith("castlewright.compiler.") and module.split(".")[2] not in {stage, *STAGES[stage]}
    ]
    assert files, f"compiler/{stage}/ holds no Python"
    assert wrong == []


def test_every_stage_of_the_compiler_has_its_line() -> None:
    assert {path.parent.name for path in (ROOT / "compiler").glob("*/__init__.py")} == set(STAGES)


@pytest.mark.parametrize("layer", sorted(THIRD_PARTY))
def test_a_layer_imports_no_other_package(layer: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path in files_of(layer)
        for line, module in imported_modules(path)
        if (top := module.split(".")[0]) not in THIRD_PARTY[layer]
        and top != "castlewright"
        and top not in sys.stdlib_module_names
    ]
    assert wrong == []


def test_the_folders_import_each_other_under_the_installed_name() -> None:
    bare = {"rules_dsl", "compiler", "runtime", "content"}
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for layer in ("rules_dsl", "compiler", "runtime", "castlewright", "tests", "benchmarks", "examples")
        for path in files_of(layer)
        for line, module in imported_modules(path)
        if module.split(".")[0] in bare
    ]
    assert wrong == []


def test_installing_brings_no_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []


PROBE = """
import importlib, importlib.abc, pkgutil, sys

class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in BLOCKED:
            raise ModuleNotFoundError(f'{name} is blocked by the test')
        return None

BLOCKED = set(sys.argv[1].split(','))
sys.meta_path.insert(0, Blocker())
before = set(sys.modules)
import castlewright.runtime as runtime
for module in pkgutil.walk_packages(runtime.__path__, 'castlewright.runtime.'):
    importlib.import_module(module.name)
for name in sorted(set(sys.modules) - before):
    if name.split('.')[0] not in sys.stdlib_module_names:
        print(name)
"""


def test_the_runtime_loads_with_the_authoring_packages_blocked(tmp_path: Path) -> None:
    probe = subprocess.run(
        [sys.executable, "-c", PROBE, ",".join(BLOCKED)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert probe.returncode == 0, probe.stderr
    loaded = probe.stdout.split()
    assert "castlewright.runtime" in loaded
    foreign = [name for name in loaded if name.split(".")[0] != "castlewright"]
    authoring = [
        name for name in loaded if name.startswith(("castlewright.compiler", "castlewright.rules_dsl"))
    ]
    assert foreign == []
    assert authoring == []
