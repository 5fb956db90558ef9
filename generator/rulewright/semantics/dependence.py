"""No question may depend on itself: who depends on whom, by name, and the loops among them.

Q depends on P when P stands in the condition or effect of a rule of Q, in the condition of a statement of precedence that reaches a rule
of Q, or in that of one which sets such a statement aside. A question may call itself on a smaller number: `held(t, turn - 1)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.base.cycles import circular_parts, is_acyclic, way_round
from rulewright.base.diagnostics import Label
from rulewright.base.keywords import Operator
from rulewright.base.source import Location
from rulewright.semantics import terms, types
from rulewright.semantics.faults import Faults
from rulewright.semantics.model import Group, Override, Question, Rule, SetAside
from rulewright.semantics.terms import Term

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class Dependence:
    """`of` depends on `on`, because of a rule, an override or a setting-aside (`kind` and `uid`)."""

    of: str
    on: str
    kind: str
    uid: int
    case: str
    location: Location | None


def questions_reached(term: Term, groups: Mapping[str, Group]) -> Iterator[terms.Ask | terms.AskVerdict | terms.Barred | terms.UpTo]:
    """Every question that a term asks, also through the groups that it looks into; a supposed answer is not asked."""
    waiting: list[Term] = [term]
    seen: set[str] = set()
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, terms.AsIf):
            waiting.extend((inner.of, inner.value, *inner.supposed.args))
            continue
        if isinstance(inner, terms.Ask | terms.AskVerdict | terms.Barred | terms.UpTo):
            yield inner
        names = [inner.group] if isinstance(inner, terms.InGroup) else []
        if isinstance(inner, terms.Some | terms.Every | terms.Gathered) and isinstance(inner.domain.over, terms.Members):
            names.append(inner.domain.over.group)
        for name in names:
            group = groups.get(name)
            if name not in seen and group is not None and group.with_ is not None:
                seen.add(name)
                waiting.append(group.with_)
        waiting.extend(terms.children(inner))


def dependences(
    questions: Mapping[str, Question],
    groups: Mapping[str, Group],
    rules: tuple[Rule, ...],
    overrides: tuple[Override, ...],
    set_asides: tuple[SetAside, ...],
) -> Iterator[Dependence]:
    """Every dependence of one question on another, with the clause that causes it."""
    for rule in rules:
        inside = [part.term for part in rule.parts] + ([rule.effect] if rule.effect is not None else [])
        for term in inside:
            for asked in questions_reached(term, groups):
                if asked.question != rule.question or not _smaller(asked, questions[rule.question]):
                    yield Dependence(rule.question, asked.question, "rule", rule.uid, rule.case, rule.location)
    for override in overrides:
        for on in override.on:
            if on.when is not None:
                for asked in questions_reached(on.when, groups):
                    yield Dependence(on.question, asked.question, "override", override.uid, override.case, override.location)
    for setter in set_asides:
        for aside in setter.on:
            if aside.when is not None:
                for asked in questions_reached(aside.when, groups):
                    yield Dependence(aside.question, asked.question, "set aside", setter.uid, setter.case, setter.location)
    for question in questions.values():
        if question.otherwise is not None and not isinstance(question.otherwise, str):
            for asked in questions_reached(question.otherwise, groups):
                yield Dependence(question.name, asked.question, "question", 0, "", question.location)


def _smaller(asked: terms.Ask | terms.AskVerdict | terms.Barred | terms.UpTo, question: Question) -> bool:
    """Whether a question calls itself on a bounded number made smaller by a constant."""
    for slot, (arg, param) in enumerate(zip(asked.args, question.params, strict=True)):
        if not isinstance(param.type, types.Numeric) or param.type.low is None:
            continue
        if (
            isinstance(arg, terms.Arithmetic)
            and arg.operator is Operator.SUBTRACT
            and isinstance(arg.left, terms.Var)
            and arg.left.slot == slot
        ):
            less = arg.right.value if isinstance(arg.right, terms.Const) else None
            if isinstance(less, int) and less > 0:
                return True
    return False


def find_loops(found: tuple[Dependence, ...]) -> tuple[tuple[str, ...], ...]:
    """The sets of questions that depend on one another, each in the order of its names."""
    if is_acyclic((one.of, one.on) for one in found):
        return ()
    return tuple(tuple(part) for part in circular_parts(_by_name(found)))


def _by_name(found: Iterable[Dependence]) -> networkx.DiGraph[str]:
    """The dependences as a graph of names; each edge has the first clause that causes it."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for one in found:
        if not graph.has_edge(one.of, one.on):
            graph.add_edge(one.of, one.on, cause=one)
    return graph


def report_loop(faults: Faults, loop: tuple[str, ...], found: tuple[Dependence, ...]) -> None:
    """One finding that shows a shortest way round the loop, and every clause on that way."""
    way = _way_round(loop, found)
    begun, *others = way
    round_ = f"`{begun.of}` depends on `{begun.on}`" + "".join(f", `{one.of}` on `{one.on}`" for one in others)
    labels = [Label(one.location, f"`{one.of}` depends on `{one.on}`") for one in way if one.location is not None]
    cases = tuple(dict.fromkeys(one.case for one in way if one.case))
    message = f"a circular definition: {round_}" if others else f"`{begun.of}` depends on itself"
    faults.add("RW209", message, *labels, help="no question may need its own answer; break the loop at one of these clauses", cases=cases)


def _way_round(loop: tuple[str, ...], found: tuple[Dependence, ...]) -> list[Dependence]:
    graph = _by_name(found)
    way = way_round(graph, loop, by_name=False)
    return [graph.edges[pair]["cause"] for pair in zip(way, [*way[1:], way[0]], strict=True)]
