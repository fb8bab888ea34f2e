"""Packs on disk and in memory: what is found, what is refused, in which order they come."""

from __future__ import annotations

from pathlib import Path

import pytest

from castlewright.compiler.check.link import link
from castlewright.compiler.compile import Order, packs_of
from castlewright.compiler.packs.packs import Library, choose, report_parts
from castlewright.compiler.typed import ir
from castlewright.rules_dsl import limits
from castlewright.rules_dsl.codes import PRELUDE
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.report import report_text
from support.linking import BASE, link_files, link_text

MANIFEST = 'pack {name} "{name}" {{ version "1.0"; language 1; {more} }}\n'


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def pack(name: str, more: str = "") -> str:
    return MANIFEST.format(name=name, more=more)


def found_in(root: Path) -> tuple[Library, list[str]]:
    found = Diagnostics()
    return Library.of([root], found), found.codes()


def test_packs_are_found_below_a_folder(tmp_path: Path) -> None:
    write(
        tmp_path, {"a/pack.rules": pack("alpha"), "a/b/pack.rules": pack("beta"), "a/c/more.rules": "# more"}
    )
    library, codes = found_in(tmp_path)
    assert codes == []
    assert sorted(library.loaded) == ["alpha", "beta"]


def test_a_file_outside_of_packs(tmp_path: Path) -> None:
    _, codes = found_in(write(tmp_path, {"a/pack.rules": pack("alpha"), "b/stray.rules": "# nothing"}))
    assert codes == ["CW0201"]


def test_a_folder_without_packs(tmp_path: Path) -> None:
    assert found_in(tmp_path)[1] == ["CW0220"]


def test_two_packs_of_one_name_on_disk(tmp_path: Path) -> None:
    _, codes = found_in(write(tmp_path, {"a/pack.rules": pack("alpha"), "b/pack.rules": pack("alpha")}))
    assert codes == ["CW0209"]


def test_a_manifest_that_declares_nothing(tmp_path: Path) -> None:
    assert found_in(write(tmp_path, {"a/pack.rules": "unit pearl pearls\n"}))[1] == ["CW0201"]


def test_a_pack_is_of_the_game_of_what_it_needs(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a/pack.rules": pack("alpha"),
            "b/pack.rules": pack("beta", "needs alpha"),
            "c/pack.rules": pack("gamma", "needs beta"),
            "d/pack.rules": pack("delta", "game omega; needs alpha"),
        },
    )
    library, _ = found_in(tmp_path)
    games = {name: one.info.game for name, one in library.loaded.items()}
    assert games == {"alpha": "alpha", "beta": "alpha", "gamma": "alpha", "delta": "omega"}


def test_needed_packs_come_first_and_the_rest_by_name() -> None:
    files = {
        "z/pack.rules": pack("base"),
        "a/pack.rules": pack("amber", "needs base; after coral"),
        "b/pack.rules": pack("birch", "needs base"),
        "c/pack.rules": pack("coral", "needs base"),
    }
    linked = link_files(files, "base")
    assert linked.program is not None, report_text(linked.found)
    assert [one.name for one in linked.program.packs] == ["base", "birch", "coral", "amber"]


def test_what_a_pack_needs_comes_with_it() -> None:
    files = {
        "a/pack.rules": pack("base"),
        "b/pack.rules": pack("beta", "needs base"),
        "c/pack.rules": pack("coral", "needs beta"),
        "d/pack.rules": pack("other", "needs base"),
    }
    linked = link_files(files, "base", ["coral"])
    assert linked.program is not None
    assert [one.name for one in linked.program.packs] == ["base", "beta", "coral"]


def test_a_long_chain_of_needs_is_no_trouble() -> None:
    files = {"p0/pack.rules": pack("p0")}
    files |= {f"p{n}/pack.rules": pack(f"p{n}", f"needs p{n - 1}") for n in range(1, 1500)}
    found = Diagnostics()
    from support.linking import library_of

    chosen = choose(library_of(files, found), "p0", ["p1499"], found)
    assert found.codes() == []
    assert len(chosen) == 1500


