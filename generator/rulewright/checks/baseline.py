"""Baselines: the findings of an earlier `check --format json`, which a later check shows as known and does not count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.records import fields_json, record
from rulewright.checks.accepted import LAYERS_BELOW, UNUSED

RANK = {severity.value: rank for rank, severity in enumerate(Severity)}
"""The severities by rank, the worst first."""


@record
class FixedFinding:
    """A finding of a baseline that is no longer there."""

    code: str
    name: str
    severity: str
    book: str
    message: str
    fingerprint: str

    @property
    def sentence(self) -> str:
        """Says that it is no longer there."""
        return f"no longer there: {self.code} {self.message}"

    def to_json(self) -> dict[str, Any]:
        return fields_json(self, "code", "name", "severity", "book", "message", "fingerprint")


class Baseline:
    """The findings of an earlier check. Books go by name; if there and now it is a single book, it may have another name."""

    def __init__(self, document: Mapping[str, Any], books: Sequence[str]) -> None:
        self._findings: list[dict[str, Any]] = document["findings"]
        self._is_single = len(books) == len(document["books"]) == 1
        self._ranks: dict[tuple[str, str], int] = {}
        for finding in self._findings:
            key = self._key_of(finding["book"], finding["fingerprint"])
            self._ranks[key] = min(self._ranks.get(key, len(RANK)), RANK[finding["severity"]])

    def mark_findings(self, findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the findings, those marked that the baseline has; one that was less severe there is new."""
        return tuple(
            replace(
                finding,
                in_baseline=self._ranks.get(self._key_of(finding.book, finding.fingerprint), len(RANK)) <= RANK[finding.severity.value],
            )
            for finding in findings
        )

    def fixed_findings(
        self, book: str, findings: Iterable[Diagnostic], not_analysed: Iterable[Mapping[str, str | None]], *, notes: bool
    ) -> list[FixedFinding]:
        """Return what the baseline has of a book and `findings` have not. What was not decided now is not called fixed.

        Without `notes` they were not looked for.
        """
        from rulewright.checks.run import depths_of_meaning_checks

        meaning_codes = depths_of_meaning_checks()
        present_keys = {self._key_of(book, finding.fingerprint) for finding in findings}
        undecided = {(entry["question"] or "").partition("(")[0] for entry in not_analysed}
        fixed: dict[str, FixedFinding] = {}
        for finding in self._findings:
            key = self._key_of(finding["book"], finding["fingerprint"])
            if key in present_keys or key[0] != self._key_of(book, "")[0]:
                continue
            if not notes and (finding["severity"] == Severity.INFO.value or finding["code"] == UNUSED.code):  # it may be of a note
                continue
            question = str((finding.get("witness") or {}).get("question", "")).partition("(")[0]
            if "" in undecided and not finding["code"].startswith(LAYERS_BELOW):  # an edition could not be read
                continue
            if finding["code"] in meaning_codes and question in undecided:
                continue
            fixed[finding["fingerprint"]] = FixedFinding(**{name: finding[name] for name in FixedFinding.__match_args__})
        return list(fixed.values())

    def _key_of(self, book: str, fingerprint: str) -> tuple[str, str]:
        return ("" if self._is_single else book, fingerprint)


def read_baseline(path: Path, books: Sequence[str]) -> Baseline:
    """Read a baseline from a file, for a check of these books; raises `DocumentError`."""
    from rulewright.base.documents import DocumentError, read_document

    try:
        return Baseline(read_document(path, "baseline"), books)
    except DocumentError as fault:
        hint = "a baseline is what `rulewright check --format json` prints, of version 0.4 or later"
        raise DocumentError(fault.message, fault.faults, place=fault.place, advice=[hint]) from None
