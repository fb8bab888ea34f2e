"""The law: the engine knows no game.

Names, attributes, arguments and strings (docstrings too) of `rules_dsl/`, `compiler/` and
`runtime/`, and every word of the grammar, are split into words and compared with the words of the
two games: a fixed list, and every name that the shipped content declares.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ("rules_dsl", "compiler", "runtime")

# Nouns of the games, whether or not the content of today declares them. Singular; an `s` is cut.
GAME_WORDS = frozenset(
    """
    activity anteroom attendant automa ballroom barbican bonus bonuse bonuscard card castle coin corridor
    courtyard decree downstair entrance favor favour fence food foyer garden hallway king living ludwig
    moat outdoor passage queen renovation room royal secretary sleeping soiree specialty sqft stair swan
    throne tile torch tower turret upstair utility vp wallpaper drawbridge dungeon
    """.split()
)

# Numbers of the games that no limit of the engine may happen to equal.
GAME_NUMBERS = frozenset({15_000})
# Numbers of the games that a named limit (an upper-case constant) may equal by chance.
LIMIT_NUMBERS = frozenset({10_000})

# Names that the content declares and that are ordinary English or words of the language itself.
# A content name of one word that is not listed here may not occur in the engine at all.
ORDINARY = frozenset(
    """
    above action active adjacent alone amount any anywhere apart arc archive area around arrow as aside
    at bar base belong below beside between blue board boards bottom box bring build builder built buy by can
    carrier cell center choice choose circle circular clear collector column complete completed
    completion connected copied corner count counts cover covers deal deck depth direction discard discarded
    distance done draft draw drawing drop due each east edge edition effect empty end extra face feature
    filter final finish first fit flip flow for found free game give gives green grey grid ground group
    hand have height hidden hide hiding hole id in inner is item join kept key kind lake lakes large last
    lay layout lead leads leave left leftover length level library lie limit line link long longest look
    looks lower main mark marked market mask match matching may measure meets member merge middle mirror
    mixed moment moments most move name need neighbour next none north not number of offer on one open
    option order other out outer outside over owner p part partner pass pay payment permission pick picked
    picture piece pile place placed plain plan play player point points position price priced print
    printed purple put queue rank ranking reach reason red refill region replace report reserve rest
    result return reveal reward right ring rotation round row rule same scope score scored search seat
    secret see selected set settle setup shape share shared short shown shuffle side single size slot small
    solo
    south space spot square stack stage standard standing start started state step stop straight supply
    surrounded surrounding swap symbol table take taken target text the tie time title to top total
    touch trade turn two type types unit unpriced until unused upper use used value variant view visible
    wait want wanted wants way west whole wide width winner with worth yard yellow you your zone
    """.split()
)

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
GROUPED = re.compile(r"(?<=\d)[_ \u202f,](?=\d{3}\b)")


def words_of(text: str) -> list[str]:
    """Words and numbers of a name or a text: camel case and underscores split, lower case."""
    return [word.lower() for word in WORD.findall(GROUPED.sub("", text))]


def singular(word: str) -> str:
    """The word without a final `s`, but never cutting `ss`."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


DECLARATION = re.compile(
    r"^\s*(?:kind|unit|values|feature|zone|keeps|stage|step|action|table|effect|rule|shape|pack|"
    r"insert\s+step|extend\s+kind)\s+([a-z][a-z0-9_]*)(?:\s+plural\s+([a-z][a-z0-9_]*))?",
    re.MULTILINE,
)
KIND = re.compile(r"^\s*kind\s+([a-z][a-z0-9_]*)", re.MULTILINE)
VALUES = re.compile(r"^\s*values\s+\w+(?:\s+plural\s+\w+)?\s*\{([^}]*)\}", re.MULTILINE)
ROW = re.compile(r'^\s*([a-z0-9][a-z0-9_]*)(?:\s+"[^"\n]*")?\s*:\s', re.MULTILINE)
LIST = re.compile(r"^list of \w+[^{]*\{(.*?)^\}", re.MULTILINE | re.DOTALL)


def declared_names(source: str) -> set[str]:
    """Every name that a rules text declares, found without the project's own parser."""
    names = {name for pair in DECLARATION.findall(source) for name in pair if name}
    for members in VALUES.findall(source):
        names |= set(re.findall(r"[a-z][a-z0-9_]*", members))
    for kind in set(KIND.findall(source)) | {"shape", "feature"}:
        names |= set(re.findall(rf'^\s*{kind}\s+([a-z][a-z0-9_]*)\s*["{{]', source, re.MULTILINE))
    for body in LIST.findall(source):
        names |= set(ROW.findall(body))
    return names


