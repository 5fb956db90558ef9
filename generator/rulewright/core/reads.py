"""The reads of expressions, kept beside the arena: facts, questions, kinds of things, scales and the slots that it does not bind itself.

Operands come before the nodes that use them, so one pass over the arena is enough. Its results are kept: to ask again is a look-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.base.records import record
from rulewright.core.expressions import (
    AllOfKind,
    Apply,
    Arena,
    Bind,
    Call,
    EnumValues,
    ExprId,
    Fold,
    Local,
    Node,
    Reachable,
    ReadFact,
    Suppose,
    operands_of,
)


@record
class Reads:
    """The names that an expression reads, directly: a question that is called may read more. A supposed answer counts as called.

    `kinds` are those of things that it ranges over, or between which it follows links; `enums` those whose values it ranges over, and the
    scales on which it ranks values; `slots` are those of the environment that it uses.
    """

    facts: frozenset[str] = frozenset()
    questions: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    enums: frozenset[str] = frozenset()
    slots: frozenset[int] = frozenset()


NOTHING_READ = Reads()


def union_of_reads(parts: Iterable[Reads]) -> Reads:
    """Return all that some parts read: most read nothing that is not known yet, and share what is there."""
    union = NOTHING_READ
    for part in parts:
        if union is NOTHING_READ:
            union = part
        elif part is not NOTHING_READ and part != union:
            union = Reads(
                union.facts | part.facts,
                union.questions | part.questions,
                union.kinds | part.kinds,
                union.enums | part.enums,
                union.slots | part.slots,
            )
    return union


class ReadsTable:
    """The reads of each expression of an arena."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._reads: list[Reads] = []

    def __getitem__(self, expression: ExprId) -> Reads:
        nodes, table = self._arena.nodes, self._reads
        while len(table) <= expression:
            table.append(self._reads_of(nodes[len(table)]))
        return table[expression]

    def _reads_of(self, node: Node) -> Reads:
        read = union_of_reads([_own_reads(node), *(self._reads[operand] for operand in operands_of(node))])
        own_slots = _bound_slots(node)
        if own_slots and not own_slots.isdisjoint(read.slots):
            read = Reads(read.facts, read.questions, read.kinds, read.enums, read.slots - own_slots)
        return read


def walk_expression(arena: Arena, root: ExprId) -> Iterator[Node]:
    """Yield the nodes of an expression, each once, the root first."""
    pending, visited = [root], {root}
    while pending:
        node = arena[pending.pop()]
        yield node
        operands = [operand for operand in dict.fromkeys(operands_of(node)) if operand not in visited]
        visited.update(operands)
        pending.extend(reversed(operands))


def _own_reads(node: Node) -> Reads:
    match node:
        case Local():
            return Reads(slots=frozenset({node.slot}))
        case ReadFact():
            return Reads(facts=frozenset({node.fact}))
        case Call():
            return Reads(questions=frozenset({node.question}))
        case Suppose():
            names = frozenset({node.name})
            return Reads(facts=names) if node.is_fact else Reads(questions=names)
        case Fold(range=AllOfKind(kind=kind)) | Reachable(kind=kind):
            return Reads(kinds=frozenset({kind}))
        case Fold(range=EnumValues(enum=enum)) | Apply(scale=str(enum)):
            return Reads(enums=frozenset({enum}))
        case _:  # open: other nodes read nothing themselves
            return NOTHING_READ


def _bound_slots(node: Node) -> frozenset[int]:
    match node:
        case Bind():
            return frozenset(range(node.slot, node.slot + len(node.operands)))
        case Fold():
            return frozenset({node.slot})
        case Reachable():
            return frozenset({node.slot, node.slot + 1})
        case _:  # open: other nodes bind nothing
            return frozenset()
