"""An abstraction of all situations, however many things there are: what can hold in no abstract situation can hold in none at all.

Of each kind only the arguments of a question are things with a name of their own. Whatever else there is, is stood for:

- by the value of a fact: `u.hex` is one of the named hexes, or what another fact is, or yet another one;
- by a member of a collection: of the things that are not named and belong to `units x with C`, one that makes a difference (it satisfies
  a `some`, refutes an `every`, is the greatest), if there is any. Numbers and sums have a variable for what all further members add.

Every situation is an abstract one, so that a proof holds for any number of things. Not every abstract situation is one of rules: nothing
ties two collections over one kind together but what is named.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, assert_never

from rulewright.base.keywords import VERDICTS
from rulewright.base.records import record
from rulewright.engines.solver.encoding.world import ArgumentVariable, FactVariable, Needs, ThingVariable, World
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.named_numbers import parts_in
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Leaf, Sign, Truth, UnnamedThing, Value, constant, is_number
from rulewright.semantics import types
from rulewright.semantics.model import QuestionKind

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from rulewright.core.model import Core
    from rulewright.semantics.model import Question

MOST_VALUES_APART = 6
"""So many things of a kind that are values of facts are told apart; any two others may be one thing."""
MOST_UNNAMED = 400
"""So many things that are not named are told apart in one abstraction."""


@record
class FurtherAmount:
    """What all members of a collection that are not named come to together; `what` tells the number of them from sums over them."""

    of: Hashable
    what: Hashable


SHARES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 50, 100)
"""Sums over further members are tried to be shared by so many of them."""


@record
class FreeAnswer:
    """The answer of a question that is not looked into."""

    of: Hashable


@record
class FreeTruth:
    """A condition that is not looked into, or how an answer is known."""

    of: Hashable


@record
class FurtherLink:
    """A chain of links through things that are not named leads from the first to the last."""

    of: Hashable
    first: str
    last: str


class AbstractWorld(World):
    """The world of a proof for any number of things."""

    def __init__(self, core: Core, algebra: Algebra, needs: Needs) -> None:
        self._brought: dict[Hashable, UnnamedThing] = {}
        self._value_names: dict[Hashable, tuple[str, ...]] = {}
        self.values: dict[str, list[str]] = {}
        """By kind the things that are values of facts and are told apart."""
        self._sums: list[tuple[UnnamedThing, Leaf, Value]] = []
        """The members that stand for others, what they come to together, and what one of them does."""
        self.numbers: dict[int, UnnamedThing] = {}
        """Variables that say how many members there are, each with the one that stands for all."""
        super().__init__(core, algebra, replace(needs, counted=frozenset(needs.things)))

    # ---- things that are not named --------------------------------------------------------------------------------------------------

    def _unnamed(self, of: Hashable, kind: str) -> UnnamedThing:
        """The thing of a kind that is not named and that a fact or a collection brings in. Raises `NotAnalysable`."""
        found = self._brought.get((of, kind))
        if found is None:
            if len(self._brought) >= MOST_UNNAMED:
                raise NotAnalysable(f"conditions over more than {MOST_UNNAMED} further things")
            found = self._brought[of, kind] = UnnamedThing(self.free_name(f"another_{kind}_{len(self._brought) + 1}", self.kinds))
            self.kinds[found] = kind
            self.exists[found] = self.space.literal(self.space.variable(ThingVariable(found, kind), (True, False)), 1)
        return found

    def further_member(self, of: Hashable, kind: str) -> UnnamedThing:
        """A member of a collection that is neither named nor the value of a fact, if there is one that makes a difference."""
        found = self._unnamed(("member", of), kind)
        self.algebra.apart |= {frozenset((found, value)) for value in self.values.get(kind, ())}
        return found

    def is_further(self, of: Hashable, member: object) -> bool:
        """A member of a collection is the one that stands for those that are not listed."""
        return isinstance(member, UnnamedThing) and self._brought.get((("member", of), self.kinds[member])) == member

    def listed(self, kind: str) -> tuple[str, ...]:
        """The things of a kind that are named or values of facts: no two are one thing."""
        return (*self.things.get(kind, ()), *self.values.get(kind, ()))

    def _thing(self, key: FactVariable | ArgumentVariable, kind: types.Thing) -> Value:
        """A fact whose value is a thing: one that is listed and exists, or another."""
        names = self._value_names.get(key)
        if names is None:
            own = self._unnamed(("value", key), kind.record)
            names = self._value_names[key] = (*self.listed(kind.record), own)
            several = self.values.setdefault(kind.record, [])
            if len(several) < MOST_VALUES_APART:
                self.algebra.apart |= {frozenset((own, other)) for other in several}
                several.append(own)
        values = [*names, *([None] if kind.or_none else [])]
        found = self._listed(key, values)
        variable = self.space.variable(key, tuple(values))
        self.given[variable] = self.space.both(
            *[self.space.either(self.space.negate(where), self.exists[str(name)]) for where, name in found.cases if name is not None]
        )
        return found

    # ---- what further members come to -----------------------------------------------------------------------------------------------

    def further_number(self, of: Hashable, member: UnnamedThing) -> Value:
        """How many further members there are, where there is one."""
        variable = self.space.wide(FurtherAmount(of, "number"), 1, None)
        self.numbers[variable] = member
        return constant(numbers.variable_number(variable))

    def further_sum(self, of: Hashable, member: UnnamedThing, what: Hashable, value: Value) -> Value:
        """What all further members of a collection add up to, where one of them adds a value."""
        found = self.further_amount(of, what, [value])
        self._sums += [(member, leaf, value) for _, leaf in found.cases if (member, leaf, value) not in self._sums]
        return found

    @property
    def adds_up(self) -> bool:
        """A number or a sum is made of further members."""
        return bool(self._sums or self.numbers)

    def shared_by(self, many: int) -> Formula:
        """Where sums over further members are so many times what one of them adds, and no number of them is greater."""
        both, either = self.space.both, self.space.either
        parts = [numbers.compare(self.space, "<=", numbers.variable_number(variable), many) for variable in self.numbers]
        for member, total, value in self._sums:
            shares = [(where, numbers.multiply(many, leaf)) for where, leaf in value.cases if is_number(leaf)]  # type: ignore[arg-type]
            ways = [both(where, self.algebra.leaves_equal(total, share)) for where, share in shares]
            parts.append(either(self.space.negate(self.exists[member]), *ways))
        return both(*parts)

    def how_many(self, box: Mapping[int, int], shared_by: int) -> dict[str, int]:
        """For how many things further members stand in a box in which sums are shared by so many."""
        found = {str(member): shared_by for member, _, _ in self._sums}
        return found | {str(member): box[variable] for variable, member in self.numbers.items() if variable in box}

    def further_amount(self, of: Hashable, what: Hashable, members: Iterable[Value]) -> Value:
        """A number that the further members of a collection come to, made of numbers as these values are; below nought only if one is."""
        leaves = [leaf for value in members for _, leaf in value.cases]
        parts, low, high = 1, 0, 0
        for leaf in leaves:
            divided = parts_in(self.space, leaf) if is_number(leaf) else None  # type: ignore[arg-type]
            if divided is None:
                raise NotAnalysable("a sum of numbers that may be `none`, or fall into parts that are not known")
            parts = lcm(parts, divided)
            least, most = numbers.limits(self.space, leaf)  # type: ignore[arg-type]
            low = -1 if least is None or least < 0 else low
            high = 1 if most is None or most > 0 else high
        if low == high == 0:
            return constant(0)
        variable = self.space.wide(FurtherAmount(of, what), None if low else 0, None if high else 0)
        number: Leaf = numbers.variable_number(variable)
        return constant(number if parts == 1 else numbers.multiply(Fraction(1, parts), number))  # type: ignore[arg-type]

    def one_further(self, of: Hashable) -> Formula:
        """Where, of the further members of a collection, there is one alone."""
        return self.space.literal(self.space.variable(FurtherAmount(of, "one"), (True, False)), 1)

    def further_link(self, of: Hashable, first: str, last: str, *, whole: bool) -> Truth:
        """A chain of links through things that are not named; open where links may be, unless they are `whole`."""
        space = self.space
        variable = space.variable(FurtherLink(of, first, last), ("yes", "no") if whole else ("yes", "no", "open", "conflict"))
        yes, no = space.literal(variable, 1), space.literal(variable, 2)
        return Truth(yes, no, FALSE if whole else space.literal(variable, 8))

    # ---- answers that are not looked into -------------------------------------------------------------------------------------------

    def free_answer(self, of: Hashable, question: Question, *, ranged: bool) -> Sign:
        """Any answer that a question may have, none for want of one or by conflict among them; `ranged`: inside what is declared."""
        key = FreeAnswer(of)
        match question.kind:
            case QuestionKind.PREDICATE:
                return self.free_truth(key)
            case QuestionKind.VERDICT:
                return self._open_too(key, self._listed(key, [*VERDICTS.values()]))
            case QuestionKind.VALUE | QuestionKind.TABLE:
                return self._open_too(key, self._free_value(key, question.type, ranged=ranged))
            case _:
                assert_never(question.kind)

    def free_truth(self, of: Hashable) -> Truth:
        """A condition that may hold or not, or be open, by conflict too."""
        variable = self.space.variable(FreeTruth(of), ("yes", "no", "open", "conflict"))
        return Truth(*[self.space.literal(variable, mask) for mask in (1, 2, 8)])

    def _open_too(self, key: Hashable, value: Value) -> Value:
        known = self.free_truth(key)
        answered = self.space.either(known.yes, known.no)
        return Value(tuple((self.space.both(answered, where), leaf) for where, leaf in value.cases), known.bad)

    def _free_value(self, key: FreeAnswer, kind: types.Type | None, *, ranged: bool) -> Value:
        """A value of a type; a number that is not held against its range yet may be any."""
        if not isinstance(kind, types.Numeric):
            return self.algebra.as_value(self._variable(key, kind))  # type: ignore[arg-type]
        step = Fraction(1 if kind.step is None else kind.step)
        if not ranged:
            raise NotAnalysable("a number before its last stage")
        low, high = (None if end is None else end / step for end in (kind.low, kind.high))
        variable = self.space.wide(key, None if low is None else ceil(low), None if high is None else floor(high))
        return constant(numbers.multiply(step, numbers.variable_number(variable)))
