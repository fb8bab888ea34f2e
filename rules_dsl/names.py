"""Near names: what somebody who wrote an unknown name most likely meant."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["did_you_mean", "distance", "nearest"]


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """The candidates that differ little from `name`, nearest first, at most `limit`.

    Little is a third of the longer name's letters, at most four edits; a name that holds
    all the words of the other (`buy_turn` and `turn_buy`, or `turn`) is near as well.
    """
    found: list[tuple[int, str]] = []
    lowered = name.lower()
    words = set(lowered.split("_"))
    for candidate in dict.fromkeys(candidates):
        if candidate == name:
            continue
        other = candidate.lower()
        longest = max(len(lowered), len(other))
        most = 0 if longest < 3 else min(longest // 3, 4)
        edits = distance(lowered, other, most)
        if edits <= most:
            found.append((edits, candidate))
        elif len(lowered) >= 4 and len(other) >= 4:
            others = set(other.split("_"))
            if words <= others or others <= words:
                found.append((most + 1, candidate))
    found.sort(key=lambda item: (item[0], not item[1].startswith(name[:1]), item[1]))
    return [candidate for _, candidate in found[:limit]]


def did_you_mean(name: str, candidates: Iterable[str], limit: int = 3) -> str | None:
    """ "did you mean `x`?" or "did you mean `x`, `y` or `z`?"; nothing if no candidate is near."""
    near = [f"`{candidate}`" for candidate in nearest(name, candidates, limit)]
    if not near:
        return None
    if len(near) == 1:
        return f"did you mean {near[0]}?"
    return f"did you mean {', '.join(near[:-1])} or {near[-1]}?"


def distance(a: str, b: str, most: int) -> int:
    """Edits from `a` to `b`: letters put in, left out, replaced, or two neighbours swapped (optimal string
    alignment).

    Any number above `most` means only "more than `most`".
    """
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
