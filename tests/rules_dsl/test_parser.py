"""Reading: the samples, the trees, precedence, spans, line ends, limits."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from castlewright.rules_dsl import limits, nodes
from castlewright.rules_dsl.dump import dump
from castlewright.rules_dsl.source import Source, Span
from support.reading import ROOT, SAMPLES, cases, expression, item, module, read, written

TREES = sorted((ROOT / "tests" / "rules_dsl" / "trees").glob("*.txt"))


def sample_id(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


# -------------------------------------------------------------------------------- samples and trees


@pytest.mark.parametrize("path", SAMPLES, ids=sample_id)
def test_the_samples_are_read(path: Path) -> None:
    _, diagnostics = read(path.read_text(encoding="utf-8"), sample_id(path))
    assert not diagnostics, diagnostics


def test_all_79_samples_are_there() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SAMPLES)
    for number in range(1, 80):
        assert f"S{number} " in text or f"S{number}," in text, f"sample S{number} is missing"


@pytest.mark.parametrize("path", TREES, ids=lambda path: path.stem)
def test_trees(path: Path, golden: Callable[[Path, str], None]) -> None:
    got = [replace(case, expected=dump(module(case.text)).strip("\n")) for case in cases(path)]
    golden(path, written(got))


def test_every_node_class_stands_in_a_tree_or_a_sample() -> None:
    met: set[type[nodes.Node]] = set()
    texts = [case.text for path in TREES for case in cases(path)]
    for text in texts + [path.read_text(encoding="utf-8") for path in SAMPLES]:
        met |= {type(node) for node in nodes.walk(read(text)[0])}
    abstract = {nodes.Node, nodes.Expr, nodes.Stmt, nodes.Item, nodes.Comment}
    declared = {
        cls for cls in vars(nodes).values() if isinstance(cls, type) and issubclass(cls, nodes.Node)
    } - abstract
    assert declared - met <= {getattr(nodes, "FaceOf", nodes.Node)}


# --------------------------------------------------------------------------------------- precedence


@pytest.mark.parametrize(
    ("bare", "bracketed"),
    [
        ("a + b * c", "a + (b * c)"),
        ("a * b + c", "(a * b) + c"),
        ("a - b - c", "(a - b) - c"),
        ("a / b * c", "(a / b) * c"),
        ("-a * b", "(-a) * b"),
        ("a - -b", "a - (-b)"),
        ("a + b < c + d", "(a + b) < (c + d)"),
        ("not a is b", "not (a is b)"),
        ("not a and b", "(not a) and b"),
        ("a and b or c and d", "(a and b) or (c and d)"),
        ("a or b or c", "(a or b) or c"),
        ("a is b and c is in d", "(a is b) and (c is in d)"),
        ("a is not b or a is not in c", "(a is not b) or (a is not in c)"),
        ("number of rooms in z + 1", "(number of (rooms in z)) + 1"),
        ("number of rooms in z >= 1", "(number of (rooms in z)) >= 1"),
        ("2 * number of room r in z where r is a + b", "2 * (number of (room r in z where (r is (a + b))))"),
        ("2 points * n per room in z", "(2 points * n) per (room in z)"),
        ("2 points per room in z + 1 point", "(2 points per (room in z)) + 1 point"),
        ("1 point per full 5 feet of f(p) + 1 point", "(1 point per full 5 feet of (f(p))) + 1 point"),
        ("total a + b among rooms in z", "total (a + b) among (rooms in z)"),
        ("total a among rooms in z + c", "(total a among (rooms in z)) + c"),
        ("total total a among its b among rooms in z", "total (total a among (its b)) among (rooms in z)"),
        ("if a then b else c + d", "if a then b else (c + d)"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
        ("if a then if b then c else d else e", "if a then (if b then c else d) else e"),
        ("a + if b then c else d + e", "a + (if b then c else (d + e))"),
        ("there is no room in z where a and b", "there is no (room in z where (a and b))"),
        ("there is no its cover and b", "(there is no (its cover)) and b"),
        ("every room r in z satisfies a and b", "every room r in z satisfies (a and b)"),
        ("every room r in z where a satisfies b or c", "every room r in (z) where (a) satisfies (b or c)"),
        ("ranking of players by its a + b", "(ranking of players by (its a)) + b"),
        ("number of reach from a among b in c linked by d",
         "number of (reach from a among (b in c) linked by d)"),
        ("longest path of rooms in z linked by r + 1", "(longest path of (rooms in z) linked by r) + 1"),
        ("those with most its a among tile t in z where b",
         "those with most (its a) among (tile t in z where b)"),
        ("table n { 1: 2, else: 3 } + 4", "(table n { 1: 2, else: 3 }) + 4"),
        ("a's b's c(d)'s e", "((a's b)'s c(d))'s e"),
        ("m[a + b]'s c", "(m[(a + b)])'s c"),
        ("your a + its b", "(your a) + (its b)"),
    ],
)  # fmt: skip
def test_precedence(bare: str, bracketed: str) -> None:
    assert expression(bare) == expression(bracketed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(a + b) * c", "a + b * c"),
        ("a - (b - c)", "a - b - c"),
        ("(number of room in z where a) + 1", "number of room in z where a + 1"),
        ("(if a then b else c) + d", "if a then b else c + d"),
        ("x is a", "x is a room"),
        ("its size", "size"),
        ("r's printed size", "r's size"),
        ("a.b", "a's b"),
    ],
)
def test_told_apart(one: str, other: str) -> None:
    assert expression(one) != expression(other)


def test_words_are_names_where_only_a_name_fits() -> None:
    words = "number total table rule step place move end note version game top left value"
    for word in words.split():
        assert isinstance(item(f"keeps {word}: number = 0"), nodes.KeepsDecl)
        field = item(f"thing x {{ {word}: 3 }}")
        assert isinstance(field, nodes.Definition)
        assert isinstance(field.items[0], nodes.FieldItem)
        assert isinstance(expression(f"a's {word}"), nodes.FieldOf)


def test_a_may_be_a_name_and_an_article() -> None:
    assert isinstance(expression("b is a"), nodes.Compare)
    assert isinstance(expression("b is a and c"), nodes.Logic)
    assert isinstance(expression("b is a's owner"), nodes.Compare)
    assert isinstance(expression("b is a room"), nodes.IsKind)
    assert isinstance(expression("b is not an item"), nodes.IsKind)


def test_text_escapes_and_drawings() -> None:
    assert expression(r'"a \"b\" \\ \n"') == nodes.Text('a "b" \\ \n')
    assert expression('"""\n   ##\n  ###\n\n"""') == nodes.Drawing((" ##", "###"))
    assert expression('"""##"""') == nodes.Drawing(("##",))
    assert expression('""') == nodes.Text("")


