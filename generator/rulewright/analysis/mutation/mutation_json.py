"""The results of mutation testing as a JSON document; its form is a public contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.analysis.comparison.comparison_json import situation_json
from rulewright.analysis.mutation.model import DistinguishingSituation, Fate, SlipResult, SlipResults


def slips_json(slips: SlipResults) -> dict[str, Any]:
    """Return the entry `slips` of one book in the document of `coverage --mutants --format json`."""
    return {
        "edition": slips.edition,
        **_counts_json(slips.counts),
        "of_hundred": slips.percent_noticed,
        "kinds": [{"kind": kind.value, **_counts_json(count)} for kind, count in slips.counts_by_kind().items()],
        "survivors": [_judged_json(slip) for slip in slips.with_fate(Fate.UNNOTICED)],
        "undecided": [_judged_json(slip) for slip in slips.with_fate(Fate.NOT_DECIDED)],
    }


def _counts_json(counts: Mapping[Fate, int]) -> dict[str, int]:
    return {fate.name.lower(): counts[fate] for fate in Fate}


def _judged_json(slip: SlipResult) -> dict[str, Any]:
    line = slip.line
    document: dict[str, Any] = {
        "kind": slip.kind.value,
        "case": line.case,
        "rule": line.address,
        "path": line.location.path,
        "line": line.location.line,
        "text": line.text,
        "was": slip.was,
        "now": slip.now,
    }
    return document | ({"reason": slip.reason} if slip.counterexample is None else _told_json(slip.counterexample))


def _told_json(counterexample: DistinguishingSituation) -> dict[str, Any]:
    return {
        "situation": situation_json(counterexample.situation),
        "answer": counterexample.answer,
        "with_slip": counterexample.with_slip,
        "example": counterexample.example,
        "first": counterexample.first,
    }
