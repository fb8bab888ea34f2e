"""The public interface: what `import castlewright` brings, loading, the cache, built rulesets, the examples
of docstrings.
"""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import castlewright as cw
from castlewright.cli.app import app
from castlewright.compiler import compile
from castlewright.compiler.packs import cache

HEAVY = ("lark", "pydantic", "jsonschema", "typer", "rich")
PROBE = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in {blocked!r}:
            raise ModuleNotFoundError(name + ' is blocked', name=name)
sys.meta_path.insert(0, Blocker())
import castlewright as cw
"""


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CASTLEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def probe(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter where the authoring packages cannot be imported."""
    import os

    text = PROBE.format(blocked=HEAVY) + code
    return subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **env},
    )


def test_importing_loads_nothing_else() -> None:
    code = "print(*sorted(n for n in sys.modules if n.startswith('castlewright')))"
    assert probe(code).stdout.split() == ["castlewright"]


def test_every_public_name_is_there() -> None:
    for name in cw.__all__:
        assert getattr(cw, name) is not None
    assert set(cw.__all__) <= set(dir(cw))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = cw.no_such_name  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]


@pytest.mark.parametrize("module", ["castlewright", "castlewright.library"])
def test_examples_in_docstrings_run(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried
    assert failed == 0


def test_a_second_load_comes_from_the_cache(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cw.load("castles")
    assert len(list(own_cache.rglob("rulesets/*"))) == 1

    def never(*_: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(compile, "build_order", never)
    assert cw.load("castles").hash == first.hash
    with pytest.raises(AssertionError, match="compiled again"):
        cw.load("castles", cache=False)
    with pytest.raises(AssertionError, match="compiled again"):
        cw.load("castles", options={"edition": "royal"})


def test_what_is_cached_needs_no_authoring_package(own_cache: Path) -> None:
    code = "print(cw.load('castles').new_game(2, 7).decision is not None)"
    missing = probe(code, CASTLEWRIGHT_CACHE=str(own_cache))
    assert "MissingPackages" in missing.stderr
    subprocess.run([sys.executable, "-c", f"import castlewright as cw; {code}"], check=True, timeout=60)
    done = probe(code, CASTLEWRIGHT_CACHE=str(own_cache))
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_changed_text_is_compiled_anew(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    keys = {cache.content_digest([root], ["game"], {})}
    (root / "a.rules").write_text("unit star stars\n", encoding="utf-8")
    keys.add(cache.content_digest([root], ["game"], {}))
    (root / "a.rules").write_text("unit star starz\n", encoding="utf-8")
    keys.add(cache.content_digest([root], ["game"], {}))
    (root / "a.rules").rename(root / "b.rules")
    keys.add(cache.content_digest([root], ["game"], {}))
    keys.add(cache.content_digest([root], ["game", "pack"], {}))
    keys.add(cache.content_digest([root], ["game"], {"pack": ""}))
    assert len(keys) == 6


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("CASTLEWRIGHT_CACHE", str(tmp_path / "file"))
    assert cw.load("castles").meta["game"] == "castles"


def test_damaged_cache_entries_are_compiled_anew(own_cache: Path) -> None:
    first = cw.load("castles")
    entry = next(iter(own_cache.rglob("rulesets/*")))
    for data in (b"", b"\x00", entry.read_bytes()[:1000]):
        entry.write_bytes(data)
        assert cw.load("castles").hash == first.hash


def test_errors_of_the_texts_carry_every_finding() -> None:
    with pytest.raises(cw.DiagnosticError) as caught:
        cw.load("castles", packs=["nope", "nor_this"])
    assert caught.value.diagnostics.codes() == ["CW0214", "CW0214"]


def build(folder: Path) -> None:
    result = CliRunner().invoke(app, ["build", "castles", "-o", str(folder)])
    assert result.exit_code == 0, result.output


def test_a_built_ruleset_is_the_same_each_time_and_runs_alone(tmp_path: Path) -> None:
    build(tmp_path / "one")
    build(tmp_path / "two")
    texts = [
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*")
            if path.is_file()
        }
        for name in ("one", "two")
    ]
    assert texts[0] == texts[1]
    rules = cw.load_built(tmp_path / "one")
    assert rules.hash == cw.load("castles").hash
    code = f"""
rules = cw.load_built({str(tmp_path / "two")!r})
game = rules.new_game(2, 7)
while game.decision:
    game.choose(0, game.decision.player)
compile_time = ('castlewright.compiler', 'castlewright.rules_dsl')
print(game.scores, *sorted(name for name in sys.modules if name.startswith(compile_time)))
"""
    done = probe(code)
    assert done.stderr == ""
    game = rules.new_game(2, 7)
    while game.decision:
        game.choose(0, game.decision.player)
    assert done.stdout == f"{game.scores}\n"


def test_what_is_no_built_ruleset_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ruleset.py"
    for text in ("", "FORMAT = 99\n", "x = (\n", "raise KeyError\n", "1 / 0\n", "\x00"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(cw.RulesetError):
            cw.load_built(tmp_path)
    with pytest.raises(OSError, match="nowhere"):
        cw.load_built(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("game", "more"),
    [
        (None, {}),
        (5, {}),
        ("", {}),
        (b"castles", {}),
        ("castles", {"packs": None}),
        ("castles", {"packs": [1]}),
        ("castles", {"packs": 5}),
        ("castles", {"options": "x"}),
        ("castles", {"options": {"edition": 2}}),
        ("castles", {"options": [("edition", "first")]}),
        ("castles", {"edition": 2}),
        ("castles", {"roots": None}),
        ("castles", {"roots": "content"}),
        ("castles", {"roots": [None]}),
    ],
)
def test_arguments_of_another_sort(game: Any, more: dict[str, Any]) -> None:
    with pytest.raises(cw.BadCall) as caught:
        cw.load(game, **more)
    assert caught.value.code == "CW1115"


def test_games_and_packs_that_are_not_there() -> None:
    wanted: Any
    for wanted in (("castels",), ("castles", "x"), ("castles", ["new_roms"])):
        with pytest.raises(cw.DiagnosticError):
            cw.load(*wanted)


@pytest.mark.parametrize("path", [None, 5, ["x"], b"x"])
def test_paths_of_another_sort(path: Any) -> None:
    with pytest.raises(cw.BadCall, match="folder"):
        cw.load_built(path)
