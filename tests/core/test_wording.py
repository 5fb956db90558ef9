"""Values as people read them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulewright.core.wording import with_unit


@pytest.mark.parametrize(
    ("value", "unit", "more", "said"),
    [
        (5, "MP", {}, "5 MP"),
        (5, None, {}, "5"),
        (0, "MP", {}, "0 MP"),
        (Fraction(5, 2), "MP", {}, "5/2 MP"),
        (Fraction(5, 2), "MP", {"decimal": True}, "2.5 MP"),
        (True, "MP", {}, "yes"),
        (False, "MP", {}, "no"),
        (None, "MP", {}, "none"),
        ("cavalry", "MP", {}, "cavalry"),
        (33, "turn", {"date": "May 1942"}, "33 turn (May 1942)"),
        (33, None, {"date": "May 1942"}, "33 (May 1942)"),
    ],
)
def test_a_number_has_its_unit_and_nothing_else_has_one(value: Any, unit: str | None, more: dict[str, Any], said: str) -> None:
    assert with_unit(value, unit, **more) == said
