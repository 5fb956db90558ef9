"""Results are taken again only where a situation agrees on the facts that they looked at."""

from __future__ import annotations

from typing import Any, cast

from rulewright.engines.interpreter.fact_memo import ResultsByFacts
from rulewright.semantics.terms import FactKey


def test_the_order_in_which_facts_were_looked_at_tells_nothing() -> None:
    """Equal sets of numbers that fall into one place of a hash table are gone through in the order in which they were filled."""
    one_way, other_way = cast(list[FactKey], [0, 8]), cast(list[FactKey], [8, 0])
    assert list(frozenset(one_way)) != list(frozenset(other_way))
    values: dict[FactKey, Any] = dict(zip(one_way, ("a", "b"), strict=True))
    swapped = dict(zip(one_way, ("b", "a"), strict=True))
    memo: ResultsByFacts[str] = ResultsByFacts()
    memo.store_result(one_way, values.__getitem__, "first")
    memo.store_result(other_way, swapped.__getitem__, "second")
    assert memo.find_result(values.__getitem__) == "first" and memo.find_result(swapped.__getitem__) == "second"
