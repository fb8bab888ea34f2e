"""The single page of a rulebook in a browser, from the disk: search, terms, drawings, looks, tables."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from castlewright.rulebook.world import World
from support.book_page import address, entry_text, in_sight, rare_words, titled
from support.watching import Opener

pytestmark = pytest.mark.slow

CARDS = [("castles", "decree"), ("two_castles", "bonus_card")]
"""A kind of cards with a text, for each game."""
PIECES = [("castles", "room"), ("two_castles", "tile")]
"""A kind of drawn pieces, for each game."""
GAMES = [game for game, _ in CARDS]
WIDTHS = (1400, 800, 390)

Worlds = Callable[[str], World]


def search_of(page: Page) -> Locator:
    """Where the search stands: a question by role to the whole page would take seconds."""
    return page.locator("header").get_by_role("search")


def hits(page: Page, words: str) -> list[str]:
    """What a search shows."""
    search_of(page).get_by_role("combobox").fill(words)
    return search_of(page).get_by_role("option").all_inner_texts()


# -- search ----------------------------------------------------------------------------------------------


def option_to(page: Page, anchor: str) -> Locator:
    """What the search shows that leads to an anchor."""
    return search_of(page).locator(f'[role="option"][data-target="#{anchor}"]')


@pytest.mark.parametrize(("game", "kind"), CARDS)
def test_a_card_is_found_by_its_name(game: str, kind: str, turned: Opener, worlds: Worlds) -> None:
    world = worlds(game)
    page = turned(game)
    for card, title in titled(world, kind)[::7]:
        anchor = address(world.place(card))
        assert hits(page, title)[0].casefold().startswith(title.casefold())
        option_to(page, anchor).click()
        in_sight(page, anchor)
        assert title in entry_text(page, anchor)
        expect(search_of(page).get_by_role("listbox")).to_be_hidden()


@pytest.mark.parametrize(("game", "kind"), CARDS)
def test_a_card_is_found_by_a_word_of_its_text(game: str, kind: str, turned: Opener, worlds: Worlds) -> None:
    world = worlds(game)
    page = turned(game)
    everything = page.locator("main").text_content() or ""
    enough: list[int] = []
    for card, title in titled(world, kind)[::7]:
        anchor = address(world.place(card))
        words = rare_words(entry_text(page, anchor), title, everything)
        for count in range(1, 4):
            hits(page, " ".join(words[:count]))
            if option_to(page, anchor).count():
                option_to(page, anchor).click()
                in_sight(page, anchor)
                enough.append(count)
                break
        else:
            raise AssertionError(f"{title} is not found by {words[:3]}")
    assert 1 in enough


@pytest.mark.parametrize("game", GAMES)
def test_the_search_works_from_the_keyboard(game: str, turned: Opener, worlds: Worlds) -> None:
    page = turned(game)
    field = search_of(page).get_by_role("combobox")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    (_, title), *_ = titled(worlds(game), dict(CARDS)[game])
    page.keyboard.type(title.split()[-1])
    chosen = search_of(page).get_by_role("option", selected=True)
    options = search_of(page).get_by_role("option")
    expect(options.first).to_be_visible()
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(chosen).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_text(options.first.inner_text(), use_inner_text=True)
    page.keyboard.press("ArrowUp")
    expect(chosen).to_have_text(options.last.inner_text(), use_inner_text=True)
    assert field.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    page.keyboard.press("Escape")
    expect(search_of(page).get_by_role("listbox")).to_be_hidden()
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(field).not_to_be_empty()
    page.keyboard.press("ArrowDown")
    expect(search_of(page).get_by_role("listbox")).to_be_visible()
    page.keyboard.press("Enter")
    expect(search_of(page).get_by_role("listbox")).to_be_hidden()
    in_sight(page, page.evaluate("decodeURIComponent(location.hash.slice(1))"))


@pytest.mark.parametrize("game", GAMES)
def test_a_search_in_vain_says_so(game: str, turned: Opener) -> None:
    page = turned(game)
    assert hits(page, "qqxqq") == []
    expect(search_of(page).get_by_role("status")).to_contain_text("Nothing")


# -- links -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_term_leads_to_its_definition(game: str, turned: Opener, worlds: Worlds) -> None:
    world = worlds(game)
    page = turned(game, "play-setup")
    defined = {address(world.place(zone)): world.title_of(zone) for zone in world.program.zones.values()}
    links = page.locator("#play-setup a").evaluate_all("links => links.map(one => one.hash.slice(1))")
    terms = [anchor for anchor in dict.fromkeys(links) if anchor in defined]
    assert len(terms) >= 3
    for anchor in terms[:3]:
        page.locator(f'#play-setup a[href="#{anchor}"]').first.click()
        in_sight(page, anchor)
        assert defined[anchor].lower() in entry_text(page, anchor).lower()
        page.evaluate("history.back()")
        expect(page.locator("#play-setup")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_lead_to_every_page(game: str, turned: Opener) -> None:
    page = turned(game)
    sections = page.locator("main > section").evaluate_all("all => all.map(one => one.id)")
    links = page.locator("nav a").evaluate_all("links => links.map(one => one.hash.slice(1))")
    assert [link for link in dict.fromkeys(links) if link in sections] == sections
    for anchor in sections[1::9]:
        page.locator(f'nav a[href="#{anchor}"]').first.evaluate("link => link.click()")
        in_sight(page, anchor)
        assert page.locator("nav a[aria-current]").first.get_attribute("href") == f"#{anchor}"
        shown = page.locator("main > section").evaluate_all(
            "all => all.filter(one => one.getClientRects().length).map(one => one.id)"
        )
        assert shown == [anchor]


def test_the_text_can_be_reached_past_the_contents(opened: Opener) -> None:
    page = opened("castles")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    expect(skip).to_have_attribute("href", "#content")
    expect(skip).to_be_in_viewport()


@pytest.mark.parametrize("game", GAMES)
def test_without_scripts_all_of_it_can_be_read(game: str, opened: Opener) -> None:
    page = opened(game, java_script_enabled=False)
    sections = page.locator("main > section")
    assert sections.count() > 20
    for number in (0, sections.count() // 2, sections.count() - 1):
        expect(sections.nth(number)).to_be_visible()


# -- drawings --------------------------------------------------------------------------------------------

_DRAWINGS = """() => [...document.querySelectorAll("main svg")].filter(one => one.getClientRects().length)
  .map(one => {
    const box = one.getBoundingClientRect(), ink = one.getBBox(), view = one.viewBox.baseVal;
    const main = document.querySelector("main").getBoundingClientRect();
    const clips = [];
    for (let up = one.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (/hidden|clip/.test(style.overflowX + style.overflowY)
        && (box.left < edge.left - 1 || box.right > edge.right + 1
            || box.top < edge.top - 1 || box.bottom > edge.bottom + 1)) clips.push(up.tagName);
    }
    const named = (one.getAttribute("aria-labelledby") || "").split(" ");
    const words = one.getAttribute("aria-label")
      || named.map(id => document.getElementById(id)?.textContent).join(" ").trim();
    const faults = [];
    if (box.width < 8 || box.height < 8) faults.push(`${box.width} by ${box.height}`);
    const scrolled = one.closest(".scrolled");
    if (box.left < main.left - 1 || (box.right > main.right + 1 && !scrolled)) faults.push("beyond");
    const sides = [view.x - ink.x, view.y - ink.y, ink.x + ink.width - view.x - view.width,
      ink.y + ink.height - view.y - view.height];
    if (one.hasAttribute("viewBox") && !one.querySelector("use") && Math.max(...sides) > 2)
      faults.push(`cut off at its edges: ${sides}`);
    if (!ink.width || !ink.height) faults.push("empty");
    if (!words && one.getAttribute("aria-hidden") !== "true") faults.push("no words");
    return [words, faults.concat(clips.map(name => `clipped by ${name}`))];
  })"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("game", "kind"), PIECES)
