"""From the rules that stand to the answer, in all situations at once: where rules are open, with every choice of them standing or not.

What is possible is kept as `state -> situations`: a situation is under every state that some choice of its open rules leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from decision.plain import in_range, rounded
from decision.situations import Bits, Spread
from rulewright.semantics import program as p
from rulewright.semantics.program import TableVerb
from rulewright.semantics.types import Numeric
from rulewright.words import StageVerb, Verb

if TYPE_CHECKING:
    from decision.everywhere import Args
    from decision.truth import Outcome, Truth

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
        self.standing = truth.standing(question, args, without)
        self.all = truth.situations.all
        self.silent: Bits = 0
        self.reasons: Bits = 0  # where something is open because of a conflict
        self.possible: States = {}

    def outcome(self) -> Outcome:
        from decision.truth import Outcome

        match self.asked.kind:
            case p.QuestionKind.VERDICT:
                self.verdict()
            case p.QuestionKind.PREDICATE:
                self.predicate()
            case _:
                self.value()
        beyond = [state for state in self.possible if state[0] == OUTSIDE]
        once, twice = counted(self.possible)
        outside = grown_together({state: self.possible.pop(state) for state in beyond})
        only = outside & ~twice
        self.say(CONFLICT, outside)
        once, twice = counted(self.possible)
        assert once == self.all
        values = {state[1]: bits & ~twice for state, bits in self.possible.items() if state[0] == "answered" and bits & ~twice}
        conflict = (self.possible.get(CONFLICT, 0) & ~twice) | (twice & self.reasons)
        answer = Spread(values, conflict, self.all & ~conflict & ~sum(values.values()))
        return Outcome(answer, self.silent & ~twice, only)

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
        self.say(UNDETERMINED, where & text)
        left = where & ~text
        if default is None:
            self.say(UNDETERMINED, left)
            self.silent |= left
            return {}
        self.say(CONFLICT, left & default.conflict)
        self.say(UNDETERMINED, left & default.undetermined & ~default.conflict)
        return grown((value, left & bits) for value, bits in default.values.items())

    def default(self, where: Bits, default: Spread | None) -> None:
        """The same, where the default is the answer."""
        for value, bits in self.silence(where, default).items():
            self.say(("answered", value), bits)

    def item(self, rule: p.Rule, part: str) -> tuple[Bits, Bits, Bits]:
        """Where a part of a rule stands, where not, where it is open; notes the reasons."""
        item = ("rule", rule.uid, part)
        opened = self.standing.open(item)
        self.reasons |= self.standing.conflict[item]
        return self.standing.stands[item], self.standing.out[item], opened

    # ---- verdicts, predicates --------------------------------------------------------------------------------------------------------

    def verdict(self) -> None:
        states: States = {frozenset(): self.all}
        for rule in self.rules:
            if rule.verb is Verb.MUST:
                permission, requirement = self.item(rule, "permission"), self.item(rule, "requirement")
                choices = [
                    (frozenset(), (permission[1] | permission[2]) & (requirement[1] | requirement[2])),
                    (frozenset({"yes"}), (permission[0] | permission[2]) & (requirement[1] | requirement[2])),
                    (frozenset({"yes", "must"}), (permission[0] | permission[2]) & (requirement[0] | requirement[2])),
                ]
            else:
                part, word = {Verb.MAY: ("permission", "yes"), Verb.MAY_NOT: ("permission", "no")}.get(
                    rule.verb, ("requirement", "need not")
                )
                stands, out, opened = self.item(rule, part)
                choices = [(frozenset(), out | opened), (frozenset({word}), stands | opened)]
            states = grown((state | said, bits & where) for state, bits in states.items() for said, where in choices)
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
        states: States = {frozenset(): self.all}
        for rule in self.rules:
            stands, out, opened = self.item(rule, "")
            choices = [(frozenset(), out | opened), (frozenset({rule.verb}), stands | opened)]
            states = grown((state | said, bits & where) for state, bits in states.items() for said, where in choices)
        for state, bits in states.items():
            if len(state) == 2:
                self.say(CONFLICT, bits)
            elif state:
                self.say(("answered", Verb.YES in state), bits)
            else:
                self.default(bits, self.truth.situations.always(False))

    # ---- values ----------------------------------------------------------------------------------------------------------------------

    def value(self) -> None:
        """Stage by stage; the running values are those that are possible."""
        running: States = {}
        for index, stage in enumerate(self.asked.stages):
            if self.last is not None and index > self.last:
                break
            here = [rule for rule in self.rules if rule.stage == index]
            if index == 0:
                running = self.start(stage.verb, here)
            else:
                parts = [self.later(stage.verb, here, before, where) for before, where in running.items()]
                running = grown((state, bits) for part in parts for state, bits in part.items())
        kind = self.asked.type
        for value, bits in running.items():
            kept = self.last is not None or not isinstance(kind, Numeric) or in_range(kind, value)
            self.say(("answered" if kept else OUTSIDE, value), bits)

    def start(self, verb: StageVerb, rules: list[p.Rule]) -> States:
        if verb is StageVerb.SUM:
            states = self.fold({(None, frozenset()): self.all}, rules, self.added)
        else:
            states = self.fold({(frozenset(), frozenset()): self.all}, rules, lambda rule, state, value: state | {value})
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
                value = said if verb is StageVerb.SUM else next(iter(said))
                running[value] = running.get(value, 0) | bits
        return running

    def opened(self, reasons: frozenset[str], where: Bits) -> None:
        if "conflict" in reasons:
            self.reasons |= where
            self.say(CONFLICT, where)
        else:
            self.say(UNDETERMINED, where)

    def fold(self, states: States, rules: list[p.Rule], work: Callable[[p.Rule, Any, Any], Any]) -> States:
        """Rule by rule: each standing or not, as it may. A state is (what was made of the effects, the reasons of open effects)."""
        for rule in rules:
            stands, out, opened = self.item(rule, "")
            effect = Spread({rule.rounding: self.all}) if rule.effect is None and rule.table is None else self.truth.effect(rule, self.args)
            states = grown(self.step(states, rule, stands | opened, out | opened, effect, work))
        return states

    def step(
        self, states: States, rule: p.Rule, stands: Bits, out: Bits, effect: Spread, work: Callable[[p.Rule, Any, Any], Any]
    ) -> Iterator[tuple[Any, Bits]]:
        for (state, reasons), bits in states.items():
            yield (state, reasons), bits & out
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
        return (0 if state is None else state) + (-value if rule.verb is Verb.TAKE else value)

    def later(self, verb: StageVerb, rules: list[p.Rule], before: Any, where: Bits) -> States:
        """A later stage, where the value so far is `before`."""
        start: Any = {StageVerb.SUM: before, StageVerb.PRODUCT: before, StageVerb.ROUNDED: frozenset()}.get(verb)
        states = self.fold({(start, frozenset()): where}, rules, lambda rule, state, value: self.taken(verb, rule, before, state, value))
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
                return state | {rounded(value, before)}
        raise NotImplementedError(verb)

    @staticmethod
    def finished(verb: StageVerb, before: Any, made: Any) -> Any:
        if verb in (StageVerb.SUM, StageVerb.PRODUCT):
            return made
        if verb is StageVerb.ROUNDED:
            return next(iter(made)) if made else before
        if made is None:
            return before
        match verb:
            case StageVerb.AT_MOST:
                return min(before, made)
            case StageVerb.AT_LEAST:
                return max(before, made)
        return before * made
