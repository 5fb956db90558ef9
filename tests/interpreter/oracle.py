"""The meaning of a small rulebook by brute force: every completion, every choice, nothing clever.

Written from the page `site/pages/language/meaning.md` and without looking at the interpreter, so that the two can be held against each other. It covers
what `generated_books` makes: facts and fields, predicates, verdicts and values with stages, stated overrides, settings aside, `otherwise`, the policy
of the book, cases not held, readings, unknown facts. It is exponential in everything and meant to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

from rulewright.semantics import program as p
from rulewright.semantics import terms as t
from rulewright.semantics.types import Enumerated, Numeric, YesNo
from rulewright.words import Comparison, StageVerb, Verb

Args = tuple[Any, ...]
FactKey = tuple[str, Args]
Item = tuple[int, str]  # a part of a rule, or a setting-aside
Outcome = tuple[str, Any]  # ("answered", value) | ("conflict", None) | ("undetermined", None) | ("missing", None)

CONFLICT: Outcome = ("conflict", None)
UNDETERMINED: Outcome = ("undetermined", None)


@dataclass(frozen=True)
class Open:
    """Neither true nor false, nor any number: why."""

    reasons: frozenset[str]


def opened(*parts: Any) -> Open:
    return Open(frozenset().union(*(part.reasons for part in parts if isinstance(part, Open))))


@dataclass
class World:
    """One situation with everything known, and the switches."""

    program: p.Program
    things: Mapping[str, str]
    facts: Mapping[FactKey, Any]
    choices: Mapping[str, str]
    scenario: str | None = None
    known: dict[tuple[str, Args], Outcome] = field(default_factory=dict)

    # ---- terms ---------------------------------------------------------------------------------------------------------------------

    def term(self, term: t.Term, env: Args) -> Any:
        match term:
            case t.Const(value=value):
                return value
            case t.Var(slot=slot):
                return env[slot]
            case t.FactOf(fact=name, args=args):
                return self.facts[(name, tuple(self.term(a, env) for a in args))]
            case t.Ask(question=name, args=args):
                return self._as_value(self.ask(name, tuple(self.term(a, env) for a in args)))
            case t.AskVerdict(permission=permission, question=name, args=args):
                said = self._as_value(self.ask(name, tuple(self.term(a, env) for a in args)))
                if isinstance(said, Open):
                    return said
                return {"may": said in ("permitted", "required"), "may not": said == "forbidden", "must": said == "required"}[
                    permission.value
                ]
            case t.Not(of=of):
                got = self.term(of, env)
                return got if isinstance(got, Open) else not got
            case t.And(parts=parts):
                return self._junction([self.term(x, env) for x in parts], False)
            case t.Or(parts=parts):
                return self._junction([self.term(x, env) for x in parts], True)
            case t.Some(domain=domain):
                return self._junction([self.term(domain.with_, e) if domain.with_ else True for e in self._members(domain, env)], True)
            case t.Every(domain=domain, body=body):
                return self._junction([self.term(body, e) for e in self._members(domain, env)], False)
            case t.Compare(op=op, left=left, right=right):
                return self._compare(op, self.term(left, env), self.term(right, env))
            case t.InSet(of=of, members=members, negated=negated):
                got = self.term(of, env)
                if isinstance(got, Open):
                    return got
                inside = any(
                    got == self.term(low, env) if high is None else self.term(low, env) <= got <= self.term(high, env)
                    for low, high in members
                )
                return inside is not negated
            case t.Arithmetic(operator=operator, left=left, right=right):
                a, b = self.term(left, env), self.term(right, env)
                if isinstance(a, Open) or isinstance(b, Open):
                    return opened(a, b)
                if operator == "/":
                    return Open(frozenset({"undetermined"})) if b == 0 else Fraction(a) / Fraction(b)
                return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b}[operator]()
        raise NotImplementedError(term)

    def _as_value(self, outcome: Outcome) -> Any:
        status, value = outcome
        return value if status == "answered" else Open(frozenset({status}))

    def _junction(self, parts: list[Any], winning: bool) -> Any:
        if any(part is winning for part in parts):
            return winning
        waiting = [part for part in parts if isinstance(part, Open)]
        return opened(*waiting) if waiting else not winning

    def _members(self, domain: t.Domain, env: Args) -> Iterator[Args]:
        assert isinstance(domain.over, t.Things)
        for name, record in self.things.items():
            if record == domain.over.record:
                assert domain.slot == len(env)
                yield (*env, name)

    def _compare(self, op: Comparison, a: Any, b: Any) -> Any:
        if isinstance(a, Open) or isinstance(b, Open):
            return opened(a, b)
        return {
            Comparison.IS: lambda: a == b,
            Comparison.IS_NOT: lambda: a != b,
            Comparison.AT_LEAST: lambda: a >= b,
            Comparison.AT_MOST: lambda: a <= b,
            Comparison.MORE: lambda: a > b,
            Comparison.LESS: lambda: a < b,
        }[op]()

    # ---- which rules stand ---------------------------------------------------------------------------------------------------------

    def in_scope(self, scope: p.Scope) -> bool:
        if scope.option is not None or (scope.scenario is not None and scope.scenario != self.scenario):
            return False
        return scope.reading is None or self.choices.get(scope.reading) == scope.choice

    def rules(self, question: str, args: Args) -> list[p.Rule]:
        return [
            rule
            for rule in self.program.rules
            if rule.question == question
            and self.in_scope(rule.scope)
            and all(isinstance(head, p.Free) or head == arg for head, arg in zip(rule.heads, args, strict=True))
        ]

    def condition(self, rule: p.Rule, args: Args) -> Any:
        return self._junction([self.term(part.term, args) for part in rule.parts], False)

    def clash(self, a: p.Rule, b: p.Rule, args: Args) -> bool:
        """Whether two rules, both standing, would disagree."""
        if a.stage != b.stage:
            return False
        if a.verb is Verb.IS and b.verb is Verb.IS:
            assert a.effect is not None and b.effect is not None
            return bool(self.term(a.effect, args) != self.term(b.effect, args))
        opposite = [{"may", "may not"}, {"must", "may not"}, {"must", "need not"}, {"yes", "not"}]
        return {a.verb.value, b.verb.value} in opposite

    def attacks(self, question: str, args: Args, rules: list[p.Rule]) -> list[tuple[Item, Item]]:
        """(attacker, target): items are parts of rules, and settings-aside."""
        found: list[tuple[Item, Item]] = []
        by_uid = {rule.uid: rule for rule in rules}
        stated = set()
        for statement in self.program.overrides:
            if self.in_scope(statement.scope):
                for on in statement.on:
                    if on.question == question and (on.when is None or self.term(on.when, args) is True):
                        stated |= {(a, b) for a in on.by for b in on.targets if a in by_uid and b in by_uid and a != b}
        pairs = [(a, b) for a, b in stated if by_uid[a].stage == by_uid[b].stage and not self.clash(by_uid[a], by_uid[b], args)]
        for one, other in combinations(rules, 2):
            if self.clash(one, other, args) and one.otherwise == other.otherwise:
                pairs.extend(self.settled(one, other, stated))
        pairs += [(b.uid, a.uid) for a in rules for b in rules if a.otherwise and not b.otherwise and a.stage == b.stage]
        for one_uid, other_uid in pairs:
            if by_uid[one_uid].otherwise and not by_uid[other_uid].otherwise:
                continue  # an `otherwise` rule defeats only its like
            one, other = by_uid[one_uid], by_uid[other_uid]
            if Verb.NEED_NOT in (one.verb, other.verb):
                found.append(((one_uid, "requirement"), (other_uid, "requirement")))
            else:  # a rule that stands, if only as a permission, takes out the whole of another
                main = min(touched(one))
                found += [((one_uid, main), (other_uid, part)) for part in touched(other)]
        for aside in self._asides():
            for on in aside.on:
                if on.question == question and (on.when is None or self.term(on.when, args) is True):
                    found += [(self.name(aside), (uid, part)) for uid in on.targets if uid in by_uid for part in touched(by_uid[uid])]
                    found += [(self.name(aside), (-1 - setter, "")) for setter in aside.setters]
        return found

    def name(self, aside: p.SetAside) -> Item:
        """Settings-aside are numbered apart from rules: here below 0."""
        return (-1 - aside.uid, "")

    def _asides(self) -> list[p.SetAside]:
        return [aside for aside in self.program.set_asides if self.in_scope(aside.scope)]

    def settled(self, a: p.Rule, b: p.Rule, stated: set[tuple[int, int]]) -> list[tuple[int, int]]:
        """The first line of the policy that speaks about the pair decides it."""
        texts = [line.over for line in self.program.policy]
        lines = self.program.policy if None in texts else (p.PolicyLine(None, None, "stated"), *self.program.policy)
        for line in lines:
            if line.over is None:
                pairs = [pair for pair in ((a.uid, b.uid), (b.uid, a.uid)) if pair in stated]
                if pairs:
                    return pairs
                continue
            if self.side(line.over, a, b) and self.side(line.under or "", b, a):
                return [(a.uid, b.uid)]
            if self.side(line.over, b, a) and self.side(line.under or "", a, b):
                return [(b.uid, a.uid)]
        return []

    def side(self, words: str, rule: p.Rule, other: p.Rule) -> bool:
        order = self.program.sources
        match words:
            case "never":
                return rule.verb is Verb.MAY_NOT and rule.force == "never"
            case "always":
                return rule.verb is Verb.MAY and rule.force == "always"
            case "may":
                return rule.verb is Verb.MAY and rule.force is None
            case "may not":
                return rule.verb is Verb.MAY_NOT and rule.force is None
            case "later source" | "earlier source":
                if not set(rule.about) & set(other.about) or rule.source not in order or other.source not in order:
                    return False
                later = order.index(rule.source) - order.index(other.source)
                return later > 0 if words == "later source" else later < 0
            case "scenario rule":
                return rule.scope.scenario is not None
            case "general rule":
                return rule.scope.scenario is None
        raise NotImplementedError(words)

    def standing(self, question: str, args: Args) -> dict[Item, Any]:
        """True, False or Open for each part of each rule of an instance: what can be settled is settled until nothing changes."""
        rules = self.rules(question, args)
        attacks = self.attacks(question, args, rules)
        own: dict[Item, Any] = {(rule.uid, part): self.condition(rule, args) for rule in rules for part in touched(rule)}
        own |= {self.name(aside): True for aside in self._asides()}
        settled: dict[Item, Any] = {}
        while True:
            before = len(settled)
            for item, condition in own.items():
                if item in settled:
                    continue
                attackers = [a for a, b in attacks if b == item]
                if condition is False or any(settled.get(a) is True for a in attackers):
                    settled[item] = False
                elif all(a in settled for a in attackers):
                    waiting = [settled[a] for a in attackers if isinstance(settled[a], Open)]
                    settled[item] = opened(condition, *waiting) if waiting or isinstance(condition, Open) else True
            if len(settled) == before:
                break
        cycle = {item: Open(frozenset({"conflict"})) for item in own if item not in settled}
        return settled | cycle

    # ---- the answer ----------------------------------------------------------------------------------------------------------------

    def ask(self, question: str, args: Args) -> Outcome:
        key = (question, args)
        if key not in self.known:
            self.known[key] = self._ask(question, args)
        return self.known[key]

    def _ask(self, question: str, args: Args) -> Outcome:
        rules = self.rules(question, args)
        states = self.standing(question, args)
        items = [(rule, part) for rule in rules for part in sorted(touched(rule))]
        sure = [item for item in items if states[(item[0].uid, item[1])] is True]
        unsure = [item for item in items if isinstance(states[(item[0].uid, item[1])], Open)]
        outcomes = {self.outcome(question, args, [*sure, *some]) for some in subsets(unsure) if whole([*sure, *some])}
        if len(outcomes) == 1:
            return outcomes.pop()
        reasons = opened(*(states[(rule.uid, part)] for rule, part in unsure)).reasons
        return CONFLICT if "conflict" in reasons else UNDETERMINED

    def outcome(self, question: str, args: Args, standing: list[tuple[p.Rule, str]]) -> Outcome:
        asked = self.program.questions[question]
        rules = list({rule.uid: rule for rule, _ in standing}.values())
        match asked.kind:
            case p.QuestionKind.PREDICATE:
                said = {rule.verb for rule in rules}
                if len(said) == 2:
                    return CONFLICT
                if not said:
                    return UNDETERMINED if self.bears(question, args, rules) or asked.not_held else ("answered", False)
                return ("answered", said == {Verb.YES})
            case p.QuestionKind.VERDICT:
                return self.verdict(asked, args, standing)
            case p.QuestionKind.VALUE:
                return self.value(asked, args, rules)
        raise NotImplementedError(asked.kind)

    def bears(self, question: str, args: Args, standing: list[p.Rule]) -> bool:
        """Whether a case that is not held bears on the question and nothing takes it away."""
        for absent in self.program.not_held:
            if absent.question != question or not self.in_scope(absent.scope):
                continue
            if absent.when is not None and self.term(absent.when, args) is False:
                continue
            if not self._taken(absent, question, args, standing):
                return True
        return False

    def _taken(self, absent: p.NotHeld, question: str, args: Args, standing: list[p.Rule]) -> bool:
        uids = {rule.uid for rule in standing}
        for statement in self.program.overrides:
            for on in statement.on if self.in_scope(statement.scope) else ():
                applies = on.question == question and absent.uid in on.not_held and uids & set(on.by)
                if applies and (on.when is None or self.term(on.when, args) is True):
                    return True
        states = self.standing(question, args)
        return any(
            on.question == question
            and absent.uid in on.not_held
            and states.get(self.name(aside)) is True
            and (on.when is None or self.term(on.when, args) is True)
            for aside in self._asides()
            for on in aside.on
        )

    def verdict(self, asked: p.Question, args: Args, standing: list[tuple[p.Rule, str]]) -> Outcome:
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
        if self.bears(asked.name, args, [rule for rule, _ in standing]):
            return UNDETERMINED
        return UNDETERMINED if asked.otherwise is None else ("answered", asked.otherwise)

    def value(self, asked: p.Question, args: Args, standing: list[p.Rule]) -> Outcome:
        running: Any = None
        missing_base = False
        for index, stage in enumerate(asked.stages):
            here = [rule for rule in standing if rule.stage == index]
            results = [self.term(rule.effect, args) for rule in here if rule.effect is not None]
            if index == 0:
                if here:
                    running = results[0] if stage.verb is StageVerb.ONE else sum(self.signed(rule, args) for rule in here)
                elif asked.otherwise is not None and not self.bears(asked.name, args, standing):
                    running = self.term(asked.otherwise, args)  # type: ignore[arg-type]
                else:
                    missing_base = True
            elif here and running is not None:
                running = self._step(stage.verb, running, results, here, args)
            if stage.verb is StageVerb.ONE and len(set(results)) > 1:
                return CONFLICT
        if missing_base:
            return UNDETERMINED
        kind = asked.type
        if isinstance(kind, Numeric):
            whole = kind.step is None or Fraction(running) % Fraction(kind.step) == 0
            if not whole or (kind.low is not None and running < kind.low) or (kind.high is not None and running > kind.high):
                return CONFLICT
        return ("answered", Fraction(running) if isinstance(kind, Numeric) else running)

    def signed(self, rule: p.Rule, args: Args) -> Any:
        assert rule.effect is not None
        amount = self.term(rule.effect, args)
        return -amount if rule.verb is Verb.TAKE else amount

    def _step(self, verb: StageVerb, running: Any, results: list[Any], here: list[p.Rule], args: Args) -> Any:
        match verb:
            case StageVerb.SUM:
                return running + sum(self.signed(rule, args) for rule in here)
            case StageVerb.PRODUCT:
                for factor in results:
                    running = running * factor
                return running
            case StageVerb.GREATEST:
                return running * max(results)
            case StageVerb.LEAST:
                return running * min(results)
            case StageVerb.AT_MOST:
                return min(running, *results)
            case StageVerb.AT_LEAST:
                return max(running, *results)
        raise NotImplementedError(verb)


def touched(rule: p.Rule) -> frozenset[str]:
    """The parts of the answer that a rule speaks about: `need not` only of the requirement, every other verdict of both."""
    if rule.verb in (Verb.MAY, Verb.MAY_NOT, Verb.MUST):
        return frozenset({"permission", "requirement"})
    return frozenset({"requirement" if rule.verb is Verb.NEED_NOT else ""})


def whole(standing: list[tuple[p.Rule, str]]) -> bool:
    """Whether no requirement stands without its rule."""
    parts = {(rule.uid, part) for rule, part in standing}
    return all(part != "requirement" or rule.verb is Verb.NEED_NOT or (rule.uid, "permission") in parts for rule, part in standing)


def subsets(items: list[tuple[p.Rule, str]]) -> Iterator[tuple[tuple[p.Rule, str], ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


# ---- switches, unknown facts -----------------------------------------------------------------------------------------------------------


def instances(program: p.Program, things: Mapping[str, str]) -> list[FactKey]:
    """Every fact of every thing."""
    found = []
    for fact in program.facts.values():
        pools = [[name for name, record in things.items() if record == param.type.record] for param in fact.params]  # type: ignore[union-attr]
        found.extend((fact.name, args) for args in product(*pools))
    return found


def domain(program: p.Program, fact: str) -> list[Any]:
    kind = program.facts[fact].type
    if isinstance(kind, YesNo):
        return [True, False]
    if isinstance(kind, Enumerated):
        return list(program.enums[kind.name].values)
    assert isinstance(kind, Numeric) and kind.low is not None and kind.high is not None
    return list(range(kind.low, kind.high + 1))


def certain(
    program: p.Program,
    question: str,
    args: Args,
    things: Mapping[str, str],
    facts: Mapping[FactKey, Any],
    chosen: Mapping[str, str],
    scenario: str | None = None,
) -> Outcome:
    """The outcome with everything known; open readings in every way."""
    still = [reading for reading in program.readings.values() if reading.name not in chosen]
    outcomes = set()
    for picks in product(*([choice.name for choice in reading.choices] for reading in still)):
        choices = {**chosen, **{reading.name: pick for reading, pick in zip(still, picks, strict=True)}}
        outcomes.add(World(program, things, facts, choices, scenario).ask(question, args))
    return outcomes.pop() if len(outcomes) == 1 else UNDETERMINED


def answer(
    program: p.Program,
    question: str,
    args: Args,
    things: Mapping[str, str],
    given: Mapping[FactKey, Any],
    chosen: Mapping[str, str],
    scenario: str | None = None,
) -> tuple[Outcome, frozenset[FactKey]]:
    """The outcome with some facts unknown, and the facts that matter (none unless something is missing)."""
    unknown = [key for key in instances(program, things) if key not in given]
    table: dict[tuple[Any, ...], Outcome] = {}
    for values in product(*(domain(program, name) for name, _ in unknown)):
        facts = {**given, **dict(zip(unknown, values, strict=True))}
        table[values] = certain(program, question, args, things, facts, chosen, scenario)
    if len(set(table.values())) == 1:
        return next(iter(table.values())), frozenset()
    mattering = set()
    for place, key in enumerate(unknown):
        groups: dict[tuple[Any, ...], set[Outcome]] = {}
        for values, outcome in table.items():
            groups.setdefault((*values[:place], *values[place + 1 :]), set()).add(outcome)
        if any(len(group) > 1 for group in groups.values()):
            mattering.add(key)
    return ("missing", None), frozenset(mattering)
