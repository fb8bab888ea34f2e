"""CW11: play."""

from __future__ import annotations

from .page import page

PAGES = (
    page(
        "CW1101",
        "illegal answer",
        """The answer is not among the options of the decision, or there are too few or too many parts.
        Nothing has changed: the decision is still open. (`IllegalAnswer`)""",
        "game.decide(game.decision.options[0], game.decision.options[0])",
        "game.decide(game.decision.options[0])",
        form="python",
    ),
    page(
        "CW1102",
        "too much work in one decision",
        """Between two decisions the rules may carry out 200,000 steps, and ask twenty million questions: each
        element of a loop within a loop is one at least. The message names the rule that was at work; most
        often it goes through all pieces for each of all pieces for each of all pieces. The decision has been
        undone. (`BudgetError`)""",
        "rule far(p: player) -> number = total total total steps(a, b, c) among boat a …",
        "rule far(p: player) -> number = total steps(it) among p's fleet",
        form="words",
    ),
    page(
        "CW1103",
        "too many events in one decision",
        """Between two decisions 4,000 effects and steps may happen. The decision has been undone.
        (`EventsError`)""",
        "a reward that gives a piece whose reward gives a piece, for ever",
        "the same reward, once per turn",
        form="words",
    ),
    page(
        "CW1104",
        "effects nested too deeply",
        """Effects may lie within one another 100 deep; most often two hooks call each other for ever. The
        decision has been undone. (`DepthError`)""",
        "after buy(b) by any player { do buy(b) }",
        "after buy(b) by any player { gain 1 shell as trade }",
        form="words",
    ),
    page(
        "CW1106",
        "save of another ruleset",
        """The saved game stands in the middle of a decision and was made with other rules than these, or
        other options. Load the ruleset it was made with, or replay its history. (`OtherRulesError`)""",
        "rules.from_json(saved_last_year)",
        "rules.replay(saved_last_year['players'], saved_last_year['seed'], saved_last_year['history'])",
        form="python",
    ),
    page(
        "CW1107",
        "damaged save",
        """The saved game is not one that this program wrote, for something is missing or was changed; or a
        history does not fit the rules it is replayed with. (`SaveError`)""",
        "rules.from_json({})",
        "rules.from_json(game.to_json())",
        form="python",
    ),
    page(
        "CW1108",
        "no decision is open",
        "The game is over: there is nothing to decide. (`NothingAskedError`)",
        "game.decide(option)  # after the last decision",
        "while game.decision is not None: game.decide(bot(game))",
        form="python",
    ),
    page(
        "CW1109",
        "somebody else decides",
        "The answer was given in the name of a player who is not asked at the moment. (`NotAskedError`)",
        "game.decide(option, player=2)  # player 1 is asked",
        "game.decide(option, player=game.decision.player)",
        form="python",
    ),
    page(
        "CW1110",
        "wrong number of players",
        "The ruleset says how many players it is for. (`PlayersError`)",
        "ruleset.new_game(players=40, seed=7)",
        "ruleset.new_game(players=4, seed=7)",
        form="python",
    ),
    page(
        "CW1111",
        "damaged ruleset",
        """The built ruleset is incomplete, was changed, or was built by a version of the compiler that does
        not fit. (`RulesetError`)""",
        "castlewright.load_built('out')  # with a file missing",
        "castlewright build islands -o out",
        form="words",
    ),
    page(
        "CW1112",
        "rule failed",
        """A rule met something that it cannot answer: it divides by zero, or a number comes out larger than
        9,223,372,036,854,775,807. The message names the rule and its line. The decision has been undone.
        (`RuleFailure`)""",
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
        may. Pieces that people lay on a table never come near. (`SearchError`)""",
        "a longest path among a thousand pieces, each linked with each",
        "a longest path among forty pieces",
        form="words",
    ),
    page(
        "CW1114",
        "save in another format",
        """The saved game was written by another version of this program, which wrote some part of it in
        another form. Its history is read by every version: replay it. (`FormatError`)""",
        "rules.from_json(saved_last_year)",
        "rules.replay(saved_last_year['players'], saved_last_year['seed'], saved_last_year['history'])",
        form="python",
    ),
    page(
        "CW1115",
        "not what is wanted",
        """Something that was handed over is not of the sort that is wanted, out of range, or a name that is
        not known. The message says what is wanted. (`BadCall`, `UnknownName`)""",
        'rules.new_game(players="4")',
        "rules.new_game(players=4)",
        form="python",
    ),
    page(
        "CW1116",
        "not possible now",
        """This can be asked of a game, but not at this moment: who has won before the end, to take back what
        drew a piece, to play rules that have no flow. (`NotAllowed`)""",
        "game.winners  # in the first round",
        "if game.over: print(game.winners)",
        form="python",
    ),
)
