"""Lines that stand under a declaration: which are said twice, where that is underlined, and whose their tags are."""

from __future__ import annotations

import pytest

from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source, source_of

BOOK, SOURCE, PLACE = 'rulebook x "X"', 'source s "S"', "value v: 0..9"
UNDER = [
    (BOOK, "numbering decimal"), (BOOK, "numbering by heading a, b"), (BOOK, "players 1 to 2"),
    (SOURCE, "not held"), (SOURCE, "amends t"), (SOURCE, 'ledger "l.csv"'), (SOURCE, 'publisher "P"'), (SOURCE, 'dated "1980"'), (SOURCE, 'known "K"'),
    ('chapter "C"', '"Words."'), ("scale s: a, b", "below the first: the first"), ("scale s: a, b", "above the last: the last"),
    ("fact f: yes/no", 'asks "A?"'), ("verdict f", "otherwise forbidden"), ("verdict f", "otherwise permitted"), (PLACE, "otherwise 1 + 2"),
    ("status f of u", 'lasts "a turn"'), ("fact f: yes/no", "hidden from french"), ("fact f: yes/no", 'hidden from french until "Met."'),
    ("fact f: yes/no", "usually no"), ("fact f: yes/no", "found on the map"), ("fact f: yes/no", "found decided by french"), ("fact f: yes/no", "not held"),
    (PLACE, "total"), ("fact f(u: a, v: a): yes/no", "symmetric"), ("fact f(u: a, v: a): yes/no", "never of itself"),
]  # fmt: skip
"""Lines that stand once under a declaration."""


@pytest.mark.parametrize(("head", "line"), UNDER)
def test_a_line_that_is_said_twice_is_underlined_where_it_is_said_again(head: str, line: str) -> None:
    _, (found,) = parse_source(source_of("x.case", f"{head}\n  {line}\n  {line}\n"))
    at = found.labels[0].location
    assert (found.code, at.line, at.column, at.end_line, at.end_column) == ("RW016", 3, 3, 3, 3 + len(line))


@pytest.mark.parametrize(("head", "line"), UNDER)
def test_the_tag_of_a_line_is_one_of_what_it_stands_under(head: str, line: str) -> None:
    (placed,), faults = parse_source(source_of("x.case", f"{head}\n  {line}  @S-1\n"))
    assert not faults
    assert placed.block.tags == (nodes.Tag("S-1"),)


STAGES = [
    "is the one", "is the sum", "plus the sum", "times the product", "times the greatest", "times the least", "at most", "at least", "rounded",
]  # fmt: skip


@pytest.mark.parametrize("stage", STAGES)
def test_the_tag_of_a_stage_is_its_own(stage: str) -> None:
    line = f"s {stage}"
    (placed,), faults = parse_source(source_of("x.case", f"{PLACE}\n  {line}  @S-1\n"))
    assert not faults
    assert isinstance(placed.block, nodes.Value)
    assert placed.block.stages[0].tags == (nodes.Tag("S-1"),)


@pytest.mark.parametrize("line", ['credit "C"', 'about "A"', 'try "go"'])
def test_what_may_be_said_often_keeps_every_tag(line: str) -> None:
    (placed,), faults = parse_source(source_of("x.case", f"{BOOK}\n  {line}  @S-1\n  {line}  @S-2\n"))
    assert not faults
    assert placed.block.tags == (nodes.Tag("S-1"), nodes.Tag("S-2"))


def test_who_makes_a_choice_is_said_again_only_in_the_same_word() -> None:
    text = 'choice c: yes/no by french "x"\n  found decided by '
    assert parse_source(source_of("x.case", f"{text}french\n"))[1] == ()
    (found,) = parse_source(source_of("x.case", f"{text}prussian\n"))[1]
    assert found.code == "RW016"


@pytest.mark.parametrize(("last", "faults"), [('"', ["RW004"]), ('. "', []), ('a"', []), ('ab"', [])])
def test_a_quotation_does_not_end_on_a_line_without_words(last: str, faults: list[str]) -> None:
    assert [one.code for one in parse_source(source_of("x.case", f'case 1\n  "Words\n    {last}\n'))[1]] == faults


TABLE = "case 1\n  table t(a: 0..9, b: 0..9): 0..9\n"


@pytest.mark.parametrize("line", ["not held", "columns b", "below the first: the first", "above the last: the last"])
def test_a_line_under_a_table_is_said_once_and_its_tag_is_one_of_the_table(line: str) -> None:
    (placed,), faults = parse_source(source_of("x.case", f"{TABLE}    {line}  @S-1\n"))
    assert not faults
    assert isinstance(placed.block, nodes.Case)
    (table,) = placed.block.body
    assert isinstance(table, nodes.Table) and table.tags == (nodes.Tag("S-1"),)
    _, (found,) = parse_source(source_of("x.case", f"{TABLE}    {line}\n    {line}\n"))
    at = found.labels[0].location
    assert (found.code, at.line, at.column, at.end_column) == ("RW016", 4, 5, 5 + len(line))


def test_from_whom_a_fact_is_hidden_and_until_when() -> None:
    for words, hidden in (("french", "french"), ('french until "Met."', "french until Met.")):
        (placed,), _ = parse_source(source_of("x.case", f"fact f: yes/no\n  hidden from {words}\n"))
        assert isinstance(placed.block, nodes.Fact) and placed.block.hidden == hidden
