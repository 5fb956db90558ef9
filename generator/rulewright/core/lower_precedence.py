"""Who goes before whom among the rules of a question: statements, the chains that they make, kinds of actions, the policy, `otherwise`.

What the book states comes first, unless its policy puts a line before `stated`. A chain of statements carries its precedence. What
forbids an action goes before what a kind of it may or must do, whatever the policy says, unless a statement puts the two in the opposite
order. A line of the policy speaks only of rules that clash; of two rules the first line that speaks decides. What yields to what is
written out: one provision yields to another only where they put the same two rules in opposite order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rulewright.base.keywords import Verb
from rulewright.base.records import record
from rulewright.core.model import Address, CoreRule, Precedence, PrecedenceKind
from rulewright.core.precedence_policy import may_clash, speaking
from rulewright.core.switches import ALWAYS, Switching, all_of, none_of
from rulewright.semantics.model import Program, Question, QuestionKind, Rule
from rulewright.semantics.terms import Term


@record
class Statement:
    """An override on one question: rules `by` go before `targets`, all by number."""

    uid: int
    by: tuple[int, ...]
    targets: tuple[int, ...]
    there: Switching
    when: Term | None


def precedence_of(
    program: Program, question: Question, rules: Sequence[CoreRule], statements: Sequence[Statement]
) -> tuple[Precedence, ...]:
    """Every precedence among the rules of a question."""
    if len(rules) < 2:
        return ()
    on_clash = question.kind in (QuestionKind.VERDICT, QuestionKind.PREDICATE)
    stated = [one for statement in statements for one in _stated(rules, statement)]
    carried = list(_carried(stated, on_clash=on_clash))
    lines = list(_policy(program, rules)) if any(line.over is not None for line in program.policy) else []
    return (*_in_order([*stated, *carried], list(_of_kinds(rules)), lines), *_otherwise(rules))


def _stated(rules: Sequence[CoreRule], statement: Statement) -> Iterator[Precedence]:
    """What a statement says at each stage; an `otherwise` rule goes before none that is ordinary."""
    for stage in sorted({rules[number].stage for number in statement.by}):
        by = [number for number in statement.by if rules[number].stage == stage]
        targets = [number for number in statement.targets if rules[number].stage == stage]
        weak = [number for number in targets if rules[number].otherwise]
        strong = [number for number in targets if not rules[number].otherwise]
        ordinary = [number for number in by if not rules[number].otherwise]
        for some, others in ((ordinary, strong), (by, weak)):
            if some and others and (len(some) > 1 or some != others):
                yield Precedence(
                    PrecedenceKind.STATED, tuple(some), tuple(others), statement.there, statement.when, "stated", statement=statement.uid
                )


def _carried(stated: Sequence[Precedence], *, on_clash: bool) -> Iterator[Precedence]:
    """One for each group of rules that statements join, if two of them make a chain: where A goes before B and B before C."""
    if {number for one in stated for number in one.by}.isdisjoint(number for one in stated for number in one.targets):
        return  # no chain at all, as in most questions
    for group in _joined(stated):
        ahead = {number for place in group for number in stated[place].by}
        behind = {number for place in group for number in stated[place].targets}
        by = {number for place in group if ahead & set(stated[place].targets) for number in stated[place].by}
        targets = {number for place in group if behind & set(stated[place].by) for number in stated[place].targets}
        if by and targets and (len(by) > 1 or by != targets):
            yield Precedence(
                PrecedenceKind.CARRIED, tuple(sorted(by)), tuple(sorted(targets)), ALWAYS, None, "carried", on_clash, through=tuple(group)
            )


def _joined(stated: Sequence[Precedence]) -> list[list[int]]:
    """The places of statements that share rules, directly or through others.

    By hand: to import networkx takes longer than to answer most questions, and nothing else on the way to an answer needs it.
    """
    leader = list(range(len(stated)))

    def lead(place: int) -> int:
        while leader[place] != place:
            leader[place] = leader[leader[place]]
            place = leader[place]
        return place

    seen: dict[int, int] = {}
    for place, one in enumerate(stated):
        for number in (*one.by, *one.targets):
            first, second = lead(seen.setdefault(number, place)), lead(place)
            leader[max(first, second)] = min(first, second)
    groups: dict[int, list[int]] = defaultdict(list)
    for place in range(len(stated)):
        groups[lead(place)].append(place)
    return list(groups.values())


def _of_kinds(rules: Sequence[CoreRule]) -> Iterator[Precedence]:
    """The bars of general actions go before leave and duty of a kind of them."""
    bars = tuple([rule.number for rule in rules if rule.first.through is not None])
    others = tuple([rule.number for rule in rules if rule.verb in (Verb.MAY, Verb.MUST)])
    if bars and others:
        yield Precedence(PrecedenceKind.KIND, bars, others, ALWAYS, None, "kind")


def _otherwise(rules: Sequence[CoreRule]) -> Iterator[Precedence]:
    """Every ordinary rule of a stage goes before every `otherwise` rule there."""
    stages: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for rule in rules:
        stages[rule.stage][rule.otherwise].append(rule.number)
    for strong, weak in stages.values():
        if strong and weak:
            yield Precedence(PrecedenceKind.OTHERWISE, tuple(strong), tuple(weak), ALWAYS, None, "otherwise")


# ---- the policy --------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Line:
    """What a line of the policy says, and whether it comes before `stated`."""

    precedence: Precedence
    before_stated: bool


def _policy(program: Program, rules: Sequence[CoreRule]) -> Iterator[_Line]:
    """For each two rules that may clash: the first line of the policy, except `stated`, that speaks about them; alike rules together."""
    plain: dict[tuple[object, ...], list[int]] = defaultdict(list)
    several: list[CoreRule] = []
    by_source = any(line.over in {"later source", "earlier source"} for line in program.policy)
    for rule in rules:
        if len(rule.addresses) == 1:
            plain[_profile(rule, by_source)].append(rule.number)
        else:
            several.append(rule)
    for first, second in combinations(plain.values(), 2):
        one, other = rules[first[0]], rules[second[0]]
        if _comparable(one, other):
            yield from _said(program, one.first, other.first, tuple(first), tuple(second), ALWAYS)
    for place, one in enumerate(several):
        others = [*several[place + 1 :], *(rules[number] for numbers in plain.values() for number in numbers)]
        for other in others:
            if _comparable(one, other):
                yield from _said_by_addresses(program, one, other)


def _profile(rule: CoreRule, by_source: bool) -> tuple[object, ...]:
    """All that a line of the policy may look at."""
    first = rule.first
    scope = (first.scope.scenario is None, first.scope.option is None)
    about = tuple(sorted(first.about)) if by_source else ()
    return (rule.stage, rule.verb, rule.otherwise, first.force, scope, first.clause == "ruling", first.source, about)


def _comparable(one: CoreRule, other: CoreRule) -> bool:
    return one.stage == other.stage and one.otherwise == other.otherwise and may_clash(one.first, other.first)


def _said(program: Program, one: Rule, other: Rule, first: tuple[int, ...], second: tuple[int, ...], there: Switching) -> Iterator[_Line]:
    found = speaking(program, one, other)
    if found is not None:
        line, forward, before_stated = found
        by, targets = (first, second) if forward else (second, first)
        yield _Line(Precedence(PrecedenceKind.POLICY, by, targets, there, None, line.text, on_clash=True), before_stated)


def _said_by_addresses(program: Program, one: CoreRule, other: CoreRule) -> Iterator[_Line]:
    """The policy reads a rule of several addresses by the first of them that is there."""
    for address, there in _first_there(one.addresses):
        for another, there_too in _first_there(other.addresses):
            yield from _said(program, address.rule, another.rule, (one.number,), (other.number,), all_of([there, there_too]))


def _first_there(addresses: tuple[Address, ...]) -> Iterator[tuple[Address, Switching]]:
    if len(addresses) == 1:
        yield addresses[0], ALWAYS
        return
    for place, address in enumerate(addresses):
        yield address, all_of([address.there, none_of([one.there for one in addresses[:place]])])


# ---- what yields to what -----------------------------------------------------------------------------------------------------------------


def _in_order(stated: Sequence[Precedence], kinds: Sequence[Precedence], lines: Sequence[_Line]) -> Iterator[Precedence]:
    """In the order of the policy: lines before `stated`, statements and chains, kinds, other lines; each with what it yields to.

    Statements yield to the lines before them, kinds to statements, and every line of the policy to kinds.
    """
    early = [line.precedence for line in lines if line.before_stated]
    late = [line.precedence for line in lines if not line.before_stated]
    every = [*early, *stated, *kinds, *late]
    first = len(early)
    places = {"early": range(first), "stated": range(first, first + len(stated))}
    places["kind"] = range(first + len(stated), first + len(stated) + len(kinds))
    places["late"] = range(first + len(stated) + len(kinds), len(every))
    yields: dict[int, list[int]] = defaultdict(list)
    for weak, strong in (("stated", "early"), ("kind", "stated"), ("early", "kind"), ("late", "stated"), ("late", "kind")):
        for place, other in _opposed(every, places[weak], places[strong]):
            yields[place].append(other)
    for place, one in enumerate(every):
        moved = tuple(other + first for other in one.through)
        yield replace(one, yields_to=tuple(yields[place]), through=moved) if place in yields or moved else one


def _opposed(every: Sequence[Precedence], weak: Sequence[int], strong: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Which of some precedences put the same two rules in the opposite order of which others."""
    met: dict[int, list[int]] = defaultdict(list)
    for place in strong:
        for number in every[place].by:
            met[number].append(place)
    for place in weak:
        opposed = {other for number in every[place].targets for other in met[number] if set(every[other].targets) & set(every[place].by)}
        yield from ((place, other) for other in sorted(opposed))
