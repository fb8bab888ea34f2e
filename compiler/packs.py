"""Packs on disk: finding them, reading their manifests, choosing a set that fits together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from castlewright.compiler import ir
from castlewright.compiler.texts import texts_of
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.names import did_you_mean
from castlewright.rules_dsl.parser import parse
from castlewright.rules_dsl.source import NO_SPAN, Source, Span, read_source

MANIFEST = "pack.rules"
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


@dataclass(slots=True)
class Library:
    """The packs that can be chosen from, by name; each is read when first asked for."""

    folders: dict[str, Path] = field(default_factory=dict)
    loaded: dict[str, Pack | None] = field(default_factory=dict)
    root: Path | None = None

    @classmethod
    def of(cls, roots: Iterable[Path], diagnostics: Diagnostics) -> Library:
        """Find every folder with a manifest below `roots`. Reports CW0209 where two packs bear one name."""
        library = cls()
        for root in roots:
            library.root = library.root or root
            for manifest in sorted(root.glob("**/" + MANIFEST)):
                pack = library.read(manifest.parent, _shown(manifest.parent, root), diagnostics)
                if pack is None:
                    continue
                other = library.folders.get(pack.info.name)
                if other is not None:
                    # One folder may be found on two ways, through a link or through roots that overlap.
                    if not (other / MANIFEST).samefile(manifest):
                        diagnostics.error(
                            "CW0209", pack.manifest.name.span, f"two packs are named `{pack.info.name}`"
                        )
                    continue
                library.folders[pack.info.name] = manifest.parent
                library.loaded[pack.info.name] = pack
        return library

    def read(self, folder: Path, shown: str, diagnostics: Diagnostics) -> Pack | None:
        """Read the manifest of a folder; its other files are read by `complete`."""
        return read_manifest(folder, shown, diagnostics)

    def get(self, name: str) -> Pack | None:
        """The pack of this name, with its manifest only."""
        return self.loaded.get(name)

    def of_game(self, game: str) -> list[str]:
        """Names of all packs of a game, in order of name."""
        return sorted(
            name for name, pack in self.loaded.items() if pack is not None and pack.info.game == game
        )


def _shown(folder: Path, root: Path) -> str:
    """The path by which messages name a folder: from the content root on."""
    inside = folder.relative_to(root)
    return (Path(root.name) / inside).as_posix()


def read_manifest(folder: Path, shown: str, diagnostics: Diagnostics) -> Pack | None:
    """Read `pack.rules`. Reports CW0202 to CW0204, CW0208, CW0218; None when it is no use."""
    source = read_source(folder / MANIFEST, diagnostics, shown_as=f"{shown}/{MANIFEST}")
    if source is None:
        return None
    module = parse(source, diagnostics)
    pack = manifest_of(module, diagnostics)
    if pack is None:
        if not diagnostics.has_errors:
            diagnostics.error("CW0202", Span(source, 0, 0), "the manifest has no `pack` line")
        return None
    return Pack(pack.info, pack.manifest, pack.options, (source,), (module,), pack.span, folder)


def complete(pack: Pack, diagnostics: Diagnostics) -> Pack:
    """Read the pack's other files, in order of name, below its folder (folders of other packs left out)."""
    if pack.folder is None or len(pack.modules) > 1:
        return pack
    sources = list(pack.sources)
    modules = list(pack.modules)
    shown = pack.sources[0].path.rsplit("/", 1)[0]
    for path in sorted(pack.folder.rglob("*.rules")):
        if path.name == MANIFEST or any((p / MANIFEST).exists() for p in _between(path, pack.folder)):
            continue
        source = read_source(
            path, diagnostics, shown_as=f"{shown}/{path.relative_to(pack.folder).as_posix()}"
        )
        if source is not None:
            sources.append(source)
            modules.append(parse(source, diagnostics))
    pack.sources, pack.modules = tuple(sources), tuple(modules)
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.path.encode() + b"\0" + source.text.encode() + b"\0")
    pack.info.digest = digest.hexdigest()
    return pack


def _between(path: Path, folder: Path) -> list[Path]:
    """The folders from that of `path` up to, without, `folder`."""
    found: list[Path] = []
    parent = path.parent
    while parent != folder:
        found.append(parent)
        parent = parent.parent
    return found


