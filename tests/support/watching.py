"""A page of a headless browser under watch: what it asks for, and what it complains about."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

__all__ = ["HEIGHT", "Opener", "Watch", "watched"]

HEIGHT = 900
"""Of every window, in pixels."""

Opener = Callable[..., Page]
"""Opens a page; keywords are `width` in pixels and settings of the browser's context."""


class Watch:
    """Collects the faults of a page whose own addresses all begin with `home`."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.faults: list[str] = []

    def over(self, page: Page) -> None:
        """Watch over a page from now on."""
        page.on("request", lambda request: self._asked(request.url))
        page.on("requestfailed", lambda request: self._failed(request.url, request.failure or ""))
        page.on("response", lambda got: self._answered(got.status, got.url))
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda said: self._said(said.type, said.text))

    def check(self) -> None:
        """Raises AssertionError if there was a fault since the last check."""
        faults, self.faults = self.faults, []
        assert faults == [], faults

    def _asked(self, url: str) -> None:
        if not url.startswith((self.home, "data:", "blob:")):
            self.faults.append(f"beyond this machine: {url}")

    def _failed(self, url: str, why: str) -> None:
        if "ERR_ABORTED" not in why:  # the page was left before it had come
            self.faults.append(f"failed: {url}: {why}")

    def _answered(self, status: int, url: str) -> None:
        if status >= 400:
            self.faults.append(f"{status}: {url}")

    def _said(self, sort: str, text: str) -> None:
        if sort in ("error", "warning"):
            self.faults.append(f"{sort}: {text}")


@contextmanager
def watched(
    browser: Browser, home: str, *, width: int = 1400, **settings: Any
) -> Generator[tuple[Page, Watch]]:
    """A page of a new profile, and the watch over it."""
    context = browser.new_context(viewport={"width": width, "height": HEIGHT}, **settings)
    context.set_default_timeout(30_000)
    page = context.new_page()
    watch = Watch(home)
    watch.over(page)
    try:
        yield page, watch
    finally:
        context.close()
