"""What depends on a case: who speaks of it, and which answers would change without it.

"Went" means that the rules, tables and statements of precedence that count as of the case are taken out of the edition; its sub-cases, and
rulings and readings on it, stay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright.analysis.comparison.core_difference import Comparing, QuestionDifference, was_answered
from rulewright.analysis.dependencies.model import CASES, VertexKind, vertices
from rulewright.analysis.dependencies.queries import neighbours
from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.limits import USUAL
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
"""What a case says of those that depend on it, and what they do to it; the closest first."""
NO_CASE = (VertexKind.EXAMPLE, VertexKind.TERM, VertexKind.FACT, VertexKind.QUESTION)


@record
class Dependent:
    """A case, ruling or reading that depends on another: how, by which rule or line, and over how many steps (1: on the case itself)."""

    number: str
    label: str
    relation: str
    by: str
    steps: int


@dataclass(slots=True)
class Impact:
    """All that depends on a case.

    `questions` are those that its rules answer; `verdicts` are of all questions that depend on these, with the situations in which
    the answer changes (before: as it is; after: without the case).
    """

    case: str
    edition: str
    dependents: tuple[Dependent, ...] = ()
    questions: tuple[str, ...] = ()
    verdicts: tuple[QuestionDifference, ...] = ()

    @property
    def not_analysed(self) -> tuple[tuple[str, str], ...]:
        """Questions of which not everything is decided, with the reason."""
        return tuple((verdict.question, verdict.reason) for verdict in self.verdicts if verdict.reason is not None)


def impact(graph: Graph, program: Program, case: str, budget: int = USUAL, done: Callable[[int, int], object] | None = None) -> Impact:
    """The impact of a case (or ruling, scenario or reading) of an edition. `done` gets how many of how many questions are done."""
    slim = without_case(program, case)
    stay = {rule.uid for rule in slim.rules}
    core = lower(program)
    comparing = Comparing(core, lower(slim), budget)
    touched = [name for name in core.questions if not comparing.sides.same(name)]
    verdicts: list[QuestionDifference] = []
    for name in touched:
        if done is not None:
            done(len(verdicts), len(touched))
        verdicts.append(comparing.verdict(name))
    questions = tuple(dict.fromkeys(rule.question for rule in program.rules if rule.uid not in stay))
    return Impact(case, core.edition, dependents(graph, case), questions, tuple(verdicts))


def needed_in(program: Program, case: str, budget: int = USUAL) -> Witness | None:
    """A smallest situation in which a question that a case answers has an answer, and would have another without the case.

    Its outcome is the answer; None where no such situation was found.
    """
    slim = without_case(program, case)
    stay = {rule.uid for rule in slim.rules}
    comparing = Comparing(lower(program), lower(slim), budget)
    for name in dict.fromkeys(rule.question for rule in program.rules if rule.uid not in stay):
        for change in comparing.verdict(name, was_answered).changes:
            if was_answered(change):
                return replace(change.situation, outcome=change.before.text)
    return None


def without_case(program: Program, case: str) -> Program:
    """A program without what one case says; of a reading, without its choices' rules."""

    def stays(one: object) -> bool:
        scope = getattr(one, "scope", None)
        return getattr(one, "case", None) != case and (scope is None or scope.reading != case)

    return replace(
        program,
        rules=tuple(rule for rule in program.rules if stays(rule)),
        overrides=tuple(one for one in program.overrides if stays(one)),
        set_asides=tuple(one for one in program.set_asides if stays(one)),
        not_held=tuple(one for one in program.not_held if stays(one)),
    )


def dependents(graph: Graph, case: str) -> tuple[Dependent, ...]:
    """Who depends on a case, those nearest first, each once, by the closest of its relations."""
    import networkx

    on = _depending(graph)
    steps = {case: 0}
    found: list[Dependent] = []
    for nearer, number in networkx.bfs_edges(on, case) if case in on else ():
        steps[number] = steps[nearer] + 1
        found.append(Dependent(number, **on.edges[nearer, number], steps=steps[number]))
    return tuple(found)


def _depending(graph: Graph) -> networkx.DiGraph[str]:
    """An edge from each case to each that depends on it directly, with the closest relation between the two."""
    import networkx

    found: networkx.DiGraph[str] = networkx.DiGraph()
    for vertex in vertices(graph, CASES):
        near = neighbours(graph, vertex.name)
        for words, relation in HANGS.items():
            for one in near[words]:
                if one.number and graph.nodes[one.vertex]["kind"] not in NO_CASE and not found.has_edge(vertex.name, one.number):
                    found.add_edge(vertex.name, one.number, label=one.label, relation=relation, by=one.by)
    return found
