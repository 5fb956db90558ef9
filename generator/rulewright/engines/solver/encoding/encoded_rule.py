"""A rule of one question as formulas, before it is held against the others of its stage."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model import CoreRule
from rulewright.engines.solver.formula.symbolic import NEVER, Truth, Value
from rulewright.semantics.model import Rule


@dataclass(slots=True)
class EncodedRule:
    """A rule, where its own conditions hold (`condition`), also after settings-aside (`held`), and its effect."""

    core: CoreRule
    place: int
    condition: Truth
    held: Truth
    effect: Value | None
    held_back: Truth = NEVER
    """Of a table's rule: where it does not speak because nothing stands at these keys; open effects' conflicts in `bad`."""

    @property
    def rule(self) -> Rule:
        """What is restated, as it stands in the book."""
        return self.core.first

    @property
    def is_restated(self) -> bool:
        return len(self.core.addresses) > 1
