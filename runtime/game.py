"""A game: the public face of a state.

An app asks :attr:`Game.decision` (or :attr:`Game.decisions`, where several players answer at the same time),
answers with :meth:`Game.decide` or :meth:`Game.choose`, and shows :meth:`Game.view`. Whatever goes wrong, a
game is left as it was before the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from . import driver, log
from .decision import Choice, Decision, Offer, Option
from .errors import (
    BadCall,
    DepthError,
    IllegalAnswer,
    NotAllowed,
    NotAskedError,
    NothingAskedError,
    PlayersError,
    RuleFailure,
    SearchError,
    UnknownName,
    failure_place,
    seat,
    whole,
)
from .graph import SearchBudgetError
from .state import ANSWERED, ASKED, CHECK, RUN, WORK_LIMIT, Frame, Snapshot, State, is_many
from .tag import is_list

if TYPE_CHECKING:
    from .log import Line
    from .ruleset import Ruleset

__all__ = ["Game", "Place"]

UNDO_LIMIT = 32
"""How many decisions can be taken back."""
RUN_LENGTH = 64
"""How many answers of :meth:`Game.answer_all` share one copy of the state."""

_ASIDE = -2
"""Stands for the number of the fiber in the offers of actions that may be taken at any time."""


class Place:
    """A place of the final ranking: ``rank`` from 1, the players who share it, and what they were compared
    by."""

    __slots__ = ("keys", "players", "rank")

    def __init__(self, rank: int, players: tuple[int, ...], keys: tuple[int, ...]) -> None:
        self.rank = rank
        self.players = players
        self.keys = keys

    def __repr__(self) -> str:
        return f"<Place {self.rank}: players {self.players} with {self.keys}>"


class Game(State):
    """A running game. Make one with :meth:`.ruleset.Ruleset.new_game`."""

    __slots__ = ("_aside", "undos")

    undos: list[Snapshot]
    _aside: Choice | None

    # -- making ----------------------------------------------------------------------------------------------

    @classmethod
    def blank(cls, rules: Ruleset, players: int | Sequence[str], seed: int) -> Game:
        """See :meth:`.ruleset.Ruleset.position`."""
        names = _names_of(rules, players)
        game = cls.__new__(cls)
        game.undos = []
        game._aside = None
        game.start(rules, names, whole(seed, "a seed"))
        return game

    @classmethod
    def new(cls, rules: Ruleset, players: int | Sequence[str], seed: int) -> Game:
        """See :meth:`.ruleset.Ruleset.new_game`."""
        if not rules.blocks:
            raise NotAllowed(f"{rules.meta['title']} has no flow: it can be looked at, but not played")
        game = cls.blank(rules, players, seed)
        game.frames = [list(rules.entry)]
        game._guarded(game._run_on)
        return game

    def copy(self) -> Game:
        """Return an independent copy, which cannot be taken back past this moment."""
        game = Game.__new__(Game)
        game.undos = []
        game._aside = self._aside
        game.take_over(self)
        return game

    def imagine(self, player: int, seed: int) -> Game:
        """Return a copy in which all that a player may not know is dealt anew at random, and the future with
        it.

        His view of the copy is the view he has. Answers that others gave in secret are taken back: they are
        asked again.
        """
        from .imagine import imagine

        seat(player, self.players)
        whole(seed, "a seed")
        with self._asked():
            return imagine(self, player, seed)

    # -- what is asked ---------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Is the game at its end?"""
        return not self.frames

    @property
    def decision(self) -> Decision | None:
        """The decision that waits, the first of several; None when the game is over."""
        offers = self._pending()
        return Decision(self, offers[0], False) if offers else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions that wait at the same time, in the order of players."""
        return tuple([Decision(self, offer, False) for offer in self._pending()])

    @property
    def asides(self) -> tuple[Decision, ...]:
        """What players may do at this moment without being asked; answer with :meth:`take`."""
        rules = self.rules
        if not rules.any_time or not self.frames:
            return ()
        found: list[Decision] = []
        with self._asked():
            for player in range(self.players):
                options = driver.actions(self, player, rules.any_time)
                if options:
                    found.append(Decision(self, (player, self._aside_choice(), options, _ASIDE, False), True))
        return tuple(found)

    def _aside_choice(self) -> Choice:
        if self._aside is None:
            self._aside = Choice(
                block=-1,
                options=_no_options,
                kind="action",
                type="action",
                text="At any time",
                slot=0,
                next=0,
            )
        return self._aside

    def _pending(self) -> tuple[Offer, ...]:
        offers = self.offers
        if offers is None:
            with self._asked():
                driver.offer_again(self)
            offers = self.offers or ()
        return offers

    def _offer(self, player: int | None) -> Offer:
        offers = self._pending()
        if player is None and len(offers) > 1:
            raise IllegalAnswer("several players are asked: say which one answers")
        for offer in offers:
            if player is None or offer[0] == player:
                return offer
        if player is None or not offers:
            raise NothingAskedError("the game is over: nothing is asked", player)
        raise NotAskedError(f"{self._seated(player)} is not asked anything now", player)

    def _seated(self, player: Any) -> str:
        """The name of the player in a seat. Raises :class:`IllegalAnswer` for what is no seat."""
        try:
            return self.names[seat(player, self.players)]
        except BadCall as error:
            raise NotAskedError(str(error)) from error

    def frame_of(self, offer: Offer) -> Frame:
        """Return the parked frame of a pending request."""
        top = self.frames[-1]
        if offer[3] < 0:
            return top
        fibers = driver.fibers_of(top)
        assert fibers is not None
        return fibers[offer[3]][1][-1]

    def chosen_of(self, offer: Offer) -> tuple[Any, ...]:
        """Return what was chosen so far in a pending choice of several."""
        return self.frame_of(offer)[offer[1].work] or ()

    def bounds_of(self, offer: Offer) -> tuple[int, int]:
        """Return how many options a choice of several needs and allows, from its start."""
        frame = self.frame_of(offer)
        return driver.bounds(self, frame, offer[1], len(offer[1].options(self, frame)))

    def seconds_of(self, offer: Offer) -> int | None:
        """Return the time limit a pending request stands under."""
        timed = self.rules.timed
        if not timed:
            return None
        frames = self.frames
        if offer[3] >= 0:
            fibers = driver.fibers_of(frames[-1])
            assert fibers is not None
            frames = [*frames, *fibers[offer[3]][1]]
        return next((timed[frame[0]][0] for frame in reversed(frames) if frame[0] in timed), None)

    def refusals(self, spot: Any) -> tuple[str, ...]:
        """Return why a piece may not lie at a spot, in the words of its placing's needs; () when it may."""
        from .landing import refusals

        numbers: list[int] = list(spot) if is_many(spot) and all(isinstance(n, int) for n in spot) else []
        if len(numbers) < 4 or numbers[0] not in self.rules.board.layout_of:
            return ("it is no spot",)
        if not 0 <= numbers[1] < self.rules.piece_count:
            return ("there is no such piece",)
        return refusals(self, tuple(numbers))

    def fibers_wait(self, player: int) -> bool:
        """Has a player answered where several are asked at once, so that the game waits for the others?"""
        fibers = driver.fibers_of(self.frames[-1]) if self.frames else None
        return any(fiber[0] == player and fiber[2] in (ANSWERED, CHECK) for fiber in fibers or ())

    # -- answering -------------------------------------------------------------------------------------------

    def decide(self, answer: Any, player: int | None = None) -> Game:
        """Answer the pending decision and go on to the next one.

        ``answer`` is an option, or what it stands for (a piece's number, a player's, a title, ...), or None
        for "no more"; a choice of several takes a list too. ``player`` must be given when several are asked.
        Raises :class:`IllegalAnswer`, and :class:`RuleFailure` when a rule fails; both leave the game as it
        was.
        """
        if is_list(answer):
            return self._decide_all(answer, player)
        if isinstance(answer, Option):
            if answer.decision.aside:
                return self.take(answer.value, answer.decision.player)
            player = answer.decision.player if player is None else player
        offer = self._offer(player)
        decision = Decision(self, offer, False)
        self._guarded(self._go, offer, decision.value_at(decision.index_of(answer)))
        return self

    def _decide_all(self, answers: list[Any], player: int | None) -> Game:
        """Answer a choice of several as a whole, all or nothing."""
        offer = self._offer(player)
        choice, asked = offer[1], offer[0]
        if choice.single:
            raise IllegalAnswer(f"{choice.text!r} takes one option, not a list", asked)
        before, undos, tick = self.snapshot(), self.undos[:], self.tick
        marks = (self.rng_n, self.seen_n)

        def still_open() -> bool:
            return self.tick == tick and any(now[0] == asked and now[1] is choice for now in self._pending())

        try:
            for answer in answers:
                if not still_open():
                    raise IllegalAnswer(f"{choice.text!r} does not take {len(answers)} options", asked)
                self.decide(answer, asked)
            if still_open():
                self.decide(None, asked)
        except Exception:
            self.restore(before)
            self.undos = undos
            raise
        self.undos = [*undos, before] if marks == (self.rng_n, self.seen_n) else []
        return self

    def choose(self, index: int, player: int | None = None) -> Game:
        """Answer with the option at a place of the pending decision's options. Raises as :meth:`decide`."""
        offer = self._offer(player)
        options = offer[2]
        if 0 <= whole(index, "the place of an option") < len(options):
            value = options[index]
        else:
            value = Decision(self, offer, False).value_at(index)
        self._guarded(self._go, offer, value)
        return self

    def answer_all(self, choose: Callable[[Decision], int], limit: int) -> bool:
        """Answer decision after decision with the option whose place `choose` gives, until nothing is asked.

        Return whether that is so; False after `limit` answers. Raises as :meth:`decide` does, and the game is
        then as it was before the answer that failed. Answers given this way cannot be taken back.
        """
        # The state is copied only now and then. `choose` sees no more than decisions, so what was answered
        # since the last copy can be answered once more when something fails.
        self.undos.clear()
        before = self.snapshot()
        answered: list[Any] = []
        for _ in range(limit):
            offers = self._pending()
            if not offers:
                return True
            offer = offers[0]
            decision = Decision(self, offer, False)
            index = whole(choose(decision), "the place of an option")
            options = offer[2]
            value = options[index] if 0 <= index < len(options) else decision.value_at(index)
            if len(answered) == RUN_LENGTH:
                before = self.snapshot()
                answered.clear()
            try:
                self._go_within_budgets(offer, value)
            except BaseException as error:
                self.restore(before)
                for past in answered:
                    self._go_within_budgets(self._pending()[0], past)
                if isinstance(error, Exception):
                    self._fail(error)
                raise
            answered.append(value)
        return not self._pending()

    def _go_within_budgets(self, offer: Offer, value: Any) -> None:
        self.steps = driver.STEP_LIMIT
        self.work = WORK_LIMIT
        self.log_limit = self.log_n + driver.EVENT_LIMIT
        self._go(offer, value)

    def take(self, action: Any, player: int) -> Game:
        """Take an action that is offered at any time: an option of :attr:`asides`, its value, or the action's
        name."""
        if isinstance(action, Option):
            action = action.value
        name = self._seated(player)
        with self._asked():
            offered = driver.actions(self, player, self.rules.any_time) if self.frames else ()
        if isinstance(action, str):
            names = [
                self.rules.actions[value if isinstance(value, int) else value[0]].name for value in offered
            ]
            if names.count(action) == 1:
                action = offered[names.index(action)]
        if action not in offered:
            raise IllegalAnswer(f"{action!r} is not offered to {name} now", player)
        self._guarded(self._begin, action, player)
        return self

    def expire(self, player: int | None = None) -> Game:
        """Report that the time limit of a pending decision has run out. Raises :class:`IllegalAnswer` without
        one."""
        offer = self._offer(player)
        if self.seconds_of(offer) is None:
            raise IllegalAnswer(f"{offer[1].text!r} has no time limit", offer[0])
        self._guarded(self._expire, offer)
        return self

    def perform(self, effect: str, you: int | None, *args: Any) -> Game:
        """Carry out an effect by name, for examples and tests. Raises :class:`UnknownName`,
        :class:`BadCall`."""
        row = _named(self.rules.effects, effect, "effect")
        _check_args(effect, row[2], args)
        if you is not None:
            seat(you, self.players)
        self._guarded(self._perform, row, effect, you, args)
        return self

    # -- going on --------------------------------------------------------------------------------------------

    def begin(self, action: str, player: int, piece: int | None = None) -> Game:
        """Carry out an action as if it had been chosen, offered or not, for examples and tests.

        `piece` is the one an action on pieces stands on. Raises :class:`UnknownName`, :class:`BadCall`.
        """
        number: int = _named(self.rules.action_numbers, action, "action")
        seat(player, self.players)
        if (piece is not None) is not self.rules.actions[number].on_piece:
            raise BadCall(f"`{action}` {'stands' if piece is None else 'does not stand'} on a piece")
        if piece is not None and not 0 <= whole(piece, "a piece") < self.rules.piece_count:
            raise BadCall(f"there is no piece {piece}")
        option = number if piece is None else (number, piece)
        self._pending()
        self._guarded(self._start, option, player)
        return self

    def _guarded(self, act: Callable[..., None], *args: Any) -> None:
        """Do something; on any error come back to the state before it."""
        before = self.snapshot()
        self.steps = driver.STEP_LIMIT
        self.work = WORK_LIMIT
        self.log_limit = self.log_n + driver.EVENT_LIMIT
        drawn, seen = self.rng_n, self.seen_n
        try:
            act(*args)
        except BaseException as error:
            self.restore(before)
            if isinstance(error, Exception):
                self._fail(error)
            raise
        undos = self.undos
        if drawn != self.rng_n or seen != self.seen_n:
            undos.clear()
        else:
            undos.append(before)
            if len(undos) > UNDO_LIMIT:
                del undos[0]

    @contextmanager
    def _asked(self) -> Generator[None]:
        """Ask rules from outside: with work of its own, and with errors of the runtime."""
        self.work = WORK_LIMIT
        try:
            yield
        except Exception as error:
            self._fail(error)
            raise

    def _fail(self, error: Exception) -> None:
        """Raise the error of the runtime that tells what a rule did wrong, with its place in the text."""
        if isinstance(error, (IllegalAnswer, NotAllowed, BadCall)) or (
            isinstance(error, RuleFailure) and error.file
        ):
            return
        place = (
            *failure_place(error.__traceback__, self.rules.filename, self.rules.lines),
            self._rule_of(error),
        )
        match error:
            case RecursionError():
                raise DepthError("effects set off each other too deep", *place) from error
            case SearchBudgetError():
                raise SearchError(str(error), *place) from error
            case RuleFailure():
                raise type(error)(error.message, *place) from error
            case ZeroDivisionError():
                raise RuleFailure("something is divided by zero", *place) from error
            case _:
                raise RuleFailure(f"{type(error).__name__}: {error}", *place) from error

    def _rule_of(self, error: Exception) -> str | None:
        """The name of the innermost rule or effect at work when an error came up."""
        rules = self.rules
        known: dict[str, str] = {row[0].__name__: name for name, row in rules.rules.items()}
        known |= {row[0].__name__: name for name, row in rules.effects.items() if callable(row[0])}
        found: str | None = None
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename == rules.filename:
                found = known.get(code.co_name) or found
            trace = trace.tb_next
        return found

    def _run_on(self) -> None:
        self.tick += 1
        self.offers = ()
        driver.run(self)

    def _go(self, offer: Offer, value: Any) -> None:
        self.record(("answer", offer[0], offer[1].no, value))
        if offer[3] < 0:
            self.offers = ()
            if driver.answer(self, self.frames[-1], offer, value):
                self._run_on()
            return
        frame = self.frame_of(offer)
        others = tuple([other for other in self._pending() if other is not offer])
        fibers = driver.fibers_of(self.frames[-1])
        assert fibers is not None
        fiber = fibers[offer[3]]
        logged = self.log_n
        self.fiber = offer[3]
        self.offers = ()
        complete = driver.answer(self, frame, offer, value)
        self.fiber = -1
        if not complete:
            self.offers = tuple(sorted((*others, *self.offers), key=_fiber_number))
            return
        # The log must not show the answer, nor the order of answers, before all have answered.
        fiber[2:] = [ANSWERED, tuple(self.log_list[logged : self.log_n])]
        self.log_n = logged
        self.offers = others
        if not others:
            self._run_on()

    def _begin(self, action: Any, player: int) -> None:
        self.record(("take", player, action))
        self._stir()
        driver.begin_action(self, action, player)
        self._run_on()

    def _stir(self) -> None:
        """Have what waits asked afresh, and what was answered looked at again: something comes between."""
        for fiber in (driver.fibers_of(self.frames[-1]) if self.frames else None) or ():
            if fiber[2] == ASKED:
                fiber[2] = RUN
            elif fiber[2] == ANSWERED:
                fiber[2] = CHECK

    def _start(self, action: Any, player: int) -> None:
        self.record(("begin", player, action))
        self._stir()
        driver.begin_action(self, action, player)
        self._run_on()

    def _expire(self, offer: Offer) -> None:
        self.record(("expire", offer[0]))
        timed = self.rules.timed
        fibers = driver.fibers_of(self.frames[-1]) if offer[3] >= 0 else None
        if fibers is not None:
            fiber = fibers[offer[3]]
            if _drop_to_timed(fiber[1], timed):
                fiber[2] = RUN
                self.offers = ()
                for other in fibers:
                    if other[2] == ASKED:
                        other[2] = RUN
                self._run_on()
                return
        before = len([frame for frame in self.frames if driver.fibers_of(frame) is not None])
        _drop_to_timed(self.frames, timed)
        self.forks -= before - len([frame for frame in self.frames if driver.fibers_of(frame) is not None])
        self._run_on()

    def _perform(self, row: tuple[Any, ...], effect: str, you: int | None, args: tuple[Any, ...]) -> None:
        self.record(("perform", effect, you, args))
        self._stir()
        if row[1]:
            frame = list(row[3])
            frame[1] = you
            frame[2 : 2 + len(args)] = args
            self.frames.append(frame)
            self._run_on()
        else:
            row[0](self, you, *args)
            self._run_on()

    # -- going back ------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Can the last answer be taken back? Not when it drew a random number or showed somebody a front."""
        return bool(self.undos)

    def undo(self) -> Game:
        """Take the last answer back. Raises :class:`NotAllowed`."""
        if not self.undos:
            raise NotAllowed("the last answer cannot be taken back: since then something was drawn or seen")
        self.restore(self.undos.pop())
        return self

    # -- what is so ------------------------------------------------------------------------------------------

    def rule(self, name: str, *args: Any) -> Any:
        """Return the value of a rule. Raises :class:`UnknownName`, :class:`BadCall` for other arguments than
        it takes, :class:`RuleFailure` when it fails."""
        row = _named(self.rules.rules, name, "rule")
        _check_args(name, row[1], args)
        with self._asked():
            return row[0](self, *args)

    def keep(self, name: str, holder: int = 0) -> Any:
        """Return what is kept under a name, for a holder (player, value, or place of a piece among its
        kind). Raises :class:`UnknownName`, :class:`BadCall`."""
        return self.cells[self._cell_of(self.rules.keeps, name, holder)]

    def zone(self, name: str, holder: int = 0) -> tuple[int, ...]:
        """Return the numbers of the pieces in a zone, first or top first. Raises as :meth:`keep`."""
        return self.cells[self._cell_of(self.rules.zones, name, holder)]

    def _cell_of(self, table: Mapping[str, Any], name: str, holder: int) -> int:
        holding = _named(table, name, "keep or zone")
        most = self.players if holding.holder == "player" else holding.count
        if not 0 <= whole(holder, "a holder") < most:
            raise BadCall(f"`{name}` has holders from 0 to {most - 1}, not {holder}")
        return holding.base + holder

    @property
    def step_path(self) -> str | None:
        """The path of the running step or turns, None before the first."""
        return self.rules.steps[self.step][0] if self.step >= 0 else None

    def view(self, player: int) -> dict[str, Any]:
        """Return all that a player may know, as JSON data."""
        from .views import view

        seat(player, self.players)
        with self._asked():
            return view(self, player)

    @property
    def log(self) -> list[dict[str, Any]]:
        """The whole log as JSON data, hiding nothing; :meth:`view` has what a player may know."""
        return log.entries_for(self, -1)

    @property
    def lines(self) -> tuple[Line, ...]:
        """All changes of counters with their reasons, oldest first."""
        return tuple(log.lines(self))

    def lines_of(self, player: int, counter: str | None = None) -> tuple[Line, ...]:
        """Return the lines that changed a player's counters, or one of them, on either side."""
        seat(player, self.players)
        return tuple(
            [
                line
                for line in log.lines(self)
                if player in (line.player, line.other) and (counter is None or line.counter == counter)
            ]
        )

    def explain(self, player: int | None = None) -> str:
        """Return every gain, loss and payment in words, one a line: who, how much, why, and where its rule
        stands."""
        found = self.lines if player is None else self.lines_of(player)
        return "\n".join([log.text_of(self, line) for line in found])

    @property
    def history(self) -> tuple[tuple[Any, ...], ...]:
        """All inputs so far, oldest first."""
        return tuple(self.history_list[: self.history_n])

    @property
    def scores(self) -> tuple[int, ...]:
        """The first thing `winner by` compares, for each player. Raises :class:`NotAllowed` without `winner
        by`."""
        return tuple([self.winner_keys(player)[0] for player in range(self.players)])

    def winner_keys(self, player: int) -> tuple[int, ...]:
        """Return what `winner by` compares of a player, as it stands now. Raises :class:`NotAllowed`."""
        if self.rules.winner is None:
            raise NotAllowed("this ruleset does not say who wins")
        seat(player, self.players)
        with self._asked():
            return self.rules.winner(self, player)

    @property
    def ranking(self) -> tuple[Place, ...]:
        """The players by what `winner by` compares, as it stands now; who is equal in everything shares a
        place."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for player in range(self.players):
            groups.setdefault(self.winner_keys(player), []).append(player)
        places: list[Place] = []
        rank = 1
        for keys in sorted(groups, reverse=True):
            places.append(Place(rank, tuple(groups[keys]), keys))
            rank += len(groups[keys])
        return tuple(places)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; several share it. Raises :class:`NotAllowed` before the end."""
        if not self.over:
            raise NotAllowed("the game is not over")
        return self.ranking[0].players

    # -- saving ----------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON data; :meth:`.ruleset.Ruleset.from_json` reads it."""
        from .save import save

        return save(self)

    def __repr__(self) -> str:
        what = "over" if self.over else f"at {self.step_path}"
        return f"<Game of {self.players} players, {what}>"

    def __iter__(self) -> Iterator[Decision]:
        return iter(self.decisions)


