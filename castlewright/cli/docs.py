"""`castlewright docs`: the rulebook of a game, or of a pack with what it changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from castlewright.cli.arguments import (
    Edition,
    Level,
    Mode,
    PaperOption,
    PaperSize,
    Roots,
    Settings,
    With,
    order_of,
)
from castlewright.cli.console import remark, say
from castlewright.cli.folder import Folder
from castlewright.cli.guard import Refused

if TYPE_CHECKING:
    from castlewright.compiler.compile import Order
    from castlewright.compiler.packs.packs import Library

__all__ = ["docs", "ordered"]

Subject = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, a pack, or the folder of a pack.", show_default=False),
]


def docs(
    subject: Subject,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="DIR", help="Where to write it.", show_default=False)
    ],
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    mode: Mode = None,
    level: Level = None,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", help="Write for this number of players only.", min=1),
    ] = None,
    roots: Roots = None,
    html: Annotated[
        bool, typer.Option("--html", help="Also write one page that holds everything: DIR/book.html.")
    ] = False,
    pdf: Annotated[
        bool,
        typer.Option("--pdf", help="Also write DIR/book.pdf; needs the packages of castlewright\\[pdf]."),
    ] = False,
    paper: PaperOption = PaperSize.A4,
    appendix: Annotated[
        bool,
        typer.Option(
            "--appendix/--no-appendix",
            help="Formulas and cited passages at the end of the PDF, in small type.",
        ),
    ] = True,
) -> None:
    """Write the rulebook: Markdown pages with drawings, and navigation for mkdocs.

    Without --with, all packs of the game that can be played together are in it, and each other way to play
    gets a book of its own in a folder of its name. What only an earlier run wrote into DIR is removed; files
    that no run wrote are left alone, and never written over.
    """
    from castlewright.compiler.compile import collector_paused
    from castlewright.rulebook.paper import PAPERS
    from castlewright.rulebook.pdf import pdf_writer, write_book
    from castlewright.rulebook.single import single_page
    from castlewright.rulebook.write import NAVIGATION, book_of, books_of, files_of

    folder = Folder(out)
    folder.ready("index.md", NAVIGATION)
    if pdf:
        pdf_writer()  # before the work, not after it
    order, library = ordered(subject, packs, settings, roots, edition, mode, level)
    _check_players(order, library, players)
    everything = not packs and mode is None and subject == order.game
    with collector_paused():
        books = books_of(order, library, players) if everything else {"": book_of(order, library, players)}
        files = files_of(books)
        if html:
            files["book.html"] = single_page(books)
    written = folder.write(files, later=("book.pdf",) if pdf else ())
    if pdf:
        write_book(books, out / "book.pdf", PAPERS[paper.value], appendix=appendix)
        written.append(out / "book.pdf")
    pages = sum(len(book.pages) for book in books.values())
    say(f"wrote {len(written)} files, {pages} pages of them, to {out}")
    for path in (out / "index.md", out / "book.html", out / "book.pdf"):
        if path in written:
            remark(f"  {path}", style="dim")


def ordered(
    subject: str,
    packs: list[str] | None,
    settings: list[str] | None,
    roots: list[Path] | None,
    edition: str | None,
    mode: str | None,
    level: str | None,
) -> tuple[Order, Library]:
    """What is to be written about, and the packs that can be found. Raises `Refused`, `DiagnosticError`."""
    from castlewright.cli.programs import library_of
    from castlewright.cli.targets import find_targets, together
    from castlewright.rules_dsl.diagnostics import Diagnostics

    order = order_of("", packs, settings, roots, edition, mode, level)
    found = Diagnostics()
    targets = find_targets([subject], order.roots, found)
    found.raise_errors()
    if len(targets.games) != 1:
        raise Refused("CW0214", f"`{subject}` is no game and no pack", help="name one game, or one pack")
    ((game, names),) = targets.games.items()
    order = replace(order, game=game, roots=targets.roots)
    library: Library = library_of(order)
    own = () if game in names else tuple(names)
    if not packs and mode is None and not own:
        return replace(order, packs=tuple(together(library, game))), library
    chosen = tuple(dict.fromkeys([*own, *order.packs]))
    if "all" in chosen:
        chosen = tuple(dict.fromkeys([*own, *together(library, game), *([mode] if mode else [])]))
    return replace(order, packs=chosen), library


def _check_players(order: Order, library: Library, players: int | None) -> None:
    from castlewright.cli.programs import program_of

    if players is None:
        return
    program = program_of(order, library)
    fewest, most = program.players
    if not fewest <= players <= most:
        raise Refused("CW1110", f"{program.title} is for {fewest} to {most} players, not {players}")