# -------------------------------------------------------------------------------------------- spans


def expressions(node: nodes.Node) -> Iterator[tuple[nodes.Node, nodes.Expr]]:
    for child in nodes.children(node):
        if isinstance(child, nodes.Expr):
            yield node, child
        yield from expressions(child)


@pytest.mark.parametrize("path", SAMPLES, ids=sample_id)
def test_spans_are_exact(path: Path) -> None:
    """A span holds its node and nothing more: names say themselves, the text of an expression reads as it."""
    text = path.read_text(encoding="utf-8")
    tree, _ = read(text)
    for node in nodes.walk(tree):
        start, end = node.span.start, node.span.end
        assert 0 <= start <= end <= len(text)
        if isinstance(node, nodes.Ident):
            assert text[start:end] == node.text
        if not isinstance(node, nodes.Module):
            assert text[start:end] == text[start:end].strip()
        for child in nodes.children(node):
            assert start <= child.span.start
            assert child.span.end <= end
    for parent, expr in expressions(tree):
        whole_sentence = isinstance(expr, nodes.Query) and expr.kind is None
        if whole_sentence or isinstance(parent, nodes.Every) or isinstance(expr, nodes.SpotExpr):
            continue
        if isinstance(expr, nodes.Pronoun) and text[expr.span.start : expr.span.end] in ("its", "your"):
            continue
        assert expression(text[expr.span.start : expr.span.end]) == expr


def test_spans_of_brackets_belong_to_what_they_stand_in() -> None:
    text = "(a + b) * c"
    product = expression(text)
    assert isinstance(product, nodes.Binary)
    assert (product.span.start, product.span.end) == (0, len(text))
    assert (product.left.span.start, product.left.span.end) == (1, 6)


def test_trees_are_equal_wherever_they_stand() -> None:
    assert module("unit a b\nunit c d") == module("\n\n  unit a b; unit c d  # end")


# ---------------------------------------------------------------------------------------- line ends


@pytest.mark.parametrize(
    "text",
    [
        "rule f() -> number =\n  1\n  + 2",
        "rule f() -> number = 1 +\n  2",
        "rule f() -> yesno = a\n  and b\n  or c",
        "rule f() -> number = number of room in z\n  where a",
        "rule f() -> number = if a\n  then b\n  else c",
        "rule f() -> number = (1\n  - 2\n)",
        "rule f() -> number = g(\n  1,\n  2\n)",
        "rule f() -> number = 1\n  # why\n  cites A-B-1\n  note \"x\"",
        "rule f() -> number = table n {\n 1: 2\n 3: 4\n else: 5 }",
        "rule f() -> number = table n { 1: 2, 3: 4,\n else: 5\n}",
        "effect e()\n{\n leave\n}",
        "effect e() {\n;leave;;\n\n;leave;\n}",
        "effect e() { if a { leave }\n else { leave } }",
        "effect e() { within 5 seconds { leave }\n when time is up { leave } }",
        "keeps a: number = 0\n  at least 0\n  seen by everyone",
        "change a to b\n  until end of c\n  over d",
        "thing x \"X\" { a: 1,\n  2\n  b: 3 }",
        "thing x { cites A-B-1 house; note \"n\"\n a: 1 }",
        "example \"x\" {\n given { leave }\n then { leave }\n}",
        "unit a b;unit c d;",
    ],
)  # fmt: skip
def test_lines_go_on(text: str) -> None:
    assert len(module(text).items) == (2 if text.startswith("unit") else 1)


