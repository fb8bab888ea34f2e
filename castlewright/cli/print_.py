"""`castlewright print`: pieces and cards on sheets to cut out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from castlewright.cli.arguments import Edition, Level, Mode, Roots, Settings, With
from castlewright.cli.console import say, write_text
from castlewright.cli.guard import Refused

__all__ = ["print_"]

LEAST_CELL, MOST_CELL = 2.0, 40.0


def print_(
    subject: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game, a pack, or the folder of a pack.", show_default=False),
    ],
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="The kind of pieces to print.", show_default=False)
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
    cell: Annotated[
        float,
        typer.Option(
            "--cell", metavar="MM", help="Width of a cell of a plan.", min=LEAST_CELL, max=MOST_CELL
        ),
    ] = 12.0,
    roots: Roots = None,
) -> None:
    """Print the pieces of a kind: to scale with crop marks, or as cards, fronts and backs.

    Pages of backs are mirrored, for printing on both sides, turned over the long edge.
    """
    from castlewright.cli.docs import ordered
    from castlewright.rulebook.book import Book
    from castlewright.rulebook.pdf import pdf_writer, write_pdf
    from castlewright.rulebook.sheets import sheets_of
    from castlewright.rulebook.world import World
    from castlewright.rules_dsl.names import did_you_mean

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
    kinds = {k.name: k for k in book.world.program.kinds.values() if not k.is_value and k.definitions}
    if kind not in kinds:
        near = did_you_mean(kind, kinds) or f"the kinds are: {', '.join(sorted(kinds))}"
        raise Refused("CW0301", f"there is no kind of pieces `{kind}`", help=near)
    text = sheets_of(book, kinds[kind], cell)
    if as_html:
        write_text(out, text)
    else:
        write_pdf(text, out)
    count = sum(one.copies for one in kinds[kind].definitions)
    say(f"wrote {count} pieces to {out}")
