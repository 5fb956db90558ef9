"""The meaning of a small rulebook in all situations at once, by enumeration, and nothing clever.

Written from the page `site/pages/language/meaning.md`; it looks neither at the interpreter nor at the decision procedure, so that they can be
held against it. It covers what `small_books` makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from decision.everywhere import Args, Supposed, Terms
from decision.plain import key_holds, main_part, row_of, touched, within
from decision.policy import rank_of, speaking
from decision.situations import Bits, Situations, Spread
from rulewright.semantics import program as p
from rulewright.semantics import terms as t
from rulewright.semantics.program import TableVerb
from rulewright.semantics.types import Numeric
from rulewright.words import Verb

Item = tuple[str, int, str]  # ("rule", uid, part) or ("aside", uid, "")

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

    `own` are their conditions. `edges`: (attacker, target, where it is in force, the statement or line that says so).
    """

    own: dict[Item, Spread]
    edges: list[tuple[Item, Item, Spread, Any]]
    stands: dict[Item, Bits] = field(default_factory=dict)
    out: dict[Item, Bits] = field(default_factory=dict)
    conflict: dict[Item, Bits] = field(default_factory=dict)
    undetermined: dict[Item, Bits] = field(default_factory=dict)

    def open(self, item: Item) -> Bits:
        return self.conflict[item] | self.undetermined[item]


@dataclass
class Outcome:
    """The answer everywhere. `silent`: nothing speaks, and nothing else is the matter; `outside`: a value that its declaration forbids."""

    answer: Spread
    silent: Bits = 0
    outside: Bits = 0


