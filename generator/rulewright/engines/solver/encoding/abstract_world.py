"""An abstraction of all situations, for any number of things: a condition without an abstract model has no model at all.

Only the arguments of a question are named things. Other things are represented:

- by the value of a fact: `u.hex` is one of the named hexes, or what another fact is, or yet another one;
- by a member of a collection: of the things that are not named and belong to `units x with C`, one that makes a difference (it satisfies
  a `some`, refutes an `every`, is the greatest), if there is any. Numbers and sums have a variable for what all further members add.

Every situation is an abstract one, so that a proof holds for any number of things. Not every abstract situation is one of rules: nothing
relates two collections over one kind except the named things.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, assert_never

from rulewright.base.keywords import VERDICTS
from rulewright.base.limits import MAX_THINGS_APART, MAX_UNNAMED_THINGS
from rulewright.base.records import record
from rulewright.engines.solver.encoding.world import ArgumentVariable, FactVariable, ThingVariable, World, WorldNeeds
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.named_numbers import common_denominator
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Leaf, Sign, Truth, UnnamedThing, Value, constant, is_number
from rulewright.semantics import types
from rulewright.semantics.model import QuestionKind

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from rulewright.core.model import Core
    from rulewright.semantics.model import Question


@record
class FurtherAmount:
    """The key of the amount that the unnamed members of a collection contribute; `measure` distinguishes their number from sums."""

    origin: Hashable
    measure: Hashable


SHARE_COUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 50, 100)
"""The numbers of further members to try as equal contributors to a sum."""


@record
class FreeAnswer:
    """The key of a free answer of a question that is not encoded."""

    origin: Hashable


@record
class FreeTruth:
    """The key of a free condition, or of the definedness of a free answer."""

    origin: Hashable


@record
class FurtherLink:
    """The key of a chain of links through unnamed things, from the first to the last."""

    origin: Hashable
    first: str
    last: str


class AbstractWorld(World):
    """The world of a proof for any number of things."""

    def __init__(self, core: Core, algebra: Algebra, needs: WorldNeeds) -> None:
        self._unnamed_things: dict[Hashable, UnnamedThing] = {}
        self._value_names: dict[Hashable, tuple[str, ...]] = {}
        self.distinct_values: dict[str, list[str]] = {}
        """By kind, the distinct things that are values of facts."""
        self._sums: list[tuple[UnnamedThing, Leaf, Value]] = []
        """The representative members, with their total and the contribution of one."""
        self.counted_members: dict[int, UnnamedThing] = {}
        """Variables that count further members, each with their representative."""
        super().__init__(core, algebra, replace(needs, optional_kinds=frozenset(needs.things)))

    # ---- unnamed things -------------------------------------------------------------------------------------------------------------

    def _unnamed_thing(self, origin: Hashable, kind: str) -> UnnamedThing:
        """Return the unnamed thing of a kind that a fact or a collection introduces. Raises `NotAnalysable`."""
        # One thing for each use: whatever makes a difference there is this one, and two uses may mean the same thing or not.
        thing = self._unnamed_things.get((origin, kind))
        if thing is None:
            if len(self._unnamed_things) >= MAX_UNNAMED_THINGS:
                raise NotAnalysable(f"conditions over more than {MAX_UNNAMED_THINGS} further things")
            thing = self._unnamed_things[origin, kind] = UnnamedThing(
                self.free_name(f"another_{kind}_{len(self._unnamed_things) + 1}", self.kinds)
            )
            self.kinds[thing] = kind
            self.exists[thing] = self.space.literal(self.space.variable(ThingVariable(thing, kind), (True, False)), 1)
        return thing

    def further_member(self, origin: Hashable, kind: str) -> UnnamedThing:
        """Return the representative of members that are neither named nor the value of a fact."""
        member = self._unnamed_thing(("member", origin), kind)
        self.algebra.distinct_pairs |= {frozenset((member, value)) for value in self.distinct_values.get(kind, ())}
        return member

    def things_of_range(self, kind: str, origin: Hashable) -> tuple[str, ...]:
        return (*self.listed_things(kind), self.further_member(origin, kind))

    def unlisted_behind(self, origin: Hashable, member: Leaf) -> AbstractWorld | None:
        if isinstance(member, UnnamedThing) and self._unnamed_things.get((("member", origin), self.kinds[member])) == member:
            return self
        return None

    def listed_things(self, kind: str) -> tuple[str, ...]:
        """Return the things of a kind that are named or values of facts: they are pairwise distinct."""
        return (*self.things.get(kind, ()), *self.distinct_values.get(kind, ()))

    def _thing_value(self, key: FactVariable | ArgumentVariable, kind: types.Thing) -> Value:
        """Return a fact whose value is a thing: a listed one that exists, or another."""
        names = self._value_names.get(key)
        if names is None:
            unnamed = self._unnamed_thing(("value", key), kind.record)
            names = self._value_names[key] = (*self.listed_things(kind.record), unnamed)
            distinct = self.distinct_values.setdefault(kind.record, [])
            if len(distinct) < MAX_THINGS_APART:
                self.algebra.distinct_pairs |= {frozenset((unnamed, other)) for other in distinct}
                distinct.append(unnamed)
        values = [*names, *([None] if kind.or_none else [])]
        value = self._listed_value(key, values)
        variable = self.space.variable(key, tuple(values))
        self.domain_conditions[variable] = self.space.conjunction(
            *[self.space.disjunction(self.space.negate(guard), self.exists[str(name)]) for guard, name in value.cases if name is not None]
        )
        return value

    # ---- amounts of further members -------------------------------------------------------------------------------------------------

    def further_number(self, origin: Hashable, member: UnnamedThing) -> Value:
        """Return the number of further members, at least one."""
        variable = self.space.numeric_variable(FurtherAmount(origin, "number"), 1, None)
        self.counted_members[variable] = member
        return constant(numbers.variable_number(variable))

    def further_sum(self, origin: Hashable, member: UnnamedThing, what: Hashable, value: Value) -> Value:
        """Return the sum over all further members of a collection, of which one contributes `value`."""
        total = self.further_amount(origin, what, [value])
        self._sums += [(member, leaf, value) for _, leaf in total.cases if (member, leaf, value) not in self._sums]
        return total

    @property
    def has_aggregates(self) -> bool:
        """True if a number or a sum aggregates further members."""
        return bool(self._sums or self.counted_members)

    def equal_shares_region(self, count: int) -> Formula:
        """Return the region in which sums over further members are `count` times one contribution, and no count is greater."""
        conjunction, disjunction = self.space.conjunction, self.space.disjunction
        conditions = [numbers.compare(self.space, "<=", numbers.variable_number(variable), count) for variable in self.counted_members]
        for member, total, value in self._sums:
            shares = [(guard, numbers.multiply(count, leaf)) for guard, leaf in value.cases if is_number(leaf)]  # type: ignore[arg-type]
            equal_shares = [conjunction(guard, self.algebra.leaves_equal(total, share)) for guard, share in shares]
            conditions.append(disjunction(self.space.negate(self.exists[member]), *equal_shares))
        return conjunction(*conditions)

    def represented_counts(self, box: Mapping[int, int], shared_by: int) -> dict[str, int]:
        """Return the number of things that each further member represents in a box whose sums are shared by `shared_by`."""
        counts = {str(member): shared_by for member, _, _ in self._sums}
        return counts | {str(member): box[variable] for variable, member in self.counted_members.items() if variable in box}

    def further_amount(self, origin: Hashable, what: Hashable, members: Iterable[Value]) -> Value:
        """Return a free amount of further members, in the units of these values; negative only if one of them may be."""
        leaves = [leaf for value in members for _, leaf in value.cases]
        parts, low, high = 1, 0, 0
        for leaf in leaves:
            divided = common_denominator(self.space, leaf) if is_number(leaf) else None  # type: ignore[arg-type]
            if divided is None:
                raise NotAnalysable("a sum of numbers that may be `none`, or fall into parts that are not known")
            parts = lcm(parts, divided)
            lowest, highest = numbers.limits(self.space, leaf)  # type: ignore[arg-type]
            low = -1 if lowest is None or lowest < 0 else low
            high = 1 if highest is None or highest > 0 else high
        # Members that add nothing add nothing, however many there are.
        if low == high == 0:
            return constant(0)
        variable = self.space.numeric_variable(FurtherAmount(origin, what), None if low else 0, None if high else 0)
        number: Leaf = numbers.variable_number(variable)
        return constant(number if parts == 1 else numbers.multiply(Fraction(1, parts), number))  # type: ignore[arg-type]

    def one_further(self, origin: Hashable) -> Formula:
        """Return the region in which a collection has exactly one further member."""
        return self.space.literal(self.space.variable(FurtherAmount(origin, "one"), (True, False)), 1)

    def link_beyond(self, origin: Hashable, first: str, last: str, links: Iterable[Truth]) -> Truth:
        """Return the truth of a chain of links through unnamed things; undefined where links may be, unless all known ones are total."""
        space, is_total = self.space, all(map(self.algebra.is_total, links))
        variable = space.variable(FurtherLink(origin, first, last), ("yes", "no") if is_total else ("yes", "no", "open", "conflict"))
        yes, no = space.literal(variable, 1), space.literal(variable, 2)
        return Truth(yes, no, FALSE if is_total else space.literal(variable, 8))

    # ---- free answers ---------------------------------------------------------------------------------------------------------------

    def free_answer(self, origin: Hashable, question: Question, *, ranged: bool) -> Sign:
        """Return a free answer of a question, which may be undefined, also by conflict; with `ranged` it lies in the declared range."""
        key = FreeAnswer(origin)
        match question.kind:
            case QuestionKind.PREDICATE:
                return self.free_truth(key)
            case QuestionKind.VERDICT:
                return self._or_undefined(key, self._listed_value(key, [*VERDICTS.values()]))
            case QuestionKind.VALUE | QuestionKind.TABLE:
                return self._or_undefined(key, self._free_value(key, question.type, ranged=ranged))
            case _:
                assert_never(question.kind)

    def free_truth(self, origin: Hashable) -> Truth:
        """Return a free condition: true, false, undefined or undefined by conflict."""
        variable = self.space.variable(FreeTruth(origin), ("yes", "no", "open", "conflict"))
        return Truth(*[self.space.literal(variable, mask) for mask in (1, 2, 8)])

    def _or_undefined(self, key: Hashable, value: Value) -> Value:
        knowledge = self.free_truth(key)
        answered = self.space.disjunction(knowledge.yes, knowledge.no)
        return Value(tuple((self.space.conjunction(answered, guard), leaf) for guard, leaf in value.cases), knowledge.conflict)

    def _free_value(self, key: FreeAnswer, kind: types.Type | None, *, ranged: bool) -> Value:
        """Return a free value of a type. Raises `NotAnalysable` for a number that is not `ranged` yet."""
        if not isinstance(kind, types.Numeric):
            return self.algebra.as_value(self._value_of_type(key, kind))  # type: ignore[arg-type]
        step = Fraction(1 if kind.step is None else kind.step)
        if not ranged:
            raise NotAnalysable("a number before its last stage")
        low, high = (None if end is None else end / step for end in (kind.low, kind.high))
        variable = self.space.numeric_variable(key, None if low is None else ceil(low), None if high is None else floor(high))
        return constant(numbers.multiply(step, numbers.variable_number(variable)))
