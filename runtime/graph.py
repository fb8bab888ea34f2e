"""Measures on graphs whose links are given by a rule: reach, longest path, most pairs, chains.

All results are in a defined order: that of the members given, so equal input gives equal output everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

__all__ = ["SearchBudgetError", "chain", "longest_path", "most_pairs", "reach"]

T = TypeVar("T", bound=Hashable)

_BUDGET = 200_000
_LINKS_A_STEP = 200
"""So many links may be looked at in one step; more count as several steps."""


class SearchBudgetError(RuntimeError):
    """A longest path was not found within the allowed number of steps."""


def reach(start: T, members: Sequence[T], linked: Callable[[T, T], bool]) -> tuple[T, ...]:
    """Return the members that can be reached from ``start`` by stepping from member to linked member.

    ``linked(a, b)`` is asked with ``a`` already reached. ``start`` need not be a member; it is in the result
    only if it is one. The result keeps the order of ``members``.
    """
    rest = [member for member in members if member != start]
    reached = {start}
    todo = [start]
    while todo and rest:
        here = todo.pop()
        still: list[T] = []
        for member in rest:
            if linked(here, member):
                reached.add(member)
                todo.append(member)
            else:
                still.append(member)
        rest = still
    return tuple(member for member in members if member in reached)


def chain(start: T, follow: Callable[[T], T | None]) -> tuple[T, ...]:
    """Return ``start``, ``follow(start)``, ``follow(follow(start))`` and so on.

    The chain ends before ``None`` and before the first element that is in it already.
    """
    found: dict[T, None] = {start: None}
    here = follow(start)
    while here is not None and here not in found:
        found[here] = None
        here = follow(here)
    return tuple(found)


def longest_path(
    members: Sequence[T],
    linked: Callable[[T, T], bool],
    budget: int = _BUDGET,
    count: Callable[[int], None] | None = None,
) -> tuple[T, ...]:
    """Return a longest path that comes to no member twice; of several the first one found in members' order.

    Links are taken to hold both ways; ``linked(a, b)`` is asked once for each pair, with ``a`` before ``b``
    in ``members``. Exact: the graph is taken apart at its cut vertices, and within each part every path is
    searched with bounds. Raises :class:`SearchBudgetError` after ``budget`` steps of that search; ``count``
    is told how many it took.
    """
    if not members:
        return ()
    search = _LongestPath(_links(members, linked), budget)
    path = search.solve()
    if count is not None:
        count(budget - search.left)
    return tuple(members[vertex] for vertex in path)


def most_pairs(members: Sequence[T], linked: Callable[[T, T], bool]) -> tuple[tuple[T, T], ...]:
    """Return as many pairs of linked members as can be formed with each member in one pair at most.

    Links are taken to hold both ways, as for :func:`longest_path`. Exact for every graph (Edmonds' blossom
    algorithm, cubic time). Pairs and their elements stand in the order of ``members``.
    """
    mates = _Blossom(_links(members, linked)).solve()
    return tuple((members[a], members[b]) for a, b in enumerate(mates) if a < b)


def _links(members: Sequence[T], linked: Callable[[T, T], bool]) -> list[list[int]]:
    """Return the numbers of the linked members of each member."""
    links: list[list[int]] = [[] for _ in members]
    for a, first in enumerate(members):
        for b in range(a + 1, len(members)):
            if linked(first, members[b]):
                links[a].append(b)
                links[b].append(a)
    return links


class _LongestPath:
    """The search for a longest path: best ways down the tree of blocks, and within each block every path.

    Rooted anywhere, each block (a part that no single vertex takes apart) hangs on one of its vertices, its
    *top*. A path has one highest vertex or block; from there it only goes down. ``down[v]`` is a longest path
    that begins at ``v`` and stays in the blocks that hang on ``v``.
    """

    def __init__(self, links: list[list[int]], budget: int) -> None:
        self.links = links
        self.left = budget
        self.budget = budget
        self.down: list[tuple[int, ...]] = [(vertex,) for vertex in range(len(links))]
        self.second: list[tuple[int, ...]] = [(vertex,) for vertex in range(len(links))]
        self.best: tuple[int, ...] = ()

    def solve(self) -> tuple[int, ...]:
        for top, block in _blocks(self.links):
            # Blocks come from the leaves upwards, so the ways down from its other vertices are known.
            self._inside(block, top)
            self._from_top(block, top)
        for down, second in zip(self.down, self.second, strict=True):
            joined = down[:0:-1] + second
            if len(joined) > len(self.best):
                self.best = joined
        return self.best

    def _inside(self, block: list[int], top: int) -> None:
        """Look for a better path whose highest part runs through ``block``."""
        tails = {vertex: len(self.down[vertex]) - 1 for vertex in block}
        tails[top] = 0
        for start in block:
            head = self.down[start][:0:-1] if start != top else ()
            found = self._search(block, start, tails, len(self.best) - len(head))
            if found:
                tail = self.down[found[-1]][1:] if found[-1] != top else ()
                self.best = head + found + tail

    def _from_top(self, block: list[int], top: int) -> None:
        """Look for a better way down from ``top`` through ``block``."""
        tails = {vertex: len(self.down[vertex]) - 1 for vertex in block}
        tails[top] = 0
        found = self._search(block, top, tails, len(self.second[top]))
        if found:
            way = found + self.down[found[-1]][1:]
            if len(way) > len(self.down[top]):
                self.down[top], self.second[top] = way, self.down[top]
            else:
                self.second[top] = way

    def _search(self, block: list[int], start: int, tails: dict[int, int], beat: int) -> tuple[int, ...]:
        """Return a path in ``block`` from ``start`` to another vertex, longest with the tail of its end.

        The empty tuple if none is longer than ``beat``. A branch is cut when even all vertices still within
        reach, and the longest tail among them, would not be enough.
        """
        inside = set(block)
        links = {vertex: [other for other in self.links[vertex] if other in inside] for vertex in block}
        # A step among very many links takes longer, for each looks at all that are within reach.
        effort = 1 + sum(map(len, links.values())) // _LINKS_A_STEP
        best: tuple[int, ...] = ()
        path = [start]
        used = {start}
        ways = [iter(links[start])]
        while ways:
            step = next((vertex for vertex in ways[-1] if vertex not in used), None)
            if step is None:
                ways.pop()
                used.discard(path.pop())
                continue
            self.left -= effort
            if self.left < 0:
                raise SearchBudgetError(f"no longest path found within {self.budget} steps")
            path.append(step)
            used.add(step)
            if len(path) + tails[step] > beat:
                beat = len(path) + tails[step]
                best = tuple(path)
            reachable = _within_reach(step, links, used)
            bound = len(path) + len(reachable) + max((tails[vertex] for vertex in reachable), default=0)
            ways.append(iter(links[step]) if bound > beat else iter(()))
        return best


def _within_reach(start: int, links: dict[int, list[int]], used: set[int]) -> set[int]:
    """Return the vertices not yet used that can be reached from ``start``."""
    found: set[int] = set()
    todo = [start]
    while todo:
        for vertex in links[todo.pop()]:
            if vertex not in used and vertex not in found:
                found.add(vertex)
                todo.append(vertex)
    return found


def _blocks(links: list[list[int]]) -> list[tuple[int, list[int]]]:
    """Return the biconnected parts of a graph, each with its top vertex, lower ones before higher ones.

    Hopcroft and Tarjan's algorithm without recursion. A single link is a block of two vertices.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    blocks: list[tuple[int, list[int]]] = []
    for root in range(len(links)):
        if root in order:
            continue
        order[root] = low[root] = len(order)
        open_vertices = [root]
        stack = [(root, -1, iter(links[root]))]
        while stack:
            vertex, parent, ways = stack[-1]
            step = next(ways, None)
            if step is None:
                stack.pop()
                if parent < 0:
                    continue
                low[parent] = min(low[parent], low[vertex])
                if low[vertex] >= order[parent]:
                    at = open_vertices.index(vertex)
                    blocks.append((parent, [parent, *open_vertices[at:]]))
                    del open_vertices[at:]
            elif step not in order:
                order[step] = low[step] = len(order)
                open_vertices.append(step)
                stack.append((step, vertex, iter(links[step])))
            elif step != parent:
                low[vertex] = min(low[vertex], order[step])
    return blocks