def test_unknown_packs_are_named_with_the_nearest() -> None:
    files = {"a/pack.rules": pack("alpha"), "b/pack.rules": pack("coral", "needs alpha")}
    linked = link_files(files, "alpha", ["corel"])
    assert linked.codes == ["CW0214"]
    assert "`coral`" in (next(iter(linked.found)).help or "")


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACK_FILES", 3)
    files = {f"a/f{n}.rules": "# nothing\n" for n in range(5)}
    write(tmp_path, {"a/pack.rules": pack("alpha"), **files})
    found = Diagnostics()
    library = Library.of([tmp_path], found)
    assert link(library, "alpha", [], found) is None
    assert found.codes() == ["CW0013"]


def test_too_many_declarations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "DEFINITIONS", 40)
    rows = "".join(f"  b{n}: {n + 1} yards\n" for n in range(30))
    linked = link_text(f"list of boat (size) {{\n{rows}}}\n")
    assert linked.codes == ["CW0007"]


# ----------------------------------------------------------------------------------- order of steps


def steps_of(program: ir.Program | None, rounds: str) -> list[str]:
    assert program is not None
    assert program.flow is not None
    part = next(p for p in program.flow.parts if p.name == rounds)
    assert isinstance(part, ir.Rounds)
    return [p.name for p in part.parts]


INSERTS = {
    "b/pack.rules": pack("beta", "needs islands") + "insert step ebb after round.rest { shuffle cove }\n",
    "c/pack.rules": pack("coral", "needs beta") + "insert step flood after round.ebb { shuffle cove }\n",
}


def test_a_step_may_be_inserted_behind_an_inserted_one() -> None:
    linked = link_files({BASE: PRELUDE, **INSERTS}, "islands")
    assert linked.codes == []
    assert steps_of(linked.program, "round") == ["sail", "rest", "ebb", "flood"]


def test_the_names_of_packs_do_not_matter_for_what_waits_for_another() -> None:
    files = {
        "b/pack.rules": pack("zebra", "needs islands")
        + "insert step ebb after round.rest { shuffle cove }\n",
        "c/pack.rules": pack("amber", "needs zebra") + "insert step flood before ebb { shuffle cove }\n",
    }
    linked = link_files({BASE: PRELUDE, **files}, "islands")
    assert linked.codes == []
    assert steps_of(linked.program, "round") == ["sail", "rest", "flood", "ebb"]


def test_a_dropped_step_leaves_what_stands_beside_it() -> None:
    files = {"a/pack.rules": pack("amber", "needs islands; after beta") + "drop step round.rest\n"}
    linked = link_files({BASE: PRELUDE, **files, **INSERTS}, "islands")
    assert linked.codes == [], report_text(linked.found)
    assert steps_of(linked.program, "round") == ["sail", "ebb", "flood"]


def test_dropped_turns_take_what_they_offer_out_of_the_game() -> None:
    play = 'example "Played all the same" { when { you does nap() } then { expect player_count is 2 } }\n'
    files = {
        BASE: PRELUDE + 'action nap "Nap" in sail once per sail { gain 1 shell as trade }\n',
        "a/pack.rules": pack("amber", "needs islands") + "drop step round.sail\n" + play,
    }
    linked = link_files(files, "islands")
    assert linked.codes == [], report_text(linked.found)
    assert steps_of(linked.program, "round") == ["rest"]
    assert linked.program is not None
    assert linked.program.actions["nap"].limit is None


def test_what_stands_inside_a_dropped_part_goes_with_it() -> None:
    inner = "rounds trip until trip_number is 2 { turns sail for each player p in players"
    text = PRELUDE.replace("turns sail for each player p in players", inner).replace(
        "an action }", "an action } }"
    )
    files = {BASE: text, "a/pack.rules": pack("amber", "needs islands") + "drop step round.trip\n"}
    linked = link_files(files, "islands")
    assert linked.codes == [], report_text(linked.found)
    assert steps_of(linked.program, "round") == ["rest"]


