"""The situations of a question: things, facts, arguments and switches, each as a variable with its domain.

The arguments of a question that are things exist. Two of a kind may be one thing where the question distinguishes that (`WorldNeeds`); else
one thing behaves as two that are alike, and each argument is another thing. Further things of a kind may exist where some condition
ranges over that kind, up to `MAX_THINGS_OF_KIND` in all. Switches (options, scenario, game, choices of readings) are variables too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import ceil, floor
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rulewright.base.limits import MAX_LISTED_VALUES
from rulewright.base.records import record
from rulewright.core.expressions import And, Apply, Arena, ExprId, IsOneOf, Not, ReadFact
from rulewright.core.lower_expressions import lowering_of
from rulewright.core.model import Core
from rulewright.core.primitives import Primitive
from rulewright.core.switches import Chosen, InGame, InScenario, OptionOn, Switch, Switching, evaluate_switch
from rulewright.core.wording import reserved_names, unused_name
from rulewright.engines.interpreter.plan import parameter_pool
from rulewright.engines.interpreter.value_classes import numeric_range
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import UNDETERMINED, Algebra, Leaf, Sign, Truth, UnnamedThing, Value, constant
from rulewright.semantics import types
from rulewright.semantics.model import Impossible, Question

if TYPE_CHECKING:
    from rulewright.semantics.terms import FactKey, Plain, Term


@record
class FactVariable:
    """The key of a fact of things."""

    fact: str
    args: tuple[Plain, ...]


@record
class ArgumentVariable:
    """The key of an argument: the `number`th of a type that is no thing, or of a kind, if it may be none or an earlier thing."""

    type: types.Type
    number: int


@record
class ThingVariable:
    """The key of the existence of a thing."""

    thing: str
    kind: str


@record
class SwitchVariable:
    """The key of an option (yes or no), the scenario, the game, or the choice of a reading; `name` is empty for scenario and game."""

    what: str
    name: str = ""


@record
class WorldNeeds:
    """The needs of a world: the number of things of each kind, the kinds that may have fewer, the places of each map.

    `one_or_two`: by question, the kinds of which two of its arguments may be one thing.
    """

    things: Mapping[str, int]
    optional_kinds: frozenset[str]
    places: Mapping[str, tuple[str, ...]]
    mergeable_kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def with_counts(self, things: Mapping[str, int]) -> WorldNeeds:
        """Return the needs with another number of things of some kinds."""
        return WorldNeeds({**self.things, **things}, self.optional_kinds.union(things), self.places, self.mergeable_kinds)


Key: TypeAlias = "FactVariable | ArgumentVariable | ThingVariable | SwitchVariable"


class UnlistedThings(Protocol):
    """The things of a world of any number that no range lists, at one use of a range (`origin`); a member represents them."""

    def further_member(self, origin: Hashable, kind: str) -> UnnamedThing: ...
    def further_number(self, origin: Hashable, member: UnnamedThing) -> Value: ...
    def further_sum(self, origin: Hashable, member: UnnamedThing, what: Hashable, value: Value) -> Value: ...
    def further_amount(self, origin: Hashable, what: Hashable, members: Iterable[Value]) -> Value: ...
    def one_further(self, origin: Hashable) -> Formula: ...


class World:
    """The variables of a core. `things` by kind, arguments first; `exists` has the formula of each thing's existence.

    All questions are encoded in one world, so that a question called by several is encoded once.
    """

    is_asked = False
    """True for the world of one situation, in which facts may be known values instead of variables."""

    def __init__(self, core: Core, algebra: Algebra, needs: WorldNeeds) -> None:
        self.core = core
        self.algebra = algebra
        self.space = algebra.space
        self.places = needs.places
        self.one_or_two = needs.mergeable_kinds
        self.exists: dict[str, Formula] = {}
        self.kinds: dict[str, str] = {}
        self.things: dict[str, tuple[str, ...]] = {}
        self.domain_conditions: dict[int, Formula] = {}
        """The constraint on a variable that holds in every situation."""
        self.steps: dict[int, int | Fraction] = {}
        """The step of each number with too many values to list: the variable counts steps."""
        self._facts: dict[FactKey, Sign] = {}
        self._reserved_names = reserved_names(core)
        for kind, count in sorted(needs.things.items()):
            self._make_things(kind, count, kind in needs.optional_kinds)

    # ---- things ---------------------------------------------------------------------------------------------------------------------

    def free_name(self, base: str, more_taken: Iterable[str] = ()) -> str:
        """Return a name for a thing that is no other name of the core."""
        return unused_name(self._reserved_names.union(more_taken), base)

    def _make_things(self, kind: str, count: int, counted: bool) -> None:
        """Create the things of a kind; their existence is a variable only if something ranges over the kind."""
        previous_exists = TRUE
        for number in range(count):
            name = self.free_name(f"{kind}{number + 1}", self.kinds)
            exists = TRUE
            if counted:
                variable = self.space.variable(ThingVariable(name, kind), (True, False))
                exists = self.space.literal(variable, 1)
                # symmetry breaking: the second thing exists only with the first
                self.domain_conditions[variable] = self.space.disjunction(self.space.negate(exists), previous_exists)
            self.exists[name] = exists
            self.kinds[name] = kind
            self.things[kind] = (*self.things.get(kind, ()), name)
            previous_exists = exists

    def question_arguments(self, question: Question) -> tuple[Value, ...]:
        """Return the arguments of a question: a thing differs from earlier ones unless it may be one of them; others are variables."""
        counts: dict[str, int] = {}
        arguments: list[Value] = []
        for param in question.params:
            param_type = param.type
            if not isinstance(param_type, types.Thing):
                number = counts.get(str(param_type), 0)
                counts[str(param_type)] = number + 1
                arguments.append(self.algebra.as_value(self._value_of_type(ArgumentVariable(param_type, number), param_type)))
                continue
            number = counts.get(param_type.record, 0)
            counts[param_type.record] = number + 1
            # A question that tells two of a kind apart must be tried with one thing in both places, too.
            *earlier, name = self.things[param_type.record][: number + 1]
            alternatives = earlier if param_type.or_none or param_type.record in self.one_or_two.get(question.name, ()) else []
            values: list[Plain] = [name, *alternatives, *([None] if param_type.or_none else [])]
            arguments.append(constant(name) if len(values) == 1 else self._listed_value(ArgumentVariable(param_type, number), values))
        return tuple(arguments)

    def argument_key(self, question: Question, slot: int) -> ArgumentVariable:
        """Return the key of an argument that is no thing, or that may be none or an earlier argument."""
        param_type, earlier_types = question.params[slot].type, [param.type for param in question.params[:slot]]
        if isinstance(param_type, types.Thing):
            return ArgumentVariable(
                param_type, sum(1 for earlier in earlier_types if isinstance(earlier, types.Thing) and earlier.record == param_type.record)
            )
        return ArgumentVariable(param_type, sum(1 for earlier in earlier_types if str(earlier) == str(param_type)))

    def existing_arguments(self, question: Question) -> Formula:
        """Return the condition that the arguments that are things exist."""
        return self.space.conjunction(
            *[
                self.space.disjunction(self.space.negate(guard), self.exists[str(leaf)])
                for value in self.question_arguments(question)
                for guard, leaf in value.cases
                if leaf in self.exists
            ]
        )

    # ---- facts ----------------------------------------------------------------------------------------------------------------------

    def fact_value(self, key: FactKey) -> Sign:
        """Return a fact of these things; a fact of `none`, or of a number out of range, is undefined."""
        value = self._facts.get(key)
        if value is None:
            decl = self.core.facts[key[0]]
            value = self._value_of_type(FactVariable(*key), decl.type) if decl.is_about(key[1]) else UNDETERMINED
            self._facts[key] = value
        return value

    def _value_of_type(self, key: FactVariable | ArgumentVariable, kind: types.Type) -> Sign:
        match kind:
            case types.YesNo():
                variable = self.space.variable(key, (True, False))
                return self.algebra.decided_truth(self.space.literal(variable, 1))
            case types.Numeric():
                return self._numeric_value(key, kind)
            case types.PlaceOf():
                return self._listed_value(key, [*self.places.get(kind.map, ()), *([None] if kind.or_none else [])])
            case types.Thing():
                return self._thing_value(key, kind)
            case types.Enumerated():
                return self._listed_value(key, [*self.core.enums[kind.name].values, *([None] if kind.or_none else [])])
            case _:
                raise NotAnalysable("a fact that is always `none`")

    def _listed_value(self, key: Hashable, values: Sequence[Plain]) -> Value:
        if not values:
            raise NotAnalysable("a fact that has no values to try")
        variable = self.space.variable(key, tuple(values))
        return Value(tuple((self.space.literal(variable, 1 << index), value) for index, value in enumerate(values)), is_total=True)

    def _numeric_value(self, key: FactVariable | ArgumentVariable, kind: types.Numeric) -> Value:
        step = 1 if kind.step is None else kind.step
        if kind.low is not None and kind.high is not None and (kind.high - kind.low) / step <= MAX_LISTED_VALUES:
            fact = types.Numeric(kind.low, kind.high, kind.unit, step)
            variable = self.space.variable(key, tuple(numeric_range(fact)))
            return constant(numbers.variable_number(variable))
        if kind.low is not None and kind.low % Fraction(step):
            raise NotAnalysable("a number with too many fractional values")
        low = None if kind.low is None else ceil(kind.low / Fraction(step))
        high = None if kind.high is None else floor(kind.high / Fraction(step))
        variable = self.space.numeric_variable(key, low, high)
        self.steps[variable] = step
        return constant(numbers.multiply(step, numbers.variable_number(variable)))

    def plain_value(self, variable: int, mask: int) -> Plain:
        """Return the value of a variable in a box: the first one of the mask, or the number of its steps."""
        values = self.space.values[variable]
        if values is None:
            return numbers.exact(mask * self.steps.get(variable, 1))
        return values[(mask & -mask).bit_length() - 1]

    def _thing_value(self, key: FactVariable | ArgumentVariable, kind: types.Thing) -> Value:
        """Return a fact whose value is a thing that exists."""
        names = self.things.get(kind.record, ())
        value = self._listed_value(key, [*names, *([None] if kind.or_none else [])])
        variable = self.space.variable(key, (*names, *((None,) if kind.or_none else ())))
        self.domain_conditions[variable] = self.space.conjunction(
            *[self.space.disjunction(self.space.negate(guard), self.exists[str(name)]) for guard, name in value.cases if name is not None]
        )
        return value

    # ---- what a world may say of things that it does not list, and of those that stand for several ---------------------------------------

    def things_of_range(self, kind: str, origin: Hashable) -> tuple[str, ...]:
        """Return the things that may belong to a range, at one use of it (`origin`)."""
        return self.things.get(kind, ())

    def unlisted_behind(self, origin: Hashable, member: Leaf) -> UnlistedThings | None:
        """Return what is known of the things that are not listed, if a member of a range represents them."""
        return None

    def link_beyond(self, origin: Hashable, first: str, last: str, links: Iterable[Truth]) -> Truth | None:
        """Return the truth of a chain of links through things that are not listed; `links` are those between the listed."""
        return None

    def number_of(self, member: Leaf) -> Leaf:
        """Return the number of things that a member of a range represents."""
        return 1

    def is_single(self, thing: str) -> Formula:
        """Return the region in which a thing represents only itself."""
        return TRUE

    def learn_from(self, source: World) -> None:
        """Copy the constraints and steps of variables from another world of the space."""
        for variable, condition in source.domain_conditions.items():
            self.domain_conditions.setdefault(variable, condition)
        for variable, step in source.steps.items():
            self.steps.setdefault(variable, step)

    # ---- switches -------------------------------------------------------------------------------------------------------------------

    def option_formula(self, name: str) -> Formula:
        """Return the formula that an option is chosen."""
        return self.space.literal(self.space.variable(SwitchVariable("option", name), (True, False)), 1)

    def enabled_formula(self, switching: Switching) -> Formula:
        """Return the formula of an enablement."""
        space = self.space
        return evaluate_switch(
            switching, self._switch_formula, lambda parts: space.conjunction(*parts), lambda parts: space.disjunction(*parts), space.negate
        )

    def _switch_formula(self, switch: Switch) -> Formula:
        match switch:
            case OptionOn():
                return self.option_formula(switch.option) if switch.option in self.core.options else FALSE
            case InScenario():
                return self._switch_literal(SwitchVariable("scenario"), (None, *self.core.scenarios), set(switch.scenarios))
            case InGame():
                return self._switch_literal(SwitchVariable("game"), self.core.games, set(switch.games)) if self.core.games else TRUE
            case Chosen():
                return self.choice_formula(switch.reading, switch.choice)

    def choice_formula(self, reading: str, choice: str) -> Formula:
        """Return the formula that a reading is this choice; a settled reading is constant."""
        declared = self.core.readings[reading]
        if declared.settled_as is not None:
            return TRUE if declared.settled_as == choice else FALSE
        return self._switch_literal(SwitchVariable("reading", reading), tuple(option.name for option in declared.choices), {choice})

    def _switch_literal(self, key: SwitchVariable, values: tuple[str | None, ...], members: set[str]) -> Formula:
        variable = self.space.variable(key, values)
        return self.space.literal(variable, sum(1 << index for index, value in enumerate(values) if value in members))


class Declarations:
    """The constraints on all situations; each is encoded when something it concerns is used."""

    def __init__(self, world: World, truth: Callable[[Term, tuple[Value, ...]], Truth]) -> None:
        self.world = world
        self._truth = truth
        core = world.core
        self._impossible = [(None if world.is_asked else _subjects_of(core, statement), statement) for statement in core.impossible]
        self._formulas_by_statement: dict[int, list[Formula]] = {}

    def constraints_on(self, names: Collection[str]) -> dict[int, list[Formula]]:
        """Return, by the number of the statement, the constraints that concern some facts and kinds, by name, or may concern anything."""
        relevant = {
            number: self._statement_constraints(number)
            for number, (subjects, _) in enumerate(self._impossible)
            if subjects is None or not subjects.isdisjoint(names)
        }
        return {**relevant, len(self._impossible): self._option_constraints}

    def _statement_constraints(self, number: int) -> list[Formula]:
        formulas = self._formulas_by_statement.get(number)
        if formulas is None:
            formulas = self._formulas_by_statement[number] = list(self._statement_formulas(self._impossible[number][1]))
        return formulas

    def _statement_formulas(self, statement: Impossible) -> Iterator[Formula]:
        """Yield the formulas of a statement, one for each binding of its parameters; they hold in every possible situation."""
        space, exists = self.world.space, self.world.exists
        pools = [_candidates(self.world, param.type) for param in statement.params]
        for operands in product(*pools):
            with suppress(NotAnalysable):
                holds = self._truth(statement.when, tuple(constant(name) for name in operands))
                all_exist = space.conjunction(*[exists.get(str(name), TRUE) for name in operands])
                yield space.negate(space.conjunction(all_exist, holds.yes))

    @cached_property
    def _option_constraints(self) -> list[Formula]:
        """The requirements and exclusions of options."""
        space, core, option_chosen = self.world.space, self.world.core, self.world.option_formula
        formulas: list[Formula] = []
        for option in core.options.values():
            if option.needs is not None:
                formulas.append(space.negate(space.conjunction(option_chosen(option.name), self._truth(option.needs, ()).no)))
        for exclusion in core.exclusions:
            formulas += [
                space.negate(space.conjunction(option_chosen(first), option_chosen(second))) for first, second in combinations(exclusion, 2)
            ]
        return formulas


def _subjects_of(core: Core, statement: Impossible) -> frozenset[str] | None:
    """Return the names of the facts and kinds of things that a statement concerns; None if it may concern anything.

    A statement that may hold for all values of its facts could leave no situation at all: it concerns everything.
    """
    lowering = lowering_of(core)
    condition = lowering.lower_term(statement.when, len(statement.params))
    reads = lowering.reads[condition]
    if reads.questions or reads.kinds or not _may_fail(core, lowering.arena, condition):
        return None
    kinds = [param.type.record for param in statement.params if isinstance(param.type, types.Thing)]
    return reads.facts.union(kinds)


def _may_fail(core: Core, arena: Arena, condition: ExprId) -> bool:
    """Return True if a condition is plainly false for some values of its facts; False means unknown."""
    node = arena[condition]
    match node:
        case And():
            return any(_may_fail(core, arena, operand) for operand in node.operands)
        case ReadFact():
            return isinstance(core.facts[node.fact].type, types.YesNo)
        case Not():
            negated = arena[node.operand]
            if isinstance(negated, ReadFact):
                decl = core.facts[negated.fact]
                return isinstance(decl.type, types.YesNo) and not decl.never_of_itself
            return isinstance(negated, IsOneOf) and _has_other_values(core, arena, negated)
        case IsOneOf():
            return _has_other_values(core, arena, node)
        case Apply(primitive=Primitive.GREATER_THAN | Primitive.LESS_THAN):
            first, second = (arena[operand] for operand in node.operands)
            if not isinstance(first, ReadFact) or not isinstance(second, ReadFact):
                return False
            return core.facts[first.fact].type == core.facts[second.fact].type  # they may be the same number
        case _:  # open: other conditions are not examined
            return False


def _has_other_values(core: Core, arena: Arena, node: IsOneOf) -> bool:
    """Return True if a fact that is one of some constants has further values."""
    operand = arena[node.operand]
    kind = core.facts[operand.fact].type if isinstance(operand, ReadFact) else None
    return isinstance(kind, types.Enumerated) and not set(core.enums[kind.name].values) <= set(node.values)


def _subject_name(key: object) -> str:
    """Return the fact or the kind of things of a variable; empty for all others."""
    match key:
        case FactVariable():
            return key.fact
        case ThingVariable():
            return key.kind
        case _:  # open: switches, arguments and opaque conditions
            return ""


def possible_situations(declared: Declarations, variables: Collection[int]) -> Formula:
    """Return the constraints on situations: those of these variables, `impossible` statements, requirements and exclusions of options.

    Only constraints on the variables, or on others that these connect to them, are included; and those that need certain things to exist,
    as a situation has only the things that it names.
    """
    world, space = declared.world, declared.world.space
    relevant = set(variables)
    conditions: list[Formula] = []
    seen_declarations: set[int] = set()
    pending: list[Formula] = []
    # Constraints reach as far as their variables do: each round adds those that the one before has connected.
    growing = True
    while growing:
        growing = False
        names = {_subject_name(space.keys[variable]) for variable in relevant}
        for number, formulas in declared.constraints_on(names).items():
            if number not in seen_declarations:
                seen_declarations.add(number)
                immediate = [statement for statement in formulas if _needs_things(world, statement)]
                conditions += immediate
                pending += [statement for statement in formulas if statement != TRUE and statement not in immediate]
                relevant.update(*(space.variables_of(statement) for statement in immediate))
                growing = True
        for formula in list(pending):
            if not relevant.isdisjoint(space.variables_of(formula)):
                conditions.append(formula)
                pending.remove(formula)
                relevant |= space.variables_of(formula)
                growing = True
        for variable in list(relevant):
            domain_condition = world.domain_conditions.get(variable)
            if domain_condition is not None and domain_condition not in conditions:
                conditions.append(domain_condition)
                relevant |= space.variables_of(domain_condition)
                growing = True
    return space.conjunction(*conditions)


def _needs_things(world: World, statement: Formula) -> bool:
    """Return True if a constraint cannot hold without any of the optional things."""
    space = world.space
    for variable in space.variables_of(statement):
        if isinstance(space.keys[variable], ThingVariable):
            statement = space.restrict_formulas([statement], variable, 2)[0]
    return statement == FALSE


def statements(world: World, truth: Callable[[Term, tuple[Value, ...]], Truth]) -> Iterator[Formula]:
    """Yield the constraints of all statements, as formulas that hold in every possible situation."""
    space, core = world.space, world.core
    for statement in core.impossible:
        pools = [_candidates(world, param.type) for param in statement.params]
        for operands in product(*pools):
            try:
                holds = truth(statement.when, tuple(constant(name) for name in operands))
            except NotAnalysable:
                continue
            all_exist = space.conjunction(*[world.exists.get(str(name), TRUE) for name in operands])
            yield space.negate(space.conjunction(all_exist, holds.yes))
    for option in core.options.values():
        if option.needs is not None:
            needs = truth(option.needs, ())
            yield space.negate(space.conjunction(world.option_formula(option.name), needs.no))
    for exclusion in core.exclusions:
        for first, second in combinations(exclusion, 2):
            yield space.negate(space.conjunction(world.option_formula(first), world.option_formula(second)))


def _candidates(world: World, kind: types.Type) -> tuple[Plain, ...]:
    """Return the values of a parameter of an `impossible` statement: the things of a kind, or all values of a type."""
    pool = parameter_pool(world.core, kind)
    return world.things.get(pool, ()) if isinstance(pool, str) else pool
