"""`make soak`: every legal case to its end, checked after every decision.

    python tests/soak/run.py                    all cases
    python tests/soak/run.py --sample 40        so many of them, drawn from the seed
    python tests/soak/run.py --case CASE        one, as a failure prints it
    python tests/soak/run.py --from CASE        go on with this one
    python tests/soak/run.py --seed 7           other dice, other options

What is done is shown as it goes on; a case that fails is shown with the command that plays it again, and the
others go on. Ends with status 1 if any failed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import traceback
from collections.abc import Iterable
from itertools import groupby
from multiprocessing import Pool
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from soak.cases import Case, every_case
from soak.games import play

AGAIN = "python tests/soak/run.py"


def play_group(cases: list[Case]) -> list[tuple[Case, int, str]]:
    """Play cases that share a ruleset: of each the number of decisions, and the traceback of what failed."""
    results: list[tuple[Case, int, str]] = []
    for case in cases:
        try:
            results.append((case, play(case), ""))
        except Exception:
            results.append((case, 0, traceback.format_exc(limit=-6)))
    return results


def chosen(arguments: argparse.Namespace) -> list[Case]:
    """The cases that the command line asks for."""
    if arguments.case:
        return [Case.read(text) for text in arguments.case]
    every = every_case(arguments.seed)
    if arguments.start:
        names = [str(case) for case in every]
        if arguments.start not in names:
            raise SystemExit(f"there is no case {arguments.start}")
        every = every[names.index(arguments.start) :]
    if arguments.sample is not None and arguments.sample < len(every):
        kept = set(random.Random(arguments.seed).sample(every, arguments.sample))
        every = [case for case in every if case in kept]
    return every


def grouped(cases: Iterable[Case]) -> list[list[Case]]:
    """Cases by the ruleset that they share, in their order."""
    return [list(group) for _, group in groupby(cases, key=lambda case: case.ruleset)]


def main() -> int:
    """Play what is asked for; 1 if a case failed."""
    parser = argparse.ArgumentParser(
        description="Random games of every legal combination, checked throughout."
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--case", action="append", metavar="CASE")
    parser.add_argument("--from", dest="start", metavar="CASE")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    cases = chosen(arguments)
    groups = grouped(cases)
    begun, done, decisions, failed = time.monotonic(), 0, 0, 0
    print(f"{len(cases)} games with {len(groups)} rulesets, seed {arguments.seed}", flush=True)
    with Pool(min(arguments.jobs, len(groups))) as pool:
        try:
            for results in pool.imap(play_group, groups):
                for case, count, trouble in results:
                    done += 1
                    decisions += count
                    if trouble:
                        failed += 1
                        print(f"\nFAILED {case}\n{trouble}play it again: {AGAIN} --case '{case}'\n")
                last = results[-1][0]
                spent = time.monotonic() - begun
                left = spent / done * (len(cases) - done)
                print(f"{done}/{len(cases)}  {spent:.0f} s, {left:.0f} s to go  {last}", flush=True)
        except KeyboardInterrupt:
            print(f"\nstopped after {done} of {len(cases)} games; go on with")
            print(f"  {AGAIN} --seed {arguments.seed} --from '{cases[done]}'")
            return 1
    print(f"{done} games, {decisions} decisions, {failed} failed, {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
