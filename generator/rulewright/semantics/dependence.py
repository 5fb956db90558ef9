"""Dependences between questions, by name, and the loops among them: no question may depend on itself.

Q depends on P if P occurs in the condition or effect of a rule of Q, in the condition of a statement of precedence that affects a rule
of Q, or in that of a setting-aside of such a statement. A question may call itself on a smaller number: `held(t, turn - 1)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.base.cycles import cyclic_components, is_acyclic, shortest_cycle
from rulewright.base.diagnostics import CANNOT_BE_SAID, Label
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
    """A dependence of one question on another, caused by a rule, an override or a setting-aside (`kind` and `uid`)."""

    dependent: str
    dependency: str
    kind: str
    uid: int
    case: str
    location: Location | None


def called_questions(term: Term, groups: Mapping[str, Group]) -> Iterator[terms.Ask | terms.AskVerdict | terms.Barred | terms.UpTo]:
    """Yield the question calls of a term, also in the conditions of groups that it uses; a supposed answer is not called."""
    pending: list[Term] = [term]
    visited_groups: set[str] = set()
    while pending:
        inner = pending.pop()
        if isinstance(inner, terms.AsIf):
            pending.extend((inner.of, inner.value, *inner.supposed.args))
            continue
        if isinstance(inner, terms.Ask | terms.AskVerdict | terms.Barred | terms.UpTo):
            yield inner
        names = [inner.group] if isinstance(inner, terms.InGroup) else []
        if isinstance(inner, terms.Some | terms.Every | terms.Gathered) and isinstance(inner.domain.over, terms.Members):
            names.append(inner.domain.over.group)
        for name in names:
            group = groups.get(name)
            if name not in visited_groups and group is not None and group.with_ is not None:
                visited_groups.add(name)
                pending.append(group.with_)
        pending.extend(terms.child_terms(inner))


def find_dependences(
    questions: Mapping[str, Question],
    groups: Mapping[str, Group],
    rules: tuple[Rule, ...],
    overrides: tuple[Override, ...],
    set_asides: tuple[SetAside, ...],
) -> Iterator[Dependence]:
    """Yield the dependences of questions on one another, with the clause that causes each."""
    for rule in rules:
        rule_terms = [part.term for part in rule.parts] + ([rule.effect] if rule.effect is not None else [])
        for term in rule_terms:
            for call in called_questions(term, groups):
                if call.question != rule.question or not _is_decreasing(call, questions[rule.question]):
                    yield Dependence(rule.question, call.question, "rule", rule.uid, rule.case, rule.location)
    for override in overrides:
        for override_on in override.on:
            if override_on.when is not None:
                for call in called_questions(override_on.when, groups):
                    yield Dependence(override_on.question, call.question, "override", override.uid, override.case, override.location)
    for setter in set_asides:
        for set_aside_on in setter.on:
            if set_aside_on.when is not None:
                for call in called_questions(set_aside_on.when, groups):
                    yield Dependence(set_aside_on.question, call.question, "set aside", setter.uid, setter.case, setter.location)
    for question in questions.values():
        if question.otherwise is not None and not isinstance(question.otherwise, str):
            for call in called_questions(question.otherwise, groups):
                yield Dependence(question.name, call.question, "question", 0, "", question.location)


def _is_decreasing(call: terms.Ask | terms.AskVerdict | terms.Barred | terms.UpTo, question: Question) -> bool:
    """Return True if a question calls itself with a bounded number that is reduced by a constant."""
    for slot, (arg, param) in enumerate(zip(call.args, question.params, strict=True)):
        if not isinstance(param.type, types.Numeric) or param.type.low is None:
            continue
        if (
            isinstance(arg, terms.Arithmetic)
            and arg.operator is Operator.SUBTRACT
            and isinstance(arg.left, terms.Var)
            and arg.left.slot == slot
        ):
            decrement = arg.right.value if isinstance(arg.right, terms.Const) else None
            if isinstance(decrement, int) and decrement > 0:
                return True
    return False


def find_loops(dependences: tuple[Dependence, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the sets of questions that depend on one another, each sorted by name."""
    if is_acyclic((edge.dependent, edge.dependency) for edge in dependences):
        return ()
    return tuple(tuple(part) for part in cyclic_components(_name_graph(dependences)))


def _name_graph(dependences: Iterable[Dependence]) -> networkx.DiGraph[str]:
    """Return the dependences as a graph of names; each edge holds the first clause that causes it."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for edge in dependences:
        if not graph.has_edge(edge.dependent, edge.dependency):
            graph.add_edge(edge.dependent, edge.dependency, cause=edge)
    return graph


def report_loop(faults: Faults, loop: tuple[str, ...], dependences: tuple[Dependence, ...]) -> None:
    """Report a loop in one diagnostic that shows a shortest cycle and the clauses that cause it."""
    path = _shortest_cycle(loop, dependences)
    first, *others = path
    round_ = f"`{first.dependent}` depends on `{first.dependency}`" + "".join(
        f", `{edge.dependent}` on `{edge.dependency}`" for edge in others
    )
    labels = [Label(edge.location, f"`{edge.dependent}` depends on `{edge.dependency}`") for edge in path if edge.location is not None]
    cases = tuple(dict.fromkeys(edge.case for edge in path if edge.case))
    message = f"a circular definition: {round_}" if others else f"`{first.dependent}` depends on itself"
    if others:
        help = (
            "no question may need its own answer; break the loop at one of these clauses: what needs no other answer is a value of its own "
            f"({CANNOT_BE_SAID})"
        )
    else:
        name = first.dependent
        help = (
            f"no question may need its own answer, not even of other things: declare another value or predicate for what `{name}` takes of "
            f"them, write the rules that end there, and let `{name}` use it; what the earlier ones came to is a fact ({CANNOT_BE_SAID})"
        )
    faults.add("RW209", message, *labels, help=help, cases=cases)


def _shortest_cycle(loop: tuple[str, ...], dependences: tuple[Dependence, ...]) -> list[Dependence]:
    graph = _name_graph(dependences)
    names = shortest_cycle(graph, loop, by_name=False)
    return [graph.edges[pair]["cause"] for pair in zip(names, [*names[1:], names[0]], strict=True)]