def manifest_of(module: n.Module, diagnostics: Diagnostics) -> Pack | None:
    """What the `pack` line of a module says."""
    lines = [item for item in module.items if isinstance(item, n.PackDecl)]
    if not lines:
        return None
    for extra in lines[1:]:
        diagnostics.error("CW0213", extra.name.span, "a pack has one `pack` line")
    decl = lines[0]
    found: dict[str, list[n.PackLine]] = {}
    for item in decl.items:
        if isinstance(item, n.PackLine):
            found.setdefault(item.word, []).append(item)

    def names(word: str) -> tuple[str, ...]:
        return tuple(i.text for line in found.get(word, ()) for i in line.names)

    def text(word: str, default: str) -> str:
        line = found.get(word)
        return line[0].text.value if line and line[0].text else default

    language = found["language"][0].numbers[0] if found.get("language") else LANGUAGE
    if language > LANGUAGE:
        diagnostics.error(
            "CW0208",
            found["language"][0].span,
            f"this pack speaks language {language}, this compiler {LANGUAGE}",
            help="install a newer compiler",
        )
    game = names("game")
    players: tuple[int, int] | None = None
    if found.get("players"):
        numbers = found["players"][0].numbers
        players = (numbers[0], numbers[-1])
        if players[0] > players[1]:
            diagnostics.error("CW0720", found["players"][0].span, "the lower number of players stands first")
    info = ir.PackInfo(
        decl.name.text,
        decl.title.value,
        game[0] if game else decl.name.text,
        text("version", "0"),
        language,
        names("needs"),
        names("after"),
        names("conflicts"),
        players,
        "",
        texts_of(decl.items),
    )
    options = tuple(item for item in decl.items if isinstance(item, n.OptionDecl))
    return Pack(info, decl, options, (decl.span.source,), (module,), decl.name.span)


def choose(library: Library, game: str, wanted: Sequence[str], diagnostics: Diagnostics) -> list[Pack]:
    """The game's base pack, the wanted ones and all they need, needed ones first, then by name.

    Reports CW0214 (unknown), CW0205 (a needed one is missing), CW0206, CW0219 (circles), CW0207 (conflicts).
    """
    chosen: dict[str, Pack] = {}
    names = library.loaded.keys()

    def add(name: str, span: Span, asker: str | None) -> None:
        if name in chosen:
            return
        pack = library.get(name)
        if pack is None:
            code = "CW0214" if asker is None else "CW0205"
            words = (
                f"there is no pack `{name}`"
                if asker is None
                else f"`{asker}` needs the pack `{name}`, which is not there"
            )
            diagnostics.error(code, span, words, help=did_you_mean(name, names))
            return
        chosen[name] = pack
        for line in pack.manifest.items:
            if isinstance(line, n.PackLine) and line.word == "needs":
                for ident in line.names:
                    add(ident.text, ident.span, name)

    add(game, NO_SPAN, None)
    for name in wanted:
        add(name, NO_SPAN, None)
    for pack in chosen.values():
        for line in pack.manifest.items:
            if isinstance(line, n.PackLine) and line.word == "conflicts":
                for ident in line.names:
                    if ident.text in chosen:
                        diagnostics.error(
                            "CW0207",
                            ident.span,
                            f"`{pack.info.name}` cannot be played together with `{ident.text}`",
                            help="leave one of the two out",
                        )
    return ordered(chosen, diagnostics)


def ordered(chosen: dict[str, Pack], diagnostics: Diagnostics) -> list[Pack]:
    """Needed packs before those that need them, `after` kept, otherwise by name."""
    before = {
        name: {d for d in (*pack.info.needs, *pack.info.after) if d in chosen}
        for name, pack in chosen.items()
    }
    result: list[Pack] = []
    while before:
        ready = sorted(name for name, deps in before.items() if not deps)
        if not ready:
            circle = sorted(before)
            first = chosen[circle[0]]
            needs = any(d in before for name in circle for d in chosen[name].info.needs)
            code, word = ("CW0206", "need") if needs else ("CW0219", "stand after")
            diagnostics.error(
                code,
                first.manifest.name.span,
                f"these packs {word} each other in a circle: {', '.join(circle)}",
            )
            return result
        name = ready[0]
        result.append(chosen[name])
        del before[name]
        for deps in before.values():
            deps.discard(name)
    return result
