"""The situations that a question is asked in: things, facts, arguments and switches, each as a variable with its values.

The arguments of a question that are things exist. Two of a kind are one thing or two where the question tells that apart (`Needs`); else
what holds of one thing also holds of two that are alike, and each is another thing. Further things of a kind may exist where some condition
runs over that kind, up to `MOST_THINGS` in all. Switches (options, scenario, game, choices of readings) are variables too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import ceil, floor
from typing import TYPE_CHECKING, TypeAlias

from rulewright.base.keywords import Comparison
from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.core.switches import Chosen, InGame, InScenario, OptionOn, Switch, Switching, worked_out
from rulewright.engines.interpreter.plan import pool_of
from rulewright.engines.interpreter.value_classes import numbers_of
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import UNDETERMINED, Algebra, Sign, Truth, Value, constant
from rulewright.semantics import terms, types
from rulewright.semantics.model import Impossible, Question

if TYPE_CHECKING:
    from rulewright.semantics.terms import FactKey, Plain, Term

MOST_THINGS = 3
"""So many things of a kind may exist where some condition runs over that kind (or as many as a question has arguments)."""
MOST_VALUES = 1024
"""A fact with more values than this is a number that is not listed, value by value."""
UNTOLD_PLACES = 4
"""So many places that no rule names are told apart."""


@record
class FactVariable:
    """A fact of things."""

    fact: str
    args: tuple[Plain, ...]


@record
class ArgumentVariable:
    """An argument that is no thing, the `number`th of its type; or the `number`th thing of a kind, which may be none or an earlier one."""

    type: types.Type
    number: int


@record
class ThingVariable:
    """Whether a thing exists."""

    thing: str
    kind: str


@record
class SwitchVariable:
    """An option (yes or no), the scenario, the game, or the choice of a reading; `name` is empty for scenario and game."""

    what: str
    name: str = ""


@record
class Needs:
    """What a world must have: things of each kind, which kinds may have fewer, the places of each map.

    `one_or_two`: by question the kinds of which two of its arguments may be one thing.
    """

    things: Mapping[str, int]
    counted: frozenset[str]
    places: Mapping[str, tuple[str, ...]]
    one_or_two: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def with_so_many(self, things: Mapping[str, int]) -> Needs:
        """The same with another number of things of some kinds."""
        return Needs({**self.things, **things}, self.counted.union(things), self.places, self.one_or_two)


Key: TypeAlias = "FactVariable | ArgumentVariable | ThingVariable | SwitchVariable"


def names_taken(core: Core) -> frozenset[str]:
    """The names that no thing may have in a core."""
    values = (value for enum in core.enums.values() for value in enum.values)
    return frozenset([*values, *core.facts, *core.questions, *core.groups])


def unused_name(taken: Iterable[str], wanted: str) -> str:
    """A name as wanted that is not taken, with a number where that is needed."""
    there = frozenset(taken)
    name, number = wanted, 1
    while name in there:
        number += 1
        name = f"{wanted}{number}"
    return name


class World:
    """The variables of a core. `things` by kind, the first of a kind being those that are arguments; `exists` where they exist.

    All questions are asked in one world, so that what one asks of another is worked out once.
    """

    is_asked = False
    """It is the world of one situation, in which facts may be known, and no variables."""

    def __init__(self, core: Core, algebra: Algebra, needs: Needs) -> None:
        self.core = core
        self.algebra = algebra
        self.space = algebra.space
        self.places = needs.places
        self.one_or_two = needs.one_or_two
        self.exists: dict[str, Formula] = {}
        self.kinds: dict[str, str] = {}
        self.things: dict[str, tuple[str, ...]] = {}
        self.given: dict[int, Formula] = {}
        """What holds of a variable in every situation."""
        self.steps: dict[int, int | Fraction] = {}
        """Of a number with too many values to list its step: the variable counts these."""
        self._facts: dict[FactKey, Sign] = {}
        self._taken = names_taken(core)
        for kind, count in sorted(needs.things.items()):
            self._make_things(kind, count, kind in needs.counted)

    # ---- things ---------------------------------------------------------------------------------------------------------------------

    def free_name(self, wanted: str, others: Iterable[str] = ()) -> str:
        """A name for a thing that is no other name of the core."""
        return unused_name(self._taken.union(others), wanted)

    def _make_things(self, kind: str, count: int, counted: bool) -> None:
        """So many things of a kind; where nothing runs over the kind, nobody asks whether they exist."""
        before = TRUE
        for number in range(count):
            name = self.free_name(f"{kind}{number + 1}", self.kinds)
            exists = TRUE
            if counted:
                variable = self.space.variable(ThingVariable(name, kind), (True, False))
                exists = self.space.literal(variable, 1)
                # things are alike: the second is there only with the first
                self.given[variable] = self.space.either(self.space.negate(exists), before)
            self.exists[name] = exists
            self.kinds[name] = kind
            self.things[kind] = (*self.things.get(kind, ()), name)
            before = exists

    def arguments(self, question: Question) -> tuple[Value, ...]:
        """The arguments of a question: a thing is another one than those before it unless it may be one of them; all else is a variable."""
        used: dict[str, int] = {}
        found: list[Value] = []
        for param in question.params:
            kind = param.type
            if not isinstance(kind, types.Thing):
                number = used.get(str(kind), 0)
                used[str(kind)] = number + 1
                found.append(self.algebra.as_value(self._variable(ArgumentVariable(kind, number), kind)))
                continue
            number = used.get(kind.record, 0)
            used[kind.record] = number + 1
            *earlier, name = self.things[kind.record][: number + 1]
            among = earlier if kind.or_none or kind.record in self.one_or_two.get(question.name, ()) else []
            values: list[Plain] = [name, *among, *([None] if kind.or_none else [])]
            found.append(constant(name) if len(values) == 1 else self._listed(ArgumentVariable(kind, number), values))
        return tuple(found)

    def argument_key(self, question: Question, slot: int) -> ArgumentVariable:
        """The variable of an argument that is no thing, or that may be none or another one of the arguments."""
        kind, before = question.params[slot].type, [param.type for param in question.params[:slot]]
        if isinstance(kind, types.Thing):
            return ArgumentVariable(kind, sum(1 for one in before if isinstance(one, types.Thing) and one.record == kind.record))
        return ArgumentVariable(kind, sum(1 for one in before if str(one) == str(kind)))

    def frame(self, question: Question) -> Formula:
        """That the things which are arguments exist."""
        return self.space.both(
            *[
                self.space.either(self.space.negate(where), self.exists[str(leaf)])
                for value in self.arguments(question)
                for where, leaf in value.cases
                if leaf in self.exists
            ]
        )

    # ---- facts ----------------------------------------------------------------------------------------------------------------------

    def fact(self, key: FactKey) -> Sign:
        """What a fact of these things is; a fact of `none` has no value at all."""
        found = self._facts.get(key)
        if found is None:
            found = UNDETERMINED if None in key[1] else self._variable(FactVariable(*key), self.core.facts[key[0]].type)
            self._facts[key] = found
        return found

    def _variable(self, key: FactVariable | ArgumentVariable, kind: types.Type) -> Sign:
        match kind:
            case types.YesNo():
                variable = self.space.variable(key, (True, False))
                return self.algebra.fact(self.space.literal(variable, 1))
            case types.Numeric():
                return self._number(key, kind)
            case types.PlaceOf():
                return self._listed(key, [*self.places.get(kind.map, ()), *([None] if kind.or_none else [])])
            case types.Thing():
                return self._thing(key, kind)
            case types.Enumerated():
                return self._listed(key, [*self.core.enums[kind.name].values, *([None] if kind.or_none else [])])
            case _:
                raise NotAnalysable("a fact that is always `none`")

    def _listed(self, key: Hashable, values: Sequence[Plain]) -> Value:
        if not values:
            raise NotAnalysable("a fact that has no values to try")
        variable = self.space.variable(key, tuple(values))
        return Value(tuple((self.space.literal(variable, 1 << index), value) for index, value in enumerate(values)), whole=True)

    def _number(self, key: FactVariable | ArgumentVariable, kind: types.Numeric) -> Value:
        step = 1 if kind.step is None else kind.step
        if kind.low is not None and kind.high is not None and (kind.high - kind.low) / step <= MOST_VALUES:
            fact = types.Numeric(kind.low, kind.high, kind.unit, step)
            variable = self.space.variable(key, tuple(numbers_of(fact)))
            return constant(numbers.variable_number(variable))
        if kind.low is not None and kind.low % Fraction(step):
            raise NotAnalysable("a number with too many fractional values")
        low = None if kind.low is None else ceil(kind.low / Fraction(step))
        high = None if kind.high is None else floor(kind.high / Fraction(step))
        variable = self.space.wide(key, low, high)
        self.steps[variable] = step
        return constant(numbers.multiply(step, numbers.variable_number(variable)))

    def plain(self, variable: int, mask: int) -> Plain:
        """The value of a variable that a box leaves: the first of these, or the number of so many steps."""
        values = self.space.values[variable]
        if values is None:
            return numbers.exact(mask * self.steps.get(variable, 1))
        return values[(mask & -mask).bit_length() - 1]

    def _thing(self, key: FactVariable | ArgumentVariable, kind: types.Thing) -> Value:
        """A fact whose value is a thing: one that exists."""
        names = self.things.get(kind.record, ())
        found = self._listed(key, [*names, *([None] if kind.or_none else [])])
        variable = self.space.variable(key, (*names, *((None,) if kind.or_none else ())))
        self.given[variable] = self.space.both(
            *[self.space.either(self.space.negate(where), self.exists[str(name)]) for where, name in found.cases if name is not None]
        )
        return found

    def learn(self, other: World) -> None:
        """Know of the variables of the space what another world knows of them."""
        for variable, holds in other.given.items():
            self.given.setdefault(variable, holds)
        for variable, step in other.steps.items():
            self.steps.setdefault(variable, step)

    # ---- switches -------------------------------------------------------------------------------------------------------------------

    def option(self, name: str) -> Formula:
        """Where an option is chosen."""
        return self.space.literal(self.space.variable(SwitchVariable("option", name), (True, False)), 1)

    def there(self, term: Switching) -> Formula:
        """Where a provision is there."""
        space = self.space
        return worked_out(term, self._switch, lambda parts: space.both(*parts), lambda parts: space.either(*parts), space.negate)

    def _switch(self, switch: Switch) -> Formula:
        match switch:
            case OptionOn():
                return self.option(switch.option) if switch.option in self.core.options else FALSE
            case InScenario():
                return self._one_of(SwitchVariable("scenario"), (None, *self.core.scenarios), set(switch.scenarios))
            case InGame():
                return self._one_of(SwitchVariable("game"), self.core.games, set(switch.games)) if self.core.games else TRUE
            case Chosen():
                return self.choice(switch.reading, switch.choice)

    def choice(self, reading: str, choice: str) -> Formula:
        """Where a reading is taken so; a reading that is settled is a variable no more."""
        declared = self.core.readings[reading]
        if declared.settled_as is not None:
            return TRUE if declared.settled_as == choice else FALSE
        return self._one_of(SwitchVariable("reading", reading), tuple(one.name for one in declared.choices), {choice})

    def _one_of(self, key: SwitchVariable, values: tuple[str | None, ...], wanted: set[str]) -> Formula:
        variable = self.space.variable(key, values)
        return self.space.literal(variable, sum(1 << index for index, value in enumerate(values) if value in wanted))


class Declared:
    """Declarations of what no situation may violate, each worked out as formulas when something asks about what it bears on."""

    def __init__(self, world: World, truth: Callable[[Term, tuple[Value, ...]], Truth]) -> None:
        self.world = world
        self._truth = truth
        core = world.core
        self._impossible = [(None if world.is_asked else _bears_on(core, one), one) for one in core.impossible]
        self._worked_out: dict[int, list[Formula]] = {}

    def bearing_on(self, names: Collection[str]) -> dict[int, list[Formula]]:
        """What bears on some facts and kinds of things, by name, or may bear on anything; by the numbers of declarations."""
        found = {
            number: self._formulas(number)
            for number, (about, _) in enumerate(self._impossible)
            if about is None or not about.isdisjoint(names)
        }
        return {**found, len(self._impossible): self._of_options}

    def _formulas(self, number: int) -> list[Formula]:
        found = self._worked_out.get(number)
        if found is None:
            found = self._worked_out[number] = list(self._of_things(self._impossible[number][1]))
        return found

    def _of_things(self, statement: Impossible) -> Iterator[Formula]:
        """A statement of each thing that it may be about: a formula that holds in every possible situation."""
        space, exists = self.world.space, self.world.exists
        pools = [_candidates(self.world, param.type) for param in statement.params]
        for several in product(*pools):
            with suppress(NotAnalysable):
                holds = self._truth(statement.when, tuple(constant(name) for name in several))
                there = space.both(*[exists.get(str(name), TRUE) for name in several])
                yield space.negate(space.both(there, holds.yes))

    @cached_property
    def _of_options(self) -> list[Formula]:
        """What options need and exclude."""
        space, core, option = self.world.space, self.world.core, self.world.option
        found: list[Formula] = []
        for one in core.options.values():
            if one.needs is not None:
                found.append(space.negate(space.both(option(one.name), self._truth(one.needs, ()).no)))
        for together in core.exclusions:
            found += [space.negate(space.both(option(one), option(other))) for one, other in combinations(together, 2)]
        return found


PLAIN = (terms.Const, terms.Var, terms.FactOf, terms.Compare, terms.InSet, terms.Not, terms.Joined, terms.Arithmetic, terms.Minus)
"""Terms that are about nothing but the facts in them."""


def _bears_on(core: Core, statement: Impossible) -> frozenset[str] | None:
    """The names of the facts and kinds of things that a statement is about; None if it may be about anything.

    One that may hold whatever the facts are would leave no situation at all: it is about everything.
    """
    inside = list(terms.walk(statement.when))
    if not all(isinstance(term, PLAIN) for term in inside) or not _may_fail(core, statement.when):
        return None
    kinds = [param.type.record for param in statement.params if isinstance(param.type, types.Thing)]
    return frozenset([*kinds, *(term.fact for term in inside if isinstance(term, terms.FactOf))])


def _may_fail(core: Core, condition: Term) -> bool:
    """A condition is plainly not so for some values of the facts in it. False says nothing."""
    match condition:
        case terms.And(parts=parts):
            return any(_may_fail(core, part) for part in parts)
        case terms.FactOf(fact=fact):
            return isinstance(core.facts[fact].type, types.YesNo)
        case terms.Not(of=terms.FactOf(fact=fact)):
            return isinstance(core.facts[fact].type, types.YesNo) and not core.facts[fact].never_of_itself
        case terms.Compare(left=terms.FactOf(fact=fact), op=Comparison.IS | Comparison.IS_NOT, right=terms.Const()):
            kind = core.facts[fact].type
            return isinstance(kind, types.Enumerated) and len(core.enums[kind.name].values) > 1
        case terms.Compare(left=terms.FactOf(fact=one), op=Comparison.MORE | Comparison.LESS, right=terms.FactOf(fact=other)):
            return core.facts[one].type == core.facts[other].type  # they may be the same number
        case _:  # open: what else a condition says is not looked at
            return False


def _name_of(key: object) -> str:
    """The fact or the kind of things that a variable is about; empty for all others."""
    match key:
        case FactVariable():
            return key.fact
        case ThingVariable():
            return key.kind
        case _:  # open: switches, arguments and what is not looked into
            return ""


def possible(declared: Declared, about: Collection[int]) -> Formula:
    """Which situations are possible: what holds of these variables, what is declared impossible, what options need and exclude.

    Only what bears on the variables, or on others that it ties to them, is looked at; and what is not possible without certain things, for
    a situation has no things but those that it tells.
    """
    world, space = declared.world, declared.world.space
    reached = set(about)
    chosen: list[Formula] = []
    known: set[int] = set()
    waiting: list[Formula] = []
    growing = True
    while growing:
        growing = False
        names = {_name_of(space.keys[variable]) for variable in reached}
        for number, formulas in declared.bearing_on(names).items():
            if number not in known:
                known.add(number)
                needing = [one for one in formulas if _needs_things(world, one)]
                chosen += needing
                waiting += [one for one in formulas if one != TRUE and one not in needing]
                reached.update(*(space.variables_of(one) for one in needing))
                growing = True
        for formula in list(waiting):
            if not reached.isdisjoint(space.variables_of(formula)):
                chosen.append(formula)
                waiting.remove(formula)
                reached |= space.variables_of(formula)
                growing = True
        for variable in list(reached):
            given = world.given.get(variable)
            if given is not None and given not in chosen:
                chosen.append(given)
                reached |= space.variables_of(given)
                growing = True
    return space.both(*chosen)


def _needs_things(world: World, statement: Formula) -> bool:
    """Whether a statement cannot hold where none of the things exists that may or may not."""
    space = world.space
    for variable in space.variables_of(statement):
        if isinstance(space.keys[variable], ThingVariable):
            statement = space.restricted([statement], variable, 2)[0]
    return statement == FALSE


def statements(world: World, truth: Callable[[Term, tuple[Value, ...]], Truth]) -> Iterator[Formula]:
    """What no situation may violate, each as a formula that holds in every possible one."""
    space, core = world.space, world.core
    for statement in core.impossible:
        pools = [_candidates(world, param.type) for param in statement.params]
        for several in product(*pools):
            try:
                holds = truth(statement.when, tuple(constant(name) for name in several))
            except NotAnalysable:
                continue
            there = space.both(*[world.exists.get(str(name), TRUE) for name in several])
            yield space.negate(space.both(there, holds.yes))
    for option in core.options.values():
        if option.needs is not None:
            needs = truth(option.needs, ())
            yield space.negate(space.both(world.option(option.name), needs.no))
    for together in core.exclusions:
        for one, other in combinations(together, 2):
            yield space.negate(space.both(world.option(one), world.option(other)))


def _candidates(world: World, kind: types.Type) -> tuple[Plain, ...]:
    """What an `impossible` statement is about: the things of a kind, or all values of a type."""
    pool = pool_of(world.core, kind)
    return world.things.get(pool, ()) if isinstance(pool, str) else pool
