"""The checks over whole texts, each with what it lets through and what it stops.

Texts stand beside the prelude of the error pages.
"""

from __future__ import annotations

import pytest

from castlewright.rules_dsl.report import report_text
from support.linking import link_text

CARDS = """
kind law plural laws { active while self is in laws_in_force }
zone laws_in_force: row of law seen by everyone
zone laws_of per player: row of law seen by everyone
"""

REEFS = '--- reefs/pack.rules\npack reefs "Reefs" { version "1.0"; language 1; %s }\n'


def codes(text: str) -> list[str]:
    linked = link_text(text)
    return linked.codes


def check(text: str, *expected: str) -> None:
    linked = link_text(text)
    assert tuple(linked.codes) == expected, report_text(linked.found)


# ------------------------------------------------------------------------------- names between packs


@pytest.mark.parametrize(
    "use",
    [
        "rule far(b: boat) -> yards = 3 yards",
        "rule far() -> yards = 3 yards",
        "rule far() -> number = number of harbour",
        "rule far() -> number = number of boats",
        "effect f() { do buy(dinghy) }",
        "change price to 1 shell",
        "after buy by any player: shuffle cove",
        "insert step ebb after round.rest { shuffle cove }",
        'boat skiff "Skiff" { size: 3 yards }',
        "extend kind boat { printed draught: number = 1 }",
        "zone pond: pile of boat seen by nobody",
        "keeps calm per player: shells = 0 shells seen by everyone",
    ],
)
def test_a_pack_uses_only_names_of_packs_it_needs(use: str) -> None:
    check(REEFS % "game islands" + use + "\n", "CW0305")
    check(REEFS % "needs islands" + use + "\n")


def test_a_pack_that_is_asked_for_may_be_used_there() -> None:
    check(REEFS % "game islands" + "only if in_play(islands) { rule far() -> yards = dinghy's size }\n")
    text = "only if in_play(islands) { rule one() -> number = 1 }\nrule far() -> yards = dinghy's size\n"
    check(REEFS % "game islands" + text, "CW0305")


def test_either_of_two_packs_is_not_both() -> None:
    text = "only if in_play(islands) or in_play(reefs) { rule far() -> yards = dinghy's size }\n"
    check(REEFS % "game islands" + text, "CW0305")


def test_a_pack_in_between_passes_names_on() -> None:
    tides = '--- tides/pack.rules\npack tides "Tides" { version "1.0"; language 1; needs reefs }\n'
    check(REEFS % "needs islands" + tides + "rule far() -> yards = dinghy's size\n")


def test_a_field_that_a_later_pack_adds_changes_no_meaning() -> None:
    # `red` is a crew here; the flag of the other pack cannot make it a second reading.
    late = "extend kind boat { printed red: yesno = no }\n"
    check("rule warm(b: boat) -> yesno = b is red\n" + REEFS % "needs islands" + late)


def test_a_counter_that_a_later_pack_adds_leaves_the_first_alone() -> None:
    bank = "keeps bank per player: shells = 0 shells seen by everyone\n"
    check(REEFS % "needs islands" + bank)
    check(REEFS % "needs islands" + bank + "effect wage() { gain 1 shell as trade }\n", "CW0719")


# ------------------------------------------------------------------------------------------- at once


@pytest.mark.parametrize(
    "body",
    [
        "p gains 1 star as catch",
        "p chooses a boat in p's fleet as b secretly; set b's loaded to yes",
        "p chooses 2 boats in p's fleet as some; move some to box",
        "p chooses a port in ports as q; p gains 1 star as catch",
        "for each boat b in p's fleet { set b's loaded to no }",
        "if number of p's fleet > 1 { p loses 1 shell as trade }",
        "p does earn()",
        "let first_one = first(p's fleet); set first_one's loaded to yes",
    ],
)
def test_at_once_with_what_is_ones_own(body: str) -> None:
    text = "values port plural ports { north, south }\neffect earn() { gain 1 star as catch }\n"
    check(text + f"effect all() {{ at once for each player p in players {{ {body} }} }}\n")


@pytest.mark.parametrize(
    "body",
    [
        "p chooses a boat in harbour as b; move b to p's fleet",
        "left_of(p) gains 1 star as gift",
        "move first(harbour) to p's fleet",
        "p chooses a boat in p's fleet as b; move b to harbour",
        "draw 1 from cove to p's fleet",
        "shuffle cove",
        "set storms to 3",
        "p does grab()",
        "p does grab_deeply()",
        "end round",
        "schedule sail for p",
    ],
)
def test_at_once_with_what_belongs_to_others(body: str) -> None:
    text = (
        "values gift_reason plural gift_reasons { }\nextend kind boat { printed gift: yesno = no }\n"
        "keeps storms: number = 0 seen by everyone\n"
        "effect grab() { move first(harbour) to your fleet }\neffect grab_deeply() { do grab() }\n"
    ).replace("values gift_reason plural gift_reasons { }\n", "reason gift { }\n")
    check(text + f"effect all() {{ at once for each player p in players {{ {body} }} }}\n", "CW0710")


