"""Random typed expressions over a small world of cards, tokens, shades and players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, OrNone, Piece, Type, Value, or_none
from support.make_ir import (
    PLAYERS,
    ask,
    empty_program,
    in_zone,
    keep,
    kept,
    local,
    member,
    number,
    piece,
    piece_kind,
    printed,
    query,
    rule,
    truth,
    value_kind,
    zone,
)

CARD, TOKEN, SHADE = Piece("card"), Piece("token"), Value("shade")
ANY = Piece("card|token")


class World:
    """A program with something of every sort, and places to draw expressions from."""

    def __init__(self) -> None:
        self.program = program = empty_program()
        self.shade = value_kind(program, "shade", "red", "green", "blue", weight=(2, 0, 5))
        red, green, blue = self.shade.definitions
        self.card = piece_kind(
            program, "card", rank=NUMBER, shade=or_none(SHADE), tags=Many(SHADE), heavy=YESNO
        )
        piece(self.card, "ace", 2, rank=1, shade=red, tags=(red, blue), heavy=True)
        piece(self.card, "duke", 3, rank=4, shade=blue, tags=(), heavy=False)
        piece(self.card, "joker", 1, rank=-2, shade=None, tags=(green,), heavy=False)
        piece(self.card, "page", 1, rank=4, shade=green, tags=(red, green, blue), heavy=True)
        self.token = piece_kind(program, "token", rank=NUMBER)
        piece(self.token, "disc", 4, rank=3)
        piece(self.token, "cube", 1, rank=9)
        self.total = keep(program, "total", NUMBER)
        self.leader = keep(program, "leader", or_none(PLAYER))
        self.score = keep(program, "score", NUMBER, "player")
        self.flag = keep(program, "flag", YESNO, self.card)
        self.deck = zone(program, "deck", self.card)
        self.mix = zone(program, "mix", self.card, self.token)
        self.hand = zone(program, "hand", self.card, holder="player")
        self.row = zone(program, "row", self.card, self.token, holder=self.shade)
        self.under = zone(program, "under", self.token, holder=self.card)
        who = ir.Var("p", PLAYER, "param")
        in_hand = ir.Var("it", CARD)
        ranks = ir.Fold(
            "total",
            query(in_hand, in_zone(self.hand, local(who))),
            printed(local(in_hand), self.card.fields["rank"]),
            type=NUMBER,
        )
        self.hand_rank = rule(program, "hand_rank", ranks, who)
        one, other = ir.Var("a", NUMBER, "param"), ir.Var("b", NUMBER, "param")
        difference = ir.Arith("-", local(one), local(other), type=NUMBER)
        self.minus = rule(program, "minus", difference, one, other)

    def fill(self, game: Any, layout: Any, choose: Callable[[int], int]) -> None:
        """Put every piece somewhere and something into every keep."""
        cells = [c for run in layout.zones.values() for c in range(run.base, run.base + run.count)]
        seats = layout.zones[self.hand].base + game.players
        cells = [c for c in cells if not seats <= c < layout.zones[self.hand].base + 4]
        allowed = {
            c: z.kinds for z, run in layout.zones.items() for c in range(run.base, run.base + run.count)
        }
        for definition, run in layout.pieces.items():
            fitting = [c for c in cells if definition.kind in allowed[c]]
            for pid in run:
                pick = choose(len(fitting) + 1)
                if pick < len(fitting) and fitting[pick] != layout.zones[self.under].base + pid:
                    game.cells[fitting[pick]] += (pid,)
                    game.where[pid] = fitting[pick]
        for held in (self.total, self.score):
            run = layout.keeps[held]
            for cell in range(run.base, run.base + run.count):
                game.cells[cell] = choose(9) - 3
        game.cells[layout.keeps[self.leader].base] = (None, *range(game.players))[choose(game.players + 1)]
        run = layout.keeps[self.flag]
        for cell in range(run.base, run.base + run.count):
            game.cells[cell] = bool(choose(2))


Draw = Callable[[st.SearchStrategy[Any]], Any]


class Expressions:
    """Draws expressions of a wanted type; `depth` bounds their nesting."""

    def __init__(self, world: World, draw: Draw) -> None:
        self.world = world
        self.draw = draw
        self.env: list[ir.Var] = []

    def pick(self, *makers: Callable[[], ir.Expr]) -> ir.Expr:
        """One of several ways to make an expression."""
        return makers[self.draw(st.integers(0, len(makers) - 1))]()

    def of(self, type_: Type, depth: int) -> ir.Expr:
        """An expression of a type."""
        known = [v for v in self.env if v.type == type_]
        if known and self.draw(st.integers(0, 2)) == 0:
            return local(known[self.draw(st.integers(0, len(known) - 1))])
        makers: dict[Type, Callable[[int], ir.Expr]] = {
            NUMBER: self.number,
            YESNO: self.truth,
            PLAYER: self.player,
            SHADE: self.shade,
            or_none(SHADE): self.maybe_shade,
            or_none(CARD): self.maybe_card,
            or_none(PLAYER): lambda _: kept(self.world.leader),
            Many(CARD): lambda d: self.pieces(CARD, d),
            Many(TOKEN): lambda d: self.pieces(TOKEN, d),
            Many(ANY): lambda d: self.pieces(ANY, d),
            Many(SHADE): self.shades,
            Many(PLAYER): self.players,
            Many(NUMBER): self.numbers,
        }
        return makers[type_](depth)

    # -- numbers -------------------------------------------------------------------------------------------

    def number(self, depth: int) -> ir.Expr:
        """A number."""
        if depth <= 0:
            return self.pick(
                lambda: number(self.draw(st.integers(-3, 6))),
                lambda: kept(self.world.total),
                lambda: ask("player_count", NUMBER),
            )
        d = depth - 1
        return self.pick(
            lambda: ir.Arith(self.op("+", "-", "*"), self.of(NUMBER, d), self.of(NUMBER, d), type=NUMBER),
            lambda: ir.Arith("/", self.of(NUMBER, d), number(self.draw(st.integers(1, 4))), type=NUMBER),
            lambda: ir.Neg(self.of(NUMBER, d), type=NUMBER),
            lambda: self.fold(self.op("count", "total", "highest", "lowest"), NUMBER, d),
            lambda: ir.Cond(self.of(YESNO, d), self.of(NUMBER, d), self.of(NUMBER, d), type=NUMBER),
            lambda: printed(self.of(or_none(CARD), d), self.world.card.fields["rank"]),
            lambda: printed(self.of(or_none(SHADE), d), self.world.shade.fields["weight"]),
            lambda: kept(self.world.score, self.of(PLAYER, d)),
            lambda: kept(self.world.score, self.of(or_none(PLAYER), d)),
            lambda: ask(self.op("larger", "smaller"), NUMBER, self.of(NUMBER, d), self.of(NUMBER, d)),
            lambda: ask("steps_between", NUMBER, self.of(PLAYER, d), self.of(PLAYER, d)),
            lambda: ir.CallRule(self.world.hand_rank, (self.of(PLAYER, d),), type=NUMBER),
            lambda: ir.CallRule(self.world.minus, (self.of(NUMBER, d), self.of(NUMBER, d)), type=NUMBER),
            lambda: self.select(d),
        )

    def op(self, *ops: str) -> str:
        """One of several words."""
        return self.draw(st.sampled_from(ops))

    def select(self, depth: int) -> ir.Expr:
        """A table over shades or numbers."""
        if self.draw(st.booleans()):
            rows = tuple((member(d), self.of(NUMBER, depth - 1)) for d in self.world.shade.definitions)
            return ir.Select(self.of(SHADE, depth), rows, None, type=NUMBER)
        rows = tuple((number(n), number(n * n + 1)) for n in range(-1, 3))
        return ir.Select(self.of(NUMBER, depth), rows, self.of(NUMBER, depth - 1), type=NUMBER)

    # -- yes and no ----------------------------------------------------------------------------------------

    def truth(self, depth: int) -> ir.Expr:
        """Yes or no."""
        if depth <= 0:
            return truth(self.draw(st.booleans()))
        d = depth - 1
        world = self.world
        return self.pick(
            lambda: ir.Cmp(self.op("<", ">", "<=", ">="), self.of(NUMBER, d), self.of(NUMBER, d), type=YESNO),
            lambda: self.equal(self.op("==", "!="), d),
            lambda: ir.Logic(self.op("and", "or"), self.of(YESNO, d), self.of(YESNO, d), type=YESNO),
            lambda: ir.Not(self.of(YESNO, d), type=YESNO),
            lambda: self.fold(self.op("exists", "every"), YESNO, d),
            lambda: ir.In(self.of(or_none(CARD), d), self.of(Many(CARD), d), type=YESNO),
            lambda: ir.In(self.of(or_none(SHADE), d), self.of(Many(SHADE), d), type=YESNO),
            lambda: ir.In(self.of(PLAYER, d), self.of(Many(PLAYER), d), type=YESNO),
            lambda: ir.IsKind(ask("first", or_none(ANY), self.of(Many(ANY), d)), world.token, type=YESNO),
            lambda: ir.IsDef(self.of(or_none(CARD), d), world.card.definitions[1], type=YESNO),
            lambda: printed(self.of(or_none(CARD), d), world.card.fields["heavy"]),
            lambda: kept(world.flag, self.of(or_none(CARD), d)),
        )

    def equal(self, op: str, depth: int) -> ir.Expr:
        """A comparison of two things of one type, which may be none."""
        type_ = self.draw(
            st.sampled_from((NUMBER, YESNO, SHADE, or_none(SHADE), or_none(CARD), or_none(PLAYER)))
        )
        right: ir.Expr = self.of(type_, depth)
        if isinstance(type_, OrNone) and self.draw(st.booleans()):
            right = ir.Lit(None, type=type_)
        return ir.Cmp(op, self.of(type_, depth), right, type=YESNO)

    # -- players, values, pieces ---------------------------------------------------------------------------

    def player(self, depth: int) -> ir.Expr:
        """A player."""
        if depth <= 0:
            return ir.Lit(self.draw(st.integers(0, 1)), type=PLAYER)
        return ask(self.op("left_of", "right_of"), PLAYER, self.of(PLAYER, depth - 1))

    def shade(self, depth: int) -> ir.Expr:
        """A value."""
        return member(self.draw(st.sampled_from(self.world.shade.definitions)))

    def maybe_shade(self, depth: int) -> ir.Expr:
        """A value or none."""
        if depth <= 0:
            return ir.Lit(None, type=or_none(SHADE))
        return self.pick(
            lambda: printed(self.of(or_none(CARD), depth - 1), self.world.card.fields["shade"]),
            lambda: ask(self.op("first", "last"), or_none(SHADE), self.of(Many(SHADE), depth - 1)),
        )

    def maybe_card(self, depth: int) -> ir.Expr:
        """A piece or none."""
        return self.pick(
            lambda: ask(self.op("top", "last"), or_none(CARD), self.of(Many(CARD), depth - 1)),
            lambda: ask(
                "item_round", or_none(CARD), self.of(NUMBER, depth - 1), self.of(Many(CARD), depth - 1)
            ),
        )

    # -- collections ---------------------------------------------------------------------------------------

    def pieces(self, type_: Piece, depth: int) -> ir.Expr:
        """A set of pieces."""
        world = self.world
        zones: dict[Piece, tuple[Callable[[], ir.Expr], ...]] = {
            CARD: (
                lambda: in_zone(world.deck),
                lambda: in_zone(world.hand, self.of(PLAYER, depth - 1)),
                lambda: ir.AllOfZone(world.hand, type=Many(CARD)),
                lambda: ir.Members(world.card, type=Many(CARD)),
            ),
            TOKEN: (
                lambda: in_zone(world.under, self.of(or_none(CARD), depth - 1)),
                lambda: ir.Members(world.token, type=Many(TOKEN)),
            ),
            ANY: (
                lambda: in_zone(world.mix),
                lambda: in_zone(world.row, self.of(SHADE, depth - 1)),
                lambda: in_zone(world.row, self.of(or_none(SHADE), depth - 1)),
                lambda: ir.AllOfZone(world.row, type=Many(ANY)),
            ),
        }
        if depth <= 0:
            return self.pick(*zones[type_])
        return self.pick(*zones[type_], lambda: self.chosen(type_, depth), lambda: self.joined(type_, depth))

    def chosen(self, item: Type, depth: int) -> ir.Expr:
        """Some elements of a set."""
        if self.draw(st.booleans()):
            return ir.Filter(self.some(item, depth - 1), type=Many(item))
        found = self.some(item, depth - 1)
        return self.within(found, lambda: ir.Fold(
            self.op("most", "least"), found, self.of(NUMBER, depth - 1), type=Many(item)
        ))  # fmt: skip

    def joined(self, item: Type, depth: int) -> ir.Expr:
        """Two sets, one added to or taken from the other."""
        left, right = self.of(Many(item), depth - 1), self.of(Many(item), depth - 1)
        return ir.Arith(self.op("+", "-"), left, right, type=Many(item))

    def shades(self, depth: int) -> ir.Expr:
        """A set of values."""
        simple = (
            lambda: ir.Members(self.world.shade, type=Many(SHADE)),
            lambda: ir.MakeSet(
                tuple(self.shade(0) for _ in range(self.draw(st.integers(0, 3)))), type=Many(SHADE)
            ),
        )
        if depth <= 0:
            return self.pick(*simple)
        return self.pick(
            *simple,
            lambda: printed(self.of(or_none(CARD), depth - 1), self.world.card.fields["tags"]),
            lambda: self.fold_distinct(CARD, "tags", depth),
            lambda: self.fold_distinct(CARD, "shade", depth),
            lambda: self.chosen(SHADE, depth),
            lambda: self.joined(SHADE, depth),
        )

    def fold_distinct(self, item: Type, field: str, depth: int) -> ir.Expr:
        """The different values of a field."""
        found = self.some(item, depth - 1)
        value = printed(local(found.var), self.world.card.fields[field])
        return ir.Fold("distinct", found, value, type=Many(SHADE))

    def players(self, depth: int) -> ir.Expr:
        """A list of players."""
        if depth <= 0:
            return PLAYERS
        return self.pick(
            lambda: PLAYERS,
            lambda: ask("clockwise_from", Many(PLAYER), self.of(PLAYER, depth - 1)),
            lambda: self.chosen(PLAYER, depth),
        )

    def numbers(self, depth: int) -> ir.Expr:
        """A list of numbers."""
        return ask(
            "range",
            Many(NUMBER),
            number(self.draw(st.integers(-2, 2))),
            number(self.draw(st.integers(-1, 4))),
        )

    def some(self, item: Type, depth: int) -> ir.Query:
        """A query over elements of a type."""
        source = self.of(Many(item), depth)
        var = ir.Var("it", item)
        found = query(var, source)
        if self.draw(st.booleans()):
            self.env.append(var)
            found.where = self.of(YESNO, depth)
            self.env.pop()
        return found

    def within(self, found: ir.Query, make: Callable[[], ir.Expr]) -> ir.Expr:
        """Something that may read the variable of a query."""
        self.env.append(found.var)
        made = make()
        self.env.pop()
        return made

    def fold(self, op: str, type_: Type, depth: int) -> ir.Expr:
        """A fold over elements of any type."""
        item = self.draw(st.sampled_from((CARD, TOKEN, ANY, SHADE, PLAYER, NUMBER)))
        found = self.some(item, depth)
        if op in ("count", "exists"):
            return ir.Fold(op, found, type=type_)
        value_type = YESNO if op == "every" else NUMBER
        return self.within(found, lambda: ir.Fold(op, found, self.of(value_type, depth), type=type_))
