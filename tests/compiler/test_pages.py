"""The examples on the pages of the codes: the bad ones fail with their code only, the good ones link."""

from __future__ import annotations

import pytest

from castlewright.compiler.check.lint import check_sources
from castlewright.rules_dsl.codes import ALL, CodeInfo
from castlewright.rules_dsl.diagnostics import Diagnostics
from castlewright.rules_dsl.report import report_text
from support.linking import Linked, link_text

RULES = [info for info in ALL if info.form == "rules"]
SOURCES = "CW0526"  # asked for by an option of the command line


def findings(info: CodeInfo, text: str) -> Diagnostics:
    linked: Linked = link_text(text)
    if info.code == SOURCES and linked.program is not None:
        found = Diagnostics()
        check_sources(linked.program, found)
        return Diagnostics(item for item in found if item.span.path != "islands/pack.rules")
    return linked.found


@pytest.mark.parametrize("info", RULES, ids=lambda info: info.code)
def test_the_bad_example_fails_with_its_code_only(info: CodeInfo) -> None:
    found = findings(info, info.bad)
    assert found.codes() == [info.code], report_text(found)


@pytest.mark.parametrize("info", RULES, ids=lambda info: info.code)
def test_the_good_example_is_clean(info: CodeInfo) -> None:
    found = findings(info, info.good)
    assert found.codes() == [], report_text(found)


@pytest.mark.parametrize("info", RULES, ids=lambda info: info.code)
def test_every_finding_can_be_acted_upon(info: CodeInfo) -> None:
    for finding in findings(info, info.bad):
        assert finding.message[-1] not in ".!", "a message is no sentence of prose"
        assert info.code == "CW0010" or len(finding.span.text) <= 120, (
            "the span is no smaller than the construct"
        )
