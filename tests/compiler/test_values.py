"""Generated code and a plain interpreter find equal values for random typed expressions."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from castlewright.compiler.lower.layout import lay_out
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, Type, or_none
from support.interpreter import Interpreter
from support.make_ir import made, rule
from support.random_ir import ANY, CARD, SHADE, TOKEN, Expressions, World

RESULTS: tuple[Type, ...] = (
    NUMBER,
    YESNO,
    or_none(SHADE),
    or_none(CARD),
    Many(CARD),
    Many(TOKEN),
    Many(ANY),
    Many(SHADE),
    Many(PLAYER),
)


@st.composite
def worlds(draw: Any) -> tuple[World, list[ir.Rule], int, int]:
    """A program with a few random rules, a number of players and a seed for the position."""
    world = World()
    expressions = Expressions(world, draw)
    rules: list[ir.Rule] = []
    for index in range(4):
        you = ir.Var("you", PLAYER, "param")
        expressions.env = [you]
        value = expressions.of(draw(st.sampled_from(RESULTS)), 4)
        rules.append(rule(world.program, f"random_{index}", value, you))
    return world, rules, draw(st.integers(2, 4)), draw(st.integers(0, 1000))


@settings(max_examples=150)
@given(worlds())
def test_generated_code_agrees_with_the_interpreter(case: tuple[World, list[ir.Rule], int, int]) -> None:
    world, rules, players, seed = case
    built = made(world.program)
    layout = lay_out(world.program)
    game = built.ruleset().position(players)
    world.fill(game, layout, random.Random(seed).randrange)
    reader = Interpreter(layout, game)
    for one in rules:
        for player in range(2):
            wanted = reader.value(one.value, {one.params[0]: player})
            found = game.rule(one.name, player)
            assert found == wanted, built.text
            assert type(found) is type(wanted), built.text
