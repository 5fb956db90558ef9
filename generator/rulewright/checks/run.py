"""Running the checks: every check over every edition, what the book accepts made `info`, each finding reported once, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks import meaning
from rulewright.checks.accepted import LAYERS_BELOW, acceptances, apply_accepts
from rulewright.checks.causes import with_causes
from rulewright.checks.common.check import CheckInput, CheckModule, Judged
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.checks.registry import check_modules
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.setup_rules import with_set_ups

READING = ("RW0", "RW10")  # faults of files, blocks and the front page

if TYPE_CHECKING:
    from rulewright.analysis.verdicts.findings import Decided
    from rulewright.core.model import Core

Found: TypeAlias = tuple[Diagnostic, ...]
NOTHING: Mapping[str, Found] = MappingProxyType({})


def run_checks(
    book: Rulebook,
    cores: Mapping[str, Core],
    found_before: Iterable[Diagnostic] = (),
    only: Iterable[str] | None = None,
    decided: Mapping[str, Decided] | None = None,
    depth: Depth = Depth.ALL,
) -> Found:
    """All findings about a book, sorted, each once. `cores` are those of every edition.

    `decided` are the verdicts on each edition, to a `depth`; if they are not given, they are worked out here.
    """
    checking = Checking(book, cores, found_before, only)
    return checking.findings(checking.decide() if decided is None else decided, depth)


class Checking:
    """The checks of one book, run to one depth after another: indexes are made once, and so is what no verdict bears on.

    `found_before` are findings of the layers below: they are merged in, and `accepts` reaches them too. `only` names codes to run. While
    some text cannot be read, nothing is said of things that seem to be missing: they may stand in that text.
    """

    def __init__(
        self, book: Rulebook, cores: Mapping[str, Core], found_before: Iterable[Diagnostic] = (), only: Iterable[str] | None = None
    ) -> None:
        self._book, self._cores = book, cores
        self._found_before = tuple(found_before)
        self._before = merge(self._found_before, tuple(book.views))
        self._only = None if only is None else frozenset(only)
        self._readable = not any(one.severity is Severity.ERROR and one.code.startswith(READING) for one in self._before)
        self._found: dict[str, Found] = {}

    def decide(self) -> Mapping[str, Decided]:
        """What is decided of each edition that can be decided, kept nowhere; nothing where no check is run that asks for it."""
        if self._only is not None and self._only.isdisjoint(of_meaning()):
            return {}
        from rulewright.analysis.verdicts.editions import decide_editions, nothing_known

        return decide_editions(unbroken(self._cores, self._found_before), nothing_known())

    def findings(self, decided: Mapping[str, Decided], depth: Depth, known: Mapping[str, Found] = NOTHING) -> Found:
        """All findings to a depth, sorted, each once. `decided` are the verdicts to it, `known` what single checks have found, by code."""
        given = self._given(decided)
        found = (one for module in self._modules(depth) for one in self._of(module, given, known))
        whole = depth if self._only is None and self._readable else None
        findings = apply_accepts([*self._before, *found], given, whole)
        return tuple(with_causes(sorted((replace(f, book=f.book or self._book.slug) for f in findings), key=lambda f: f.sort_key)))

    def of_rules_alone(self, decided: Mapping[str, Decided], depth: Depth) -> dict[str, Found]:
        """By code what those checks find, before anything is accepted, on which no word of prose bears."""
        given = self._given(decided)
        return {module.CHECK.code: self._of(module, given, NOTHING) for module in self._modules(depth) if module.CHECK.of_rules_alone}

    def depth_of_warnings(self) -> Depth:
        """The depth to which all errors and warnings come to light: that an `accepts` of a note meets none is known where notes are."""
        accepted = {one.name for one in acceptances(self._given({}))}
        return max((module.CHECK.depth for module in check_modules() if module.CHECK.name in accepted), default=Depth.ERRORS)

    def _modules(self, depth: Depth) -> list[CheckModule]:
        return [
            module
            for module in check_modules()
            if (self._only is None or module.CHECK.code in self._only)
            and (self._readable or not module.CHECK.by_absence)
            and module.CHECK.depth <= depth
        ]

    def _of(self, module: CheckModule, given: Mapping[str, CheckInput], known: Mapping[str, Found]) -> Found:
        check = module.CHECK
        if check.code in known:
            return known[check.code]
        if check.of_verdicts:
            return _judge(module, given, self._book)
        if check.code not in self._found:
            self._found[check.code] = _judge(module, self._given({}), self._book)
        return self._found[check.code]

    def _given(self, decided: Mapping[str, Decided]) -> dict[str, CheckInput]:
        whole, everywhere = self._indexes
        return {edition: CheckInput(self._book, edition, whole, everywhere, decided.get(edition)) for edition in self._book.views}

    @cached_property
    def _indexes(self) -> tuple[BookIndex, dict[str, EditionIndex]]:
        whole = BookIndex(self._book)
        asked = replace(self._book, views={edition: with_set_ups(self._book, view)[1] for edition, view in self._book.views.items()})
        return whole, {edition: EditionIndex(asked, self._cores[edition], whole) for edition in self._book.views}


def unbroken(cores: Mapping[str, Core], found_before: Iterable[Diagnostic]) -> dict[str, Core]:
    """The editions that have no error of the layers below: only their rules are the book's."""
    found = tuple(found_before)
    return {edition: core for edition, core in cores.items() if not is_broken(found, edition)}


def is_broken(found_before: Iterable[Diagnostic], edition: str) -> bool:
    """Whether something could not be read, folded or resolved in an edition: its rules are then not the book's."""
    errors = (found for found in found_before if found.severity is Severity.ERROR and found.code.startswith(LAYERS_BELOW))
    return any(found.edition in ("", edition) for found in errors)


def of_meaning() -> dict[str, Depth]:
    """The codes of the checks that are over all situations, each with how deep rules are looked into for it."""
    over_all = [module.CHECK for module in check_modules() if getattr(module, "__name__", "").startswith(meaning.__name__)]
    return {check.code: check.depth for check in over_all}


def _judge(module: CheckModule, given: Mapping[str, CheckInput], book: Rulebook) -> Found:
    if not given:
        return ()
    if module.CHECK.judged is Judged.BOOK:
        return tuple(dict.fromkeys(module.find(given.get(book.default_edition) or next(iter(given.values())))))
    found = [replace(d, edition=edition) for edition, here in given.items() for d in module.find(here)]
    return tuple(merge(found, tuple(given)))


def merge(findings: Iterable[Diagnostic], editions: tuple[str, ...]) -> list[Diagnostic]:
    """Findings that say the same of the same texts become one: of no edition if it holds in all, else of the last with a note.

    Help may differ between editions ("did you mean" knows other cases); that of the last is kept.
    """
    together: dict[tuple[object, ...], list[Diagnostic]] = {}
    for found in findings:
        places = tuple(label.location for label in found.labels)
        together.setdefault((found.code, found.message, places, found.cases, found.severity), []).append(found)
    return [_of_editions(alike[-1], tuple(dict.fromkeys(one.edition for one in alike)), editions) for alike in together.values()]


def _of_editions(found: Diagnostic, where: tuple[str, ...], editions: tuple[str, ...]) -> Diagnostic:
    if "" in where or set(where) >= set(editions):
        return replace(found, edition="")
    if len(where) == 1:
        return replace(found, edition=where[0])
    return replace(found, edition=where[-1], notes=(*found.notes, "in the editions " + ", ".join(f"`{name}`" for name in where)))
