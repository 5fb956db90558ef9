"""Where rules and statements of precedence are written, by what a finding calls them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rulewright.analysis.verdicts.verdict_keys import statement_name
from rulewright.checks.common.decided import location_of, statement_of
from rulewright.semantics.model import Override, SetAside
from semantics.small import core_of

BOOK = """
fact fog: yes/no
verdict march
case 1.1
  may march
case 1.2
  may not march when fog
    overrides 1.1
case 1.3
  sets aside 1.2 when fog
"""


def test_a_statement_is_found_by_its_name_and_by_its_id() -> None:
    core = core_of(BOOK)
    given: Any = SimpleNamespace(core=core)
    statements: list[Override | SetAside] = [*core.overrides.values(), *core.asides.values()]
    assert len(statements) == 2
    for one in statements:
        assert statement_of(given, one.id) is statement_of(given, statement_name(one)) is one
    (aside,) = core.asides.values()
    assert location_of(given, "march", aside.id) == location_of(given, "march", statement_name(aside)) == aside.location
    assert statement_of(given, "9.9.1") is None


def test_a_rule_is_found_by_its_id() -> None:
    core = core_of(BOOK)
    given: Any = SimpleNamespace(core=core)
    lines = [location_of(given, "march", name).line for name in ("1.1.1", "1.2.1")]
    assert lines[1] - lines[0] == 2
