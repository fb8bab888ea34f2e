"""CW04: types and units."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0401",
        "wrong type",
        "A value of another type is due here. The message names both, and the place that asks for the one.",
        "effect lay_up() { move 3 to harbour }",
        "effect lay_up() { move dinghy to harbour }",
    ),
    page(
        "CW0402",
        "wrong unit",
        """An amount of another unit is due here. Units keep apart what has nothing to do with each other: a
        length is no price, and money is no score.""",
        'boat skiff "Skiff" { size: 3 stars }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0403",
        "unit missing",
        "A plain number stands where an amount of a unit is due. Write the unit behind the number.",
        "change price to 2",
        "change price to 2 shells",
    ),
    page(
        "CW0404",
        "unit where a plain number is due",
        """An amount stands where a plain number is due, such as a count of repetitions. Leave the unit out,
        or divide the amount by one of its unit: `x / 1 star`.""",
        "effect wages() { repeat 2 shells times { gain 1 shell as trade } }",
        "effect wages() { repeat 2 times { gain 1 shell as trade } }",
    ),
    page(
        "CW0405",
        "different units mixed",
        """Amounts of different units are added, subtracted or compared. Say what one is worth in the other:
        `1 star per full 10 shells of x`.""",
        "rule worth_of(p: player) -> stars = p's stars + p's shells",
        "rule worth_of(p: player) -> stars = p's stars + 1 star per full 10 shells of p's shells",
    ),
    page(
        "CW0406",
        "two amounts multiplied",
        "Only one factor of a product may have a unit: there are no square stars.",
        "rule area(b: boat) -> yards = b's size * 2 yards",
        "rule area(b: boat) -> yards = b's size * 2",
    ),
    page(
        "CW0407",
        "comparison that can never hold",
        "The two things compared are of different types, so they are never equal.",
        "rule odd_one(b: boat) -> yesno = b's size is red",
        "rule odd_one(b: boat) -> yesno = b is red",
    ),
    page(
        "CW0408",
        "things without an order compared",
        "Only numbers and amounts of one unit are larger or smaller than others.",
        "rule before(a: boat, b: boat) -> yesno = a < b",
        "rule before(a: boat, b: boat) -> yesno = a's size < b's size",
    ),
    page(
        "CW0409",
        "value may be none",
        """The value may be none, and a rule needs one that is there. Ask first: `if x is not none then …
        else …`, `there is x`, or `x is not none and …`.""",
        "rule next_boat() -> boat = first(harbour)",
        "rule next_boat() -> boat or none = first(harbour)",
    ),
    page(
        "CW0410",
        "not a collection",
        "Something that can be counted or gone through is due here: a zone, a set, a list, or `boats in …`.",
        "rule how_many(b: boat) -> number = number of b's size",
        "rule how_many(b: boat) -> number = number of b's crew",
    ),
    page(
        "CW0411",
        "yes or no is due",
        "A condition must be a question with yes or no for an answer.",
        "effect wage() { if your shells { gain 1 star as catch } }",
        "effect wage() { if your shells > 0 shells { gain 1 star as catch } }",
    ),
    page(
        "CW0412",
        "wrong number of arguments",
        "The rule, effect or slot has another number of parameters.",
        "rule cheap(b: boat) -> yesno = price(b) < 3 shells",
        "rule cheap(b: boat, p: player) -> yesno = price(b, p) < 3 shells",
    ),
    page(
        "CW0413",
        "elements of different types",
        "All elements of a list in brackets have one type.",
        "rule mixed() -> set of crew = [red, dinghy]",
        "rule mixed() -> set of crew = [red, blue]",
    ),
    page(
        "CW0414",
        "branches of different types",
        "`then` and `else`, and all rows of a table, must give values of one type.",
        "rule toll(b: boat) -> shells = if b is loaded then 2 shells else no",
        "rule toll(b: boat) -> shells = if b is loaded then 2 shells else 0 shells",
    ),
    page(
        "CW0415",
        "`is` with two readings",
        """`x is A` is read by what A is: a yes/no field of x, a value of a field of x, or the same thing as
        x. Here more than one of these fits. Say it in full: `its colour is A`.""",
        """
        kind lamp plural lamps { printed red: yesno = no; printed colour: crew = blue }
        rule warm(l: lamp) -> yesno = l is red
        """,
        """
        kind lamp plural lamps { printed red: yesno = no; printed colour: crew = blue }
        rule warm(l: lamp) -> yesno = l's colour is red
        """,
    ),
    page(
        "CW0416",
        "cannot be called",
        "Parentheses follow rules, effects, slots and questions of the language. This name is none of them.",
        "rule length_of(b: boat) -> yards = b's size(3)",
        "rule length_of(b: boat) -> yards = b's size * 3",
    ),
    page(
        "CW0417",
        "type cannot be told",
        "Nothing here says of which type an empty list or `none` is.",
        "effect nothing() { let nobody = [] }",
        "effect nothing() { let nobody = boats in harbour where it is loaded; move nobody to cove }",
    ),
    page(
        "CW0418",
        "holder missing or wrong",
        """A zone or counter declared `per` something exists once for each of them. Say whose is meant: `p's
        fleet`, `your shells`. One that is not `per` anything belongs to the game and has no holder.""",
        "rule wealth() -> shells = shells",
        "rule wealth(p: player) -> shells = p's shells",
    ),
    page(
        "CW0420",
        "division by zero",
        "The divisor is zero, or the full amount of a `per full` is.",
        "rule share(p: player) -> shells = p's shells / 0",
        "rule share(p: player) -> shells = p's shells / 2",
    ),
)
