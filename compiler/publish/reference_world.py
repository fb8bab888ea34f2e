"""The small world in which every example of the language reference stands, and how each stands in it."""

from __future__ import annotations

from typing import Final

from castlewright.rules_dsl import nodes as n

__all__ = [
    "FACT_EXAMPLES",
    "FLOW",
    "MANIFEST",
    "QUESTION_EXAMPLES",
    "WORLD",
    "files_with",
    "files_with_expression",
    "world_text",
]

MANIFEST: Final = 'pack islands "Islands" { version "1.0"; language 1; option weather: weather = calm }\n'

WORLD: Final = """\
unit star stars
unit shell shells
unit yard yards
values reason plural reasons { catch, fare }
values crew plural crews { red, blue }
values berth_name plural berth_names { north, south }
values weather plural weathers { calm, rough }

keeps stars per player: stars = 0 stars seen by everyone
keeps shells per player: shells = 10 shells at least 0 shells seen by everyone
keeps voyages per player: number = 0 seen by everyone
keeps captain: player seen by everyone

kind feature plural features is value { }
feature buoy { }

kind boat plural boats {
  printed size: yards = 10 yards
  printed crew: set of crew = []
  printed cost: shells = 1 shell
  keeps loaded: yesno = no seen by everyone
}
boat dinghy "Dinghy" { size: 5 yards; crew: red }
boat barge "Barge" { size: 20 yards; crew: red, blue; cost: 4 shells }

kind prize plural prizes {
  slot worth(p: player) -> stars
}

kind law plural laws { }

kind shape plural shapes {
  printed drawing: drawing
}
shape strip { drawing: "####" }

kind raft plural rafts {
  printed shape: shape
  printed ends: sides of buoy = []
}
raft skerry { shape: strip }

kind mark plural marks is value {
  printed dx: number
  printed dy: number
}
list of mark (dx, dy) {
  over: 0, 1
  beside: 1, 0
}

kind islet plural islets { }
islet palm { }
islet rock { }

zone harbour: row of boat seen by everyone
zone cove: pile of boat seen by nobody
zone dock: pile of boat or raft seen by everyone
zone berth per berth_name: row of boat seen by everyone
zone fleet per player: row of boat seen by everyone
zone laws_in_force: row of law seen by everyone
zone bay per player: plan of raft seen by everyone
zone reef per player: grid of islet seen by everyone

rule price(b: boat, p: player) for p -> shells = b's cost
rule kin(a: boat, b: boat) -> yesno = a's size is b's size
rule next_boat(b: boat) -> boat or none = first(boat x in harbour where x's size > b's size)
effect buy(b: boat) {
  pay price(b, you) to none
  move b to your fleet
}
"""

FLOW: Final = """\
flow islands {
  stage setup { step deal { move boats to harbour } }
  rounds round until round_number is 3 {
    turns sail for each player p in players { choose an action }
    step rest { for each player p in players { p gains 1 shell as fare } }
  }
  winner by its stars
}
action wait "Wait" in sail { gain 1 shell as fare }
"""

_SAMPLE: Final = (
    "effect sample(b: boat, r: raft, i: islet, p: player, n: number, s: side, g: region, k: place)"
)
_EXPRESSION: Final = _SAMPLE + " {{\n  let x = {}\n}}\n"
_EFFECT: Final = _SAMPLE + " {{\n  {}\n}}\n"
_GIVEN: Final = 'example "Sample" {{\n  given {{ {} }}\n  then {{ expect player_count is 2 }}\n}}\n'
_WHEN: Final = 'example "Sample" {{\n  when {{ {} }}\n  then {{ expect player_count is 2 }}\n}}\n'
_THEN: Final = 'example "Sample" {{\n  then {{ {} }}\n}}\n'
_AREAS: Final = {
    "expression": _EXPRESSION,
    "type": "rule sample() -> {} = boats\n",
    "statement": _EFFECT,
    "example": _GIVEN,
    "text": "boat sample {{\n  {}\n}}\n",
    "declaration": "{}\n",
    "kind": "kind sample plural samples {{\n  {}\n}}\n",
    "definition": "boat sample {{\n  {}\n}}\n",
    "placing": "placing raft in bay {{\n  {}\n}}\n",
    "limit": "effect sample() {} {{ gain 1 star }}\n",
    "flow": "flow islands {{\n  {}\n  winner by its stars\n}}\n",
}
"""Where an example of an area stands."""

_SINGLE: Final[dict[type[n.Node], str]] = {
    n.SideSpec: "raft sample {{ shape: strip; ends: {} }}\n",
    n.Drawing: "shape sample {{ drawing: {} }}\n",
    n.Give: "rule sample() -> boat or none {{ {} }}\n",
    n.Leave: "effect sample() {{ repeat 3 times {{ {} }} }}\n",
    n.Place: _SAMPLE + " {{\n  choose a spot in spots(r, your bay) as z\n  {}\n}}\n",
    n.SpotExpr: _WHEN,
    n.Answer: _WHEN,
    n.Expect: _THEN,
    n.ExpectLines: _THEN,
    n.ActiveWhile: "extend kind law {{\n  {}\n}}\n",
    n.SlotFilling: "prize sample {{\n  {}\n}}\n",
    n.Refuse: "only if not in_play(islands) {{ {} }}\n",
    n.FaceDecl: "boat sample {{\n  {}\n  face empty {{ size: 5 yards }}\n}}\n",
}
"""Constructs whose example stands elsewhere than those of its area."""