def _names_of(rules: Ruleset, players: Any) -> tuple[str, ...]:
    """The names of the players, given or counted. Raises :class:`BadCall`."""
    fewest, most = rules.meta["players"]
    words = f"{rules.meta['title']} is for {fewest} to {most} players"
    if isinstance(players, int) and not isinstance(players, bool):
        if not fewest <= players <= most:
            raise PlayersError(f"{words}, not {players}")
        return tuple([f"Player {i + 1}" for i in range(players)])
    many = isinstance(players, Sequence) and not isinstance(players, (str, bytes))
    names: tuple[Any, ...] = tuple(cast("Sequence[Any]", players)) if many else ()
    if not names or not all(isinstance(name, str) for name in names):
        raise BadCall(f"{words}: their number, or a list of their names, not {players!r}")
    if not fewest <= len(names) <= most:
        raise PlayersError(f"{words}, not {len(names)}")
    return names


def _named(table: Mapping[str, Any], name: Any, what: str) -> Any:
    """What stands in a table of the ruleset under a name. Raises :class:`UnknownName`."""
    if isinstance(name, str) and name in table:
        return table[name]
    raise UnknownName(f"there is no {what} {name!r}")


def _check_args(name: str, params: Sequence[str], args: Sequence[Any]) -> None:
    if len(args) != len(params):
        raise BadCall(f"`{name}` takes {len(params)} arguments ({', '.join(params)}), not {len(args)}")


def _no_options(_g: Any, _f: Any) -> tuple[Any, ...]:
    return ()


def _fiber_number(offer: Offer) -> int:
    return offer[3]


def _drop_to_timed(frames: list[Frame], timed: dict[int, tuple[int, int]]) -> bool:
    """Drop the frames above the innermost one that waits under a time limit, and send that one on to its late
    block."""
    for depth in range(len(frames) - 1, -1, -1):
        if frames[depth][0] in timed:
            del frames[depth + 1 :]
            frames[depth][0] = timed[frames[depth][0]][1]
            return True
    return False
