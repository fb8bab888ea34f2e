"""The whole book: its pages in order, its drawings, its navigation."""

from __future__ import annotations

from dataclasses import dataclass, field

from castlewright.compiler.typed import ir
from castlewright.rulebook.page import Page
from castlewright.rulebook.terms import Terms
from castlewright.rulebook.world import World
from castlewright.rules_dsl.diagnostics import DiagnosticError

__all__ = ["Book", "Part"]


@dataclass(frozen=True, slots=True)
class Part:
    """A group of pages under one word of the navigation."""

    title: str
    pages: tuple[Page, ...]


@dataclass
class Book:
    """What the writers of pages share. `files` are the drawings, by path, as they will be written."""

    world: World
    terms: Terms = field(init=False)
    parts: list[Part] = field(default_factory=list[Part])
    files: dict[str, str] = field(default_factory=dict[str, str])
    drawn: dict[str, bool] = field(default_factory=dict[str, bool])
    """Of the kinds that have a page, by name, whether their pieces are drawn."""
    readings: dict[str, str] = field(default_factory=dict[str, str])
    """Where each reading stands on its page; filled when first asked for."""
    shown: object = None
    """What the examples came to, once they have been played."""
    variants: dict[tuple[str, str], ir.Program | DiagnosticError] = field(
        default_factory=dict[tuple[str, str], "ir.Program | DiagnosticError"]
    )
    """The program with other values of an option, by option and value; filled when first asked for."""
    boxed: set[str] = field(default_factory=set[str])
    """The titles of examples that stand beside what they explain."""

    def __post_init__(self) -> None:
        self.terms = Terms(self.world)

    @property
    def pages(self) -> list[Page]:
        """All pages, in order."""
        return [page for part in self.parts for page in part.pages]

    def add(self, title: str, *pages: Page | None) -> None:
        """Add a part; pages that are None are left out, and a part without pages too."""
        kept = tuple(page for page in pages if page is not None)
        if kept:
            self.parts.append(Part(title, kept))
