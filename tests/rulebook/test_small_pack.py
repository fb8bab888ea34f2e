"""A small game and an expansion, neither of them ours: pages, sheets, and what a changed number changes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from castlewright.cli.app import app
from castlewright.cli.docs import ordered
from castlewright.rulebook import pdf
from castlewright.rulebook.book import Book
from castlewright.rulebook.faces import CELL, faces_of
from castlewright.rulebook.single import single_page
from castlewright.rulebook.world import World
from castlewright.rulebook.write import book_of

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "shore"
PAGES = ("index", "play-setup", "play-round", "pack-gulls", "kind-boat", "changes", "reference", "glossary")


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    """The packs in a folder of their own, so that a test can change them."""
    return Path(shutil.copytree(HERE / "packs", tmp_path / "packs"))


def book(packs: Path) -> Book:
    return book_of(*ordered(str(packs / "gulls"), None, None, None, None, None, None))


def pages(packs: Path) -> dict[str, str]:
    return {page.path.removesuffix(".md"): page.markdown() for page in book(packs).pages}


def test_pages_of_an_expansion(packs: Path, golden: Callable[[Path, str], None]) -> None:
    written = pages(packs)
    for name in PAGES:
        golden(GOLDEN / f"{name}.md", written[name])


def test_a_changed_number_changes_every_page_and_the_card(packs: Path) -> None:
    before = pages(packs)
    rules = packs / "shore" / "shore.rules"
    text = rules.read_text(encoding="utf-8")
    text = text.replace("bay_catch() -> pearls = 2 pearls", "bay_catch() -> pearls = 7 pearls")
    text = text.replace("  copies: 2\n", "  copies: 6\n")
    rules.write_text(text.replace("expect your pearls is 2", "expect your pearls is 7"), encoding="utf-8")
    after = pages(packs)
    changed = {name for name in after if before[name] != after[name]}
    assert {"pack-shore", "kind-water", "components", "reference", "reference-card", "play-setup"} <= changed
    assert "**The pearls of the bay** are 7 pearls." in after["pack-shore"]
    assert "(7 pearls)" in after["kind-water"]
    assert "(7 pearls)" in after["reference-card"]
    assert "| [Boats](kind-boat.md#kind-boat) | 7 | 1 | **8** |" in after["components"]
    world = World(*ordered(str(packs / "gulls"), None, None, None, None, None, None))
    faces = faces_of(Book(world), world.program.kinds["boat"], CELL)
    assert sum(">Skiff</h2>" in face.front for face in faces) == 6


def test_docs_writes_pages_and_one_page_of_everything(packs: Path, tmp_path: Path) -> None:
    result = run("docs", packs / "gulls", "-o", tmp_path / "out", "--html", "--players", "3")
    assert result.exit_code == 0, result.output
    assert "| Place | 3 players |" in (tmp_path / "out" / "play-setup.md").read_text("utf-8")
    page = (tmp_path / "out" / "book.html").read_text("utf-8")
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("<section ") == len(book(packs).pages)


def test_another_number_of_players_is_refused(packs: Path, tmp_path: Path) -> None:
    result = run("docs", packs / "gulls", "-o", tmp_path / "out", "--players", "9")
    assert result.exit_code == 2
    assert "for 2 to 3 players, not 9" in result.output


def test_pdf_without_its_package_says_what_to_install(
    packs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(pdf, "import_module", absent)
    for words in (
        ("docs", "--pdf", "-o", tmp_path / "out"),
        ("print", "--kind", "boat", "-o", tmp_path / "x.pdf"),
    ):
        result = run(words[0], packs / "gulls", *words[1:])
        assert result.exit_code == 2
        assert "castlewright[pdf]" in result.output
    assert not (tmp_path / "out").exists()


def test_print_names_the_kinds_there_are(packs: Path, tmp_path: Path) -> None:
    result = run("print", packs / "gulls", "--kind", "boot", "-o", tmp_path / "x.html")
    assert result.exit_code == 2
    assert "boat" in result.output
    assert run("print", packs / "gulls", "--kind", "boat", "-o", tmp_path / "x.html").exit_code == 0


def test_the_single_page_is_the_same_every_time(packs: Path) -> None:
    assert single_page({"": book(packs)}) == single_page({"": book(packs)})
