"""Board-game rules written as text, compiled to Python, run by a small engine.

Load a game, play it, ask why the score is what it is:

>>> import castlewright as cw
>>> rules = cw.load("castles")
>>> game = rules.new_game(players=2, seed=7)
>>> while game.decision:
...     request = game.decision
...     _ = game.decide(request.options[0])
>>> len(game.scores)
2
>>> print(game.explain().splitlines()[0])  # doctest: +ELLIPSIS
Player ... gains ...

Importing this module loads nothing else: the compiler and the packages it needs are imported when `load`
finds no compiled ruleset in the cache, and never by `load_built`.
"""

from __future__ import annotations

import os.path as _path
from importlib import import_module as _import_module

TYPE_CHECKING = False

# Installed, the sub-packages lie beside this file. In a source checkout they are folders beside this one;
# without these lines `import castlewright`, run from the root of a checkout, would find the front door and no
# house.
_HERE = _path.dirname(_path.realpath(__file__))
if not _path.isdir(_path.join(_path.dirname(__file__), "runtime")):
    __path__.append(_path.dirname(_HERE))

if TYPE_CHECKING:
    from castlewright.library import MissingPackages, content_roots, load, load_built
    from castlewright.rules_dsl.diagnostics import DiagnosticError
    from castlewright.runtime.decision import Decision, Option
    from castlewright.runtime.errors import (
        BadCall,
        BudgetError,
        IllegalAnswer,
        NotAllowed,
        RuleFailure,
        RulesetError,
        RuntimeFault,
        SaveError,
    )
    from castlewright.runtime.game import Game
    from castlewright.runtime.log import Line
    from castlewright.runtime.ruleset import Ruleset

__all__ = [
    "BadCall",
    "BudgetError",
    "Decision",
    "DiagnosticError",
    "Game",
    "IllegalAnswer",
    "Line",
    "MissingPackages",
    "NotAllowed",
    "Option",
    "RuleFailure",
    "Ruleset",
    "RulesetError",
    "RuntimeFault",
    "SaveError",
    "content_roots",
    "load",
    "load_built",
]

_HOMES = {
    "library": ("MissingPackages", "content_roots", "load", "load_built"),
    "rules_dsl.diagnostics": ("DiagnosticError",),
    "runtime.decision": ("Decision", "Option"),
    "runtime.errors": (
        "BadCall",
        "BudgetError",
        "IllegalAnswer",
        "NotAllowed",
        "RuleFailure",
        "RulesetError",
        "RuntimeFault",
        "SaveError",
    ),
    "runtime.game": ("Game",),
    "runtime.log": ("Line",),
    "runtime.ruleset": ("Ruleset",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import the home of a public name when it is first used."""
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'castlewright' has no attribute {name!r}")
    value = globals()[name] = getattr(_import_module(f"castlewright.{module}"), name)
    return value


def __dir__() -> list[str]:
    """All public names, the ones not imported yet included."""
    return sorted({*globals(), *__all__})
