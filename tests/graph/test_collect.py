"""The graph of an edition: every kind of edge, with what caused it."""

from __future__ import annotations

import pytest

from graph.graphs import TEXT, book, graph
from rulewright.graph import build_graph
from rulewright.graph.mentions import Way, mentions
from rulewright.graph.model import EdgeKind, VertexKind


def edges(kind: EdgeKind) -> set[tuple[str, str]]:
    return {(one.tail, one.head) for one in graph().edges if one.kind is kind}


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
        (EdgeKind.TESTS, "example:8.6/mud", "question:allowance"),
    ],
)
def test_edge(kind: EdgeKind, tail: str, head: str) -> None:
    assert (tail, head) in edges(kind)


def test_what_is_no_edge() -> None:
    assert not [pair for pair in edges(EdgeKind.REFERS) if "10.9" in pair[1] or "9.4" in pair[1]]
    assert ("rule:9.2.1", "fact:unit.ready") not in edges(EdgeKind.USES), "the town of the head is meant"
    assert ("rule:9.1.2", "fact:town.ready") not in edges(EdgeKind.USES), "the unit of the binder is meant"
    assert not [pair for pair in edges(EdgeKind.REFERS) if pair[0] == pair[1]]


def test_an_amendment_reaches_all_its_cases_once() -> None:
    found = [one for one in graph().edges if one.kind is EdgeKind.AMENDS]
    assert sorted(one.head for one in found) == ["case:8.6", "case:9.3", "case:9.31"]
    assert {one.source for one in found} == {"errata"}
    assert {one.by for one in found} == {"clarification in errata", "correction in errata"}


def test_an_edge_shows_the_span_that_caused_it() -> None:
    lines = TEXT.split("\n")
    for one in graph().edges:
        assert one.location.path == "cases.case"
    (override,) = [one for one in graph().edges if one.kind is EdgeKind.OVERRIDES and one.tail == "case:9.21"]
    assert "overrides 9.1 and below" in lines[override.location.line - 1]
    assert lines[override.location.line - 1][override.location.column - 1 :].startswith("9.1")
    assert override.by == "9.21.1"


def test_conditions_are_marked() -> None:
    (excepts,) = [one for one in graph().edges if one.kind is EdgeKind.EXCEPTS]
    assert excepts.conditional
    assert not any(one.conditional for one in graph().edges if one.kind is EdgeKind.REFERS)


def test_deleted_and_unheld_cases_are_marked() -> None:
    vertices = graph().vertices
    assert vertices["case:9.31"].deleted
    assert not vertices["case:9.3"].held
    assert vertices["fact:weather"].kind is VertexKind.FACT
    assert vertices["question:allowance"].label == "the allowance of {u}"
    assert graph().vertex_of("H_1") is vertices["reading:H_1"]
    assert graph().vertex_of("99") is None


def test_editions_are_judged_apart() -> None:
    from rulewright.graph import collect

    printed = collect(book(), "printed")
    assert not printed.vertices["case:9.31"].deleted
    assert "ruling:Q1" not in printed.vertices
    assert not [one for one in printed.edges if one.kind is EdgeKind.AMENDS]


def test_mentions_keep_what_is_not_there() -> None:
    found = {(one.teller, one.number): one for one in mentions(book(), "errata")}
    assert found[("8.0", "10.9")].reached is None
    assert found[("9.3", "9.4")].reached is None
    gone = found[("9.3", "9.31")].reached
    assert gone is not None
    assert gone.deleted
    override = found[("9.21", "9.1")]
    assert (override.way, override.provision is not None) == (Way.OVERRIDES, True)
    assert {one.way for one in mentions(book(), "errata")} >= {Way.PROSE, Way.REFERS_TO, Way.SETS_ASIDE, Way.EXCEPT, Way.RESTATES}


def test_the_networkx_form_says_the_same() -> None:
    found = build_graph(book(), "errata")
    assert found.graph == {"book": "example", "edition": "errata"}
    assert set(found.nodes) == set(graph().vertices)
    assert found.number_of_edges() == len(graph().edges)
    assert found.nodes["case:8.6"]["label"] == "8.6 Weather"
    kinds = {data["kind"] for _, _, data in found.edges(data=True)}
    assert kinds == {one.value for one in EdgeKind}
