"""The built site in a browser, over loopback: a card is found, a term is followed, drawings are seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from castlewright.rulebook.world import Place, World
from support.built_site import Site
from support.watching import HEIGHT, Opener

pytestmark = pytest.mark.slow

CARDS = [("castles", "decree"), ("two_castles", "bonus_card")]
PIECES = [("castles", "room"), ("two_castles", "tile")]

Worlds = Callable[[str], World]


def path_of(game: str, page: str) -> str:
    """Where a page of a rulebook lies on the site."""
    return f"rulebooks/{game}/{page.removesuffix('.md')}.html"


def at(page: Page, place: Place) -> None:
    """Raises AssertionError unless a place has been reached."""
    page.wait_for_url(f"**/{place.page.removesuffix('.md')}.html#{place.anchor}")
    expect(page.locator(f"#{place.anchor}").locator("xpath=..")).to_be_in_viewport()


@pytest.mark.parametrize(("game", "kind"), CARDS)
def test_a_card_is_found(game: str, kind: str, served: Opener, worlds: Worlds) -> None:
    world = worlds(game)
    card = world.program.kinds[kind].definitions[3]
    page = served("index.html")
    page.locator('a[data-bs-target="#mkdocs_search_modal"]').click()
    query = page.locator("#mkdocs-search-query")
    page.wait_for_load_state("networkidle")
    query.press_sequentially(f"{world.title_of(card)} {world.title_of(world.program.kinds[kind])}")
    results = page.locator("#mkdocs-search-results a")
    results.locator(
        f"xpath=self::*[contains(@href, '{path_of(game, world.place(card).page)}')]"
    ).first.click()
    page.wait_for_url(f"**/{path_of(game, world.place(card).page)}**")
    expect(page.locator('[role="main"]')).to_contain_text(world.title_of(card))


@pytest.mark.parametrize("game", [game for game, _ in CARDS])
def test_a_term_leads_to_its_definition(game: str, served: Opener, worlds: Worlds) -> None:
    world = worlds(game)
    page = served(path_of(game, "play-setup.md"))
    places = {f"{one.page.removesuffix('.md')}.html#{one.anchor}": one for one in world.places.values()}
    links = page.locator('[role="main"] a[href]').evaluate_all(
        "all => all.map(one => one.getAttribute('href'))"
    )
    defined = [link for link in dict.fromkeys(links) if link in places]
    assert len(defined) >= 3
    page.locator(f'[role="main"] a[href="{defined[0]}"]').first.click()
    at(page, places[defined[0]])


@pytest.mark.parametrize(("game", "kind"), PIECES)
def test_pieces_are_drawn_and_said_in_words(game: str, kind: str, served: Opener, worlds: Worlds) -> None:
    page = served(path_of(game, f"kind-{kind.replace('_', '-')}.md"))
    drawings = page.locator('[role="main"] img').evaluate_all(
        "all => all.map(one => [one.alt, one.naturalWidth, one.naturalHeight, one.width])"
    )
    assert len(drawings) >= len(worlds(game).program.kinds[kind].definitions)
    assert [one for one in drawings if min(one[1:]) < 8] == []
    described = " ".join(words for words, *_ in drawings)
    titles = [worlds(game).title_of(one) for one in worlds(game).program.kinds[kind].definitions]
    assert [title for title in titles if title not in described] == []


@pytest.mark.parametrize("game", [game for game, _ in CARDS])
def test_no_page_of_a_rulebook_scrolls_sideways(game: str, served: Opener, site: Site) -> None:
    folder = site.pages / "rulebooks" / game
    names = sorted(path.name for path in folder.glob("*.html") if path.stem != "book")
    page = served(f"rulebooks/{game}/{names[0]}")
    wide: list[str] = []
    for name in names:
        page.goto(page.url.rsplit("/", 1)[0] + f"/{name}", wait_until="domcontentloaded")
        for width in (1400, 800, 390):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            over = page.evaluate(
                "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
            )
            wide += [f"{name} at {width}: {over}"] if over > 0 else []
    assert wide == []


def test_light_and_dark_can_be_chosen(served: Opener) -> None:
    page = served("index.html", color_scheme="light")
    shown = page.locator("html")
    expect(shown).to_have_attribute("data-bs-theme", "light")
    page.locator("#theme-menu").click()
    page.locator('[data-bs-theme-value="dark"]').click()
    expect(shown).to_have_attribute("data-bs-theme", "dark")
    page.reload()
    expect(shown).to_have_attribute("data-bs-theme", "dark")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_text_of_a_page_is_accessible(scheme: str, served: Opener) -> None:
    """What is around the text belongs to MkDocs's theme, its colours too."""
    rules = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa"]}, "resultTypes": ["violations"]}
    faults: dict[str, list[str]] = {}
    for name in ("kind-decree", "kind-room", "examples", "reference"):
        page = served(path_of("castles", name), color_scheme=scheme)
        found = Axe().run(page, '[role="main"]', rules).response["violations"]
        faults |= {f"{name}: {one['id']}": [node["html"][:200] for node in one["nodes"][:3]] for one in found}
    assert faults == {}
