"""What tests ask of the single page of a rulebook: where things stand, what is in sight, what is drawn."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page

from castlewright.compiler.typed import ir
from castlewright.rulebook.page import slug
from castlewright.rulebook.world import Place, World

__all__ = ["address", "entry_text", "in_sight", "rare_words", "seen", "titled"]

_ENTRY = """id => {
  const mark = document.getElementById(id);
  const start = mark.closest("p, li, tr, h2, h3, article, section > div");
  let text = start.textContent;
  for (let one = start.nextElementSibling; one; one = one.nextElementSibling) {
    if (one.matches("h1, h2, h3") || one.id || one.querySelector("[id]")) break;
    text += " " + one.textContent;
  }
  return text.replace(/\\s+/g, " ").trim();
}"""

_IN_SIGHT = """id => {
  const mark = document.getElementById(id);
  if (!mark) return `no #${id}`;
  const around = mark.closest("p, li, tr, h1, h2, h3, article");
  const one = mark.getClientRects().length && mark.textContent ? mark : around;
  const box = one.getBoundingClientRect();
  if (!box.height) return "not shown";
  const over = document.elementFromPoint(Math.max(box.left, 0) + 4, box.top + 4);
  if (box.top < 0 || box.top > innerHeight - 8) return `at ${box.top} of ${innerHeight}`;
  if (!over || !document.querySelector("main").contains(over)) return "covered";
  return "";
}"""


def address(place: Place) -> str:
    """The identifier of a place on the single page."""
    return f"{slug(place.page.removesuffix('.md'))}--{place.anchor}"


def entry_text(page: Page, anchor: str) -> str:
    """The text of the entry that an anchor marks, up to the next anchor."""
    return page.evaluate(_ENTRY, anchor)


def in_sight(page: Page, anchor: str) -> None:
    """Raises AssertionError unless what an anchor marks can soon be read on the screen as it is."""
    until = time.monotonic() + 5
    while (fault := page.evaluate(_IN_SIGHT, anchor)) and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert not fault, f"#{anchor}: {fault}"


def seen(page: Page) -> str:
    """The text that is on the page now, without what is hidden."""
    return page.locator("main").inner_text()


def titled(world: World, kind: str) -> list[tuple[ir.Definition, str]]:
    """The definitions of a kind, with their titles."""
    return [(one, world.title_of(one)) for one in world.program.kinds[kind].definitions]


def rare_words(text: str, title: str, everything: str) -> list[str]:
    """The words of an entry that are not in its title, those first that the whole book holds least often."""
    title, everything = title.lower(), everything.lower()
    words = [word for word in dict.fromkeys(re.findall(r"[a-z]{5,}", text.lower())) if word not in title]
    return sorted(words, key=everything.count)
