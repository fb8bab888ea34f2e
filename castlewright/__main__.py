"""`python -m castlewright`: the command line."""

from __future__ import annotations

from castlewright.cli.main import run

if __name__ == "__main__":
    run()
