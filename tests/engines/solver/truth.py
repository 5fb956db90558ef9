"""The meaning of a small rulebook in all situations at once, by enumeration, and nothing clever.

Written from the pages on meaning; it looks neither at the interpreter nor at the decision procedure, so that they can be
held against it. It covers what `small_books` makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from engines.solver.everywhere import Args, Supposed, Terms
from engines.solver.plain import column_of, rounded, row_of, touched, within
from engines.solver.policy import rank_of, restated, speaking
from engines.solver.precedence import Item, Pair, Precedence, Spoken, Ways, arrow, pairs_of
from engines.solver.situations import Bits, Situations, Spread
from rulewright.base.enablement import Scope
from rulewright.base.keywords import Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.model import TableVerb
from rulewright.semantics.types import Numeric

CLASHING = [
    {Verb.MAY, Verb.MAY_NOT},
    {Verb.MUST, Verb.MAY_NOT},
    {Verb.MUST, Verb.NEED_NOT},
    {Verb.YES, Verb.NO},
]
TOLD = {Verb.IS, TableVerb.LOOK_UP}


@dataclass
class Standing:
    """How the parts of an instance's rules, and the settings-aside on it, stand: where they do, where not, where it is open.

    `own` are their conditions. `forces`: (attacker, target, where the first goes before the second). `edges`: the same, one by one, each with the
    statement or line that says so. `zero`: where it is open for a divisor of the question's own rules.
    """

    own: dict[Item, Spread] = field(default_factory=dict)
    forces: list[tuple[Item, Item, Spread]] = field(default_factory=list)
    edges: list[tuple[Item, Item, Spread, Any]] = field(default_factory=list)
    stands: dict[Item, Bits] = field(default_factory=dict)
    out: dict[Item, Bits] = field(default_factory=dict)
    conflict: dict[Item, Bits] = field(default_factory=dict)
    undetermined: dict[Item, Bits] = field(default_factory=dict)
    zero: dict[Item, Bits] = field(default_factory=dict)

    def add(self, other: Standing) -> None:
        """Takes in how the rules of another stage stand."""
        for name in ("own", "stands", "out", "conflict", "undetermined", "zero"):
            getattr(self, name).update(getattr(other, name))
        self.forces += other.forces
        self.edges += other.edges

    def open(self, item: Item) -> Bits:
        return self.conflict[item] | self.undetermined[item]


@dataclass
class Outcome:
    """The answer everywhere. `gap`: nothing stands, or only `need not`, or a divisor is zero; `outside`: a value that its declaration forbids."""

    answer: Spread
    gap: Bits = 0
    outside: Bits = 0


class Truth(Terms):
    """A program in all situations."""

    def __init__(
        self, program: p.Program, situations: Situations, things: Mapping[str, Mapping[str, Bits]], supposed: Supposed | None = None
    ) -> None:
        super().__init__(program, situations, things, supposed)
        self._outcomes: dict[tuple[str, Args, int | None, int | None], Outcome] = {}
        self._standing: dict[tuple[str, Args, int | None, int | None], Standing] = {}
        self._ways: dict[tuple[str, Args, int | None, int, Any], Ways] = {}
        self._rules = {rule.uid: rule for rule in program.rules}
        self._roots: dict[int, tuple[int, int]] = {}
        self._conditions: dict[tuple[int, Args], Spread] = {}
        self._effects: dict[tuple[int, Args], Spread] = {}

    def supposing(self, supposed: Supposed) -> Truth:
        return Truth(self.program, self.situations, self.things, supposed)

    def up_to(self, question: str, args: Args, stage: int) -> Spread:
        return self.outcome(question, args, last=stage).answer

    # ---- conditions, effects, switches -----------------------------------------------------------------------------------------------

    def scope(self, scope: Scope) -> Bits:
        """Where a provision is there at all."""
        where = self.situations.all
        spreads = self.situations.spreads
        if scope.option is not None:
            where &= spreads[("option", scope.option)].true
        if scope.scenario is not None:
            chosen = spreads[("scenario",)]
            here = 0
            for name in (scope.scenario, *scope.also_in):
                here |= chosen.of(name)
            where &= here
        if scope.reading is not None:
            where &= spreads[("reading", scope.reading)].of(scope.choice)
        assert not scope.games
        return where

    def _within(self, where: Bits, condition: Spread) -> Spread:
        return self.situations.conjunction([self.situations.truth(where), condition])

    def when(self, scope: Scope, when: t.Term | None, args: Args) -> Spread:
        """Where a statement is in force."""
        return self._within(self.scope(scope), self.situations.always(True) if when is None else self.term(when, args))

    def condition(self, rule: p.Rule, args: Args) -> Spread:
        """Where a rule is there and its condition holds, at whichever of its addresses."""
        key = (rule.uid, args)
        if key not in self._conditions:
            self._conditions[key] = self.situations.disjunction([self._condition(one, args) for one in self.addresses(rule, args)])
        return self._conditions[key]

    def _condition(self, address: p.Rule, args: Args) -> Spread:
        parts = [self.situations.truth(self.scope(address.scope)), *(self.term(part.term, args) for part in address.parts)]
        if address.verb is TableVerb.LOOK_UP:  # a table in which nothing stands at these keys does not speak
            parts.append(self.situations.truth(self.situations.all & ~self.effect(address, args).open))
        return self.situations.conjunction(parts)

    def effect(self, rule: p.Rule, args: Args) -> Spread:
        key = (rule.uid, args)
        if key not in self._effects:
            if rule.verb is TableVerb.LOOK_UP:
                assert rule.table is not None
                self._effects[key] = self.cell(self.program.tables[rule.table], args)
            else:
                assert rule.effect is not None
                self._effects[key] = self.term(rule.effect, args)
        return self._effects[key]

    def cell(self, table: p.Table, args: Args) -> Spread:
        nothing = Spread({}, 0, self.situations.all)
        place = row_of(table, args)
        if place is None or not table.held:
            return nothing
        column = column_of(table, args)
        cell = None if column is None else table.rows[place].cells[column]
        return nothing if cell is None else self.term(cell, args)

    # ---- which rules stand -----------------------------------------------------------------------------------------------------------

    def rules(self, question: str, args: Args, without: int | None = None) -> list[p.Rule]:
        """The rules about these arguments, each by the address that all others restate."""
        roots = {self.main_address(rule.uid) for rule in self.program.rules if rule.question == question and about(rule, args)}
        return [self._rules[uid] for uid in sorted(roots) if uid != without]

    def main_address(self, uid: int) -> int:
        """The rule that a rule repeats, or itself: the root of its chain."""
        return self._root(uid)[0]

    def _root(self, uid: int) -> tuple[int, int]:
        """The root of a rule's chain, and how far away it is."""
        if uid not in self._roots:
            first = restated(self._rules, uid)
            root, steps = (uid, -1) if first is None else self._root(first)
            self._roots[uid] = (root, steps + 1)
        return self._roots[uid]

    def addresses(self, rule: p.Rule, args: Args) -> list[p.Rule]:
        """All addresses of a rule, the one restated first."""
        chain = [one for one in self._rules.values() if self.main_address(one.uid) == rule.uid and about(one, args)]
        return sorted(chain, key=lambda one: (self._root(one.uid)[1], one.uid))

    def first_there(self, rule: p.Rule, args: Args) -> list[tuple[p.Rule, Bits]]:
        """The addresses of a rule, each with where it is the first that is there."""
        found, left = [], self.situations.all
        for one in self.addresses(rule, args):
            where = self.scope(one.scope)
            found.append((one, left & where))
            left &= ~where
        return found

    def clash(self, a: p.Rule, b: p.Rule, args: Args, value: Spread | None = None) -> Spread:
        """Where two rules, both standing, would disagree; roundings on `value`, or on the value that the earlier stages leave."""
        if a.stage != b.stage:
            return self.situations.always(False)
        if {a.verb, b.verb} <= TOLD:
            return self.situations.lift(lambda one, other: one != other, self.effect(a, args), self.effect(b, args))
        if a.verb is Verb.ROUNDED and b.verb is Verb.ROUNDED:
            if (a.rounding, a.step) == (b.rounding, b.step):
                return self.situations.always(False)  # whatever the value, and whether there is one
            value = self.outcome(a.question, args, last=a.stage - 1).answer if value is None else value
            return self.situations.lift(lambda one: rounded(a.rounding, one, a.step or 1) != rounded(b.rounding, one, b.step or 1), value)  # type: ignore[arg-type]
        return self.situations.always({a.verb, b.verb} in CLASHING)

    # ---- what is said of precedence --------------------------------------------------------------------------------------------------

    def precedence(
        self, question: str, args: Args, without: int | None, stage: int, asides: Mapping[Item, Spread], value: Spread | None
    ) -> Precedence:
        """What is said of the rules of a stage, where settings-aside stand as told."""
        rules = [rule for rule in self.rules(question, args, without) if rule.stage == stage]
        rules = [rule for rule in rules if self.condition(rule, args).true or self.condition(rule, args).open]
        return Precedence(
            self.situations,
            rules,
            {rule.uid: self.condition(rule, args) for rule in rules},
            {
                pair: self.situations.disjunction([when for _, when in statements])
                for pair, statements in self.stated(question, args, rules).items()
            },
            {(a.uid, b.uid): self.clash(a, b, args, value) for a, b in pairs_of(rules)},
            {(a.uid, b.uid): self.lines(a, b, args) for a, b in pairs_of(rules)},
            self.set_aside(question, args, rules, asides),
            self.program.questions[question].kind not in (p.QuestionKind.VERDICT, p.QuestionKind.PREDICATE),
        )

    def lines(self, one: p.Rule, other: p.Rule, args: Args) -> list[Spoken]:
        """The lines of the policy about two rules: one for each pair of addresses that can be the first that are there."""
        found = []
        for a, first in self.first_there(one, args):
            for b, second in self.first_there(other, args):
                line, strong, _ = speaking(self.program, a, b)
                if line is not None and first & second:
                    early = rank_of(self.program, line) < rank_of(self.program, None)
                    found.append(Spoken(line, self.main_address(strong.uid), early, first & second))
        return found

    def stated(self, question: str, args: Args, rules: list[p.Rule]) -> dict[Pair, list[tuple[p.Override, Spread]]]:
        """For each pair of rules the statements that put the first before the second, and where; they may name any address."""
        there = {rule.uid for rule in rules}
        found: dict[Pair, list[tuple[p.Override, Spread]]] = {}
        for statement in self.program.overrides:
            for on in statement.on:
                if on.question != question:
                    continue
                when = self.when(statement.scope, on.when, args)
                strong, weak = ({self.main_address(uid) for uid in uids} & there for uids in (on.by, on.targets))
                for pair in product(sorted(strong), sorted(weak)):
                    if pair[0] != pair[1]:
                        found.setdefault(pair, []).append((statement, when))
        return found

    def asides(self, question: str, args: Args) -> Iterator[tuple[p.SetAside, p.SetAsideOn, Spread]]:
        """The settings-aside on a question, each with where its condition is true."""
        for aside in self.program.set_asides:
            for on in aside.on:
                if on.question == question:
                    yield aside, on, self.situations.always(True) if on.when is None else self.term(on.when, args)

    def set_aside(self, question: str, args: Args, rules: list[p.Rule], label: Mapping[Item, Spread]) -> dict[Pair, Spread]:
        """Where a setting-aside takes a rule out."""
        found: dict[Pair, Spread] = {}
        for aside, on, when in self.asides(question, args):
            for rule in rules:
                if any(self.main_address(uid) == rule.uid for uid in on.targets):
                    reached = self.situations.conjunction([label["aside", aside.uid, ""], when])
                    before = found.get((aside.uid, rule.uid), self.situations.always(False))
                    found[aside.uid, rule.uid] = self.situations.disjunction([before, reached])
        return found

    def on_asides(self, question: str, args: Args) -> Standing:
        """The settings-aside on a question, and which of them set others aside."""
        found = Standing()
        for aside, _, when in self.asides(question, args):
            found.own["aside", aside.uid, ""] = self.situations.truth(self.scope(aside.scope))
            for setter in aside.setters:
                found.edges.append((("aside", aside.uid, ""), ("aside", setter, ""), when, aside))
        found.edges = [edge for edge in found.edges if edge[1] in found.own]
        found.forces = [edge[:3] for edge in found.edges]
        return found

    # ---- which rules stand -----------------------------------------------------------------------------------------------------------

    def standing(self, question: str, args: Args, without: int | None = None, stage: int | None = None) -> Standing:
        """What stands where, and where it is open, with the reasons: all rules and settings-aside, or those of one stage."""
        key = (question, args, without, stage)
        if key not in self._standing:
            if stage is None:
                found = self.on_asides(question, args)
                self._settle(found)
                for one in range(max(1, len(self.program.questions[question].stages))):
                    found.add(self.standing(question, args, without, one))
            else:
                found = self._standing_at(question, args, without, stage)
            self._standing[key] = found
        return self._standing[key]

    def _standing_at(self, question: str, args: Args, without: int | None, stage: int) -> Standing:
        asides, label = self._asides_settled(question, args)
        precedence = self.precedence(question, args, without, stage, label, None)
        there = {rule.uid for rule in precedence.rules}
        found = Standing(precedence.own(), list(precedence.arrows()), list(precedence.arguments()))
        for (a, b), statements in self.stated(question, args, precedence.rules).items():
            one, other = self._rules[a], self._rules[b]
            for statement, when in statements if other.otherwise or not one.otherwise else ():
                force = self.situations.conjunction([when, precedence.not_yielding(a, b)])
                found.edges += [(attacker, target, force, statement) for attacker, target in arrow(one, other)]
        for aside, on, when in self.asides(question, args):
            targets = {self.main_address(uid) for uid in on.targets} & there
            found.edges += [
                (("aside", aside.uid, ""), ("rule", uid, part), when, aside)
                for uid in sorted(targets)
                for part in touched(self._rules[uid])
            ]
        takes = [edge[:3] for edge in found.edges if edge[0][0] == "aside"]
        self._settle(found, [*found.forces, *takes], asides)
        for rule in self.rules(question, args, without):
            if rule.stage == stage and rule.uid not in there:
                self._never(found, rule, args)
        return found

    def _never(self, found: Standing, rule: p.Rule, args: Args) -> None:
        """A rule whose condition holds nowhere."""
        for part in touched(rule):
            item = ("rule", rule.uid, part)
            found.own[item] = self.condition(rule, args)
            found.out[item] = self.situations.all
            found.stands[item] = found.conflict[item] = found.undetermined[item] = found.zero[item] = 0

    def _settle(self, found: Standing, forces: list[tuple[Item, Item, Spread]] | None = None, known: Standing | None = None) -> None:
        """What can be settled is settled until nothing changes; the rest are cycles. `known` has attackers settled before."""
        into: dict[Item, list[tuple[Item, Spread]]] = {item: [] for item in found.own}
        for attacker, target, where in found.forces if forces is None else forces:
            if where.true or where.open:
                into[target].append((attacker, where))
        everything = self.situations.all
        settled = {item: own.false for item, own in found.own.items()}
        reasons = (found.conflict, found.undetermined, found.zero)
        for item, own in found.own.items():
            found.stands[item], found.out[item] = 0, own.false
            found.conflict[item] = found.undetermined[item] = found.zero[item] = 0
        before = Standing() if known is None else known
        while True:
            changed = False
            for item, own in found.own.items():
                left = everything & ~settled[item]
                if not left:
                    continue
                beaten, waiting, opened = 0, 0, [own.conflict, own.undetermined, own.zero]
                for attacker, where in into[item]:
                    source = before if attacker in before.own else found
                    done = everything if source is before else settled[attacker]
                    live = ~where.false & ~source.out[attacker]
                    beaten |= source.stands[attacker] & where.true
                    waiting |= live & ~done
                    parts = ((source.conflict, where.conflict), (source.undetermined, where.undetermined), (source.zero, where.zero))
                    opened = [bits | (live & done & (of[attacker] | by)) for bits, (of, by) in zip(opened, parts, strict=True)]
                beaten &= left
                ready = left & ~beaten & ~waiting
                if beaten | ready:
                    changed = True
                    found.out[item] |= beaten
                    found.stands[item] |= ready & ~(opened[0] | opened[1])
                    for reason, bits in zip(reasons, opened, strict=True):
                        reason[item] |= ready & bits
                    settled[item] |= beaten | ready
            if not changed:
                break
        for item in found.own:
            found.conflict[item] |= everything & ~settled[item]

    def ways(self, question: str, args: Args, without: int | None, stage: int, value: Any = None) -> Ways:
        """The ways in which the rules of a stage can stand together; roundings as they are given this value."""
        key = (question, args, without, stage, value)
        if key not in self._ways:
            given = Spread({}, 0, self.situations.all) if value is None else self.situations.always(value)
            _, label = self._asides_settled(question, args)
            self._ways[key] = self.precedence(question, args, without, stage, label, given).ways()
        return self._ways[key]

    def _asides_settled(self, question: str, args: Args) -> tuple[Standing, dict[Item, Spread]]:
        """How the settings-aside on a question stand. Where that is open, each rule that one reaches is set aside or not by itself."""
        asides = self.on_asides(question, args)
        self._settle(asides)
        return asides, {
            item: Spread({True: asides.stands[item], False: asides.out[item]}, asides.conflict[item], asides.undetermined[item])
            for item in asides.own
        }

    # ---- the answer ------------------------------------------------------------------------------------------------------------------

    def ask(self, question: str, args: Args) -> Spread:
        if (False, question, args) in self.supposed:
            return self.situations.always(self.supposed[(False, question, args)])
        if self.outside(question, args):
            return Spread({}, 0, self.situations.all)
        return self.outcome(question, args).answer

    def outside(self, question: str, args: Args) -> bool:
        """Whether an argument is no value of its parameter: nothing is said of that."""
        params = self.program.questions[question].params
        return any(
            not within(param.type, arg) if isinstance(param.type, Numeric) else arg is None and not getattr(param.type, "or_none", False)
            for param, arg in zip(params, args, strict=True)
        )

    def bar(self, question: str, args: Args, by: str) -> Spread:
        if (False, question, args) in self.supposed:
            return self.situations.always(self.supposed[(False, question, args)] == "forbidden")
        if self.outside(question, args):
            return self.situations.always(False)
        standing = self.standing(question, args, stage=0)
        found = []
        for rule in self.rules(question, args):
            item = ("rule", rule.uid, "permission")
            if rule.verb is Verb.MAY_NOT and any(one.id == by for one in self._rules.values() if self.main_address(one.uid) == rule.uid):
                values = {True: standing.stands[item], False: standing.out[item]}
                found.append(Spread(values, standing.conflict[item], standing.undetermined[item], standing.zero[item]))
        return self.situations.disjunction(found)

    def outcome(self, question: str, args: Args, without: int | None = None, last: int | None = None) -> Outcome:
        """The answer; `without` a rule, as if it were not in the book; of a value as it is after the stage `last`."""
        from engines.solver.answers import Answers

        key = (question, args, without, last)
        if key not in self._outcomes:
            self._outcomes[key] = Answers(self, question, args, without, last).outcome()
        return self._outcomes[key]


def about(rule: p.Rule, args: Args) -> bool:
    """Whether a rule, or one address of it, is about these arguments."""
    return all(isinstance(head, p.Free) or head == arg for head, arg in zip(rule.heads, args, strict=True))