def test_pieces_are_drawn_whole_and_in_words(
    game: str, kind: str, width: int, turned: Opener, worlds: Worlds
) -> None:
    world = worlds(game)
    page = turned(game, f"kind-{kind.replace('_', '-')}", width=width)
    drawings = page.evaluate(_DRAWINGS)
    assert [(words, faults) for words, faults in drawings if faults] == []
    described = " ".join(words or "" for words, _ in drawings)
    assert [title for _, title in titled(world, kind) if title not in described] == []


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_drawn_whole(game: str, turned: Opener) -> None:
    page = turned(game, "examples")
    drawings = page.evaluate(_DRAWINGS)
    assert len(drawings) > 10
    assert [(words, faults) for words, faults in drawings if faults] == []


# -- looks -----------------------------------------------------------------------------------------------

_PAPER = "() => getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_follow_the_system_until_chosen(scheme: str, opened: Opener) -> None:
    page = opened("castles", color_scheme=scheme)
    first = page.evaluate(_PAPER)
    assert is_dark(first) == (scheme == "dark")
    page.locator("#theme").click()
    chosen = page.evaluate(_PAPER)
    assert is_dark(chosen) != is_dark(first)
    page.reload()
    assert page.evaluate(_PAPER) == chosen
    page.locator("#theme").click()
    assert page.evaluate(_PAPER) == first


