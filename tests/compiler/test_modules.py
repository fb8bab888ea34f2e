"""Whole generated modules: golden texts, equal input gives equal bytes, the files of a built ruleset."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from castlewright.compiler.generate import pyast
from castlewright.compiler.generate.emit import UnknownNode, Writer, write_expression
from castlewright.compiler.typed import ir
from castlewright.compiler.typed.types import NUMBER, PLAYER, YESNO, Many, Piece, Unit
from castlewright.rules_dsl.diagnostics import DiagnosticError
from castlewright.runtime.ruleset import Ruleset
from support.make_ir import (
    PLAYERS,
    amount,
    ask,
    count,
    effect,
    empty_program,
    in_zone,
    keep,
    kept,
    line,
    local,
    made,
    number,
    piece,
    piece_kind,
    printed,
    query,
    rule,
    value_kind,
    zone,
)

GOLDEN = Path(__file__).parent / "golden"
CARD = Piece("card")


def rules_only() -> ir.Program:
    """A program of rules, keeps and zones."""
    program = empty_program()
    suit = value_kind(program, "suit", "red", "blue", worth=(1, 3))
    card = piece_kind(program, "card", rank=NUMBER, wild=YESNO)
    piece(card, "ace", 5, rank=1, wild=False)
    piece(card, "joker", 2, rank=0, wild=True)
    hand = zone(program, "hand", card, holder="player", seen=ir.Seen("owner"))
    keep(program, "bonus", NUMBER, suit)
    who, it = ir.Var("p", PLAYER, "param"), ir.Var("it", CARD)
    wild = printed(local(it), card.fields["wild"])
    rule(program, "wild_cards", count(query(it, in_zone(hand, local(who)), wild)), who)
    other = ir.Var("it", CARD)
    wild_one = query(other, in_zone(hand, local(who)), printed(local(other), card.fields["wild"]))
    found = ir.Fold("exists", wild_one, type=YESNO)
    rule(program, "has_wild", found, who)
    return program


def small_game() -> ir.Program:
    """A program with a flow, a choice and a winner."""
    program = empty_program((2, 3))
    program.units["coins"] = ir.Unit("coins", "toy", singular="coin")
    coins = keep(program, "coins", Unit("coins"), "player", least=0)
    card = piece_kind(program, "card", rank=NUMBER)
    for rank, name in enumerate(("ace", "duke"), 1):
        piece(card, name, 3, rank=rank)
    deck = zone(program, "deck", card, seen=ir.Seen("nobody"))
    hand = zone(program, "hand", card, holder="player", seen=ir.Seen("owner"))
    you, picked, it = ir.Var("you", PLAYER, "you"), ir.Var("picked", CARD), ir.Var("it", CARD)
    choose = ir.Choose(
        local(you), query(it, in_zone(hand, local(you))), picked, True, None, None, True, False, span=line(20)
    )
    rank = printed(local(picked), card.fields["rank"])
    worth = ir.Arith("*", amount(2, "coins"), rank, type=Unit("coins"))
    gain = ir.Change("gain", coins, local(you), worth, None, span=line(21))
    discard = ir.Move(
        local(you), local(picked), "to", ir.ZoneRef(None, None), None, False, False, span=line(22)
    )
    show = effect(program, "show", you, choose, gain, discard)
    p, q = ir.Var("p", PLAYER), ir.Var("p", PLAYER, "you")
    members = ir.Members(card, type=Many(CARD))
    setup = (
        ir.Move(None, members, "to", ir.ZoneRef(deck, None), None, False, False, span=line(4)),
        ir.Shuffle(ir.ZoneRef(deck, None), None, span=line(5)),
        ir.ForEach(
            query(p, PLAYERS),
            None,
            (
                ir.Draw(
                    None, number(2), ir.ZoneRef(deck, None), ir.ZoneRef(hand, local(p)), None, span=line(6)
                ),
            ),
            span=line(6),
        ),
    )
    turns = ir.Turns("turn", "toy", var=q, source=PLAYERS, path="round.turn", span=line(10))
    turns.body = (ir.Do(show, local(q), (), span=line(11)),)
    running = ask("running_number", NUMBER, ir.Lit("round", type=NUMBER))
    until = ir.Cmp("==", running, number(2), type=YESNO, span=line(9))
    rounds = ir.Rounds("round", "toy", until=until, parts=[turns], path="round", span=line(9))
    stage = ir.Stage("setup", "toy", path="setup")
    stage.parts = [ir.Step("deal", "toy", body=setup, path="setup.deal", span=line(3))]
    winner = ir.Var("it", PLAYER, "it")
    program.flow = ir.Flow("toy", "toy", [stage, rounds], winner, (kept(coins, local(winner)),))
    return program


PROGRAMS: dict[str, Callable[[], ir.Program]] = {"rules_only": rules_only, "small_game": small_game}


@pytest.mark.parametrize("name", PROGRAMS)
def test_golden_module(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / f"{name}.txt", made(PROGRAMS[name]()).text)


@pytest.mark.parametrize("name", PROGRAMS)
def test_equal_programs_give_equal_bytes(name: str) -> None:
    first, second = made(PROGRAMS[name]()), made(PROGRAMS[name]())
    assert first.text == second.text
    assert first.digest == second.digest
    assert first.text.isascii()


def test_the_golden_game_is_played_to_its_end() -> None:
    game = made(small_game()).ruleset().new_game(2, seed=3)
    answers = 0
    while game.decision is not None:
        game.decide(game.decision.options[0])
        answers += 1
    assert answers == 4
    assert sum(game.scores) > 0


def test_lines_lead_back_to_the_text() -> None:
    built = made(small_game())
    text = built.text.splitlines()
    (place,) = [number for number, code in enumerate(text, 1) if code.lstrip().startswith("gain(")]
    table = [row for row in built.ruleset().lines if row[0] <= place]
    assert table[-1][1:] == ("toy.rules", 21)


def test_written_files_load_without_the_compiler(tmp_path: Path) -> None:
    built = made(small_game())
    built.write(tmp_path / "built")
    assert json.loads((tmp_path / "built" / "meta.json").read_text())["hash"] == built.digest
    assert (tmp_path / "built" / "ruleset.py").read_text() == built.text
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import built.ruleset as module\n"
        "from castlewright.runtime.ruleset import Ruleset\n"
        "game = Ruleset.from_module(module).new_game(2, seed=1)\n"
        "assert game.decision is not None\n"
        "heavy = {'lark', 'pydantic', 'jsonschema', 'castlewright.compiler', 'castlewright.rules_dsl'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path.cwd(),
    )
    assert done.stdout.strip() == "[]"


def test_marshalled_code_loads() -> None:
    built = made(rules_only())
    rules = Ruleset.from_code(built.marshalled())
    assert rules.hash == built.digest


def test_no_text_of_an_author_becomes_code() -> None:
    program = empty_program()
    kind = value_kind(program, "suit", "red")
    kind.definitions[0].title = 'x")\nimport os\n#'
    program.title = "'''\\"
    rule(program, "evil'); import os; ('", number(1))
    tree = ast.parse(made(program).text)
    imported = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert imported in ([], ["castlewright.runtime.primitives"])
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))


def test_names_and_nodes_are_a_closed_set() -> None:
    with pytest.raises(ValueError, match="not a generated name"):
        pyast.name("__import__")
    with pytest.raises(ValueError, match="not a generated name"):
        pyast.attr(pyast.name("g"), "__class__")
    with pytest.raises(UnknownNode):
        write_expression(ast.Lambda(ast.arguments([], [], None, [], [], None, []), ast.Constant(1)))
    with pytest.raises(UnknownNode):
        write_expression(ast.Constant(1.5))
    with pytest.raises(UnknownNode):
        Writer().statement(ast.Import([ast.alias("os")]))


def test_written_expressions_read_back_equal() -> None:
    a, b, c = (pyast.name(letter) for letter in "abc")
    made_expressions = [
        pyast.binary(pyast.binary(a, "-", b), "-", c),
        pyast.binary(a, "-", pyast.binary(b, "-", c)),
        pyast.binary(pyast.binary(a, "+", b), "*", pyast.minus(c)),
        pyast.negate(pyast.either(pyast.both(a, b), pyast.negate(c))),
        pyast.both(pyast.either(a, b), c),
        pyast.compare(pyast.choice(a, b, c), "<", pyast.const(-3)),
        pyast.choice(pyast.choice(a, b, c), b, pyast.choice(a, b, c)),
        pyast.item(pyast.call(pyast.attr(a, "get"), pyast.const((1,)), pyast.const(())), pyast.const(-1)),
        pyast.part(a, pyast.const(1), None),
        pyast.between(1, a, 4),
    ]
    for node in made_expressions:
        text = write_expression(node)
        assert ast.dump(ast.parse(text, mode="eval").body) == ast.dump(
            ast.parse(ast.unparse(node), mode="eval").body
        )


def test_what_is_nested_too_deeply_is_refused_with_a_code() -> None:
    program = empty_program()
    value: ir.Expr = number(1)
    for _ in range(25):
        numbers = query(ir.Var("n", NUMBER), ask("range", Many(NUMBER), number(1), number(2)))
        value = ir.Fold("total", numbers, value, type=NUMBER)
    rule(program, "deep", value)
    with pytest.raises(DiagnosticError) as error:
        made(program)
    assert [d.code for d in error.value.diagnostics] == ["CW0790"]


def test_long_sums_and_long_tables_are_generated_or_refused() -> None:
    program = empty_program()
    n = ir.Var("n", NUMBER, "param")
    rows = tuple((number(i), ir.Arith("+", local(n), number(i), type=NUMBER)) for i in range(150))
    rule(program, "table", ir.Select(local(n), rows, number(-1), type=NUMBER), n)
    game = made(program).ruleset().position(2)
    assert [game.rule("table", i) for i in (0, 7, 149, 150)] == [0, 14, 298, -1]
    total: ir.Expr = local(n)
    for _ in range(3000):
        total = ir.Arith("+", total, local(n), type=NUMBER)
    rule(program, "sum", total, n)
    with pytest.raises(DiagnosticError):
        made(program)
