"""Questions asked of the graph."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from graph.graphs import book, graph
from rulebook.books import book_of
from rulewright.graph.collect import collect
from rulewright.graph.model import EdgeKind
from rulewright.graph.queries import Reachable, around, case_edges, closure, components, depends_on, neighbours, precedence_cycles


def test_neighbours_in_words() -> None:
    found = neighbours(graph(), "9.1")
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
    found = neighbours(graph(), "8.6")
    assert [one.label for one in found["tested by"]] == ["mud"]
    assert found.numbers("gives way to") == ("9.2",)
    assert [one.label for one in found["amended by"]] == ["errata: clarification of 8.6, 9.3"]
    assert neighbours(graph(), "9.2").numbers("goes before") == ("8.6",)
    assert neighbours(graph(), "H_1").numbers("settled by") == ("Q1",)
    assert neighbours(graph(), "9.2").numbers("read by") == ("H_1",)


def test_tables_used_by_another_case() -> None:
    text = (
        'measure MP "point"\nenum weather: mud, snow\nfact weather: weather\nrecord unit\nvalue allowance(u: unit): 0..9 MP\n'
        "case 1.1\n  table cost(w: weather): 0..3 MP\n    | mud | 1 |\ncase 1.2\n  take cost(weather) from allowance(u)\n"
    )
    found = collect(book_of(text), "latest")
    assert neighbours(found, "1.2").numbers("uses tables") == ("cost",)
    assert neighbours(found, "1.1").numbers("used by") == ("1.2",)


def test_a_number_that_is_not_there_has_no_neighbours() -> None:
    assert neighbours(graph(), "77.7").groups == {}
    assert around(graph(), "77.7") == frozenset()


def test_cycles_of_precedence() -> None:
    assert {frozenset(one) for one in precedence_cycles(graph())} == {frozenset({"9.1", "9.2"})}
    text = (
        "record unit\nverdict go(u: unit)\ncase 1.1\n  may go(u)\n    overrides 1.2\ncase 1.2\n  may not go(u)\n  except 1.1\n"
        "case 1.3\n  must go(u)\n    overrides 1.1\n"
    )
    assert precedence_cycles(collect(book_of(text), "latest")) == ()


def test_dependence_by_name() -> None:
    found = depends_on(graph())
    assert found.reaches("question:forage", "question:kept")
    assert found.reaches("question:forage", "fact:apart")
    assert not found.reaches("question:allowance", "question:forage")
    assert set(found.from_("question:allowance")) == {"fact:weather", "question:cost", "fact:unit.dispersed"}
    assert found.from_("nothing") == ()
    assert not found.reaches("nothing", "question:kept")


def test_reachable_cases() -> None:
    found = Reachable.of_cases(graph(), [EdgeKind.REFERS])
    assert found.reaches("8.0", "8.6")
    assert found.reaches("8.6", "8.6"), "8.6 refers to 9.1, which refers to 8.6"
    assert ("9.1", "8.6") in case_edges(graph(), [EdgeKind.REFERS])


def adjacency_lists() -> st.SearchStrategy[list[list[int]]]:
    return st.integers(1, 9).flatmap(
        lambda count: st.lists(st.lists(st.integers(0, count - 1), max_size=3), min_size=count, max_size=count)
    )


@given(adjacency_lists())
def test_closure_is_what_walking_finds(adjacency: list[list[int]]) -> None:
    for start, bits in enumerate(closure(adjacency)):
        seen: set[int] = set()
        waiting = list(adjacency[start])
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                waiting.extend(adjacency[at])
        assert {at for at in range(len(adjacency)) if bits >> at & 1} == seen


@given(adjacency_lists())
def test_components_are_those_of_networkx(adjacency: list[list[int]]) -> None:
    import networkx

    other: networkx.DiGraph[int] = networkx.DiGraph()
    other.add_nodes_from(range(len(adjacency)))
    other.add_edges_from((tail, head) for tail, heads in enumerate(adjacency) for head in heads)
    assert {frozenset(one) for one in components(adjacency)} == {frozenset(one) for one in networkx.strongly_connected_components(other)}


def test_long_chains_need_no_deep_stack() -> None:
    count = 20000
    bits = closure([[at + 1] if at + 1 < count else [] for at in range(count)])
    assert bits[0].bit_count() == count - 1
    assert random.Random(1).choice(bits) >= 0


def test_neighbourhood() -> None:
    near = around(graph(), "8.6")
    assert {"case:8.6", "rule:8.6.1", "fact:weather", "question:allowance", "case:9.1", "example:8.6/mud"} <= near
    assert "case:9.21" not in near
    assert book().default_edition == "latest"
