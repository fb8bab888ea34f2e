"""The headings in the contents lists of the four rulebooks, each with its counterpart.

A heading is a fact. The counterpart need not have the same words; it is where a reader finds what the heading
promises: a book, a page, an anchor. The passages of the rulebooks have ids by heading, and a text cites those
that it states; so the counterpart cites the passages of its heading. Of some headings nothing is to be cited:
what stands below them is counted, gathered or drawn from elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

MAIN = ""


class Heading(NamedTuple):
    """What the heading says, the passages below it ("" where none are cited), and where it leads."""

    words: str
    passages: str
    book: str
    target: str


CASTLES: tuple[Heading, ...] = tuple(
    Heading(*one)
    for one in (
        # Expansions
        ("Components", "", MAIN, "components.md"),
        ("Playing with Expansions", "", MAIN, "index.md#in-play"),
        ("Expansions Setup", "EXP-SETUP", MAIN, "play-setup.md"),
        ("First Time Setup", "EXP-PLAY", MAIN, "pack-new-rooms.md"),
        ("Market", "EXP-MKT", MAIN, "play-setup.md#step-market"),
        ("Player Setup", "EXP-PSET", MAIN, "play-setup.md#step-foyers"),
        ("Expansions Round Overview", "EXP-ROUND", MAIN, "play-round.md"),
        ("Tile Scoring", "EXP-SCORE", MAIN, "pack-castles.md#scoring-rooms"),
        ("Tile Bonuses and Penalties", "EXP-BON", MAIN, "pack-castles.md#rule-symbol-points"),
        ("Expansions Final Scoring", "EXP-FS", MAIN, "play-final.md"),
        ("5 Players", "EXP-FIVE", MAIN, "pack-five-players.md"),
        ("Towers", "EXP-TOWR", MAIN, "pack-towers.md"),
        ("Moats", "EXP-MOAT", MAIN, "pack-moats.md"),
        ("Secret Passages", "EXP-PASS", MAIN, "pack-secret-passages.md"),
        ("Swan Tokens", "EXP-SWAN", MAIN, "pack-swans.md"),
        ("Renovations", "EXP-RENO", MAIN, "pack-renovations.md"),
        ("Royal Decrees", "EXP-DECR", MAIN, "pack-royal-decrees.md"),
        ("New Favors & Bonuses", "EXP-FAV", MAIN, "pack-new-cards.md#favors"),
        ("Bonus Cards", "EXP-BC", MAIN, "pack-new-cards.md#bonus-cards"),
        ("Player Reference", "", MAIN, "reference.md"),
        ("Room, Renovation, and Moat Scoring", "EXP-SCORE", MAIN, "pack-castles.md#effect-score-placed"),
        ("New Completion Rewards", "", MAIN, "reference.md#room-type-reward"),
        ("Swan Token Values", "EXP-SWAN", MAIN, "pack-swans.md#rule-trade-value"),
        # Renovations
        ("Renovations: Components", "", MAIN, "components.md#components-renovation"),
        ("Setup", "REN-SETUP", MAIN, "play-setup.md"),
        ("Renovations 1st Edition Setup", "", MAIN, "settings.md#edition-first-edition"),
        ("Renovations Setup", "REN-SETUP", MAIN, "pack-renovations.md#renovations-on-offer"),
        ("Renovations: First Time Setup", "REN-SETUP", MAIN, "pack-new-cards.md"),
        ("Renovations: Player Setup", "REN-PSET", MAIN, "play-setup.md#step-first-builder"),
        ("Gameplay", "REN-ROUND", MAIN, "play-round.md"),
        ("Round Overview", "REN-ROUND", MAIN, "play-round.md"),
        ("Buying & Placing Renovations", "REN-BUY", MAIN, "pack-renovations.md#renovating"),
        ("Downstairs Renovations", "REN-DOWN", MAIN, "pack-renovations.md#effect-forget-downstairs"),
        ("Scoring Renovations", "REN-SCORE", MAIN, "pack-renovations.md#effect-cover-room"),
        ("Completing Renovated Rooms", "REN-COMPL", MAIN, "pack-renovations.md#renovating"),
        ("Game End with Renovations", "REN-END", MAIN, "pack-renovations.md#end-of-the-game"),
        ("Drawing New Renovations", "REN-DRAW", MAIN, "pack-renovations.md#renovations-on-offer"),
        ("Sleeping Room and Moat Rewards", "REN-DRAW", MAIN, "pack-moats.md#rule-searched-stacks"),
        ("Final Scoring", "REN-FS", MAIN, "pack-renovations.md#renovations-2"),
        ("Renovations with Other Expansions", "", MAIN, "changes.md#changes-by-renovations"),
        ("New Favors and Bonuses", "REN-FAV", MAIN, "pack-new-cards.md"),
        ("King's Favors", "REN-FAV", MAIN, "kind-favor.md"),
        ("Renovations: Bonus Cards", "REN-BC", MAIN, "kind-bonus.md"),
        ("Renovations: Royal Decrees", "REN-DECR", MAIN, "kind-decree.md"),
        ("Double Decree Variation", "", MAIN, "settings.md#setting-double-decrees"),
        ("During the Game", "REN-DECR", MAIN, "kind-decree.md#group-during-the-game"),
        ("Decrees: Final Scoring", "REN-DECR", MAIN, "kind-decree.md#group-at-the-end"),
        # Secrets
        ("Contents", "", MAIN, "components.md"),
        ("Room Completion Rewards (reference card)", "SEC-REF", MAIN, "kind-room-type.md"),
        ("Moat Completion Reward (reference card)", "SEC-REF", MAIN, "pack-moats.md#effect-moat-reward"),
        ("Setup Changes", "SEC-SETUP", MAIN, "play-setup.md"),
        ("Base and Secrets", "SEC-OVER", MAIN, "pack-new-rooms.md"),
        ("Barbicans and Moats", "SEC-MOAT", MAIN, "pack-moats.md#building-moats"),
        ("Secrets: Secret Passages", "SEC-PASS", MAIN, "pack-secret-passages.md#laying-passages"),
        ("Swans", "SEC-SWAN", MAIN, "pack-swans.md"),
        ("Secrets: King's Favors", "SEC-FAV", MAIN, "kind-favor.md"),
        ("Solo Game with Secrets", "SEC-SOLO", "solo", "pack-solo.md#results"),
    )
)

TWO_CASTLES: tuple[Heading, ...] = tuple(
    Heading(*one)
    for one in (
        ("Components", "", MAIN, "components.md"),
        ("How to Combine the Expansion with the Core Game", "SOI-SET", MAIN, "pack-soirees.md#setup"),
        ("New Setup Steps for Each Game", "SOI-SET", MAIN, "pack-soirees.md#setup"),
        ("Activity Rooms", "SOI-ACT", MAIN, "pack-soirees.md#activity-rooms"),
        ("Activity Rooms: Scoring", "SOI-ACT", MAIN, "kind-room-type.md#activity"),
        ("Bonus: Ballrooms", "SOI-BAL", MAIN, "pack-soirees.md#ballrooms"),
        ("Secret Rooms", "SOI-SEC", MAIN, "pack-soirees.md#secret-rooms"),
        ("Secret Rooms: Scoring", "SOI-SEC", MAIN, "pack-soirees.md#rule-copied"),
        ("Secret Rooms: Bonus", "SOI-SEC", MAIN, "pack-soirees.md#room-type-tokens"),
        ("Secret Rooms: Clarifications", "", MAIN, "readings.md#readings-soirees"),
        ("Scoring Example", "", MAIN, "examples.md#examples-of-soirees"),
        ("Sleeping Rooms (Rule Change)", "SOI-SLP", MAIN, "kind-room-type.md#sleeping"),
        ("New Bonus Cards", "SOI-BON", MAIN, "kind-bonus-card.md"),
        ("The Mad King's Demand", "SOI-MKD", "demand", "pack-demand.md"),
        ("Demand: Round One", "SOI-MKD", "demand", "play-round.md"),
        ("Demand: Round Two", "SOI-MKD", "demand", "pack-demand.md#demand-of-the-king"),
        ("Demand: Ending the Game", "", "demand", "play-final.md#step-players"),
        ("Demand: Two-Player Adjustments", "SOI-MKD", "demand", "pack-demand.md#two-player-adjustments"),
        ("Solitaire Modes", "SOI-SOL", "automa", "pack-solitaire.md"),
        ("Solitaire: Introduction", "SOI-SOL", "automa", "pack-solitaire.md"),
        ("The Golden Principles", "", "automa", "pack-solitaire.md#golden-principles"),
        ("Solitaire: Components", "", "automa", "components.md#components-automa-card"),
        ("Automa Mode", "SOI-AUS", "automa", "pack-automa.md"),
        ("Automa Introduction", "SOI-AUS", "automa", "pack-automa.md#castles"),
        ("Automa Cards", "SOI-AUT", "automa", "pack-solitaire.md#automa-cards"),
        ("Automa Setup", "SOI-AUS", "automa", "play-setup.md"),
        ("Roburg", "SOI-AUR", "automa", "pack-solitaire.md#roburg"),
        ("Rounds", "SOI-AUR", "automa", "pack-automa.md#rounds"),
        ("An Automa's Turn", "SOI-AUT", "automa", "pack-automa.md#automa-turn"),
        (
            "An Automa Picks and Places a Tile in Roburg",
            "SOI-AUP",
            "automa",
            "pack-automa.md#roburg-gets-a-tile",
        ),
        ("Filters", "SOI-FIL", "automa", "kind-filter.md"),
        ("The Tile Tiebreaker", "SOI-TIE", "automa", "pack-solitaire.md#tile-tiebreaker"),
        ("Placing a Tile in Roburg", "SOI-ROB", "automa", "pack-solitaire.md#roburg-placement"),
        (
            "An Automa Picks and Places a Tile in a shared castle",
            "SOI-AUC",
            "automa",
            "pack-automa.md#shared-castles",
        ),
        ("Your Turn", "SOI-AUY", "automa", "pack-automa.md#your-turn"),
        ("Automa Scoring", "SOI-AUX", "automa", "pack-solitaire.md#roburg-scoring"),
        ("Automa Difficulty Levels", "SOI-AUD", "automa", "pack-automa.md#difficulty-levels"),
        ("Introvert Variant", "SOI-INT", "introvert", "pack-introvert.md"),
        ("Introvert Introduction", "SOI-INT", "introvert", "pack-introvert.md"),
        ("Introvert Setup", "SOI-INS", "introvert", "pack-introvert.md#setup"),
        ("Introvert Anatomy of an Automa Card", "SOI-INC", "introvert", "pack-solitaire.md#roburg"),
        ("Introvert Roburg", "SOI-INC", "introvert", "pack-solitaire.md#roburg"),
        ("Hands", "SOI-INH", "introvert", "pack-introvert.md#hands"),
        ("You and Roberta Each Pick a Tile", "SOI-INP", "introvert", "play-round.md#step-turn"),
        ("Roberta Places a Tile in Roburg", "SOI-INP", "introvert", "pack-introvert.md#roberta-picks-a-tile"),
        ("You Pick and Place a Tile", "SOI-INY", "introvert", "pack-introvert.md#you-pick-a-tile"),
        ("Introvert Scoring", "SOI-INX", "introvert", "pack-introvert.md#scoring"),
        ("Introvert Difficulty Levels", "SOI-IND", "introvert", "pack-introvert.md#difficulty-levels"),
    )
)
