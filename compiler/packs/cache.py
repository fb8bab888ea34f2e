"""What can be made again, kept on disk: compiled rulesets by a digest of all that goes into them.

The cache belongs to the user who runs the compiler, as Python's own compiled files do, and holds code: a
folder that others can write to is no place for it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from castlewright.rules_dsl.files import cache_folder
from castlewright.rules_dsl.limits import FILE_BYTES

__all__ = ["content_digest", "forget", "recall", "remember", "tool_digest"]

SUFFIXES = (".rules", ".json")
KEPT = {"rulesets": 200, "trees": 4000}
"""How many entries of each sort are kept; the oldest go first."""


_SEAL = hashlib.sha256().digest_size
"""Each entry begins with the digest of the rest: code that was damaged on the disk must not run."""


def tool_folders() -> tuple[Path, Path]:
    """The folders whose texts decide what the compiler makes: its own and that of the language.

    They lie beside each other in a checkout as well as installed.
    """
    compiler = Path(__file__).resolve().parent.parent
    return compiler, compiler.parent / "rules_dsl"


@lru_cache(maxsize=1)
def tool_digest() -> str:
    """A digest of the compiler itself and of the Python that runs it: another compiler makes other code."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {sys.hexversion}".encode())
    for folder in tool_folders():
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.lark")]):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def files_below(root: Path) -> list[Path]:
    """The files below a root that may say something, in order of path."""
    return sorted(path for suffix in SUFFIXES for path in root.rglob("*" + suffix))


def content_digest(roots: Iterable[Path], words: Sequence[str], options: Mapping[str, str]) -> str:
    """A digest of every file below the roots, of `words` and of `options`."""
    digest = hashlib.sha256(tool_digest().encode())
    for word in (*words, "", *(f"{name}={options[name]}" for name in sorted(options)), ""):
        digest.update(word.encode() + b"\0")
    for root in roots:
        digest.update(root.name.encode() + b"\0\0")
        for path in files_below(root):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            # What cannot be read, or is too large, is reported by whoever compiles it.
            with contextlib.suppress(OSError), path.open("rb") as file:
                digest.update(file.read(FILE_BYTES + 1))
            digest.update(b"\0")
    return digest.hexdigest()


def recall(sort: str, key: str) -> bytes | None:
    """What is kept under a key, None when there is nothing, or it cannot be read, or it is damaged."""
    try:
        entry = (cache_folder() / sort / key).read_bytes()
    except OSError:
        return None
    data = entry[_SEAL:]
    return data if entry[:_SEAL] == hashlib.sha256(data).digest() else None


def remember(sort: str, key: str, data: bytes) -> None:
    """Keep data under a key, whole or not at all; a cache that cannot be written is no error."""
    folder = cache_folder() / sort
    new = folder / f".{key}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        new.write_bytes(hashlib.sha256(data).digest() + data)
        new.replace(folder / key)
        _prune(folder, KEPT[sort])
    except OSError:
        forget(new)


def forget(path: Path) -> None:
    """Remove a file if it is there."""
    with contextlib.suppress(OSError):
        path.unlink()


def _prune(folder: Path, kept: int) -> None:
    names = os.listdir(folder)
    if len(names) <= kept:
        return
    entries = sorted((os.stat(folder / name).st_mtime, name) for name in names)
    for _, name in entries[: len(entries) - kept * 3 // 4]:
        forget(folder / name)
