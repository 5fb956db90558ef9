"""Running the checks: every check over every edition, what the book accepts made `info`, each finding reported once, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.checks import meaning
from rulewright.checks.accepted import LAYERS_BELOW, apply_accepts
from rulewright.checks.base import CheckInput, CheckModule, Judged
from rulewright.checks.book_index import BookIndex
from rulewright.checks.causes import with_causes
from rulewright.checks.edition_index import EditionIndex
from rulewright.checks.registry import check_modules
from rulewright.depth import Depth
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.set_up import with_set_ups

READING = ("RW0", "RW10")  # faults of files, blocks and the front page

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.decision.judge.findings import Decided


def run_checks(
    book: Rulebook,
    cores: Mapping[str, Core],
    found_before: Iterable[Diagnostic] = (),
    only: Iterable[str] | None = None,
    decided: Mapping[str, Decided] | None = None,
    depth: Depth = Depth.ALL,
) -> tuple[Diagnostic, ...]:
    """All findings about a book, sorted, each once. `cores` are those of every edition.

    `found_before` are findings of the layers below: they are merged in, and `accepts` reaches them too. `only` names codes to run. While
    some text cannot be read, nothing is said of things that seem to be missing: they may stand in that text. `decided` are the verdicts on
    each edition, to a `depth`; if they are not given, they are worked out here.
    """
    found_before = tuple(found_before)
    wanted = None if only is None else frozenset(only)
    if decided is None:
        decided = {} if wanted is not None and wanted.isdisjoint(of_meaning()) else _decide(cores, found_before)
    given = _inputs(book, cores, decided)
    before = merge(found_before, tuple(book.views))
    readable = not any(finding.severity is Severity.ERROR and finding.code.startswith(READING) for finding in before)
    modules = [
        module
        for module in check_modules()
        if (wanted is None or module.CHECK.code in wanted) and (readable or not module.CHECK.by_absence) and module.CHECK.depth <= depth
    ]
    findings = apply_accepts([*before, *_judge(modules, given, book)], given, depth if wanted is None and readable else None)
    in_order = sorted((replace(f, book=f.book or book.slug) for f in findings), key=lambda f: f.sort_key)
    return tuple(with_causes(in_order))


def _decide(cores: Mapping[str, Core], found_before: Iterable[Diagnostic]) -> dict[str, Decided]:
    """What is decided of each edition that can be decided, kept nowhere."""
    from rulewright.decision.judge.editions import decide_editions, nothing_known

    return decide_editions(unbroken(cores, found_before), nothing_known())


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


def _inputs(book: Rulebook, cores: Mapping[str, Core], decided: Mapping[str, Decided]) -> dict[str, CheckInput]:
    whole = BookIndex(book)
    asked = replace(book, views={edition: with_set_ups(book, view)[1] for edition, view in book.views.items()})
    everywhere = {edition: EditionIndex(asked, cores[edition], whole) for edition in book.views}
    return {edition: CheckInput(book, edition, whole, everywhere, decided.get(edition)) for edition in book.views}


def _judge(modules: Iterable[CheckModule], given: Mapping[str, CheckInput], book: Rulebook) -> Iterator[Diagnostic]:
    if not given:
        return
    for module in modules:
        if module.CHECK.judged is Judged.BOOK:
            yield from dict.fromkeys(module.find(given.get(book.default_edition) or next(iter(given.values()))))
        else:
            found = [replace(d, edition=edition) for edition, here in given.items() for d in module.find(here)]
            yield from merge(found, tuple(given))


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
