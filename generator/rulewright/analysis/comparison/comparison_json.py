"""What the decision procedure found, as JSON documents; programs outside rely on their form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.core_difference import Change, Differences, Outcome
from rulewright.analysis.comparison.impact import Impact
from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.records import fields_json
from rulewright.core.query import Status
from rulewright.core.wording import value_text


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as `ask --format json` has it."""
    if outcome.status is not Status.ANSWERED:
        return {"status": outcome.status.value}
    value = outcome.value
    return {"status": outcome.status.value, "value": value_text(value) if isinstance(value, Fraction) else value, "unit": outcome.unit}


def situation_json(witness: Witness) -> dict[str, Any]:
    """A situation as it is given to `ask`."""
    return witness.as_json("question", "facts", "world", "options", "scenario", "readings")


def change_json(change: Change) -> dict[str, Any]:
    return {
        **situation_json(change.situation),
        "effect": change.effect.value,
        "from": outcome_json(change.before),
        "to": outcome_json(change.after),
        "cases": list(change.cases),
    }


def differences_json(found: Differences) -> dict[str, Any]:
    """The part of `diff --format json` that is about answers."""
    return {
        "meaning": [change_json(change) for change in found.changes],
        "equal": list(found.equal),
        "added": list(found.added),
        "removed": list(found.removed),
        "unlike": [{"kind": one.kind, "name": one.name, "from": one.before, "to": one.after} for one in found.unlike],
        "not_analysed": [{"question": question, "reason": reason} for question, reason in found.not_analysed],
    }


def meaning_json(found: Meaning) -> dict[str, Any]:
    """The same of two editions of one book, with the amendments between them and what each does."""
    document = differences_json(found.differences)
    for entry, causes in zip(document["meaning"], found.causes, strict=False):
        entry["amendments"] = list(causes)
    return {**document, "amendments": [_amendment_json(one) for one in found.amendments]}


def _amendment_json(one: AmendmentEffect) -> dict[str, Any]:
    return {
        "kind": one.kind.value,
        "case": one.number,
        **fields_json(one, "source", "title"),
        "as": one.amendment_kind,
        **fields_json(one.location, "path", "line"),
        "effect": one.word,
        "effects": [effect.value for effect in one.effects],
        "changes": [change_json(change) for verdict in one.verdicts for change in verdict.changes],
        "equal": [verdict.question for verdict in one.verdicts if verdict.equal],
        "added": list(one.added),
        "not_analysed": [{"question": question, "reason": reason} for question, reason in one.not_analysed],
    }


def impact_json(found: Impact) -> dict[str, Any]:
    """The document of `impact --format json`, without the book."""
    return {
        **fields_json(found, "edition", "case"),
        "dependents": [{"case": one.number, **fields_json(one, "label", "relation", "by", "steps")} for one in found.dependents],
        "questions": list(found.questions),
        "changes": [change_json(change) for verdict in found.verdicts for change in verdict.changes],
        "unaffected": [verdict.question for verdict in found.verdicts if verdict.equal],
        "not_analysed": [{"question": question, "reason": reason} for question, reason in found.not_analysed],
    }
