"""The smallest change of what is given that makes an answer another: `ask --why-not VALUE`.

The situation keeps its things, its options, its scenario and the choices of its readings. Facts that are not given are free, and cost
nothing. What is found is shown by the interpreter before it is reported; that no change does it is proved.

>>> why_not(core, "allowance(u)", "8 MP", {"u.arm": "foot", "weather": "mud"}).changes
(Changed(fact='u.arm', old='foot', new='horse'),)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from rulewright.analysis.verdicts.witness import NotShown, all_fixed
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.core.wording import call_text, fact_text, typed_text
from rulewright.engines.interpreter.ask import Engine, engine_of, free_inquiry
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.engines.interpreter.query_expressions import read_free_question
from rulewright.engines.interpreter.query_inputs import PreparedQuestion, read_answer, read_value, world_of
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.encoding.open_readings import left_open
from rulewright.engines.solver.encoding.query_world import AnswerVariable, AskedWorld, Given
from rulewright.engines.solver.encoding.world import FactVariable, Needs
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra, Sign, Value, constant, parts, support_with_numbers
from rulewright.engines.solver.search.solver import BUDGET, Box, Solver, Spent
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey

Outcome: TypeAlias = "tuple[Any, ...]"
"""An outcome as the interpreter has it: ("answered", value), ("conflict",), ("undetermined",)."""
PASSES = 2_000
"""How many passes of the interpreter one situation may take to be borne out."""


@record
class Changed:
    """A fact, or an answer that was given, with its value as it was and as it would have to be."""

    fact: str
    old: str
    new: str


@record
class WhyNot:
    """What it takes for the answer to be `value`. `possible` None: not decided, and why is in `reason`.

    `changes` are of what was given, as few as can be; `facts` are some that were not given, with the values that they must have. Where one
    change is enough, `others` are the other changes that are.
    """

    value: str
    possible: bool | None
    changes: tuple[Changed, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    reason: str | None = None
    others: tuple[WhyNot, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The entry `why_not` of `ask --format json`."""
        return {
            "value": self.value,
            "possible": self.possible,
            **self._way(),
            "reason": self.reason,
            "others": [one._way() for one in self.others],
        }

    def _way(self) -> dict[str, Any]:
        return {"changes": [{"fact": one.fact, "from": one.old, "to": one.new} for one in self.changes], "facts": dict(self.facts)}


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
    budget: int = BUDGET,
) -> WhyNot:
    """What it takes for the answer to be `value`: a value of the question, `conflict` or `undetermined`.

    The rest is as in `ask`; raises `WrongInput` as it does, and for a value that the question cannot have.
    """
    engine = engine_of(core)
    given = facts or {}
    switches = engine.switches(options, readings or {}, scenario, None)
    prepared = engine.prepared(question, tuple(given), world)
    stated = {key: (engine.value(key, is_fact, text), is_fact) for (key, is_fact), text in zip(prepared.keys, given.values(), strict=True)}
    wanted, text = _wanted(core, prepared, question, value, world)
    try:
        return Asking(engine, prepared, switches, stated, budget, closed=closed).find(wanted, text)
    except NotAnalysable as refusal:
        return WhyNot(text, None, reason=refusal.reason)
    except TooLarge:
        return WhyNot(text, None, reason="the question can come about in too many ways")
    except Spent as spent:
        return WhyNot(text, None, reason=spent.why)


def _wanted(
    core: Core, prepared: PreparedQuestion, question: str, value: str, world: str | Mapping[str, str] | None
) -> tuple[Outcome, str]:
    """The outcome that is wanted, as the interpreter has outcomes, and as people read it."""
    if value in ("conflict", "undetermined"):
        return (value,), value
    if prepared.free is not None:
        kind: types.Type | None = read_free_question(core, question, world_of(core, world))[1]
        assert kind is not None
        found = read_value(core, kind, value, question)
    else:
        kind = core.questions[prepared.question].type
        found = read_answer(core, core.questions[prepared.question], value)
    return ("answered", found), typed_text(core, kind, found) if kind is not None else str(found)


