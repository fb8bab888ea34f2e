"""CW03: names."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0301",
        "unknown name",
        """Nothing of this name is known here: no local name or parameter, nothing that this pack or a pack
        it needs declares. (A field is asked of something: `its size`, `b's size`.)""",
        "rule rich(p: player) -> yesno = number of fleets > 3",
        "rule rich(p: player) -> yesno = number of p's fleet > 3",
    ),
    page(
        "CW0302",
        "unknown field",
        """Things of this kind have no field, zone or counter of this name. The message names what comes
        nearest, and the place where the kind is declared.""",
        "rule length_of(b: boat) -> yards = b's lenght",
        "rule length_of(b: boat) -> yards = b's size",
    ),
    page(
        "CW0303",
        "defined twice",
        """Two declarations of one pack have this name. One of them would silently win; so neither does.
        Rename one, or change the first with `change` if that was meant.""",
        """
        rule toll() -> shells = 1 shell
        rule toll() -> shells = 2 shells
        """,
        "rule toll() -> shells = 2 shells",
    ),
    page(
        "CW0304",
        "name with two readings",
        """The name stands for several things, and nothing here tells which is meant. Rename one of them, or
        say what is unmistakable: the path of a step, the field of which it is a value.""",
        """
        values flag plural flags { red, green }
        rule bright() -> yesno = red is not none
        """,
        """
        values flag plural flags { crimson, green }
        rule bright() -> yesno = crimson is not none
        """,
    ),
    page(
        "CW0305",
        "name of a pack that is not needed",
        """The name exists, in a pack which this one does not need. Without `needs` the other pack may be
        missing when this one is played. Add `needs`, or put the text into `only if in_play(…)`.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; game islands }
        rule long() -> yards = dinghy's size
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        rule long() -> yards = dinghy's size
        """,
    ),
    page(
        "CW0306",
        "local name hides another",
        """A local name equals one that is already known here, so that one of the two could not be reached
        and a reader could not tell them apart.""",
        "rule all_of(p: player) -> number = number of boat p in harbour",
        "rule all_of(p: player) -> number = number of boat b in harbour",
    ),
    page(
        "CW0307",
        "unknown kind",
        "No kind of this name is declared in this pack or in a pack that it needs.",
        'baot skiff "Skiff" { size: 3 yards }',
        'boat skiff "Skiff" { size: 3 yards }',
    ),
    page(
        "CW0308",
        "name of another sort of thing",
        """The name exists but stands for something else than is due here: a rule where a zone is due, a
        kind where a definition is due, and the like.""",
        "effect lay_up(b: boat) { move b to price }",
        "effect lay_up(b: boat) { move b to harbour }",
    ),
    page(
        "CW0309",
        "`owner` where nobody owns",
        """`owner` is the player in whose zone the piece lies whose text this is. Here there is no such
        piece, or it can never lie in a zone of one player. Use a parameter.""",
        "rule wealth() -> shells = owner's shells",
        "rule wealth(p: player) -> shells = p's shells",
    ),
    page(
        "CW0310",
        "`you` where nobody acts",
        """`you` is the player who acts: whose turn it is, who takes the action, whose event it was. A rule
        is not acted by anybody, and a step without `by` neither. Name the player: as a parameter, or with
        `by`.""",
        "rule wealth() -> shells = your shells",
        "rule wealth(p: player) -> shells = p's shells",
    ),
    page(
        "CW0311",
        "`it` outside a collection",
        """`it` and `its` stand for the element of the innermost collection that has no name of its own.
        Here there is no such collection. (If the collection names its element, use that name.)""",
        "rule length_of(b: boat) -> yards = its size",
        "rule length_of(b: boat) -> yards = b's size",
    ),
    page(
        "CW0312",
        "`self` outside a definition",
        "`self` is the piece whose text this is. A rule or an effect of the pack is no piece's text.",
        "rule own_size() -> yards = self's size",
        "rule own_size(b: boat) -> yards = b's size",
    ),
    page(
        "CW0313",
        "`original` outside a change",
        """`original` is the value of a rule before a change, or, as `do original`, what would have happened
        without an `instead of`. Nothing is changed here.""",
        "rule double() -> shells = original + 1 shell",
        "change price(b, p) to original + 1 shell",
    ),
    page(
        "CW0314",
        "unknown unit",
        "No unit of this name is declared. A unit has a singular and a plural, and both may be written.",
        "rule toll() -> shells = 3 shels",
        "rule toll() -> shells = 3 shells",
    ),
    page(
        "CW0315",
        "name of the language redefined",
        """The language has something of this name built in, and texts rely on it, so it cannot be declared
        again. Choose another name.""",
        "rule round_number() -> number = 1",
        "rule lap_number() -> number = 1",
    ),
    page(
        "CW0316",
        "name never used",
        """A name is given and nothing uses it. Often another name was meant somewhere below. This is a
        warning: the rules work.""",
        "effect wage(b: boat) { let n = number of your fleet; gain 1 shell as trade }",
        "effect wage(b: boat) { let n = number of your fleet; gain 1 shell * n as trade }",
    ),
    page(
        "CW0317",
        "singular and plural mixed up",
        """A collection with a name for its element is written in the singular (`boat b in harbour`), one
        without a name in the plural (`boats in harbour`). Types of parameters are singular.""",
        "rule all_of(p: player) -> number = number of boats b in p's fleet",
        "rule all_of(p: player) -> number = number of boat b in p's fleet",
    ),
    page(
        "CW0318",
        "unknown value of an enumeration",
        """The values of this enumeration are listed where it is declared and in packs that add to it; this
        one is not among them.""",
        'boat skiff "Skiff" { crew: bleu }',
        'boat skiff "Skiff" { crew: blue }',
    ),
    page(
        "CW0319",
        "element named like a kind",
        """The name given to the element is the name of a kind or its plural. That is nearly always a
        forgotten word: `number boats in x` for `number of boats in x`.""",
        "rule all_of(p: player) -> number = number of boat boats in p's fleet",
        "rule all_of(p: player) -> number = number of boat b in p's fleet",
    ),
    page(
        "CW0320",
        "unknown type",
        """A type is `number`, `yesno`, `text`, `player`, the plural of a unit, a kind, or `set of` and
        `list of` one of these. This name is none of them.""",
        "rule price_of(b: boat) -> money = 3 shells",
        "rule price_of(b: boat) -> shells = 3 shells",
    ),
)
