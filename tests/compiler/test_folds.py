"""Each fold by itself, over positions in which its answer is not the empty one."""

from __future__ import annotations

import random

import pytest

from castlewright.compiler.lower.layout import lay_out
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, RANK, YESNO, Many, Type
from support.interpreter import Interpreter
from support.make_ir import ask, in_zone, local, made, number, printed, query, rule
from support.random_ir import CARD, World

FOLDS: tuple[tuple[str, Type], ...] = (
    ("count", NUMBER),
    ("total", NUMBER),
    ("highest", NUMBER),
    ("lowest", NUMBER),
    ("exists", YESNO),
    ("every", YESNO),
    ("distinct", Many(NUMBER)),
    ("most", Many(CARD)),
    ("least", Many(CARD)),
)


@pytest.mark.parametrize(("op", "type_"), FOLDS, ids=[op for op, _ in FOLDS])
@pytest.mark.parametrize("filtered", [False, True], ids=["all", "some"])
def test_fold(op: str, type_: Type, filtered: bool) -> None:
    world = World()
    cards = ir.Members(world.card, type=Many(CARD))
    var = ir.Var("it", CARD)
    rank = printed(local(var), world.card.fields["rank"])
    test = ir.Cmp(">", rank, number(0), type=YESNO)
    value = {"count": None, "exists": None, "every": test}.get(op, rank)
    fold = ir.Fold(op, query(var, cards, test if filtered else None), value, type=type_)
    you = ir.Var("you", PLAYER, "param")
    rule(world.program, "folded", fold, you)
    layout = lay_out(world.program)
    game = made(world.program).ruleset().position(2)
    wanted = Interpreter(layout, game).value(fold, {})
    assert game.rule("folded", 0) == wanted
    expected = {"count": 7, "highest": 4, "lowest": -2, "total": 16}
    if filtered:
        expected |= {"count": 6, "lowest": 1, "total": 18}
    assert op not in expected or wanted == expected[op]
    assert op not in ("most", "least") or 0 < len(wanted) < 7


def test_ranking_shares_places() -> None:
    world = World()
    p = ir.Var("p", PLAYER)
    kept = ir.GetKeep(world.score, local(p), type=NUMBER)
    players = query(p, ask("players", Many(PLAYER)))
    rule(world.program, "places", ir.Ranking(players, kept, type=Many(RANK)))
    layout = lay_out(world.program)
    game = made(world.program).ruleset().position(4)
    base = layout.keeps[world.score].base
    game.cells[base : base + 4] = [3, 5, 3, 1]
    assert game.rule("places") == (((1,), 1, 1), ((0, 2), 2, 3), ((3,), 4, 4))


def test_reach_longest_path_and_pairs() -> None:
    world = World()
    a, b = ir.Var("a", NUMBER, "param"), ir.Var("b", NUMBER, "param")
    gap = ir.Arith("-", local(a), local(b), type=NUMBER)
    near = ir.Logic(
        "or",
        ir.Cmp("==", gap, number(1), type=YESNO),
        ir.Cmp("==", gap, number(-1), type=YESNO),
        type=YESNO,
    )
    linked = rule(world.program, "near", near, a, b)

    def numbers() -> ir.Query:
        return query(ir.Var("n", NUMBER), ask("range", Many(NUMBER), number(1), number(5)))

    rule(world.program, "reached", ir.Graph("reach", number(2), numbers(), linked, type=Many(NUMBER)))
    rule(world.program, "path", ir.Graph("longest path", None, numbers(), linked, type=Many(NUMBER)))
    rule(world.program, "pairs", ir.Graph("most pairs", None, numbers(), linked, type=Many(Many(NUMBER))))
    follow = ir.Var("x", NUMBER, "param")
    after = ir.Cond(
        ir.Cmp("<", local(follow), number(4), type=YESNO),
        ir.Arith("+", local(follow), number(1), type=NUMBER),
        ir.Lit(None, type=NUMBER),
        type=NUMBER,
    )
    next_one = rule(world.program, "next_one", after, follow)
    chain = ask("chain", Many(NUMBER), number(2), ir.RuleRef(next_one, type=NUMBER))
    rule(world.program, "chained", chain)
    game = made(world.program).ruleset().position(2)
    assert set(game.rule("reached")) | {2} == {1, 2, 3, 4, 5}
    assert len(game.rule("path")) == 5
    assert len(game.rule("pairs")) == 2
    assert game.rule("chained") == (2, 3, 4)


def test_membership_is_not_searched_for() -> None:
    world = World()
    card = ir.Var("c", CARD, "param")
    you = ir.Var("p", PLAYER, "param")
    inside = ir.In(local(card), in_zone(world.hand, local(you)), type=YESNO)
    rule(world.program, "held", inside, card, you)
    built = made(world.program)
    layout = lay_out(world.program)
    game = built.ruleset().position(3)
    world.fill(game, layout, random.Random(4).randrange)
    for pid in layout.kind_pieces[world.card]:
        for player in range(3):
            cell = layout.zones[world.hand].base + player
            assert game.rule("held", pid, player) == (pid in game.cells[cell])
    assert "g.where[v1]" in built.text