@pytest.mark.parametrize(
    "text",
    [
        "effect e() { leave\n leave }",
        "effect e() { set a to b\n -c gains 1 point }",
        "table t by n { columns a: number\n 1: 2\n -1: 3 }",
        "thing x { a: 1\n b: 2 }",
        "thing x { a: 1\n cites A-B-1 }",
    ],
)
def test_lines_end(text: str) -> None:
    found, diagnostics = read(text)
    if "-c" in text:
        assert diagnostics.codes()
    else:
        assert not diagnostics, diagnostics
        assert len(list(nodes.walk(found))) > 3


def test_comments_are_kept() -> None:
    tree = module("# one\nunit a b # two\neffect e() { # three\n  leave\n  # four\n}\n")
    assert [(c.text, c.own_line) for c in tree.comments] == [
        ("# one", True),
        ("# two", False),
        ("# three", False),
        ("# four", True),
    ]


def test_a_hash_in_a_text_or_drawing_is_no_comment() -> None:
    assert module('thing x "a # b" { d: """\n #\n""" }').comments == ()


# ------------------------------------------------------------------------------------------- limits


def codes(text: str) -> list[str]:
    return read(text)[1].codes()


@pytest.mark.parametrize("deep", ["not ", "- ", "if a then b else ", "number of ", "there is "])
def test_deep_nesting_without_brackets_is_refused(deep: str) -> None:
    assert "CW0006" in codes(f"rule f() -> number = {deep * 300}1")


@pytest.mark.parametrize("deep", ["(", "[", "f(", "m["])
def test_deep_nesting_in_brackets_is_refused(deep: str) -> None:
    assert codes(f"rule f() -> number = {deep * 500}1") == ["CW0006"]


def test_deep_blocks_are_refused() -> None:
    text = "effect e() { " + "if a { " * 100 + "leave" + " }" * 101
    assert codes(text) == ["CW0006"]


def test_long_chains_are_refused_and_sensible_ones_read() -> None:
    assert "CW0006" in codes("rule f() -> number = " + "1 + " * 2000 + "1")
    assert codes("rule f() -> number = " + "1 + " * 100 + "1") == []


def test_nesting_as_deep_as_allowed_is_read() -> None:
    inside = limits.NESTING
    assert codes("rule f() -> number = " + "(" * inside + "1" + ")" * inside) == []


def test_numbers_names_titles() -> None:
    assert codes(f"rule f() -> number = {10**12}") == []
    assert codes(f"rule f() -> number = {10**12 + 1}") == ["CW0008"]
    assert codes("rule f() -> number = " + "9" * 100_000) == ["CW0008", "CW0012"]
    assert codes("rule f() -> number = " + "n" * 65) == ["CW0009"]
    assert codes(f'thing x "{"t" * 201}" {{ }}') == ["CW0010"]
    assert codes(f'rule f() -> number = 1 note "{"t " * 11_000}"') == ["CW0011", "CW0012"]


GARBAGE = """
{ | } | ( | " | a~ | a; | unit a b; | a,; | #; | a( | x {~ | ;; | room a {; | 1 +~ | \\ | é | 's | } { | ~
effect e() { gain }; | a # b; | @; | @ | table n { 1: 2,~ | cites A-B-1~ | if a {; | [a,; | not~ | {;};
rule f() -> number = } | rule f() -> number = 1 +; | effect e() {; gain; | effect e() { not~ | x {; y: 1;
"""
BITS = (
    GARBAGE.strip()
    .replace("\n", " | ")
    .replace(";", "\n")
    .replace("~", " ")
    .replace("@", '"' * 3)
    .split(" | ")
)


@pytest.mark.parametrize("bit", BITS, ids=repr)
def test_garbage_ends_soon(bit: str) -> None:
    """Garbage of 400 kB takes a second or so: nothing is quadratic."""
    text = bit * (400_000 // len(bit))
    gc.collect()
    start = time.process_time()
    read(text)
    assert time.process_time() - start < 10


def test_a_source_may_hold_anything() -> None:
    for text in ("", "\n", "\x00", "\ufeff", "\ud800", "\x0c", "#", '"', "'s", "\\", "\t\t", "a" * 5000):
        read(text)


def test_span_of_a_module_is_the_whole_text() -> None:
    source = Source("x", "unit a b\n")
    assert read(source.text)[0].span[1:] == Span(source, 0, 9)[1:]
