"""Choices, as generated code declares them, and decisions, as an app sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .errors import IllegalAnswer
from .naming import option_label, option_plain
from .tag import Tag, read_tag

if TYPE_CHECKING:
    from .game import Game

SHOWN = 20
"""How many options an error lists."""

__all__ = ["Choice", "Decision", "Offer", "Option"]

Maker = Callable[[Any, list[Any]], Any]


class Choice:
    """A question that generated code can ask; the arguments are explained in the golden example of the tests.

    ``who(g, f)`` gives the player (None: slot 1 of the frame), ``options(g, f)`` a tuple of what there is to
    choose from, ``least`` and ``most`` are numbers or functions of the same form. ``faces_of(g, f)`` gives
    the piece whose faces are offered, where that is known.
    """

    __slots__ = (
        "block",
        "clause",
        "faces_of",
        "kind",
        "least",
        "most",
        "next",
        "no",
        "none",
        "one",
        "options",
        "ordered",
        "secret",
        "single",
        "slot",
        "tag",
        "text",
        "titles",
        "who",
        "work",
    )

    def __init__(
        self,
        *,
        block: int,
        options: Maker,
        kind: str,
        type: str,
        slot: int,
        next: int,
        text: str = "",
        who: Callable[[Any, list[Any]], int] | None = None,
        titles: tuple[str, ...] = (),
        single: bool = True,
        least: int | Callable[[Any, list[Any]], int] = 1,
        most: int | Callable[[Any, list[Any]], int] | None = 1,
        secret: bool = False,
        ordered: bool = False,
        work: int = 0,
        none: int = 0,
        clause: int = 0,
        faces_of: Callable[[Any, list[Any]], int | None] | None = None,
    ) -> None:
        self.no = -1
        self.block = block
        self.who = who
        self.options = options
        self.kind = kind
        self.one: Tag = read_tag(type)
        self.tag: Tag = self.one if single else read_tag(f"[{type}]")
        self.text = text
        self.titles = titles
        self.single = single
        self.least = least
        self.most = most
        self.secret = secret
        self.ordered = ordered
        self.slot = slot
        self.work = work
        self.next = next
        self.none = none
        self.clause = clause
        self.faces_of = faces_of


Offer = tuple[int, Choice, tuple[Any, ...], int, bool]
"""A pending request: player, choice, options that are left, number of its fiber or -1, may it be ended
now."""


class Option:
    """One option of a decision: ``index`` in it, ``value`` as the engine has it, ``label`` for people.

    ``done`` marks the option to choose no more. ``plain`` is the option as JSON data, telling only what the
    player of the decision may know.
    """

    __slots__ = ("decision", "done", "index", "value")

    def __init__(self, decision: Decision, index: int, value: Any, done: bool) -> None:
        self.decision = decision
        self.index = index
        self.value = value
        self.done = done

    @property
    def label(self) -> str:
        """The option in words."""
        return self.decision.label(self.index)

    @property
    def plain(self) -> Any:
        """The option as JSON data."""
        return self.decision.plain(self.index)

    def __repr__(self) -> str:
        return f"<Option {self.index}: {self.label}>"


class Decision:
    """A question that waits for an answer.

    ``len(decision)`` is the number of options; with :attr:`done`, the last one means "no more". A decision is
    only good until the game goes on. ``aside`` marks actions that may be taken at any time and that nobody
    has to answer.
    """

    __slots__ = ("aside", "chosen", "game", "offer", "tick", "values")

    def __init__(self, game: Game, offer: Offer, aside: bool) -> None:
        self.game = game
        self.offer = offer
        self.aside = aside
        self.values: tuple[Any, ...] = offer[2]
        """The options as the engine has them, without `done`."""
        self.tick = game.tick
        self.chosen: tuple[Any, ...] = () if aside or offer[1].single else game.chosen_of(offer)
        """What was chosen so far, in a choice of several."""

    @property
    def player(self) -> int:
        """Who has to answer."""
        return self.offer[0]

    @property
    def choice(self) -> Choice:
        """What the rules ask."""
        return self.offer[1]

    @property
    def id(self) -> str:
        """A name for this decision that tells nothing hidden and changes whenever the question does."""
        mark = "any" if self.aside else len(self.chosen)
        return f"{self.tick}.{self.offer[0]}.{mark}"

    @property
    def text(self) -> str:
        """The question in words."""
        return self.offer[1].text

    @property
    def kind(self) -> str:
        """What is chosen: "piece", "value", "spot", "player", "number", "yesno", "option", "action", …"""
        return self.offer[1].kind

    @property
    def secret(self) -> bool:
        """Is the answer hidden from the others?"""
        return self.offer[1].secret

    @property
    def ordered(self) -> bool:
        """Does the order of the answers matter?"""
        return self.offer[1].ordered

    @property
    def single(self) -> bool:
        """Is exactly one option chosen, by one answer?"""
        return self.offer[1].single

    @property
    def done(self) -> bool:
        """May the choice be ended now (None is a legal answer)?"""
        return self.offer[4]

    @property
    def least(self) -> int:
        """How many more have to be chosen."""
        return self._bounds()[0]

    @property
    def most(self) -> int:
        """How many more can be chosen."""
        return self._bounds()[1]

    def _bounds(self) -> tuple[int, int]:
        choice = self.offer[1]
        if choice.single:
            return (0 if self.offer[4] else 1), 1
        chosen = len(self.chosen)
        least, most = self.game.bounds_of(self.offer)
        return max(0, least - chosen), max(0, most - chosen)

    @property
    def seconds(self) -> int | None:
        """The time limit the decision stands under; the app keeps the clock and reports
        :meth:`Game.expire`."""
        return None if self.aside else self.game.seconds_of(self.offer)

    @property
    def options(self) -> tuple[Option, ...]:
        """All options, `done` last where it is one."""
        options = [Option(self, i, value, False) for i, value in enumerate(self.values)]
        if self.offer[4]:
            options.append(Option(self, len(options), None, True))
        return tuple(options)

    def __len__(self) -> int:
        return len(self.offer[2]) + self.offer[4]

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __repr__(self) -> str:
        return f"<Decision {self.id}: {self.text!r}, {len(self)} options>"

    def value_at(self, index: int) -> Any:
        """Return the engine's value of an option, None for `done`. Raises :class:`IllegalAnswer`."""
        values = self.offer[2]
        if 0 <= index < len(values):
            return values[index]
        if index == len(values) and self.offer[4]:
            return None
        raise IllegalAnswer(f"there is no option {index}; there are {len(self)}", self.offer[0])

    def label(self, index: int) -> str:
        """Return an option in words, telling only what the player of the decision may know."""
        value = self.value_at(index)
        if value is None:
            return "done" if not self.single else "nothing"
        return option_label(self.game, self.offer[1], value, self.offer[0], self._faced())

    def plain(self, index: int) -> Any:
        """Return an option as JSON data, telling only what the player of the decision may know."""
        value = self.value_at(index)
        if value is None:
            return None
        return option_plain(self.game, self.offer[1], value, self.offer[0], self._faced())

    def _faced(self) -> int | None:
        """The piece whose faces are the options, where that is known."""
        of = self.offer[1].faces_of
        return None if of is None else of(self.game, self.game.frame_of(self.offer))

    def index_of(self, answer: Any) -> int:
        """Return the index of an option given as an :class:`Option`, a value, a label, or None for `done`.

        Raises :class:`IllegalAnswer` when the decision does not offer it, or a label fits several options.
        """
        if isinstance(answer, Option):
            if answer.decision.id != self.id:
                raise IllegalAnswer(
                    f"{answer.label!r} answers another question than {self.text!r}", self.offer[0]
                )
            return answer.index
        if answer is None:
            if self.offer[4]:
                return len(self.values)
            raise IllegalAnswer(f"{self.text!r} cannot be left without an answer", self.offer[0])
        for index, value in enumerate(self.values):
            if value == answer and isinstance(value, bool) is isinstance(answer, bool):
                return index
        fitting = [i for i in range(len(self)) if isinstance(answer, str) and self._reads(i, answer)]
        if len(fitting) == 1:
            return fitting[0]
        what = f"{answer!r} fits several options of" if fitting else f"{answer!r} is not offered by"
        reasons = self.game.refusals(answer) if self.offer[1].one.base == "spot" else ()
        offered = ", ".join(self.labels()[:SHOWN])
        raise IllegalAnswer(f"{what} {self.text!r} ({offered})", self.offer[0], reasons)

    def _reads(self, index: int, answer: str) -> bool:
        if self.label(index) == answer:
            return True
        plain: Any = self.plain(index)
        if self.offer[1].one.base in ("piece", "action") and plain is not None:
            return answer in (plain.get("name"), plain.get("place"))
        return plain == answer

    def labels(self) -> Sequence[str]:
        """Return all options in words."""
        return [self.label(i) for i in range(len(self))]

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data for the player who has to answer."""
        return {
            "id": self.id,
            "player": self.player,
            "text": self.text,
            "kind": self.kind,
            "secret": self.secret,
            "ordered": self.ordered,
            "least": self.least,
            "most": self.most,
            "aside": self.aside,
            "seconds": self.seconds,
            "options": [
                {"label": option.label, "value": option.plain, "done": option.done} for option in self.options
            ],
        }
