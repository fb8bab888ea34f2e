"""Packs on disk: finding them, reading their manifests, choosing a set that fits together."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from pathlib import Path

from castlewright.compiler.packs.json_check import is_json
from castlewright.compiler.packs.texts import texts_of
from castlewright.compiler.packs.trees import read_tree
from castlewright.compiler.typed import ir
from castlewright.rules_dsl import limits
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.source import NO_SPAN, Source, Span, read_source

MANIFEST = "pack.rules"
VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){1,2}")
LANGUAGE = 1  # the language version that this compiler speaks


@dataclass(slots=True)
class Pack:
    """One pack: what its manifest says, and its files as trees."""

    info: ir.PackInfo
    manifest: n.PackDecl
    options: tuple[n.OptionDecl, ...]
    sources: tuple[Source, ...]
    modules: tuple[n.Module, ...]
    span: Span = NO_SPAN
    folder: Path | None = None
    complete: bool = False  # are all its files read?


@dataclass(slots=True)
class Library:
    """The packs that can be chosen from, by name; on disk each is read when first asked for."""

    loaded: dict[str, Pack] = field(default_factory=dict[str, Pack])
    root: Path | None = None

    @classmethod
    def of(cls, roots: Iterable[Path], diagnostics: Diagnostics) -> Library:
        """Find every folder with a manifest below `roots`.

        Reports CW0201 for texts that belong to no pack, CW0209 where two packs bear one name, CW0220 for a
        folder without packs, and what is wrong in manifests.
        """
        library = cls()
        for root in roots:
            library.root = library.root or root
            files = sorted(root.rglob("*.rules"))
            folders = {path.parent for path in files if path.name == MANIFEST}
            if not folders and not files:
                diagnostics.error(
                    "CW0220",
                    Span(Source(root.as_posix(), ""), 0, 0),
                    f"there is no pack in `{root.name or root.as_posix()}`",
                    help=f"a pack is a folder with a file `{MANIFEST}`",
                )
            for path in files:
                if not any(parent in folders for parent in (path.parent, *path.parent.parents)):
                    shown = f"{_shown(path.parent, root)}/{path.name}"
                    _report_strays(Span(Source(shown, ""), 0, 0), diagnostics)
            for folder in sorted(folders):
                pack = read_manifest(folder, _shown(folder, root), diagnostics)
                if pack is not None:
                    library.add(pack, diagnostics)
        library._settle_games()
        return library

    @classmethod
    def of_sources(cls, sources: Iterable[Source], diagnostics: Diagnostics) -> Library:
        """The packs whose files are these; the folders are told from the paths. Reports as `of` does."""
        folders: dict[str, list[Source]] = {}
        for source in sorted(sources, key=lambda one: one.path):
            folders.setdefault(source.path.rpartition("/")[0], []).append(source)
        library = cls()
        for files in folders.values():
            first = next((s for s in files if s.path.rpartition("/")[2] == MANIFEST), None)
            if first is None:
                _report_strays(Span(files[0], 0, 0), diagnostics)
                continue
            pack = _pack_of(first, None, diagnostics)
            if pack is not None:
                _join(pack, [s for s in files if s is not first], diagnostics)
                library.add(pack, diagnostics)
        library._settle_games()
        return library

    def _settle_games(self) -> None:
        """A pack that names no game is of that of the first pack it needs, else its own."""
        settled = {name for name, pack in self.loaded.items() if _named(pack, "game")}
        for name in self.loaded:
            walked: list[Pack] = []
            at: str | None = name
            while at in self.loaded and at not in settled:
                settled.add(at)
                walked.append(self.loaded[at])
                needed = _named(walked[-1], "needs")
                at = needed[0].text if needed else None
            game = self.loaded[at].info.game if at in self.loaded else None
            for pack in reversed(walked):
                pack.info.game = game or pack.info.game
                game = pack.info.game

    def add(self, pack: Pack, diagnostics: Diagnostics) -> None:
        """Put a pack in. Reports CW0209 when there is another one of its name."""
        other = self.loaded.get(pack.info.name)
        if other is None:
            self.loaded[pack.info.name] = pack
        elif not _same_place(other.folder, pack.folder):
            diagnostics.error(
                "CW0209",
                pack.manifest.name.span,
                f"two packs are named `{pack.info.name}`",
                related=[(other.manifest.name.span, "the first one")],
                help="rename one of them",
            )

    def get(self, name: str) -> Pack | None:
        """The pack of this name; of one on disk perhaps with its manifest only."""
        return self.loaded.get(name)

    def is_mode(self, name: str) -> bool:
        """Is this pack another way to play?"""
        pack = self.loaded.get(name)
        return pack is not None and pack.info.mode

    def modes_of(self, game: str) -> list[Pack]:
        """The modes of a game, in order of name; not those that only others build on."""
        modes = [self.loaded[name] for name in self.of_game(game) if self.is_mode(name)]
        built_on = {needed for mode in modes for needed in mode.info.needs}
        return [mode for mode in modes if mode.info.name not in built_on]

    def modes_on(self, name: str) -> list[Pack]:
        """The modes that can be played and need this pack, directly or not, in order of name."""
        found = {name}
        modes = [pack for pack in self.loaded.values() if pack.info.mode]
        while more := {m.info.name for m in modes if found & set(m.info.needs)} - found:
            found |= more
        games = sorted({pack.info.game for pack in modes if pack.info.name in found - {name}})
        return [mode for game in games for mode in self.modes_of(game) if mode.info.name in found - {name}]

    def of_game(self, game: str) -> list[str]:
        """Names of all packs of a game, in order of name."""
        return sorted(name for name, pack in self.loaded.items() if pack.info.game == game)


def _same_place(one: Path | None, other: Path | None) -> bool:
    """Are these the same folder on disk, found on two ways: through links, or roots that overlap?"""
    return one is not None and other is not None and (one / MANIFEST).samefile(other / MANIFEST)


def _shown(folder: Path, root: Path) -> str:
    """The path by which messages name a folder: from the content root on."""
    inside = folder.relative_to(root)
    return (Path(root.name) / inside).as_posix()


def _report_strays(span: Span, diagnostics: Diagnostics) -> None:
    diagnostics.error(
        "CW0201",
        span,
        f"this file belongs to no pack: its folder has no `{MANIFEST}`",
        help=f'add `{MANIFEST}` that begins with `pack NAME "Title" {{ version "1.0"; language 1 }}`',
    )


def read_manifest(folder: Path, shown: str, diagnostics: Diagnostics) -> Pack | None:
    """Read `pack.rules`; None when it is no use. Reports CW0201 and what `manifest_of` does."""
    source = read_source(folder / MANIFEST, diagnostics, shown_as=f"{shown}/{MANIFEST}")
    return None if source is None else _pack_of(source, folder, diagnostics)


def _pack_of(source: Source, folder: Path | None, diagnostics: Diagnostics) -> Pack | None:
    before = diagnostics.error_count
    module = read_tree(source, diagnostics)
    pack = manifest_of(module, diagnostics)
    if pack is None:
        if diagnostics.error_count == before:
            diagnostics.error(
                "CW0201",
                Span(source, 0, 0),
                "this folder is no pack: the file does not declare one",
                help='begin it with `pack NAME "Title" { version "1.0"; language 1 }`',
            )
        return None
    pack.folder = folder
    return pack


def complete(pack: Pack, diagnostics: Diagnostics) -> Pack:
    """Read the pack's other files, in order of name, below its folder (folders of other packs left out).

    Reports CW0013, and what is wrong in the files.
    """
    if pack.folder is None or pack.complete:
        return pack
    sources: list[Source] = []
    shown = pack.sources[0].path.rsplit("/", 1)[0]
    paths = [
        path
        for path in sorted([*pack.folder.rglob("*.rules"), *pack.folder.rglob("*.json")])
        if path.name != MANIFEST and not any((p / MANIFEST).exists() for p in _between(path, pack.folder))
    ]
    for path in paths[: limits.PACK_FILES]:
        shown_as = f"{shown}/{path.relative_to(pack.folder).as_posix()}"
        source = read_source(path, diagnostics, shown_as=shown_as)
        if source is not None:
            sources.append(source)
    if len(paths) > limits.PACK_FILES:
        diagnostics.error(
            "CW0013",
            pack.span,
            f"this pack has {len(paths):,} files; the limit is {limits.PACK_FILES:,}",
            help="join small files, or make two packs",
        )
    return _join(pack, sources, diagnostics)


def _join(pack: Pack, sources: Iterable[Source], diagnostics: Diagnostics) -> Pack:
    """Parse a pack's other files and put them into it. Reports CW0007, CW0202."""
    modules = list(pack.modules)
    for source in sources:
        pack.sources = (*pack.sources, source)
        module = _module_of(source, diagnostics)
        modules.append(module)
        for item in module.items:
            if isinstance(item, n.PackDecl):
                _report_second(item, pack.manifest, diagnostics)
    pack.modules = tuple(modules)
    pack.complete = True
    digest = hashlib.sha256()
    for source in pack.sources:
        digest.update(source.path.encode() + b"\0" + source.text.encode() + b"\0")
    pack.info.digest = digest.hexdigest()
    count = sum(len(item.rows) if isinstance(item, n.ListDecl) else 1 for m in modules for item in m.items)
    if count > limits.DEFINITIONS:
        diagnostics.error(
            "CW0007",
            pack.span,
            f"this pack has {count:,} declarations; the limit is {limits.DEFINITIONS:,}",
            help="split it into several packs",
        )
    return pack


