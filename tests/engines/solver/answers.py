"""From the rules that stand to the answer, in all situations at once: where rules are open, in every way in which they can stand together.

What is possible is kept as `state -> situations`: a situation is under every state that some choice of what is open leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from engines.solver.plain import in_range, rounded
from engines.solver.precedence import Item
from engines.solver.situations import Bits, Spread
from rulewright.base.keywords import StageVerb, Verb
from rulewright.semantics import model as p
from rulewright.semantics.model import TableVerb
from rulewright.semantics.types import Numeric

if TYPE_CHECKING:
    from engines.solver.everywhere import Args
    from engines.solver.precedence import Ways
    from engines.solver.truth import Outcome, Truth

States = dict[Any, Bits]
CONFLICT = ("conflict",)
UNDETERMINED = ("undetermined",)
OUTSIDE = "outside"
"""The first word of a state that is a conflict with the declared range; the second is the value."""


def grown(pairs: Iterator[tuple[Any, Bits]]) -> States:
    found: States = {}
    for state, bits in pairs:
        if bits:
            found[state] = found.get(state, 0) | bits
    return found


def grown_together(states: States) -> Bits:
    """The situations of any of these."""
    found = 0
    for bits in states.values():
        found |= bits
    return found


def counted(states: States) -> tuple[Bits, Bits]:
    """The situations of at least one, and of at least two."""
    once = twice = 0
    for bits in states.values():
        twice |= once & bits
        once |= bits
    return once, twice


class Answers:
    """The answer to one instance of a question."""

    def __init__(self, truth: Truth, question: str, args: Args, without: int | None, last: int | None = None) -> None:
        self.last = last
        self.truth = truth
        self.asked = truth.program.questions[question]
        self.args = args
        self.rules = truth.rules(question, args, without)
        self.question, self.without = question, without
        self.all = truth.situations.all
        self.silent: Bits = 0  # where nothing stands, or only `need not`, and no `otherwise` answers
        self.other: Bits = 0  # where the answer is undetermined for another reason
        self.zero: Bits = 0  # where a divisor is zero
        self.reasons: Bits = 0  # where something is open because of a conflict
        self.possible: States = {}

    def outcome(self) -> Outcome:
        from engines.solver.truth import Outcome

        match self.asked.kind:
            case p.QuestionKind.VERDICT:
                self.verdict()
            case p.QuestionKind.PREDICATE:
                self.predicate()
            case _:
                self.value()
        beyond = [state for state in self.possible if state[0] == OUTSIDE]
        outside = grown_together({state: self.possible.pop(state) for state in beyond})
        only = outside & ~grown_together(self.possible)  # whichever of several values it is, if all are outside
        self.say(CONFLICT, outside)
        once, twice = counted(self.possible)
        assert once == self.all
        values = {state[1]: bits & ~twice for state, bits in self.possible.items() if state[0] == "answered" and bits & ~twice}
        conflict = (self.possible.get(CONFLICT, 0) & ~twice) | (twice & self.reasons)
        answer = Spread(values, conflict, self.all & ~conflict & ~sum(values.values()))
        gap = (self.silent & ~twice & ~self.other) | (self.zero & answer.undetermined)
        return Outcome(answer, gap, only)

    def say(self, outcome: Any, where: Bits) -> None:
        if where:
            self.possible[outcome] = self.possible.get(outcome, 0) | where

    def bears(self) -> Bits:
        """Where a case that is not held opens silence: wherever its condition is not false."""
        found = self.all if self.asked.not_held else 0
        for absent in self.truth.program.not_held:
            if absent.question == self.asked.name:
                assert not any(absent.uid in on.not_held for one in self.truth.program.overrides for on in one.on)
                assert not any(absent.uid in on.not_held for one in self.truth.program.set_asides for on in one.on)
                heads = zip(absent.heads, self.args, strict=True)
                if all(isinstance(head, p.Free) or head == arg for head, arg in heads):
                    found |= self.all & ~self.truth.when(absent.scope, absent.when, self.args).false
        return found

    def silence(self, where: Bits, default: Spread | None) -> States:
        """Nothing speaks there: the values of the default (None: there is none), unless text is missing."""
        text = self.bears()
        for rule in self.rules:  # a table that would speak, with nothing at its keys
            if rule.verb is TableVerb.LOOK_UP:
                text |= self.truth.effect(rule, self.args).open
        self.other |= where & text
        self.say(UNDETERMINED, where & text)
        left = where & ~text
        if default is None:
            self.say(UNDETERMINED, left)
            self.silent |= left
            return {}
        self.say(CONFLICT, left & default.conflict)
        unsettled = left & default.undetermined & ~default.conflict
        self.say(UNDETERMINED, unsettled)
        self.silent |= unsettled
        self.zero |= left & default.zero
        return grown((value, left & bits) for value, bits in default.values.items())

    def default(self, where: Bits, default: Spread | None) -> None:
        """The same, where the default is the answer."""
        for value, bits in self.silence(where, default).items():
            self.say(("answered", value), bits)

    def ways(self, stage: int, value: Any = None) -> Ways:
        """The ways in which the rules of a stage can stand together; notes why there are several."""
        standing = self.truth.standing(self.question, self.args, self.without, stage)
        speaking = [item for item in standing.own if not self.says_nothing(item)]
        self.reasons |= grown_together({item: standing.conflict[item] for item in speaking})
        self.zero |= grown_together({item: standing.zero[item] for item in speaking})
        return self.truth.ways(self.question, self.args, self.without, stage, value)

    def says_nothing(self, item: Item) -> bool:
        """Whether it is the requirement of a `may` or `may not`, which a `need not` may go before without making any difference."""
        kind, uid, part = item
        return (
            kind == "rule"
            and part == "requirement"
            and any(rule.uid == uid and rule.verb in (Verb.MAY, Verb.MAY_NOT) for rule in self.rules)
        )

    def at(self, stage: int) -> list[p.Rule]:
        return [rule for rule in self.rules if rule.stage == stage]

    # ---- verdicts, predicates --------------------------------------------------------------------------------------------------------

    def said(self, work: Callable[[p.Rule, str], frozenset[Any]]) -> States:
        """What the parts of the rules that stand say together."""
        found: States = {}
        for where, stands in self.ways(0):
            states: States = {frozenset(): where}
            for (_, uid, part), here in stands.items():
                word = work(next(rule for rule in self.rules if rule.uid == uid), part)
                choices = [(frozenset(), self.all & ~here), (word, here)]
                states = grown((state | said, bits & inside) for state, bits in states.items() for said, inside in choices)
            found = grown((state, bits) for some in (found, states) for state, bits in some.items())
        return found

    def verdict(self) -> None:
        words: dict[tuple[Verb | TableVerb, str], str] = {
            (Verb.MAY, "permission"): "yes", (Verb.MUST, "permission"): "yes", (Verb.MAY_NOT, "permission"): "no",
            (Verb.MUST, "requirement"): "must", (Verb.NEED_NOT, "requirement"): "need not",
        }  # fmt: skip
        states = self.said(lambda rule, part: frozenset({words[rule.verb, part]}) if (rule.verb, part) in words else frozenset())
        for state, bits in states.items():
            if {"yes", "no"} <= state or {"must", "need not"} <= state:
                self.say(CONFLICT, bits)
            elif "no" in state:
                self.say(("answered", "forbidden"), bits)
            elif "yes" in state:
                self.say(("answered", "required" if "must" in state else "permitted"), bits)
            else:
                self.default(bits, None if self.asked.otherwise is None else self.truth.situations.always(self.asked.otherwise))

    def predicate(self) -> None:
        states = self.said(lambda rule, part: frozenset({rule.verb}))
        for state, bits in states.items():
            if len(state) == 2:
                self.say(CONFLICT, bits)
            elif state:
                self.say(("answered", Verb.YES in state), bits)
            else:
                self.default(bits, self.truth.situations.always(False) if self.asked.otherwise is None else None)

    # ---- values ----------------------------------------------------------------------------------------------------------------------

    def value(self) -> None:
        """Stage by stage; the running values are those that are possible."""
        running: States = {}
        for index, stage in enumerate(self.asked.stages):
            if self.last is not None and index > self.last:
                break
            if index == 0:
                running = self.start(stage.verb)
            else:
                parts = [self.later(index, before, where) for before, where in running.items()]
                running = grown((state, bits) for part in parts for state, bits in part.items())
        kind = self.asked.type
        for value, bits in running.items():
            kept = self.last is not None or not isinstance(kind, Numeric) or in_range(kind, value)
            self.say(("answered" if kept else OUTSIDE, value), bits)

    def start(self, verb: StageVerb) -> States:
        ways = self.ways(0)
        if verb is StageVerb.SUM:
            states = self.fold(None, self.all, 0, ways, self.added)
        else:
            states = self.fold(frozenset(), self.all, 0, ways, lambda rule, state, value: state | {value})
        running: States = {}
        for (said, opened), bits in states.items():
            if verb is not StageVerb.SUM and len(said) > 1:
                self.say(CONFLICT, bits)
            elif opened:
                self.opened(opened, bits)
            elif said is None or said == frozenset():
                otherwise = self.asked.otherwise
                default = self.silence(bits, None if otherwise is None else self.truth.term(otherwise, self.args))  # type: ignore[arg-type]
                running = grown((value, part) for states in (running, default) for value, part in states.items())
            else:
                value = total(said) if verb is StageVerb.SUM else next(iter(said))
                running[value] = running.get(value, 0) | bits
        return running

    def opened(self, reasons: frozenset[str], where: Bits) -> None:
        if "conflict" in reasons:
            self.reasons |= where
            self.say(CONFLICT, where)
        else:
            self.other |= where & ~self.zero
            self.say(UNDETERMINED, where)

    def fold(self, start: Any, inside: Bits, stage: int, ways: Ways, work: Callable[[p.Rule, Any, Any], Any]) -> States:
        """What the rules that stand make of the start. A state is (what was made of the effects, the reasons of open effects)."""
        found: States = {}
        for where, stands in ways:
            states: States = {(start, frozenset()): where & inside}
            for rule in self.at(stage):
                here = stands.get(("rule", rule.uid, ""), 0)
                told = rule.effect is not None or rule.table is not None
                effect = self.truth.effect(rule, self.args) if told else Spread({(rule.rounding, rule.step or 1): self.all})
                self.zero |= here & where & inside & effect.zero
                states = grown(self.step(states, rule, here, effect, work))
            found = grown((state, bits) for some in (found, states) for state, bits in some.items())
        return found

    def step(
        self, states: States, rule: p.Rule, stands: Bits, effect: Spread, work: Callable[[p.Rule, Any, Any], Any]
    ) -> Iterator[tuple[Any, Bits]]:
        for (state, reasons), bits in states.items():
            yield (state, reasons), bits & ~stands
            for value, where in effect.values.items():
                if bits & stands & where:
                    yield (work(rule, state, value), reasons), bits & stands & where
            for reason, where in (
                (("conflict",), effect.conflict & ~effect.undetermined),
                (("undetermined",), effect.undetermined & ~effect.conflict),
                (("conflict", "undetermined"), effect.conflict & effect.undetermined),
            ):
                yield (state, reasons | frozenset(reason)), bits & stands & where

    @staticmethod
    def added(rule: p.Rule, state: Any, value: Any) -> Any:
        """The state is what is added of each kind: of a kind the most and the least, of none the sum."""
        amount = -value if rule.verb is Verb.TAKE else value
        kinds = dict(state or ())
        low, high = kinds.get(rule.of_kind, (0, 0))
        kinds[rule.of_kind] = (low + amount, 0) if rule.of_kind is None else (min(low, amount), max(high, amount))
        return frozenset(kinds.items())

    def later(self, stage: int, before: Any, where: Bits) -> States:
        """A later stage, where the value so far is `before`."""
        verb = self.asked.stages[stage].verb
        start: Any = {StageVerb.SUM: frozenset(), StageVerb.PRODUCT: before, StageVerb.ROUNDED: frozenset()}.get(verb)
        ways = self.ways(stage, before if verb is StageVerb.ROUNDED else None)
        states = self.fold(start, where, stage, ways, lambda rule, state, value: self.taken(verb, rule, before, state, value))
        running: States = {}
        for (made, opened), bits in states.items():
            if verb is StageVerb.ROUNDED and len(made) > 1:
                self.say(CONFLICT, bits)
            elif opened:
                self.opened(opened, bits)
            else:
                after = self.finished(verb, before, made)
                running[after] = running.get(after, 0) | bits
        return running

    def taken(self, verb: StageVerb, rule: p.Rule, before: Any, state: Any, value: Any) -> Any:
        match verb:
            case StageVerb.SUM:
                return self.added(rule, state, value)
            case StageVerb.PRODUCT:
                return state * value
            case StageVerb.GREATEST | StageVerb.AT_LEAST:
                return value if state is None else max(state, value)
            case StageVerb.LEAST | StageVerb.AT_MOST:
                return value if state is None else min(state, value)
            case StageVerb.ROUNDED:
                return state | {rounded(value[0], before, value[1])}
            case StageVerb.ONE:
                raise AssertionError("the base of a value has no running value yet")

    @staticmethod
    def finished(verb: StageVerb, before: Any, made: Any) -> Any:
        match verb:
            case StageVerb.SUM:
                return before + total(made) if made else before
            case StageVerb.PRODUCT:
                return made
            case StageVerb.ROUNDED:
                return next(iter(made)) if made else before
            case StageVerb.AT_MOST:
                return before if made is None else min(before, made)
            case StageVerb.AT_LEAST:
                return before if made is None else max(before, made)
            case StageVerb.GREATEST | StageVerb.LEAST:
                return before if made is None else before * made
            case StageVerb.ONE:
                raise AssertionError("the base of a value has no running value yet")


def total(added: frozenset[tuple[str | None, tuple[Any, Any]]]) -> Any:
    return sum(low + high for _, (low, high) in added)
