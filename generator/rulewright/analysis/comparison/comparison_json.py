"""The results of comparisons as JSON documents; external programs rely on their form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.answer_change import Change, Outcome
from rulewright.analysis.comparison.core_difference import Differences
from rulewright.analysis.comparison.impact import Impact
from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.records import fields_json
from rulewright.core.query import Status
from rulewright.core.wording import value_text


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as in `ask --format json`."""
    if outcome.status is not Status.ANSWERED:
        return {"status": outcome.status.value}
    value = outcome.value
    return {"status": outcome.status.value, "value": value_text(value) if isinstance(value, Fraction) else value, "unit": outcome.unit}


def situation_json(witness: Witness) -> dict[str, Any]:
    """Return a situation as input of `ask`."""
    return witness.as_json("question", "facts", "world", "options", "scenario", "readings")


def change_json(change: Change) -> dict[str, Any]:
    return {
        **situation_json(change.situation),
        "effect": change.effect.value,
        "from": outcome_json(change.outcome_before),
        "to": outcome_json(change.outcome_after),
        "cases": list(change.cases),
    }


def differences_json(difference: Differences) -> dict[str, Any]:
    """Return the part of `diff --format json` about answers."""
    return {
        "meaning": [change_json(change) for change in difference.changes],
        "equal": list(difference.equal),
        "added": list(difference.added),
        "removed": list(difference.removed),
        "unlike": [
            {"kind": declaration.kind, "name": declaration.name, "from": declaration.text_before, "to": declaration.text_after}
            for declaration in difference.unlike
        ],
        "not_analysed": [{"question": question, "reason": reason} for question, reason in difference.not_analysed],
    }


def meaning_json(comparison: Meaning) -> dict[str, Any]:
    """Return the differences of two editions of one book, with the amendments between them and their effects."""
    document = differences_json(comparison.differences)
    for entry, causes in zip(document["meaning"], comparison.causes, strict=False):
        entry["amendments"] = list(causes)
    return {**document, "amendments": [_amendment_json(amendment) for amendment in comparison.amendments]}


def _amendment_json(amendment: AmendmentEffect) -> dict[str, Any]:
    return {
        "kind": amendment.kind.value,
        "case": amendment.number,
        **fields_json(amendment, "source", "title"),
        "as": amendment.amendment_kind,
        **fields_json(amendment.location, "path", "line"),
        "effect": amendment.word,
        "effects": [effect.value for effect in amendment.effects],
        "changes": [change_json(change) for verdict in amendment.verdicts for change in verdict.changes],
        "equal": [verdict.question for verdict in amendment.verdicts if verdict.equal],
        "added": list(amendment.added),
        "not_analysed": [{"question": question, "reason": reason} for question, reason in amendment.not_analysed],
    }


def impact_json(impact: Impact) -> dict[str, Any]:
    """Return the document of `impact --format json`, without the book."""
    return {
        **fields_json(impact, "edition", "case"),
        "dependents": [
            {"case": dependent.number, **fields_json(dependent, "label", "relation", "by", "steps")} for dependent in impact.dependents
        ],
        "questions": list(impact.questions),
        "changes": [change_json(change) for verdict in impact.verdicts for change in verdict.changes],
        "unaffected": [verdict.question for verdict in impact.verdicts if verdict.equal],
        "not_analysed": [{"question": question, "reason": reason} for question, reason in impact.not_analysed],
    }
