"""The rules of one stage over all situations: where each one's condition holds, what is set aside, what it does.

The core says which rules there are, with their addresses; here stands what that comes to as formulas.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from rulewright.base.keywords import Verb
from rulewright.base.records import record
from rulewright.core.model import Address, CoreQuestion, CoreRule
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.labelling import Labelling, Standing, choosers, depending, settle
from rulewright.engines.solver.encoding.precedence import EncodedPrecedence, Laid, PrecedenceEncoder
from rulewright.engines.solver.encoding.tables import TableEncoder
from rulewright.engines.solver.encoding.terms import TermEncoder
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, Space, bits
from rulewright.engines.solver.formula.symbolic import ALWAYS, NEVER, Leaf, Truth, Value, constant
from rulewright.engines.solver.search.solver import Solver
from rulewright.semantics.groups import terms_reached
from rulewright.semantics.model import Question, Rule, SetAside, TableVerb

MOST_WAYS = 32
"""Where rules that are open may stand in more ways than this, the ways are not gone through one by one."""


@dataclass(slots=True)
class Stage:
    """The rules of a stage, what goes before what, and how each stands; `required`: the requirement of a `must`, where it stands apart.

    `region`: where rules that are open go before one another. How they may stand together there is worked out when an answer is asked for
    (`RuleEncoder.taken`), from what was `laid` out.
    """

    rules: list[EncodedRule]
    edges: list[EncodedPrecedence]
    standing: list[Standing] = field(default_factory=list)
    required: dict[int, Standing] = field(default_factory=dict)
    region: Formula = FALSE
    laid: Laid | None = None
    taken: Taken | None = None
    of_value: Callable[[Leaf], Stage] | None = None
    """Of roundings that go before one another where they differ: how they stand where just this is the value so far."""


@record
class Chooser:
    """A variable that chooses how something open is taken; nothing else depends on it, and no answer."""

    place: int


class _Choosers:
    """The variables that choose within one stage; `chosen` has their bits. Each stage takes the same ones: answers have forgotten them."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.chosen = 0
        self._count = 0

    def two(self) -> Formula:
        """A choice between two: where it is the second."""
        variable = self.space.variable(Chooser(self._count), (False, True))
        self._count += 1
        self.chosen |= 1 << variable
        return self.space.literal(variable, 2)

    def among(self, count: int) -> list[Formula]:
        """A choice among so many: where it is each; all are taken as often as can be where they do not come out even."""
        found = [TRUE]
        while len(found) < count:
            second = self.two()
            found = [self.space.both(one, which) for which in (self.space.negate(second), second) for one in found]
        return found


@dataclass(slots=True)
class Taken:
    """A stage in whose region nothing is open: what was is taken as the variables `chosen` (bits) choose, in all ways that can be."""

    stage: Stage
    chosen: int


@dataclass(slots=True)
class Setter:
    """A setting-aside on a question, the rules and clauses (by number) that it takes out, and where it is in force."""

    setter: SetAside
    targets: frozenset[int]
    absent: frozenset[int]
    active: Truth


