"""Built rulesets: the generated module, its digest, and how it is written to disk and loaded."""

from __future__ import annotations

import errno
import hashlib
import json
import marshal
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from castlewright.compiler.generate.code import Coder
from castlewright.compiler.generate.codegen import ModuleWriter
from castlewright.compiler.generate.text import DIGEST, FORMAT, Text
from castlewright.compiler.lower.layout import Unsupported
from castlewright.compiler.typed import ir
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.rules_dsl.files import write_atomically
from castlewright.rules_dsl.source import Span

if TYPE_CHECKING:
    from castlewright.runtime.ruleset import Ruleset

MODULE_FILE = "ruleset.py"
META_FILE = "meta.json"
PACKAGE_FILE = "__init__.py"
_PACKAGE_TEXT = '"""A built ruleset; load it with the runtime."""\n'


_HEADS = (
    (MODULE_FILE, b"# Made from rules text"),
    (PACKAGE_FILE, _PACKAGE_TEXT.encode()),
    (META_FILE, b'{\n  "format": '),
)
"""How files begin that a build has written."""


@dataclass(frozen=True)
class BuiltRuleset:
    """A generated module. `text` depends on the program alone; `digest` names it (64 hexadecimal digits)."""

    game: str
    title: str
    text: str
    digest: str
    packs: tuple[tuple[str, str, str], ...]  # name, version, digest of its texts
    parts: Text = field(repr=False, compare=False)

    def code(self, coder: Coder | None = None) -> CodeType:
        """The compiled text; `coder` may have compiled some of it before."""
        return (coder or Coder()).code(self.parts, f"<{self.game}>", self.digest)

    def marshalled(self, coder: Coder | None = None) -> bytes:
        """The compiled text as bytes, good for the Python version that made them."""
        return marshal.dumps(self.code(coder))

    def ruleset(self) -> Ruleset:
        """The ruleset, ready to start games."""
        from castlewright.runtime.ruleset import Ruleset

        return Ruleset.from_code(self.code())

    def meta(self) -> dict[str, object]:
        """What stands in the file beside the module."""
        return {
            "format": FORMAT,
            "game": self.game,
            "title": self.title,
            "hash": self.digest,
            "packs": [list(pack) for pack in self.packs],
        }

    def write(self, folder: Path) -> None:
        """Write the ruleset as a package into `folder`, each file whole or not at all.

        Files that no build has written are left alone. Raises OSError, and FileExistsError for such a file.
        """
        folder.mkdir(parents=True, exist_ok=True)
        for name, head in _HEADS:
            place = folder / name
            if place.exists() and not (place.is_file() and place.read_bytes().startswith(head)):
                raise FileExistsError(errno.EEXIST, "no build has written this file", str(place))
        meta = json.dumps(self.meta(), indent=2, sort_keys=True, ensure_ascii=True) + "\n"
        files = ((MODULE_FILE, self.text), (PACKAGE_FILE, _PACKAGE_TEXT), (META_FILE, meta))
        for name, text in files:  # the file that says it is complete comes last
            write_atomically(folder / name, text)


def build(program: ir.Program, writer: ModuleWriter | None = None) -> BuiltRuleset:
    """Generate the module of a linked and woven program, with a new writer unless one is given.

    Raises DiagnosticError (CW0790) for something that the code generator does not support yet.
    """
    writer = ModuleWriter(program) if writer is None else writer
    try:
        return built_of(program, writer.write())
    except Unsupported as missing:
        raise _refused(missing.span if missing.span.end else writer.place, missing.message) from missing
    except RecursionError as error:
        raise _refused(writer.place, "this is put together from too many parts") from error


def _refused(span: Span, message: str) -> DiagnosticError:
    diagnostics = Diagnostics()
    diagnostics.error("CW0790", span, message)
    return DiagnosticError(diagnostics)


def built_of(program: ir.Program, parts: Text) -> BuiltRuleset:
    """The ruleset that the parts of a program's module make."""
    text = parts.whole
    digest = hashlib.sha256(text.encode("ascii")).hexdigest()
    packs = tuple((pack.name, pack.version, pack.digest) for pack in program.packs)
    return BuiltRuleset(program.game, program.title, text.replace(DIGEST, digest, 1), digest, packs, parts)
