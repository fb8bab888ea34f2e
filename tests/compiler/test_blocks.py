"""Effects that ask: cut into blocks, run by the runtime, answered by the tests."""

from __future__ import annotations

from typing import Any

import pytest

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, Piece, Unit, Value
from castlewright.rules_dsl.diagnostics import DiagnosticError
from support.make_ir import (
    PLAYERS,
    amount,
    ask,
    effect,
    empty_program,
    in_zone,
    keep,
    kept,
    line,
    local,
    made,
    number,
    piece,
    piece_kind,
    printed,
    query,
    same,
    truth,
    value_kind,
    zone,
)

COINS = Unit("coins")
CARD = Piece("card")


class Table:
    """Cards in a row, coins and a diary of what was done, and an effect under test."""

    def __init__(self) -> None:
        self.program = program = empty_program()
        program.units["coins"] = ir.Unit("coins", "toy", singular="coin")
        self.suit = value_kind(program, "suit", "red", "blue", "green", worth=(1, 2, 3))
        self.card = piece_kind(program, "card", rank=NUMBER)
        for rank, name in enumerate(("ace", "duke", "page"), 1):
            piece(self.card, name, rank=rank)
        self.coins = keep(program, "coins", COINS, "player", least=0)
        self.diary = keep(program, "diary", Many(NUMBER, "list"))
        self.row = zone(program, "row", self.card)
        self.hand = zone(program, "hand", self.card, holder="player")
        self.you = ir.Var("you", PLAYER, "you")
        self.me = local(self.you)

    def note(self, value: ir.Expr | int) -> ir.Stmt:
        """Write a number into the diary. Numbers must differ: it is a set that grows."""
        what = number(value) if isinstance(value, int) else value
        return ir.SetKeep(
            self.diary,
            None,
            ir.Arith("+", kept(self.diary), ir.MakeSet((what,), type=Many(NUMBER)), type=Many(NUMBER)),
        )

    def deal(self) -> ir.Stmt:
        """Lay all cards into the row."""
        members = ir.Members(self.card, type=Many(CARD))
        return ir.Move(None, members, "to", ir.ZoneRef(self.row, None), None, False, False)

    def pay(self, coins: int) -> ir.Stmt:
        """Pay, which may stop the block."""
        return ir.Change("pay", self.coins, self.me, amount(coins, "coins"), None)

    def gain(self, coins: ir.Expr) -> ir.Stmt:
        """Gain coins."""
        return ir.Change("gain", self.coins, self.me, coins, None)

    def choose(self, var: ir.Var, of: ir.Query, **more: Any) -> ir.Choose:
        """A choice by `you`."""
        settings: dict[str, Any] = {
            "single": True, "least": None, "most": None, "secret": False, "ordered": False, **more,
        }  # fmt: skip
        return ir.Choose(self.me, of, var, span=line(7), **settings)

    def rank_of(self, var: ir.Var) -> ir.Expr:
        """What a card prints."""
        return printed(local(var), self.card.fields["rank"])

    def play(self, *body: ir.Stmt, players: int = 2) -> Any:
        """A game in which player 0 carries the statements out, up to the first question."""
        effect(self.program, "act", self.you, *body)
        game = made(self.program).ruleset().position(players)
        return game.perform("act", 0)

    def diary_of(self, game: Any) -> tuple[int, ...]:
        """What was noted."""
        return game.keep("diary")


@pytest.fixture
def table() -> Table:
    return Table()


def labels(game: Any) -> list[str]:
    return list(game.decision.labels())


def test_a_choice_parks_and_goes_on(table: Table) -> None:
    card, it = ir.Var("picked", CARD), ir.Var("it", CARD)
    is_ace = ir.IsDef(local(it), table.card.definitions[0], type=YESNO)
    others = query(it, in_zone(table.row), ir.Not(is_ace, type=YESNO))
    game = table.play(table.deal(), table.choose(card, others), table.note(table.rank_of(card)))
    assert labels(game) == ["duke", "page"]
    game.decide("page")
    assert table.diary_of(game) == (3,)
    assert game.over


def test_no_option_ends_the_effect(table: Table) -> None:
    card, it = ir.Var("picked", CARD), ir.Var("it", CARD)
    game = table.play(table.choose(card, query(it, in_zone(table.row))), table.note(1))
    assert game.over
    assert table.diary_of(game) == ()


