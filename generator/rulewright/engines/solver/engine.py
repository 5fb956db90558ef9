"""A query put to the formulas of the decision procedure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from rulewright.base.numerals import plain_number
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, AskedTerm, Declined, Outcome, Query, Status
from rulewright.engines.interpreter.plan import Machine
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.encoding.open_readings import left_open
from rulewright.engines.solver.encoding.query_world import AnswerVariable, AskedWorld
from rulewright.engines.solver.encoding.world import Needs, SwitchVariable
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.leaves import Expression, Linear
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import (
    ALWAYS,
    NEVER,
    Algebra,
    Leaf,
    Sign,
    Value,
    constant,
    parts,
    support,
    support_with_numbers,
)
from rulewright.engines.solver.search.solver import Box, Solver, Spent
from rulewright.semantics import types
from rulewright.semantics.model import Fix
from rulewright.semantics.terms import FactKey, Plain

MOST_FORMULAS = 60_000
"""Formulas of a situation that have grown to more than this are left for new ones."""
MOST_KEPT = 16
MOST_READINGS = 256
BUDGET = 2_000
MOST_VARIABLES = 14
"""Where more than this is given, formulas over all situations would be too many."""
IMPOSSIBLE = Declined("no such situation is possible")


class Solved:
    """A core in formulas; those of the last few kinds of situation are kept."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.machine = Machine(core)
        self.places = Cones(core).needs().places
        self._kept: dict[Any, _Formulas] = {}

    def __call__(self, query: Query) -> Outcome | Declined:
        try:
            return self._at_point(query) or self._over_completions(query)
        except NotAnalysable as refusal:
            return Declined(refusal.reason)
        except TooLarge:
            return Declined("the question has too many ways of coming about")
        except Spent as spent:
            return Declined(spent.why)

    def _at_point(self, query: Query) -> Outcome | Declined | None:
        """By the formulas of all situations with such things; None where something is unknown, or they would be too many."""
        if len(query.given) > MOST_VARIABLES:
            return None
        try:
            return self._shared(query).at_point(query)
        except (NotAnalysable, TooLarge):
            return None

    def _over_completions(self, query: Query) -> Outcome | Declined:
        """By formulas into which what is given is put at once."""
        known = {(one.name, one.args): one.value for one in query.given if one.narrow is None and one.name in self.core.facts}
        return _Formulas(self, query, self._places(query), known).over_completions(query)

    def _shared(self, query: Query) -> _Formulas:
        """The formulas of all situations with these things, switches and places."""
        places = self._places(query)
        key = (tuple(sorted(query.things.items())), query.switches, tuple(places.items()))
        found = self._kept.pop(key, None)
        if found is None or len(found.space.kind) > MOST_FORMULAS:
            found = _Formulas(self, query, places, {})
        self._kept[key] = found
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _places(self, query: Query) -> dict[str, tuple[str, ...]]:
        """The places that rules name, some others, and those of this situation."""
        found = {name: dict.fromkeys(places) for name, places in self.places.items()}
        for given in query.given:
            for kind, value in self.typed(given):
                if isinstance(kind, types.PlaceOf) and value is not None:
                    found.setdefault(kind.map, {})[str(value)] = None
        if isinstance(query.asked, AskedQuestion):
            for param, arg in zip(self.core.questions[query.asked.question].params, query.asked.args, strict=True):
                if isinstance(param.type, types.PlaceOf) and arg is not None:
                    found.setdefault(param.type.map, {})[str(arg)] = None
        return {name: tuple(places) for name, places in found.items()}

    def typed(self, given: Fix) -> Iterator[tuple[types.Type | None, Plain]]:
        """The arguments and the value of something given, each with its type."""
        declared = self.core.facts.get(given.name) or self.core.questions[given.name]
        yield from zip((param.type for param in declared.params), given.args, strict=True)
        yield declared.type, given.value


