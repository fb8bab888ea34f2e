"""`castlewright print`: pieces and cards on sheets to cut out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from castlewright.cli.arguments import Edition, Level, Mode, PaperOption, PaperSize, Roots, Settings, With
from castlewright.cli.console import say, write_text
from castlewright.cli.guard import Refused

if TYPE_CHECKING:
    from castlewright.compiler.typed import ir
    from castlewright.rulebook.book import Book
    from castlewright.rulebook.faces import Face
    from castlewright.rulebook.sheets import Layout

__all__ = ["print_"]

LEAST_CELL, MOST_CELL = 2.0, 40.0
ALL, REFERENCE_CARD, REFERENCE_SHEET = "all", "reference-card", "reference-sheet"


def print_(
    subject: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game, a pack, or the folder of a pack.", show_default=False),
    ],
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="Kinds of pieces to print, joined by commas; `all`; `reference-card`; `reference-sheet`.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "-o", "--out", metavar="FILE", help="A .pdf file, or .html for a browser.", show_default=False
        ),
    ],
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    mode: Mode = None,
    level: Level = None,
    paper: PaperOption = PaperSize.A4,
    cell: Annotated[
        float | None,
        typer.Option(
            "--cell",
            metavar="MM",
            help="Width of a cell of a plan: 12, or what fits the paper.",
            min=LEAST_CELL,
            max=MOST_CELL,
            show_default=False,
        ),
    ] = None,
    copies: Annotated[
        int | None,
        typer.Option(
            "--copies",
            metavar="N",
            help="So many of each piece, instead of as many as the game has.",
            min=1,
            max=99,
            show_default=False,
        ),
    ] = None,
    right: Annotated[
        float,
        typer.Option("--back-right", metavar="MM", help="Move all backs to the right.", min=-9, max=9),
    ] = 0.0,
    down: Annotated[
        float, typer.Option("--back-down", metavar="MM", help="Move all backs down.", min=-9, max=9)
    ] = 0.0,
    roots: Roots = None,
) -> None:
    """Print the pieces of a kind: to scale with crop marks, or as cards, fronts and backs.

    Pages of backs are mirrored, for printing on both sides, turned over the long edge. Where a printer shifts
    the paper, --back-right and --back-down move the backs to meet their fronts.
    """
    from castlewright.cli.docs import ordered
    from castlewright.rulebook.book import Book
    from castlewright.rulebook.paper import PAPERS
    from castlewright.rulebook.pdf import pdf_writer, write_pdf
    from castlewright.rulebook.pictures import pack_signs
    from castlewright.rulebook.sheets import Layout, sheets_html
    from castlewright.rulebook.world import World

    suffix = out.suffix.lower()
    as_html = suffix in (".html", ".htm")
    if not as_html and suffix != ".pdf":
        raise Refused(
            "CW0016", f"`{out}` is neither a .pdf nor an .html file", help="end the name in .pdf or .html"
        )
    if out.is_dir():
        raise Refused("CW0016", f"`{out}` is a folder", help="name a file behind -o")
    if not as_html:
        pdf_writer()
    order, library = ordered(subject, packs, settings, roots, edition, mode, level)
    book = Book(World(order, library))
    pack_signs(book)
    layout = Layout(PAPERS[paper.value], copies=copies, shift=(right, down))
    wanted = _wanted(book, kind)
    layout = _scaled(book, [one for one in wanted if not isinstance(one, str)], layout, cell)
    groups = [_faces(book, one, layout) for one in wanted]
    text = sheets_html(f"{book.world.program.title}: {kind}", groups, layout)
    if as_html:
        write_text(out, text)
    else:
        write_pdf(text, out)
    count = sum(len(faces) for faces in groups)
    say(f"wrote {count} piece{'' if count == 1 else 's'} to {out}")


def _wanted(book: Book, text: str) -> list[ir.Kind | str]:
    """The kinds of pieces, and the words for references. Raises `Refused` for one that there is not."""
    from castlewright.rulebook.faces import printable
    from castlewright.rules_dsl.names import did_you_mean

    kinds = {one.name: one for one in printable(book)}
    found: list[ir.Kind | str] = []
    for name in (part.strip() for part in text.split(",")):
        if name == ALL:
            found += [*kinds.values(), REFERENCE_CARD, REFERENCE_SHEET]
        elif name in (REFERENCE_CARD, REFERENCE_SHEET):
            found.append(name)
        elif name in kinds:
            found.append(kinds[name])
        else:
            names = [*sorted(kinds), ALL, REFERENCE_CARD, REFERENCE_SHEET]
            near = did_you_mean(name, names) or f"there is: {', '.join(names)}"
            raise Refused("CW0301", f"there is no kind of pieces `{name}`", help=near)
    return found


def _scaled(book: Book, kinds: list[ir.Kind], layout: Layout, cell: float | None) -> Layout:
    """The layout with the width of a cell. Raises `BadParameter` for one at which a piece does not fit."""
    from dataclasses import replace

    from castlewright.rulebook.sheets import largest_cell

    largest = int(min(largest_cell(book, kinds, layout.paper), MOST_CELL) * 10) / 10
    if cell is not None and cell > largest:
        raise typer.BadParameter(
            f"a piece is larger than the paper with cells of {cell:g} mm; at most {largest:g} mm fit"
        )
    if cell is None and largest < layout.cell:
        say(f"cells are {largest:g} mm wide, so that the largest piece fits the paper")
    return replace(layout, cell=min(layout.cell, largest) if cell is None else cell)


def _faces(book: Book, wanted: ir.Kind | str, layout: Layout) -> list[Face]:
    from castlewright.rulebook.faces import faces_of
    from castlewright.rulebook.handout import reference_cards, reference_sheets

    if not isinstance(wanted, str):
        return list(faces_of(book, wanted, layout.cell, layout.copies))
    times = layout.copies or 1
    if wanted == REFERENCE_CARD:
        return [face for _ in range(times) for face in reference_cards(book)]
    sheets = reference_sheets(book, layout.paper)
    if len(sheets) > 1:
        say(f"the reference takes {len(sheets)} sheets: one would have smaller type than can be read")
    return [face for _ in range(times) for face in sheets]
