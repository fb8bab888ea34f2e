"""A book for one way to play, level or edition: what holds there, and nothing of the others."""

from __future__ import annotations

from castlewright.cli.docs import ordered
from castlewright.compiler.english.sentences import Writer
from castlewright.compiler.typed import ir
from castlewright.rulebook.world import told_program


def told(
    game: str, *, edition: str | None = None, mode: str | None = None, level: str | None = None
) -> ir.Program:
    return told_program(*ordered(game, None, None, None, edition, mode, level))


def rules_of(program: ir.Program) -> dict[str, str]:
    writer = Writer(program)
    return {name: writer.rule_alone(rule) for name, rule in program.rules.items()}


def base_score(level: str) -> list[str]:
    program = told("two_castles", mode="automa", level=level)
    writer = Writer(program)
    return [writer.change(one) for one in program.changes if one.rule.name == "base_score"]


def test_a_level_is_what_the_sentences_say() -> None:
    (easy,), (hard,) = base_score("level_1"), base_score("level_3")
    assert "22 points" in easy
    assert "32 points" in hard
    assert "22 points" not in hard


def test_a_way_to_play_has_its_own_steps_and_packs() -> None:
    alone, together = told("two_castles", mode="automa"), told("two_castles")
    assert "automa" in {pack.name for pack in alone.packs}
    assert "automa" not in {pack.name for pack in together.packs}
    assert "base_score" in alone.rules
    assert "base_score" not in together.rules


def test_an_edition_is_what_the_sentences_say() -> None:
    second, first = rules_of(told("castles")), rules_of(told("castles", edition="first"))
    assert second["chooses_foyer_face"] == "Players choose the side of their foyer."
    assert first["chooses_foyer_face"] == "Players do not choose the side of their foyer."
    assert second["favor_places"] == "The number of places for favors is the number of players."
    assert (
        first["favor_places"] == "The number of places for favors is 4 if there are 4 players, otherwise 3."
    )