def test_one_option_is_taken_and_none_stops_the_block(table: Table) -> None:
    card, it = ir.Var("picked", CARD), ir.Var("it", CARD)
    rank = printed(local(it), table.card.fields["rank"])
    only = query(it, in_zone(table.row), same(rank, number(2)))
    nothing = query(it, in_zone(table.row), same(rank, number(9)))
    stopped = ir.If(truth(True), (table.choose(ir.Var("x", CARD), nothing), table.note(8)), ())
    game = table.play(
        table.deal(), table.choose(card, only), table.note(table.rank_of(card)), stopped, table.note(9)
    )
    assert game.over
    assert table.diary_of(game) == (2, 9)


def test_several_are_asked_one_by_one(table: Table) -> None:
    cards, it, each = ir.Var("cards", Many(CARD)), ir.Var("it", CARD), ir.Var("c", CARD)
    choice = table.choose(cards, query(it, in_zone(table.row)), single=False, least=number(0), most=number(2))
    loop = ir.ForEach(query(each, local(cards)), None, (table.note(table.rank_of(each)),))
    game = table.play(table.deal(), choice, loop)
    game.decide("page")
    game.decide("ace")
    assert table.diary_of(game) == (1, 3)  # in the order of the options


def test_in_your_order(table: Table) -> None:
    each = ir.Var("c", CARD)
    game = table.play(
        table.deal(),
        ir.ForEach(query(each, in_zone(table.row)), table.me, (table.note(table.rank_of(each)),)),
    )
    game.decide("page")
    game.decide("ace")
    assert table.diary_of(game) == (3, 1, 2)


def test_may_and_options_that_cannot_be_met(table: Table) -> None:
    branches = (
        ir.OptionBranch("Buy", None, (table.pay(3), table.note(1))),
        ir.OptionBranch("Wait", None, (table.note(2),)),
        ir.OptionBranch("Never", truth(False), (table.note(3),)),
        ir.OptionBranch("Rest", None, (table.note(4),)),
    )
    game = table.play(ir.ChooseOne(table.me, branches, False), table.note(9))
    assert labels(game) == ["Wait", "Rest"]
    game.decide("Rest")
    assert table.diary_of(game) == (4, 9)


def test_may_says_yes_or_no(table: Table) -> None:
    branches = (ir.OptionBranch("Sing", None, (table.note(1),)), ir.OptionBranch("", None, (table.note(2),)))
    for answer, noted in (("Sing", (1,)), ("No", (2,))):
        one = Table()
        branches = (ir.OptionBranch("Sing", None, (one.note(1),)), ir.OptionBranch("", None, (one.note(2),)))
        game = one.play(ir.ChooseOne(one.me, branches, False, may=True))
        game.decide(answer)
        assert one.diary_of(game) == noted


def test_loops_are_left(table: Table) -> None:
    branches = (ir.OptionBranch("Stop", None, (ir.Leave(),)), ir.OptionBranch("Go on", None, ()))
    count = keep(table.program, "count", NUMBER)
    more = ir.SetKeep(count, None, ir.Arith("+", kept(count), number(1), type=NUMBER))
    game = table.play(
        ir.Repeat(number(5), (more, ir.ChooseOne(table.me, branches, False))), table.note(kept(count))
    )
    game.decide("Go on")
    game.decide("Go on")
    game.decide("Stop")
    assert table.diary_of(game) == (3,)


def test_leaving_from_a_branch_that_does_not_ask(table: Table) -> None:
    each, picked, it = ir.Var("c", CARD), ir.Var("picked", CARD), ir.Var("it", CARD)
    leave = ir.If(same(table.rank_of(each), number(2)), (ir.Leave(),), ())
    choice = table.choose(picked, query(it, in_zone(table.row)))
    game = table.play(
        table.deal(),
        ir.ForEach(query(each, in_zone(table.row)), None, (table.note(table.rank_of(each)), leave, choice)),
        table.note(9),
    )
    game.decide("ace")
    assert table.diary_of(game) == (1, 2, 9)


def test_a_payment_stops_only_its_block(table: Table) -> None:
    picked, it = ir.Var("picked", CARD), ir.Var("it", CARD)
    choice = table.choose(picked, query(it, in_zone(table.row)))
    inner = ir.If(truth(True), (table.pay(5), choice, table.note(1)), ())
    game = table.play(
        table.deal(), inner, table.note(2), table.gain(amount(7, "coins")), inner, table.note(3)
    )
    game.decide("duke")
    assert table.diary_of(game) == (2, 1, 3)
    assert game.keep("coins", 0) == 2


