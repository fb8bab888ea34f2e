"""A ruleset written by hand, in the very form that the code generator writes.

It is the golden example of what generated code and the runtime promise each other. The game: players hold
cards, set one aside in secret each round, then take turns with actions (take, sell, build, again), and score.

A generated module holds: an import of primitives by name, tables (tuples, dicts), rules `rN`, effects `eN`,
blocks `bN`, the helpers of choices (`wN` who, `oN` options, `lN`/`mN` bounds) and the `Choice`s. Comments are
for the reader here; the generator writes none.
"""

from castlewright.runtime.primitives import (
    Choice,
    actions,
    any_spot,
    ask,
    begin_action,
    clockwise_from,
    draw,
    enter,
    fork,
    gain,
    join,
    left_of,
    look,
    move,
    neighbours,
    pay,
    pick_random,
    place,
    reveal,
    set_keep,
    shuffle,
    spots,
    tick,
)

FORMAT = 1
META = {
    "game": "toy",
    "title": "Toy",
    "packs": (("toy", "1.0", "0"),),
    "options": {},
    "players": (2, 4),
    "hash": "toy-1",  # set by the compiler: digest of language, packs and options
}

# -------------------------------------------------------------------------------------------------------
# tables

# kind: (name, plural, is value, members or pids). Values: ((name, title), …). Pieces: (first pid, past the
# last).
KINDS = (
    ("suit", "suits", True, (("red", "Red"), ("blue", "Blue"), ("green", "Green"))),
    ("card", "cards", False, (0, 24)),
)
# Definitions of pieces: (kind no, name, title, faces). faces: names of the faces, () for one face.
DEFS = (
    (1, "red_one", "Red One", ()),
    (1, "red_two", "Red Two", ()),
    (1, "blue_one", "Blue One", ()),
    (1, "blue_three", "Blue Three", ()),
    (1, "green_two", "Green Two", ()),
    (1, "green_five", "Green Five", ()),
)
PIECE_DEF = (0,) * 6 + (1,) * 4 + (2,) * 6 + (3,) * 3 + (4,) * 4 + (5,) * 1
# Printed fields: tuples by pid over ALL pieces (None for other kinds); by index for value kinds.
F0 = (0,) * 10 + (1,) * 9 + (2,) * 5
F1 = (1,) * 6 + (2,) * 4 + (1,) * 6 + (3,) * 3 + (2,) * 4 + (5,) * 1
# (kind no, name, type tag, on back, table)
FIELDS = ((1, "suit", "value:suit", False, F0), (1, "worth", "number", False, F1))
# Type tags: number yesno text player side spot region rank action option unit:NAME value:KIND piece:KIND;
# "[T]" is a set or list of T, "T?" is T or none.

