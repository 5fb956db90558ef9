"""Rules whose option is off, or whose scenario is not played: where a question is silent, one of them may be the reason; and the facts that
only such rules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.core.model import Core, CoreQuestion
from rulewright.engines.interpreter.answer import Undetermined, Why
from rulewright.engines.interpreter.evaluation import Evaluation, walk_to_cause
from rulewright.engines.interpreter.fixpoint import ClaimStatus
from rulewright.engines.interpreter.kleene import kleene_all
from rulewright.engines.interpreter.plan import DormantRule, SpecializedCore
from rulewright.engines.interpreter.questions import FactDependence
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics.terms import Term

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
    scratch = situation.detached(StepBudget())
    try:
        return kleene_all(condition(scratch, args) for condition in address.conditions) is not False
    except (WrongInput, RecursionError):
        return True


class EnabledDependence(FactDependence):
    """The facts that each question can depend on under one setting of the switches."""

    def __init__(self, core: Core, selection: SpecializedCore) -> None:
        super().__init__(core)
        self._selection = selection

    def _terms_of_question(self, question: str) -> list[Term]:
        core_question = self.core.on.get(question)
        return [] if core_question is None else [*self._enabled_terms(core_question), *self._cells_of(question)]

    def _enabled_terms(self, core_question: CoreQuestion) -> Iterator[Term]:
        """Yield the conditions and effects of what is enabled."""
        is_enabled = self._selection.enablement_of
        if core_question.question.otherwise is not None and not isinstance(core_question.question.otherwise, str):
            yield core_question.question.otherwise
        enabled_rules: set[int] = set()
        for rule in core_question.rules:
            for address in rule.addresses:
                if is_enabled(address.there) is not False:
                    enabled_rules.add(rule.number)
                    yield from (part.term for part in address.rule.parts)
                    if address.rule.effect is not None:
                        yield address.rule.effect
        for precedence in core_question.precedence:
            reaches = not enabled_rules.isdisjoint(precedence.by) and not enabled_rules.isdisjoint(precedence.targets)
            if precedence.when is not None and reaches and is_enabled(precedence.there) is not False:
                yield precedence.when
        for aside in core_question.asides:
            if aside.when is not None and is_enabled(aside.there) is not False:
                yield aside.when
        for absent in core_question.absent:
            if is_enabled(absent.there) is not False:
                conditions = [absent.clause.when, *(attack.when for attack in absent.overridden_by if attack.by in enabled_rules)]
                yield from (condition for condition in conditions if condition is not None)
