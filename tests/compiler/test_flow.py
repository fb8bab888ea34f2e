"""Stages, rounds, turns and steps as blocks; actions, limits, extra turns, early ends."""

from __future__ import annotations

from typing import Any

import pytest

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, Piece, Unit
from support.make_ir import (
    PLAYERS,
    amount,
    ask,
    empty_program,
    in_zone,
    keep,
    kept,
    local,
    made,
    number,
    piece,
    piece_kind,
    query,
    same,
    truth,
    zone,
)

COINS = Unit("coins")
CARD = Piece("card")
TURNS, ROUND = "round.turn", "round"


class Game:
    """Three rounds of turns in which players do what the test offers."""

    def __init__(self) -> None:
        self.program = program = empty_program()
        program.units["coins"] = ir.Unit("coins", "toy", singular="coin")
        self.coins = keep(program, "coins", COINS, "player", least=0)
        self.card = piece_kind(program, "card")
        piece(self.card, "joker", 2)
        self.hand = zone(program, "hand", self.card, holder="player", seen=ir.Seen("owner"))
        self.diary = keep(program, "diary", Many(NUMBER, "list"))
        self.you = ir.Var("p", PLAYER, "you")
        self.turns = ir.Turns("turn", "toy", var=self.you, source=PLAYERS, path=TURNS)
        self.turns.body = (ir.ChooseAction(local(self.you), TURNS),)
        self.rounds = ir.Rounds(
            "round", "toy", until=ir.Cmp(">=", self.round_number(), number(3), type=YESNO), path=ROUND
        )
        self.rounds.parts = [self.turns]
        self.setup: list[ir.Stmt] = []
        self.final: list[ir.Stmt] = []

    def round_number(self) -> ir.Expr:
        """The number of the running round."""
        return ask("running_number", NUMBER, ir.Lit(ROUND, type=NUMBER))

    def note(self, value: ir.Expr) -> ir.Stmt:
        """Write a number, which must be a new one, into the diary."""
        new = ir.MakeSet((value,), type=Many(NUMBER))
        return ir.SetKeep(self.diary, None, ir.Arith("+", kept(self.diary), new, type=Many(NUMBER)))

    def action(
        self, name: str, you: ir.Var, *body: ir.Stmt, turn: str | None = TURNS, **more: Any
    ) -> ir.Action:
        """Something a turn offers."""
        made_action = ir.Action(name, "toy", title=name.capitalize(), turn=turn, you=you, body=body, **more)
        self.program.actions[name] = made_action
        return made_action

    def start(self, players: int = 2) -> Any:
        """The game at its first decision."""
        setup = ir.Step("begin", "toy", body=tuple(self.setup), path="setup.begin")
        final = ir.Step("close", "toy", body=tuple(self.final), path="final.close")
        stages = (
            ir.Stage("setup", "toy", parts=[setup], path="setup"),
            self.rounds,
            ir.Stage("final", "toy", parts=[final], path="final"),
        )
        it = ir.Var("it", PLAYER, "it")
        self.program.flow = ir.Flow("game", "toy", list(stages), it, (kept(self.coins, local(it)),))
        return made(self.program).ruleset().new_game(players, seed=1)

    def gain(self, you: ir.Var, coins: int) -> ir.Stmt:
        """The actor gains coins."""
        return ir.Change("gain", self.coins, local(you), amount(coins, "coins"), None)


@pytest.fixture
def game() -> Game:
    return Game()


def you() -> ir.Var:
    return ir.Var("you", PLAYER, "you")


def play(running: Any, *answers: str) -> list[int]:
    """Give the answers; who was asked each time."""
    asked: list[int] = []
    for answer in answers:
        asked.append(running.decision.player)
        running.decide(answer)
    return asked


def test_rounds_and_turns(game: Game) -> None:
    a, b = you(), you()
    game.action("take", a, game.gain(a, 2))
    game.action("rest", b)
    game.final.append(game.note(game.round_number()))
    running = game.start(3)
    assert play(running, *["Take", "Rest", "Rest"] * 3) == [0, 1, 2] * 3
    assert running.over
    assert running.scores == (6, 0, 0)
    assert running.keep("diary") == (3,)


def test_a_scheduled_turn_follows_the_current_one(game: Game) -> None:
    a, b = you(), you()
    game.action("again", a, ir.Schedule(TURNS, local(a)))
    game.action("rest", b)
    running = game.start()
    assert play(running, "Again", "Rest", "Rest", "Rest") == [0, 0, 1, 0]


def test_once_per_turn_counts_an_extra_turn_anew(game: Game) -> None:
    a, b = you(), you()
    game.action("take", a, game.gain(a, 1), ir.Schedule(TURNS, local(a)), limit=ir.Limit(1, TURNS))
    game.action("rest", b)
    game.turns.body = (ir.ChooseAction(local(game.you), TURNS), ir.ChooseAction(local(game.you), TURNS))
    running = game.start()
    running.decide("Take")
    # The second choice of the same turn has but one action left, which is taken without asking.
    assert running.decision.labels() == ["Take", "Rest"]
    assert running.decision.player == 0


