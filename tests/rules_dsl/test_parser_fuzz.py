"""Mutated and random texts give findings and nothing else, in bounded time.

Seeded, so that a failure comes again; the seed and the text stand in the message. `FUZZ_SEED` and
`FUZZ_COUNT` of the environment run others.
"""

from __future__ import annotations

import os
import random
import re
import time

import pytest

from castlewright.rules_dsl.codes import CODES
from castlewright.rules_dsl.dump import dump
from castlewright.rules_dsl.formatter import format_module
from castlewright.rules_dsl.items import cut_items
from castlewright.rules_dsl.source import Source, decode_source
from support.reading import SAMPLES, module, read

READER = ("CW0203", "CW0519", "CW0520", "CW0811")  # codes of other areas that the reader reports
SEED = int(os.environ.get("FUZZ_SEED", "20240229"))
COUNT = int(os.environ.get("FUZZ_COUNT", "21000"))
SHARES = 6

TOKEN = re.compile(r'"""(?:.|\n)*?"""|"[^"\n]*"|#[^\n]*|\w+|\'s|->|<=|>=|[ \t]+|\n|.')


def _items() -> list[str]:
    """The items of the samples, the long ones cut to a size that a thousand can be read of in a second."""
    found: list[str] = []
    for path in SAMPLES:
        text = path.read_text(encoding="utf-8")
        found += [text[piece.begin : piece.end] for piece in cut_items(text).pieces]
    return [item for item in found if len(item) < 900]


ITEMS = _items()
TOKENS = sorted({token for item in ITEMS for token in TOKEN.findall(item)})
CHARACTERS = [chr(code) for code in range(32, 127)] + list("\n\t\x00\x0c\xa0“×é\u202e\ufeff\U0001f3f0\ud800")


def mutated(rng: random.Random) -> str:
    """An item, or two, with one to four changes: something left out, put in, replaced, swapped, repeated."""
    text = rng.choice(ITEMS)
    if rng.random() < 0.3:
        text += rng.choice(("\n", "; ", " ", "")) + rng.choice(ITEMS)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        parts = TOKEN.findall(text) if rng.random() < 0.6 else list(text)
        if not parts:
            break
        at = rng.randrange(len(parts))
        match rng.randrange(7):
            case 0:
                del parts[at]
            case 1:
                parts.insert(at, rng.choice(TOKENS))
            case 2:
                parts[at] = rng.choice(TOKENS)
            case 3:
                other = rng.randrange(len(parts))
                parts[at], parts[other] = parts[other], parts[at]
            case 4:
                parts.insert(at, rng.choice(CHARACTERS))
            case 5:
                parts[at:at] = parts[at : at + rng.randrange(1, 20)]
            case _:
                del parts[at : at + rng.randrange(1, 30)]
        text = "".join(parts)
    return text


def check(text: str) -> None:
    """Read `text`; every finding has a page and lies in the text; what has none can be laid out."""
    tree, diagnostics = read(text)
    for finding in diagnostics:
        assert finding.code in CODES
        assert finding.code.startswith(("CW00", "CW01", "CW09")) or finding.code in READER
        for span in (finding.span, *(label.span for label in finding.secondary)):
            assert 0 <= span.start <= span.end <= len(text)
        assert finding.message
        assert "None" not in finding.message
    if not diagnostics:
        out = format_module(tree, tree.span.source)
        assert module(out) == tree
        assert format_module(module(out), Source("again", out)) == out
    elif not tree.items:
        dump(tree)


@pytest.mark.parametrize("share", range(SHARES))
def test_mutated_items(share: int) -> None:
    rng = random.Random(SEED + share)
    slowest = 0.0
    for number in range(COUNT // SHARES):
        text = mutated(rng)
        start = time.process_time()
        try:
            check(text)
        except Exception as error:
            raise AssertionError(f"seed {SEED + share}, number {number}: {text!r}") from error
        slowest = max(slowest, time.process_time() - start)
    assert slowest < 5, "a small item took very long"


def test_random_bytes() -> None:
    rng = random.Random(SEED)
    for _ in range(400):
        data = rng.randbytes(rng.randrange(200))
        _, diagnostics = read("")
        source = decode_source("bytes", data, diagnostics)
        if source is not None:
            check(source.text)
        check("".join(rng.choice(CHARACTERS) for _ in range(rng.randrange(120))))
        check(" ".join(rng.choice(TOKENS) for _ in range(rng.randrange(60))))


def test_truncated_samples() -> None:
    """Whole files, cut off anywhere."""
    rng = random.Random(SEED)
    for path in SAMPLES:
        text = path.read_text(encoding="utf-8")
        for _ in range(4):
            check(text[: rng.randrange(len(text))])
