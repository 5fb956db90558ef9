"""One question while it is worked out, and what combines the rules of its stages: the evaluator of stages behind a protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from rulewright.base.keywords import Verb
from rulewright.engines.interpreter.claims import Weighed, WeighedStage
from rulewright.engines.interpreter.plan import LiveAside, Plan
from rulewright.semantics.terms import FactKey


class Result:
    """An answer being worked out. `value` is plain, or an `Open`.

    `inner` are the answers that were asked for on the way; `reads` are the facts that were looked at, known or not.
    """

    value: Any = None
    clash = False
    fixed = False
    held_back = False
    over: Any = None
    """A value outside what is declared."""
    asides: tuple[tuple[LiveAside, Any], ...] = ()

    def __init__(self, plan: Plan, args: tuple[Any, ...]) -> None:
        self.plan = plan
        self.args = args
        self.weighed: list[Weighed] = []
        self.inner: list[Result] = []
        self.reads: set[FactKey] = set()
        self.steps: list[tuple[str, Any]] = []

    def bars(self, address: str) -> Iterator[Weighed]:
        """The rules of this address that forbid."""
        for one in self.weighed:
            if one.live.core.verb is Verb.MAY_NOT and address in one.live.core.ids:
                yield one


class StageEvaluator(Protocol):
    """Evaluates the rules of one stage of a question; `Situation` does."""

    def stage(self, result: Result, number: int, asides: tuple[tuple[LiveAside, Any], ...], before: Any = None) -> WeighedStage:
        """Return the rules of a stage that are about the operands, each with its status."""

    def silence(self, result: Result, stage: WeighedStage, stands: Iterable[Weighed], default: Any) -> Any:
        """Return `default`, or an `Open` where text is missing."""