# ------------------------------------------------------------------------------------ secret questions


@pytest.mark.parametrize(
    "body",
    [
        "choose a boat in your fleet as b secretly; move b to cove",
        "if number of cove > 3 { choose a boat in your fleet as b secretly; move b to cove }",
        "if there is cove { choose a boat in your fleet as b secretly; move b to cove }",
        "if your shells > 3 shells { choose a boat in your fleet as b secretly; move b to cove }",
        "if top(cove) is dinghy { choose a boat in your fleet as b; move b to cove }",
        "let b = top(cove); choose a boat in your fleet as c secretly; move c to cove; move b to harbour",
    ],
)
def test_secret_questions_that_tell_nothing(body: str) -> None:
    check(f"effect f() {{ {body} }}\n")


@pytest.mark.parametrize(
    "body",
    [
        "if top(cove) is dinghy { choose a boat in your fleet as b secretly; move b to cove }",
        "let t = top(cove); if t is dinghy { choose a boat in your fleet as b secretly; move b to cove }",
        "if top(cove) is dinghy { do ask() }",
        "if top(cove) is dinghy { do ask_deeply() }",
        "if hush > 3 { choose a boat in your fleet as b secretly; move b to cove }",
        "repeat number of (boats in cove where it is red) times { do ask() }",
        "choose a boat in your fleet as b secretly; if b is dinghy { do ask() }",
        'if top(cove) is dinghy { may "Do it" secretly { gain 1 star as catch } }',
    ],
)
def test_secret_questions_that_tell(body: str) -> None:
    text = (
        "keeps hush: number = 0 seen by nobody\n"
        "effect ask() { choose a boat in your fleet as b secretly; move b to cove }\n"
        "effect ask_deeply() { do ask() }\n"
    )
    check(text + f"effect f() {{ {body} }}\n", "CW0709")


# ------------------------------------------------------------------------------------------- tables

TABLE = "rule worth(c: crew) -> stars = table c { red: 1 star, blue: 2 stars }\n"
MORE = "crew green { }\n"


def test_a_member_of_a_later_pack_needs_a_row() -> None:
    check(TABLE + REEFS % "needs islands" + MORE, "CW0513")


def test_a_change_may_give_the_row() -> None:
    change = "change worth(c) to 3 stars if c is green\n"
    check(TABLE + REEFS % "needs islands" + MORE + change)


def test_a_change_for_another_member_gives_no_row() -> None:
    change = "change worth(c) to 3 stars if c is red\n"
    check(TABLE + REEFS % "needs islands" + MORE + change, "CW0513")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("yes: 1, no: 2", ()),
        ("yes: 1", ("CW0517",)),
        ("yes: 1, else: 2", ()),
    ],
)
def test_a_table_over_yes_and_no(rows: str, expected: tuple[str, ...]) -> None:
    check(f"rule f(b: boat) -> number = table (b is loaded) {{ {rows} }}\n", *expected)


def test_a_table_of_printed_defaults_may_end() -> None:
    text = "rule area(n: number) -> number = table n { 1: 4, 2: 9 }\n"
    kind = "kind tower plural towers { printed step: number; printed area: number = area(step) }\n"
    check(text + kind + "tower low { step: 2 }\n")
    check(text + kind + "tower high { step: 3 }\n", "CW0505")
    check(text + kind + "rule g() -> number = area(7)\n", "CW0517")


# ------------------------------------------------------------------------------------- clashing changes


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("change price to 1 shell", "change price to 2 shells", ("CW0602",)),
        ("change price to 1 shell", "change price by 2 shells", ()),
        ("change price by 1 shell", "change price by 2 shells", ()),
        ("change price to 1 shell", "change price(b, p) to original * 2", ()),
        ("change price at least 1 shell", "change price at most 9 shells", ()),
        ("change price to 1 shell if storms is 1", "change price to 2 shells if storms is 2", ()),
        ("change price to 1 shell if storms is 1", "change price to 2 shells if storms is 1", ("CW0602",)),
        ("change price to 1 shell if storms > 1", "change price to 2 shells if storms < 1", ("CW0602",)),
    ],
)
def test_two_changes_of_one_rule(one: str, other: str, expected: tuple[str, ...]) -> None:
    check(f"keeps storms: number = 0 seen by everyone\n{one}\n{other}\n", *expected)


