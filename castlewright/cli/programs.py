"""Linked programs for the commands that read them: `list`, `describe`, `schema`."""

from __future__ import annotations

from collections.abc import Iterable

from castlewright.cli.guard import Refused
from castlewright.cli.targets import together
from castlewright.compiler.compile import Order, link_order
from castlewright.compiler.packs.packs import Library
from castlewright.compiler.typed import ir
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.rules_dsl.names import did_you_mean

__all__ = ["games_of", "games_offering", "library_of", "program_about", "program_of"]


def library_of(order: Order) -> Library:
    """The packs that can be found. Raises `DiagnosticError` if a manifest is wrong."""
    found = Diagnostics()
    library = Library.of(order.roots, found)
    found.raise_errors()
    return library


def games_of(library: Library) -> list[str]:
    """The names of all games that there are packs of."""
    return sorted({pack.info.game for pack in library.loaded.values()})


def games_offering(library: Library, games: Iterable[str], settings: Iterable[str]) -> list[str]:
    """Those of some games whose packs offer all these settings; all of them if none does."""
    games, wanted = list(games), set(settings)
    offered = {
        game: {
            option.name.text
            for name in library.of_game(game)
            if (pack := library.get(name)) is not None
            for option in pack.options
        }
        for game in games
    }
    return [game for game in games if wanted <= offered[game]] or games


def program_of(order: Order, library: Library) -> ir.Program:
    """What is ordered, linked; every pack of the game that can be played together where none is named.

    Raises `DiagnosticError` if the texts have errors, `Refused` for a game that is not there.
    """
    if order.game not in games_of(library):
        near = did_you_mean(order.game, games_of(library))
        raise Refused("CW0214", f"there is no game `{order.game}`", help=near)
    return _linked(order, order.packs or tuple(together(library, order.game)), library)


def program_about(order: Order, name: str, library: Library) -> ir.Program:
    """What is ordered, linked; where no pack is named, only the packs in which something has this name.

    So nothing is told that packs change which nobody asked for. Where these are not played without others, or
    the name only means something beside others, all packs. Raises as `program_of`.
    """
    program = program_of(order, library)
    packs = {decl.pack for decl in _named(program, name)}
    if order.packs or not packs:
        return program
    try:
        alone = _linked(order, tuple(sorted(packs - {order.game})), library)
    except DiagnosticError:
        return program
    return alone if len(_named(alone, name)) == len(_named(program, name)) else program


def _named(program: ir.Program, name: str) -> list[ir.Decl]:
    """All that has this name and can be described."""
    found: list[ir.Decl] = [d for kind in program.kinds.values() for d in kind.definitions if d.name == name]
    for table in (program.rules, program.effects, program.actions):
        found += [decl for decl in (table.get(name),) if decl is not None]
    return found


def _linked(order: Order, packs: tuple[str, ...], library: Library) -> ir.Program:
    found = Diagnostics()
    program = link_order(Order(order.game, packs, order.options, order.roots), found, library)
    if program is None:
        raise DiagnosticError(found)
    return program
