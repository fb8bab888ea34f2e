"""CW06: rules and changes."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0601",
        "rules in a circle",
        """These rules, together with the changes made to them, ask each other in a circle and would never
        come to an answer.""",
        """
        rule low() -> number = high() - 1
        rule high() -> number = low() + 1
        """,
        """
        rule low() -> number = 1
        rule high() -> number = low() + 1
        """,
    ),
    page(
        "CW0602",
        "two changes clash",
        """Two changes give the same rule a new value, both can be in force at once, and nobody has said
        which wins. Packs have no order, so the language cannot choose. If one should win, let it name the
        other with `over`; if they never meet, say so in their conditions.""",
        """
        change price to 2 shells
        change price to 3 shells
        """,
        "change price to 2 shells",
    ),
    page(
        "CW0603",
        "changes that do not commute",
        """Two changes from packs that know nothing of each other work on the value of the same rule, and
        the result depends on which comes first. Let one pack need the other, or name the other with
        `over`.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        change price(b, p) to original * 2
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands }
        change price(b, p) to original + 1 shell
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        change price(b, p) to original * 2
        --- tides/pack.rules
        pack tides "Tides" { version "1.0"; language 1; needs islands, reefs }
        change price(b, p) to original + 1 shell
        """,
    ),
    page(
        "CW0604",
        "change of something that is not there",
        "There is no rule, table column, field or need of this name to change.",
        "change prices to 2 shells",
        "change price to 2 shells",
    ),
    page(
        "CW0605",
        "change of the wrong sort",
        """`allow` and `forbid` change questions with yes or no for an answer; `by`, `at least` and `at
        most` change numbers and amounts; `to` changes anything.""",
        "allow price if player_count is 2",
        "change price to 0 shells if player_count is 2",
    ),
    page(
        "CW0606",
        "change for somebody without a subject",
        """`for` compares with the subject of the rule, and this rule declares none. Add `for p` to the
        rule, or put the question into the condition.""",
        """
        rule tide(p: player) -> number = 3
        change tide for you to 4
        """,
        """
        rule tide(p: player) for p -> number = 3
        change tide(p) to 4 if p's shells is 0 shells
        """,
    ),
    page(
        "CW0607",
        "`over` without a clash",
        """`over` says which of two clashing changes wins. The named text changes nothing that this one
        changes.""",
        "change price to 2 shells over dinghy",
        "change price to 2 shells",
    ),
    page(
        "CW0608",
        "change without an end",
        """A change carried out as a statement lasts until something ends: `until end of` a step, turn,
        round or the game.""",
        "effect sale() { change price to 0 shells }",
        "effect sale() { change price(b, p) to 0 shells until end of round }",
    ),
    page(
        "CW0609",
        "rule that does something",
        """A rule only answers a question; it is asked as often as anybody likes, in menus as well. It may
        not gain, move, choose or set anything, nor `do` an effect.""",
        "rule look(p: player) -> number { gain 1 shell as trade; give 3 }",
        "rule look(p: player) -> number { let n = number of p's fleet; give n + 3 }",
    ),
    page(
        "CW0610",
        "rule without a value",
        "The body of a rule in braces ends with `give`, on every way through it.",
        "rule look(p: player) -> number { let n = 3 }",
        "rule look(p: player) -> number { let n = 3; give n }",
    ),
    page(
        "CW0611",
        "chance in a rule",
        """A rule has the same answer as long as the game stands as it does. Draw the random thing in an
        effect and remember it.""",
        "rule lucky() -> player = one_at_random(players)",
        """
        keeps lucky: player or none = none seen by everyone
        effect draw_lots() { set lucky to one_at_random(players) }
        """,
    ),
    page(
        "CW0612",
        "limits the wrong way round",
        "The lowest value allowed is above the highest one.",
        "keeps storms: number = 3 at least 5 at most 2 seen by everyone",
        "keeps storms: number = 3 at least 2 at most 5 seen by everyone",
    ),
    page(
        "CW0613",
        "change with other parameters",
        "A change names all parameters of the rule, in the same order, or none of them.",
        "change price(b) to b's cost",
        "change price(b, p) to b's cost",
    ),
    page(
        "CW0614",
        "rule that asks too much",
        """Rules that ask others twice, which ask others twice, and so on, come to more questions than any
        game could wait for: a rule may ask a million at most, each counted as often as it is asked. How long
        loops are is not counted here; a running game counts them.""",
        """
        rule one(p: player) -> number = number of p's fleet
        rule two(p: player) -> number = one(p) + one(p) + one(p) + one(p) + one(p) + one(p) + one(p) + one(p)
        rule three(p: player) -> number = two(p) + two(p) + two(p) + two(p) + two(p) + two(p) + two(p)
        rule four(p: player) -> number = three(p) + three(p) + three(p) + three(p) + three(p) + three(p)
        rule five(p: player) -> number = four(p) + four(p) + four(p) + four(p) + four(p) + four(p) + four(p)
        rule six(p: player) -> number = five(p) + five(p) + five(p) + five(p) + five(p) + five(p) + five(p)
        rule seven(p: player) -> number = six(p) + six(p) + six(p) + six(p) + six(p) + six(p) + six(p)
        rule nine(p: player) -> number = eight(p) + eight(p) + eight(p) + eight(p)
        rule eight(p: player) -> number = seven(p) + seven(p) + seven(p) + seven(p) + seven(p) + seven(p)
        """,
        """
        rule one(p: player) -> number = number of p's fleet
        rule two(p: player) -> number { let n = one(p); give 8 * n }
        rule three(p: player) -> number { let n = two(p); give 8 * n }
        """,
    ),
)
