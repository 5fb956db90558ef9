"""How conditions of rules are put together."""

from __future__ import annotations

from rulewright.semantics import terms
from rulewright.semantics.model import Part
from rulewright.semantics.read_rules import negate_parts

WEARY, FAR = Part(terms.Const(True), "u.weary", "a"), Part(terms.Const(False), "the town is far", "b")


def test_not_one_condition_keeps_its_letter() -> None:
    assert negate_parts((WEARY,)) == Part(terms.Not(WEARY.term), "not u.weary", "a")


def test_not_several_conditions_is_not_all_of_them() -> None:
    assert negate_parts((WEARY, FAR)) == Part(terms.Not(terms.And((WEARY.term, FAR.term))), "not (u.weary and the town is far)", "")
