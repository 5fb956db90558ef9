"""While a line is refused, nothing is said of what seems to be missing: it may be in that line.

Nor is anything said of all situations, since its rules may be there. All else is said as before.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checks.books import found_in, write
from rulewright.checks.explain import Section, explain
from rulewright.checks.registry import check_modules
from rulewright.checks.run import depths_of_meaning_checks

MISSING = {
    "misquoted-word", "unplaced-statement", "untested-case", "unused-term", "unused-vocabulary", "question-without-rules", "unused-value",
    "unused-option", "empty-case", "unasked-ruling", "unused-background", "unread-answer", "idle-given", "skipped-number",
    "read-never-given", "uncovered-value",
}  # fmt: skip
"""The checks that find that something is not there."""
CHECKS = [module.CHECK for module in check_modules()]


@pytest.mark.parametrize(("line", "layer"), [("this may be anything", "RW0"), ("unheard_of is 3", "RW2")], ids=["unreadable", "unresolved"])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_only_what_seems_to_be_missing_is_not_judged_while_a_line_is_refused(check: Any, line: str, layer: str, tmp_path: Path) -> None:
    example = write(explain(check.code).files(Section.EXAMPLE), tmp_path)
    before = [one for one in found_in(example, [check.code]) if one.code == check.code]
    write({"refused.case": f'case 99.99 "Refused"\n  {line}\n'}, example)
    found = found_in(example, [check.code])
    assert any(one.code.startswith(layer) for one in found)
    now = [one for one in found if one.code == check.code]
    assert before
    assert [(one.message, one.labels, one.edition) for one in now] == (
        []
        if check.name in MISSING or check.code in depths_of_meaning_checks()
        else [(one.message, one.labels, one.edition) for one in before]
    )
