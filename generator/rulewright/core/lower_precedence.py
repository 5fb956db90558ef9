"""Lowering of precedence among the rules of a question: statements and their chains, kinds of actions, the policy, `otherwise`.

Statements in the book come first, unless the policy puts a line before `stated`. Precedence is transitive along a chain of statements. A
prohibition of a general action goes before the permissions and requirements of a kind of it, whatever the policy says, unless a statement
puts the two in the opposite order. A line of the policy applies only to rules that clash; the first applicable line decides a pair.
Yielding is explicit: one precedence yields to another only if the two order the same pair of rules in opposite directions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rulewright.base.keywords import Verb
from rulewright.base.records import record
from rulewright.core.best_of_kind import best_precedences
from rulewright.core.model import Address, CoreRule, Precedence, PrecedenceKind
from rulewright.core.precedence_policy import first_line_about, home_source, may_clash
from rulewright.core.switches import ALWAYS, Switching, all_of, none_of
from rulewright.semantics.model import Program, Question, QuestionKind, Rule
from rulewright.semantics.terms import Term


@record
class Statement:
    """An override on one question: the rules `winners` go before the rules `targets`, all given by number."""

    uid: int
    winners: tuple[int, ...]
    targets: tuple[int, ...]
    enabled_when: Switching
    condition: Term | None


def precedence_of(
    program: Program, question: Question, rules: Sequence[CoreRule], statements: Sequence[Statement]
) -> tuple[Precedence, ...]:
    """Return the precedences among the rules of a question."""
    if len(rules) < 2:
        return ()
    on_clash = question.kind in (QuestionKind.VERDICT, QuestionKind.PREDICATE)
    direct = [precedence for statement in statements for precedence in _statement_precedences(rules, statement)]
    carried = list(_chain_precedences(direct, on_clash=on_clash))
    lines = list(_policy_precedences(program, rules)) if any(line.over is not None for line in program.policy) else []
    return (
        *_order_by_policy([*direct, *carried], list(_kind_precedences(rules)), lines),
        *_otherwise_precedences(rules),
        *best_precedences(rules),
    )


def _statement_precedences(rules: Sequence[CoreRule], statement: Statement) -> Iterator[Precedence]:
    """Yield the precedences of a statement at each stage; an `otherwise` rule never goes before an ordinary one."""
    for stage in sorted({rules[number].stage for number in statement.winners}):
        winners = [number for number in statement.winners if rules[number].stage == stage]
        targets = [number for number in statement.targets if rules[number].stage == stage]
        weak = [number for number in targets if rules[number].otherwise]
        strong = [number for number in targets if not rules[number].otherwise]
        ordinary = [number for number in winners if not rules[number].otherwise]
        for stronger, weaker in ((ordinary, strong), (winners, weak)):
            if stronger and weaker and (len(stronger) > 1 or stronger != weaker):
                yield Precedence(
                    PrecedenceKind.STATED,
                    tuple(stronger),
                    tuple(weaker),
                    statement.enabled_when,
                    statement.condition,
                    "stated",
                    statement=statement.uid,
                )


def _chain_precedences(direct: Sequence[Precedence], *, on_clash: bool) -> Iterator[Precedence]:
    """Yield one precedence per connected group of statements that contains a chain: A goes before B and B before C."""
    if {number for precedence in direct for number in precedence.by}.isdisjoint(
        number for precedence in direct for number in precedence.targets
    ):
        return  # no chain at all, as in most questions
    for group in _connected_groups(direct):
        all_winners = {number for index in group for number in direct[index].by}
        all_targets = {number for index in group for number in direct[index].targets}
        winners = {number for index in group if all_winners & set(direct[index].targets) for number in direct[index].by}
        targets = {number for index in group if all_targets & set(direct[index].by) for number in direct[index].targets}
        if winners and targets and (len(winners) > 1 or winners != targets):
            yield Precedence(
                PrecedenceKind.CARRIED,
                tuple(sorted(winners)),
                tuple(sorted(targets)),
                ALWAYS,
                None,
                "carried",
                on_clash,
                through=tuple(group),
            )


def _connected_groups(direct: Sequence[Precedence]) -> list[list[int]]:
    """Return the connected components of statements, as lists of their indexes; statements that share a rule are connected.

    A hand-written union-find: importing networkx takes longer than answering most questions, and nothing else on that path needs it.
    """
    parents = list(range(len(direct)))

    def find_root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    first_index: dict[int, int] = {}
    for index, precedence in enumerate(direct):
        for number in (*precedence.by, *precedence.targets):
            first, second = find_root(first_index.setdefault(number, index)), find_root(index)
            parents[max(first, second)] = min(first, second)
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(direct)):
        groups[find_root(index)].append(index)
    return list(groups.values())


def _kind_precedences(rules: Sequence[CoreRule]) -> Iterator[Precedence]:
    """Yield the precedence of prohibitions inherited from general actions over permissions and requirements of a kind of them."""
    bars = tuple([rule.number for rule in rules if rule.first.through is not None])
    opposed = tuple([rule.number for rule in rules if rule.verb in (Verb.MAY, Verb.MUST)])
    if bars and opposed:
        yield Precedence(PrecedenceKind.KIND, bars, opposed, ALWAYS, None, "kind")


def _otherwise_precedences(rules: Sequence[CoreRule]) -> Iterator[Precedence]:
    """Yield for each stage the precedence of its ordinary rules over its `otherwise` rules."""
    stages: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for rule in rules:
        stages[rule.stage][rule.otherwise].append(rule.number)
    for strong, weak in stages.values():
        if strong and weak:
            yield Precedence(PrecedenceKind.OTHERWISE, tuple(strong), tuple(weak), ALWAYS, None, "otherwise")


# ---- the policy --------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _PolicyPrecedence:
    """A precedence by a line of the policy; `before_stated` tells if the line comes before `stated`."""

    precedence: Precedence
    before_stated: bool


def _policy_precedences(program: Program, rules: Sequence[CoreRule]) -> Iterator[_PolicyPrecedence]:
    """Yield for each pair of rules that may clash the precedence by the first applicable line of the policy other than `stated`.

    Rules with the same profile share one precedence.
    """
    numbers_by_profile: dict[tuple[object, ...], list[int]] = defaultdict(list)
    restated_rules: list[CoreRule] = []
    by_source = any(line.over in {"later source", "earlier source"} for line in program.policy)
    for rule in rules:
        if len(rule.addresses) == 1:
            numbers_by_profile[_policy_profile(program, rule, by_source)].append(rule.number)
        else:
            restated_rules.append(rule)
    for first, second in combinations(numbers_by_profile.values(), 2):
        lhs, rhs = rules[first[0]], rules[second[0]]
        if _is_comparable(lhs, rhs):
            yield from _apply_policy(program, lhs.first, rhs.first, tuple(first), tuple(second), ALWAYS)
    for index, lhs in enumerate(restated_rules):
        rivals = [*restated_rules[index + 1 :], *(rules[number] for numbers in numbers_by_profile.values() for number in numbers)]
        for rhs in rivals:
            if _is_comparable(lhs, rhs):
                yield from _apply_policy_by_address(program, lhs, rhs)


def _policy_profile(program: Program, rule: CoreRule, by_source: bool) -> tuple[object, ...]:
    """Return the properties of a rule that a line of the policy may read."""
    first = rule.first
    scope = (first.scope.scenario is None, first.scope.option is None)
    cases = tuple(sorted(first.about)) if by_source else ()
    return (
        rule.stage,
        rule.verb,
        rule.otherwise,
        first.force,
        scope,
        first.clause == "ruling",
        first.source,
        home_source(program, first),
        cases,
    )


def _is_comparable(lhs: CoreRule, rhs: CoreRule) -> bool:
    return lhs.stage == rhs.stage and lhs.otherwise == rhs.otherwise and may_clash(lhs.first, rhs.first)


def _apply_policy(
    program: Program, lhs: Rule, rhs: Rule, lhs_numbers: tuple[int, ...], rhs_numbers: tuple[int, ...], enabled_when: Switching
) -> Iterator[_PolicyPrecedence]:
    policy_match = first_line_about(program, lhs, rhs)
    if policy_match is not None:
        line, forward, before_stated = policy_match
        winners, targets = (lhs_numbers, rhs_numbers) if forward else (rhs_numbers, lhs_numbers)
        yield _PolicyPrecedence(
            Precedence(PrecedenceKind.POLICY, winners, targets, enabled_when, None, line.text, on_clash=True), before_stated
        )


def _apply_policy_by_address(program: Program, lhs: CoreRule, rhs: CoreRule) -> Iterator[_PolicyPrecedence]:
    """Yield the precedences by policy of two rules, each judged by its first enabled address."""
    for lhs_address, lhs_enabled in _first_enabled_address(lhs.addresses):
        for rhs_address, rhs_enabled in _first_enabled_address(rhs.addresses):
            yield from _apply_policy(
                program, lhs_address.rule, rhs_address.rule, (lhs.number,), (rhs.number,), all_of([lhs_enabled, rhs_enabled])
            )


def _first_enabled_address(addresses: tuple[Address, ...]) -> Iterator[tuple[Address, Switching]]:
    if len(addresses) == 1:
        yield addresses[0], ALWAYS
        return
    for index, address in enumerate(addresses):
        yield address, all_of([address.there, none_of([earlier.there for earlier in addresses[:index]])])


# ---- order and yielding ------------------------------------------------------------------------------------------------------------------


def _order_by_policy(direct: Sequence[Precedence], kinds: Sequence[Precedence], lines: Sequence[_PolicyPrecedence]) -> Iterator[Precedence]:
    """Yield all precedences in the order of the policy, with `yields_to` filled in.

    The order is: lines before `stated`, statements and chains, kinds, other lines. Statements yield to the lines before them, kinds to
    statements, and all lines of the policy to kinds.
    """
    early = [line.precedence for line in lines if line.before_stated]
    late = [line.precedence for line in lines if not line.before_stated]
    precedences = [*early, *direct, *kinds, *late]
    offset = len(early)
    ranges = {"early": range(offset), "stated": range(offset, offset + len(direct))}
    ranges["kind"] = range(offset + len(direct), offset + len(direct) + len(kinds))
    ranges["late"] = range(offset + len(direct) + len(kinds), len(precedences))
    yields: dict[int, list[int]] = defaultdict(list)
    for weak, strong in (("stated", "early"), ("kind", "stated"), ("early", "kind"), ("late", "stated"), ("late", "kind")):
        for index, stronger in _opposed_pairs(precedences, ranges[weak], ranges[strong]):
            yields[index].append(stronger)
    for index, precedence in enumerate(precedences):
        shifted = tuple(link + offset for link in precedence.through)
        yield replace(precedence, yields_to=tuple(yields[index]), through=shifted) if index in yields or shifted else precedence


def _opposed_pairs(precedences: Sequence[Precedence], weak: Sequence[int], strong: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the (weak, strong) pairs of precedences that order the same two rules in opposite directions."""
    strong_by_winner: dict[int, list[int]] = defaultdict(list)
    for index in strong:
        for number in precedences[index].by:
            strong_by_winner[number].append(index)
    for index in weak:
        opposed = {
            stronger
            for number in precedences[index].targets
            for stronger in strong_by_winner[number]
            if set(precedences[stronger].targets) & set(precedences[index].by)
        }
        yield from ((index, stronger) for stronger in sorted(opposed))
