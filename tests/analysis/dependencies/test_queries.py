"""Questions asked of the graph."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import networkx
import pytest

from analysis.dependencies.graphs import book, graph, graph_of
from rulebook.books import book_of
from rulewright.analysis.dependencies.pairs import can_contradict, contradicting_pairs
from rulewright.analysis.dependencies.queries import (
    OVERRIDING,
    STATED,
    dependence_graph,
    find_neighbours,
    neighbourhood,
    pairs_on,
    precedence_graph,
    rules_on,
)
from rulewright.base.cycles import cyclic_components, is_acyclic, shortest_cycle
from rulewright.semantics.model import Rule
from rulewright.workspace.open_book import load


def test_neighbours_in_words() -> None:
    found = find_neighbours(graph(), "9.1")
    assert found.numbers("overrides") == ("9.2",)
    assert found.numbers("overridden by") == ("9.21",)
    assert found.numbers("set aside by") == ("9.2",)
    assert found.numbers("ruled on by") == ("Q1",)
    assert found.numbers("refers to") == ("8.6",)
    assert set(found.numbers("referred to by")) == {"8.0", "8.6", "19.1", "H_1"}
    assert found.numbers("answers") == ("forage",)
    assert set(found.numbers("uses")) == {"kept", "unit.arm", "garrison", "unit.ready"}
    assert found.numbers("tested by") == ()
    assert found["overrides"][0].by == "9.1.1"
    assert "restates" in found.groups


def test_neighbours_of_a_case_with_a_table_and_an_example() -> None:
    found = find_neighbours(graph(), "8.6")
    assert [one.label for one in found["tested by"]] == ["mud"]
    assert found.numbers("gives way to") == ("9.2",)
    assert [one.label for one in found["amended by"]] == ["errata: clarification of 8.6, 9.3"]
    assert find_neighbours(graph(), "9.2").numbers("goes before") == ("8.6",)
    assert find_neighbours(graph(), "H_1").numbers("settled by") == ("Q1",)
    assert find_neighbours(graph(), "9.2").numbers("read by") == ("H_1",)


def test_tables_used_by_another_case() -> None:
    text = (
        'measure MP "point"\nenum weather: mud, snow\nfact weather: weather\nrecord unit\nvalue allowance(u: unit): 0..9 MP\n'
        "case 1.1\n  table cost(w: weather): 0..3 MP\n    | mud | 1 |\ncase 1.2\n  take cost(weather) from allowance(u)\n"
    )
    found = graph_of(book_of(text))
    assert find_neighbours(found, "1.2").numbers("uses tables") == ("cost",)
    assert find_neighbours(found, "1.1").numbers("used by") == ("1.2",)


def test_a_number_that_is_not_there_has_no_neighbours() -> None:
    assert find_neighbours(graph(), "77.7").groups == {}
    assert neighbourhood(graph(), "77.7") == frozenset()


def test_who_goes_before_whom() -> None:
    text = (
        "record unit\nverdict go(u: unit)\ncase 1.1\n  may go(u)\n    overrides 1.2\ncase 1.2\n  may not go(u)\n  except 1.1\n"
        "case 1.3\n  must go(u)\n    overrides 1.1\n"
    )
    found = precedence_graph(graph_of(book_of(text)))
    assert set(found.edges) == {("rule:1.1.1", "rule:1.2.1"), ("rule:1.3.1", "rule:1.1.1"), ("rule:1.3.1", "rule:1.2.1")}
    assert cyclic_components(found) == []
    assert set(precedence_graph(graph_of(book_of(text)), OVERRIDING).edges) < set(found.edges), "the chain carries 1.3 over 1.2"


def test_circles_of_precedence() -> None:
    found = precedence_graph(graph(), STATED)
    assert found.has_edge("rule:9.1.1", "rule:9.2.1")
    (part,) = cyclic_components(precedence_graph(graph_of(book_of(CIRCLE)), STATED))
    assert part == ["rule:1.1.1", "rule:1.2.1", "rule:1.3.1"]


CIRCLE = """\
record unit
value pace(u: unit): 0..9
case 1.1
  pace(u) is 1
  overrides 1.2
