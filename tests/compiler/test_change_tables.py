"""Tables of changes: what the value of an option bends and sets, and what is wrong with a table."""

from __future__ import annotations

import pytest

from castlewright.rules_dsl.report import report_text
from support.linking import BASE, Linked, files_of, link_files

REEFS = """
--- reefs/pack.rules
pack reefs "Reefs" {
  version "1.0"; language 1; needs islands; players 2 to 5
  option weather: weather = calm
  option lanterns: yesno = no
}
values weather plural weathers { calm, rough, icy }
rule toll(b: boat) -> shells = 3 shells
rule lit() -> yesno = lanterns
"""
TABLE = """
changes by weather {
  note "What the weather does."
  columns rough, icy, else
  toll(b): 5 shells, original + 1 shell, original cites REEF-01
  dinghy.cost: 2 shells, original, original
  lanterns: yes, original, original
  only if in_play(tides) { tide_cost(): 7 shells, 8 shells, original }
}
"""
TIDES = """
--- tides/pack.rules
pack tides "Tides" { version "1.0"; language 1; needs islands }
rule tide_cost() -> shells = 1 shell
"""


def linked(text: str, *packs: str, **options: str) -> Linked:
    from castlewright.rules_dsl.codes import PRELUDE

    files = {BASE: PRELUDE, **files_of(text)}
    return link_files(files, "islands", packs or ("reefs",), options)


def told(text: str, *packs: str, **options: str) -> dict[str, str | None]:
    """What each change gives, as the text of its value."""
    found = linked(text, *packs, **options)
    assert found.program is not None, report_text(found.found)
    return {
        change.rule.name: None if change.value is None else change.value.span.text
        for change in found.program.changes
    }


def cost(text: str, name: str, **options: str) -> object:
    program = linked(text, **options).program
    assert program is not None
    return next(d for d in program.kinds["boat"].definitions if d.name == name).values["cost"]


def test_the_column_of_the_value_is_in_force() -> None:
    assert told(REEFS + TABLE + TIDES, weather="rough") == {"toll": "5 shells"}
    assert told(REEFS + TABLE + TIDES, weather="icy") == {"toll": "original + 1 shell"}
    assert told(REEFS + TABLE + TIDES) == {}


def test_rows_of_packs_in_play() -> None:
    both = told(REEFS + TABLE + TIDES, "reefs", "tides", weather="icy")
    assert both == {"toll": "original + 1 shell", "tide_cost": "8 shells"}


def test_printed_fields() -> None:
    assert cost(REEFS + TABLE + TIDES, "dinghy", weather="rough") == 2
    assert cost(REEFS + TABLE + TIDES, "dinghy", weather="calm") == cost(REEFS, "dinghy")


@pytest.mark.parametrize(
    ("options", "lit"),
    [
        ({}, False),
        ({"weather": "rough"}, True),
        ({"weather": "rough", "lanterns": "no"}, False),
        ({"weather": "icy", "lanterns": "yes"}, True),
    ],
)
def test_an_option_that_sets_another_one(options: dict[str, str], lit: bool) -> None:
    beacon = 'only if lanterns { boat beacon "Beacon" { size: 4 yards } }'
    program = linked(f"{REEFS}{beacon}{TABLE}{TIDES}", **options).program
    assert program is not None
    assert program.options["lanterns"].value is lit
    assert ("beacon" in {d.name for d in program.kinds["boat"].definitions}) is lit


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("changes by storms { columns yes, no; toll(b): 1 shell, 2 shells }", "CW0210"),
        ("changes by weather { columns stormy, else; toll(b): 1 shell, original }", "CW0210"),
        ("changes by weather { columns calm, rough; toll(b): 1 shell, original }", "CW0513"),
        ("changes by weather { columns calm, calm, else; toll(b): 1 shell, 2 shells, original }", "CW0514"),
        ("changes by weather { columns rough, else; toll(b): 1 shell }", "CW0515"),
        ("changes by weather { columns rough, else; tolls(b): original, 1 shell }", "CW0604"),
        ("changes by weather { columns calm, else; toll(b): 1 star, original }", "CW0402"),
        ("changes by weather { columns rough, else; toll(b): 1 star, original }", "CW0402"),
        ("changes by weather { columns rough, else; tolls(b): 1 shell, original }", "CW0604"),
        ("changes by weather { columns calm, else; lanterns: maybe, original }", "CW0210"),
        (
            "changes by weather { columns calm, else; only if player_count is 2 { lanterns: yes, no } }",
            "CW0215",
        ),
        ("changes by weather { columns calm, else; tide_cost(): 1 shell, original }", "CW0305"),
    ],
)
def test_what_is_wrong_with_a_table(table: str, code: str) -> None:
    found = linked(REEFS + table + TIDES, "reefs", "tides")
    assert found.codes == [code], report_text(found.found)


