"""What axe-core finds in representative pages, in light and dark, at a desk and on a phone: nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from support.watching import Opener

pytestmark = pytest.mark.slow

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = {
    "castles": (
        "index components play-setup play-round pack-royal-decrees kind-decree kind-room examples reference "
        "reference-card changes settings readings glossary"
    ).split(),
    "two_castles": "index play-round pack-soirees kind-tile kind-bonus-card".split(),
}
KEEP = 3
"""Elements that a report shows of each violation."""


def violations(page: Page, within: str | None = None) -> list[str]:
    """What axe-core finds on a page, or inside one element of it."""
    options: dict[str, Any] = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    found = Axe().run(page, within, options).response["violations"]
    return [
        f"{one['id']} ({len(one['nodes'])}): {node['html'][:160]} {node['failureSummary'][-200:]}"
        for one in found
        for node in one["nodes"][:KEEP]
    ]


_ALONE = """name => {
  const main = document.querySelector("main");
  window.sections ??= [...main.querySelectorAll(":scope > section")];
  for (const one of window.sections) {
    if (one.id === name) main.append(one); else one.remove();
    one.classList.toggle("current", one.id === name);
  }
}"""
"""Leaves one section in the document: axe-core would look at all the hidden ones for minutes."""


@pytest.mark.parametrize("width", [1400, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", sorted(PAGES))
def test_the_single_page_is_accessible(game: str, scheme: str, width: int, opened: Opener) -> None:
    page = opened(game, color_scheme=scheme, width=width)
    found: dict[str, list[str]] = {}
    for name in PAGES[game]:
        page.evaluate(_ALONE, name)
        page.locator(f"#{name}").wait_for(state="visible")
        if faults := violations(page):
            found[name] = faults
    assert found == {}
