"""What the built-in comparisons, types and questions of the language are called in English."""

from __future__ import annotations

__all__ = ["COUNTS", "NOUNS", "OPS", "QUESTIONS", "TESTS"]

OPS = {
    "<": "is less than",
    ">": "is more than",
    "<=": "is at most",
    ">=": "is at least",
    "==": "is",
    "!=": "is not",
}
NOUNS = {"region": ("area", "areas"), "spot": ("place", "places"), "yesno": ("yes or no", "yes or no")}
"""What built-in types are called where their own word says little."""
QUESTIONS = {
    "players": "all players",
    "player_count": "the number of players",
    "first_seat": "the player in the first seat",
    "active_player": "the player at turn",
    "outer_region": "the area around everything",
    "left_of": "the player to {0's} left",
    "right_of": "the player to {0's} right",
    "clockwise_from": "all players clockwise from {0}",
    "counterclockwise_from": "all players counterclockwise from {0}",
    "steps_between": "the number of seats clockwise from {0} to {1}",
    "one_at_random": "one of {0} drawn at random",
    "top": "the top of {0}",
    "first": "the first of {0}",
    "last": "the last of {0}",
    "range": "the numbers from {0} to {1}",
    "item_round": "the one of {1} on which a count to {0} ends, round and round",
    "larger": "the larger of {0} and {1}",
    "smaller": "the smaller of {0} and {1}",
    "chain": "{0} and all that follow from it",
    "spots": "the places for {0} in {1}",
    "spots_on": "the places for {0} on {1}",
    "spots_through": "the places for {0} through {1}",
    "region_within": "the area of {0} that {1} close in",
    "neighbours": "the neighbours of {0} ({1})",
    "at_marks": "what lies {1} of {0}",
    "faces": "the faces of {0}",
    "face": "the side of {0} that is up",
    "sides": "the sides of {0}",
    "corner_mates": "the pieces that share a cut corner with {0}",
    "corner_contacts": "the pieces that touch {0} at a corner only",
    "lies_on": "the pieces under {0}",
    "lies_under": "the pieces over {0}",
    "facing": "the side facing {0}",
    "front": "the area in front of {0}",
    "covers": "the side under {0}",
    "covered_by": "the piece over {0}",
    "piece": "the piece that {0} belongs to",
    "regions": "the empty areas of {0}",
    "border": "the border of {0}",
    "members": "those at {0}",
    "row": "the row of {0}",
    "column": "the column of {0}",
}
"""Built-in questions as noun phrases: `{0}` is the first argument, `{0's}` whose it is."""
COUNTS = {"player_count": ("the number of players", "player", "players")}
"""Counts by which a table may be ordered: as a value, and what is counted, one and several."""
TESTS = {
    "enclosed": "{0} is enclosed",
    "face_up": "{0} is face up",
    "face_down": "{0} is face down",
    "beyond": "{0} lies outside {1}",
}
"""Built-in questions that are answered by yes or no, as clauses."""
