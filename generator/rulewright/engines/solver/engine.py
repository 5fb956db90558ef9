"""The solver as an engine: it answers queries by formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from rulewright.base.limits import (
    MAX_FACTS_VARIED,
    MAX_FORMULAS_OF_SITUATION,
    MAX_NODES_OF_ENGINE,
    MAX_READINGS_CHOSEN,
    MAX_SITUATIONS_KEPT,
)
from rulewright.base.numerals import plain_number
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, AskedTerm, Declined, Outcome, Query, Status
from rulewright.engines.interpreter.plan import Machine
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.encoding.open_readings import common_answer_of_readings
from rulewright.engines.solver.encoding.query_world import AnswerVariable, QueryWorld
from rulewright.engines.solver.encoding.world import SwitchVariable, WorldNeeds
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
    mark_of,
    support_of,
    support_with_numbers,
    value_formulas,
)
from rulewright.engines.solver.search.solver import Box, BudgetExhausted, Solver
from rulewright.semantics import types
from rulewright.semantics.model import Fix
from rulewright.semantics.terms import FactKey, Plain

IMPOSSIBLE = Declined("no such situation is possible")


class Solved:
    """An engine for one core; it keeps the formulas of the last few kinds of situation."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.machine = Machine(core)
        self.places = Cones(core).world_needs().places
        self._formulas_by_situation: dict[Any, _Formulas] = {}

    def __call__(self, query: Query) -> Outcome | Declined:
        try:
            return self._answer_at_point(query) or self._over_completions(query)
        except NotAnalysable as refusal:
            return Declined(refusal.reason)
        except TooLarge:
            return Declined("the question has too many ways of coming about")
        except BudgetExhausted as spent:
            return Declined(spent.reason)

    def _answer_at_point(self, query: Query) -> Outcome | Declined | None:
        """Answer by the formulas of all situations with such things; None if a needed fact is unknown, or they would be too many."""
        if len(query.given) > MAX_FACTS_VARIED:
            return None
        try:
            return self._shared_formulas(query).at_point(query)
        except (NotAnalysable, TooLarge):
            return None

    def _over_completions(self, query: Query) -> Outcome | Declined:
        """Answer by formulas with the given facts substituted."""
        known_facts = {(fix.name, fix.args): fix.value for fix in query.given if fix.narrow is None and fix.name in self.core.facts}
        return _Formulas(self, query, self._query_places(query), known_facts).over_completions(query)

    def _shared_formulas(self, query: Query) -> _Formulas:
        """Return the formulas of all situations with these things, switches and places."""
        places = self._query_places(query)
        key = (tuple(sorted(query.things.items())), query.switches, tuple(places.items()))
        formulas = self._formulas_by_situation.pop(key, None)
        if formulas is None or len(formulas.space.kinds) > MAX_FORMULAS_OF_SITUATION:
            formulas = _Formulas(self, query, places, {})
        self._formulas_by_situation[key] = formulas
        while len(self._formulas_by_situation) > MAX_SITUATIONS_KEPT:
            del self._formulas_by_situation[next(iter(self._formulas_by_situation))]
        return formulas

    def _query_places(self, query: Query) -> dict[str, tuple[str, ...]]:
        """Return the places that rules name, some others, and those of this situation."""
        places_by_map = {name: dict.fromkeys(places) for name, places in self.places.items()}
        for fix in query.given:
            for kind, value in self.typed_values(fix):
                if isinstance(kind, types.PlaceOf) and value is not None:
                    places_by_map.setdefault(kind.map, {})[str(value)] = None
        if isinstance(query.asked, AskedQuestion):
            for param, arg in zip(self.core.questions[query.asked.question].params, query.asked.args, strict=True):
                if isinstance(param.type, types.PlaceOf) and arg is not None:
                    places_by_map.setdefault(param.type.map, {})[str(arg)] = None
        return {name: tuple(places) for name, places in places_by_map.items()}

    def typed_values(self, fix: Fix) -> Iterator[tuple[types.Type | None, Plain]]:
        """Yield the arguments and the value of a given fact or answer, each with its type."""
        declared = self.core.facts.get(fix.name) or self.core.questions[fix.name]
        yield from zip((param.type for param in declared.params), fix.args, strict=True)
        yield declared.type, fix.value


