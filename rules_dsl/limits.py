"""Limits on what a text may ask for; going over one is an error with a code of its own, never a hang.

Every number here is far above what an honest pack needs, and low enough that a hostile one is refused in
bounded time.
"""

from __future__ import annotations

from typing import Final

FILE_BYTES: Final = 2_000_000
"""Largest `.rules` file, in bytes (CW0002)."""

NESTING: Final = 64
"""Deepest nesting of blocks, brackets or expressions (CW0006)."""

DEFINITIONS: Final = 20_000
"""Most definitions in one pack (CW0007)."""

MAGNITUDE: Final = 10**12
"""Largest absolute value of a number written in a text (CW0008)."""

NAME_LENGTH: Final = 64
"""Longest name, in characters (CW0009)."""

TITLE_LENGTH: Final = 200
"""Longest title, in characters (CW0010)."""

PROSE_LENGTH: Final = 20_000
"""Longest piece of prose or comment block, in characters (CW0011)."""

LINE_LENGTH: Final = 4_000
"""Longest line of a source file, in characters (CW0012)."""

PACK_FILES: Final = 2_000
"""Most `.rules` files in one pack (CW0013)."""

DRAWING_SIDE: Final = 64
"""Longest side of a drawing, in cells (CW0014)."""

TABLE_ROWS: Final = 5_000
"""Most rows in one table (CW0015)."""

DECIMAL_DIGITS: Final = 6
"""Most digits after the decimal point of a number (CW0008)."""

DIAGNOSTICS: Final = 1_000
"""Most diagnostics kept of one run; further ones are only counted."""

SHOWN_DIAGNOSTICS: Final = 50
"""Most diagnostics printed for people unless they ask for more."""
