"""A headless Chromium, the built site to open in it, and the programs that say what must stand there.

The site is built once for a run. With CASTLEWRIGHT_SITE=FOLDER it is kept in that folder, and used again by
the next run as it is.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from castlewright.cli.docs import ordered
from castlewright.rulebook.world import World
from support.built_site import Site, built_site
from support.chromium import FLAGS, MISSING_CHROMIUM, chromium
from support.watching import HEIGHT, Opener, Watch, watched


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Site:
    kept = os.environ.get("CASTLEWRIGHT_SITE")
    base = tmp_path_factory.getbasetemp()
    return built_site(Path(kept) if kept else (base if worker_id == "master" else base.parent) / "built-site")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    assert program is not None, MISSING_CHROMIUM
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield running
        running.close()


class Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that is left breaks off what it had asked for; what is missing, the watch sees."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def address(site: Site) -> Iterator[str]:
    """The site on this machine's own loopback."""
    server = Server(("127.0.0.1", 0), partial(Quiet, directory=str(site.pages)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def opened(browser: Browser, site: Site) -> Iterator[Opener]:
    """Opens the single page of a game from the disk, in a new profile: `opened(game, anchor)`."""
    with ExitStack() as stack:
        watches: list[Watch] = []

        def open_book(game: str, anchor: str = "", **settings: Any) -> Page:
            address = site.book(game).as_uri()
            page, watch = stack.enter_context(watched(browser, address, **settings))
            watches.append(watch)
            page.goto(f"{address}#{anchor}" if anchor else address)
            return page

        yield open_book
        for watch in watches:
            watch.check()


@pytest.fixture(scope="session")
def shelf(browser: Browser, site: Site) -> Iterator[Callable[[str], tuple[Page, Watch]]]:
    """The single page of each game, read by the browser once: that takes longer than most tests."""
    with ExitStack() as stack:

        @cache
        def book(game: str) -> tuple[Page, Watch]:
            address = site.book(game).as_uri()
            page, watch = stack.enter_context(watched(browser, address))
            page.goto(address)
            return page, watch

        yield book


@pytest.fixture
def turned(shelf: Callable[[str], tuple[Page, Watch]]) -> Iterator[Opener]:
    """Turns to an anchor of a game's single page, which has been used before: `turned(game, anchor)`."""
    watches: list[Watch] = []

    def turn(game: str, anchor: str = "", *, width: int = 1400) -> Page:
        page, watch = shelf(game)
        watches.append(watch)
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.locator("#query").fill("")
        page.evaluate("anchor => { document.activeElement.blur(); location.hash = anchor; }", anchor)
        return page

    yield turn
    for watch in watches:
        watch.check()


@pytest.fixture
def served(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens a page of the site over loopback, in a new profile: `served(path)`."""
    with ExitStack() as stack:
        watches: list[Watch] = []

        def open_page(path: str, **settings: Any) -> Page:
            page, watch = stack.enter_context(watched(browser, address, **settings))
            watches.append(watch)
            page.goto(f"{address}/{path}")
            return page

        yield open_page
        for watch in watches:
            watch.check()


@pytest.fixture(scope="session")
def worlds() -> Callable[[str], World]:
    """The programs of the games, each linked once."""
    return cache(lambda game: World(*ordered(game, None, None, None, None, None, None)))
