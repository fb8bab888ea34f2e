"""The examples on the pages of the error codes: the bad ones fail with their code only, the good ones link."""

from __future__ import annotations

import pytest
from compiler.linking import link_text

from castlewright.rules_dsl.codes import ALL, CodeInfo
from castlewright.rules_dsl.report import report_text

RULES = [info for info in ALL if info.form == "rules"]


@pytest.mark.parametrize("info", RULES, ids=lambda info: info.code)
def test_the_bad_example_fails_with_its_code_only(info: CodeInfo) -> None:
    linked = link_text(info.bad)
    assert linked.codes == [info.code], report_text(linked.found)


@pytest.mark.parametrize("info", RULES, ids=lambda info: info.code)
def test_the_good_example_is_clean(info: CodeInfo) -> None:
    linked = link_text(info.good)
    assert linked.codes == [], report_text(linked.found)