def test_calls_through_effects_and_slots(table: Table) -> None:
    program, it = table.program, ir.Var("it", CARD)
    slot = ir.Slot("reward", "toy", kind=table.suit, params=(ir.Var("n", NUMBER, "param"),))
    table.suit.slots["reward"] = slot
    for index, definition in enumerate(table.suit.definitions[:2]):
        holder, you, n = (
            ir.Var("self", Value("suit"), "self"),
            ir.Var("you", PLAYER, "you"),
            ir.Var("n", NUMBER),
        )
        picked = ir.Var("picked", CARD)
        choice = ir.Choose(local(you), query(it, in_zone(table.row)), picked, True, None, None, False, False)
        body: ir.Body = (choice, table.note(table.rank_of(picked))) if index else (table.note(local(n)),)
        definition.fillings["reward"] = ir.Filling(slot, (n,), holder, you, None, body)
    you = ir.Var("you", PLAYER, "you")
    each = ir.Var("s", Value("suit"))
    inner = effect(
        program,
        "inner",
        you,
        ir.ForEach(
            query(each, ir.Members(table.suit, type=Many(Value("suit")))),
            None,
            (ir.DoSlot(slot, local(each), local(you), (number(7),)),),
        ),
    )
    game = table.play(table.deal(), ir.Do(inner, table.me, ()), table.note(9))
    assert table.diary_of(game) == (7,)
    game.decide("page")
    assert table.diary_of(game) == (7, 3, 9)


def test_at_once(table: Table) -> None:
    who, picked, it = ir.Var("p", PLAYER, "you"), ir.Var("picked", CARD), ir.Var("it", CARD)
    outer = ir.Var("plus", NUMBER)
    total = ir.Arith("+", table.rank_of(picked), local(outer), type=NUMBER)
    choice = ir.Choose(local(who), query(it, in_zone(table.row)), picked, True, None, None, True, False)
    game = table.play(
        table.deal(),
        ir.SetLocal(outer, number(10)),
        ir.AtOnce(query(who, PLAYERS), (choice, table.note(total))),
        table.note(local(outer)),
    )
    assert [d.player for d in game.decisions] == [0, 1]
    game.decide("page", 1)
    game.decide("ace", 0)
    assert table.diary_of(game) == (11, 13, 10)


def test_a_time_limit(table: Table) -> None:
    picked, it = ir.Var("picked", CARD), ir.Var("it", CARD)
    choice = table.choose(picked, query(it, in_zone(table.row)))
    game = table.play(
        table.deal(), ir.Within(15, (table.note(1), choice, table.note(2)), (table.note(3),)), table.note(4)
    )
    assert game.decision.seconds == 15
    late = game.copy()
    game.decide("ace")
    assert table.diary_of(game) == (1, 2, 4)
    late.expire()
    assert table.diary_of(late) == (1, 3, 4)


def test_effects_that_reach_themselves_lie_on_the_stack_of_the_game(table: Table) -> None:
    you = ir.Var("you", PLAYER, "you")
    again = effect(table.program, "again", you)
    again.body = (ir.Do(again, local(you), ()),)
    with pytest.raises(Exception, match="deep"):
        table.play(ir.Do(again, table.me, ()))


def test_what_is_not_supported_is_an_error_with_a_code(table: Table) -> None:
    change = ir.RuleChange("x", "toy", rule=ir.Rule("x", "toy", result=NUMBER, value=number(1)))
    effect(table.program, "odd", table.you, ir.ChangeRule(change, "round", span=line(3)))
    with pytest.raises(DiagnosticError) as error:
        made(table.program)
    assert [d.code for d in error.value.diagnostics] == ["CW0790"]


def test_parts_of_an_amount(table: Table) -> None:
    each, it = ir.Var("it", CARD), ir.Var("it", CARD)
    double = ir.Arith("*", table.rank_of(each), amount(2, "coins"), type=COINS)
    worth = ir.Fold("total", query(each, in_zone(table.row)), double, type=COINS)
    per = ir.Arith(
        "*", amount(3, "coins"), ir.Fold("count", query(it, in_zone(table.row)), type=NUMBER), type=COINS
    )
    game = table.play(table.deal(), table.gain(worth), table.gain(per))
    assert [(entry.change, len(entry.parts)) for entry in game.lines] == [(12, 3), (9, 3)]


def test_asking_at_random_is_settled_once(table: Table) -> None:
    first = ir.Var("first", PLAYER)
    game = table.play(
        ir.SetLocal(first, ask("one_at_random", PLAYER, PLAYERS)),
        table.note(ir.Arith("+", local(first), number(1), type=NUMBER)),
        table.note(ir.Arith("+", local(first), number(11), type=NUMBER)),
    )
    one, other = table.diary_of(game)
    assert other - one == 10
