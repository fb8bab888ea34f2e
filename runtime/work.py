"""What may be worked out between two decisions: how much of it, and how large the numbers may grow.

Generated code counts its own work where it could be long: loops within loops by the elements they go through,
functions that ask much by what they ask. A unit of work takes a fraction of a microsecond.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import TypeVar

from .errors import BudgetError, RuleFailure
from .state import WORK_LIMIT, State

__all__ = ["LARGEST", "WORK_LIMIT", "counted", "fitting", "product", "spend"]

LARGEST = (1 << 63) - 1
"""Largest number that rules may reckon with, and what any program may keep in eight bytes."""

Items = TypeVar("Items", bound=Sized)


def spend(g: State, units: int) -> None:
    """Count some work. Raises :class:`BudgetError`."""
    g.work -= units
    if g.work < 0:
        raise BudgetError(f"the rules asked more than {WORK_LIMIT:,} questions between two decisions")


def counted(g: State, items: Items, units: int) -> Items:
    """Return a collection after counting the work for going through it, so much for each element.

    Raises :class:`BudgetError`.
    """
    g.work -= len(items) * units
    if g.work < 0:
        raise BudgetError(f"the rules asked more than {WORK_LIMIT:,} questions between two decisions")
    return items


def product(a: int, b: int) -> int:
    """Return the product of two numbers. Raises :class:`RuleFailure` for one beyond :data:`LARGEST`."""
    return fitting(a * b)


def fitting(value: int) -> int:
    """Return a number that is not beyond :data:`LARGEST`. Raises :class:`RuleFailure` for one that is."""
    if -LARGEST <= value <= LARGEST:
        return value
    raise RuleFailure(f"a number came out larger than {LARGEST:,}")
