"""Who goes before whom in one stage, over all situations: the precedences of the core, pair by pair, each with where it is in force."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rulewright.base.keywords import Rounding, Verb
from rulewright.core.model import CoreQuestion, Precedence, PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderPart
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.overlaps import overlapping
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import ALWAYS, NEVER, Leaf, Truth, Value
from rulewright.semantics.model import Override, TableVerb


@dataclass(slots=True)
class EncodedPrecedence:
    """Rule `by` goes before `target` (places in the stage) where `active`; `why` as in answers."""

    by: int
    target: int
    active: Truth
    kind: PrecedenceKind
    why: str
    statement: Override | None = None


class PrecedenceEncoder(EncoderPart):
    """Lays out who goes before whom for the questions of one encoder."""

    def laid(self, on: CoreQuestion, stage: int, rules: Sequence[EncodedRule], env: tuple[Value, ...], before: Value | None) -> Laid | None:
        """The precedences of a stage; None where there are none. `before` is the value that roundings are given."""
        return Laid(self, on, stage, rules, env, before) if len(rules) > 1 and on.precedence else None

    def looks_at_value(self, on: CoreQuestion, stage: int, rules: Sequence[EncodedRule]) -> bool:
        """Whether it depends on the value so far which rules of a stage go before which: ways of rounding that now and then clash."""
        if len({live.core.rounding for live in rules if live.core.rounding is not None}) < 2:
            return False
        return any(one.on_clash and on.rules[one.by[0]].stage == stage for one in on.precedence)

    def clash(self, one: EncodedRule, other: EncodedRule, before: Value | None) -> Truth:
        """Where the effects of two rules of one stage disagree; those of two roundings, on the value `before`."""
        if not may_clash(one.rule, other.rule):
            return NEVER
        if one.core.verb in {Verb.IS, TableVerb.LOOK_UP}:
            assert one.effect is not None
            assert other.effect is not None
            if len(one.effect.cases) == len(other.effect.cases) == 1 and one.effect.cases[0][0] == other.effect.cases[0][0] == TRUE:
                same = self.algebra.leaves_equal(one.effect.cases[0][1], other.effect.cases[0][1])
                return Truth(self.space.negate(same), same)  # plain values, as nearly all are
            differ, same = self.algebra.differing(one.effect, other.effect), self.algebra.same(one.effect, other.effect)
            return Truth(differ, same, self.algebra.any_bad([one.effect, other.effect]))
        if one.core.rounding is not None and other.core.rounding is not None:
            return self._round_apart(one.core.rounding, other.core.rounding, before)
        return ALWAYS

    def _round_apart(self, one: Rounding, other: Rounding, before: Value | None) -> Truth:
        if one is other:
            return NEVER
        assert before is not None
        both, either, negate = self.space.both, self.space.either, self.space.negate
        alike = [(where, self._round_alike(one, other, leaf)) for where, leaf in before.cases]
        differ = either(*[both(where, negate(same)) for where, same in alike])
        return Truth(differ, either(*[both(where, same) for where, same in alike]), before.bad)

    def _round_alike(self, one: Rounding, other: Rounding, value: Leaf) -> Formula:
        """Where two roundings make the same of a value."""
        return self.algebra.leaves_equal(*[numbers.round_(value, kind.value) for kind in (one, other)])  # type: ignore[arg-type]


Choice: TypeAlias = "tuple[str, int | frozenset[int]] | tuple[str, int, int, int]"
"""Something that may be open: the condition of a rule (its number), a statement about two rules, a clash of two rules."""


class Laid:
    """The precedences of one stage, each worked out for two rules when it is asked for.

    `opened` has what is open somewhere; with `chosen` that is taken to hold where it says there, and nowhere else.
    """

    def __init__(
        self,
        encoder: PrecedenceEncoder,
        on: CoreQuestion,
        stage: int,
        rules: Sequence[EncodedRule],
        env: tuple[Value, ...],
        before: Value | None,
        chosen: Mapping[Choice, Formula] | None = None,
        plain: dict[int, Truth] | None = None,
    ) -> None:
        self.encoder = encoder
        self.algebra = encoder.algebra
        self.on = on
        self.stage = stage
        self.env = env
        self.before = before
        self.chosen = chosen
        self.opened: dict[Choice, Formula] = {}
        self.rules = {live.core.number: live for live in rules}
        self.held = {number: self._choose(("held", number), live.held) for number, live in self.rules.items()}
        self.here = [index for index, one in enumerate(on.precedence) if on.rules[one.by[0]].stage == stage]
        self._plain: dict[int, Truth] = {} if plain is None else plain
        """Where each statement itself is in force, whatever is chosen."""
        self._active: dict[tuple[int, int, int], Truth] = {}
        self._chains: dict[tuple[int, int], dict[int, Truth]] = {}

    def with_choices(self, chosen: Mapping[Choice, Formula]) -> Laid:
        """The same with what is open taken to hold where a formula of it says; what has none, nowhere."""
        return Laid(self.encoder, self.on, self.stage, list(self.rules.values()), self.env, self.before, chosen, self._plain)

    def _choose(self, choice: Choice, truth: Truth) -> Truth:
        opened = self.algebra.open(truth)
        if opened == FALSE:
            return truth
        self.opened[choice] = opened
        if self.chosen is None:
            return truth
        chosen = self.chosen.get(choice, FALSE)
        return self.algebra.fact(self.algebra.where(chosen, self.algebra.space.negate(truth.no), truth.yes))

    def edges(self) -> Iterator[EncodedPrecedence]:
        """Every edge. Lines of the policy are laid out for those rules only whose plain conditions can hold together."""
        policies = [index for index in self.here if self.on.precedence[index].kind is PrecedenceKind.POLICY]
        met: dict[int, list[int]] = defaultdict(list)
        for first, second in self._overlapping() if policies else ():
            met[first].append(second)
            met[second].append(first)
        for index in self.here:
            one = self.on.precedence[index]
            statement = None if one.statement is None else self.encoder.core.overrides[one.statement]
            for by, target in self._pairs(index, met):
                active = self.active(index, by, target)
                if active.no != TRUE:
                    yield EncodedPrecedence(self.rules[by].place, self.rules[target].place, active, one.kind, one.why, statement)

    def _pairs(self, index: int, met: Mapping[int, list[int]]) -> Iterator[tuple[int, int]]:
        """The two rules of each edge; of a line of the policy only those that may meet."""
        one = self.on.precedence[index]
        if one.kind is PrecedenceKind.POLICY:
            targets = set(one.targets)
            yield from ((by, target) for by in one.by for target in met.get(by, ()) if target in targets)
            return
        for number in one.by:
            if number in self.rules:
                reached = self._chain(index, number) if one.kind is PrecedenceKind.CARRIED else None
                for target in one.targets:
                    if target != number and target in self.rules and (reached is None or target in reached):
                        yield number, target

    def _overlapping(self) -> Iterator[tuple[int, int]]:
        """The pairs that can clash and whose conditions can hold together as far as their plain parts tell."""
        lives = list(self.rules.values())
        space = self.algebra.space
        boxes = [space.necessary(space.negate(live.held.no)) for live in lives]
        for one, other in overlapping(boxes, space):
            first, second = lives[one], lives[other]
            if first.core.otherwise == second.core.otherwise and may_clash(first.rule, second.rule):
                yield first.core.number, second.core.number

    # ---- where a precedence is in force ------------------------------------------------------------------------------------------------

    def active(self, index: int, by: int, target: int) -> Truth:
        """Where a precedence is in force for two rules."""
        key = (index, by, target)
        found = self._active.get(key)
        if found is None:
            found = self._active[key] = self._worked_out(index, by, target)
        return found

    def _worked_out(self, index: int, by: int, target: int) -> Truth:
        one = self.on.precedence[index]
        parts = [self._choose(("stated", index, by, target), self._in_force(index))]
        if one.kind is PrecedenceKind.CARRIED:
            parts.append(self._chain(index, by).get(target, NEVER))
        if one.on_clash:
            clash = self.encoder.clash(self.rules[by], self.rules[target], self.before)
            parts.append(self._choose(("clash", frozenset((by, target))), clash))
        for other in one.yields_to:
            if self._covers(self.on.precedence[other], target, by):
                parts.append(self.algebra.opposite(self.active(other, target, by)))
        parts = [part for part in parts if part != ALWAYS]
        return self.algebra.all_of(parts) if len(parts) != 1 else parts[0]

    def _covers(self, one: Precedence, by: int, target: int) -> bool:
        return by in one.by and target in one.targets and by != target

    def _in_force(self, index: int) -> Truth:
        """Where the statement itself is in force: whether it is there, and its `when`."""
        found = self._plain.get(index)
        if found is None:
            one = self.on.precedence[index]
            found = self._plain[index] = self.encoder.encoder.in_force(one.there, one.when, self.env)
        return found

    # ---- chains ------------------------------------------------------------------------------------------------------------------------

    def _chain(self, index: int, by: int) -> dict[int, Truth]:
        """Where a chain of two statements or more leads from a rule to each that it may lead to."""
        found = self._chains.get((index, by))
        if found is None:
            links = self._links(self.on.precedence[index])
            found = self._chains[index, by] = self._chains_from(links, by)
            for target in found:
                if _comes_back(links, target):  # no chain goes on from its end
                    others = {one: ahead for one, ahead in links.items() if one != target}
                    found[target] = self._chains_from(others, by).get(target, NEVER)
        return found

    def _links(self, carried: Precedence) -> dict[int, dict[int, Truth]]:
        """The statements of a chain, rule by rule: where one goes before another by one of them."""
        found: dict[int, dict[int, list[Truth]]] = defaultdict(lambda: defaultdict(list))
        for index in carried.through:
            one = self.on.precedence[index]
            for by in one.by:
                for target in one.targets:
                    if by != target and by in self.rules and target in self.rules:
                        found[by][target].append(self.active(index, by, target))
        return {by: {target: self._either(several) for target, several in ahead.items()} for by, ahead in found.items()}

    def _chains_from(self, links: dict[int, dict[int, Truth]], by: int) -> dict[int, Truth]:
        """What is reached by one step or more, until nothing is added; then what is reached by one step more."""
        reached = dict(links.get(by, {}))
        for _ in range(len(links)):
            further = self._further(links, by, reached)
            more = {target: self._either([*([reached[target]] if target in reached else []), truth]) for target, truth in further.items()}
            if all(reached.get(target) == truth for target, truth in more.items()):
                break
            reached.update(more)
        return self._further(links, by, reached)

    def _further(self, links: dict[int, dict[int, Truth]], by: int, reached: dict[int, Truth]) -> dict[int, Truth]:
        """One step on from what is reached, by way of rules whose own condition holds."""
        found: dict[int, list[Truth]] = defaultdict(list)
        for middle, truth in reached.items():
            held = self.held[middle]
            for target, link in links.get(middle, {}).items():
                if target not in (by, middle) and (step := self.algebra.all_of([truth, held, link])).no != TRUE:
                    found[target].append(step)
        return {target: self._either(several) for target, several in found.items()}

    def _either(self, several: list[Truth]) -> Truth:
        return several[0] if len(several) == 1 else self.algebra.any_of(several)


def _comes_back(links: Mapping[int, Mapping[int, Truth]], start: int) -> bool:
    """Whether statements lead from a rule to itself."""
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        ahead = links.get(waiting.pop(), {})
        waiting += [one for one in ahead if one not in seen]
        seen.update(ahead)
    return start in seen
