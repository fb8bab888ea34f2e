"""Rulings and malformed texts of the folder `conformance/`."""

from __future__ import annotations

import pytest

from castlewright.compiler.compile import Order
from castlewright.compiler.packs.packs import Library
from castlewright.examples import run_examples
from castlewright.rules_dsl.diagnostics import DiagnosticError, Diagnostics
from castlewright.rules_dsl.report import report_text
from castlewright.rules_dsl.source import Source
from support.conformance import PRELUDE, Block, blocks, value_files
from support.linking import link_files

RULINGS = blocks("rulings")
ERRORS = blocks("errors")


def files_of(block: Block) -> dict[str, str]:
    return {"bay/pack.rules": PRELUDE.read_text(encoding="utf-8"), f"bay/{block.file}.rules": block.text}


def name_of(block: Block) -> str:
    return f"{block.file}: {block.title}"


@pytest.mark.parametrize("block", RULINGS, ids=name_of)
def test_rulings(block: Block) -> None:
    found = Diagnostics()
    library = Library.of_sources([Source(path, text) for path, text in files_of(block).items()], found)
    try:
        outcomes = run_examples(Order("bay"), library)
    except DiagnosticError as error:
        outcomes = []
        found.extend(error.diagnostics)
    for outcome in outcomes:
        found.extend(outcome.findings)
    codes = tuple(found.codes()) or ("pass",)
    assert codes == block.outcome, report_text(found)
    assert outcomes or block.outcome != ("pass",)


@pytest.mark.parametrize("block", ERRORS, ids=name_of)
def test_errors(block: Block) -> None:
    found = link_files(files_of(block), "bay").found
    assert tuple(found.codes()) == block.outcome, report_text(found)


def test_there_are_enough_cases() -> None:
    values = sum(len(file.cases) for file in value_files())
    assert values >= 250
    assert len(RULINGS) >= 60
    assert len(ERRORS) >= 60


def test_no_block_stands_twice() -> None:
    texts = [block.text for block in (*RULINGS, *ERRORS)]
    titles = [name_of(block) for block in (*RULINGS, *ERRORS)]
    assert len(set(texts)) == len(texts)
    assert len(set(titles)) == len(titles)