class _KnownWorld(QueryWorld):
    """The world of one situation with constant values for known facts."""

    known_facts: Mapping[FactKey, Plain]

    def fact_value(self, key: FactKey) -> Sign:
        if key not in self.known_facts:
            return super().fact_value(key)
        value = self.known_facts[key]
        if isinstance(value, bool):
            return ALWAYS if value else NEVER
        return constant(value)


class _Formulas:
    """The formulas of the situations with a query's things, switches and known facts."""

    def __init__(self, solved: Solved, query: Query, places: Mapping[str, tuple[str, ...]], known_facts: Mapping[FactKey, Plain]) -> None:
        self.core = solved.core
        names = {kind: tuple(query.things.get(kind, ())) for kind in self.core.records}
        needs = WorldNeeds({kind: len(things) for kind, things in names.items()}, frozenset(), places)
        self.space = Space(NO_LIMIT)
        self.world = _KnownWorld(Algebra(self.space), solved.machine.specialize(query.switches), needs, names)
        self.world.known_facts = known_facts
        self.encoder = Encoder(self.core, self.world)
        self.algebra = self.encoder.algebra
        self._answers: dict[Any, Value] = {}

    def at_point(self, query: Query) -> Outcome | Declined | None:
        """Return the outcome if all facts that the answer depends on are given, else None. Raises `NotAnalysable`, `TooLarge`."""
        facts, answer = self._encode_query(query)
        point = self._fixed_point(facts, answer)
        if point is None:
            return None
        if not self.space.evaluate(facts, point):
            return IMPOSSIBLE
        readings = [self._choice_points(variable) for variable in self._reading_variables(answer)]
        if prod(len(choices) for choices in readings) > MAX_READINGS_CHOSEN:
            return None
        outcomes = [self._outcome_at(answer, {**point, **dict(choice)}) for choice in product(*readings)]
        return outcomes[0] if all(_is_same_outcome(outcome, outcomes[0]) for outcome in outcomes) else Outcome(Status.UNDETERMINED)

    def over_completions(self, query: Query) -> Outcome | Declined:
        """Return the outcome common to all completions. Raises `NotAnalysable`, `TooLarge`, `BudgetExhausted`."""
        facts, answer = self._encode_query(query)
        if facts == FALSE:
            return IMPOSSIBLE
        answer = common_answer_of_readings(self.encoder, answer, ())
        outcomes = list(self._distinct_outcomes(Solver(self.space, MAX_NODES_OF_ENGINE, facts), answer))
        if not outcomes:
            return IMPOSSIBLE
        if len(outcomes) == 1:
            return outcomes[0]
        reasons = [reason for formula in (*value_formulas(answer), facts) for reason in self.encoder.opaque_reasons(formula)]
        return Declined(reasons[0]) if reasons else Outcome(Status.MISSING)

    def _encode_query(self, query: Query) -> tuple[Formula, Value]:
        """Return the formula of the given facts and the constraints, and the answer in all situations."""
        fixed = [self._given_condition(fix) for fix in query.given]
        with self._supposing_answers(query):
            answer = self._encode_answer(query)
            variables = support_with_numbers(self.space, answer).union(*(self.space.variables_of(condition) for condition in fixed))
            return self.space.conjunction(self.encoder.possible_situations(variables), *fixed), answer

    @contextmanager
    def _supposing_answers(self, query: Query) -> Iterator[None]:
        """Suppose the given answers within the block: rules that call them, and `impossible` statements, use them."""
        with ExitStack() as stack:
            for fix in query.given:
                if fix.name not in self.core.facts and fix.narrow is None:
                    variable = self.algebra.as_value(self._answer_variable(fix))
                    stack.enter_context(self.encoder.suppose_value(False, (fix.name, fix.args), variable))
            yield

    # ---- given facts and answers ----------------------------------------------------------------------------------------------------

    def _given_condition(self, fix: Fix) -> Formula:
        """Return the formula of a given fact or answer."""
        is_fact = fix.name in self.core.facts
        sign = self.world.fact_value((fix.name, fix.args)) if is_fact else self._answer_variable(fix)
        value = self.algebra.as_value(sign)
        if fix.narrow is not None:
            return self.encoder.terms.encode_truth(fix.narrow, (value,)).yes
        return self._equality_condition(value, fix.value)

    def _answer_variable(self, fix: Fix) -> Sign:
        return self.world.answer_variable(AnswerVariable(fix.name, fix.args), self.core.questions[fix.name])

    def _equality_condition(self, value: Value, expected: Leaf) -> Formula:
        candidates = [(guard, leaf) for guard, leaf in value.cases if isinstance(leaf, bool) == isinstance(expected, bool)]
        return self.space.disjunction(
            *[self.space.conjunction(guard, self.algebra.leaves_equal(leaf, expected)) for guard, leaf in candidates]
        )

    def _encode_answer(self, query: Query) -> Value:
        """Encode the answer in all situations, under each choice of the open readings."""
        key = (query.asked, self.encoder.supposed)
        value = self._answers.get(key)
        if value is None:
            match query.asked:
                case AskedQuestion(question=name, args=args):
                    sign = self.encoder.encode_answer(name, tuple(constant(arg) for arg in args))
                case AskedTerm(term=term):
                    sign = self.encoder.terms.encode_term(term, ())
            value = self._answers[key] = self.algebra.as_value(sign)
        return value

    # ---- outcomes -------------------------------------------------------------------------------------------------------------------

    def _reading_variables(self, answer: Value) -> list[int]:
        """Return the variables of the open readings on which the answer depends."""
        keys = self.space.keys
        return sorted(variable for variable in support_of(self.space, answer) if isinstance(keys[variable], SwitchVariable))

    def _choice_points(self, variable: int) -> list[tuple[int, int]]:
        return [(variable, place) for place in range(len(self.space.values[variable] or ()))]

    def _fixed_point(self, facts: Formula, answer: Value) -> dict[int, int] | None:
        """Return the point given by the facts, without readings, if it has a value for all variables the answer depends on, else None."""
        space = self.space
        box = space.bounding_box(facts)
        needed = (support_with_numbers(space, answer) | space.variables_of(facts)) - set(self._reading_variables(answer))
        point: dict[int, int] = {}
        for variable in needed:
            mask = box.get(variable, 0)
            if space.values[variable] is None or mask & (mask - 1) or not mask:
                return None
            point[variable] = mask.bit_length() - 1
        return point

    def _outcome_at(self, answer: Value, point: Mapping[int, int]) -> Outcome:
        """Return the outcome at a point; the mark of results out of range makes no difference to what is defined."""
        space = self.space
        point = {**dict.fromkeys(mark_of(space), 0), **point}
        for guard, leaf in answer.cases:
            if space.evaluate(guard, point):
                value = numbers.evaluate(space, leaf, point) if isinstance(leaf, Linear | Expression) else leaf
                return Outcome(Status.ANSWERED, _plain_value(value))
        for status, region in self._regions_without_answer(answer):
            if space.evaluate(region, point):
                return Outcome(status)
        raise AssertionError("an answer that is not defined is one of these")

    def _regions_without_answer(self, answer: Value) -> tuple[tuple[Status, Formula], ...]:
        """Return the region of each status without a value."""
        algebra, negate = self.algebra, self.space.negate
        clash, outside = algebra.clash_region(answer), algebra.outside_region(answer)
        undetermined = self.space.conjunction(algebra.undefined_region(answer), negate(clash), negate(outside))
        return (Status.CONFLICT, clash), (Status.OUT_OF_RANGE, outside), (Status.UNDETERMINED, undetermined)

    def _distinct_outcomes(self, solver: Solver, answer: Value) -> Iterator[Outcome]:
        """Yield up to two different outcomes of completions; none if no completion is possible."""
        space, algebra = self.space, self.algebra
        outcome_count = 0
        for status, guard in self._regions_without_answer(answer):
            if guard != FALSE and outcome_count < 2 and solver.find_model(guard) is not None:
                outcome_count += 1
                yield Outcome(status)
        defined = algebra.defined_region(answer)
        while outcome_count < 2 and defined != FALSE:
            box = solver.find_model(defined)
            if box is None:
                return
            outcome = self._outcome_at(answer, self._corner_point(box))
            outcome_count += 1
            yield outcome
            defined = space.conjunction(defined, space.negate(self._equality_condition(answer, outcome.value)))

    def _corner_point(self, box: Box) -> dict[int, int]:
        """Return a point of a box."""
        values = self.space.values
        return {variable: mask if values[variable] is None else (mask & -mask).bit_length() - 1 for variable, mask in box.items()}


def _is_same_outcome(first: Outcome, second: Outcome) -> bool:
    """Return True if two outcomes are the same; true is not 1."""
    return first == second and isinstance(first.value, bool) == isinstance(second.value, bool)


def _plain_value(value: Any) -> Plain:
    return plain_number(value) if isinstance(value, Fraction) else value


def answering(core: Core) -> Solved:
    """Return the solver engine for a core."""
    return Solved(core)
