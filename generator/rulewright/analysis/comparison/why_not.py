"""The smallest change of given facts that changes an answer: `ask --why-not VALUE`.

The situation keeps its things, its options, its scenario and the choices of its readings. Facts that are not given are free, and cost
nothing. A result is shown by the interpreter before it is reported; the absence of any change is proved.

>>> why_not(core, "allowance(u)", "8 MP", {"u.arm": "foot", "weather": "mud"}).changes
(Changed(fact='u.arm', old='foot', new='horse'),)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.limits import DEFAULT_BUDGET, MAX_PASSES_OF_CHANGE
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.core.wording import call_text, fact_text, typed_text
from rulewright.engines.interpreter.ask import Engine, engine_of, free_inquiry, question_inquiry
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.query_expressions import read_free_question
from rulewright.engines.interpreter.query_inputs import PreparedQuestion, parse_world, read_answer, read_value
from rulewright.engines.interpreter.stipulations import heed_stipulations
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.encoding.open_readings import common_answer_of_readings
from rulewright.engines.solver.encoding.query_world import AnswerVariable, GivenVariable, QueryWorld
from rulewright.engines.solver.encoding.world import FactVariable, WorldNeeds
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra, Sign, Value, constant, support_with_numbers, value_formulas
from rulewright.engines.solver.questions.boxes import fix_variables
from rulewright.engines.solver.search.solver import Box, BudgetExhausted, Solver
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

Outcome: TypeAlias = "tuple[Any, ...]"
"""An outcome of the interpreter: ("answered", value), ("conflict",), ("out of range",), ("undetermined",)."""


@record
class Changed:
    """A given fact or answer, with its given value and the necessary one."""

    fact: str
    old: str
    new: str


@record
class WhyNot:
    """The changes that make the answer `value`. `possible` is None if that is undecided; `reason` says why.

    `changes` are the fewest changes of given values; `facts` are values that some unknown facts must have. If one change is enough,
    `others` are the other single changes.
    """

    value: str
    possible: bool | None
    changes: tuple[Changed, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    reason: str | None = None
    others: tuple[WhyNot, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the entry `why_not` of `ask --format json`."""
        return {
            "value": self.value,
            "possible": self.possible,
            **self._changes_json(),
            "reason": self.reason,
            "others": [alternative._changes_json() for alternative in self.others],
        }

    def _changes_json(self) -> dict[str, Any]:
        return {
            "changes": [{"fact": change.fact, "from": change.old, "to": change.new} for change in self.changes],
            "facts": dict(self.facts),
        }


@nests_deep
def why_not(
    core: Core,
    question: str,
    value: str,
    facts: Mapping[str, Any] | None = None,
    *,
    world: str | Mapping[str, str] | None = None,
    options: Iterable[str] = (),
    readings: Mapping[str, str] | None = None,
    scenario: str | None = None,
    closed: bool = False,
    budget: int = DEFAULT_BUDGET,
) -> WhyNot:
    """Return the changes that make the answer `value`: a value of the question, `conflict`, `out of range` or `undetermined`.

    The other parameters are those of `ask`; raises `WrongInput` as it does, and for a value that the question cannot have.
    """
    engine = engine_of(core)
    given_facts = facts or {}
    switches = engine.read_switches(options, readings or {}, scenario, None)
    prepared = engine.prepare_question(question, tuple(given_facts), world)
    stated_values = {
        key: (engine.read_given_value(key, is_fact, text), is_fact)
        for (key, is_fact), text in zip(prepared.keys, given_facts.values(), strict=True)
    }
    target, text = _target_outcome(core, prepared, question, value, world)
    try:
        return EncodedSituation(engine, prepared, switches, stated_values, budget, closed=closed).find(target, text)
    except NotAnalysable as refusal:
        return WhyNot(text, None, reason=refusal.reason)
    except TooLarge:
        return WhyNot(text, None, reason="the question can come about in too many ways")
    except BudgetExhausted as spent:
        return WhyNot(text, None, reason=spent.reason)


def _target_outcome(
    core: Core, prepared: PreparedQuestion, question: str, value: str, world: str | Mapping[str, str] | None
) -> tuple[Outcome, str]:
    """Return the target as an outcome of the interpreter, and as text."""
    if value in ("conflict", "out of range", "undetermined"):
        return (value,), value
    if prepared.free_term is not None:
        kind: types.Type | None = read_free_question(core, question, parse_world(core, world))[1]
        assert kind is not None
        answer = read_value(core, kind, value, question)
    else:
        kind = core.questions[prepared.question].type
        answer = read_answer(core, core.questions[prepared.question], value)
    return ("answered", answer), typed_text(core, kind, answer) if kind is not None else str(answer)