class RuleEncoder(EncoderPart):
    """Encodes the rules of the questions of one encoder."""

    def __init__(self, encoder: EncoderContext, terms: TermEncoder, tables: TableEncoder) -> None:
        super().__init__(encoder)
        self.terms = terms
        self.tables = tables
        self.precedence = PrecedenceEncoder(encoder)
        self.labelling = Labelling(encoder.algebra, Solver(encoder.space))
        self._lives: dict[Any, EncodedRule] = {}
        self._recursive: dict[int, bool] = {}

    # ---- what is there --------------------------------------------------------------------------------------------------------------

    def stages(
        self, question: Question, env: tuple[Value, ...], setters: list[Setter], without: int | None, after: Callable[[int], Value]
    ) -> Iterator[Stage]:
        """The stages of a question with their rules, one after the other; `without` is the uid of a rule that is left out.

        `after` gives the value after a stage that was given out before.
        """
        on = self.core.on[question.name]
        rules: list[list[EncodedRule]] = [[] for _ in question.stages or (None,)]
        for rule in on.rules:
            if rule.first.uid != without:
                here = rules[rule.stage]
                here.append(replace(self._kept(rule, env, setters), place=len(here)))
        for number, here in enumerate(rules):
            if not self.precedence.looks_at_value(on, number, here):
                yield self._laid_out(here, self.precedence.laid(on, number, here, env, None))
                continue
            stage = self._laid_out(here, self.precedence.laid(on, number, here, env, after(number - 1)))
            stage.of_value = partial(self._with_value, on, number, here, env)
            yield stage

    def _laid_out(self, rules: list[EncodedRule], laid: Laid | None) -> Stage:
        stage = Stage(rules, [] if laid is None else list(laid.edges()), laid=laid)
        self.settle_stage(stage)
        return stage

    def _with_value(self, on: CoreQuestion, number: int, rules: list[EncodedRule], env: tuple[Value, ...], value: Leaf) -> Stage:
        """A stage of roundings where the value so far is this one."""
        return self._laid_out(rules, self.precedence.laid(on, number, rules, env, constant(value)))

    def _kept(self, rule: CoreRule, env: tuple[Value, ...], setters: list[Setter]) -> EncodedRule:
        """A rule laid out; that depends on no rule that is left out, unless it asks its own question."""
        without = self.encoder.without
        if without is not None and not any(self.asks_itself(address.rule) for address in rule.addresses):
            without = None
        key = (rule.first.uid, env, self.encoder.supposed, without)
        live = self._lives.get(key)
        if live is None:
            live = self._lives[key] = self._live(rule, env, setters)
        return live

    def asks_itself(self, rule: Rule) -> bool:
        """Whether a rule may ask its own question without asking another first."""
        found = self._recursive.get(rule.uid)
        if found is None:
            inside = [part.term for part in rule.parts] + ([] if rule.effect is None else [rule.effect])
            asked = (names.questions for _, names in terms_reached(inside, self.core.groups))
            found = rule.verb is TableVerb.LOOK_UP or any(rule.question in questions for questions in asked)
            self._recursive[rule.uid] = found
        return found

    def _live(self, rule: CoreRule, env: tuple[Value, ...], setters: list[Setter]) -> EncodedRule:
        condition = self._any_of([self._condition(address, env) for address in rule.addresses])
        asides = [self.algebra.opposite(one.active) for one in setters if rule.number in one.targets]
        held = self.algebra.all_of([condition, *asides]) if asides else condition
        effect: Value | None = None
        held_back = NEVER
        first = rule.first
        if rule.verb is TableVerb.LOOK_UP:
            assert first.table is not None
            effect = self.tables.look_up(self.core.tables[first.table], env)
            held_back, held = self._silent_table(held, effect)
        elif first.effect is not None:
            effect = self._effect(rule, env)
        return EncodedRule(rule, 0, condition, held, effect, held_back)

    def _condition(self, address: Address, env: tuple[Value, ...]) -> Truth:
        """Where a rule holds at one of its addresses."""
        rule = address.rule
        about = self.space.both(self.encoder.world.there(address.there), self.encoder.heads(rule.heads, env))
        parts = [self.algebra.fact(about)]
        parts += [self.terms.truth(part.term, env) for part in rule.parts]
        return NEVER if about == FALSE else self.algebra.all_of(parts)

    def _any_of(self, several: list[Truth]) -> Truth:
        return several[0] if len(several) == 1 else self.algebra.any_of(several)

    def _effect(self, rule: CoreRule, env: tuple[Value, ...]) -> Value:
        """What a rule does, as the first of its addresses that is there says; all say the same."""
        effects = [address.rule.effect for address in rule.addresses]
        assert effects[0] is not None
        if all(one == effects[0] for one in effects):
            return self.encoder.effect(effects[0], env)
        pieces: list[tuple[Formula, Value]] = []
        left = TRUE
        for address, effect in zip(rule.addresses, effects, strict=True):
            assert effect is not None
            there = self.encoder.world.there(address.there)
            pieces.append((self.space.both(left, there), self.encoder.effect(effect, env)))
            left = self.space.both(left, self.space.negate(there))
        return self.algebra.as_value(self.algebra.merged(pieces))

    def _silent_table(self, held: Truth, effect: Value) -> tuple[Truth, Truth]:
        """A table in which nothing stands at these keys does not speak: where that is so, and where its rule may stand."""
        nothing = self.algebra.open(effect)
        if nothing == FALSE:
            return NEVER, held
        back = self.space.both(nothing, self.space.negate(held.no))
        speaking_only = Truth(self.space.both(held.yes, self.space.negate(nothing)), self.space.either(held.no, nothing), held.bad)
        return Truth(back, self.space.negate(back), effect.bad), speaking_only

    def setters(self, question: Question, env: tuple[Value, ...]) -> list[Setter]:
        """The settings-aside on a question, each with where it is in force: what is itself set aside sets nothing aside."""
        asides = self.core.on[question.name].asides
        conditions = [self.encoder.in_force(aside.there, aside.when, env) for aside in asides]
        attackers = [[(other, ALWAYS) for other in aside.set_aside_by] for aside in asides]
        settled = settle(self.algebra, conditions, attackers)
        return [
            Setter(
                self.core.asides[aside.statement], frozenset(aside.targets), frozenset(aside.absent), Truth(one.stands, one.out, one.bad)
            )
            for aside, one in zip(asides, settled, strict=True)
        ]

    # ---- how they stand -------------------------------------------------------------------------------------------------------------

    def settle_stage(self, stage: Stage) -> None:
        """Work out how each rule of a stage stands, and where rules that are open depend on one another."""
        conditions, attackers, parted = self._attacks(stage, [live.held for live in stage.rules], stage.edges)
        settled = settle(self.algebra, conditions, attackers)
        self._stand(stage, settled, parted)
        stage.region = depending(self.algebra, attackers, settled, parted)

    def taken(self, stage: Stage) -> Taken:
        """The rules of a stage that is laid out, each open thing in its region taken one way or the other. Raises `NotAnalysable`."""
        if stage.taken is None:
            assert stage.laid is not None
            stage.taken = self._taken(stage, stage.laid)
        return stage.taken

    def ways(self, taken: Taken) -> list[Stage]:
        """The same stage for each set of choices; choices after which the same rules stand are one way. Raises `NotAnalysable`."""
        space, stage = self.space, taken.stage
        several = [tuple(one.stands for one in (*stage.standing, *stage.required.values()))]
        for variable in bits(taken.chosen):
            split = [tuple(space.restricted(one, variable, mask)) for one in several for mask in (1, 2)]
            several = list(dict.fromkeys(split))
            if len(several) > MOST_WAYS:
                raise NotAnalysable(f"rules that are open go before one another in more than {MOST_WAYS} ways")
        found: list[Stage] = []
        for stands in several:
            standing = [Standing(one, space.negate(one)) for one in stands]
            required = zip(stage.required, standing[len(stage.standing) :], strict=True)
            found.append(Stage(stage.rules, stage.edges, standing[: len(stage.standing)], dict(required)))
        return found

    def _taken(self, stage: Stage, laid: Laid) -> Taken:
        taking = _Choosers(self.space)
        numbers = choosers(self.algebra, laid.opened, stage.region)
        choices = {number: taking.two() for number in sorted(set(numbers.values()))}
        tried = laid.with_choices({choice: choices[number] for choice, number in numbers.items()})
        held = [tried.held[live.core.number] for live in stage.rules]
        conditions, attackers, parted = self._attacks(stage, held, list(tried.edges()))
        found = Stage(stage.rules, stage.edges)
        standing = self.labelling.taken(conditions, attackers, stage.region, parted, taking.among)
        self._stand(found, standing, parted)
        return Taken(found, taking.chosen)

    def _attacks(
        self, stage: Stage, conditions: list[Truth], edges: list[EncodedPrecedence]
    ) -> tuple[list[Truth], list[list[tuple[int, Truth]]], dict[int, int]]:
        """The conditions and attackers of the nodes of a stage, its rules and their second parts, and the second part of each rule."""
        conditions = conditions.copy()
        attackers: list[list[tuple[int, Truth]]] = [[] for _ in conditions]
        by_excuse: list[set[int]] = [set() for _ in conditions]
        before: dict[tuple[int, int], list[Truth]] = defaultdict(list)
        for edge in edges:
            if conditions[edge.by].no != TRUE and conditions[edge.target].no != TRUE and edge.active.no != TRUE:
                before[edge.by, edge.target].append(edge.active)
        for (by, target), several in before.items():
            if stage.rules[by].core.verb is Verb.NEED_NOT:
                by_excuse[target].add(len(attackers[target]))
            attackers[target].append((by, several[0] if len(several) == 1 else self.algebra.any_of(several)))
        return conditions, attackers, self._by_parts(stage, conditions, attackers, by_excuse)

    def _stand(self, stage: Stage, settled: list[Standing], parted: dict[int, int]) -> None:
        stage.standing = settled[: len(stage.rules)]
        stage.required = {place: settled[part] for place, part in parted.items() if stage.rules[place].rule.verb is Verb.MUST}

    def _by_parts(
        self, stage: Stage, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]], by_excuse: list[set[int]]
    ) -> dict[int, int]:
        """The requirement part of each rule that a `need not` goes before becomes a node of its own, for that touches nothing else."""
        parted: dict[int, int] = {}
        for place, live in enumerate(stage.rules):
            if by_excuse[place] and live.core.verb is not Verb.NEED_NOT:
                whole = attackers[place]
                attackers[place] = [one for number, one in enumerate(whole) if number not in by_excuse[place]]
                parted[place] = len(conditions)
                conditions.append(conditions[place])
                attackers.append(whole)
        for place, live in enumerate(stage.rules):
            if live.core.verb is Verb.NEED_NOT:
                attackers[place] = [(parted.get(by, by), active) for by, active in attackers[place]]
        return parted
