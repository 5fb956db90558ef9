"""Expressions: conditions and amounts as numbers in an arena, in the fifteen kinds of node to which every engine gives a meaning.

A term of the typed program is lowered to an expression (`core.lower_expressions`); what is written in other words is the same expression.
A node names its operands by their numbers, which are smaller than its own, so a walk is a loop. Equal nodes are one: what occurs often is
evaluated, encoded and looked at once.

An expression is evaluated in an *environment*, the tuple of the values bound so far: the arguments of the question come first (slot 0, 1,
…), and each binder puts its values into the next slots.
"""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from hashlib import blake2b
from typing import Any, NewType, TypeAlias

from rulewright.base.keywords import Gather
from rulewright.base.records import record
from rulewright.core.primitives import Primitive
from rulewright.semantics.terms import Plain

ExprId = NewType("ExprId", int)
Operands: TypeAlias = tuple[ExprId, ...]


@record
class Literal:
    """A constant: a number, yes/no, the name of an enum value, of a thing or of a place, or none."""

    value: Plain


@record
class Local:
    """The value in a slot of the environment."""

    slot: int


@record
class Bind:
    """`body`, with the values of the operands in the slots from `slot` on; undefined where one of them is."""

    slot: int
    operands: Operands
    body: ExprId


@record
class ReadFact:
    """A fact of some operands."""

    fact: str
    operands: Operands


@record
class Call:
    """The answer of a question; with `stage` the value after this stage, with `bar` the truth that the `may not` of this address stands."""

    question: str
    operands: Operands
    stage: int | None = None
    bar: str | None = None


@record
class Suppose:
    """`body`, with a fact or an answer (if not `is_fact`) supposed to have a value."""

    is_fact: bool
    name: str
    operands: Operands
    value: ExprId
    body: ExprId


@record
class Apply:
    """A primitive of its operands: undefined where one of them is. `scale` names the scale of those that rank its values."""

    primitive: Primitive
    operands: Operands
    scale: str | None = None


@record
class IsOneOf:
    """The condition that a value is one of some constants."""

    operand: ExprId
    values: tuple[Plain, ...]


@record
class OfKind:
    """The condition that a value is a thing of a kind that exists."""

    operand: ExprId
    kind: str


@record
class Not:
    operand: ExprId


@record
class And:
    """A conjunction in Kleene's three values, in the order of its operands, which decides which missing fact is named first."""

    operands: Operands


@record
class Or:
    """A disjunction, as `And`."""

    operands: Operands


class Reducer(StrEnum):
    """The result that a fold makes of the members of a range: ANY is the condition that there is one; the others are aggregates."""

    ANY = "any"
    NUMBER = Gather.NUMBER.value
    DIFFERENT = Gather.DIFFERENT.value
    SUM = Gather.SUM.value
    MAXIMUM = Gather.GREATEST.value
    MINIMUM = Gather.LEAST.value
    SUM_OF_GREATEST = Gather.SUM_OF_GREATEST.value
    SUM_OF_LEAST = Gather.SUM_OF_LEAST.value
    ONLY_MEMBER = Gather.ONLY.value


@record
class AllOfKind:
    """The range of all things of a kind."""

    kind: str


@record
class Integers:
    """The range of the whole numbers from `low` to `high`."""

    low: int
    high: int


@record
class EnumValues:
    """The range of all values of an enum or scale."""

    enum: str


Range: TypeAlias = AllOfKind | Integers | EnumValues


@record
class Fold:
    """A reducer over the members of a range for which `belongs` is true, each bound to `slot`; `body` is what each contributes.

    Undefined where a membership or a contribution is. `limit`: how many count, for a sum of the greatest or least. `none`: the value where
    nothing belongs; without it a greatest, least or only member has none. With `scale` the contributions are ranks, and the result is a
    value of the scale.
    """

    reducer: Reducer
    range: Range
    slot: int
    belongs: ExprId | None
    body: ExprId | None = None
    limit: ExprId | None = None
    none: ExprId | None = None
    scale: str | None = None


@record
class Reachable:
    """Transitive closure: true if one or more links lead from `first` to `last` by way of things of a kind.

    A link leads from the thing in `slot` to that in the next slot.
    """

    kind: str
    slot: int
    link: ExprId
    first: ExprId
    last: ExprId