def is_dark(colour: str) -> bool:
    """Is `rgb(r, g, b)` nearer to black than to white?"""
    return sum(int(part) for part in colour[4:-1].split(",")[:3]) < 3 * 128


_OVERFLOW = """async () => {
  const found = [];
  for (const section of document.querySelectorAll("main > section")) {
    const turned = new Promise(done => addEventListener("hashchange", done, { once: true }));
    if (location.hash === `#${section.id}`) continue;
    location.hash = section.id;
    await turned;
    const over = document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth;
    if (over > 0) found.push(`${section.id}: ${over}`);
  }
  return found;
}"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_no_page_scrolls_sideways(game: str, width: int, turned: Opener) -> None:
    page = turned(game, width=width)
    assert page.evaluate(_OVERFLOW) == []


def test_the_contents_open_and_close_on_a_phone(turned: Opener) -> None:
    page = turned("castles", width=390)
    menu = page.locator("#menu")
    contents = page.locator("nav")
    expect(contents).to_be_hidden()
    menu.click()
    expect(contents).to_be_visible()
    expect(menu).to_have_attribute("aria-expanded", "true")
    contents.locator("a:visible").nth(2).click()
    expect(contents).to_be_hidden()
    expect(menu).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("game", GAMES)
def test_on_paper_there_is_all_of_the_text_and_no_navigation(game: str, opened: Opener) -> None:
    page = opened(game, color_scheme="dark")
    page.emulate_media(media="print")
    for selector in ("header", "nav"):
        expect(page.locator(selector).first).to_be_hidden()
    hidden = page.locator("main > section").evaluate_all(
        "all => all.filter(one => !one.getClientRects().length)"
    )
    assert hidden == []
    assert not is_dark(page.evaluate(_PAPER)) or page.evaluate(_PAPER) == "rgba(0, 0, 0, 0)"


# -- tables ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "kind"), PIECES)
def test_tables_sort_by_words_and_by_numbers(game: str, kind: str, turned: Opener) -> None:
    page = turned(game, f"kind-{kind.replace('_', '-')}")
    tables = page.locator("table:visible").filter(has=page.locator("tbody tr:nth-child(5)"))
    table = tables.filter(has=page.locator("thead th", has_text="Points")).first
    heads = table.locator("thead th")
    by_number = 0
    for column in range(heads.count()):
        button = heads.nth(column).get_by_role("button")
        cells = table.locator(f"tbody tr td:nth-child({column + 1})")
        button.click()
        expect(heads.nth(column)).to_have_attribute("aria-sort", "ascending")
        up, gaps = keys(cells.all_inner_texts())
        assert up == sorted(up)
        button.focus()
        page.keyboard.press("Enter")
        expect(heads.nth(column)).to_have_attribute("aria-sort", "descending")
        assert keys(cells.all_inner_texts()) == (sorted(up, reverse=True), gaps)
        assert table.locator("th[aria-sort]").count() == 1
        by_number += isinstance(up[0], int)
    assert by_number


def keys(cells: list[str]) -> tuple[list[int] | list[str], int]:
    """What the filled cells are sorted by, a number or a letter, and how many empty ones follow them."""
    plain = [cell.replace(",", "").replace("\u2212", "-").strip() for cell in cells]
    full = [cell for cell in plain if cell]
    assert plain[: len(full)] == full
    numbers = [re.match(r"-?\d+", cell) for cell in full]
    if all(numbers):
        return [int(found[0]) for found in numbers if found], len(plain) - len(full)
    return [cell[:1].casefold() for cell in full], len(plain) - len(full)
