"""CW07: effects, choices, hooks and flow."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW0701",
        "not an effect",
        """`do` carries out an effect or a slot of statements. This name stands for something else, or for
        nothing.""",
        "effect pay_day() { do price(dinghy, you) }",
        "effect pay_day() { do buy(dinghy) }",
    ),
    page(
        "CW0702",
        "effect calls itself",
        """An effect reaches itself again without a slot or a hook in between, so it would never end. Loops
        run over collections (`for each`), or a counted number of times (`repeat`).""",
        "effect sail_on() { gain 1 shell as trade; do sail_on() }",
        "effect sail_on() { repeat 3 times { gain 1 shell as trade } }",
    ),
    page(
        "CW0703",
        "hook on something that is no event",
        """Hooks hear named effects, slots, steps, turns and rounds. Nothing of this name happens in the
        game, or it is a rule, which does not happen but is asked.""",
        "after price by any player { gain 1 shell as trade }",
        "after buy by any player { gain 1 shell as trade }",
    ),
    page(
        "CW0704",
        "hook with other parameters",
        "A hook names all parameters of the effect, in the same order, or none of them.",
        "after buy(b, c) by any player { gain 1 shell as trade }",
        "after buy(b) by any player { gain b's cost as trade }",
    ),
    page(
        "CW0705",
        "cannot be set",
        """`set` and `add` change what is declared with `keeps`, and local names. What is printed stays as
        printed, and a rule is bent with `change`.""",
        "effect grow(b: boat) { set b's size to 30 yards }",
        "effect grow(b: boat) { set b's loaded to yes }",
    ),
    page(
        "CW0706",
        "choice by nobody",
        """Nobody acts here, so nobody can choose, gain or pay. Say who does: `by` in the step, or `p
        chooses …`.""",
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        insert step pick after round.rest { choose a boat in harbour as b; move b to cove }
        """,
        """
        --- reefs/pack.rules
        pack reefs "Reefs" { version "1.0"; language 1; needs islands }
        insert step pick after round.rest {
          for each player p in players { p chooses a boat in harbour as b; move b to cove }
        }
        """,
    ),
    page(
        "CW0707",
        "choice that reads itself",
        """The condition of a choice may not ask what has been chosen so far: the choice could reach a point
        from which it cannot be finished. Choose one after the other.""",
        "effect pick() { choose 2 boats in harbour where it is not in both as both; do buy(first(both)) }",
        """
        effect pick() {
          choose a boat in harbour as one
          choose a boat in harbour where it is not one as other
          do buy(one); do buy(other)
        }
        """,
    ),
    page(
        "CW0709",
        "secret question that tells",
        """Whether a secret question is asked at all may depend only on what everybody knows; else the
        others would learn something from its being asked.""",
        "a secret `choose` inside an `if` that looks at a hidden zone",
        "the same `choose` without the `if`; with nothing to choose from it is asked all the same",
        form="words",
    ),
    page(
        "CW0710",
        "`at once` touches what belongs to others",
        """Inside `at once for each player` everybody acts at the same time, so a part may only touch what
        belongs to its own player. What is shared is done in a loop afterwards.""",
        """
        effect grab() {
          at once for each player p in players { p chooses a boat in harbour as b; move b to p's fleet }
        }
        """,
        """
        effect grab() {
          for each player p in players { p chooses a boat in harbour as b; move b to p's fleet }
        }
        """,
    ),
    page(
        "CW0711",
        "time limit without an outcome",
        "`within … seconds` must say what happens when time is up.",
        "effect hurry() { within 15 seconds { choose a boat in harbour as b; do buy(b) } }",
        """
        effect hurry() {
          within 15 seconds { choose a boat in harbour as b; do buy(b) }
          when time is up { lose 1 shell as trade }
        }
        """,
    ),
    page(
        "CW0712",
        "unknown step",
        """No stage, rounds, turns or step of this name exists in the flow, or the pack that had it is not
        needed.""",
        "insert step storm after round.sleep { for each player p in players { p loses 1 shell as trade } }",
        "insert step storm after round.rest { for each player p in players { p loses 1 shell as trade } }",
    ),
    page(
        "CW0713",
        "step declared twice",
        """Within one stage or one kind of rounds each step has a name of its own, so that other packs can
        find it.""",
        "insert step rest after round.rest { for each player p in players { p gains 1 star as catch } }",
        "insert step feast after round.rest { for each player p in players { p gains 1 star as catch } }",
    ),
    page(
        "CW0714",
        "unknown moment",
        "The action, limit or end names a turn, round, step or stage that does not exist.",
        'action rest "Rest" in sailing { gain 1 shell as trade }',
        'action rest "Rest" in sail { gain 1 shell as trade }',
    ),
    page(
        "CW0715",
        "`leave` outside a loop",
        "`leave` ends the innermost `repeat` or `for each`, and here there is none.",
        "effect stop() { leave }",
        "effect stop() { for each boat b in harbour { if b is loaded { leave } } }",
    ),
    page(
        "CW0716",
        "never reached",
        "The statement before always leaves or ends, so this one is never carried out.",
        "effect stop() { for each boat b in harbour { leave; set b's loaded to yes } }",
        "effect stop() { for each boat b in harbour { set b's loaded to yes; leave } }",
    ),
    page(
        "CW0717",
        "`do original` outside `instead of`",
        "`do original` carries out what an `instead of` has put aside. Nothing was put aside here.",
        "after buy(b) by any player { do original }",
        "instead of buy(b) by any player { do original; gain 1 shell as trade }",
    ),
    page(
        "CW0719",
        "no counter for a unit, or several",
        """A gain, loss or payment goes to the one counter of that unit which its holder keeps. This one
        keeps none, or more than one; then `set` or `add` says which.""",
        "effect stretch() { gain 3 yards as trade }",
        "effect stretch() { gain 3 shells as trade }",
    ),
    page(
        "CW0720",
        "range the wrong way round",
        "The first number of a range is larger than the second.",
        "effect pick() { choose 3 to 1 boats in harbour as some; move some to your fleet }",
        "effect pick() { choose 1 to 3 boats in harbour as some; move some to your fleet }",
    ),
    page(
        "CW0721",
        "repeated too often",
        """`repeat` goes up to 10,000 times, so that no effect takes long. A larger gain is one amount. A
        limit (`at most 3 times per round`) goes up to 1,000 times.""",
        "effect work() { repeat 20000 times { gain 1 shell as trade } }",
        "effect work() { gain 20_000 shells as trade }",
    ),
    page(
        "CW0722",
        "zone does not admit this piece",
        "The zone is declared for other kinds. Add the kind to the zone (`row of boat or flag`).",
        """
        kind flag plural flags { }
        effect hoist(f: flag) { move f to harbour }
        """,
        """
        kind flag plural flags { }
        zone mast: row of flag seen by everyone
        effect hoist(f: flag) { move f to mast }
        """,
    ),
    page(
        "CW0723",
        "flow missing or doubled",
        """One of the chosen packs declares the flow of the game; the others insert, replace and drop steps
        of it.""",
        """
        flow second {
          stage only { step one { for each player p in players { p gains 1 star as catch } } }
        }
        """,
        "insert step one after setup.deal { for each player p in players { p gains 1 shell as trade } }",
    ),
    page(
        "CW0724",
        "rounds that never end",
        "The condition after `until` can never become true, and nothing ends these rounds.",
        """
        --- lakes/pack.rules
        pack lakes "Lakes" { version "1.0"; language 1 }
        flow lakes { rounds lap until no { step nothing { shuffle pond } } }
        kind duck plural ducks { }
        zone pond: pile of duck seen by nobody
        """,
        """
        --- lakes/pack.rules
        pack lakes "Lakes" { version "1.0"; language 1 }
        flow lakes { rounds lap until lap_number is 3 { step nothing { shuffle pond } } }
        kind duck plural ducks { }
        zone pond: pile of duck seen by nobody
        """,
    ),
    page(
        "CW0725",
        "unknown viewer",
        "`seen by` is followed by `everyone`, `nobody`, `owner` or a player.",
        "zone attic: pile of boat seen by harbour",
        "zone attic: pile of boat seen by nobody",
    ),
    page(
        "CW0726",
        "zone without an order",
        "Only piles and rows have a top, an underside and an order: onto and under them things can be put.",
        """
        zone sack: bag of boat seen by nobody
        effect hide(b: boat) { move b under sack }
        """,
        """
        zone sack: bag of boat seen by nobody
        effect hide(b: boat) { move b to sack }
        """,
    ),
    page(
        "CW0727",
        "amount below zero",
        "Gains, losses and payments are not negative. A negative gain is written as a loss.",
        "effect fine() { gain -3 shells as trade }",
        "effect fine() { lose 3 shells as trade }",
    ),
    page(
        "CW0790",
        "not yet supported by the code generator",
        """The text is right, but this compiler cannot turn it into code yet. The message says which construct
        it is; most often the same can be said in another way.""",
        "instead of round by the game { end game }",
        "before round by the game { end game }",
        form="words",
    ),
)