case 1.2
  pace(u) is 2
  overrides 1.3
case 1.3
  pace(u) is 3
  overrides 1.1
"""


def test_a_way_round_is_a_shortest_and_the_first_by_name() -> None:
    found: networkx.DiGraph[str] = networkx.DiGraph(
        [("a", "c"), ("c", "a"), ("a", "b"), ("b", "a"), ("c", "d"), ("d", "a"), ("e", "e"), ("x", "y")]
    )
    assert cyclic_components(found) == [["a", "b", "c", "d"], ["e"]]
    assert shortest_cycle(found, ["a", "b", "c", "d"]) == ["a", "b"]
    assert shortest_cycle(found, ["a", "b", "c", "d"], by_name=False) == ["a", "c"]
    assert shortest_cycle(found, ["e"]) == ["e"]
    assert not is_acyclic(found.edges)
    assert not is_acyclic([("e", "e")])
    assert is_acyclic([("x", "y"), ("y", "z"), ("x", "z")])


def test_what_an_answer_depends_on() -> None:
    found = dependence_graph(graph())
    forage = networkx.descendants(found, "question:forage")
    assert {"question:kept", "fact:apart", "question:garrison", "fact:stands_at", "fact:town.ready", "rule:9.1.1"} <= forage
    assert "question:forage" not in networkx.descendants(found, "question:allowance")
    assert "fact:unit.ready" in networkx.descendants(found, "question:forage")
    allowance = {one for one in networkx.descendants(found, "question:allowance") if not one.startswith(("rule", "table"))}
    assert allowance == {"fact:weather", "question:cost", "fact:unit.dispersed"}
    latest = dependence_graph(graph(book().default_edition))
    assert {"question:allowance", "question:forage", "example:8.6/mud"} <= networkx.ancestors(latest, "fact:weather")


def test_conditions_of_statements_and_of_not_held_cases_are_depended_on() -> None:
    text = (
        "record unit\n  wet: yes/no\n  old: yes/no\n  far: yes/no\nverdict go(u: unit)\ncase 1.1\n  may go(u)\n"
        "case 1.2\n  sets aside 1.1 when u.wet\ncase 1.3\n  sets aside 1.2 when u.old\ncase 1.4\n  not held, bears on go(u) when u.far\n"
    )
    reached = networkx.descendants(dependence_graph(graph_of(book_of(text))), "question:go")
    assert {"fact:unit.wet", "fact:unit.old", "fact:unit.far"} <= reached


@pytest.mark.parametrize("name", ["leipzig-lite", "armee-du-nord"])
def test_pairs_of_rules_are_those_of_the_graph(name: str) -> None:
    """The index that the decision uses, and the graph, name the same rules of a question that can contradict each other."""
    loaded = load(name, cache=False)
    found, core = loaded.graph(), loaded.core()
    some = 0
    for question, on in core.on.items():
        assert {edge.by for edge in rules_on(found, question)} == {rule.id for rule in on.written_rules()}
        beside = {frozenset((one.first.id, other.first.id)) for one, other in contradicting_pairs(on)}
        firsts: dict[str, list[Rule]] = defaultdict(list)
        for rule in on.rules:
            firsts[rule.first.id].append(rule.first)
        graphs = {
            frozenset((one.by, other.by))
            for one, other in pairs_on(found, question)
            if any(can_contradict(*rules) for rules in product(firsts[one.by], firsts[other.by]))
        }
        assert beside == graphs
        some += len(beside)
    assert some > 50


def test_neighbourhood() -> None:
    near = neighbourhood(graph(), "8.6")
    assert {"case:8.6", "rule:8.6.1", "fact:weather", "question:allowance", "case:9.1", "example:8.6/mud"} <= near
    assert "case:9.21" not in near
    assert book().default_edition == "latest"
