"""Reads built rulesets from disk, with the standard library and the runtime alone."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from castlewright.runtime.errors import RulesetError
from castlewright.runtime.ruleset import Ruleset

__all__ = ["MODULE", "read_built"]

MODULE = "ruleset.py"


def read_built(path: Path) -> Ruleset:
    """The ruleset in a folder that `castlewright build` wrote, or in its module.

    Python's own cache of compiled modules is used, beside the module. Raises RulesetError, OSError.
    """
    module = path / MODULE if path.is_dir() else path
    loader = SourceFileLoader("castlewright_ruleset", str(module))
    try:
        code = loader.get_code("castlewright_ruleset")
    except (SyntaxError, ValueError, EOFError, ImportError) as error:
        raise RulesetError(f"{module} is no built ruleset: {error}") from error
    if not isinstance(code, CodeType):
        raise RulesetError(f"{module} is no built ruleset")
    try:
        return Ruleset.from_code(code)
    except RulesetError:
        raise
    except Exception as error:  # whatever stands there, it is no ruleset
        raise RulesetError(f"{module} is no built ruleset: {type(error).__name__}: {error}") from error
