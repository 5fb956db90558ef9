"""The evaluation of one question, and a protocol for the evaluator of its stages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeAlias

from rulewright.base.keywords import Verb
from rulewright.engines.interpreter.claims import Claim, StageClaims
from rulewright.engines.interpreter.plan import LiveSuspension, Plan
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics.terms import FactKey

Suppositions: TypeAlias = tuple[tuple[bool, FactKey, Any], ...]
"""What is supposed, one after the other: True for a fact, its key, and its value."""


class Evaluation:
    """The evaluation of one question. `value` is plain, or an `Unknown`.

    `subevaluations` are the evaluations of the questions it called; `reads` are the facts it read, given or not. `calls` are the same
    evaluations, each once, by what was supposed besides and by question; `steps` are the steps that it took itself, without these. `depth`
    is how much was supposed where it was made.
    """

    value: Any = None
    is_clash = False
    is_fixed = False
    has_silent_lookup = False
    out_of_range: Any = None
    """A value outside the declared range."""
    suspensions: tuple[tuple[LiveSuspension, Any], ...] = ()
    is_partial = False
    """True if it goes up to a stage only."""

    def __init__(self, plan: Plan, args: tuple[Any, ...], depth: int = 0) -> None:
        self.plan = plan
        self.depth = depth
        self.args = args
        self.claims: list[Claim] = []
        self.subevaluations: list[Evaluation] = []
        self.reads: set[FactKey] = set()
        self.stage_values: list[tuple[str, Any]] = []
        self.calls: dict[tuple[Suppositions, FactKey], Evaluation] = {}
        self.steps = 0

    def prohibitions_at(self, address: str) -> Iterator[Claim]:
        """Yield the claims of `may not` rules at this address."""
        for claim in self.claims:
            if claim.live.core.verb is Verb.MAY_NOT and address in claim.live.core.ids:
                yield claim


class StageEvaluator(Protocol):
    """An evaluator of the stages of a question; `Situation` is one."""

    def evaluate_stage(
        self, evaluation: Evaluation, number: int, suspensions: tuple[tuple[LiveSuspension, Any], ...], running_value: Any = None
    ) -> StageClaims:
        """Return the rules of a stage that are about the operands, each with its status."""

    def evaluate_default(self, evaluation: Evaluation, stage: StageClaims, accepted: Iterable[Claim], default: Any) -> Any:
        """Return `default`, or an `Unknown` where text is missing."""


def walk_to_cause(roots: Iterable[Evaluation], leads_on: Callable[[Unknown], bool]) -> Iterator[Evaluation]:
    """Yield evaluations and, level by level, those below them whose unknown result leads on, each once."""
    pending, visited = list(roots), set()
    while pending:
        current = pending.pop(0)
        if id(current) not in visited:
            visited.add(id(current))
            yield current
            pending.extend(inner for inner in current.subevaluations if isinstance(inner.value, Unknown) and leads_on(inner.value))
