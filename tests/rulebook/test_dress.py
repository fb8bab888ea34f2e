"""How the blocks of a page are laid out: entries, cards, call-outs, figures, steps."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from castlewright.draw.style import STYLE
from castlewright.rulebook.dress import dressed, legend_of, ui_symbols
from castlewright.rulebook.single import drawing_style

READER = MarkdownIt("commonmark", {"html": True}).enable("table")


def html(text: str, cards: str = "") -> str:
    tokens = READER.parse(text)
    for token in tokens:
        for child in token.children or []:
            if child.type == "image":
                child.meta["picture"] = True
                title = child.attrGet("title")
                child.type = "html_inline"
                child.content = f"<figure><figcaption>{title}</figcaption></figure>" if title else "<svg/>"
    return dressed(tokens, render, cards=cards)


def render(tokens: Sequence[Token]) -> str:
    return READER.renderer.render(tokens, READER.options, {})


def test_an_entry_holds_what_follows_it_and_its_small_print_comes_last() -> None:
    rule, note = '<a id="a"></a>**One** is.\n\n<small>one()</small>', "> **Note.** So."
    first, second = html(f'# T\n\n{rule}\n\n{note}\n\n<a id="b"></a>Two.').split('<div class="entry">')[1:]
    said, set_apart, small = (first.index(part) for part in ("<strong>One", 'class="note"', 'class="small"'))
    assert said < set_apart < small
    assert "Two." in second
    assert "small" not in second


def test_a_call_out_has_the_icon_of_its_sort() -> None:
    assert '<use href="#call-reading"/>' in html("> **Reading.** So, because.")
    assert '<use href="#call-example"/>' in html("> **Example: a thing.** Look.")
    assert '<use href="#call-aside"/>' in html("> **Of many things.** So.")
    assert all(f'id="call-{sort}"' in ui_symbols() for sort in ("note", "reading", "example", "aside"))


def test_a_numbered_heading_has_a_disc() -> None:
    assert '<span class="disc">3<span class="unseen">.</span></span> Buy &amp; sell</h2>' in html(
        "## 3\\. Buy & sell"
    )


def test_pictures_with_captions_and_the_lines_of_score_stand_together() -> None:
    page = html('![a](a.svg "Before")\n![b](b.svg "After")\n\n| A |\n| --- |\n| 1 |')
    assert page.startswith('<div class="worked"><div class="figures"><figure>')
    assert page.count("<figure>") == 2
    assert page.rstrip().endswith("</table>\n</div>")


def test_boards_that_did_not_change_stand_in_one_row() -> None:
    page = html('![a](a.svg "Left")\n\n![b](b.svg "Right")')
    assert page.count('<div class="figures">') == 1
    changed = html('![a](a.svg "Before")\n![b](b.svg "After")\n\n![c](c.svg "Right")')
    assert changed.count('<div class="figures">') == 2


def test_pictures_after_the_title_open_the_page() -> None:
    assert 'class="figures opener"' in html("# T\n\n![a](a.svg)")
    assert 'class="figures opener"' not in html("# T\n\nText.\n\n![a](a.svg)")


def test_entries_with_a_name_are_cards_where_cards_are_told() -> None:
    page = html(
        '# T\n\n<a id="kind"></a>There are two.\n\n<a id="one"></a>**One.** Does.\n\n<small>house</small>',
        "*",
    )
    assert page.count('class="card"') == 1
    assert '<span class="card-icon" aria-hidden="true">*</span>' in page
    assert "<strong>One</strong>Does." in page
    assert '<div class="entry"><p><a id="kind"></a>There are two.</p>' in page


def test_each_row_of_a_table_is_a_card_where_cards_are_told() -> None:
    page = html(
        '| Card | Worth | Source |\n| --- | --- | --- |\n| <a id="x"></a>Axe | 2 | attested |\n| Bow | | |',
        "*",
    )
    assert page.count('class="card"') == 2
    assert "<table" not in page
    assert '<strong><a id="x"></a>Axe</strong></p><p>2</p>' in page


def test_words_for_how_sure_a_thing_is_are_marks_with_a_legend() -> None:
    page = html("| A | Source |\n| --- | --- |\n| x | found: a book |\n\n<small>made in the house</small>")
    assert '<td><span class="standing found">found</span>: a book</td>' in page
    assert '<span class="standing house">made in the house</span>' in page
    assert legend_of(page).count("standing") == 3
    assert legend_of("<p>nothing</p>") == ""


def test_every_rule_for_the_dark_holds_in_the_dark_alone() -> None:
    light, _, dark = STYLE.partition("@media (prefers-color-scheme:dark){")
    assert dark
    on_page = drawing_style().removeprefix(light)
    assert on_page.count("{") == on_page.count(':root[data-theme="dark"] .cw-')
    assert "," not in on_page.replace("rgb", "")
