"""The error codes: each has one meaning for ever.

To add a code, add its page to the module of its area in `error_pages/`. One that is no longer reported is
taken out, and its number is not used again. Messages are written where the error is found; what
stands here is what `castlewright explain CODE` and the error index say about all errors of the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .error_pages import (
    definitions,
    effects,
    examples,
    files,
    json_form,
    names,
    packs,
    places,
    rules,
    runs,
    syntax,
    types,
)
from .error_pages.page import AREAS, PRELUDE, CodeInfo

__all__ = ["ALL", "AREAS", "CODES", "PRELUDE", "CodeInfo"]

_MODULES: Final = (
    files,
    syntax,
    packs,
    names,
    types,
    definitions,
    rules,
    effects,
    places,
    examples,
    json_form,
    runs,
)

ALL: Final[tuple[CodeInfo, ...]] = tuple(info for module in _MODULES for info in module.PAGES)
"""The pages of all codes, in order."""

CODES: Final[Mapping[str, CodeInfo]] = MappingProxyType({info.code: info for info in ALL})
"""The pages by their codes."""
