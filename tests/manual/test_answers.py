"""The page on answers has every status, every reason and every exit status of the code."""

from __future__ import annotations

from rulewright.base.page_sections import Row, manual_sections
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.explanation import ORDER_OF_REASONS
from rulewright.interfaces.cli.app import CLEAN, FINDINGS, OPEN, WRONG


def rows(heading: str) -> list[Row]:
    return [row for one in manual_sections() if (one.page, one.heading) == ("language/answers", heading) for row in one.table_rows()]


def test_every_status_is_there_with_what_to_do() -> None:
    there = rows("Answers")
    assert [row.forms for row in there] == [(status.value,) for status in Status] + [("unclear",), ("term",)]
    assert all(len(row.others) == 2 and all(row.others) for row in there)


def test_every_reason_is_there_with_what_to_do_in_the_order_in_which_they_are_named() -> None:
    there = rows("Why an answer is undetermined")
    reasons = [row.forms[0] for row in there]
    assert sorted(reasons) == sorted(why.value for why in Why)
    assert [reason for reason in reasons if reason not in (Why.OPTION_OFF, Why.NO_SCENARIO)] == [why.value for why in ORDER_OF_REASONS]
    assert all(len(row.others) == 2 and all(row.others) for row in there)


def test_every_exit_status_is_there() -> None:
    assert [int(row.first) for row in rows("Exit status")] == [CLEAN, FINDINGS, WRONG, OPEN, 130]
