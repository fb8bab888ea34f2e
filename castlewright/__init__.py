"""Board-game rules written as text, compiled to Python, run by a small engine."""

from __future__ import annotations

from pathlib import Path as _Path

# Installed, the sub-packages lie beside this file. In a source checkout they are folders beside this one; without
# this line `import castlewright`, run from the root of a checkout, would find the front door and no house.
if not (_Path(__file__).parent / "runtime").is_dir():
    __path__.append(str(_Path(__file__).resolve().parent.parent))
