"""What a workshop makes after an edit is what would have been made of the texts without it."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from types import CodeType

import pytest

from castlewright.compiler.build import BuiltRuleset
from castlewright.compiler.compile import Order, build_order
from castlewright.compiler.workshop import Workshop
from castlewright.library import content_roots
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics

PACKS = ("swans",)


class Desk:
    """A copy of shipped content, an order of it, and a workshop that has compiled it."""

    def __init__(self, place: Path, packs: tuple[str, ...]) -> None:
        self.root = place / "content"
        shutil.copytree(content_roots()[0] / "castles", self.root / "castles")
        self.order = Order.of("castles", packs, {}, [self.root])
        self.workshop = Workshop()
        self._known: dict[str, tuple[BuiltRuleset | None, list[str]]] = {}
        self.check()

    def check(self) -> bool:
        """Compile both ways and compare; is the game without errors?"""
        here = Diagnostics()
        made = self.workshop.build(self.order, here)
        wanted, codes = self._compiled()
        assert here.codes() == codes
        if made is None or wanted is None:
            assert made is wanted
            return False
        assert made.text == wanted.text
        assert made.digest == wanted.digest
        assert _functions(made.code()) == _functions(wanted.code())
        return True

    def _compiled(self) -> tuple[BuiltRuleset | None, list[str]]:
        """What comes of the texts as they stand when nothing is known, and the codes of all findings."""
        texts = "".join(path.read_text("utf-8") for path in sorted(self.root.rglob("*.rules")))
        if texts not in self._known:
            found = Diagnostics()
            self._known[texts] = build_order(self.order, found), found.codes()
        return self._known[texts]

    def edit(self, file: str, old: str, new: str) -> None:
        """Put one piece of text in place of another that stands there once."""
        path = self.root / "castles" / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), "utf-8")


def _functions(code: CodeType) -> dict[str, tuple[object, ...]]:
    inner = [one for one in code.co_consts if isinstance(one, CodeType)]
    return {one.co_name: (one.co_code, one.co_consts, tuple(one.co_lines())) for one in inner}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """One desk for all edits of this file: each finds what those before have left."""
    return Desk(tmp_path_factory.mktemp("desk"), PACKS)


KEPT = [
    ("a number in a hook", "swans/trading.rules", "set p's traded to 0", "set p's traded to 1"),
    (
        "more work",
        "swans/scoring.rules",
        "give number of swan_colour c in",
        "give 2 * number of swan_colour c in",
    ),
    ("something else to do", "swans/trading.rules", "  move gone to box\n", "  shuffle room_deck\n"),
    ("a number in a table", "swans/scoring.rules", "3: 6 points, 4:", "3: 7 points, 4:"),
    ("a number in an effect", "swans/scoring.rules", "in range(1, number of", "in range(2, number of"),
    ("a number that stands in many places", "swans/trading.rules", "-> number = 5", "-> number = 6"),
    ("an operator", "swans/scoring.rules", "swans_of(p, c) >= k", "swans_of(p, c) > k"),
    (
        "the condition of an action",
        "swans/trading.rules",
        "p's traded < trade_limit()",
        "p's traded <= trade_limit()",
    ),
    ("the words of an option", "swans/trading.rules", "before your turn ends", "before this turn ends"),
    (
        "a comment at the end of a line",
        "swans/trading.rules",
        'reads "the tokens traded in this turn"\n',
        'reads "the tokens traded in this turn"  # count\n',
    ),
    (
        "a line at the end of a file",
        "swans/trading.rules",
        "do trade_tokens() }\n}\n",
        "do trade_tokens() }\n}\n\n# The end.\n",
    ),
]
"""Edits after which most is kept."""


@pytest.mark.parametrize(("file", "old", "new"), [edit[1:] for edit in KEPT], ids=[edit[0] for edit in KEPT])
def test_a_text_is_edited(desk: Desk, file: str, old: str, new: str) -> None:
    desk.edit(file, old, new)
    assert desk.check()
    assert desk.workshop.reused
    desk.edit(file, new, old)
    assert desk.check()
    assert desk.workshop.reused


ANEW = [
    (
        "an example that cannot be read",
        "swans/examples.rules",
        'example "Eight tokens make three sets" for swan_set {',
        'example "Eight tokens make three sets" for swan_set { {',
    ),
    (
        "a line between others",
        "swans/trading.rules",
        "# Trading tokens for coins.\n",
        "# Trading tokens\n# for coins.\n",
    ),
    (
        "a line in a kind",
        "base/coins_and_points.rules",
        "  slot reward(r: room)\n",
        "\n  slot reward(r: room)\n",
    ),
    (
        "a new rule",
        "swans/trading.rules",
        "rule trade_limit() ->",
        "rule trades_more() -> number = 1\n\nrule trade_limit() ->",
    ),
    ("another name", "swans/trading.rules", "effect trade_tokens() {", "effect trade_their_tokens() {"),
    (
        "a field",
        "swans/scoring.rules",
        'reason swan_set "Swan sets" { }',
        'reason swan_set "Sets of swans" { }',
    ),
    ("another icon", "base/completion_rewards.rules", "bed in violet", "bell in violet"),
    ("the icon of a pack", "swans/pack.rules", "bird in sky", "bird in blue"),
    (
        "another type",
        "swans/scoring.rules",
        "rule swans_of(p: player, c: swan_colour) -> number",
        "rule swans_of(p: player, c: swan_colour) -> points",
    ),
    ("a text that cannot be read", "swans/scoring.rules", "for each number k in", "for each each k in"),
    (
        "a text with an error",
        "swans/scoring.rules",
        "swans where s's colour is c",
        "swans where s's hue is c",
    ),
    ("a warning", "swans/scoring.rules", "do score_swans(p)", "let unused = 3\n    do score_swans(p)"),
]
"""Edits after which all is compiled anew, or refused."""


@pytest.mark.parametrize(("file", "old", "new"), [edit[1:] for edit in ANEW], ids=[edit[0] for edit in ANEW])
def test_more_than_texts_is_edited(desk: Desk, file: str, old: str, new: str) -> None:
    desk.edit(file, old, new)
    desk.check()
    assert not desk.workshop.reused
    desk.edit(file, new, old)
    assert desk.check()


def test_errors_are_raised(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    with pytest.raises(DiagnosticError):
        Workshop().compiled(Order.of("castles", [], {}, [tmp_path / "content"]))


SWAPS = {
    "and": "or",
    "or": "and",
    "gain": "lose",
    "at least": "at most",
    "highest": "lowest",
    "yes": "no",
    ">=": ">",
}


def _edited(text: str, dice: random.Random) -> str:
    """A text with one small edit somewhere."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    match dice.choice(("number", "number", "number", "word", "blank", "comment", "again", "away")):
        case "number":
            found = list(re.finditer(r"(?<![\w\"])\d+", text))
            if not found:
                return text
            one = dice.choice(found)
            return f"{text[: one.start()]}{int(one.group()) + 1}{text[one.end() :]}"
        case "word":
            found = list(re.finditer("|".join(rf"(?<!\w){word}(?!\w)" for word in SWAPS), text))
            if not found:
                return text
            one = dice.choice(found)
            return text[: one.start()] + SWAPS[one.group()] + text[one.end() :]
        case "blank":
            lines.insert(at, "")
        case "comment":
            lines[at] += "  # a word"
        case "again":
            lines.insert(at, lines[at])
        case _:
            del lines[at]
    return "\n".join(lines)


def test_edits_at_random(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ("swans",))
    dice = random.Random(7)
    packs = [desk.root / "castles" / name for name in ("base", "swans")]
    files = sorted(path for pack in packs for path in pack.rglob("*.rules"))
    reused = 0
    for _ in range(14):
        path = dice.choice(files)
        before = path.read_text("utf-8")
        path.write_text(_edited(before, dice), "utf-8")
        if not desk.check():
            path.write_text(before, "utf-8")
        reused += desk.workshop.reused
    assert reused > 3
