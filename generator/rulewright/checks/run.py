"""Runner of the checks: all checks over all editions; accepted findings become `info`; each finding is reported once, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks import meaning
from rulewright.checks.accepted import LAYERS_BELOW, apply_accepts, collect_acceptances
from rulewright.checks.causes import with_causes
from rulewright.checks.common.check import CheckInput, CheckModule, CheckScope
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.checks.registry import check_modules
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.setup_rules import with_set_ups

READING = ("RW0", "RW10", "RW2")  # codes of errors in files, blocks, the front page and what lines mean

if TYPE_CHECKING:
    from rulewright.analysis.verdicts.findings import EditionVerdicts
    from rulewright.core.model import Core

Diagnostics: TypeAlias = tuple[Diagnostic, ...]
NO_NUMBERS: Mapping[str, Mapping[str, str]] = MappingProxyType({})
NO_RESULTS: Mapping[str, Diagnostics] = MappingProxyType({})


def run_checks(
    book: Rulebook,
    cores: Mapping[str, Core],
    found_before: Iterable[Diagnostic] = (),
    only: Iterable[str] | None = None,
    decided: Mapping[str, EditionVerdicts] | None = None,
    depth: Depth = Depth.ALL,
) -> Diagnostics:
    """Return all findings about a book, sorted and without duplicates. `cores` are those of every edition.

    `decided` are the verdicts on each edition, to a `depth`; if they are not given, they are computed here.
    """
    checking = Checking(book, cores, found_before, only)
    return checking.findings(checking.decide() if decided is None else decided, depth)


class Checking:
    """The checks of one book, run to successive depths. Indexes and the findings that depend on no verdict are computed once.

    `found_before` are findings of the layers below: they are merged in, and `accepts` covers them too. `only` restricts the run to these
    codes. While some text cannot be read, or a line says nothing that has a meaning, checks that report missing things do not run: the
    things may be in that text.
    """

    def __init__(
        self, book: Rulebook, cores: Mapping[str, Core], found_before: Iterable[Diagnostic] = (), only: Iterable[str] | None = None
    ) -> None:
        self._book, self._cores = book, cores
        self._lower_findings = tuple(found_before)
        self._merged_lower_findings = merge_findings(self._lower_findings, tuple(book.views), _first_numbers(book))
        self._codes = None if only is None else frozenset(only)
        self._readable = not any(
            finding.severity is Severity.ERROR and finding.code.startswith(READING) for finding in self._merged_lower_findings
        )
        self._findings_by_code: dict[str, Diagnostics] = {}

    def decide(self) -> Mapping[str, EditionVerdicts]:
        """Compute the verdicts on each edition without errors of the lower layers; empty if no check that reads verdicts runs."""
        if self._codes is not None and self._codes.isdisjoint(depths_of_meaning_checks()):
            return {}
        from rulewright.analysis.verdicts.editions import decide_editions, empty_verdict_store

        return decide_editions(unbroken_cores(self._cores, self._lower_findings), empty_verdict_store())

    def findings(
        self, decided: Mapping[str, EditionVerdicts], depth: Depth, known_results: Mapping[str, Diagnostics] = NO_RESULTS
    ) -> Diagnostics:
        """Return all findings to a depth, sorted, each once. `decided` are the verdicts to it; `known_results` earlier findings by code."""
        inputs = self._check_inputs(decided)
        check_findings = (finding for module in self._modules_to_run(depth) for finding in self._run_module(module, inputs, known_results))
        complete_depth = depth if self._codes is None and self._readable else None
        findings = apply_accepts([*self._merged_lower_findings, *check_findings], inputs, complete_depth)
        return tuple(
            with_causes(
                sorted(
                    (replace(finding, book=finding.book or self._book.slug) for finding in findings), key=lambda finding: finding.sort_key
                ),
                self._book,
            )
        )

    def findings_ignoring_prose(self, decided: Mapping[str, EditionVerdicts], depth: Depth) -> dict[str, Diagnostics]:
        """Return, by code, the findings of the checks that ignore prose, before acceptances apply."""
        inputs = self._check_inputs(decided)
        return {
            module.CHECK.code: self._run_module(module, inputs, NO_RESULTS)
            for module in self._modules_to_run(depth)
            if module.CHECK.ignores_prose
        }

    def depth_of_warnings(self) -> Depth:
        """Return the depth that yields all errors and warnings; an unused `accepts` of a note shows only at the depth of notes."""
        accepted = {acceptance.name for acceptance in collect_acceptances(self._check_inputs({}))}
        return max((module.CHECK.depth for module in check_modules() if module.CHECK.name in accepted), default=Depth.ERRORS)

    def _modules_to_run(self, depth: Depth) -> list[CheckModule]:
        return [
            module
            for module in check_modules()
            if (self._codes is None or module.CHECK.code in self._codes)
            and (self._readable or not module.CHECK.reports_absence)
            and module.CHECK.depth <= depth
        ]

    def _run_module(self, module: CheckModule, inputs: Mapping[str, CheckInput], known_results: Mapping[str, Diagnostics]) -> Diagnostics:
        check = module.CHECK
        if check.code in known_results:
            return known_results[check.code]
        if check.reads_verdicts:
            return _run_check(module, inputs, self._book)
        if check.code not in self._findings_by_code:
            self._findings_by_code[check.code] = _run_check(module, self._check_inputs({}), self._book)
        return self._findings_by_code[check.code]

    def _check_inputs(self, decided: Mapping[str, EditionVerdicts]) -> dict[str, CheckInput]:
        book_index, edition_indexes = self._book_and_edition_indexes
        return {edition: CheckInput(self._book, edition, book_index, edition_indexes, decided) for edition in self._book.views}

    @cached_property
    def _book_and_edition_indexes(self) -> tuple[BookIndex, dict[str, EditionIndex]]:
        book_index = BookIndex(self._book)
        expanded_book = replace(
            self._book, views={edition: with_set_ups(self._book, view)[1] for edition, view in self._book.views.items()}
        )
        return book_index, {edition: EditionIndex(expanded_book, self._cores[edition], book_index) for edition in self._book.views}


def unbroken_cores(cores: Mapping[str, Core], found_before: Iterable[Diagnostic]) -> dict[str, Core]:
    """Return the cores of the editions without errors of the lower layers; the rules of any other may not be those of the book."""
    findings = tuple(found_before)
    return {edition: core for edition, core in cores.items() if not is_broken(findings, edition)}


def is_broken(found_before: Iterable[Diagnostic], edition: str) -> bool:
    """Return True if something in an edition could not be read, folded or resolved; its rules may then not be those of the book."""
    errors = (finding for finding in found_before if finding.severity is Severity.ERROR and finding.code.startswith(LAYERS_BELOW))
    return any(error.edition in ("", edition) for error in errors)


def depths_of_meaning_checks() -> dict[str, Depth]:
    """Return the codes of the checks over all situations, each with the depth at which it runs."""
    over_all = [module.CHECK for module in check_modules() if getattr(module, "__name__", "").startswith(meaning.__name__)]
    return {check.code: check.depth for check in over_all}


def _run_check(module: CheckModule, inputs: Mapping[str, CheckInput], book: Rulebook) -> Diagnostics:
    if not inputs:
        return ()
    if module.CHECK.scope is CheckScope.BOOK:
        return tuple(dict.fromkeys(module.find(inputs.get(book.default_edition) or next(iter(inputs.values())))))
    findings = [replace(finding, edition=edition) for edition, check_input in inputs.items() for finding in module.find(check_input)]
    return tuple(merge_findings(findings, tuple(inputs), _first_numbers(book)))


def merge_findings(
    findings: Iterable[Diagnostic], editions: tuple[str, ...], first_numbers: Mapping[str, Mapping[str, str]] = NO_NUMBERS
) -> list[Diagnostic]:
    """Merge findings with the same message and labels: of no edition if they hold in all, else of the last one, with a note.

    Help may differ between editions ("did you mean" knows other cases); that of the last is kept. So is the number of a case that one of
    them has renumbered; `first_numbers` are the numbers that such cases had first, by edition and number in force.
    """
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for finding in findings:
        places = tuple(label.location for label in finding.labels)
        numbers = first_numbers.get(finding.edition, {})
        message, cases = _with_first_numbers(finding.message, numbers), tuple(numbers.get(case, case) for case in finding.cases)
        groups.setdefault((finding.code, message, places, cases, finding.severity), []).append(finding)
    return [
        _with_editions(
            replace(group[-1], notes=(*group[-1].notes, *_notes_on_numbers(group, first_numbers))),
            tuple(dict.fromkeys(finding.edition for finding in group)),
            editions,
        )
        for group in groups.values()
    ]


def _first_numbers(book: Rulebook) -> Mapping[str, Mapping[str, str]]:
    """Return, by edition and number in force, the first number of each case that was renumbered."""
    return {
        name: {case.number: case.first_number for case in view.all_cases() if case.number != case.first_number}
        for name, view in book.views.items()
    }


def _with_first_numbers(text: str, numbers: Mapping[str, str]) -> str:
    if not numbers:
        return text
    number = re.compile(rf"(?<![\w./])(?:{'|'.join(map(re.escape, sorted(numbers, key=len, reverse=True)))})(?![\w/+])")
    return number.sub(lambda match: numbers[match[0]], text)


def _notes_on_numbers(group: Sequence[Diagnostic], first_numbers: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield a note for each case of a finding that has another number in an edition of the finding."""
    last = group[-1]
    first = first_numbers.get(last.edition, {})
    for finding in group:
        if finding.message != last.message:
            for number, earlier in zip(last.cases, finding.cases, strict=True):
                if number != earlier and first.get(number, number) == first_numbers.get(finding.edition, {}).get(earlier, earlier):
                    yield f"case {number} is {earlier} in the edition `{finding.edition}`"


def _with_editions(finding: Diagnostic, edition_names: tuple[str, ...], editions: tuple[str, ...]) -> Diagnostic:
    if "" in edition_names or set(edition_names) >= set(editions):
        return replace(finding, edition="")
    if len(edition_names) == 1:
        return replace(finding, edition=edition_names[0])
    return replace(
        finding, edition=edition_names[-1], notes=(*finding.notes, "in the editions " + ", ".join(f"`{name}`" for name in edition_names))
    )