class _KnownWorld(AskedWorld):
    """The world of one situation in which some facts are what they are."""

    known: Mapping[FactKey, Plain]

    def fact(self, key: FactKey) -> Sign:
        if key not in self.known:
            return super().fact(key)
        value = self.known[key]
        if isinstance(value, bool):
            return ALWAYS if value else NEVER
        return constant(value)


class _Formulas:
    """The formulas of the situations with a query's things under its switches, in which some facts are known."""

    def __init__(self, solved: Solved, query: Query, places: Mapping[str, tuple[str, ...]], known: Mapping[FactKey, Plain]) -> None:
        self.core = solved.core
        names = {kind: tuple(query.things.get(kind, ())) for kind in self.core.records}
        needs = Needs({kind: len(several) for kind, several in names.items()}, frozenset(), places)
        self.space = Space(NO_LIMIT)
        self.world = _KnownWorld(Algebra(self.space), solved.machine.selection(query.switches), needs, names)
        self.world.known = known
        self.encoder = Encoder(self.core, self.world)
        self.algebra = self.encoder.algebra
        self._answers: dict[Any, Value] = {}

    def at_point(self, query: Query) -> Outcome | Declined | None:
        """The outcome where every fact that the answer looks at is given; None where one is not. Raises `NotAnalysable`, `TooLarge`."""
        facts, answer = self._laid_out(query)
        point = self._point(facts, answer)
        if point is None:
            return None
        if not self.space.evaluate(facts, point):
            return IMPOSSIBLE
        readings = [self._choices(variable) for variable in self._readings(answer)]
        if prod(len(choices) for choices in readings) > MOST_READINGS:
            return None
        outcomes = [self._at(answer, {**point, **dict(chosen)}) for chosen in product(*readings)]
        return outcomes[0] if all(_same(one, outcomes[0]) for one in outcomes) else Outcome(Status.UNDETERMINED)

    def over_completions(self, query: Query) -> Outcome | Declined:
        """The one outcome of every completion. Raises `NotAnalysable`, `TooLarge`, `Spent`."""
        facts, answer = self._laid_out(query)
        if facts == FALSE:
            return IMPOSSIBLE
        answer = left_open(self.encoder, answer, ())
        found = list(self._outcomes(Solver(self.space, BUDGET, facts), answer))
        if not found:
            return IMPOSSIBLE
        if len(found) == 1:
            return found[0]
        reasons = [reason for formula in (*parts(answer), facts) for reason in self.encoder.reasons(formula)]
        return Declined(reasons[0]) if reasons else Outcome(Status.MISSING)

    def _laid_out(self, query: Query) -> tuple[Formula, Value]:
        """Where the situation is as it is given and possible, and the answer in all situations."""
        given = [self._given(one) for one in query.given]
        with self._supposing(query):
            answer = self._answer(query)
            about = support_with_numbers(self.space, answer).union(*(self.space.variables_of(one) for one in given))
            return self.space.both(self.encoder.possible(about), *given), answer

    @contextmanager
    def _supposing(self, query: Query) -> Iterator[None]:
        """With the answers that are given: rules that ask for them, and what is declared impossible, go by them."""
        with ExitStack() as stack:
            for one in query.given:
                if one.name not in self.core.facts and one.narrow is None:
                    variable = self.algebra.as_value(self._answer_variable(one))
                    stack.enter_context(self.encoder.supposing(False, (one.name, one.args), variable))
            yield

    # ---- what is given and what is asked --------------------------------------------------------------------------------------------

    def _given(self, given: Fix) -> Formula:
        """Where something is as it is given."""
        is_fact = given.name in self.core.facts
        sign = self.world.fact((given.name, given.args)) if is_fact else self._answer_variable(given)
        value = self.algebra.as_value(sign)
        if given.narrow is not None:
            return self.encoder.terms.truth(given.narrow, (value,)).yes
        return self._equals(value, given.value)

    def _answer_variable(self, given: Fix) -> Sign:
        return self.world.answer(AnswerVariable(given.name, given.args), self.core.questions[given.name])

    def _equals(self, value: Value, wanted: Leaf) -> Formula:
        alike = [(where, leaf) for where, leaf in value.cases if isinstance(leaf, bool) == isinstance(wanted, bool)]
        return self.space.either(*[self.space.both(where, self.algebra.leaves_equal(leaf, wanted)) for where, leaf in alike])

    def _answer(self, query: Query) -> Value:
        """The answer in all situations, under each choice of the readings that are open."""
        key = (query.asked, self.encoder.supposed)
        value = self._answers.get(key)
        if value is None:
            match query.asked:
                case AskedQuestion(question=name, args=args):
                    sign = self.encoder.answer(name, tuple(constant(arg) for arg in args))
                case AskedTerm(term=term):
                    sign = self.encoder.terms.sign(term, ())
            value = self._answers[key] = self.algebra.as_value(sign)
        return value

    # ---- outcomes -------------------------------------------------------------------------------------------------------------------

    def _readings(self, answer: Value) -> list[int]:
        """The variables of the readings that are open and matter somewhere."""
        keys = self.space.keys
        return sorted(one for one in support(self.space, answer) if isinstance(keys[one], SwitchVariable))

    def _choices(self, variable: int) -> list[tuple[int, int]]:
        return [(variable, place) for place in range(len(self.space.values[variable] or ()))]

    def _point(self, facts: Formula, answer: Value) -> dict[int, int] | None:
        """The one point that the facts leave, readings apart, if every variable that the answer looks at has one value in it."""
        space = self.space
        box = space.necessary(facts)
        needed = (support_with_numbers(space, answer) | space.variables_of(facts)) - set(self._readings(answer))
        point: dict[int, int] = {}
        for variable in needed:
            mask = box.get(variable, 0)
            if space.values[variable] is None or mask & (mask - 1) or not mask:
                return None
            point[variable] = mask.bit_length() - 1
        return point

    def _at(self, answer: Value, point: Mapping[int, int]) -> Outcome:
        """The outcome at a point."""
        space = self.space
        for where, leaf in answer.cases:
            if space.evaluate(where, point):
                value = numbers.evaluate(space, leaf, point) if isinstance(leaf, Linear | Expression) else leaf
                return Outcome(Status.ANSWERED, _plain(value))
        ill = space.evaluate(self.algebra.ill(answer), point)
        return Outcome(Status.CONFLICT if ill else Status.UNDETERMINED)

    def _outcomes(self, solver: Solver, answer: Value) -> Iterator[Outcome]:
        """Two different outcomes of completions, or the only one, or none where no completion is possible."""
        space, algebra = self.space, self.algebra
        ill = algebra.ill(answer)
        shown = 0
        for status, where in (
            (Status.CONFLICT, ill),
            (Status.UNDETERMINED, space.both(algebra.open(answer), space.negate(ill))),
        ):
            if where != FALSE and shown < 2 and solver.model(where) is not None:
                shown += 1
                yield Outcome(status)
        defined = algebra.defined(answer)
        while shown < 2 and defined != FALSE:
            box = solver.model(defined)
            if box is None:
                return
            outcome = self._at(answer, self._corner(box))
            shown += 1
            yield outcome
            defined = space.both(defined, space.negate(self._equals(answer, outcome.value)))

    def _corner(self, box: Box) -> dict[int, int]:
        """A point of a box."""
        values = self.space.values
        return {variable: mask if values[variable] is None else (mask & -mask).bit_length() - 1 for variable, mask in box.items()}


def _same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same; yes is not 1."""
    return one == other and isinstance(one.value, bool) == isinstance(other.value, bool)


def _plain(value: Any) -> Plain:
    return plain_number(value) if isinstance(value, Fraction) else value


def answering(core: Core) -> Solved:
    """The solver's form, ready for a core."""
    return Solved(core)