def content_names() -> set[str]:
    # One text: a kind declared in one file is the leading word of definitions in another.
    return declared_names(
        "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "content").rglob("*.rules")))
    )


def forbidden_phrases() -> dict[tuple[str, ...], str]:
    """Word sequences that must not occur, each with the name it comes from."""
    phrases: dict[tuple[str, ...], str] = {(singular(word),): word for word in GAME_WORDS}
    for name in content_names():
        words = tuple(singular(word) for word in words_of(name))
        if len(words) == 1 and (name in ORDINARY or singular(name) in ORDINARY or words[0].isdigit()):
            continue
        if len(words) > 1 and all(word in ORDINARY or word.isdigit() for word in words):
            continue
        if words:
            phrases.setdefault(words, name)
    return phrases


PHRASES = forbidden_phrases()
LONGEST = max(len(phrase) for phrase in PHRASES)


def offences(text: str) -> list[str]:
    """The game words in a name or a text."""
    words = [singular(word) for word in words_of(text)]
    found = [
        PHRASES[phrase]
        for start in range(len(words))
        for length in range(1, LONGEST + 1)
        if (phrase := tuple(words[start : start + length])) in PHRASES and len(phrase) == length
    ]
    return found + [word for word in words if word.isdigit() and int(word) in GAME_NUMBERS]


def texts_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """All names, attributes, arguments, keywords, aliases and strings of a syntax tree."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        for field in ("id", "attr", "arg", "name", "asname", "module", "rest"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield line, value
        for value in (*getattr(node, "names", ()), *getattr(node, "kwd_attrs", ())):
            if isinstance(value, str):  # global, nonlocal, class patterns
                yield line, value
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield line, node.value
        if isinstance(node, ast.Constant) and isinstance(node.value, bytes):
            yield line, node.value.decode("latin-1")


def numbers_of(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Whole numbers of a syntax tree, without the values of named limits."""
    named: set[int] = set()
    for node in ast.walk(tree):
        target = node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(node, ast.Assign):
            target = node.targets[0]
        if (
            isinstance(target, ast.Name)
            and target.id.isupper()
            and isinstance(node, ast.Assign | ast.AnnAssign)
        ):
            named.add(id(node.value))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, int):
            continue
        if node.value in GAME_NUMBERS or (node.value in LIMIT_NUMBERS and id(node) not in named):
            yield node.lineno, node.value


def engine_files() -> list[Path]:
    return sorted(path for folder in ENGINE for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("path", engine_files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_game_word_in_the_engine(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    wrong = [f"line {line}: {word!r}" for line, text in texts_of(tree) for word in offences(text)]
    wrong += [f"line {line}: {number}" for line, number in numbers_of(tree)]
    wrong += [f"file name: {word!r}" for word in offences(path.stem)]
    assert wrong == []


@pytest.mark.parametrize("path", sorted((ROOT / "rules_dsl").rglob("*.lark")), ids=lambda path: path.name)
def test_no_game_word_in_the_grammar(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [f"line {n}: {word!r}" for n, line in enumerate(lines, 1) for word in offences(line)] == []


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("def place_room(): pass", "room"),
        ("class SwanToken: pass", "swan"),
        ("def f(coins): pass", "coin"),
        ("x.castle = 1", "castle"),
        ('"""Give 15 000 to the owner."""', "15000"),
        ("text = f'{x} tiles'", "tile"),
        ("match x:\n    case Y(decree=1): pass", "decree"),
        ("from x import y as throne", "throne"),
        ("call(favor=1)", "favor"),
    ],
)
def test_the_test_finds_game_words(source: str, word: str) -> None:
    assert word in [found for _, text in texts_of(ast.parse(source)) for found in offences(text)]


def test_the_test_finds_numbers() -> None:
    assert list(numbers_of(ast.parse("x = 15_000"))) == [(1, 15_000)]
    assert list(numbers_of(ast.parse("f(10_000)"))) == [(1, 10_000)]
    assert list(numbers_of(ast.parse("REPEAT_LIMIT: int = 10_000"))) == []


def test_the_project_may_say_its_own_name() -> None:
    assert offences("castlewright CastlewrightError CASTLEWRIGHT_CACHE") == []


def test_declared_names_are_found_without_the_parser() -> None:
    source = """
    kind gizmo plural gizmos { }
    gizmo red_one "Red one" { size: 3 }
    values hue plural hues { crimson, azure }
list of gizmo (size) {
  blue_one "Blue one": 4
  green: 5
}
    insert step polish after final.bonus { }
    zone shelf per player: row of gizmo
    """
    expected = "gizmo gizmos red_one hue hues crimson azure blue_one green polish shelf"
    assert set(expected.split()) <= declared_names(source)
