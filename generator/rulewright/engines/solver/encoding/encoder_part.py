"""The base of the encoder's parts: terms, tables, rules, stages and answers are encoded in one space, each by a part of its own."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from rulewright.core.model import Core
from rulewright.core.switches import Switching
from rulewright.engines.solver.encoding.world import World
from rulewright.engines.solver.formula.space import Formula, Space
from rulewright.engines.solver.formula.symbolic import Algebra, Sign, Truth, Value
from rulewright.semantics.model import Free

if TYPE_CHECKING:
    from rulewright.semantics.terms import FactKey, Plain, Term

Supposed: TypeAlias = "tuple[tuple[bool, FactKey, Value], ...]"
"""What is supposed: True for a fact or False for an answer, of which operands, and its value."""


class EncoderContext(Protocol):
    """What a part asks of the encoder that it is a part of."""

    core: Core
    world: World
    algebra: Algebra
    space: Space
    supposed: Supposed
    without: tuple[str, int] | None

    def answer(self, name: str, env: tuple[Value, ...], stage: int | None = None, by: str | None = None) -> Sign:
        """Encode the answer of a question for these operands."""

    def effect(self, term: Term, env: tuple[Value, ...]) -> Value:
        """Encode an effect."""

    def fact(self, key: FactKey) -> Sign:
        """Return a fact, or what is supposed of it."""

    def heads(self, heads: tuple[Plain | Free, ...], env: tuple[Value, ...]) -> Formula:
        """Return the situations in which a rule's head matches these operands."""

    def in_force(self, there: Switching, when: Term | None, env: tuple[Value, ...]) -> Truth:
        """Return the situations in which a statement is in force."""

    def hole(self, reason: str, of: Any) -> Truth:
        """Return an opaque condition: true, false or open, with the reason why it is not encoded."""

    def unknown(self, reason: str, where: Formula, count: int) -> list[Formula]:
        """Return `count` outcomes of which exactly one comes about, it is not known which."""

    def instance(self, formula: Formula) -> str:
        """Describe one situation in which a formula holds, or return an empty text."""

    def supposing(self, is_fact: bool, key: FactKey, value: Value) -> AbstractContextManager[None]:
        """Suppose one fact or answer within the block."""

    def go_through(self, count: int) -> None:
        """Count members that a condition ranges over. Raises `NotAnalysable` beyond the limit of one question."""


class EncoderPart:
    """Encodes one kind of thing for one encoder, in its space."""

    def __init__(self, encoder: EncoderContext) -> None:
        self.encoder = encoder
        self.algebra = encoder.algebra
        self.space = encoder.algebra.space
        self.core = encoder.core