def _module_of(source: Source, diagnostics: Diagnostics) -> n.Module:
    """The tree of a file of rules text or of definitions in JSON form."""
    if not is_json(source):
        return read_tree(source, diagnostics)
    # What reads JSON is loaded only where there is some.
    from castlewright.rules_dsl.json_form import module_from_json

    return module_from_json(source, diagnostics)


def _between(path: Path, folder: Path) -> list[Path]:
    """The folders from that of `path` up to, without, `folder`."""
    found: list[Path] = []
    parent = path.parent
    while parent != folder:
        found.append(parent)
        parent = parent.parent
    return found


def _report_second(decl: n.PackDecl, first: n.PackDecl, diagnostics: Diagnostics) -> None:
    diagnostics.error(
        "CW0202",
        decl.name.span,
        "a folder holds one pack, and this one has its `pack` declaration already",
        related=[(first.name.span, "the first one")],
        help="put this pack into a folder of its own",
    )


def manifest_of(module: n.Module, diagnostics: Diagnostics) -> Pack | None:
    """What the `pack` declaration of a module says; None when it has none.

    Reports CW0202, CW0204, CW0208, CW0213, CW0218, CW0720.
    """
    lines = [item for item in module.items if isinstance(item, n.PackDecl)]
    if not lines:
        return None
    decl = lines[0]
    for extra in lines[1:]:
        _report_second(extra, decl, diagnostics)
    if module.items[0] is not decl:
        diagnostics.error(
            "CW0213",
            decl.name.span,
            "the `pack` declaration stands first in its file",
            related=[(module.items[0].span, "this stands before it")],
        )
    found: dict[str, list[n.PackLine]] = {}
    for item in decl.items:
        if isinstance(item, n.PackLine):
            found.setdefault(item.word, []).append(item)

    def names(word: str) -> tuple[str, ...]:
        return tuple(i.text for line in found.get(word, ()) for i in line.names)

    game = names("game")
    info = ir.PackInfo(
        decl.name.text,
        decl.title.value,
        game[0] if game else decl.name.text,
        _version(decl, found, diagnostics),
        _language(decl, found, diagnostics),
        names("needs"),
        names("after"),
        names("conflicts"),
        _players(found, diagnostics),
        "",
        texts_of(decl.items),
        mode="mode" in found,
    )
    options = tuple(item for item in decl.items if isinstance(item, n.OptionDecl))
    return Pack(info, decl, options, (decl.span.source,), (module,), decl.name.span)


