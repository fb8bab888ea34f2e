"""What a command is asked to look at: games and packs by name, folders, files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from castlewright.cli.guard import Refused
from castlewright.compiler.packs.packs import MANIFEST, Library
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean

__all__ = ["Targets", "find_targets", "together"]


@dataclass(slots=True)
class Targets:
    """Packs to look at by game, files that belong to no pack, and the library they are found in."""

    library: Library
    roots: tuple[Path, ...]
    games: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    loose: list[Path] = field(default_factory=list[Path])

    def add(self, name: str) -> None:
        """Look at a pack too."""
        pack = self.library.get(name)
        if pack is not None:
            names = self.games.setdefault(pack.info.game, [])
            if name not in names:
                names.append(name)

    def add_game(self, game: str) -> None:
        """Look at all packs of a game too, its base first."""
        for name in sorted(self.library.of_game(game), key=lambda name: (name != game, name)):
            self.add(name)


def find_targets(words: list[str], roots: tuple[Path, ...], diagnostics: Diagnostics) -> Targets:
    """Find what words on the command line mean; without any, every game. Raises `Refused` for one that means
    nothing.

    What is wrong with the manifests of packs goes into `diagnostics`.
    """
    places = [Path(word) for word in words if Path(word).exists() and not _only_a_name(word, roots)]
    extra = [root for place in places for root in _roots_of(place, roots)]
    all_roots = tuple(dict.fromkeys([*extra, *roots]))
    library = Library.of(all_roots, diagnostics)
    targets = Targets(library, all_roots)
    for word in words:
        place = Path(word)
        if library.of_game(word):
            targets.add_game(word)
        elif library.get(word) is not None:
            targets.add(word)
        elif place.exists():
            _add_place(targets, place)
        else:
            games = {pack.info.game for pack in library.loaded.values()}
            near = did_you_mean(word, [*games, *library.loaded])
            raise Refused("CW0214", f"there is no game, pack, folder or file `{word}`", help=near)
    if not words:
        for game in sorted({pack.info.game for pack in library.loaded.values()}):
            targets.add_game(game)
    return targets


def _only_a_name(word: str, roots: tuple[Path, ...]) -> bool:
    """Is a folder that bears the name of a game or pack none of packs, such as what `docs` wrote there?"""
    known = Library.of(roots, Diagnostics())
    named = bool(known.of_game(word)) or known.get(word) is not None
    return named and Path(word).is_dir() and next(Path(word).rglob(MANIFEST), None) is None


def _roots_of(place: Path, roots: tuple[Path, ...]) -> list[Path]:
    """The folders from which the packs of a place are found: the place, or its pack and those beside it that
    are packs of the same game. What else lies beside a pack is nobody's business.
    """
    folder = (place if place.is_dir() else place.parent).resolve()
    for above in (folder, *folder.parents):
        if (above / MANIFEST).is_file():
            return [above, *_beside(above, roots)]
    return [folder] if place.is_dir() else []


def _beside(folder: Path, roots: tuple[Path, ...]) -> list[Path]:
    """The folders beside that of a pack with packs of its game; what is wrong in others does not matter."""
    try:
        others = [one for one in sorted(folder.parent.iterdir()) if (one / MANIFEST).is_file()]
    except OSError:
        return []
    found = Library.of([*roots, folder, *others], Diagnostics()).loaded.values()
    games = {pack.info.game for pack in found if pack.folder == folder}
    return [pack.folder for pack in found if pack.info.game in games and pack.folder in others]


def _add_place(targets: Targets, place: Path) -> None:
    """Look at the packs in a folder, the pack around it, or the file alone."""
    here = place.resolve()
    inside: list[str] = []
    around: list[str] = []
    for name, pack in targets.library.loaded.items():
        folder = None if pack.folder is None else pack.folder.resolve()
        if folder is not None and folder.is_relative_to(here):
            inside.append(name)
        elif folder is not None and here.is_relative_to(folder):
            around.append(name)
    for name in inside or around[-1:]:
        targets.add(name)
    if not inside and not around and place.is_file():
        targets.loose.append(place)


def together(library: Library, game: str) -> list[str]:
    """All packs of a game besides its base, but of those that exclude each other only the first by name.

    Modes are left out.
    """
    chosen: list[str] = []
    excluded: set[str] = set()
    for name in library.of_game(game):
        pack = library.get(name)
        if pack is None or name == game or pack.info.mode:
            continue
        if name in excluded or set(pack.info.conflicts) & set(chosen):
            continue
        chosen.append(name)
        excluded |= set(pack.info.conflicts)
    return chosen
