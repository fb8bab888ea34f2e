"""Writing files so that nobody ever sees half of one, and the place for what can be made again."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

__all__ = ["cache_folder", "write_atomically"]


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 with `\\n` line ends to `path`, whole or not at all.

    The text goes to a new file beside `path`, which then takes its place; an existing file keeps its
    permissions. Raises `OSError` if that cannot be done; nothing is left behind then.
    """
    # A link stays a link: its target is what gets replaced.
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(_mode_for(target))
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _mode_for(target: Path) -> int:
    try:
        return target.stat().st_mode & 0o7777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def cache_folder() -> Path:
    """Where this user's caches lie; the folder need not exist.

    `CASTLEWRIGHT_CACHE` names it; otherwise it is `castlewright` in the platform's folder for caches.
    """
    named = os.environ.get("CASTLEWRIGHT_CACHE")
    if named:
        return Path(named)
    try:
        home = Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir()) / "castlewright"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "castlewright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "castlewright" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "castlewright"