def _missing(decl: n.PackDecl, word: str, example: str, diagnostics: Diagnostics) -> None:
    diagnostics.error(
        "CW0204",
        decl.name.span,
        f"the pack `{decl.name.text}` does not say its {word}",
        help=f"add `{example}`",
    )


def _version(decl: n.PackDecl, found: dict[str, list[n.PackLine]], diagnostics: Diagnostics) -> str:
    lines = found.get("version")
    if not lines or lines[0].text is None:
        _missing(decl, "version", 'version "1.0"', diagnostics)
        return "0"
    text = lines[0].text
    if VERSION.fullmatch(text.value) is None:
        diagnostics.error(
            "CW0218",
            text.span,
            f'"{text.value}" is no version',
            help="a version is two or three numbers with full stops between them",
        )
    return text.value


def _language(decl: n.PackDecl, found: dict[str, list[n.PackLine]], diagnostics: Diagnostics) -> int:
    lines = found.get("language")
    if not lines or not lines[0].numbers:
        _missing(decl, "language", f"language {LANGUAGE}", diagnostics)
        return LANGUAGE
    language = lines[0].numbers[0]
    if language > LANGUAGE:
        diagnostics.error(
            "CW0208",
            lines[0].span,
            f"this pack speaks language {language}, this compiler {LANGUAGE}",
            help="install a newer compiler",
        )
    return language


def _players(found: dict[str, list[n.PackLine]], diagnostics: Diagnostics) -> tuple[int, int] | None:
    lines = found.get("players")
    if not lines:
        return None
    numbers = lines[0].numbers
    fewest, most = numbers[0], numbers[-1]
    if not 1 <= fewest <= most:
        words = "the lower number stands first" if fewest > most else "a game has at least one player"
        diagnostics.error("CW0720", lines[0].span, words)
        return None
    return fewest, most