# Cells: 0 active player, 1 round number, 2 number of the running turn, 3 scheduled turns, 4 ends (a cell
# each), 5 limit counters … — system cells come first; those with a public name are also listed as keeps.
# Keeps: (name, holder, base, count, first, type, seen, least, most). holder "" the game, "player", a value
# kind, or a piece kind/definition (then cell = base + pid - first). seen: "everyone" "nobody" "owner" or
# function (g, holder) -> player, none or tuple of players.
KEEPS = (
    ("active_player", "", 0, 1, 0, "player?", "everyone", None, None),
    ("round_number", "", 1, 1, 0, "number", "everyone", None, None),
    ("first", "", 8, 1, 0, "player", "everyone", None, None),
    ("points", "player", 10, 4, 0, "unit:points", "everyone", None, None),
    ("gold", "player", 14, 4, 0, "unit:gold", "everyone", 0, None),
    ("peeks", "player", 18, 4, 0, "number", "owner", None, None),
    ("taken", "card", 60, 24, 0, "yesno", "everyone", None, None),
)
# Zones: (name, holder, base, count, first, structure, kinds, seen, layout). layout: base of the cells that
# hold the Plan/Grid objects of a plan or grid zone (cell base+i has its layout in layout+i), else -1.
ZONES = (
    ("deck", "", 22, 1, 0, "pile", ("card",), "nobody", -1),
    ("row", "", 23, 1, 0, "row", ("card",), "everyone", -1),
    ("discard", "", 24, 1, 0, "pile", ("card",), "everyone", -1),
    ("hand", "player", 25, 4, 0, "hand", ("card",), "owner", -1),
    ("stash", "player", 29, 4, 0, "pile", ("card",), "nobody", -1),
    ("kept", "player", 33, 4, 0, "heap", ("card",), "everyone", -1),
    ("yard", "player", 84, 4, 0, "grid", ("card",), "everyone", 88),
)
# Initial value of every cell, for the greatest number of players. Zones start (), layouts None (the runtime
# makes them).
INITIAL = (
    (None, 0, 0, (), 0, 0, 0, 0, 0, 0)
    + (0,) * 4
    + (5,) * 4
    + (0,) * 4
    + ((),) * 3
    + ((),) * 12
    + (None,) * 23
    + (False,) * 24
    + ((),) * 4
    + (None,) * 4
)
# (file, line, what, sentence id, tag of the elements of `parts`[, tag of what lines are about[, may everybody
# know which member of a value kind that is]])
CLAUSES = (
    ("toy.rules", 10, "setup", "", ""),
    ("toy.rules", 20, "take", "take", "piece:card", "piece:card"),
    ("toy.rules", 30, "sell", "sell", "piece:card"),
    ("toy.rules", 40, "again", "again", ""),
    ("toy.rules", 50, "peek", "peek", ""),
    ("toy.rules", 60, "pick", "pick", ""),
    ("toy.rules", 70, "show", "show", "piece:card"),
    ("toy.rules", 80, "left over", "left_over", ""),
    ("toy.rules", 90, "build", "build", "piece:card"),
)
REASONS = (
    ("taken", "Taken"),
    ("sold", "Sold"),
    ("shown", "Shown"),
    ("leftover", "Left over"),
    ("built", "Built"),
)
UNITS = (("points", "point"), ("gold", "gold"))
# Paths of steps and turns, in order of the flow: (path, title)
STEPS = (
    ("setup.deck", "Deck"),
    ("setup.deal", "Deal"),
    ("round.pick", "Pick"),
    ("round.turn", "Turn"),
    ("round.show", "Show"),
    ("final.leftover", "Left over"),
)
# Slots of frames: one tuple of type tags per frame shape (slot 0 is the block, 1 is `you`), and the shape of
# each block.
FRAMES = (
    ("block", "player", "[player]", "number", "fibers", "action"),  # the flow
    ("block", "player", "piece:card"),  # the body of `at once`
    ("block", "player", "piece:card"),  # action take
    ("block", "player", "[piece:card]", "[piece:card]"),  # action sell: result, work
    ("block", "player"),  # actions again, peek
    ("block", "player", "piece:card", "spot", "piece:card"),  # action build
)
BLOCK_FRAMES = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5)


STEPS_4 = ((0, 1), (1, 0), (0, -1), (-1, 0))


# --------------------------------------------------------------------------------------------------------
# rules


def r0(g, a):
    return len(g.cells[33 + a])


def r1(g, a, b):
    return sum(1 for x in g.cells[33 + a] if F0[x] == b)


def r2(g):
    return g.cells[1] >= 3 or len(g.cells[22]) < g.players


def r3(g, a):
    return bool(neighbours(g, a, (0, 1, 2, 3), STEPS_4))


# A need: the piece lies where it would lie while it is asked.
def n0(g, a):
    return not any(F0[x] == F0[a] for x in neighbours(g, a, (0, 1, 2, 3), STEPS_4))


# name -> (function, tags of the parameters, tag of the result)
RULES_BY_NAME = {
    "kept_count": (r0, ("player",), "number"),
    "kept_of": (r1, ("player", "value:suit"), "number"),
    "last_round": (r2, (), "yesno"),
    "has_neighbour": (r3, ("piece:card",), "yesno"),
}


# ------------------------------------------------------------------------------ effects that can never ask


def e0(g, you, a):
    """A card was taken: 1 point for each kept card of its suit, with parts."""
    parts = tuple((x, 1) for x in g.cells[33 + you] if F0[x] == F0[a])
    gain(g, 10 + you, sum(x[1] for x in parts), 1, 0, -1, parts, about=a)
    set_keep(g, 60 + a, True, 1)


# name -> (function or entry block, asks, tags of the parameters, frame: (entry, None, None…) for those that
# ask)
EFFECTS_BY_NAME = {"score_taken": (e0, False, ("piece:card",), ())}


# ------------------------------------------------------------------------------------------------- blocks:
# flow


