"""A rule of one question as formulas, before the attacks of its stage are applied."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model import CoreRule
from rulewright.engines.solver.formula.symbolic import NEVER, Truth, Value
from rulewright.semantics.model import Rule


@dataclass(slots=True)
class EncodedRule:
    """A rule, its own condition (`condition`), the condition after suspensions (`held`), and its effect."""

    core: CoreRule
    index: int
    condition: Truth
    effective_condition: Truth
    effect: Value | None
    blank_condition: Truth = NEVER
    """For a table's rule: the region in which the cell at these keys is blank; conflicts of undefined effects in `bad`."""

    @property
    def rule(self) -> Rule:
        """The rule that is restated, as it stands in the book."""
        return self.core.first

    @property
    def is_restated(self) -> bool:
        return len(self.core.addresses) > 1