_IN_PLACE_OF_FLOW: Final[dict[type[n.Node], str]] = {
    n.ChooseAction: "flow islands {{\n  rounds round until round_number is 3 {{\n"
    "    turns sail for each player p in players {{ {} }}\n  }}\n  winner by its stars\n}}\n",
    n.FlowDecl: "{}\n",
    n.StageDecl: "flow islands {{\n  {}\n  winner by its stars\n}}\n",
    n.RoundsDecl: "flow islands {{\n  {}\n  winner by its stars\n}}\n",
    n.StepDecl: "flow islands {{\n  stage setup {{ {} }}\n  winner by its stars\n}}\n",
    n.TurnsDecl: "flow islands {{\n  stage setup {{ {} }}\n  winner by its stars\n}}\n",
    n.WinnerDecl: "flow islands {{\n  {}\n}}\n",
}
"""Constructs whose example stands in a flow of its own."""


def world_text() -> str:
    """The whole world as one file."""
    return f"{MANIFEST}\n{WORLD}\n{FLOW}"


def files_with(construct: type[n.Node], example: str) -> dict[str, str]:
    """The files of packs in which the example of a construct stands, by path."""
    world = WORLD + FLOW
    if construct is n.PackDecl:
        return {"islands/pack.rules": f"{example}\n{world}"}
    base = {"islands/pack.rules": MANIFEST + world}
    if construct in (n.PackLine, n.OptionDecl):
        needs = "" if construct is n.PackLine else "needs islands\n  "
        pack = f'pack reefs "Reefs" {{\n  version "1.0"; language 1; game islands\n  {needs}{example}\n}}\n'
        return {**base, "reefs/pack.rules": pack}
    if construct in _IN_PLACE_OF_FLOW:
        text = _IN_PLACE_OF_FLOW[construct].format(example)
        return {"islands/pack.rules": MANIFEST + WORLD, "islands/sample.rules": text}
    frame = _SINGLE.get(construct) or _AREAS[n.CONSTRUCTS[construct].area]
    if construct is n.StepEdit:
        frame = "{}\n"
    return {**base, "islands/sample.rules": frame.format(example)}


def files_with_expression(expression: str) -> dict[str, str]:
    """The files of packs in which an expression stands."""
    return {
        "islands/pack.rules": MANIFEST + WORLD + FLOW,
        "islands/sample.rules": _EXPRESSION.format(expression),
    }


QUESTION_EXAMPLES: Final = {
    "players": "players",
    "player_count": "player_count",
    "first_seat": "first_seat",
    "active_player": "active_player",
    "left_of": "left_of(p)",
    "right_of": "right_of(p)",
    "clockwise_from": "clockwise_from(p)",
    "counterclockwise_from": "counterclockwise_from(p)",
    "steps_between": "steps_between(p, you)",
    "one_at_random": "one_at_random(harbour)",
    "top": "top(cove)",
    "first": "first(harbour)",
    "last": "last(harbour)",
    "range": "range(1, n)",
    "item_round": "item_round(n, harbour)",
    "larger": "larger(n, 3)",
    "smaller": "smaller(n, 3)",
    "chain": "chain(b, next_boat)",
    "in_play": "in_play(islands)",
    "running_number": "round_number",
    "contacts": "contacts(r, r)",
    "top_edge": "top_edge",
    "right_edge": "right_edge",
    "bottom_edge": "bottom_edge",
    "left_edge": "left_edge",
    "spots": "spots(r, your bay)",
    "spots_on": "spots_on(r, r)",
    "spots_through": "spots_through(r, rafts)",
    "outer_region": "outer_region",
    "region_within": "region_within(your bay, rafts)",
    "beyond": "beyond(r, region_within(your bay, rafts))",
    "neighbours": "neighbours(i, [over, beside])",
    "at_marks": "at_marks(i, [over])",
}
"""An expression for each built-in question."""

FACT_EXAMPLES: Final = {
    "owner": "b's owner",
    "holder": "b's berth_name",
    "faces": "b's faces",
    "face": "b's face",
    "face_up": "b is face_up",
    "face_down": "b is face_down",
    "sides": "r's sides",
    "contacts": "r's contacts",
    "corner_mates": "r's corner_mates",
    "corner_contacts": "r's corner_contacts",
    "lies_on": "r's lies_on",
    "lies_under": "r's lies_under",
    "row": "i's row",
    "column": "i's column",
    "piece": "s's piece",
    "edge": "s's edge",
    "facing": "s's facing",
    "front": "s's front",
    "covers": "s's covers",
    "covered_by": "s's covered_by",
    "regions": "your bay's regions",
    "enclosed": "g is enclosed",
    "border": "g's border",
    "members": "k's members",
    "first": "k's first",
    "last": "k's last",
}
"""An expression for each built-in fact."""
