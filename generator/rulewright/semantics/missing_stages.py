"""Help for a rule whose value has no stage for its verb: the lines to write under the value, in the usual order."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.keywords import StageVerb, Verb, stages_of
from rulewright.base.prose_lists import listing
from rulewright.semantics.model import Question, Stage

_USUAL_NAMES = {
    StageVerb.ONE: "base",
    StageVerb.SUM: "changes",
    StageVerb.PRODUCT: "factors",
    StageVerb.ROUNDED: "whole",
    StageVerb.AT_LEAST: "floor",
    StageVerb.AT_MOST: "cap",
}
"""How stages are mostly called, in the usual order."""
_USUAL_ORDER = {**{verb: place for place, verb in enumerate(_USUAL_NAMES)}, StageVerb.GREATEST: 2, StageVerb.LEAST: 2}


def missing_stage_help(question: Question, verb: Verb, name: str | None = None) -> str:
    """Return which lines to write under a value so that a verb has a stage, called `name` if no other stage is called so."""
    if verb is Verb.IS:
        return f"its stages are {listing(_lines_of(question.stages), 'and')}; write `add … to {question.name}`"
    stage_verb = stages_of(verb)[0]
    names_in_use = {stage.name for stage in question.stages}
    names = (name, _USUAL_NAMES[stage_verb], *(f"{_USUAL_NAMES[stage_verb]}_{number}" for number in range(2, len(names_in_use) + 3)))
    stage = Stage(next(each for each in names if each is not None and each not in names_in_use), stage_verb)
    later = (place for place, each in enumerate(question.stages) if place and _USUAL_ORDER[each.verb] > _USUAL_ORDER[stage_verb])
    place = next(later, len(question.stages))
    lines = _lines_of([*question.stages[:place], stage, *question.stages[place:]])
    return f"write under `value {question.name}`, in this order: {listing(lines, 'and')}"


def _lines_of(stages: Sequence[Stage]) -> list[str]:
    starts = "is the sum" if stages[0].verb is StageVerb.SUM else stages[0].verb
    return [f"`{stage.name} {stage.verb if place else starts}`" for place, stage in enumerate(stages)]