def b0(g, f):
    enter(g, 0, None)
    move(g, None, tuple(range(24)), 22, "to", 0)
    shuffle(g, 22, 0)
    enter(g, 1, None)
    for p in range(g.players):
        tick(g)
        draw(g, None, 3, 22, 25 + p, 0)
    draw(g, None, 3, 22, 23, 0)
    set_keep(g, 8, pick_random(g, tuple(range(g.players))), 0)
    f[0] = 1
    return True


def b1(g, f):
    g.cells[1] += 1
    enter(g, 2, None)
    # at once for each player p: one fiber each, its frame built here (captured locals would follow `you`)
    fork(g, f, 4, [[11, p, None] for p in range(g.players)])
    f[0] = 2
    return True


def b2(g, f):
    return join(g, f, 4, 3)


def b3(g, f):
    f[2] = clockwise_from(g, g.cells[8])
    f[3] = 0
    f[0] = 4
    return True


def b4(g, f):
    # turns: next player of the list, or a scheduled one
    if g.cells[3]:
        f[1] = g.cells[3][0]
        g.cells[3] = g.cells[3][1:]
    elif f[3] < len(f[2]):
        f[1] = f[2][f[3]]
        f[3] += 1
    else:
        f[1] = None
        g.cells[0] = None
        f[0] = 8
        return True
    g.cells[0] = f[1]
    g.cells[2] += 1  # a new instance: `once per turn` compares with it
    enter(g, 3, f[1])
    f[0] = 5
    return True


def o5(g, f):
    return actions(g, f[1], (0, 1, 2, 4))


def b5(g, f):
    return ask(g, f, C5)


def b6(g, f):
    f[0] = 7
    begin_action(g, f[5], f[1])
    return True


def b7(g, f):
    f[0] = 4
    return True


def b8(g, f):
    enter(g, 4, None)
    for p in range(g.players):
        tick(g)
        cards = g.cells[29 + p]
        reveal(g, cards, 6)
        parts = tuple((x, F1[x]) for x in cards)
        gain(g, 10 + p, sum(x[1] for x in parts), 6, 2, -1, parts)
        move(g, None, cards, 24, "to", 6)
    draw(g, None, 3 - len(g.cells[23]), 22, 23, 6)
    for p in range(g.players):
        tick(g)
        draw(g, None, 1, 22, 25 + p, 6)
    set_keep(g, 8, left_of(g, g.cells[8]), 6)
    f[0] = 9 if r2(g) else 1
    return True