class Truth(Terms):
    """A program in all situations."""

    def __init__(
        self, program: p.Program, situations: Situations, things: Mapping[str, Mapping[str, Bits]], supposed: Supposed | None = None
    ) -> None:
        super().__init__(program, situations, things, supposed)
        self._outcomes: dict[tuple[str, Args, int | None, int | None], Outcome] = {}
        self._standing: dict[tuple[str, Args, int | None], Standing] = {}
        self._conditions: dict[tuple[int, Args], Spread] = {}
        self._effects: dict[tuple[int, Args], Spread] = {}

    def supposing(self, supposed: Supposed) -> Truth:
        return Truth(self.program, self.situations, self.things, supposed)

    def up_to(self, question: str, args: Args, stage: int) -> Spread:
        return self.outcome(question, args, last=stage).answer

    # ---- conditions, effects, switches -----------------------------------------------------------------------------------------------

    def scope(self, scope: p.Scope) -> Bits:
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

    def when(self, scope: p.Scope, when: t.Term | None, args: Args) -> Spread:
        """Where a statement is in force."""
        return self._within(self.scope(scope), self.situations.always(True) if when is None else self.term(when, args))

    def condition(self, rule: p.Rule, args: Args) -> Spread:
        key = (rule.uid, args)
        if key not in self._conditions:
            parts = [self.situations.truth(self.scope(rule.scope)), *(self.term(part.term, args) for part in rule.parts)]
            if rule.verb is TableVerb.LOOK_UP:  # a table in which nothing stands at these keys does not speak
                effect = self.effect(rule, args)
                parts.append(self.situations.truth(self.situations.all & ~effect.open))
            self._conditions[key] = self.situations.conjunction(parts)
        return self._conditions[key]

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
        across = [args[slot] for slot in table.column_slots]
        column = next((index for index, found in enumerate(table.columns) if all(map(key_holds, found, across))), None)
        column = column if table.columns else 0
        cell = None if column is None else table.rows[place].cells[column]
        return nothing if cell is None else self.term(cell, args)

    # ---- which rules stand -----------------------------------------------------------------------------------------------------------

    def rules(self, question: str, args: Args, without: int | None = None) -> list[p.Rule]:
        """The rules about these arguments; a rule that restates another is no rule of its own."""
        return [
            rule
            for rule in self.program.rules
            if rule.question == question
            and rule.uid != without
            and self.main_address(rule.uid, without) == rule.uid
            and all(isinstance(head, p.Free) or head == arg for head, arg in zip(rule.heads, args, strict=True))
        ]

    def main_address(self, uid: int, without: int | None = None) -> int:
        """The rule that a rule repeats, or itself."""
        rule = next(rule for rule in self.program.rules if rule.uid == uid)
        first = [other for other in rule.restates if other not in (uid, without)]
        return first[0] if first else uid

    def clash(self, a: p.Rule, b: p.Rule, args: Args) -> Spread:
        """Where two rules, both standing, would disagree."""
        nowhere = self.situations.always(False)
        if a.stage != b.stage:
            return nowhere
        if {a.verb, b.verb} <= TOLD:
            return self.situations.lift(lambda one, other: one != other, self.effect(a, args), self.effect(b, args))
        if a.verb is Verb.ROUNDED and b.verb is Verb.ROUNDED:
            return self.situations.always(a.rounding is not b.rounding)
        return self.situations.always({a.verb, b.verb} in CLASHING)

    def edges(self, question: str, args: Args, rules: list[p.Rule], without: int | None) -> Iterator[tuple[Item, Item, Spread, Any]]:
        both, negation = self.situations.conjunction, self.situations.negation
        stated = self.stated(question, args, rules, without)
        for one, other in combinations(rules, 2):
            if one.stage != other.stage:
                continue
            between = {pair: stated[pair] for pair in ((one.uid, other.uid), (other.uid, one.uid)) if pair in stated}
            line, strong, weak = speaking(self.program, one, other)
            clash = self.clash(one, other, args)
            if one.otherwise != other.otherwise or not (clash.true or clash.open):
                line = None
            for (by, _), statements in between.items():
                a, b = (one, other) if by == one.uid else (other, one)
                if a.otherwise and not b.otherwise:
                    continue
                for statement, when in statements:
                    before = line is not None and rank_of(self.program, line) < rank_of(self.program, None)
                    yield from self.arrow(a, b, both([when, negation(clash)]) if before else when, statement)
            if line is not None:
                force = [clash]
                if rank_of(self.program, line) > rank_of(self.program, None):
                    force += [negation(when) for statements in between.values() for _, when in statements]
                yield from self.arrow(strong, weak, both(force), line)
            if one.otherwise != other.otherwise:
                a, b = (one, other) if other.otherwise else (other, one)
                yield from self.arrow(a, b, self.situations.always(True), "otherwise")
        for aside, on, when in self.asides(question, args):
            for rule in rules:
                if any(self.main_address(uid, without) == rule.uid for uid in on.targets if uid != without):
                    for part in touched(rule):
                        yield ("aside", aside.uid, ""), ("rule", rule.uid, part), when, aside
            for setter in aside.setters:
                yield ("aside", aside.uid, ""), ("aside", setter, ""), when, aside

    def asides(self, question: str, args: Args) -> Iterator[tuple[p.SetAside, p.SetAsideOn, Spread]]:
        """The settings-aside on a question, each with where it is in force: there, and its condition true."""
        for aside in self.program.set_asides:
            for on in aside.on:
                if on.question == question:
                    yield aside, on, self.when(aside.scope, on.when, args)

    def stated(
        self, question: str, args: Args, rules: list[p.Rule], without: int | None
    ) -> dict[tuple[int, int], list[tuple[p.Override, Spread]]]:
        """For each pair of rules the statements that put the first before the second, and where."""
        there = {rule.uid for rule in rules}
        found: dict[tuple[int, int], list[tuple[p.Override, Spread]]] = {}
        for statement in self.program.overrides:
            for on in statement.on:
                if on.question != question:
                    continue
                when = self.when(statement.scope, on.when, args)
                strong = {self.main_address(uid, without) for uid in on.by if uid != without} & there
                weak = {self.main_address(uid, without) for uid in on.targets if uid != without} & there
                for pair in product(sorted(strong), sorted(weak)):
                    if pair[0] != pair[1]:
                        found.setdefault(pair, []).append((statement, when))
        return found

    def arrow(self, one: p.Rule, other: p.Rule, where: Spread, why: Any) -> Iterator[tuple[Item, Item, Spread, Any]]:
        """One rule goes before another: before all of it, or only before its requirement where a `need not` is one of the two."""
        if Verb.NEED_NOT in (one.verb, other.verb):
            yield ("rule", one.uid, "requirement"), ("rule", other.uid, "requirement"), where, why
            return
        for part in touched(other):
            yield ("rule", one.uid, main_part(one)), ("rule", other.uid, part), where, why

    def standing(self, question: str, args: Args, without: int | None = None) -> Standing:
        """What stands where: what can be settled is settled until nothing changes; the rest are cycles."""
        key = (question, args, without)
        if key not in self._standing:
            rules = self.rules(question, args, without)
            own = {("rule", rule.uid, part): self.condition(rule, args) for rule in rules for part in touched(rule)}
            own |= {("aside", aside.uid, ""): when for aside, _, when in self.asides(question, args)}
            edges = [edge for edge in self.edges(question, args, rules, without) if edge[1] in own]
            found = self._standing[key] = Standing(own, edges)
            self._settle(found)
        return self._standing[key]

    def _settle(self, found: Standing) -> None:
        into: dict[Item, list[tuple[Item, Spread]]] = {item: [] for item in found.own}
        for attacker, target, where, _ in found.edges:
            if where.true or where.open:
                into[target].append((attacker, where))
        for item, own in found.own.items():
            found.stands[item], found.out[item], found.conflict[item], found.undetermined[item] = 0, own.false, 0, 0
        everything = self.situations.all
        settled = {item: own.false for item, own in found.own.items()}
        while True:
            changed = False
            for item, own in found.own.items():
                left = everything & ~settled[item]
                if not left:
                    continue
                beaten, waiting, conflict, undetermined = 0, 0, own.conflict, own.undetermined
                for attacker, where in into[item]:
                    live = ~where.false & ~found.out[attacker]
                    beaten |= found.stands[attacker] & where.true
                    waiting |= live & ~settled[attacker]
                    conflict |= live & settled[attacker] & (found.conflict[attacker] | where.conflict)
                    undetermined |= live & settled[attacker] & (found.undetermined[attacker] | where.undetermined)
                beaten &= left
                ready = left & ~beaten & ~waiting
                if beaten | ready:
                    changed = True
                    found.out[item] |= beaten
                    found.stands[item] |= ready & ~(conflict | undetermined)
                    found.conflict[item] |= ready & conflict
                    found.undetermined[item] |= ready & undetermined
                    settled[item] |= beaten | ready
            if not changed:
                break
        for item in found.own:
            found.conflict[item] |= everything & ~settled[item]

    # ---- the answer ------------------------------------------------------------------------------------------------------------------

    def ask(self, question: str, args: Args) -> Spread:
        if (False, question, args) in self.supposed:
            return self.situations.always(self.supposed[(False, question, args)])
        asked = self.program.questions[question]
        for param, arg in zip(asked.params, args, strict=True):
            kind = param.type
            if isinstance(kind, Numeric) and not within(kind, arg):
                return Spread({}, 0, self.situations.all)
            if arg is None and not getattr(kind, "or_none", False):
                return Spread({}, 0, self.situations.all)
        return self.outcome(question, args).answer

    def outcome(self, question: str, args: Args, without: int | None = None, last: int | None = None) -> Outcome:
        """The answer; `without` a rule, as if it were not in the book; of a value as it is after the stage `last`."""
        from decision.answers import Answers

        key = (question, args, without, last)
        if key not in self._outcomes:
            self._outcomes[key] = Answers(self, question, args, without, last).outcome()
        return self._outcomes[key]