class _Blossom:
    """Edmonds' maximum matching: grow trees of alternating paths, shrink odd cycles (blossoms)."""

    def __init__(self, links: list[list[int]]) -> None:
        self.links = links
        count = len(links)
        self.mate = [-1] * count
        self.parent = [-1] * count
        self.base = list(range(count))

    def solve(self) -> list[int]:
        """Return the mate of each vertex, -1 for none."""
        for vertex, links in enumerate(self.links):
            if self.mate[vertex] < 0:
                # A greedy first pass: most vertices find a mate at once.
                free = next((other for other in links if self.mate[other] < 0), None)
                if free is not None:
                    self.mate[vertex], self.mate[free] = free, vertex
        for vertex in range(len(self.links)):
            if self.mate[vertex] < 0:
                self._augment(self._find_end(vertex))
        return self.mate

    def _augment(self, vertex: int) -> None:
        while vertex >= 0:
            before = self.parent[vertex]
            after = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = after

    def _find_end(self, root: int) -> int:
        """Return the free end of an augmenting path from ``root``, or -1."""
        count = len(self.links)
        self.parent = [-1] * count
        self.base = list(range(count))
        in_tree = [False] * count
        in_tree[root] = True
        queue = [root]
        for vertex in queue:
            for other in self.links[vertex]:
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if other == root or (self.mate[other] >= 0 and self.parent[self.mate[other]] >= 0):
                    self._shrink(vertex, other, in_tree, queue)
                elif self.parent[other] < 0:
                    self.parent[other] = vertex
                    if self.mate[other] < 0:
                        return other
                    in_tree[self.mate[other]] = True
                    queue.append(self.mate[other])
        return -1

    def _shrink(self, vertex: int, other: int, in_tree: list[bool], queue: list[int]) -> None:
        base = self._common_base(vertex, other)
        blossom = [False] * len(self.links)
        self._mark(vertex, base, other, blossom)
        self._mark(other, base, vertex, blossom)
        for inner in range(len(self.links)):
            if blossom[self.base[inner]]:
                self.base[inner] = base
                if not in_tree[inner]:
                    in_tree[inner] = True
                    queue.append(inner)

    def _common_base(self, a: int, b: int) -> int:
        seen: set[int] = set()
        while True:
            a = self.base[a]
            seen.add(a)
            if self.mate[a] < 0:
                break
            a = self.parent[self.mate[a]]
        while True:
            b = self.base[b]
            if b in seen:
                return b
            b = self.parent[self.mate[b]]

    def _mark(self, vertex: int, base: int, child: int, blossom: list[bool]) -> None:
        while self.base[vertex] != base:
            mate = self.mate[vertex]
            blossom[self.base[vertex]] = blossom[self.base[mate]] = True
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]
