"""Saving a game as JSON data, loading it, and playing it again from its history.

A saved game is good for the very ruleset it was made with, whose hash it carries: its frames hold numbers of
blocks. The history names what it speaks of, so it can be replayed by a later version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from . import log
from .decision import Decision
from .errors import FormatError, NotAskedError, OtherRulesError, RuntimeFault, SaveError
from .state import CHECK, Frame, State, is_fibers, is_many
from .tag import Tag, decode, encode, frozen, thawed

if TYPE_CHECKING:
    from .game import Game
    from .ruleset import Ruleset

__all__ = ["FORMAT", "history_plain", "load", "replay", "save"]

FORMAT = 2
"""Format of saved games: it rises whenever the form of anything in them changes.

1: lines of the log did not say what they are about.
"""


_WAY_OUT = "replay its history instead, `rules.replay(saved['players'], saved['seed'], saved['history'])`"


def save(g: State) -> dict[str, Any]:
    """Return a game as JSON data."""
    rules = g.rules
    layouts = set(rules.board.layout_of.values())
    return {
        "format": FORMAT,
        "game": rules.meta["game"],
        "ruleset": rules.hash,
        "players": list(g.names),
        "seed": g.rng_seed,
        "drawn": g.rng_n,
        "cells": [rules.board.saved(v) if c in layouts else thawed(v) for c, v in enumerate(g.cells)],
        "where": g.where[:],
        "known": g.known[:],
        "inside": [list(pair) for pair in sorted(g.inside.items())],
        "down": sorted(g.down),
        "face": g.face[:],
        "frames": _save_frames(g.frames),
        "step": g.step,
        "tick": g.tick,
        "seen": g.seen_n,
        "log": [thawed(entry) for entry in g.log_list[: g.log_n]],
        "history": history_plain(g),
    }


def history_plain(g: State) -> list[list[Any]]:
    """Return all inputs of a game as JSON data that names what it speaks of."""
    return [_save_input(g.rules, entry) for entry in g.history_list[: g.history_n]]


def _save_input(rules: Ruleset, entry: tuple[Any, ...]) -> list[Any]:
    if entry[0] == "answer":
        number: int
        _, player, number, value = entry
        return ["answer", player, number, encode(rules, rules.choices[number].one, value)]
    if entry[0] in ("take", "begin"):
        return [entry[0], entry[1], encode(rules, rules.action_tag, entry[2])]
    return thawed(entry)


def _load_input(rules: Ruleset, entry: Sequence[Any]) -> tuple[Any, ...]:
    if entry[0] == "answer":
        number: int
        _, player, number, value = entry
        return ("answer", player, number, decode(rules, rules.choices[number].one, value))
    if entry[0] in ("take", "begin"):
        return (entry[0], entry[1], decode(rules, rules.action_tag, entry[2]))
    return frozen(entry)


def _save_frames(frames: list[Frame]) -> list[list[Any]]:
    return [[_save_fibers(slot) if is_fibers(slot) else thawed(slot) for slot in frame] for frame in frames]


def _save_fibers(fibers: list[Any]) -> dict[str, Any]:
    return {
        "fibers": [
            {"player": player, "frames": _save_frames(frames), "stage": stage, "log": thawed(entries)}
            for player, frames, stage, entries in fibers
        ]
    }


# ---------------------------------------------------------------------------------------------------- loading


def load(rules: Ruleset, saved: Mapping[str, Any]) -> Game:
    """Return the game in saved data.

    Raises :class:`SaveError` for data that is damaged, of another format, or of another ruleset.
    """
    if not _is_object(saved):
        raise SaveError("a saved game is an object of JSON")
    if saved.get("format") != FORMAT:
        raise FormatError(
            f"the game was saved in format {saved.get('format')!r}, and this runtime reads format {FORMAT}: "
            f"{_WAY_OUT}"
        )
    if saved.get("game") != rules.meta["game"]:
        raise OtherRulesError(f"this is a saved game of {saved.get('game')!r}, not of {rules.meta['game']!r}")
    if saved.get("ruleset") != rules.hash:
        raise OtherRulesError(f"the game was saved with another version of its rules: {_WAY_OUT}")
    try:
        return _load(rules, saved)
    except SaveError:
        raise
    except (
        KeyError,
        TypeError,
        ValueError,
        IndexError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        raise SaveError(f"the saved game is damaged ({type(error).__name__}: {error})") from error


def _load(rules: Ruleset, saved: Mapping[str, Any]) -> Game:
    from .game import Game

    names: list[Any] = saved["players"]
    _check(all(isinstance(name, str) for name in names), "names of players")
    g = Game.blank(rules, tuple(names), 0)
    g.rng_seed = _number(saved["seed"], 0, (1 << 64) - 1)
    g.rng_n = _number(saved["drawn"], 0, 1 << 62)
    zone_cells = {layout: zone for zone, layout in rules.board.layout_of.items()}
    cells = saved["cells"]
    _check(len(cells) == len(rules.initial), "cells")
    g.cells = [
        rules.board.loaded(zone_cells[cell], value) if cell in zone_cells else frozen(value)
        for cell, value in enumerate(cells)
    ]
    g.where = [_number(cell, -1, len(cells) - 1) for cell in saved["where"]]
    g.known = [_number(mask, -1, 1 << 64) for mask in saved["known"]]
    _check(len(g.where) == len(g.known) == rules.piece_count, "pieces")
    _check_zones(g)
    g.inside = {
        _number(cell, 0, len(cells) - 1): _number(mask, -1, 1 << 64) for cell, mask in saved["inside"]
    }
    g.down = {_number(pid, 0, rules.piece_count - 1) for pid in saved["down"]}
    g.face = [_number(face, 0, 1 << 16) for face in saved["face"]]
    _check(len(g.face) == (rules.piece_count if rules.has_faces else 0), "faces")
    g.frames = _load_frames(rules, saved["frames"])
    g.forks = sum([isinstance(slot, list) for frame in g.frames for slot in frame])
    g.step = _number(saved["step"], -1, len(rules.steps) - 1)
    g.tick = _number(saved["tick"], 0, 1 << 62)
    g.seen_n = _number(saved["seen"], 0, 1 << 62)
    g.log_list = [frozen(entry) for entry in saved["log"]]
    g.log_n = len(g.log_list)
    g.history_list = [_load_input(rules, entry) for entry in saved["history"]]
    g.history_n = len(g.history_list)
    g.offers = None
    _check_log(g)
    return g


def _is_object(saved: object) -> bool:
    return isinstance(saved, dict)


def _check_log(g: State) -> None:
    """Every entry can be told, so that no later look at the log meets a damaged one."""
    for viewer in (-1, 0):
        log.entries_for(g, viewer)
    for line in log.lines(g):
        log.text_of(g, line)


def _check(good: bool, what: str) -> None:
    if not good:
        raise SaveError(f"the saved game is damaged: {what}")


def _number(value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise SaveError(f"the saved game is damaged: {value!r} is no number from {least} to {most}")
    return value


def _check_zones(g: State) -> None:
    """Every piece lies in one zone at most, and where it is said to lie."""
    lying = [-1] * len(g.where)
    for cell, zone in enumerate(g.rules.cell_zone):
        if zone is not None:
            for pid in g.cells[cell]:
                _check(lying[_number(pid, 0, len(lying) - 1)] < 0, "a piece lies in two places")
                lying[pid] = cell
    _check(lying == g.where, "where pieces lie")


def _load_frames(rules: Ruleset, saved: Any) -> list[Frame]:
    frames: list[Frame] = []
    for slots in saved:
        frame = [_load_fibers(rules, slot) if isinstance(slot, dict) else frozen(slot) for slot in slots]
        block = _number(frame[0], 0, len(rules.blocks) - 1)
        _check(len(frame) == len(rules.frame_tags[block]), "a frame has the wrong length")
        for slot, tag in zip(frame, rules.frame_tags[block], strict=True):
            _check_slot(rules, tag, slot)
        frames.append(frame)
    return frames


def _check_slot(rules: Ruleset, tag: Tag, slot: Any) -> None:
    """What a frame holds is of the sort it is said to be; what has not been set yet is nothing."""
    if slot is None or is_fibers(slot):
        return
    if tag.many:
        for item in slot:
            _check_slot(rules, tag.one, item)
        return
    if tag.base in ("number", "player", "unit"):
        _check(isinstance(slot, int), "a frame holds no number where one is due")
    encode(rules, tag, slot)


def _load_fibers(rules: Ruleset, saved: Any) -> list[Any]:
    return [
        [
            _number(fiber["player"], 0, 1 << 16),
            _load_frames(rules, fiber["frames"]),
            _number(fiber["stage"], 0, CHECK),
            frozen(fiber["log"]),
        ]
        for fiber in saved["fibers"]
    ]


# ----------------------------------------------------------------------------------------------------- replay


def replay(rules: Ruleset, players: int | Sequence[str], seed: int, history: Any) -> Game:
    """Play a game again from its history, as saved games hold it.

    Raises :class:`SaveError` naming the input that these rules do not take.
    """
    g = rules.new_game(players, seed)
    if isinstance(history, (str, bytes)) or not isinstance(history, Iterable):
        raise SaveError(f"a history is a list of inputs, not {history!r}")
    for number, entry in enumerate(cast("Iterable[Any]", history)):
        try:
            _replay_input(g, entry)
        except (RuntimeFault, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise SaveError(f"input {number + 1} of the history, {entry!r}, does not fit: {error}") from error
    return g


def _replay_input(g: Game, entry: Sequence[Any]) -> None:
    rules = g.rules
    word, player = entry[0], entry[1]
    if word == "answer":
        decision = next((d for d in g.decisions if d.player == player), None)
        if decision is None:
            raise NotAskedError(f"player {player} is not asked anything", player)
        _replay_answer(g, decision, decode(rules, decision.choice.one, entry[3]))
    elif word == "take":
        g.take(decode(rules, rules.action_tag, entry[2]), player)
    elif word == "begin":
        option = decode(rules, rules.action_tag, entry[2])
        number, pid = option if is_many(option) else (option, None)
        g.begin(rules.actions[int(number)].name, player, pid)
    elif word == "expire":
        g.expire(player)
    elif word == "perform":
        g.perform(entry[1], entry[2], *frozen(list(entry[3])))
    else:
        raise SaveError(f"{word!r} is no input")


def _replay_answer(g: Game, decision: Decision, value: Any) -> None:
    g.choose(decision.index_of(value), decision.player)