@pytest.mark.parametrize(
    ("condition", "players"),
    [
        ("player_count is 5", (2, 4)),
        ("player_count < 4 and lanterns", (4, 5)),
        ("player_count >= 4 or player_count is 2", (3, 3)),
        ("not player_count is 2 and not lanterns", (2, 5)),
    ],
)
def test_numbers_of_players_that_are_refused(condition: str, players: tuple[int, int]) -> None:
    text = f'{REEFS}only if {condition} {{ refuse "too windy" }}'
    found = linked(text, weather="rough", lanterns="yes")
    assert found.program is not None, report_text(found.found)
    assert found.program.players == players


@pytest.mark.parametrize("condition", ["player_count is 3", "player_count >= 2"])
def test_a_gap_among_the_numbers_of_players_is_refused(condition: str) -> None:
    assert linked(f'{REEFS}only if {condition} {{ refuse "too windy" }}').codes == ["CW0221"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("dead_calm", "dead_calm"),
        ("half", "half_a_gale"),
        ("gale", "half_a_gale"),
        ("dead", None),
        ("hal", None),
        ("7", None),
    ],
)
def test_the_first_or_last_words_of_a_value_will_do(text: str, value: str | None) -> None:
    reefs = REEFS.replace("{ calm, rough, icy }", "{ dead_calm, dead_reckoning, half_a_gale }")
    found = linked(reefs.replace("= calm", "= dead_calm"), weather=text)
    if value is None:
        assert found.codes == ["CW0210"]
    else:
        assert found.program is not None
        assert getattr(found.program.options["weather"].value, "name", "") == value


def test_the_last_word_of_a_row_of_a_list_will_do() -> None:
    reefs = REEFS.replace(
        "values weather plural weathers { calm, rough, icy }",
        """
kind weather plural weathers is value { printed wind: number }
list of weather (wind) { force_1: 1; force_2: 2 }
""",
    ).replace("= calm", "= force_1")
    found = linked(reefs, weather="2")
    assert found.program is not None
    assert getattr(found.program.options["weather"].value, "name", "") == "force_2"
    assert linked(reefs, weather="3").codes == ["CW0210"]


def test_a_later_pack_adds_a_value_and_a_table_for_it() -> None:
    storms = """
--- storms/pack.rules
pack storms "Storms" { version "1.0"; language 1; needs reefs }
changes by weather { columns stormy, else; toll(b): 9 shells, original }
"""
    reefs = REEFS.replace(
        "values weather plural weathers { calm, rough, icy }",
        "kind weather plural weathers is value { }\nweather calm { }\nweather rough { }\nweather icy { }",
    )
    table = "changes by weather { columns calm, rough, icy; toll(b): original, 5 shells, 6 shells }"
    text = f"{reefs}{table}{storms}weather stormy {{ }}\n"
    assert told(text, "reefs", "storms", weather="stormy") == {"toll": "9 shells"}
    assert told(text, "reefs", "storms", weather="icy") == {"toll": "6 shells"}
    assert linked(text, "reefs", weather="stormy").codes == ["CW0210"]