@record
class LookUp:
    """The cell of a table that the arguments of its question select; `cells` by row and column, None for an empty one."""

    table: str
    cells: tuple[tuple[ExprId | None, ...], ...]


Node: TypeAlias = Literal | Local | Bind | ReadFact | Call | Suppose | Apply | IsOneOf | OfKind | Not | And | Or | Fold | Reachable | LookUp


_OPERAND_FIELDS: dict[type[Node], tuple[str, ...]] = {}
"""The fields of each kind of node that hold operands, as their types say."""


def operands_of(node: Node) -> Operands:
    """Return the operands of a node."""
    operands: list[ExprId] = []
    for name in _operand_fields(node.__class__):
        _add_operands(getattr(node, name), operands)
    return tuple(operands)


def _operand_fields(kind: type[Node]) -> tuple[str, ...]:
    names = _OPERAND_FIELDS.get(kind)
    if names is None:
        operands = [field.name for field in fields(kind) if "ExprId" in str(field.type) or "Operands" in str(field.type)]
        names = _OPERAND_FIELDS[kind] = tuple(operands)
    return names


def _add_operands(part: Any, operands: list[ExprId]) -> None:
    if isinstance(part, tuple):
        for inner in part:
            _add_operands(inner, operands)
    elif part is not None:
        operands.append(part)


class Arena:
    """The nodes of expressions, each once, after its operands.

    >>> arena = Arena()
    >>> weather = arena.add_node(ReadFact("weather", ()))
    >>> arena.add_node(IsOneOf(weather, ("mud",))), arena.add_node(IsOneOf(weather, ("mud",)))
    (1, 1)
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[object, ExprId] = {}
        self._digests: list[bytes] = []

    def __getitem__(self, expression: ExprId) -> Node:
        return self.nodes[expression]

    def add_node(self, node: Node) -> ExprId:
        """Return the number of a node, which is added if there is none like it."""
        key = (node, _value_types(node)) if isinstance(node, Literal | IsOneOf) else node
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = ExprId(len(self.nodes))
            self.nodes.append(node)
        return number

    def digest_of(self, expression: ExprId) -> bytes:
        """Return a digest of what an expression says: the same in every arena."""
        while len(self._digests) <= expression:
            self._digests.append(self._digest_node(self.nodes[len(self._digests)]))
        return self._digests[expression]

    def _digest_node(self, node: Node) -> bytes:
        operand_fields = _operand_fields(node.__class__)
        content = [
            self._digests_of(part) if field.name in operand_fields else part
            for field in fields(node)
            for part in [getattr(node, field.name)]
        ]
        return blake2b(repr((node.__class__.__name__, content)).encode(), digest_size=16).digest()

    def _digests_of(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return [self._digests_of(inner) for inner in part]
        return None if part is None else self._digests[part]

    def add_literal(self, value: Plain) -> ExprId:
        """Return the expression of a constant."""
        return self.add_node(Literal(value))

    def add_negation(self, operand: ExprId) -> ExprId:
        """Return the negation of a condition."""
        node = self.nodes[operand]
        return node.operand if isinstance(node, Not) else self.add_node(Not(operand))

    def add_conjunction(self, operands: Operands) -> ExprId:
        """Return the conjunction of conditions; one alone is itself."""
        return operands[0] if len(operands) == 1 else self.add_node(And(operands))

    def add_disjunction(self, operands: Operands) -> ExprId:
        """Return the disjunction of conditions; one alone is itself."""
        return operands[0] if len(operands) == 1 else self.add_node(Or(operands))

    def slots_of(self, operands: Operands) -> tuple[int, ...] | None:
        """Return the slots of operands that are all values of the environment; None for others."""
        nodes = [self.nodes[operand] for operand in operands]
        slots = tuple(node.slot for node in nodes if isinstance(node, Local))
        return slots if len(slots) == len(nodes) else None


def _value_types(node: Literal | IsOneOf) -> tuple[bool, ...]:
    """Return the flags of the constants of a node that are yes or no, for to Python these equal one and zero."""
    values = node.values if isinstance(node, IsOneOf) else (node.value,)
    return tuple([isinstance(value, bool) for value in values])
