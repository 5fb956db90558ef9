"""A core's questions as formulas over all situations. The reference interpreter is the meaning; this is held equal to it by tests.

A question is encoded with its arguments filled in by the things and variables of a `World`; the questions that it asks are encoded with it,
each once for the same arguments. What cannot be looked into is left a hole: a condition that may hold or not, with the reason noted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.core.switches import Switching
from rulewright.core.wording import fact_text, typed_text
from rulewright.engines.solver.encoding.answers import AnswerEncoder, Asked
from rulewright.engines.solver.encoding.encoder_part import Supposed
from rulewright.engines.solver.encoding.rules import RuleEncoder
from rulewright.engines.solver.encoding.tables import TableEncoder
from rulewright.engines.solver.encoding.terms import TermEncoder
from rulewright.engines.solver.encoding.world import Declared, FactVariable, Needs, World, possible
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, LITERAL, TRUE, Formula, Holding, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import NEVER, Algebra, Sign, Truth, Value, is_number, support_with_numbers
from rulewright.engines.solver.search.solver import Spent, Spot
from rulewright.semantics import types
from rulewright.semantics.model import Free, Question, QuestionKind

if TYPE_CHECKING:
    from rulewright.semantics.terms import FactKey, Plain, Term

MOST_DEPTH = 120
NO_LIMIT = 1 << 40
MOST_FORMULAS, FORMULAS_A_RULE = 8_000, 100
"""A question that needs more formulas than this, and so many for each of its rules, is not analysed."""
MOST_MEMBERS = 20_000
"""A question whose conditions go through more things, numbers and values than this, one within the other, is not analysed."""

NODES_FOR_AN_INSTANCE, MOST_FACTS = 60, 3
"""What the search for a situation that is only named may take, and how many facts of it are named."""


@record
class Hole:
    """A condition that is not looked into: true, false, open or open by conflict; `side` tells the holes of two encoders apart."""

    number: int
    reason: str
    side: str = ""


Refusals: TypeAlias = dict[Any, str]
"""Questions that cannot be looked into, with their arguments, and why."""


class Encoder:
    """Encodes questions of a core and all that they ask, in one space: its own, or that of a world that is given."""

    def __init__(self, core: Core, needs: Needs | World, side: str = "", *, names: bool = False, most: int = NO_LIMIT) -> None:
        self.core = core
        self.most = most
        """So many formulas are made of all questions together."""
        self.world = needs if isinstance(needs, World) else World(core, Algebra(Space(NO_LIMIT), names=names), needs)
        self.algebra = self.world.algebra
        self.space = self.world.space
        self.side = side
        self.terms = TermEncoder(self)
        self.tables = TableEncoder(self, self.terms)
        self.rules = RuleEncoder(self, self.terms, self.tables)
        self.answers = AnswerEncoder(self, self.rules)
        self.holes: set[int] = set()
        self.without: tuple[str, int] | None = None
        """A question and the rule of it that is left out, also where the question is asked on the way."""
        self.supposed: Supposed = ()
        """What is supposed: whether it is a fact (else an answer), of what, and its value."""
        self._asked: dict[Any, Asked] = {}
        self._outcomes: dict[Any, Sign] = {}
        self._refused: Refusals = {}
        self._declared: dict[Supposed, Declared] = {}
        self._learnt = 0
        self._depth = 0
        self._members_left = MOST_MEMBERS
        self._holes: dict[Any, Truth] = {}
        self._unsure: dict[int, Formula] = {}
        """Where it is not known what comes about, by the holes that stand for it."""

    # ---- what every question shares -------------------------------------------------------------------------------------------------

    def laid_out(self, name: str, env: tuple[Value, ...]) -> Asked:
        """The rules of a question for its own arguments. Raises `TooLarge`, `NotAnalysable`."""
        before = len(self.space.kind)
        self.space.limit = min(self.most, before + MOST_FORMULAS + FORMULAS_A_RULE * len(self.core.on[name].rules))
        self._members_left = MOST_MEMBERS
        try:
            return self.asked(name, env)
        finally:
            self.space.limit = NO_LIMIT

    def possible(self, about: Collection[int]) -> Formula:
        """Which situations are possible, as far as that bears on some variables; with answers that are supposed."""
        declared = self._declared.get(self.supposed)
        if declared is None:
            declared = self._declared[self.supposed] = Declared(self.world, self.terms.truth)
        return possible(declared, about)

    def learn(self, other: Encoder, same: Callable[[str], bool]) -> None:
        """Take over what another encoder of the space has worked out since the last time, of questions that are the same for both.

        Worked out again it would come to the same formulas; only a hole is another one in each, and a bar may have another address.
        """
        for key, found in islice(other._outcomes.items(), self._learnt, None):
            self._learnt += 1
            name, by = key[0], key[3]
            if by is None and same(name) and other.holes.isdisjoint(support_with_numbers(self.space, self.algebra.as_value(found))):
                self._outcomes.setdefault(key, found)
        for key, reason in other._refused.items():
            if key[3] is None and same(key[0]):
                self._refused.setdefault(key, reason)
        self.world.learn(other.world)

    def refusals(self) -> Refusals:
        """What was refused of things and values with names, for no variable of this space is among them: any such encoder refuses it."""
        return {key: reason for key, reason in self._refused.items() if not key[4] and all(map(_is_named, key[1]))}

    def refuse(self, refusals: Refusals) -> None:
        """Refuse what is known to be refused, without trying."""
        self._refused.update(refusals)

    def go_through(self, count: int) -> None:
        """Counts what a condition goes through. Raises `NotAnalysable` where that is too much for one question."""
        self._members_left -= count
        if self._members_left < 0:
            raise NotAnalysable(f"conditions that go through more than {MOST_MEMBERS:,} things, numbers or values")

    # ---- asking ---------------------------------------------------------------------------------------------------------------------

    def asked(self, name: str, env: tuple[Value, ...], without: int | None = None) -> Asked:
        """The rules of a question for these arguments, and how each stands; `without` leaves one rule out."""
        key = (name, env, self.supposed, without)
        found = self._asked.get(key)
        if found is None:
            question = self.core.questions[name]
            setters = self.rules.setters(question, env)
            found = Asked(question, env, setters, [])
            for stage in self.rules.stages(question, env, setters, without, partial(self.answers.outcome, found)):
                found.stages.append(stage)
            self._asked[key] = found
        return found

    def answer(self, name: str, env: tuple[Value, ...], stage: int | None = None, by: str | None = None) -> Sign:
        """The answer of a question for these arguments, as a truth if it is a predicate; `by`: whether the bar of this address stands."""
        supposed = self._is_supposed(name, env) if stage is None else None
        without = self.without[1] if self.without is not None and self.without[0] == name else None
        key = (name, env, stage, by, self.supposed, without)
        found = self._outcomes.get(key)
        if found is None:
            if key in self._refused:
                raise NotAnalysable(self._refused[key])
            try:
                found = self._outcomes[key] = self._within_limit(name, env, stage, by, without)
            except NotAnalysable as refusal:
                self._refused[key] = refusal.reason
                raise
        if supposed is None:
            return found
        given = supposed[0] if by is None else [(where, self._is_forbidden(one)) for where, one in supposed[0]]
        return self.algebra.merged([*given, (self.space.negate(supposed[1]), found)])

    def _is_forbidden(self, answer: Sign) -> Sign:
        cases = self.algebra.as_value(answer).cases
        forbidden = self.space.either(*[where for where, leaf in cases if leaf == "forbidden"])
        return self.algebra.fact(forbidden)

    def _within_limit(self, name: str, env: tuple[Value, ...], stage: int | None, by: str | None, without: int | None) -> Sign:
        """Every question has a limit of its own, so that one that grows too large spoils no other."""
        outer, before = self.space.limit, len(self.space.kind)
        self.space.limit = min(self.most, before + MOST_FORMULAS + FORMULAS_A_RULE * len(self.core.on[name].rules))
        self._members_left = MOST_MEMBERS
        try:
            return self._answer(name, env, stage, by, without)
        except TooLarge:
            raise NotAnalysable(f"`{name}` can come about in too many ways") from None
        finally:
            self.space.limit = outer + len(self.space.kind) - before

    def _answer(self, name: str, env: tuple[Value, ...], stage: int | None, by: str | None, without: int | None) -> Sign:
        question = self.core.questions[name]
        outside = self._outside(question, env)
        if outside == TRUE:
            return Value(()) if by is None else NEVER
        if self._depth > MOST_DEPTH:
            raise NotAnalysable(f"questions that ask one another more than {MOST_DEPTH} deep")
        self._depth += 1
        try:
            asked = self.asked(name, env, without)
            found: Sign = self.answers.outcome(asked, stage) if by is None else self.answers.stands(asked, by)
        finally:
            self._depth -= 1
        if by is not None:
            return self.algebra.all_of([self.algebra.as_truth(found), self.algebra.fact(self.space.negate(outside))])
        if question.kind is QuestionKind.PREDICATE:
            found = self.algebra.as_truth(found)
        return self.algebra.only_where(found, self.space.negate(outside), FALSE)

    def _outside(self, question: Question, env: tuple[Value, ...]) -> Formula:
        """Where an argument is no value of its parameter: a number beyond the range, `none` where there must be something."""
        parts: list[Formula] = []
        for param, value in zip(question.params, env, strict=True):
            for where, leaf in value.cases:
                if leaf is None and not getattr(param.type, "or_none", False):
                    parts.append(where)
                elif isinstance(param.type, types.Numeric) and is_number(leaf):
                    if param.type.low is not None:
                        parts.append(self.space.both(where, numbers.compare(self.space, "<", leaf, param.type.low)))  # type: ignore[arg-type]
                    if param.type.high is not None:
                        parts.append(self.space.both(where, numbers.compare(self.space, ">", leaf, param.type.high)))  # type: ignore[arg-type]
        return self.space.either(*parts)

    def heads(self, heads: tuple[Plain | Free, ...], env: tuple[Value, ...]) -> Formula:
        """Where a rule's head is about these arguments."""
        parts = [
            self.space.either(*[self.space.both(where, self.algebra.leaves_equal(leaf, head)) for where, leaf in value.cases])
            for head, value in zip(heads, env, strict=True)
            if not isinstance(head, Free)
        ]
        return self.space.both(*parts)

    def in_force(self, there: Switching, when: Term | None, env: tuple[Value, ...]) -> Truth:
        """Where a statement is in force: where it is there and its `when` holds."""
        switched = self.algebra.fact(self.world.there(there))
        return switched if when is None else self.algebra.all_of([switched, self.terms.truth(when, env)])

    def effect(self, term: Term, env: tuple[Value, ...]) -> Value:
        """An effect; one that cannot be looked into is refused, rule and all."""
        return self.terms.value(term, env)

    # ---- facts and suppositions -----------------------------------------------------------------------------------------------------

    def fact(self, key: FactKey) -> Sign:
        for is_fact, supposed, value in reversed(self.supposed):
            if is_fact and supposed == key:
                return value
        return self.world.fact(key)

    @contextmanager
    def supposing(self, is_fact: bool, key: FactKey, value: Value) -> Iterator[None]:
        """The same situation with one fact or answer set."""
        before = self.supposed
        self.supposed = (*before, (is_fact, key, value))
        try:
            yield
        finally:
            self.supposed = before

    def _is_supposed(self, name: str, env: tuple[Value, ...]) -> tuple[list[tuple[Formula, Sign]], Formula] | None:
        """The answers that are supposed for a question, with where, and where that is so at all."""
        parts: list[tuple[Formula, Sign]] = []
        taken = FALSE
        for is_fact, (supposed, args), value in reversed(self.supposed):
            if is_fact or supposed != name:
                continue
            where = self.heads(args, env)
            parts.append((self.space.both(where, self.space.negate(taken)), value))
            taken = self.space.either(taken, where)
        return (parts, taken) if parts else None

    # ---- what is not looked into ----------------------------------------------------------------------------------------------------

    def hole(self, reason: str, of: Any) -> Truth:
        """A condition that may hold, or not, or be open, for what cannot be looked into."""
        key = (of[0], of[1], self.supposed)
        found = self._holes.get(key)
        if found is None:
            variable = self._hole(reason, ("true", "false", "open", "conflict"))
            found = self._holes[key] = Truth(*[self.space.literal(variable, mask) for mask in (1, 2, 8)])
        return found

    def unknown(self, reason: str, where: Formula, count: int) -> list[Formula]:
        """So many outcomes of which it is not known which comes about in certain situations: where each does."""
        variable = self._hole(reason, tuple(range(count)))
        self._unsure[variable] = where
        return [self.space.literal(variable, 1 << number) for number in range(count)]

    def _hole(self, reason: str, values: tuple[Plain, ...]) -> int:
        variable = self.space.variable(Hole(len(self.holes), reason, self.side), values)
        self.holes.add(variable)
        return variable

    def instance(self, formula: Formula) -> str:
        """A situation in which a formula holds, as far as it is about facts: ` (as when …)`; empty where none is found at once."""
        space = self.space
        with suppress(Spent):
            spot = self.rules.labelling.solver.reached(formula, NODES_FOR_AN_INSTANCE)
            if spot is not None:
                leaves = space.needed(formula, Holding(space, spot))
                about = sorted({space.parts[one][0] for one in leaves if space.kind[one] == LITERAL})
                facts = [self._fact_at(variable, spot) for variable in about if isinstance(space.keys[variable], FactVariable)]
                return f" (as when {' and '.join(facts[:MOST_FACTS])})" if facts else ""
        return ""

    def _fact_at(self, variable: int, spot: Spot) -> str:
        key, values = self.space.keys[variable], self.space.values[variable] or ()
        assert isinstance(key, FactVariable)
        value = values[int(spot.get(variable, 0))]
        return f"{fact_text(self.core, (key.fact, key.args))} is {typed_text(self.core, self.core.facts[key.fact].type, value)}"

    def surely(self, formula: Formula) -> Formula:
        """A formula in the situations in which it is known what comes about."""
        if not self._unsure:
            return formula
        about = self.space.variables_of(formula)
        unsure = [where for variable, where in self._unsure.items() if variable in about]
        return self.space.both(formula, self.space.negate(self.space.either(*unsure)))

    def reasons(self, formula: Formula) -> tuple[str, ...]:
        """Why a formula is not looked into wholly: the reasons of the holes in it."""
        if not self.holes:
            return ()
        found = self.space.variables_of(formula) & self.holes
        return tuple(sorted({self.space.keys[one].reason for one in found}))  # type: ignore[attr-defined]


def _is_named(value: Value) -> bool:
    """Whether something is surely one thing or value, which means the same in every space."""
    return all(where == TRUE and isinstance(leaf, bool | int | Fraction | str | None) for where, leaf in value.cases)
