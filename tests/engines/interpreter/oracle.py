"""The meaning of a small rulebook by brute force: every completion, every choice, nothing clever.

Written from the pages on meaning and without looking at the interpreter, so that the two can be held against each other. It covers
what `generated_books` makes: every kind of condition and amount, predicates, verdicts, tables and values with stages, rules with many addresses, stated
overrides and chains of them, settings aside, `otherwise`, the policy of the book, options, scenarios, cases not held, readings, unknown facts. It is exponential in
everything and meant to be. `oracle_terms` has conditions and amounts, `oracle_tables` the cells of tables, `oracle_policy` rules and the policy,
`oracle_standing` which rules stand, `oracle_completions` unknown facts and readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from engines.interpreter.oracle_policy import Merged, Speaking, merged, speaking
from engines.interpreter.oracle_standing import Item, Precedence, settled, touched
from engines.interpreter.oracle_tables import find_cell
from engines.interpreter.oracle_terms import (
    CONFLICT,
    NO_VALUE,
    UNDETERMINED,
    Args,
    FactKey,
    Open,
    Outcome,
    Terms,
    both,
    either,
    negated,
    opened,
    round_whole,
)
from rulewright.base.enablement import Scope
from rulewright.base.keywords import StageVerb, Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.types import Numeric

OPPOSITE = [{Verb.MAY, Verb.MAY_NOT}, {Verb.MUST, Verb.MAY_NOT}, {Verb.MUST, Verb.NEED_NOT}, {Verb.YES, Verb.NO}]


@dataclass(frozen=True)
class Switches:
    """What is not a fact: which options are on, which scenario is played, how each reading is taken."""

    choices: Mapping[str, str]
    options: frozenset[str] = frozenset()
    scenario: str | None = None


NONE_ON = Switches({})


@dataclass
class World(Terms):
    """One situation with everything known, and the switches."""

    program: p.Program
    things: Mapping[str, str]
    facts: Mapping[FactKey, Any]
    switches: Switches
    beyond: Outcome = CONFLICT
    """What a result outside of its range counts as: a conflict, or undetermined."""
    ways: dict[Any, set[frozenset[Item]]] = field(default_factory=dict)
    """`ways` in which rules can stand together are shared by the situations in which the same is open of the same rules."""
    supposed: Mapping[tuple[str, Args], Any] = field(default_factory=dict)
    """Answers that are supposed, or given."""
    known: dict[tuple[str, Args], Outcome] = field(default_factory=dict)
    supposing: dict[Any, World] = field(default_factory=dict)

    def ask(self, question: str, args: Args) -> Outcome:
        key = (question, args)
        if key in self.supposed:
            return ("answered", self.supposed[key])
        if key not in self.known:
            self.known[key] = Instance(self, question, args).outcome()
        return self.known[key]

    def ask_up_to(self, question: str, args: Args, stages: int) -> Outcome:
        return Instance(self, question, args).outcome(stages)

    def suppose(self, is_fact: bool, key: FactKey, value: Any) -> World:
        if (is_fact, key, value) not in self.supposing:
            facts, supposed = ({**self.facts, key: value}, self.supposed) if is_fact else (self.facts, {**self.supposed, key: value})
            self.supposing[is_fact, key, value] = replace(self, facts=facts, supposed=supposed, known={}, supposing={})
        return self.supposing[is_fact, key, value]

    def bar(self, question: str, args: Args, by: str) -> Any:
        if (question, args) in self.supposed:
            return self.supposed[question, args] == "forbidden"
        instance = Instance(self, question, args)
        precedence = instance.precedence(0, None)
        label = settled(precedence.items(), precedence.arrows())
        named = {rule.uid for rule in self.program.rules if rule.question == question and rule.id == by and rule.verb is Verb.MAY_NOT}
        return either(*(label.get((rule.uid, "permission"), False) for rule in instance.rules if rule.addresses & named))

    def in_scope(self, scope: Scope) -> bool:
        if scope.option is not None and scope.option not in self.switches.options:
            return False
        if scope.scenario is not None and self.switches.scenario not in (scope.scenario, *scope.also_in):
            return False
        return scope.reading is None or self.switches.choices.get(scope.reading) == scope.choice

    def speaking(self, one: Merged, other: Merged) -> Speaking | None:
        """The line of the policy that speaks about two rules of one rank."""
        return None if one.otherwise != other.otherwise else speaking(self.program, one, other)

    def in_force(self, scope: Scope, when: t.Term | None, args: Args) -> Any:
        """Whether a statement holds of these arguments."""
        return both(self.in_scope(scope), True if when is None else self.term(when, args))


class Instance:
    """A question with its arguments filled in."""

    def __init__(self, world: World, question: str, args: Args) -> None:
        self.world = world
        self.program = world.program
        self.asked = world.program.questions[question]
        self.args = args
        self.reasons: frozenset[str] = frozenset()
        self.conditions: dict[int, Any] = {}
        self.rules: list[Merged] = []
        self.without_cell: list[Any] = []
        for rule in merged(world.program, question, self.is_there):
            condition = either(*(both(*(world.term(part.term, args) for part in one.parts)) for one in rule.there))
            if rule.verb is p.TableVerb.LOOK_UP and isinstance(effect := self.effect(rule), Open):
                self.without_cell.append(effect)
            elif condition is not False:
                self.rules.append(rule)
                self.conditions[rule.uid] = condition
        self.asides = self.asides_standing()

    def is_there(self, rule: p.Rule) -> bool:
        """Whether a rule, or one address of it, is about these arguments and in scope."""
        heads = zip(rule.heads, self.args, strict=True)
        return self.world.in_scope(rule.scope) and all(isinstance(head, p.Free) or head == arg for head, arg in heads)

    # ---- which rules stand ---------------------------------------------------------------------------------------------------------

    def effect(self, rule: Merged) -> Any:
        term = rule.first.effect
        if rule.first.table is not None:
            term = find_cell(self.program.tables[rule.first.table], self.args)
        return NO_VALUE if term is None else self.world.term(term, self.args)

    def clash(self, one: Merged, other: Merged, value: Any) -> Any:
        """Whether two rules of one stage, both standing, disagree; `value` is what roundings are given, or why it is open."""
        if {one.verb, other.verb} <= {Verb.IS, p.TableVerb.LOOK_UP}:
            effects = [self.effect(one), self.effect(other)]
            waiting = [effect for effect in effects if isinstance(effect, Open)]
            return opened(*waiting) if waiting else effects[0] != effects[1]
        if one.verb is Verb.ROUNDED and other.verb is Verb.ROUNDED:
            if (one.first.rounding, one.first.step) == (other.first.rounding, other.first.step):
                return False
            return value if isinstance(value, Open) else rounded(one, value) != rounded(other, value)
        return {one.verb, other.verb} in OPPOSITE

    def precedence(self, stage: int, value: Any) -> Precedence:
        """The rules of a stage with all that is said about them."""
        rules = [rule for rule in self.rules if rule.stage == stage]
        pairs = list(combinations(sorted(rules, key=lambda rule: rule.uid), 2))
        return Precedence(
            rules,
            {rule.uid: both(self.conditions[rule.uid], negated(self.set_aside(rule))) for rule in rules},
            self.stated(rules),
            {(a.uid, b.uid): self.clash(a, b, value) for a, b in pairs},
            {(a.uid, b.uid): line for a, b in pairs if (line := self.world.speaking(a, b)) is not None},
            self.asked.kind is p.QuestionKind.VALUE,
        )

    def stated(self, rules: list[Merged]) -> dict[tuple[int, int], Any]:
        """Whether a statement puts one rule before another; it may name any of the addresses of either."""
        found: dict[tuple[int, int], Any] = {}
        for statement in self.program.overrides:
            for on in statement.on:
                if on.question != self.asked.name:
                    continue
                when = self.world.in_force(statement.scope, on.when, self.args)
                for a, b in product(rules, repeat=2):
                    if a is not b and a.addresses & set(on.by) and b.addresses & set(on.targets):
                        found[a.uid, b.uid] = either(found.get((a.uid, b.uid), False), when)
        return found

    def set_aside(self, rule: Merged) -> Any:
        """Whether a setting-aside takes out a rule; where that is open, it is so for each rule by itself."""
        return either(
            *(
                both(self.asides[aside.uid], self.world.in_force(aside.scope, on.when, self.args))
                for aside in self.program.set_asides
                for on in aside.on
                if on.question == self.asked.name and rule.addresses & set(on.targets)
            )
        )

    def asides_standing(self) -> dict[int, Any]:
        """Whether each setting-aside stands: what is itself set aside sets nothing aside."""
        here = [aside for aside in self.program.set_asides if self.world.in_scope(aside.scope)]
        arrows = [
            ((aside.uid, ""), (setter, ""), self.world.in_force(aside.scope, on.when, self.args))
            for aside in here
            for on in aside.on
            if on.question == self.asked.name
            for setter in aside.setters
        ]
        stands = settled({(aside.uid, ""): True for aside in here}, arrows)
        return {aside.uid: stands.get((aside.uid, ""), False) for aside in self.program.set_asides}

    def standing(self, stage: int, value: Any = None) -> list[list[tuple[Merged, str]]]:
        """The parts of rules of a stage that can stand together; notes why that is open, if it is."""
        precedence = self.precedence(stage, value)
        self.reasons |= precedence.reasons()
        ways, key = self.world.ways, precedence.key
        if key not in ways:
            ways[key] = precedence.standing()
        return [[(rule, part) for rule in self.rules for part in touched(rule) if (rule.uid, part) in items] for items in ways[key]]

    # ---- the answer ----------------------------------------------------------------------------------------------------------------

    def outcome(self, stages: int | None = None) -> Outcome:
        """One and the same in all ways in which rules can stand, or else as open as they are; after so many stages, or all."""
        outcomes: set[Outcome] = set()
        count = max(1, len(self.asked.stages)) if stages is None else stages
        ways = []
        for stage in range(count):
            if self.is_rounding(stage):
                self.reasons |= self.precedence(stage, self.so_far(stage)).reasons()
            else:
                ways.append(self.standing(stage))
        for parts in product(*ways):
            outcomes |= set(self.answers([item for part in parts for item in part], count, whole=stages is None))
        if len(outcomes) == 1:
            return outcomes.pop()
        return CONFLICT if "conflict" in self.reasons else UNDETERMINED

    def is_rounding(self, stage: int) -> bool:
        return bool(self.asked.stages) and self.asked.stages[stage].verb is StageVerb.ROUNDED

    def so_far(self, stages: int) -> Any:
        """The value after so many stages, or why it is open."""
        status, value = Instance(self.world, self.asked.name, self.args).outcome(stages)
        return value if status == "answered" else Open(frozenset({status}))

    def answers(self, standing: list[tuple[Merged, str]], stages: int, *, whole: bool) -> Iterator[Outcome]:
        """The answers that these rules give: more than one only where there are several ways of rounding."""
        match self.asked.kind:
            case p.QuestionKind.PREDICATE:
                yield self.predicate(standing)
            case p.QuestionKind.VERDICT:
                yield self.verdict(standing)
            case _:
                yield from self.value([rule for rule, _ in standing], stages, whole=whole)

    def bears(self, standing: list[Merged]) -> bool:
        """Whether a case that is not held bears on the question and nothing takes it away."""
        for absent in self.program.not_held:
            if absent.question != self.asked.name or self.world.in_force(absent.scope, absent.when, self.args) is False:
                continue
            if not self._taken(absent, standing):
                return True
        return False

    def _taken(self, absent: p.NotHeld, standing: list[Merged]) -> bool:
        addresses = {uid for rule in standing for uid in rule.addresses}
        statements: list[tuple[p.Override | p.SetAside, p.OverrideOn | p.SetAsideOn]] = []
        statements += [(one, on) for one in self.program.overrides for on in one.on if addresses & set(on.by)]
        statements += [(one, on) for one in self.program.set_asides for on in one.on if self.asides[one.uid] is True]
        return any(
            on.question == self.asked.name and absent.uid in on.not_held and self.world.in_force(one.scope, on.when, self.args) is True
            for one, on in statements
        )

    def predicate(self, standing: list[tuple[Merged, str]]) -> Outcome:
        said = {rule.verb for rule, _ in standing}
        if len(said) == 2:
            return CONFLICT
        if said:
            return ("answered", said == {Verb.YES})
        return UNDETERMINED if self.asked.not_held or self.asked.otherwise == "undetermined" or self.bears([]) else ("answered", False)

    def verdict(self, standing: list[tuple[Merged, str]]) -> Outcome:
        permission = {rule.verb for rule, part in standing if part == "permission"}
        requirement = {rule.verb for rule, part in standing if part == "requirement"}
        allow, bar = bool(permission & {Verb.MAY, Verb.MUST}), Verb.MAY_NOT in permission
        oblige, excuse = Verb.MUST in requirement, Verb.NEED_NOT in requirement
        if (allow and bar) or (oblige and excuse):
            return CONFLICT
        if bar:
            return ("answered", "forbidden")
        if allow:
            return ("answered", "required" if oblige else "permitted")
        if self.asked.otherwise is None or self.bears([rule for rule, _ in standing]):
            return UNDETERMINED
        return ("answered", self.asked.otherwise)

    def value(self, standing: list[Merged], stages: int, *, whole: bool) -> Iterator[Outcome]:
        """Stage by stage; a stage gives a value or an outcome that ends it."""
        base = [rule for rule in standing if rule.stage == 0]
        running: list[Any] = [self.base(base, standing)]
        for stage in range(1, stages):
            here = [rule for rule in standing if rule.stage == stage]
            running = [after for value in running for after in self.after(stage, value, here)]
        for value in running:
            yield value if isinstance(value, tuple) else self.declared(value) if whole else ("answered", value)

    def base(self, here: list[Merged], standing: list[Merged]) -> Any:
        if here:
            return self.combined(StageVerb.SUM if self.asked.stages[0].verb is StageVerb.SUM else StageVerb.ONE, 0, here)
        if self.without_cell:
            return ended(opened(*self.without_cell))
        if self.asked.otherwise is None or self.bears(standing):
            return UNDETERMINED
        default = self.world.term(self.asked.otherwise, self.args)  # type: ignore[arg-type]
        return ended(default) if isinstance(default, Open) else default

    def after(self, stage: int, value: Any, here: list[Merged]) -> Iterator[Any]:
        """What a later stage makes of a value; roundings stand as this value has them clash."""
        if isinstance(value, tuple):
            yield value
        elif self.asked.stages[stage].verb is StageVerb.ROUNDED:
            for items in self.standing(stage, value):
                results = {rounded(rule, value) for rule, _ in items}
                yield CONFLICT if len(results) > 1 else next(iter(results), value)
        else:
            yield self.combined(self.asked.stages[stage].verb, value, here) if here else value

    def combined(self, verb: StageVerb, value: Any, here: list[Merged]) -> Any:
        """The value after the rules of a stage, or the outcome that ends it."""
        results = [self.effect(rule) for rule in here]
        waiting = [result for result in results if isinstance(result, Open)]
        if verb is StageVerb.ONE and len({result for result in results if not isinstance(result, Open)}) > 1:
            return CONFLICT
        if waiting:
            self.reasons |= opened(*waiting).reasons
            return ended(opened(*waiting))
        match verb:
            case StageVerb.ONE:
                return results[0]
            case StageVerb.SUM:
                added = [-got if rule.verb is Verb.TAKE else got for rule, got in zip(here, results, strict=True)]
                return value + counted([rule.first.of_kind for rule in here], added)
            case StageVerb.PRODUCT:
                for factor in results:
                    value = value * factor
                return value
            case StageVerb.GREATEST:
                return value * max(results)
            case StageVerb.LEAST:
                return value * min(results)
            case StageVerb.AT_MOST:
                return min(value, *results)
            case StageVerb.AT_LEAST:
                return max(value, *results)
            case StageVerb.ROUNDED:
                raise AssertionError("roundings depend on the value: `after` takes them")

    def declared(self, value: Any) -> Outcome:
        """The value, if it is one of its declaration."""
        kind = self.asked.type
        if not isinstance(kind, Numeric):
            return ("answered", value)
        whole = kind.step is None or Fraction(value) % Fraction(kind.step) == 0
        within = (kind.low is None or value >= kind.low) and (kind.high is None or value <= kind.high)
        return ("answered", Fraction(value)) if whole and within else self.world.beyond


def counted(kinds: Sequence[str | None], amounts: Sequence[Any]) -> Any:
    """What some amounts come to, of each kind only the most and the least."""
    total: Any = 0
    for kind in dict.fromkeys(kinds):
        alike = [amount for of_kind, amount in zip(kinds, amounts, strict=True) if of_kind == kind]
        total += sum(alike) if kind is None else max(0, *alike) + min(0, *alike)
    return total


def ended(waiting: Open) -> Outcome:
    return CONFLICT if "conflict" in waiting.reasons else UNDETERMINED


def rounded(rule: Merged, value: int | Fraction) -> int | Fraction:
    assert rule.first.rounding is not None
    step = rule.first.step or 1
    return step * round_whole(rule.first.rounding, Fraction(value) / step)
