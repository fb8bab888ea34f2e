"""Where packs are found, and the way from the name of a game to a ruleset that can be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from castlewright.runtime.ruleset import Ruleset

__all__ = ["MissingPackages", "content_roots", "load", "load_built"]

AUTHORING = frozenset({"lark", "pydantic", "pydantic_core", "jsonschema", "referencing"})


class MissingPackages(ImportError):
    """Rules texts were to be compiled, and a package that this takes is not installed."""


def content_roots(extra: Iterable[str | PathLike[str]] = ()) -> tuple[Path, ...]:
    """The folders below which packs are looked for.

    `extra`, then the content that ships with Castlewright.
    """
    spec = find_spec("castlewright.content")
    shipped = [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
    roots = [Path(place) for place in extra] + [place for place in shipped if place.is_dir()]
    return tuple(dict.fromkeys(root.resolve() for root in roots))


def load(
    game: str,
    packs: Sequence[str] | str = (),
    options: Mapping[str, str] | None = None,
    roots: Iterable[str | PathLike[str]] = (),
    *,
    edition: str | None = None,
    cache: bool = True,
) -> Ruleset:
    """Compile a game, or take it from the cache, and return the ruleset.

    `game` names the base pack; `packs` the packs to play with (those they need come with them), or is "all"
    or "none". `options` are the settings that packs offer, name to value, both as text; `edition` is short
    for the setting of that name. `roots` are folders with packs of your own; the shipped content is always
    looked through too. Without `cache` nothing is read from or written to the user's cache folder.

    Raises `BadCall` for arguments of another sort, `DiagnosticError`, which carries every finding, if the
    texts have errors, and `MissingPackages` if they are not in the cache and the packages of
    `castlewright[authoring]` are not installed.

    >>> import castlewright as cw
    >>> rules = cw.load("castles")
    >>> rules.meta["title"]
    'Castles of Mad King Ludwig'
    >>> game = rules.new_game(players=["Ann", "Bob"], seed=7)
    >>> game.over
    False
    """
    from castlewright.compiler.compile import Order, compiled
    from castlewright.runtime.ruleset import Ruleset

    _check_order(game, packs, options, roots, edition)
    chosen = (packs,) if isinstance(packs, str) else tuple(packs)
    settings = {**(options or {}), **({} if edition is None else {"edition": edition})}
    order = Order.of(game, chosen, settings, content_roots(roots))
    try:
        code = compiled(order, cache=cache)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in AUTHORING:
            raise
        raise MissingPackages(
            f"compiling rules texts takes the package {error.name}: pip install 'castlewright[authoring]', "
            "or load a built ruleset with load_built",
            name=error.name,
        ) from error
    return Ruleset.from_code(code)


def _check_order(game: object, packs: object, options: object, roots: object, edition: object) -> None:
    """Raise `BadCall` for what is not of the sort that `load` takes."""
    from castlewright.runtime.errors import BadCall

    if not isinstance(game, str) or not game:
        raise BadCall(f"a game goes by the name of its base pack, such as 'castles', not {game!r}")
    if not isinstance(packs, str) and not _all_are(packs, str):
        raise BadCall(f"packs are a list of names, 'all' or 'none', not {packs!r}")
    if options is not None and not _is_texts(options):
        raise BadCall(f"options are settings and their values, both as text, not {options!r}")
    if edition is not None and not isinstance(edition, str):
        raise BadCall(f"an edition goes by its name, not {edition!r}")
    if isinstance(roots, (str, bytes)) or not _all_are(roots, (str, PathLike)):
        raise BadCall(f"roots are a list of folders, not {roots!r}")


def _all_are(items: object, sort: type | tuple[type, ...]) -> bool:
    return isinstance(items, Iterable) and all(
        isinstance(item, sort) for item in cast("Iterable[object]", items)
    )


def _is_texts(options: object) -> bool:
    """Are they texts by name?"""
    if not isinstance(options, Mapping):
        return False
    known = cast("Mapping[object, object]", options)
    return _all_are(known, str) and _all_are(known.values(), str)


def load_built(path: str | PathLike[str]) -> Ruleset:
    """Return the ruleset that `castlewright build` wrote to a folder; needs the standard library only.

    `path` is the folder or the module in it. The module is Python: load only what you or somebody you trust
    has built. Raises `RulesetError` if it is no built ruleset of this format, `BadCall` for what is no path,
    `OSError` if it cannot be read.
    """
    from castlewright.built import read_built
    from castlewright.runtime.errors import BadCall

    if not _all_are([path], (str, PathLike)):
        raise BadCall(f"a built ruleset lies in a folder, which goes by its path, not {path!r}")

    return read_built(Path(path))
