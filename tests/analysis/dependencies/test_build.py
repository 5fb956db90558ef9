"""The graph of an edition: every kind of edge, with what caused it."""

from __future__ import annotations

import pytest

from analysis.dependencies.graphs import TEXT, book, graph, graph_of
from rulebook.books import book_of
from rulewright.analysis.dependencies.model import Edge, EdgeKind, VertexKind, case_vertex, edges_of_kinds, vertex_at
from rulewright.base.keywords import RelationKind
from rulewright.rulebook.mentions import MentionKind, collect_mentions


def laid(kind: EdgeKind) -> list[Edge]:
    return edges_of_kinds(graph(), [kind])


def pairs(kind: EdgeKind) -> set[tuple[str, str]]:
    return {(one.tail, one.head) for one in laid(kind)}


@pytest.mark.parametrize(
    ("kind", "tail", "head"),
    [
        (EdgeKind.REFERS, "case:8.0", "case:8.6"),
        (EdgeKind.REFERS, "case:8.0", "case:9.1"),
        (EdgeKind.REFERS, "case:8.0", "case:9.2"),
        (EdgeKind.REFERS, "case:8.0", "case:9.21"),
        (EdgeKind.REFERS, "case:8.0", "case:9.3"),
        (EdgeKind.REFERS, "case:8.6", "case:9.1"),
        (EdgeKind.REFERS, "case:9.1", "case:8.6"),
        (EdgeKind.REFERS, "case:9.3", "case:9.31"),
        (EdgeKind.REFERS, "scenario:19.1", "case:9.1"),
        (EdgeKind.REFERS, "ruling:Q1", "case:9.2"),
        (EdgeKind.REFERS, "reading:H_1", "case:8.6"),
        (EdgeKind.REFERS, "reading:H_1", "case:9.1"),
        (EdgeKind.OVERRIDES, "case:9.1", "rule:9.2.1"),
        (EdgeKind.OVERRIDES, "case:9.1", "case:9.2"),
        (EdgeKind.OVERRIDES, "case:9.21", "case:9.1"),
        (EdgeKind.OVERRIDES, "reading:H_1", "case:9.2"),
        (EdgeKind.EXCEPTS, "case:8.6", "case:9.2"),
        (EdgeKind.SETS_ASIDE, "case:9.2", "case:9.1"),
        (EdgeKind.RESTATES, "case:9.1", "rule:9.2.1"),
        (EdgeKind.RULES_ON, "ruling:Q1", "case:9.1"),
        (EdgeKind.READS, "reading:H_1", "case:9.2"),
        (EdgeKind.SETTLES, "ruling:Q1", "reading:H_1"),
        (EdgeKind.PART_OF, "rule:8.6.1", "case:8.6"),
        (EdgeKind.PART_OF, "table:8.6.cost", "case:8.6"),
        (EdgeKind.PART_OF, "rule:8.6.3", "case:9.3"),
        (EdgeKind.DEFINES, "rule:8.6.1", "question:allowance"),
        (EdgeKind.DEFINES, "table:8.6.cost", "question:cost"),
        (EdgeKind.DEFINES, "rule:8.6.3", "question:kept"),
        (EdgeKind.DEFINES, "rule:H_1.one.1", "question:forage"),
        (EdgeKind.USES, "rule:8.6.1", "fact:weather"),
        (EdgeKind.USES, "rule:8.6.2", "question:cost"),
        (EdgeKind.USES, "rule:8.6.2", "fact:unit.dispersed"),
        (EdgeKind.USES, "rule:9.1.1", "question:kept"),
        (EdgeKind.USES, "rule:9.1.1", "fact:unit.arm"),
        (EdgeKind.USES, "rule:9.1.2", "question:garrison"),
        (EdgeKind.USES, "rule:9.1.2", "fact:unit.ready"),
        (EdgeKind.USES, "rule:9.2.1", "fact:town.ready"),
        (EdgeKind.USES, "rule:9.3.not_held", "fact:weather"),
        (EdgeKind.USES, "case:8.0", "term:supply"),
        (EdgeKind.USES, "case:8.6", "term:supply"),
        (EdgeKind.TESTS, "example:8.6/mud", "case:8.6"),
    ],
)
def test_edge(kind: EdgeKind, tail: str, head: str) -> None:
    assert (tail, head) in pairs(kind)


def test_an_example_asks_in_the_edition_in_which_it_is_run() -> None:
    edition = book().default_edition
    asked = {(one.tail, one.head) for one in edges_of_kinds(graph(edition), [EdgeKind.TESTS])}
    assert asked == {("example:8.6/mud", "case:8.6"), ("example:8.6/mud", "question:allowance")}
    assert ("example:8.6/mud", "question:allowance") not in pairs(EdgeKind.TESTS)


def test_what_is_no_edge() -> None:
    assert not [pair for pair in pairs(EdgeKind.REFERS) if "10.9" in pair[1] or "9.4" in pair[1]]
    assert ("rule:9.2.1", "fact:unit.ready") not in pairs(EdgeKind.USES), "the town of the head is meant"
    assert ("rule:9.1.2", "fact:town.ready") not in pairs(EdgeKind.USES), "the unit of the binder is meant"
    assert not [pair for pair in pairs(EdgeKind.REFERS) if pair[0] == pair[1]]


