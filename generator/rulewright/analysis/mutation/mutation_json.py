"""What becomes of the slips of a book, as a JSON document; programs outside rely on its form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.analysis.comparison.comparison_json import situation_json
from rulewright.analysis.mutation.model import Fate, Judged, Slips, Told


def slips_json(slips: Slips) -> dict[str, Any]:
    """The entry `slips` of one book in the document of `coverage --mutants --format json`."""
    return {
        "edition": slips.edition,
        **_counts(slips.counts),
        "of_hundred": slips.of_hundred,
        "kinds": [{"kind": kind.value, **_counts(count)} for kind, count in slips.of_kind().items()],
        "survivors": [_judged_json(one) for one in slips.of(Fate.UNNOTICED)],
        "undecided": [_judged_json(one) for one in slips.of(Fate.NOT_DECIDED)],
    }


def _counts(counts: Mapping[Fate, int]) -> dict[str, int]:
    return {fate.name.lower(): counts[fate] for fate in Fate}


def _judged_json(one: Judged) -> dict[str, Any]:
    line = one.line
    document: dict[str, Any] = {
        "kind": one.kind.value,
        "case": line.case,
        "rule": line.address,
        "path": line.location.path,
        "line": line.location.line,
        "text": line.text,
        "was": one.was,
        "now": one.now,
    }
    return document | ({"reason": one.reason} if one.told is None else _told_json(one.told))


def _told_json(told: Told) -> dict[str, Any]:
    return {
        "situation": situation_json(told.situation),
        "answer": told.answer,
        "with_slip": told.with_slip,
        "example": told.example,
        "first": told.first,
    }
