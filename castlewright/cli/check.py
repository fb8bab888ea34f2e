"""`castlewright check`: read, link and check packs without running them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from castlewright.cli.arguments import AsJson, Edition, Roots, Settings, With, order_of
from castlewright.cli.console import say
from castlewright.cli.guard import finish
from castlewright.cli.targets import Targets, find_targets, together
from castlewright.compiler.compile import Order
from castlewright.rules_dsl.diagnostics import Diagnostics

if TYPE_CHECKING:
    from castlewright.compiler.typed import ir

__all__ = ["check"]

REFUSED = "CW0221"


def check(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            help="Games or packs by name, folders, or .rules files; all shipped games by default.",
            show_default=False,
        ),
    ] = None,
    packs: With = None,
    settings: Settings = None,
    edition: Edition = None,
    roots: Roots = None,
    as_json: AsJson = False,
    sources: Annotated[
        bool, typer.Option("--sources", help="Warn of definitions that do not say where they come from.")
    ] = False,
) -> None:
    """Check names, types, units, flow and clashes; every error says what to do.

    Each pack is checked with the packs it needs, and all packs of a game together, unless `--with` names a
    set.
    """
    from castlewright.cli.programs import games_offering

    found = Diagnostics()
    order = order_of("", packs, settings, roots, edition)
    chosen = find_targets(targets or [], order.roots, found)
    files = _read_loose(chosen, found)
    for game in games_offering(chosen.library, chosen.games, order.options):
        names = chosen.games[game]
        sets = [order.packs] if packs else _sets(game, names, chosen)
        for one in sets:
            bag = Diagnostics()
            program = _check_set(Order(game, one, order.options, chosen.roots), chosen, bag)
            # A set that nobody asked for may be one that is not played.
            if packs or set(bag.codes()) != {REFUSED}:
                found.extend(bag)
            if sources and program is not None:
                _check_sources(program, found)
        if not as_json and not found.has_errors:
            say(f"{game}: {_counted(len(names), 'pack')} checked, no errors")
    if files and not as_json and not found.has_errors:
        say(f"{_counted(files, 'file')} read, no errors")
    finish(found, as_json=as_json)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _sets(game: str, names: list[str], chosen: Targets) -> list[tuple[str, ...]]:
    """The sets of packs to link.

    Each pack by itself (with what it needs), then all that do not exclude each other.
    """
    others = [name for name in names if name != game]
    sets: list[tuple[str, ...]] = [()] if game in names or not others else []
    sets += [(name,) for name in others]
    every = [name for name in together(chosen.library, game) if name in others]
    if len(every) > 1:
        sets.append(tuple(every))
    return sets


def _check_sources(program: ir.Program, found: Diagnostics) -> None:
    from castlewright.compiler.check.lint import check_sources

    check_sources(program, found)


def _check_set(order: Order, chosen: Targets, found: Diagnostics) -> ir.Program | None:
    from castlewright.compiler.compile import link_order
    from castlewright.compiler.lower.weave import weave

    program = link_order(order, found, chosen.library)
    if program is not None:
        weave(program, found)
    return program


def _read_loose(chosen: Targets, found: Diagnostics) -> int:
    """Read the files that belong to no pack, for their syntax alone."""
    from castlewright.rules_dsl.parser import parse
    from castlewright.rules_dsl.source import read_source

    for path in chosen.loose:
        source = read_source(path, found)
        if source is None:
            continue
        parse(source, found)
        found.warning(
            "CW0201",
            source.span(0, 0),
            "this file belongs to no pack: only its syntax is checked",
            help="put a pack.rules beside it",
        )
    return len(chosen.loose)
