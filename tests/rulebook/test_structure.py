"""What stands on the pages of a rulebook, and in which order, with a small game and two packs for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlewright.cli.docs import ordered
from castlewright.rulebook.labels import in_markdown, labelled
from castlewright.rulebook.write import book_of

POND = """
pack pond "The Pond" {
  game pond
  version "1.0"
  language 1
  players 2 to 3
  option weather "Weather": weather = dry
  prose "Frogs leap from leaf to leaf."
}
"""
POND_RULES = """# Frogs, and what they catch.

unit fly flies

values reason plural reasons { snack }

values weather plural weathers { dry, wet }

changes by weather {
  cites PON-RAIN-01
  note "Reading: rain halves the catch, because flies hide; change the row to alter that."
  columns dry, wet
  catch_of(f): original, 1 fly
}

keeps flies per player: flies = 0 flies at least 0 flies seen by everyone

kind frog plural frogs {
  printed copies: number = 1
}

frog tree_frog "Tree Frog" {
  house
  copies: 6
}

zone reeds: pile of frog seen by nobody
zone leaf per player: row of frog seen by everyone

table supply by player_count {
  columns frogs: number
  2: 4
  3: 5
}

rule frogs_here() -> number = supply.frogs(player_count)
  reads "the number of frogs in the reeds"

rule catch_of(f: frog) -> flies = 2 flies
  reads "what {f} catches"
  cites PON-CATCH-01

rule is_green(f: frog) -> yesno = f is tree_frog
  reads "{f} is green"

effect fill_reeds() {
  reads "the frogs come to the reeds"
  cites PON-SETUP-01
  move frogs to reeds
  shuffle reeds
}

effect snap(f: frog) {
  reads "{you} let {f} snap"
  cites PON-CATCH-01
  gain catch_of(f) as snack
}

action leap "Leap" in turn if there is reeds {
  let f = top(reeds)
  move f to your leaf
  do snap(f)
}

action wait "Wait" in turn {
  gain 0 flies as snack
}

flow pond {
  stage setup {
    step frogs {
      prose "Everything begins in the reeds."
      do fill_reeds()
    }
  }
  rounds round until there is no reeds {
    turns turn for each player p in players {
      choose an action
    }
  }
  winner by its flies
}

example "A frog snaps" for snap {
  cites PON-CATCH-01
  note "Two flies for a frog."
  players 2
  given {
    put tree_frog in reeds
  }
  when {
    you does leap()
  }
  then {
    expect your flies is 2 flies
  }
}
"""
HERON = """
pack heron "Herons" {
  game pond
  version "1.0"
  language 1
  players 2 to 4
  needs pond
}
"""
HERON_RULES = """# Herons eat frogs.

kind heron plural herons { printed copies: number = 2 }

heron grey_heron "Grey Heron" { house }

zone nest: bag of heron seen by everyone

change catch_of(f) by 1 fly if is_green(f)

after fill_reeds by the game { move herons to nest }