class EncodedSituation:
    """One encoded situation: given values as variables, and its answer over all their alternatives."""

    def __init__(
        self,
        engine: Engine,
        prepared: PreparedQuestion,
        switches: Switches,
        stated: Mapping[FactKey, tuple[Any, bool]],
        budget: int,
        *,
        closed: bool,
    ) -> None:
        self.engine = engine
        self.core = engine.core
        self.prepared = prepared
        self.switches = switches
        self.stated = stated
        self.things = self._all_things()
        self.open_world = None if closed else engine.open_world(prepared, self.things)
        selection = engine.machine.specialize(switches)
        space = Space(NO_LIMIT)
        needs = WorldNeeds({kind: len(names) for kind, names in self.things.items()}, frozenset(), self._places(Cones(self.core)))
        self.world = QueryWorld(Algebra(space), selection, needs, self.things)
        self.encoder = Encoder(self.core, self.world)
        self.space = space
        self.algebra = self.encoder.algebra
        self.given_values = [self._given_variable(key, value, is_fact) for key, (value, is_fact) in stated.items()]
        self.answer = self._encode_answer()
        self.budget = budget

    # ---- laying out -----------------------------------------------------------------------------------------------------------------

    def _all_things(self) -> dict[str, tuple[str, ...]]:
        """Return the things that the situation names, including values of facts."""
        names_by_kind = {kind: dict.fromkeys(names) for kind, names in self.prepared.things.items()}
        for (name, _), (value, is_fact) in self.stated.items():
            kind = self.core.facts[name].type if is_fact else None
            if isinstance(kind, types.Thing) and value is not None:
                names_by_kind.setdefault(kind.record, {})[value] = None
        return {kind: tuple(names) for kind, names in names_by_kind.items()}

    def _places(self, cones: Cones) -> dict[str, tuple[str, ...]]:
        """Return the places that rules name, some others, and those of this situation."""
        places_by_map: dict[str, dict[str, None]] = {name: dict.fromkeys(places) for name, places in cones.world_needs().places.items()}
        for key, (value, is_fact) in self.stated.items():
            params = self.core.facts[key[0]].params if is_fact else self.core.questions[key[0]].params
            typed = [(param.type, arg) for param, arg in zip(params, key[1], strict=True)]
            typed += [(self.core.facts[key[0]].type, value)] if is_fact else []
            for kind, place in typed:
                if isinstance(kind, types.PlaceOf) and place is not None:
                    places_by_map.setdefault(kind.map, {})[str(place)] = None
        return {name: tuple(places) for name, places in places_by_map.items()}

    def _given_variable(self, key: FactKey, value: Any, is_fact: bool) -> GivenVariable:
        """Return the variable of a given value, and the region where it is as given."""
        sign = self.world.fact_value(key) if is_fact else self._answer_variable(key)
        name = FactVariable(*key) if is_fact else AnswerVariable(*key)
        as_given = self._equality_region(self.algebra.as_value(sign), value)
        return GivenVariable(key, is_fact, self.space.variable_named(name), as_given, value)

    def _answer_variable(self, key: FactKey) -> Sign:
        return self.world.answer_variable(AnswerVariable(*key), self.core.questions[key[0]])

    def _equality_region(self, value: Value, target: Any) -> Formula:
        return self.space.disjunction(
            *[
                self.space.conjunction(region, self.algebra.leaves_equal(leaf, target))
                for region, leaf in value.cases
                if _same_kind(leaf, target)
            ]
        )

    def _encode_answer(self) -> Value:
        """Return the answer over all situations; readings without a choice are left open."""
        encoder = self.encoder
        with ExitStack() as stack:
            for given_value in self.given_values:
                if not given_value.is_fact:
                    stack.enter_context(
                        encoder.suppose_value(False, given_value.key, self.algebra.as_value(self._answer_variable(given_value.key)))
                    )
            if self.prepared.free_term is not None:
                sign = encoder.terms.encode_term(self.prepared.free_term, ())
            else:
                sign = encoder.encode_answer(self.prepared.question, tuple(constant(arg) for arg in self.prepared.args))
        return common_answer_of_readings(encoder, self.algebra.as_value(sign), ())

    # ---- finding --------------------------------------------------------------------------------------------------------------------

    def find(self, target: Outcome, text: str) -> WhyNot:
        """Return the fewest changes. Raises `BudgetExhausted`, `NotShown`."""
        space = self.space
        region = self._target_region(target)
        variables = space.variables_of(region) | support_with_numbers(space, self.answer)
        solver = Solver(space, self.budget, self.encoder.possible_situations(variables))
        variables = space.variables_of(region) | space.variables_of(solver.assumption)
        holes = tuple(reason for formula in value_formulas(self.answer) for reason in self.encoder.opaque_reasons(formula))
        relevant = [given_value for given_value in self.given_values if given_value.variable in variables]
        premises = [given_value.condition for given_value in relevant]
        for count in range(len(premises), -1, -1):
            candidate_region = space.conjunction(region, space.at_least(count, premises))
            boxes = (
                solver.find_model(formula)
                for formula in dict.fromkeys((self.encoder.restrict_to_known(candidate_region), candidate_region))
                if formula != FALSE
            )
            box = next((found_box for found_box in boxes if found_box is not None), None)
            if box is not None:
                changed = [given_value for given_value in relevant if not self._can_keep(given_value, box)]
                fixed = self._nearest_box(solver, region, [given_value for given_value in relevant if given_value not in changed], changed)
                result = self._replay_changes(solver, region, fixed, changed, target, text)
                if result is None and not holes:
                    raise NotShown(f"the interpreter does not show how `{self.prepared.question}` is {text}")
                if result is None:
                    return WhyNot(text, None, reason=holes[0])
                others = (
                    [self._single_change(solver, region, given_value, relevant, target, text) for given_value in relevant]
                    if len(changed) == 1
                    else []
                )
                return replace(
                    result,
                    others=tuple(
                        alternative for alternative in others if alternative is not None and alternative.changes != result.changes
                    ),
                )
        return WhyNot(text, False)  # not even with any value for the opaque parts

    def _single_change(
        self, solver: Solver, region: Formula, changed: GivenVariable, relevant: list[GivenVariable], target: Outcome, text: str
    ) -> WhyNot | None:
        """Return the result with one given value changed and the others kept; None if that is not enough."""
        kept_values = [given_value for given_value in relevant if given_value is not changed]
        fixed = {given_value.variable: self._given_mask(given_value) for given_value in kept_values}
        if solver.find_model(region, fixed) is None:
            return None
        return self._replay_changes(solver, region, self._nearest_box(solver, region, kept_values, [changed]), [changed], target, text)

    def _target_region(self, target: Outcome) -> Formula:
        match target[0]:
            case "conflict":
                return self.algebra.clash_region(self.answer)
            case "out of range":
                return self.algebra.outside_region(self.answer)
            case "undetermined":
                return self.space.conjunction(
                    self.algebra.undefined_region(self.answer), self.space.negate(self.algebra.ill_region(self.answer))
                )
            case _:  # open: any other word comes with a value
                return self._equality_region(self.answer, target[1])

    def _can_keep(self, given_value: GivenVariable, box: Box) -> bool:
        """Return True if a box allows the given value."""
        mask = box.get(given_value.variable)
        if mask is None:
            return True
        if self.space.values[given_value.variable] is None:
            return bool(mask == self._given_mask(given_value))
        return self.space.conjunction(given_value.condition, self.space.literal(given_value.variable, mask)) != FALSE

    def _nearest_box(self, solver: Solver, region: Formula, unchanged: list[GivenVariable], changed: list[GivenVariable]) -> Box:
        """Return a box that keeps the unchanged values, and gives each changed one, in turn, the nearest value in the region."""
        fixed: Box = {given_value.variable: self._given_mask(given_value) for given_value in unchanged}
        for changed_value in changed:
            values = self.space.values[changed_value.variable]
            if values is None:
                fixed[changed_value.variable] = self._nearest_number(solver, region, fixed, changed_value)
                continue
            order = sorted(range(len(values)), key=lambda n: (_distance(values[n], changed_value.value), n))
            fixed[changed_value.variable] = next(
                1 << n for n in order if solver.find_model(region, {**fixed, changed_value.variable: 1 << n}) is not None
            )
        return fixed

    def _nearest_number(self, solver: Solver, region: Formula, fixed: Box, given_value: GivenVariable) -> int:
        """Return the nearest number that satisfies the region, for a variable with too many values to try."""
        number = numbers.variable_number(given_value.variable)
        start = self._given_mask(given_value)

        def number_within(distance: int) -> int | None:
            bounds = [numbers.compare(self.space, op, number, start + sign * distance) for op, sign in ((">=", -1), ("<=", 1))]
            nearer_box = solver.find_model(self.space.conjunction(region, *bounds), fixed)
            return None if nearer_box is None else nearer_box.get(given_value.variable, start)

        box = solver.find_model(region, fixed)
        best = start if box is None else box.get(given_value.variable, start)
        low, high = 0, abs(best - start)
        while low < high:
            middle = (low + high) // 2
            nearer = number_within(middle)
            if nearer is None:
                low = middle + 1
            else:
                best, high = nearer, abs(nearer - start)
        return best

    def _given_mask(self, given_value: GivenVariable) -> int:
        """Return the mask of a variable at its given value."""
        values = self.space.values[given_value.variable]
        if values is None:
            return int(given_value.value / self.world.steps.get(given_value.variable, 1))
        return 1 << next(n for n, value in enumerate(values) if value == given_value.value and _same_kind(value, given_value.value))

    def _replay_changes(
        self, solver: Solver, region: Formula, fixed: Box, changed: list[GivenVariable], target: Outcome, text: str
    ) -> WhyNot | None:
        """Return the change as the interpreter shows it, with the unknown facts that it needs; None if it does not show it."""
        mine = {given_value.variable for given_value in self.given_values}
        values = {given_value.key: self.world.plain_value(given_value.variable, fixed[given_value.variable]) for given_value in changed}
        smallest_box = solver.find_smallest_model(region, fixed)
        free = self._free_facts(smallest_box or {}, mine)
        if not self._confirms(values, free, target):
            free = self._free_facts(self._fix_answer_variables(solver, region, {**(smallest_box or {}), **fixed}), mine)
            if not self._confirms(values, free, target):
                return None
        for key in list(free):
            reduced = {name: value for name, value in free.items() if name != key}
            free = reduced if self._confirms(values, reduced, target) else free
        changes = tuple(self._change_text(given_value, values[given_value.key]) for given_value in changed)
        facts = [(fact_text(self.core, key), typed_text(self.core, self.core.facts[key[0]].type, value)) for key, value in free.items()]
        return WhyNot(text, True, changes, tuple(sorted(facts)))

    def _free_facts(self, box: Box, mine: set[int]) -> dict[FactKey, Any]:
        """Return the facts that a box fixes and that were not given."""
        keys = {variable: self.space.keys[variable] for variable in sorted(box) if variable not in mine}
        return {
            (key.fact, key.args): self.world.plain_value(variable, box[variable])
            for variable, key in keys.items()
            if isinstance(key, FactVariable)
        }

    def _fix_answer_variables(self, solver: Solver, region: Formula, box: Box) -> Box:
        """Return the box with all variables fixed on which the answer depends."""
        space = self.space
        return fix_variables(solver, region, box, support_with_numbers(space, self.answer) | space.variables_of(solver.assumption))

    # ---- in the interpreter ---------------------------------------------------------------------------------------------------------

    def _confirms(self, values: Mapping[FactKey, Any], free: Mapping[FactKey, Any], target: Outcome) -> bool:
        """Return True if the interpreter's answer is the target under every completion."""
        facts = {key: values.get(key, value) for key, (value, is_fact) in self.stated.items() if is_fact}
        fixed = {key: values.get(key, value) for key, (value, is_fact) in self.stated.items() if not is_fact}
        name, args, engine = self.prepared.question, self.prepared.args, self.engine
        inquiry = Inquiry(
            engine.machine,
            self.switches,
            {**facts, **free},
            fixed,
            self.things,
            budget=MAX_PASSES_OF_CHANGE,
            open_world=self.open_world,
        )
        inquiry = heed_stipulations(inquiry, engine.sensitivity)
        if self.prepared.free_term is None:
            inquiry = question_inquiry(engine, inquiry, name, args)
        else:
            inquiry = free_inquiry(engine, inquiry, self.prepared.free_term)
        return bool(inquiry.common_outcome() == target)

    # ---- for people -----------------------------------------------------------------------------------------------------------------

    def _change_text(self, given_value: GivenVariable, value: Any) -> Changed:
        """Return a change as texts."""
        if given_value.is_fact:
            kind: types.Type | None = self.core.facts[given_value.key[0]].type
            name = fact_text(self.core, given_value.key)
        else:
            kind = self.core.questions[given_value.key[0]].type
            name = call_text(*given_value.key)
        old, new = (str(content) if kind is None else typed_text(self.core, kind, content) for content in (given_value.value, value))
        return Changed(name, old, new)


def _distance(value: Any, start: Any) -> Any:
    """Return the distance of a value from the given one; 0 unless both are numbers."""
    numbers_both = isinstance(value, int | Fraction) and isinstance(start, int | Fraction)
    return abs(value - start) if numbers_both and not isinstance(start, bool) else 0


def _same_kind(leaf: Any, target: Any) -> bool:
    """Return True if a leaf and a value are both truths or neither: yes is not 1."""
    return isinstance(leaf, bool) == isinstance(target, bool)