class Asking:
    """One situation encoded: what was given as variables, its answer over all that might have been given instead."""

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
        selection = engine.machine.selection(switches)
        space = Space(NO_LIMIT)
        needs = Needs({kind: len(names) for kind, names in self.things.items()}, frozenset(), self._places(Cones(self.core)))
        self.world = AskedWorld(Algebra(space), selection, needs, self.things)
        self.encoder = Encoder(self.core, self.world)
        self.space = space
        self.algebra = self.encoder.algebra
        self.given = [self._variable(key, value, is_fact) for key, (value, is_fact) in stated.items()]
        self.answer = self._answer()
        self.budget = budget

    # ---- laying out -----------------------------------------------------------------------------------------------------------------

    def _all_things(self) -> dict[str, tuple[str, ...]]:
        """The things that the situation names, those that are values of facts too."""
        found = {kind: dict.fromkeys(names) for kind, names in self.prepared.things.items()}
        for (name, _), (value, is_fact) in self.stated.items():
            kind = self.core.facts[name].type if is_fact else None
            if isinstance(kind, types.Thing) and value is not None:
                found.setdefault(kind.record, {})[value] = None
        return {kind: tuple(names) for kind, names in found.items()}

    def _places(self, cones: Cones) -> dict[str, tuple[str, ...]]:
        """The places that rules name, some others, and those of this situation."""
        named: dict[str, dict[str, None]] = {name: dict.fromkeys(places) for name, places in cones.needs().places.items()}
        for key, (value, is_fact) in self.stated.items():
            params = self.core.facts[key[0]].params if is_fact else self.core.questions[key[0]].params
            typed = [(param.type, arg) for param, arg in zip(params, key[1], strict=True)]
            typed += [(self.core.facts[key[0]].type, value)] if is_fact else []
            for kind, one in typed:
                if isinstance(kind, types.PlaceOf) and one is not None:
                    named.setdefault(kind.map, {})[str(one)] = None
        return {name: tuple(places) for name, places in named.items()}

    def _variable(self, key: FactKey, value: Any, is_fact: bool) -> Given:
        """The variable of what was given, and where it is as given."""
        sign = self.world.fact(key) if is_fact else self._answer_variable(key)
        name = FactVariable(*key) if is_fact else AnswerVariable(*key)
        as_given = self._equals(self.algebra.as_value(sign), value)
        return Given(key, is_fact, self.space.variable_named(name), as_given, value)

    def _answer_variable(self, key: FactKey) -> Sign:
        return self.world.answer(AnswerVariable(*key), self.core.questions[key[0]])

    def _equals(self, value: Value, wanted: Any) -> Formula:
        return self.space.either(
            *[self.space.both(where, self.algebra.leaves_equal(leaf, wanted)) for where, leaf in value.cases if _alike(leaf, wanted)]
        )

    def _answer(self) -> Value:
        """The answer over all situations, readings that are not chosen left open."""
        encoder = self.encoder
        with ExitStack() as stack:
            for one in self.given:
                if not one.is_fact:
                    stack.enter_context(encoder.supposing(False, one.key, self.algebra.as_value(self._answer_variable(one.key))))
            if self.prepared.free is not None:
                sign = encoder.terms.sign(self.prepared.free, ())
            else:
                sign = encoder.answer(self.prepared.question, tuple(constant(arg) for arg in self.prepared.args))
        return left_open(encoder, self.algebra.as_value(sign), ())

    # ---- finding --------------------------------------------------------------------------------------------------------------------

    def find(self, wanted: Outcome, text: str) -> WhyNot:
        """The fewest changes. Raises `Spent`, `NotShown`."""
        space = self.space
        where = self._where(wanted)
        about = space.variables_of(where) | support_with_numbers(space, self.answer)
        solver = Solver(space, self.budget, self.encoder.possible(about))
        about = space.variables_of(where) | space.variables_of(solver.given)
        holes = tuple(reason for formula in parts(self.answer) for reason in self.encoder.reasons(formula))
        given = [one for one in self.given if one.variable in about]
        kept = [one.as_given for one in given]
        for count in range(len(kept), -1, -1):
            enough = space.both(where, space.at_least(count, kept))
            boxes = (solver.model(one) for one in dict.fromkeys((self.encoder.surely(enough), enough)) if one != FALSE)
            box = next((one for one in boxes if one is not None), None)
            if box is not None:
                changed = [one for one in given if not self._may_be(one, box)]
                fixed = self._nearest(solver, where, [one for one in given if one not in changed], changed)
                shown = self._shown(solver, where, fixed, changed, wanted, text)
                if shown is None and not holes:
                    raise NotShown(f"the interpreter does not show how `{self.prepared.question}` is {text}")
                if shown is None:
                    return WhyNot(text, None, reason=holes[0])
                others = [self._alone(solver, where, one, given, wanted, text) for one in given] if len(changed) == 1 else []
                return replace(shown, others=tuple(one for one in others if one is not None and one.changes != shown.changes))
        return WhyNot(text, False)  # not even where what is not looked into may be anything

    def _alone(self, solver: Solver, where: Formula, changed: Given, given: list[Given], wanted: Outcome, text: str) -> WhyNot | None:
        """What it takes with one thing changed and nothing else of what was given; None where that is not enough."""
        others = [one for one in given if one is not changed]
        fixed = {one.variable: self._mask(one) for one in others}
        if solver.model(where, fixed) is None:
            return None
        return self._shown(solver, where, self._nearest(solver, where, others, [changed]), [changed], wanted, text)

    def _where(self, wanted: Outcome) -> Formula:
        match wanted[0]:
            case "conflict":
                return self.algebra.ill(self.answer)
            case "undetermined":
                return self.space.both(self.algebra.open(self.answer), self.space.negate(self.algebra.ill(self.answer)))
            case _:  # open: any other word comes with a value
                return self._equals(self.answer, wanted[1])

    def _may_be(self, one: Given, box: Box) -> bool:
        """Whether a box leaves something as it was given."""
        mask = box.get(one.variable)
        if mask is None:
            return True
        if self.space.values[one.variable] is None:
            return bool(mask == self._mask(one))
        return self.space.both(one.as_given, self.space.literal(one.variable, mask)) != FALSE

    def _nearest(self, solver: Solver, where: Formula, kept: list[Given], changed: list[Given]) -> Box:
        """A box in which what is kept is as given, and what changes has, one after the other, the value nearest to it that does."""
        fixed: Box = {one.variable: self._mask(one) for one in kept}
        for one in changed:
            values = self.space.values[one.variable]
            if values is None:
                fixed[one.variable] = self._nearest_number(solver, where, fixed, one)
                continue
            order = sorted(range(len(values)), key=lambda n: (_distance(values[n], one.value), n))
            fixed[one.variable] = next(1 << n for n in order if solver.model(where, {**fixed, one.variable: 1 << n}) is not None)
        return fixed

    def _nearest_number(self, solver: Solver, where: Formula, fixed: Box, one: Given) -> int:
        """Of a number with too many values to try, the one that does it and is nearest to what was given."""
        number = numbers.variable_number(one.variable)
        given = self._mask(one)

        def within(distance: int) -> int | None:
            near = [numbers.compare(self.space, op, number, given + sign * distance) for op, sign in ((">=", -1), ("<=", 1))]
            found = solver.model(self.space.both(where, *near), fixed)
            return None if found is None else found.get(one.variable, given)

        box = solver.model(where, fixed)
        best = given if box is None else box.get(one.variable, given)
        low, high = 0, abs(best - given)
        while low < high:
            middle = (low + high) // 2
            found = within(middle)
            if found is None:
                low = middle + 1
            else:
                best, high = found, abs(found - given)
        return best

    def _mask(self, one: Given) -> int:
        """Where a variable is as it was given."""
        values = self.space.values[one.variable]
        if values is None:
            return int(one.value / self.world.steps.get(one.variable, 1))
        return 1 << next(n for n, value in enumerate(values) if value == one.value and _alike(value, one.value))

    def _shown(self, solver: Solver, where: Formula, fixed: Box, changed: list[Given], wanted: Outcome, text: str) -> WhyNot | None:
        """The change in the interpreter, with the facts that were not given and must be as they are; None where it does not show it."""
        mine = {one.variable for one in self.given}
        values = {one.key: self.world.plain(one.variable, fixed[one.variable]) for one in changed}
        found = solver.smallest(where, {}, fixed)
        free = self._facts(found or {}, mine)
        if not self._bears_out(values, free, wanted):
            free = self._facts(self._all_fixed(solver, where, {**(found or {}), **fixed}), mine)
            if not self._bears_out(values, free, wanted):
                return None
        for key in list(free):
            less = {name: value for name, value in free.items() if name != key}
            free = less if self._bears_out(values, less, wanted) else free
        changes = tuple(self._changed(one, values[one.key]) for one in changed)
        facts = [(fact_text(self.core, key), typed_text(self.core, self.core.facts[key[0]].type, value)) for key, value in free.items()]
        return WhyNot(text, True, changes, tuple(sorted(facts)))

    def _facts(self, box: Box, mine: set[int]) -> dict[FactKey, Any]:
        """The facts that a box fixes and that were not given."""
        keys = {variable: self.space.keys[variable] for variable in sorted(box) if variable not in mine}
        return {(key.fact, key.args): self.world.plain(one, box[one]) for one, key in keys.items() if isinstance(key, FactVariable)}

    def _all_fixed(self, solver: Solver, where: Formula, box: Box) -> Box:
        """The box with every fact fixed that the answer depends on."""
        space = self.space
        return all_fixed(solver, where, box, support_with_numbers(space, self.answer) | space.variables_of(solver.given))

    # ---- in the interpreter ---------------------------------------------------------------------------------------------------------

    def _bears_out(self, values: Mapping[FactKey, Any], free: Mapping[FactKey, Any], wanted: Outcome) -> bool:
        """Whether the interpreter's answer is the one that is wanted, whatever else the facts are."""
        facts = {key: values.get(key, value) for key, (value, is_fact) in self.stated.items() if is_fact}
        fixed = {key: values.get(key, value) for key, (value, is_fact) in self.stated.items() if not is_fact}
        name, args, engine = self.prepared.question, self.prepared.args, self.engine
        inquiry = Inquiry(
            engine.machine,
            self.switches,
            {**facts, **free},
            fixed,
            self.things,
            lambda situation: situation.result(name, args).value,
            engine.sensitivity,
            budget=PASSES,
            open_world=self.open_world,
        )
        if self.prepared.free is not None:
            inquiry = free_inquiry(engine, inquiry, self.prepared.free)
        return bool(inquiry.certain() == wanted)

    # ---- for people -----------------------------------------------------------------------------------------------------------------

    def _changed(self, one: Given, value: Any) -> Changed:
        """A change as people read it."""
        if one.is_fact:
            kind: types.Type | None = self.core.facts[one.key[0]].type
            name = fact_text(self.core, one.key)
        else:
            kind = self.core.questions[one.key[0]].type
            name = call_text(*one.key)
        old, new = (str(each) if kind is None else typed_text(self.core, kind, each) for each in (one.value, value))
        return Changed(name, old, new)


def _distance(value: Any, given: Any) -> Any:
    """How far a value is from what was given; all that is no number is as far."""
    numbers_both = isinstance(value, int | Fraction) and isinstance(given, int | Fraction)
    return abs(value - given) if numbers_both and not isinstance(given, bool) else 0


def _alike(leaf: Any, wanted: Any) -> bool:
    """Whether a leaf is of the kind of a value: yes is not 1."""
    return isinstance(leaf, bool) == isinstance(wanted, bool)