def test_an_amendment_reaches_all_its_cases_once() -> None:
    found = laid(EdgeKind.AMENDS)
    assert sorted(one.head for one in found) == ["case:8.6", "case:9.3", "case:9.31"]
    assert {one.source for one in found} == {"errata"}
    assert {one.by for one in found} == {"clarification in errata", "correction in errata"}


def test_an_edge_shows_the_span_that_caused_it() -> None:
    lines = TEXT.split("\n")
    for one in edges_of_kinds(graph()):
        assert one.location.path == "cases.case"
    (override,) = [one for one in laid(EdgeKind.OVERRIDES) if one.tail == "case:9.21"]
    assert "overrides 9.1 and below" in lines[override.location.line - 1]
    assert lines[override.location.line - 1][override.location.column - 1 :].startswith("9.1")
    assert override.by == "9.21.1"


def test_conditions_are_marked() -> None:
    (excepts,) = laid(EdgeKind.EXCEPTS)
    assert excepts.conditional
    assert excepts.condition == "u.ready"
    assert not any(one.conditional for one in laid(EdgeKind.REFERS))
    conditions = {one.by: one.condition for one in laid(EdgeKind.DEFINES)}
    assert conditions["8.6.1"] == "weather is mud"
    assert conditions["8.6.2"] == "weather is snow and not u.dispersed"


def test_deleted_and_unheld_cases_are_marked() -> None:
    assert vertex_at(graph(), "case:9.31").deleted
    assert not vertex_at(graph(), "case:9.3").held
    assert vertex_at(graph(), "fact:weather").kind is VertexKind.FACT
    assert vertex_at(graph(), "question:allowance").label == "the allowance of {u}"
    assert case_vertex(graph(), "H_1") == "reading:H_1"
    assert case_vertex(graph(), "99") is None


def test_editions_are_judged_apart() -> None:
    printed = graph("printed")
    assert not vertex_at(printed, "case:9.31").deleted
    assert "ruling:Q1" not in printed
    assert not edges_of_kinds(printed, [EdgeKind.AMENDS])


def test_mentions_keep_what_is_not_there() -> None:
    found = {(one.mentioned_in, one.number): one for one in collect_mentions(book(), "errata")}
    assert found[("8.0", "10.9")].target is None
    assert found[("9.3", "9.4")].target is None
    gone = found[("9.3", "9.31")].target
    assert gone is not None
    assert gone.is_deleted
    override = found[("9.21", "9.1")]
    assert (override.kind, override.provision is not None) == (RelationKind.OVERRIDES, True)
    assert {one.kind for one in collect_mentions(book(), "errata")} >= {
        MentionKind.PROSE,
        MentionKind.REFERS_TO,
        RelationKind.SETS_ASIDE,
        RelationKind.EXCEPT,
        RelationKind.RESTATES,
    }


# ---- rule by rule, from the core -----------------------------------------------------------------------------------------------------


def test_statements_are_spelled_out_for_their_rules() -> None:
    assert ("rule:9.1.1", "rule:9.2.1") in pairs(EdgeKind.OVERRIDES)
    assert ("rule:9.21.1", "rule:9.1.1") in pairs(EdgeKind.OVERRIDES)
    (aside,) = [one for one in laid(EdgeKind.SETS_ASIDE) if one.head == "rule:9.1.1"]
    assert vertex_at(graph(), aside.tail).case == "9.2"
    assert ("rule:9.1.2", "rule:9.2.1") in pairs(EdgeKind.RESTATES) or not pairs(EdgeKind.RESTATES)
    assert ("rule:8.6.2", "table:8.6.cost") in pairs(EdgeKind.LOOKS_UP)


CHAIN = """\
record unit
  mud: yes/no
  road: yes/no
value pace(u: unit): 0..9
verdict march(u: unit)
case 1.1
  pace(u) is 7
  may not march(u)
case 1.2
  pace(u) is 5
  must march(u)
  overrides 1.1 when u.mud
case 1.3
  pace(u) is 6
  need not march(u)
  overrides 1.2 when u.road
case 1.4
  may not march(u)
  overrides 1.3
"""


def test_what_chains_carry() -> None:
    found = {(one.tail, one.head): one for one in edges_of_kinds(graph_of(book_of(CHAIN)), [EdgeKind.CARRIED])}
    assert set(found) == {("rule:1.3.1", "rule:1.1.1"), ("rule:1.4.1", "rule:1.2.2")}, "of a verdict only where first and last clash"
    assert found["rule:1.3.1", "rule:1.1.1"].condition == "u.road and u.mud"


def test_a_rule_with_a_fault_is_a_vertex_of_which_the_core_says_nothing() -> None:
    found = graph_of(book_of("record unit\nverdict go(u: unit)\ncase 1.1\n  may go(u) when nobody_knows(u)\n  may not go(u)\n"))
    assert "rule:1.1.1" in found
    assert [(one.tail, one.head) for one in edges_of_kinds(found, [EdgeKind.DEFINES])] == [("rule:1.1.2", "question:go")]


def test_every_kind_of_edge_is_there() -> None:
    assert {one.kind for one in edges_of_kinds(graph())} | {EdgeKind.CARRIED} == set(EdgeKind)
    assert graph().graph == {"book": "example", "edition": "errata"}
    assert [one.number for one in edges_of_kinds(graph())] == list(range(graph().number_of_edges()))
