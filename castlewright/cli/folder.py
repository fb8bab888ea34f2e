"""The folder for pages: what an earlier run left there goes, what is somebody else's stays."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from castlewright.cli.guard import Refused
from castlewright.rules_dsl.files import write_atomically

__all__ = ["LIST", "Folder"]

LIST = ".castlewright-docs"
"""The file in which a folder keeps the names of what was written into it, one a line."""


class Folder:
    """A folder for what a command writes. Between two runs it holds the files of the later one and no others,
    and files that no run wrote are never touched.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.before = self._listed()

    def ready(self, *usual: str) -> None:
        """Before the work: may the folder be written to, and are the names that every run writes free?

        Raises `Refused`.
        """
        for place in (self.path, *self.path.parents):
            if place.is_dir():
                break
            if place.exists() or place.is_symlink():
                raise Refused(
                    "CW0016",
                    f"`{place}` is no folder, so nothing can be written into `{self.path}`",
                    help="name a folder behind -o; it need not be there yet",
                    path=str(place),
                )
        self._claim(usual)

    def write(self, texts: dict[str, str], later: Iterable[str] = ()) -> list[Path]:
        """Write files by their names, and remove those of the run before that are not among them.

        Names in `later` are left for others to write. Returns what was written. Raises `Refused`.
        """
        names = dict.fromkeys([*texts, *later])
        self._claim(names)
        written: list[Path] = []
        try:
            self._remember([*self.before, *names])  # should this run end early, the next one knows its files
            for name in self.before:
                if name not in names:
                    self._remove(name)
            for name, text in texts.items():
                place = self.path / name
                place.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(place, text)
                written.append(place)
            self._remember(names)
        except OSError as error:
            raise Refused(
                "CW0016",
                f"cannot write into `{self.path}`: {error.strerror or error}",
                path=str(self.path),
            ) from error
        return written

    def _claim(self, names: Iterable[str]) -> None:
        """Refuse to write over a file that no run wrote."""
        known = set(self.before)
        for name in names:
            place = self.path / name
            if name not in known and (place.exists() or place.is_symlink()):
                raise Refused(
                    "CW0016",
                    f"`{place}` is there already, and it was not written by this command",
                    help="name another folder behind -o, or move that file away",
                    path=str(place),
                )

    def _listed(self) -> list[str]:
        """The names of what the run before wrote; those that lead out of the folder count for nothing."""
        try:
            lines = (self.path / LIST).read_text("utf-8").splitlines()
        except (OSError, ValueError):
            return []
        return [line for line in dict.fromkeys(lines) if _is_inside(line)]

    def _remember(self, names: Iterable[str]) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path / LIST, "".join(f"{name}\n" for name in sorted(set(names))))

    def _remove(self, name: str) -> None:
        place = self.path / name
        if place.is_symlink() or place.is_file():
            place.unlink()
        for above in place.parents:
            if above == self.path or not above.is_dir() or any(above.iterdir()):
                return
            above.rmdir()


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return (
        bool(name)
        and name.isprintable()
        and not path.is_absolute()
        and ".." not in path.parts
        and name != LIST
    )