def test_twice_per_round_for_each_player(game: Game) -> None:
    a, b = you(), you()
    game.action("take", a, game.gain(a, 1), ir.Schedule(TURNS, local(a)), limit=ir.Limit(2, ROUND))
    game.action("rest", b)
    running = game.start()
    assert play(running, "Take", "Take") == [0, 0]
    assert running.decision.player == 1  # 0 rested by itself: nothing else was offered
    assert play(running, "Rest", "Take") == [1, 0]


def test_an_action_that_cannot_be_paid_is_not_offered(game: Game) -> None:
    a, b = you(), you()
    pay = ir.Change("pay", game.coins, local(a), amount(3, "coins"), None)
    game.action("buy", a, pay)
    game.action("earn", b, game.gain(b, 4))
    running = game.start()
    assert running.decision.labels() == ["Buy", "Earn"]  # after the only offer, earning, was taken for both
    assert running.keep("coins", 0) == 4


def test_ending_rounds_and_the_game(game: Game) -> None:
    a, b, c = you(), you(), you()
    game.action("last", a, ir.EndOf(ROUND))
    game.action("rest", b)
    game.action("flee", c, ir.EndOf("game"))
    game.final.append(game.note(number(5)))
    running = game.start()
    assert play(running, "Last", "Rest") == [0, 1]
    assert running.over
    assert running.keep("diary") == (5,)
    fleeing = game.start()
    play(fleeing, "Rest", "Flee")
    assert fleeing.over
    assert fleeing.keep("diary") == ()


def test_steps_by_somebody_if_something(game: Game) -> None:
    chief = ir.Var("you", PLAYER, "you")
    first = ir.Step("first", "toy", ir.Lit(1, type=PLAYER), None, chief, path="round.first")
    first.condition = same(game.round_number(), number(2))
    first.body = (game.gain(chief, 5),)
    game.rounds.parts.insert(0, first)
    game.action("rest", you())
    running = game.start()
    assert running.over  # one action is no choice
    assert running.scores == (0, 5)


def test_actions_on_cards_belong_to_their_owner(game: Game) -> None:
    a, b = you(), you()
    joker = game.card.definitions[0]
    card = ir.Var("self", CARD, "self")
    discard = ir.Move(local(a), local(card), "to", ir.ZoneRef(None, None), None, False, False)
    game.action("joke", a, game.gain(a, 9), discard, self_var=card, holder=joker)
    game.action("rest", b)
    members = ir.Members(game.card, type=Many(CARD))
    hand = ir.ZoneRef(game.hand, ir.Lit(1, type=PLAYER))
    game.setup.append(ir.Move(None, members, "to", hand, None, False, False))
    running = game.start()
    assert running.decision.player == 1
    assert len(running.decision) == 3
    running.decide(running.decision.options[0])
    assert running.keep("coins", 1) == 9
    assert len(running.cells[running.rules.zones["hand"].base + 1]) == 1


def test_a_zone_seen_by_somebody_named(game: Game) -> None:
    who = keep(game.program, "guest", PLAYER)
    seen = ir.Seen("rule", kept(who))
    table = zone(game.program, "table", game.card, seen=seen)
    members = ir.Members(game.card, type=Many(CARD))
    game.setup.append(ir.Move(None, members, "to", ir.ZoneRef(table, None), "down", False, False))
    game.action("rest", you())
    game.action("sing", you())
    running = game.start()
    cell = running.rules.zones["table"].base
    (check,) = [zone.seen for zone in running.rules.zones.values() if zone.name == "table"]
    assert check(running, 0) == running.cells[running.rules.keeps["guest"].base]
    assert len(running.cells[cell]) == 2


def test_several_turns_see_zones_as_they_are(game: Game) -> None:
    a = you()
    it, picked = ir.Var("it", CARD), ir.Var("picked", CARD)
    deck = zone(game.program, "deck", game.card)
    members = ir.Members(game.card, type=Many(CARD))
    game.setup.append(ir.Move(None, members, "to", ir.ZoneRef(deck, None), None, False, False))
    choice = ir.Choose(local(a), query(it, in_zone(deck)), picked, True, None, None, False, False)
    take = ir.Move(local(a), local(picked), "to", ir.ZoneRef(game.hand, local(a)), None, False, False)
    game.action("draw", a, choice, take)
    game.action("rest", you())
    running = game.start()
    play(running, "Draw")
    assert len(running.decision) == 2
    running.decide(running.decision.options[0])
    play(running, "Draw")  # the last card needs no choice
    assert running.over  # from then on resting is all there is


def test_actions_at_any_time_are_offered_at_the_start_of_each_turn(game: Game) -> None:
    a = you()
    used = keep(game.program, "used", YESNO, "player")
    sing = ir.SetKeep(used, local(a), truth(True))
    left = ir.Not(kept(used, local(a)), type=YESNO)
    game.action("sing", a, sing, game.gain(a, 5), turn=None, condition=left)
    game.action("rest", you())
    running = game.start()
    assert (running.decision.player, running.decision.labels()) == (0, ["Sing", "Pass"])
    running.decide("Pass")
    assert running.decision.player == 1
    running.decide("Sing")  # and is asked no more
    assert running.decision.player == 0
    while running.decision is not None:
        assert running.decision.player == 0
        running.decide("Pass")
    assert running.scores == (0, 5)