change supply.frogs(n) to 6 if n is 4
"""


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    """Both packs in folders below one."""
    for name, (pack, rules) in {"pond": (POND, POND_RULES), "heron": (HERON, HERON_RULES)}.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.rules").write_text(pack, encoding="utf-8")
        (folder / f"{name}.rules").write_text(rules, encoding="utf-8")
    return tmp_path


def pages(packs: Path, name: str = "heron", players: int | None = None) -> dict[str, str]:
    order, library = ordered(str(packs / name), None, None, None, None, None, None)
    return {page.path.removesuffix(".md"): page.markdown() for page in book_of(order, library, players).pages}


def in_order(text: str, *parts: str) -> bool:
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def test_a_chapter_tells_deeds_then_rules_then_terms(packs: Path) -> None:
    chapter = pages(packs)["pack-pond"]
    assert in_order(
        chapter,
        '<a id="action-leap"></a>',
        '<a id="effect-snap"></a>',
        '<a id="rule-supply-frogs"></a>',
        '<a id="rule-catch-of"></a>',
        "**Terms**",
        '<a id="rule-is-green"></a><small>',
    )


def test_the_words_of_a_thing_are_its_label(packs: Path) -> None:
    written = pages(packs)
    assert re.search(r"\*\*What a \S+ catches\*\* is 2 flies\.", written["pack-pond"])
    assert (
        "With Herons, **what a [frog](kind-frog.md#kind-frog) catches** is higher by 1 fly"
        in (written["pack-heron"])
    )


def test_an_effect_of_one_step_is_told_there(packs: Path) -> None:
    written = pages(packs)
    assert "see step [Frogs](play-setup.md#step-frogs)." in written["pack-pond"]
    setup = written["play-setup"]
    assert in_order(
        setup,
        '<a id="step-frogs"></a>1\\. Frogs',
        "Everything begins in the [reeds](glossary.md#zone-reeds).",
        "1. Put the [frogs](kind-frog.md#kind-frog) onto the [reeds](glossary.md#zone-reeds).",
        "2. Shuffle",
        "3. ![Herons](img/mark-heron.svg) Put the [herons](kind-heron.md#kind-heron) into",
        "PON-SETUP-01",
    )


def test_a_sign_stands_on_the_pages_of_others_only(packs: Path) -> None:
    written = pages(packs)
    assert written["pack-heron"].count("img/mark-heron.svg") == 1
    assert "![Herons](img/mark-heron.svg)" in written["play-setup"]
    assert "mark-heron" not in written["play-round"]


def test_an_example_stands_beside_what_it_explains(packs: Path) -> None:
    chapter = pages(packs)["pack-pond"]
    assert in_order(
        chapter,
        '<a id="effect-snap"></a>',
        "> **Example: A frog snaps.** Two flies for a [frog](kind-frog.md#kind-frog).",
        "> [Tree Frog](kind-frog.md#tree-frog): **+2 flies** snack.",
        '<a id="rule-catch-of"></a>',
    )


def test_a_table_of_numbers_has_the_rows_of_all_packs(packs: Path) -> None:
    assert "| 4 | ![Herons](img/mark-heron.svg) 6 |" in pages(packs)["pack-pond"]
    narrowed = pages(packs, players=3)["pack-pond"]
    assert "| Players | Frogs |\n| --- | ---: |\n| 3 | 5 |" in narrowed
    assert "| 2 | 4 |" not in narrowed


def test_what_an_option_changes_is_a_table_of_its_chapter(packs: Path) -> None:
    written = pages(packs)
    assert in_order(
        written["pack-pond"],
        "| Weather | [What a frog catches](#rule-catch-of) |",
        "| Dry (this book) | 2 flies |",
        "| Wet | 1 fly |",
        "[PON-RAIN-01](coverage.md#pon-rain-01)",
        "> **Reading.** Rain halves the catch.",
    )
    assert "[Weather](pack-pond.md#pond)" in written["coverage"]
    assert "**[Weather](pack-pond.md#pond).** Rain halves the catch." in written["readings"]


def test_changes_are_told_by_rule_and_event(packs: Path) -> None:
    written = pages(packs)["changes"]
    assert "| [What a frog catches](pack-pond.md#rule-catch-of) |" in written
    assert "| [The frogs come to the reeds](pack-pond.md#effect-fill-reeds) |" in written
    assert "2 [herons]" not in written  # its own kind is no change of another one


def test_the_first_page_leaves_out_what_does_not_differ(packs: Path) -> None:
    front = pages(packs)["index"]
    assert in_order(front, "leap from", "A game for 2 to 4 players.", "What is in this book")
    assert "Version" not in front
    manifest = packs / "heron" / "pack.rules"
    manifest.write_text(HERON.replace('version "1.0"', 'version "2.0"'), encoding="utf-8")
    assert "| 2.0 |" in pages(packs)["index"]


def test_glossary_and_index_know_words_and_names(packs: Path) -> None:
    written = pages(packs)
    glossary = written["glossary"]
    assert in_order(
        glossary, "## Words", "**[Green](pack-pond.md#rule-is-green).**", "## Places", "**Reeds.**"
    )
    assert "- Tree Frog: [Frogs](kind-frog.md#tree-frog)" in written["index-of-names"]
    assert "- Green: [The Pond](pack-pond.md#rule-is-green)" in written["index-of-names"]


@given(st.text("ab c", min_size=1, max_size=12), st.text("ab c.", max_size=24))
def test_a_label_changes_no_word(name: str, text: str) -> None:
    marked = in_markdown(labelled(text, name))
    assert marked.replace("**", "") == text
    assert (marked == text) == (name not in text and name.capitalize() not in text)
