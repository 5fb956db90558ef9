"""No question may depend on itself: who depends on whom, by name, and the loops among them.

Q depends on P when P stands in the condition or effect of a rule of Q, in the condition of a statement of precedence that reaches a rule
of Q, or in that of one which sets such a statement aside. A question may call itself on a smaller number: `held(t, turn - 1)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.diagnostics import Label
from rulewright.semantics import terms, types
from rulewright.semantics.faults import Faults
from rulewright.semantics.program import Group, Override, Question, Rule, SetAside
from rulewright.semantics.terms import Term
from rulewright.source import Location
from rulewright.words import Operator


@dataclass(frozen=True, slots=True)
class Dependence:
    """`of` depends on `on`, because of a rule, an override or a setting-aside (`kind` and `uid`)."""

    of: str
    on: str
    kind: str
    uid: int
    case: str
    location: Location | None


def questions_reached(term: Term, groups: Mapping[str, Group]) -> Iterator[terms.Ask | terms.AskVerdict | terms.UpTo]:
    """Every question that a term asks, also through the groups that it looks into; a supposed answer is not asked."""
    waiting: list[Term] = [term]
    seen: set[str] = set()
    while waiting:
        found = waiting.pop()
        if isinstance(found, terms.AsIf):
            waiting.extend((found.of, found.value, *found.supposed.args))
            continue
        if isinstance(found, terms.Ask | terms.AskVerdict | terms.UpTo):
            yield found
        names = [found.group] if isinstance(found, terms.InGroup) else []
        if isinstance(found, terms.Some | terms.Every | terms.Gathered) and isinstance(found.domain.over, terms.Members):
            names.append(found.domain.over.group)
        for name in names:
            group = groups.get(name)
            if name not in seen and group is not None and group.with_ is not None:
                seen.add(name)
                waiting.append(group.with_)
        waiting.extend(terms.children(found))


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


def _smaller(asked: terms.Ask | terms.AskVerdict | terms.UpTo, question: Question) -> bool:
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
    after: dict[str, list[str]] = {}
    for one in found:
        after.setdefault(one.of, []).append(one.on)
        after.setdefault(one.on, [])
    components = _components(after)
    return tuple(sorted(tuple(sorted(one)) for one in components if len(one) > 1 or next(iter(one)) in after[next(iter(one))]))


def _components(after: Mapping[str, list[str]]) -> list[set[str]]:
    """Strongly connected components (Tarjan), without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[set[str]] = []
    for root in after:
        if root in index:
            continue
        work = [(root, iter(after[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for child in rest:
                if child not in index:
                    index[child] = low[child] = len(index)
                    stack.append(child)
                    on_stack.add(child)
                    work.append((child, iter(after[child])))
                    break
                if child in on_stack:
                    low[node] = min(low[node], index[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component: set[str] = set()
                    while node not in component:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.add(member)
                    found.append(component)
    return found


def report_loop(faults: Faults, loop: tuple[str, ...], found: tuple[Dependence, ...]) -> None:
    """One finding that shows a shortest way round the loop, and every clause on that way."""
    way = _way_round(loop, found)
    names = " on ".join(f"`{one.of}`" for one in way) + f" on `{way[0].of}`" if way else ""
    labels = [Label(one.location, f"`{one.of}` depends on `{one.on}`") for one in way if one.location is not None]
    cases = tuple(dict.fromkeys(one.case for one in way if one.case))
    message = f"`{way[0].of}` depends on itself" if len(way) == 1 else f"a circular definition: {names.replace(' on ', ' depends on ', 1)}"
    faults.add("RW209", message, *labels, help="no question may need its own answer; break the loop at one of these clauses", cases=cases)


def _way_round(loop: tuple[str, ...], found: tuple[Dependence, ...]) -> list[Dependence]:
    inside = [one for one in found if one.of in loop and one.on in loop]
    start = loop[0]
    came: dict[str, Dependence] = {}
    front = [start]
    while front:
        after: list[str] = []
        for name in front:
            for one in inside:
                if one.of != name or (one.on in came and one.on != start):
                    continue
                if one.on == start:
                    way = [one]
                    while way[0].of != start:
                        way.insert(0, came[way[0].of])
                    return way
                came[one.on] = one
                after.append(one.on)
        front = after
    return inside[:1]
