"""Trees of files that were read before: parsing is most of the work, and most files have not changed.

Only trees of texts without findings are kept, so nothing that was to be reported is lost. A tree that is kept
names its own source, so whoever takes it must take the source from its span.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from castlewright.compiler.packs import cache
from castlewright.rules_dsl import nodes as n
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.parser import parse
from castlewright.rules_dsl.source import NO_SPAN, Source

__all__ = ["on_disk", "read_tree"]

MEMORY = 20_000_000
"""How many characters of text the trees in memory may stand for."""

_ON_DISK: ContextVar[bool] = ContextVar("trees on disk", default=False)
_kept: OrderedDict[tuple[str, str], n.Module] = OrderedDict()
_characters = 0


@contextmanager
def on_disk() -> Generator[None, None, None]:
    """Within this, trees are looked for in the user's cache folder too, and put there."""
    token = _ON_DISK.set(True)
    try:
        yield
    finally:
        _ON_DISK.reset(token)


def read_tree(source: Source, diagnostics: Diagnostics) -> n.Module:
    """The tree of a text, as `parse` gives it; perhaps one that was made before, of an equal source."""
    known = _kept.get((source.path, source.text))
    if known is not None:
        _kept.move_to_end((source.path, source.text))
        return known
    key = _key(source) if _ON_DISK.get() else ""
    module = _recall(key, source) if key else None
    if module is None:
        before = len(diagnostics) + diagnostics.dropped
        module = parse(source, diagnostics)
        if len(diagnostics) + diagnostics.dropped != before:
            return module
        if key:
            cache.remember("trees", key, _packed(module, source))
    _keep(source, module)
    return module


def _keep(source: Source, module: n.Module) -> None:
    global _characters
    _kept[source.path, source.text] = module
    _characters += len(source.text)
    while _characters > MEMORY:
        (_, text), _ = _kept.popitem(last=False)
        _characters -= len(text)


def _key(source: Source) -> str:
    words = (cache.tool_digest(), source.path, source.text)
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()


class _Packer(pickle.Pickler):
    """Writes a tree without its source, which the reader has, and without the one source of `NO_SPAN`."""

    def __init__(self, file: io.BytesIO, source: Source) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._own = source

    def persistent_id(self, obj: object) -> str | None:
        if type(obj) is not Source:
            return None
        return "own" if obj is self._own else "none" if obj is NO_SPAN.source else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, data: bytes, source: Source) -> None:
        super().__init__(io.BytesIO(data))
        self._own = source

    def persistent_load(self, pid: object) -> Source:
        return self._own if pid == "own" else NO_SPAN.source


def _packed(module: n.Module, source: Source) -> bytes:
    file = io.BytesIO()
    _Packer(file, source).dump(module)
    return file.getvalue()


def _recall(key: str, source: Source) -> n.Module | None:
    """The tree that is kept under a key; None where there is none that can be read."""
    data = cache.recall("trees", key)
    if data is None:
        return None
    try:
        module = _Unpacker(data, source).load()
    except Exception:  # the cache holds what some other version of this program wrote
        return None
    return module if isinstance(module, n.Module) else None