def test_wrappers_of_packs_that_know_of_each_other_are_in_order() -> None:
    one = REEFS % "needs islands" + "change price(b, p) to original * 2\n"
    tides = '--- tides/pack.rules\npack tides "Tides" { version "1.0"; language 1; needs islands%s }\n'
    change = "change price(b, p) to original + 1 shell\n"
    check(one + tides % "" + change, "CW0603")
    check(one + tides % "; after reefs" + change)
    check(one + tides % ", reefs" + change)


def test_cards_say_which_of_them_wins() -> None:
    low, high = "law low { change price to 1 shell }\n", "law high { change price to 9 shells%s }\n"
    check(CARDS + low + high % "", "CW0602")
    check(CARDS + low + high % " over low")
    check(CARDS + low + high % " over lo", "CW0602", "CW0607")


# ------------------------------------------------------------------------------------------- circles


def test_effects_may_come_to_themselves_through_slots() -> None:
    text = (
        "kind gift_kind plural gift_kinds is value { slot effect_of(b: boat) }\n"
        "gift_kind again { effect_of(b): do hand(b) }\n"
        "effect hand(b: boat) { for each gift_kind g in gift_kinds { do g's effect_of(b) } }\n"
    )
    check(text)


def test_rules_may_not_come_to_themselves_through_slots() -> None:
    text = (
        "kind gift_kind plural gift_kinds is value { slot worth(b: boat) -> number }\n"
        "gift_kind again { worth(b) = sum_of(b) }\n"
        "rule sum_of(b: boat) -> number = total g's worth(b) among gift_kind g in gift_kinds\n"
    )
    check(text, "CW0601")


def test_rules_may_not_come_to_themselves_through_changes() -> None:
    check("rule base(b: boat) -> shells = price(b, first(players))\nchange price(b, p) to 1 shell\n")
    text = "rule base(b: boat, p: player) -> shells = price(b, p)\nchange price(b, p) to base(b, p)\n"
    check(text, "CW0601")


# ---------------------------------------------------------------------------------------- what is bounded


def test_things_that_may_be_none_do_not_grow_without_bound() -> None:
    nested = "following(" * 40 + "first(harbour)" + ")" * 40
    text = f"rule following(b: boat) -> boat = b\nrule f() -> yesno = {nested} is dinghy\n"
    assert set(codes(text)) == {"CW0006"}


def test_a_printed_value_takes_bounded_work() -> None:
    rules = "rule r0() -> number = 1\n"
    rules += "".join(f"rule r{n}() -> number = r{n - 1}() + r{n - 1}()\n" for n in range(1, 18))
    check(
        rules + "kind tower plural towers { printed area: number = r17() }\ntower low { house }\n", "CW0505"
    )


def test_a_printed_range_is_not_worked_out() -> None:
    text = "kind tower plural towers { printed area: number = number of range(1, 1_000_000_000) }\n"
    check(text + "tower low { house }\n", "CW0505")


def test_collections_within_one_another_are_read_once() -> None:
    check("rule f() -> number = " + "number of [" * 50 + "1" + "]" * 50 + "\n")


# ------------------------------------------------------------------------------- nothing is said twice


TOWERS = """
kind tower plural towers {
  printed area: yards
  printed storeys: number
  printed doors: number = doors_of(area)
}
rule doors_of(area: yards) -> number = table area { 1 yard: 1, 2 yards: 2 }
"""


def said(text: str) -> list[tuple[str, str, str | None]]:
    return [(found.code, found.message, found.help) for found in link_text(text).found]


def test_what_is_worked_out_from_a_faulty_field_is_not_reported() -> None:
    check(TOWERS + "tower low { area: 2; storeys: 1 }\n", "CW0403")
    check(TOWERS + "tower low { storeys: 1 }\n", "CW0502")
    check(TOWERS + "tower low { area: 3 yards; storeys: 1 }\n", "CW0505")


def test_all_fields_that_lack_are_named_at_once() -> None:
    ((code, message, help),) = said(TOWERS + "tower low { }\n")
    assert (code, message) == ("CW0502", "`low` needs `area` and `storeys`")
    assert help == "add `area: …` and `storeys: …`"


def test_one_of_a_unit_is_written_in_the_singular() -> None:
    assert said(TOWERS + "tower low { area: 1 shell; storeys: 1 }\n")[0][2] == "write `1 yard`"


def test_a_dot_behind_a_local_is_no_question() -> None:
    ((code, _, help),) = said("rule f(b: boat) -> yards = b.size\n")
    assert (code, help) == ("CW0301", "write `b's size`")
