"""Where Chromium and Java are on this machine, and what to say where they are not.

Run as a program it says what is missing, and fails if anything is.
"""

from __future__ import annotations

import os
import shutil
import sys

__all__ = ["FLAGS", "MISSING_CHROMIUM", "MISSING_JAVA", "chromium", "java"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever asks for a name gets none: only this machine can be reached.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)

MISSING_CHROMIUM = (
    "The browser tests need Chromium, and there is none on the path.\n"
    "On Debian and Ubuntu: apt install chromium. Or set CHROMIUM to the program of a Chrome.\n"
    "`make test` runs without."
)
MISSING_JAVA = (
    "The check of the HTML needs a Java runtime, and there is none on the path.\n"
    "On Debian and Ubuntu: apt install default-jre-headless. `make test` runs without."
)


def chromium() -> str | None:
    """The program of the browser: what CHROMIUM names, else the first on the path; None without one."""
    return os.environ.get("CHROMIUM") or _first(NAMES)


def java() -> str | None:
    """The program of the Java runtime, or None."""
    return _first(("java",))


def _first(names: tuple[str, ...]) -> str | None:
    return next((found for name in names if (found := shutil.which(name))), None)


if __name__ == "__main__":
    missing = [
        text for found, text in ((chromium(), MISSING_CHROMIUM), (java(), MISSING_JAVA)) if found is None
    ]
    sys.exit("\n".join(missing) or 0)
