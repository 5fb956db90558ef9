"""The impact of a case: the cases that depend on it, and the answers that would change without it.

"Without" a case means that the rules, tables and precedence statements that count as of the case are removed from the edition; its
sub-cases, and rulings and readings on it, stay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright.analysis.comparison.answer_change import was_answered
from rulewright.analysis.comparison.core_difference import CoreComparison, QuestionDifference
from rulewright.analysis.dependencies.model import CASES, VertexKind, iter_vertices
from rulewright.analysis.dependencies.queries import find_neighbours
from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.base.records import record
from rulewright.core.lower import lower
from rulewright.semantics.model import Program

if TYPE_CHECKING:
    import networkx

    from rulewright.analysis.dependencies.model import Graph

HANGS = {
    "used by": "asks what it answers",
    "overridden by": "overrides it",
    "goes before": "gives way to it",
    "set aside by": "sets it aside",
    "restated by": "restates it",
    "amended by": "amends it",
    "ruled on by": "rules on it",
    "read by": "reads it",
    "settled by": "settles it",
    "referred to by": "refers to it",
}
"""For each relation of a case, a phrase for the dependents; the closest relation first."""
NO_CASE = (VertexKind.EXAMPLE, VertexKind.TERM, VertexKind.FACT, VertexKind.QUESTION)


@record
class Dependent:
    """A case, ruling or reading that depends on another: the relation, the rule or line, and the number of steps (1: directly)."""

    number: str
    label: str
    relation: str
    by: str
    steps: int


@dataclass(slots=True)
class Impact:
    """The dependents of a case.

    `questions` are those that its rules answer; `verdicts` are those of all questions that depend on these, with the situations in which
    the answer changes (before: as it is; after: without the case).
    """

    case: str
    edition: str
    dependents: tuple[Dependent, ...] = ()
    questions: tuple[str, ...] = ()
    verdicts: tuple[QuestionDifference, ...] = ()

    @property
    def not_analysed(self) -> tuple[tuple[str, str], ...]:
        """Questions that were not fully decided, with the reason."""
        return tuple((verdict.question, verdict.reason) for verdict in self.verdicts if verdict.reason is not None)


def impact_of_case(
    graph: Graph, program: Program, case: str, budget: int = DEFAULT_BUDGET, done: Callable[[int, int], object] | None = None
) -> Impact:
    """Return the impact of a case (or ruling, scenario or reading). `done` gets the number of finished questions and of all."""
    slim = without_case(program, case)
    remaining_uids = {rule.uid for rule in slim.rules}
    core = lower(program)
    comparing = CoreComparison(core, lower(slim), budget)
    touched = [name for name in core.questions if not comparing.sides.is_same(name)]
    verdicts: list[QuestionDifference] = []
    for name in touched:
        if done is not None:
            done(len(verdicts), len(touched))
        verdicts.append(comparing.verdict_on(name))
    questions = tuple(dict.fromkeys(rule.question for rule in program.rules if rule.uid not in remaining_uids))
    return Impact(case, core.edition, dependents(graph, case), questions, tuple(verdicts))


def witness_of_need(program: Program, case: str, budget: int = DEFAULT_BUDGET) -> Witness | None:
    """Return a smallest situation in which a question that a case answers has an answer, and would have another without the case.

    Its outcome is the answer; None if no such situation was found.
    """
    slim = without_case(program, case)
    remaining_uids = {rule.uid for rule in slim.rules}
    comparing = CoreComparison(lower(program), lower(slim), budget)
    for name in dict.fromkeys(rule.question for rule in program.rules if rule.uid not in remaining_uids):
        for change in comparing.verdict_on(name, was_answered).changes:
            if was_answered(change):
                return replace(change.full_situation, outcome=change.outcome_before.text)
    return None


def without_case(program: Program, case: str) -> Program:
    """Return a program without the statements of one case; for a reading, without the rules of its choices."""

    def remains(statement: object) -> bool:
        scope = getattr(statement, "scope", None)
        return getattr(statement, "case", None) != case and (scope is None or scope.reading != case)

    return replace(
        program,
        rules=tuple(rule for rule in program.rules if remains(rule)),
        overrides=tuple(override for override in program.overrides if remains(override)),
        set_asides=tuple(suspension for suspension in program.set_asides if remains(suspension)),
        not_held=tuple(clause for clause in program.not_held if remains(clause)),
    )


def dependents(graph: Graph, case: str) -> tuple[Dependent, ...]:
    """Return the dependents of a case, the nearest first, each once, by the closest of its relations."""
    import networkx

    edges = _dependence_graph(graph)
    steps = {case: 0}
    result: list[Dependent] = []
    for nearer, number in networkx.bfs_edges(edges, case) if case in edges else ():
        steps[number] = steps[nearer] + 1
        result.append(Dependent(number, **edges.edges[nearer, number], steps=steps[number]))
    return tuple(result)


def _dependence_graph(graph: Graph) -> networkx.DiGraph[str]:
    """Return a graph with an edge from each case to its direct dependents, labelled with the closest relation between the two."""
    import networkx

    dependence: networkx.DiGraph[str] = networkx.DiGraph()
    for vertex in iter_vertices(graph, CASES):
        neighbours_by_relation = find_neighbours(graph, vertex.name)
        for words, relation in HANGS.items():
            for neighbour in neighbours_by_relation[words]:
                if (
                    neighbour.number
                    and graph.nodes[neighbour.vertex]["kind"] not in NO_CASE
                    and not dependence.has_edge(vertex.name, neighbour.number)
                ):
                    dependence.add_edge(vertex.name, neighbour.number, label=neighbour.label, relation=relation, by=neighbour.by)
    return dependence
