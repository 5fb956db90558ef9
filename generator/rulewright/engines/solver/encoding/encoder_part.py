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
"""The suppositions: True for a fact or False for an answer, its operands, and its value."""


class EncoderContext(Protocol):
    """The interface of the encoder that its parts use."""

    core: Core
    world: World
    algebra: Algebra
    space: Space
    supposed: Supposed
    omitted_rule: tuple[str, int] | None

    def encode_answer(self, name: str, env: tuple[Value, ...], stage: int | None = None, bar: str | None = None) -> Sign:
        """Encode the answer of a question for these operands."""

    def encode_effect(self, term: Term, env: tuple[Value, ...]) -> Value:
        """Encode an effect."""

    def fact_value(self, key: FactKey) -> Sign:
        """Return a fact, or its supposed value."""

    def head_matches(self, heads: tuple[Plain | Free, ...], env: tuple[Value, ...]) -> Formula:
        """Return the situations in which a rule's head matches these operands."""

    def force_condition(self, enabled_when: Switching, when: Term | None, env: tuple[Value, ...]) -> Truth:
        """Return the situations in which a statement is in force."""

    def opaque_condition(self, reason: str, origin: Any) -> Truth:
        """Return an opaque condition: true, false or open, with the reason why it is not encoded."""

    def opaque_choice(self, reason: str, region: Formula, count: int) -> list[Formula]:
        """Return the guards of `count` outcomes, exactly one of which comes about; it is not known which."""

    def describe_example(self, formula: Formula) -> str:
        """Describe one situation in which a formula holds, or return an empty text."""

    def suppose_value(self, is_fact: bool, key: FactKey, value: Value) -> AbstractContextManager[None]:
        """Suppose one fact or answer within the block."""

    def count_members(self, count: int) -> None:
        """Count members that a condition ranges over. Raises `NotAnalysable` beyond the limit of one question."""


class EncoderPart:
    """The base of the parts of one encoder; a part encodes one kind of node, in the encoder's space."""

    def __init__(self, encoder: EncoderContext) -> None:
        self.encoder = encoder
        self.algebra = encoder.algebra
        self.space = encoder.algebra.space
        self.core = encoder.core