def choose(library: Library, game: str, wanted: Sequence[str], diagnostics: Diagnostics) -> list[Pack]:
    """The game's base pack, the wanted ones and all they need, needed ones first, then by name.

    Reports CW0214 (unknown), CW0205 (a needed one is missing), CW0206, CW0219 (circles), CW0207 (conflicts).
    """
    chosen: dict[str, Pack] = {}
    names = library.loaded.keys()
    asked = [(name, NO_SPAN, "") for name in reversed((game, *wanted))]
    while asked:
        name, span, asker = asked.pop()
        if name in chosen:
            continue
        pack = library.get(name)
        if pack is not None and not asker and pack.info.game != game:
            words = f"`{name}` is a pack of the game `{pack.info.game}`, not of `{game}`"
            diagnostics.error("CW0214", span, words)
        elif pack is not None:
            chosen[name] = pack
            asked += [(i.text, i.span, name) for i in reversed(_named(pack, "needs"))]
        elif asker:
            words = f"`{asker}` needs the pack `{name}`, which is not there"
            diagnostics.error("CW0205", span, words, help=did_you_mean(name, names))
        else:
            diagnostics.error("CW0214", span, f"there is no pack `{name}`", help=did_you_mean(name, names))
    for pack in chosen.values():
        for ident in _named(pack, "conflicts"):
            pair = frozenset((pack.info.name, ident.text))
            if ident.text in chosen and diagnostics.mark(("conflict", pair)):
                diagnostics.error(
                    "CW0207",
                    ident.span,
                    f"`{pack.info.name}` cannot be played together with `{ident.text}`",
                    help="leave one of the two out",
                )
    _report_modes([pack for pack in chosen.values() if pack.info.mode], diagnostics)
    return ordered(chosen, diagnostics)


def _report_modes(modes: Sequence[Pack], diagnostics: Diagnostics) -> None:
    """A game is played in one way at a time; a mode may build on others that it needs. Reports CW0207."""
    built_on = {need for pack in modes for need in pack.info.needs}
    ways = [pack for pack in modes if pack.info.name not in built_on]
    for pack in ways[1:]:
        diagnostics.error(
            "CW0207",
            pack.span,
            f"`{pack.info.name}` cannot be played together with `{ways[0].info.name}`: both are modes",
            related=[(ways[0].span, "the other one")],
            help="leave one of the two out",
        )


def report_parts(library: Library, packs: Iterable[ir.PackInfo], diagnostics: Diagnostics) -> None:
    """A mode that only others build on is no game by itself, though it can be linked and tested.

    Reports CW0221 for one on which no other of the packs builds.
    """
    modes = [pack for pack in packs if pack.mode]
    built_on = {need for pack in modes for need in pack.needs}
    for part in modes:
        above = library.modes_on(part.name)
        pack = library.get(part.name)
        if part.name not in built_on and above and pack is not None:
            diagnostics.error(
                "CW0221",
                pack.span,
                f"`{part.name}` is a part of other modes, no game by itself",
                help=f"play with {' or '.join(f'`{mode.info.name}`' for mode in above)}",
            )


def _named(pack: Pack, *words: str) -> list[n.Ident]:
    """The packs that a pack names after one of these words."""
    lines = [i for i in pack.manifest.items if isinstance(i, n.PackLine) and i.word in words]
    return [ident for line in lines for ident in line.names]


def ordered(chosen: dict[str, Pack], diagnostics: Diagnostics) -> list[Pack]:
    """Needed packs before those that need them, `after` kept, otherwise by name. Reports CW0206, CW0219."""
    before = {
        name: {d for d in (*pack.info.needs, *pack.info.after) if d in chosen}
        for name, pack in chosen.items()
    }
    behind: dict[str, list[str]] = {}
    for name, others in before.items():
        for other in others:
            behind.setdefault(other, []).append(name)
    ready = [name for name, others in before.items() if not others]
    heapify(ready)
    result: list[Pack] = []
    while ready:
        name = heappop(ready)
        result.append(chosen[name])
        del before[name]
        for other in behind.get(name, ()):
            before[other].discard(name)
            if not before[other]:
                heappush(ready, other)
    if before:
        _report_circle(chosen, before, diagnostics)
    return result


def _report_circle(chosen: dict[str, Pack], before: dict[str, set[str]], diagnostics: Diagnostics) -> None:
    """Every pack that is left stands behind another one that is left: follow them until one comes again."""
    walked = [min(before)]
    while (following := min(before[walked[-1]])) not in walked:
        walked.append(following)
    circle = walked[walked.index(following) :]
    places: list[n.Ident] = []
    needed = True
    for name, other in zip(circle, (*circle[1:], circle[0]), strict=True):
        by_need = [i for i in _named(chosen[name], "needs") if i.text == other]
        needed = needed and bool(by_need)
        places += (by_need or [i for i in _named(chosen[name], "after") if i.text == other])[:1]
    code, word = ("CW0206", "needs") if needed else ("CW0219", "stands after")
    said = f" {word} ".join(f"`{name}`" for name in (*circle, circle[0]))
    diagnostics.error(
        code,
        places[0].span,
        f"these packs go round in a circle: {said}",
        related=[(place.span, "and this one") for place in places[1:]],
        help="move what both use into a third pack" if needed else "leave one of the lines out",
    )
