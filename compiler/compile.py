"""From packs on disk to code that runs, by the shortest way.

What was compiled before is taken from the cache.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from castlewright.compiler.packs import cache as store

if TYPE_CHECKING:
    from castlewright.compiler.build import BuiltRuleset
    from castlewright.compiler.packs.packs import Library
    from castlewright.compiler.typed import ir
    from castlewright.rules_dsl.diagnostics import Diagnostics

__all__ = ["ALL", "Order", "build_order", "compiled", "generate", "link_order", "packs_of"]

ALL = "all"
"""Stands for every pack of a game, modes apart."""
NONE = "none"
"""Stands for the base pack alone."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be compiled.

    A game, packs by name or `ALL`, options as text, folders to find packs below.
    """

    game: str
    packs: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    roots: tuple[Path, ...] = ()

    @classmethod
    def of(cls, game: str, packs: Sequence[str], options: Mapping[str, str], roots: Sequence[Path]) -> Order:
        """An order from what people write.

        Names may be joined by commas, `none` and blanks count for nothing.
        """
        names = [name.strip() for word in packs for name in word.split(",")]
        wanted = tuple(sorted({name for name in names if name not in ("", NONE)}))
        return cls(game, wanted, dict(options), tuple(roots))


def compiled(order: Order, *, cache: bool = True, diagnostics: Diagnostics | None = None) -> bytes:
    """The marshalled code of the ruleset's module.

    With `cache`, code of the same texts, options and compiler is taken from the user's cache folder, and
    nothing but the standard library is imported. Warnings go into `diagnostics` if the texts are compiled.
    Raises `DiagnosticError` if they have errors.
    """
    key = store.content_digest(order.roots, (order.game, *order.packs), order.options) if cache else ""
    if cache and (code := store.recall("rulesets", key)) is not None:
        return code
    from castlewright.compiler.packs.trees import on_disk as trees_on_disk
    from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics

    found = Diagnostics() if diagnostics is None else diagnostics
    with collector_paused(), trees_on_disk() if cache else nullcontext():
        built = build_order(order, found)
        if built is None:
            raise DiagnosticError(found)
        code = built.marshalled()
    if cache:
        store.remember("rulesets", key, code)
    return code


@contextmanager
def collector_paused() -> Generator[None, None, None]:
    """Compiling makes many objects that live to its end: looking for garbage among them finds none."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def build_order(order: Order, diagnostics: Diagnostics) -> BuiltRuleset | None:
    """Link, weave and generate what is to be played. None when the texts have errors; see the diagnostics."""
    from castlewright.compiler.packs.packs import Library, report_parts

    before = diagnostics.error_count
    library = Library.of(order.roots, diagnostics)
    program = link_order(order, diagnostics, library) if diagnostics.error_count == before else None
    if program is not None:
        report_parts(library, program.packs, diagnostics)
    return None if program is None or diagnostics.error_count > before else generate(program, diagnostics)


def link_order(order: Order, diagnostics: Diagnostics, library: Library | None = None) -> ir.Program | None:
    """Link what is ordered, changes and hooks still apart. None when the texts have errors.

    See the diagnostics.
    """
    from castlewright.compiler.check.link import link
    from castlewright.compiler.packs.packs import Library

    library = Library.of(order.roots, diagnostics) if library is None else library
    if diagnostics.has_errors:
        return None
    return link(library, order.game, packs_of(order, library), diagnostics, order.options)


def packs_of(order: Order, library: Library) -> list[str]:
    """The packs that an order names, `ALL` spelt out."""
    named = [name for name in order.packs if name != ALL]
    if len(named) == len(order.packs):
        return named
    usual = [name for name in library.of_game(order.game) if name != order.game and not library.is_mode(name)]
    return sorted({*usual, *named})


def generate(program: ir.Program, diagnostics: Diagnostics) -> BuiltRuleset | None:
    """Weave a linked program, which changes it, and write its module.

    None when something cannot be compiled.
    """
    from castlewright.compiler.build import build
    from castlewright.compiler.lower.weave import weave

    before = diagnostics.error_count
    weave(program, diagnostics)
    return None if diagnostics.error_count > before else build(program)
