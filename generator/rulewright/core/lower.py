"""From a program to its core: the one place where rules, restatements and precedence are put together.

>>> core = lower(program)
>>> [rule.first.id for rule in core.on["allowance"].rules]
['8.6.1', '8.6.2', '8.6.3']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from rulewright.base.memo import Made
from rulewright.core.lower_precedence import Statement, precedence_of
from rulewright.core.model import Absent, Address, Aside, Core, CoreQuestion, CoreRule, OverAbsent, Precedence, Unheld
from rulewright.core.switches import ALWAYS, scoped
from rulewright.semantics.model import Declarations, NotHeld, Override, OverrideOn, Program, Question, Rule, SetAside, SetAsideOn


def lower(program: Program, like: tuple[Program, Core] | None = None) -> Core:
    """The core of an edition. `like` is a program with its core: of a question on which both say the same there is one, for both."""
    given = _Given(program)
    there = {} if like is None else _not_touched(program, *like)

    def on(name: str) -> CoreQuestion:
        return there[name] if name in there else _lower_question(program, given, program.questions[name])

    return Core(
        **Declarations.of(program),
        on=Made(program.questions, on),
        overrides={one.uid: one for one in program.overrides},
        asides={one.uid: one for one in program.set_asides},
    )


def _not_touched(program: Program, other: Program, core: Core) -> Mapping[str, CoreQuestion]:
    """The questions of a core whose rules a program has as well; none where the two differ in anything but rules in their places."""
    alike = all(getattr(program, one.name) is getattr(other, one.name) for one in fields(program) if one.name != "rules")
    if not alike or len(program.rules) != len(other.rules):
        return {}
    touched = {rule.question for pair in zip(program.rules, other.rules, strict=True) if pair[0] is not pair[1] for rule in pair}
    return Made(core.on.keys() - touched, lambda name: core.on[name])


class _Given:
    """What a program says of each question, so that no question is looked for in the whole book."""

    def __init__(self, program: Program) -> None:
        self.rules: dict[str, list[Rule]] = defaultdict(list)
        self.overrides: dict[str, list[tuple[Override, OverrideOn]]] = defaultdict(list)
        self.asides: dict[str, list[tuple[SetAside, SetAsideOn]]] = defaultdict(list)
        self.absent: dict[str, list[NotHeld]] = defaultdict(list)
        self.unheld: dict[str, list[Override]] = defaultdict(list)
        """By case: the statements in it that name cases without text."""
        for rule in program.rules:
            self.rules[rule.question].append(rule)
        for override in program.overrides:
            for on in override.on:
                self.overrides[on.question].append((override, on))
            if override.unheld:
                self.unheld[override.case].append(override)
        for setter in program.set_asides:
            for aside in setter.on:
                self.asides[aside.question].append((setter, aside))
        for clause in program.not_held:
            self.absent[clause.question].append(clause)


def _lower_question(program: Program, given: _Given, question: Question) -> CoreQuestion:
    name = question.name
    rules = tuple(_rules(program, given, given.rules.get(name, [])))
    number = {uid: rule.number for rule in rules for uid in rule.uids}
    statements = [_statement(program, override, on, number) for override, on in given.overrides.get(name, [])]
    precedence: tuple[Precedence, ...] = precedence_of(program, question, rules, statements)
    clauses = given.absent.get(name, [])
    place = {clause.uid: index for index, clause in enumerate(clauses)}
    return CoreQuestion(
        question=question,
        rules=rules,
        precedence=precedence,
        asides=tuple(_asides(program, given.asides.get(name, []), number, place)),
        absent=tuple(_absent(program, clause, given.overrides.get(name, []), number) for clause in clauses),
    )


# ---- rules and their addresses -----------------------------------------------------------------------------------------------------------


def _rules(program: Program, given: _Given, rules: list[Rule]) -> Iterator[CoreRule]:
    """The rules of a question, each with what restates it, in the order of what is restated."""
    restating = _restating(rules)
    for number, (first, others) in enumerate(restating):
        addresses = tuple(Address(rule, scoped(program, rule.scope), tuple(_unheld(program, given, rule))) for rule in (first, *others))
        yield CoreRule(number, first.stage, first.verb, first.rounding, first.otherwise, addresses)


def _restating(rules: list[Rule]) -> list[tuple[Rule, list[Rule]]]:
    """Each rule that restates none, with all that restate it, directly or through others, each after the one that it restates."""
    known = {rule.uid: rule for rule in rules}
    above = {rule.uid: first for rule in rules if (first := _restated(rule, known)) is not None}
    below: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.uid in above:
            below[above[rule.uid]].append(rule)
    groups: list[tuple[Rule, list[Rule]]] = []
    reached: set[int] = set()
    roots = [rule for rule in rules if rule.uid not in above]
    circles = [rule for rule in rules if rule.uid in above]  # what restates itself in a circle starts somewhere on it
    for root in [*roots, *circles]:
        if root.uid in reached:
            continue
        reached.add(root.uid)
        others: list[Rule] = []
        waiting = [root]
        for one in waiting:
            for other in below[one.uid]:
                if other.uid not in reached:
                    reached.add(other.uid)
                    others.append(other)
                    waiting.append(other)
        groups.append((root, others))
    return sorted(groups, key=lambda one: rules.index(one[0])) if circles else groups


def _restated(rule: Rule, known: dict[int, Rule]) -> int | None:
    """The rule that this one restates: of those it names, one that does the same, before others one under whose conditions it stands.

    Of grounds of a list that are alike, each restates the one with its own letter.
    """
    named = [known[uid] for uid in rule.restates if uid in known and uid != rule.uid]
    fitting = [one for one in named if (one.stage, one.verb, one.rounding, one.otherwise) == _kind(rule)]
    fitting.sort(key=lambda one: one.label != rule.label)
    parts = {part.term for part in rule.parts}
    for other in fitting:
        if other.effect == rule.effect and {part.term for part in other.parts} <= parts:
            return other.uid
    same = [other for other in fitting if other.effect == rule.effect]
    return next((other.uid for other in [*same, *fitting]), None)


def _kind(rule: Rule) -> tuple[object, ...]:
    return (rule.stage, rule.verb, rule.rounding, rule.otherwise)


def _unheld(program: Program, given: _Given, rule: Rule) -> Iterator[Unheld]:
    """The cases without text that a rule refers to, that except it, or that it goes before."""
    if rule.rests_on:
        yield Unheld(rule.rests_on, ALWAYS)
    for case in rule.about:
        for override in given.unheld.get(case, ()):
            if override.rule is None or rule.id == override.id or rule.id.startswith(f"{override.id}."):
                yield Unheld(override.unheld, scoped(program, override.scope))


# ---- statements --------------------------------------------------------------------------------------------------------------------------


def _statement(program: Program, override: Override, on: OverrideOn, number: dict[int, int]) -> Statement:
    return Statement(override.uid, _numbers(on.by, number), _numbers(on.targets, number), scoped(program, override.scope), on.when)


def _numbers(uids: Iterable[int], number: dict[int, int]) -> tuple[int, ...]:
    return tuple(sorted({number[uid] for uid in uids if uid in number}))


def _asides(program: Program, several: list[tuple[SetAside, SetAsideOn]], number: dict[int, int], place: dict[int, int]) -> Iterator[Aside]:
    for setter, on in several:
        by = tuple(index for index, (other, _) in enumerate(several) if setter.uid in other.setters)
        absent = tuple(place[uid] for uid in on.not_held if uid in place)
        yield Aside(setter.uid, _numbers(on.targets, number), absent, scoped(program, setter.scope), on.when, by)


def _absent(program: Program, clause: NotHeld, overrides: list[tuple[Override, OverrideOn]], number: dict[int, int]) -> Absent:
    over = tuple(
        OverAbsent(by, scoped(program, override.scope), on.when)
        for override, on in overrides
        if clause.uid in on.not_held
        for by in _numbers(on.by, number)
    )
    return Absent(clause, scoped(program, clause.scope), over)