def b9(g, f):
    enter(g, 5, None)
    for p in range(g.players):
        tick(g)
        gain(g, 10 + p, g.cells[14 + p] // 3, 7, 3)
    f[0] = 10
    return True


def b10(g, f):
    g.frames.pop()
    return True


# ----------------------------------------------------------------------------- blocks: the body of `at once`


def o11(g, f):
    return g.cells[25 + f[1]]


def b11(g, f):
    return ask(g, f, C11)


def b12(g, f):
    move(g, f[1], f[2], 29 + f[1], "to", 5, secret=True)
    g.frames.pop()
    return True


# ----------------------------------------------------------------------------------------------- blocks:
# actions


def a0(g, you):
    return bool(g.cells[23]) and g.cells[14 + you] >= 1


def o13(g, f):
    return g.cells[23]


def b13(g, f):
    return ask(g, f, C13)


def b14(g, f):
    you = f[1]
    if not pay(g, 14 + you, 1, 1, None, 14 + g.cells[8] if g.cells[8] != you else -1):
        g.frames.pop()
        return True
    move(g, you, f[2], 33 + you, "to", 1)
    e0(g, you, f[2])
    g.frames.pop()
    return True


def a1(g, you):
    return True


def o15(g, f):
    return g.cells[25 + f[1]]


def b15(g, f):
    return ask(g, f, C15)


def b16(g, f):
    parts = tuple((x, 2) for x in f[2])
    gain(g, 14 + f[1], sum(x[1] for x in parts), 2, 1, -1, parts)
    move(g, f[1], f[2], 24, "to", 2)
    g.frames.pop()
    return True


def a2(g, you):
    return g.cells[14 + you] >= 3 and g.cells[5] != g.cells[2]


def b17(g, f):
    g.cells[5] = g.cells[2]  # once per turn
    if pay(g, 14 + f[1], 3, 3):
        g.cells[3] += (f[1],)
    g.frames.pop()
    return True


def a3(g, you):
    return g.cells[14 + you] >= 1 and bool(g.cells[22])


def b18(g, f):
    if pay(g, 14 + f[1], 1, 4):
        look(g, f[1], g.cells[22][0], 4)
        set_keep(g, 18 + f[1], g.cells[18 + f[1]] + 1, 4)
    g.frames.pop()
    return True


def a4(g, you):
    return any(any_spot(g, x, 84 + you) for x in g.cells[33 + you])


def o19(g, f):
    return tuple(x for x in g.cells[33 + f[1]] if any_spot(g, x, 84 + f[1]))


def b19(g, f):
    return ask(g, f, C19)


def o20(g, f):
    return spots(g, f[2], 84 + f[1])


def b20(g, f):
    return ask(g, f, C20)


def b21(g, f):
    you = f[1]
    place(g, you, f[2], f[3], 8)
    parts = tuple((x, F1[x]) for x in neighbours(g, f[2], (0, 1, 2, 3), STEPS_4))
    gain(g, 10 + you, sum(x[1] for x in parts), 8, 4, -1, parts)
    g.frames.pop()
    return True


# (name, title, turns or None for any time, offered(g, you) -> yes/no [on cards: -> tuple of pids], on a card,
#  frame: (entry, None, …); slot 1 gets `you`, slot 2 the card of an action on a card, clause)
ACTIONS = (
    ("take", "Take a card", "turn", a0, False, (13, None, None), 1),
    ("sell", "Sell cards", "turn", a1, False, (15, None, None, None), 2),
    ("again", "Play again", "turn", a2, False, (17, None), 3),
    ("peek", "Look at the top card", None, a3, False, (18, None), 4),
    ("build", "Build a card", "turn", a4, False, (19, None, None, None, None), 8),
)

# -------------------------------------------------------------------------------------------------------
# choices

# who: function (g, f) -> player, or None for f[1]. options: function (g, f) -> tuple. least, most: numbers or
# functions (g, f) -> number; most None: no bound. single: the slot gets the element (`none` block if there is
# no option), else a tuple. work: a slot of its own that is None except while a choice of several is being
# answered.
C5 = Choice(
    block=5,
    options=o5,
    kind="action",
    type="action",
    text="Choose an action",
    slot=5,
    next=6,
    none=7,
    clause=0,
)
C11 = Choice(
    block=11,
    options=o11,
    kind="piece",
    type="piece:card",
    text="Set a card aside",
    slot=2,
    next=12,
    none=10,
    secret=True,
    clause=5,
)
C13 = Choice(
    block=13,
    options=o13,
    kind="piece",
    type="piece:card",
    text="Take a card",
    slot=2,
    next=14,
    none=10,
    clause=1,
)
C15 = Choice(
    block=15,
    options=o15,
    kind="piece",
    type="piece:card",
    text="Sell up to 2 cards",
    single=False,
    least=0,
    most=2,
    slot=2,
    work=3,
    next=16,
    clause=2,
)
C19 = Choice(
    block=19, options=o19, kind="piece", type="piece:card", text="Build", slot=2, next=20, none=10, clause=8
)
C20 = Choice(
    block=20, options=o20, kind="spot", type="spot", text="Where?", slot=3, next=21, none=10, clause=8
)
CHOICES = (C5, C11, C13, C15, C19, C20)

BLOCKS = (
    *(b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b20, b21),
)
# The first frame: (block, you, None…)
ENTRY = (0, None, None, None, None, None)
# Resume block of a frame that waits for a body under a time limit -> (seconds, block when time is up)
TIMED = {}


def winner(g, p):
    return (g.cells[10 + p], g.cells[14 + p])


# Function (g, player) -> tuple of keys, best first; None without `winner by`.
WINNER = winner
# Plans and grids. PROTOS: (rows of the drawing, ((feature no, ((edge, index), …)), …)). PIECE_PROTOS: by
# definition, a proto number for each face, () without a drawing.
PROTOS = ()
PIECE_PROTOS = ((), (), (), (), (), ())
# (zone name, zone base, zone count, first pid, past the last, pairs, bars, keep_off, outer, covers, checks,
# needs); needs: (name, refusal, need(g, pid), clause); checks: numbers of the needs that have to be asked of
# each spot.
PLACINGS = (("yard", 84, 4, 0, 24, (), (), (), None, (), (0,), (("apart", "like cards lie apart", n0, 8),)),)
# (first line of generated code, file, line): code from that line on belongs to that line of the text; sorted.
LINES = ((1, "toy.rules", 1),)
