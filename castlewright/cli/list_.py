"""`castlewright list`: the games, and what is in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from castlewright.cli.arguments import AsJson, Edition, Roots, Settings, With, order_of
from castlewright.cli.catalogue import SECTIONS, entries
from castlewright.cli.console import console, say, table, write_json
from castlewright.cli.guard import Refused

if TYPE_CHECKING:
    from castlewright.compiler.packs.packs import Library, Pack
    from castlewright.compiler.typed import ir

__all__ = ["list_"]


def list_(
    game: Annotated[
        str | None, typer.Argument(help="A game; without it the games are listed.", show_default=False)
    ] = None,
    kind: Annotated[
        str | None,
        typer.Argument(
            help="A kind, or `kinds`, `rules`, `effects`, `actions`, `flow`, `zones`, `keeps`.",
            metavar="[WHAT]",
            show_default=False,
        ),
    ] = None,
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    roots: Roots = None,
    as_json: AsJson = False,
) -> None:
    """List the games; the packs, settings and kinds of one.

    Or the definitions of a kind with all they print, or the names of one sort that a pack may use or bend.
    """
    from castlewright.cli.programs import library_of, program_of

    order = order_of(game or "", packs, settings, roots, edition)
    library = library_of(order)
    if game is None:
        _list_games(library, as_json=as_json)
        return
    program = program_of(order, library)
    if kind is None:
        _list_game(program, library.modes_of(program.game), as_json=as_json)
    elif kind in SECTIONS and kind not in program.kinds:
        _list_names(program, kind, as_json=as_json)
    else:
        _list_kind(program, _kind(program, kind), as_json=as_json)


def _list_games(library: Library, *, as_json: bool) -> None:
    from castlewright.cli.programs import games_of

    rows = [
        {"name": game, "title": pack.info.title, "packs": library.of_game(game)}
        for game in games_of(library)
        if (pack := library.get(game)) is not None
    ]
    if as_json:
        write_json(rows)
        return
    sheet = table()
    for heading in ("Game", "Title", "Packs"):
        sheet.add_column(heading, no_wrap=heading == "Game")
    for row in rows:
        sheet.add_row(str(row["name"]), str(row["title"]), ", ".join(row["packs"]))
    console().print(sheet)


def _list_game(program: ir.Program, modes: list[Pack], *, as_json: bool) -> None:
    kinds = [k for k in program.kinds.values() if k.definitions]
    if as_json:
        write_json(
            {
                "game": program.game,
                "title": program.title,
                "players": list(program.players),
                "packs": [{"name": p.name, "title": p.title, "version": p.version} for p in program.packs],
                "modes": [{"name": mode.info.name, "title": mode.info.title} for mode in modes],
                "options": [
                    {"name": o.name, "title": o.title, "value": _plain(o.value)}
                    for o in program.options.values()
                ],
                "kinds": [{"name": k.name, "plural": k.plural, "count": len(k.definitions)} for k in kinds],
            }
        )
        return
    say(f"{program.title}, {program.players[0]} to {program.players[1]} players", style="bold")
    say()
    sheet = table("Packs")
    for heading in ("Name", "Title", "Version"):
        sheet.add_column(heading)
    for pack in program.packs:
        sheet.add_row(pack.name, pack.title, pack.version)
    console().print(sheet)
    if modes:
        say()
        sheet = table("Modes", caption="other ways to play, with --mode NAME")
        for heading in ("Name", "Title"):
            sheet.add_column(heading)
        for mode in modes:
            sheet.add_row(mode.info.name, mode.info.title)
        console().print(sheet)
    if program.options:
        say()
        sheet = table("Settings", caption="set with --option NAME=VALUE")
        for heading in ("Name", "Title", "Value"):
            sheet.add_column(heading)
        for option in program.options.values():
            sheet.add_row(option.name, option.title or "", _text(_plain(option.value)))
        console().print(sheet)
    say()
    sheet = table("Kinds", caption=f"list one with: castlewright list {program.game} KIND")
    sheet.add_column("Name")
    sheet.add_column("Definitions", justify="right")
    sheet.add_column("Pieces", justify="right")
    for kind in kinds:
        pieces = "" if kind.is_value else str(sum(d.copies for d in kind.definitions))
        sheet.add_row(kind.name, str(len(kind.definitions)), pieces)
    console().print(sheet)


def _list_names(program: ir.Program, section: str, *, as_json: bool) -> None:
    from dataclasses import asdict

    from castlewright.compiler.english.sentences import Writer

    found = entries(section, Writer(program))
    if as_json:
        write_json([asdict(entry) for entry in found])
        return
    sheet = table(f"The {section} of {program.title}")
    for heading in ("Form", "Pack", "Says"):
        if heading != "Says" or any(entry.says for entry in found):
            sheet.add_column(heading, overflow="fold")
    for entry in found:
        sheet.add_row(entry.form, entry.pack, *([entry.says] if len(sheet.columns) > 2 else []))
    console().print(sheet)


def _kind(program: ir.Program, name: str) -> ir.Kind:
    """The kind of this name, in the singular or the plural. Raises `Refused`."""
    from castlewright.rules_dsl.names import did_you_mean

    for kind in program.kinds.values():
        if name in (kind.name, kind.plural):
            return kind
    known = [word for k in program.kinds.values() for word in (k.name, k.plural)]
    near = did_you_mean(name, [*known, *SECTIONS])
    raise Refused("CW0307", f"there is no kind `{name}`", help=near)


def _list_kind(program: ir.Program, kind: ir.Kind, *, as_json: bool) -> None:
    several = len({d.pack for d in kind.definitions}) > 1
    if as_json:
        write_json([_definition(d, kind) for d in kind.definitions])
        return
    shown = [f for f in kind.fields.values() if any(_shown(d.values.get(f.name)) for d in kind.definitions)]
    sheet = table(f"{len(kind.definitions)} {kind.plural} of {program.title}")
    sheet.add_column("Name", no_wrap=True)
    sheet.add_column("Title")
    if not kind.is_value:
        sheet.add_column("Copies", justify="right")
    if several:
        sheet.add_column("Pack")
    for field in shown:
        sheet.add_column(field.name)
    for definition in kind.definitions:
        cells = [definition.name, definition.title or ""]
        cells += [] if kind.is_value else [str(definition.copies)]
        cells += [definition.pack] if several else []
        cells += [_text(_plain(definition.values.get(f.name))) for f in shown]
        sheet.add_row(*cells)
    console().print(sheet)


def _definition(definition: ir.Definition, kind: ir.Kind) -> dict[str, Any]:
    texts = definition.texts
    return {
        "name": definition.name,
        "kind": kind.name,
        "title": definition.title,
        "pack": definition.pack,
        "copies": definition.copies,
        "place": str(definition.span),
        "standing": texts.standing,
        "found": texts.found,
        "cites": list(texts.cites),
        "fields": {name: _plain(value) for name, value in definition.values.items()},
        "faces": {
            face.name: {name: _plain(value) for name, value in face.values.items()}
            for face in definition.faces
        },
    }


def _shown(value: ir.Const) -> bool:
    """Is a value worth a column: no drawing, and not nothing?"""
    rows = isinstance(value, tuple) and any(isinstance(item, str) for item in value)
    return not rows and value not in (None, ())


def _plain(value: ir.Const) -> Any:
    """A printed value as JSON: names for values, `left 2` for sides, lists for sets."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (int, str)):
        return value
    edge = getattr(value, "edge", None)
    return getattr(value, "name", "") if edge is None else f"{edge} {getattr(value, 'index', '')}"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return ", ".join(_text(item) for item in cast("list[Any]", value))
    return "" if value is None else str(value)
