"""Imagined games: copies in which everything hidden from a player is dealt anew, for bots that look ahead.

Pieces whose fronts he does not know change places with others that look the same to him. What stands with the
place stays with the place: who knows the piece there, what lies on it, how it is turned. Kept values he may
not see are drawn from what they could be; counters stay, because every line that changed them is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .driver import asks, fibers_of, take_back
from .naming import knows, shows_back
from .ops import seen_mask
from .random import Random, below, pick, shuffled, splitmix64
from .state import ANSWERED, CHECK, RUN, Frame, State, is_fibers, is_many

if TYPE_CHECKING:
    from .game import Game
    from .ruleset import Keep

__all__ = ["imagine"]


TRIES = 100
"""How often everything hidden is dealt anew until what is asked could have been asked."""


def imagine(g: Game, player: int, seed: int) -> Game:
    """Return the copy; see :meth:`.game.Game.imagine`.

    That somebody is asked may tell of what he has: a deal in which he would not have been asked is dealt once
    more. If none is found, all lies as it does, and only the future is anybody's guess.
    """
    source = Random(seed)
    future = splitmix64(source.rng_seed, 1 << 32)
    copy = g.copy()
    for _ in range(TRIES):
        again = _take_back_answers(copy, player)
        _forget_partial_choices(copy, player)
        swaps = _redeal(copy, player, source)
        if swaps:
            _swap(copy, swaps)
        _guess_keeps(copy, player, source)
        copy.offers = None
        if asks(copy):
            break
        copy = g.copy()
    else:
        again = []
    copy.rng_seed = future
    for other in again:
        # Whoever has answered has answered in the copy too, but it is anybody's guess what.
        while any(decision.player == other for decision in copy.decisions) and len(copy.decisions) > 1:
            decision = next(d for d in copy.decisions if d.player == other)
            copy.choose(below(source, len(decision)), other)
    return copy


def _take_back_answers(g: Game, player: int) -> list[int]:
    """Ask others again who have answered where several are asked at once; return who."""
    again: list[int] = []
    for frame in g.frames:
        for fiber in fibers_of(frame) or ():
            if fiber[2] in (ANSWERED, CHECK) and fiber[0] != player:
                take_back(g, fiber)
                if frame is g.frames[-1]:
                    again.append(fiber[0])
                else:
                    fiber[2] = RUN
    return again


def _forget_partial_choices(g: Game, player: int) -> None:
    """What others have chosen so far of several nobody knows before they are done."""
    stacks = [g.frames]
    for frame in g.frames:
        stacks.extend([fiber[1] for fiber in fibers_of(frame) or ()])
    for frames in stacks:
        for frame in frames:
            choice = g.rules.choice_at.get(frame[0])
            if choice is not None and not choice.single and frame[1] != player:
                frame[choice.work] = None


# ----------------------------------------------------------------------------------------------------- pieces


def _redeal(g: State, player: int, source: Random) -> dict[int, int]:
    """Return which unknown piece comes to lie in the place of which."""
    swaps: dict[int, int] = {}
    pools: dict[Any, list[int]] = {}
    for cell in g.rules.zone_cells:
        if not g.cells[cell] or cell in g.rules.board.layout_of:
            continue
        unknown: list[int] = [pid for pid in g.cells[cell] if not knows(g, pid, player)]
        if not unknown:
            continue
        # Where no back shows, the order within the zone tells nothing: mix it first.
        covered = [pid for pid in unknown if not shows_back(g, pid)]
        swaps.update(zip(covered, shuffled(source, covered), strict=True))
        inside = cell if g.inside.get(cell, 0) >> player & 1 else -1
        for pid in unknown:
            new = swaps.get(pid, pid)
            pools.setdefault((inside, g.rules.back_of[new]), []).append(pid)
    for pid, cell in enumerate(g.where):
        if cell < 0 and not knows(g, pid, player):
            # Pieces put away unseen may be any of their like.
            pools.setdefault((-1, g.rules.back_of[pid]), []).append(pid)
    for places in pools.values():
        pieces = [swaps.get(pid, pid) for pid in places]
        swaps.update(zip(places, shuffled(source, pieces), strict=True))
    return {old: new for old, new in swaps.items() if old != new}


def _swap(g: State, swaps: dict[int, int]) -> None:
    """Let each key's place be taken by its value, wherever the state speaks of pieces."""
    rules = g.rules
    cells = g.cells
    old_cells = cells[:]
    moved: dict[int, int] = {}
    for holding in rules.on_pieces:
        first, count, shift = holding.first, holding.count, holding.base - holding.first
        for old, new in swaps.items():
            if 0 <= old - first < count and 0 <= new - first < count:
                cells[shift + new] = old_cells[shift + old]
                moved[shift + old] = shift + new
    where = [-1] * len(g.where)
    for cell in rules.zone_cells:
        if cells[cell]:
            cells[cell] = tuple([swaps.get(pid, pid) for pid in cells[cell]])
            for pid in cells[cell]:
                where[pid] = cell
    g.where = where
    for cell in rules.reference_cells:
        cells[cell] = _swapped(cells[cell], swaps)
    _swap_lists(g, swaps)
    g.down = {swaps.get(pid, pid) for pid in g.down}
    g.inside = {moved.get(cell, cell): mask for cell, mask in g.inside.items()}
    _swap_frames(g, g.frames, swaps)


def _swap_lists(g: State, swaps: dict[int, int]) -> None:
    known, face = g.known[:], g.face[:]
    for old, new in swaps.items():
        g.known[new] = known[old]
        if face and face[old] < len(g.rules.definitions[g.rules.piece_def[new]][3] or (0,)):
            g.face[new] = face[old]


def _swapped(value: Any, swaps: dict[int, int]) -> Any:
    if is_many(value):
        return tuple([swaps.get(pid, pid) for pid in value])
    return swaps.get(value, value)


def _swap_frames(g: State, frames: list[Frame], swaps: dict[int, int]) -> None:
    for frame in frames:
        block: int = frame[0]
        tags = g.rules.frame_tags[block]
        for slot in range(2, len(frame)):
            local = frame[slot]
            if is_fibers(local):
                for fiber in local:
                    _swap_frames(g, fiber[1], swaps)
            elif tags[slot].one.base == "piece":
                frame[slot] = _swapped(local, swaps)


# ------------------------------------------------------------------------------------------------------ keeps


def _guess_keeps(g: State, player: int, source: Random) -> None:
    for cell in g.rules.hidden_keep_cells:
        keep = g.rules.cell_keep[cell]
        if keep is not None and not seen_mask(g, cell) >> player & 1:
            g.cells[cell] = _guess(g, keep, cell, source)


def _guess(g: State, keep: Keep, cell: int, source: Random) -> Any:
    """Draw a hidden value from what it could be, as far as its type tells."""
    tag = keep.tag
    value = g.cells[cell]
    if tag.many or tag.base in ("unit", "piece") or value is None:
        return g.rules.initial[cell] if tag.many and tag.one.base != "piece" else value
    if tag.base == "yesno":
        return bool(below(source, 2))
    if tag.base == "player":
        return below(source, g.players)
    if tag.base == "value":
        return pick(source, range(len(g.rules.kinds[tag.name].members)))
    if tag.base == "number" and keep.least is not None and keep.most is not None:
        return keep.least + below(source, keep.most - keep.least + 1)
    return g.rules.initial[cell]