def test_a_replaced_step_keeps_its_place_and_name() -> None:
    files = {"a/pack.rules": pack("amber", "needs islands") + "replace step round.sail { shuffle cove }\n"}
    linked = link_files({BASE: PRELUDE, **files}, "islands")
    # The actions of the turns that are gone have no turn any more.
    assert linked.codes == ["CW0714"]


# ------------------------------------------------------------------------------------------------------ modes


def modes_in(root: Path) -> Library:
    files = {
        "shop/pack.rules": pack("shop", "players 2 to 4"),
        "gifts/pack.rules": pack("gifts", "needs shop; players 2 to 5"),
        "alone/pack.rules": pack("alone", "needs shop; mode; players 1"),
        "quiet/pack.rules": pack("quiet", "needs shop; mode"),
        "silent/pack.rules": pack("silent", "needs quiet; mode"),
    }
    library, codes = found_in(write(root, files))
    assert codes == []
    return library


@pytest.mark.parametrize(
    ("wanted", "packs"),
    [("all", ["gifts"]), ("all,alone", ["alone", "gifts"]), ("quiet", ["quiet"]), ("none", [])],
)
def test_modes_are_played_where_they_are_named(tmp_path: Path, wanted: str, packs: list[str]) -> None:
    assert packs_of(Order.of("shop", [wanted], {}, ()), modes_in(tmp_path)) == packs


def test_two_modes_exclude_each_other(tmp_path: Path) -> None:
    found = Diagnostics()
    choose(modes_in(tmp_path), "shop", ["alone", "quiet"], found)
    assert found.codes() == ["CW0207"]


def test_modes_that_only_others_build_on_are_not_told(tmp_path: Path) -> None:
    assert [mode.info.name for mode in modes_in(tmp_path).modes_of("shop")] == ["alone", "silent"]


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ([], []),
        (["alone"], []),
        (["quiet"], ["play with `hushed` or `mute`"]),
        (["silent"], ["play with `hushed`"]),
        (["quiet", "silent"], ["play with `hushed`"]),
        (["quiet", "silent", "hushed"], []),
        (["quiet", "mute"], []),
        (["quiet", "bells"], ["play with `hushed` or `mute`"]),
    ],
)
def test_a_mode_that_only_others_build_on_is_no_game(
    tmp_path: Path, chosen: list[str], told: list[str]
) -> None:
    more = {
        "hushed/pack.rules": pack("hushed", "needs silent; mode"),
        "mute/pack.rules": pack("mute", "needs quiet; mode"),
        "bells/pack.rules": pack("bells", "needs quiet"),
    }
    library = modes_in(write(tmp_path, more))
    found = Diagnostics()
    report_parts(library, [library.loaded[name].info for name in ["shop", *chosen]], found)
    assert [finding.help for finding in found] == told
    assert set(found.codes()) <= {"CW0221"}


def test_a_mode_may_build_on_another(tmp_path: Path) -> None:
    found = Diagnostics()
    assert [p.info.name for p in choose(modes_in(tmp_path), "shop", ["silent"], found) or ()][1:] == [
        "quiet",
        "silent",
    ]
    assert found.codes() == []
    choose(modes_in(tmp_path), "shop", ["silent", "alone"], found)
    assert found.codes() == ["CW0207"]


@pytest.mark.parametrize(
    ("packs", "players"), [(["gifts"], (2, 5)), (["gifts", "alone"], (1, 1)), (["gifts", "quiet"], (2, 5))]
)
def test_a_mode_says_for_how_many_it_is(tmp_path: Path, packs: list[str], players: tuple[int, int]) -> None:
    program = link(modes_in(tmp_path), "shop", packs, Diagnostics())
    assert program is not None
    assert program.players == players
