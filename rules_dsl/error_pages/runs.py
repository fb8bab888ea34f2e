"""CW11: play."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW1101",
        "illegal answer",
        """The answer is not among the options of the decision, or there are too few or too many parts.
        Nothing has changed: the decision is still open.""",
        "game.decide(game.decision.options[0], game.decision.options[0])",
        "game.decide(game.decision.options[0])",
        form="python",
    ),
    page(
        "CW1102",
        "too many steps in one decision",
        """Between two decisions the rules may carry out 200,000 steps. The message names the rule that was
        at work; most often two hooks call each other for ever. The decision has been undone.""",
        "after buy(b) by any player { do buy(b) }",
        "after buy(b) by any player { gain 1 shell as trade }",
        form="words",
    ),
    page(
        "CW1103",
        "too many events in one decision",
        "Between two decisions 4,000 effects and steps may happen. The decision has been undone.",
        "a reward that gives a piece whose reward gives a piece, for ever",
        "the same reward, once per turn",
        form="words",
    ),
    page(
        "CW1104",
        "effects nested too deeply",
        "Effects may lie within one another 100 deep. The decision has been undone.",
        "a reward that carries out itself before it ends",
        "the same reward, once per turn",
        form="words",
    ),
    page(
        "CW1105",
        "too many rounds",
        "A game may have 2,000 rounds. The condition that should end it never came true.",
        "rounds round until harbour is none",
        "rounds round until there is no harbour or round_number is 20",
        form="words",
    ),
    page(
        "CW1106",
        "save of another ruleset",
        """The saved game stands in the middle of a decision and was made with other rules than these. Load
        the ruleset it was made with, or replay its history.""",
        "ruleset.from_json(saved_last_year)",
        "ruleset.replay(saved_last_year)",
        form="python",
    ),
    page(
        "CW1107",
        "damaged save",
        "The saved game is not one that this program wrote: something is missing or was changed.",
        'ruleset.from_json("{}")',
        "ruleset.from_json(game.to_json())",
        form="python",
    ),
    page(
        "CW1108",
        "no decision is open",
        "The game is over, or an answer is awaited from somebody else: there is nothing to decide.",
        "game.decide(option)  # after the last decision",
        "while game.decision is not None: game.decide(bot(game))",
        form="python",
    ),
    page(
        "CW1109",
        "somebody else decides",
        "The answer was given in the name of a player who is not asked at the moment.",
        "game.decide(option, player=2)  # player 1 is asked",
        "game.decide(option, player=game.decision.player)",
        form="python",
    ),
    page(
        "CW1110",
        "wrong number of players",
        "The ruleset says how many players it is for.",
        "ruleset.new_game(players=40, seed=7)",
        "ruleset.new_game(players=4, seed=7)",
        form="python",
    ),
    page(
        "CW1111",
        "damaged ruleset",
        """The built ruleset is incomplete, was changed, or was built by a version of the compiler that does
        not fit.""",
        "castlewright.load_built('out')  # with a file missing",
        "castlewright build islands -o out",
        form="words",
    ),
    page(
        "CW1112",
        "rule failed",
        """A rule met something that it cannot answer, such as a division by zero. The message names the
        clause and its line. The decision has been undone.""",
        "rule share(p: player) -> shells = p's shells / number of p's fleet",
        """
        rule share(p: player) -> shells =
          (if there is p's fleet then p's shells / number of p's fleet else 0 shells)
        """,
        form="words",
    ),
    page(
        "CW1113",
        "search too long",
        """Finding a longest path or a best pairing among very many linked pieces took more steps than it
        may. Pieces that people lay on a table never come near.""",
        "a longest path among a thousand pieces, each linked with each",
        "a longest path among forty pieces",
        form="words",
    ),
)
