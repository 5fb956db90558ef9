"""Rules whose option is off, or whose scenario is not played: where a question is silent, one of them may be the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.engines.interpreter.answer import Undetermined, Why
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation, walk_to_cause
from rulewright.engines.interpreter.kleene import kleene_all
from rulewright.engines.interpreter.plan import DormantRule
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.unknown import Unknown

if TYPE_CHECKING:
    from rulewright.engines.interpreter.situation import Situation

_SILENCE = (Why.SILENT, None)


def reason_of_silence(situation: Situation, roots: Iterable[Evaluation]) -> Undetermined | None:
    """Return the option or scenario under which a rule would end the silence of these evaluations; None if there is none.

    The silence may be that of a question that they call. A rule counts unless its condition is certainly false.
    """
    silent = [root for root in roots if isinstance(root.value, Unknown) and _is_silent(root.value)]
    for current in walk_to_cause(silent, _is_silent):
        if not any(claim.status is ClaimStatus.STANDS and claim.stage == 0 for claim in current.claims):
            for dormant in situation.selection.dormant_rules(current.plan.question.name):
                if _may_apply(situation, dormant, current.args):
                    why = Why.OPTION_OFF if dormant.option is not None else Why.NO_SCENARIO
                    return Undetermined(why, dormant.address.rule.case, dormant.option, dormant.scenario)
    return None


def _is_silent(unknown: Unknown) -> bool:
    return _SILENCE in unknown.whys and not unknown.conflict and not unknown.out_of_range


def _may_apply(situation: Situation, dormant: DormantRule, args: tuple[Any, ...]) -> bool:
    """Return True if the condition of a dormant rule is not false in a situation, which is left as it is."""
    address = dormant.address
    if any(args[slot] != value for slot, value in address.head_values):
        return False
    scratch = situation.detached(StepBudget(watch=situation.steps.watch))
    try:
        return kleene_all(condition(scratch, args) for condition in address.conditions) is not False
    except (WrongInput, RecursionError):
        return True
