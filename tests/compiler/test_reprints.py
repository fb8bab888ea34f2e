"""Changes of what definitions print, and of the rows of tables by number of players."""

from __future__ import annotations

import pytest

from castlewright.compiler.typed import ir
from support.linking import Linked, link_text

REEFS = '--- reefs/pack.rules\npack reefs "Reefs" { version "1.0"; language 1; needs islands }\n'
TIDES = '--- tides/pack.rules\npack tides "Tides" { version "1.0"; language 1; needs islands }\n'
PEBBLES = 'kind pebble plural pebbles { printed copies: number = 1 }\npebble grey "Grey" { copies: 8 }\n'


def linked(text: str) -> ir.Program:
    found: Linked = link_text(text)
    assert found.codes == []
    assert found.program is not None
    return found.program


def boat(program: ir.Program, name: str) -> ir.Definition:
    return next(one for one in program.kinds["boat"].definitions if one.name == name)


@pytest.mark.parametrize(
    ("change", "cost"),
    [
        ("change barge.cost to 7 shells", 7),
        ("change barge.cost by 2 shells", 6),
        ("change barge.cost by -1 shell", 3),
        ("change barge.cost at least 5 shells", 5),
        ("change barge.cost at most 5 shells", 4),
        (
            "change barge.cost to 7 shells; change barge.cost by 1 shell; change barge.cost at most 6 shells",
            6,
        ),
        ("only if player_count > 2 or in_play(reefs) { change barge.cost to 9 shells }", 9),
        ("only if not in_play(reefs) { change barge.cost to 9 shells }", 4),
    ],
)
def test_a_printed_amount(change: str, cost: int) -> None:
    assert boat(linked(f"{REEFS}{change}"), "barge").values["cost"] == cost


def test_a_default_is_bent_too() -> None:
    program = linked(f"{REEFS}change dinghy.cost by 2 shells")
    assert boat(program, "dinghy").values["cost"] == 3


def test_defaults_follow_what_they_read() -> None:
    kind = "kind crate plural crates { printed weight: number; printed price: shells = weight * 2 shells }\n"
    program = linked(f'{kind}crate heavy "Heavy" {{ weight: 5 }}\n{REEFS}change heavy.weight by 1')
    (heavy,) = program.kinds["crate"].definitions
    assert heavy.values == {"weight": 6, "price": 12}


def test_sets_and_answers() -> None:
    kind = (
        "kind flag plural flags { printed red: yesno = no; printed crews: set of crew = [] }\nflag jack { }\n"
    )
    program = linked(f"{kind}{REEFS}allow jack.red\nchange jack.crews to [blue, red]")
    (jack,) = program.kinds["flag"].definitions
    assert jack.values["red"] is True
    assert jack.values["crews"] == tuple(program.kinds["crew"].definitions)


def test_more_copies() -> None:
    program = linked(
        f'{PEBBLES}pebble red "Red" {{ }}\n{REEFS}change grey.copies by 3\nchange red.copies by 1'
    )
    assert [one.copies for one in program.kinds["pebble"].definitions] == [11, 2]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f"{REEFS}change barge.cots to 7 shells", ["CW0604"]),
        (f"{REEFS}allow barge.cost", ["CW0605"]),
        (f"{REEFS}change barge.crew by 1", ["CW0605"]),
        (f"{REEFS}change barge.cost to 7 shells if player_count is 2", ["CW0505"]),
        (f"{REEFS}only if player_count > 2 {{ change barge.cost to 7 shells }}", ["CW0505"]),
        (f"{REEFS}change barge.cost to number of harbour * 1 shell", ["CW0505"]),
        (f"{REEFS}change barge.cost to 7", ["CW0403"]),
        (f"{REEFS}change barge.cost to 7 shells\n{TIDES}change barge.cost to 8 shells", ["CW0602"]),
        (f"{REEFS}change barge.cost to 7 shells\n{TIDES}change barge.cost by 1 shell", []),
        (f"{TIDES}boat raft {{ }}\n{REEFS}change raft.cost to 2 shells", ["CW0305"]),
    ],
)
def test_what_cannot_be_bent(text: str, codes: list[str]) -> None:
    assert link_text(text).codes == codes


def test_one_text_over_the_other() -> None:
    for wins, other in (("reefs", "tides"), ("tides", "reefs")):
        packs = {
            "reefs": f"{REEFS}change barge.cost to 7 shells",
            "tides": f"{TIDES}change barge.cost to 8 shells",
        }
        packs[wins] += f" over {other}"
        expected = {"reefs": 7, "tides": 8}[wins]
        assert boat(linked("\n".join(packs.values())), "barge").values["cost"] == expected


def test_too_many_copies() -> None:
    assert link_text(f"{PEBBLES}{REEFS}change grey.copies by -8").codes == ["CW0522"]


TABLE = """
table tides by player_count { columns high: number; 1: 3; 2: 4 }
rule now() -> number = tides.high(player_count)
"""
FOUR = (
    '--- reefs/pack.rules\npack reefs "Reefs" { version "1.0"; language 1; needs islands; players 1 to 4 }\n'
)


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ("", ["CW0517"]),
        ("change tides.high(n) to 5 if n is 3", ["CW0517"]),
        ("change tides.high(n) to 5 if n is 3\nchange tides.high(n) to 6 if n is 4", []),
    ],
)
def test_rows_for_more_players(changes: str, codes: list[str]) -> None:
    rest = f"{FOUR}only if in_play(reefs) {{ {changes.replace(chr(10), '; ')} }}" if changes else FOUR
    found = link_text(TABLE + rest)
    assert found.codes == codes
