"""Entry point of the layer: syntax tree and ledger -> rulebook with all editions folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import faults
from rulewright.rulebook.assemble import assemble_rulebook
from rulewright.rulebook.case_numbers import Numbering, heading_of
from rulewright.rulebook.cases import Clause
from rulewright.rulebook.clauses import content_of, origin_of, tag_names
from rulewright.rulebook.editions import build_view
from rulewright.rulebook.fold import Sheet, State, apply_source
from rulewright.rulebook.former_names import find_former_name_faults, former_names
from rulewright.rulebook.model import ClauseKind, EditionView, LedgerRow, Origin, Rulebook
from rulewright.rulebook.overlay import merge_copies
from rulewright.rulebook.renaming import is_throughout, unused_words
from rulewright.syntax import nodes


def build_rulebook(
    tree: nodes.SyntaxTree, *, ledger: str | None, slug: str, overlay: nodes.SyntaxTree | None = None
) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """Build the rulebook of a folder with all editions folded; return it with the faults of front page, names, ledger and fold.

    `ledger` is the text of `ledger.csv`, None if there is none. `overlay` is a reader's own copy of printed text: its cases are merged into
    the cases that are not held. A book is always returned, however many faults there are.
    """
    book, problems = assemble_rulebook(tree, ledger=ledger, slug=slug)
    findings = list(problems)
    clauses, faulty = _collect_clauses(book)
    findings.extend(faulty)
    if overlay is not None:
        clauses, faulty = merge_copies(clauses, overlay, book.sources)
        findings.extend(faulty)
    views, faulty = _fold_views(book, clauses)
    findings.extend(faulty)
    findings.extend(find_former_name_faults(tree.blocks))
    return replace(book, views=views, former_names=former_names(tree.blocks)), _merge_findings(findings, slug)


def ledger_file_name(tree: nodes.SyntaxTree) -> str:
    """Return the name of the ledger file (the list of statements of the sources), as given on the front page."""
    return next((file for entry in tree.blocks if (file := getattr(entry.block, "ledger", None))), "ledger.csv")


def refold_editions(book: Rulebook) -> Rulebook:
    """Return the book with its editions folded again, after its clauses were changed in memory. Faults are not reported again."""
    clauses, _ = _collect_clauses(book)
    views, _ = _fold_views(book, clauses)
    return replace(book, views=views)


def _collect_clauses(book: Rulebook) -> tuple[list[Clause], list[Diagnostic]]:
    """Return the clauses with sorted bodies. Repeated numbers within one source are dropped and reported, once per number."""
    first_source = next(iter(book.sources))
    position = _ledger_positions(book.ledger)
    clauses: list[Clause] = []
    findings: list[Diagnostic] = []
    origins_by_number: dict[tuple[str, str], list[Origin]] = {}
    for entry in book.clauses:
        origin = origin_of(entry, first_source)
        if origin.kind is ClauseKind.AMENDMENT:
            findings.extend([] if origin.amendment_kind in faults.KINDS else [faults.unknown_kind(origin)])
        else:
            key = ("" if origin.kind is ClauseKind.READING else origin.source, origin.number)
            with_number = origins_by_number.setdefault(key, [])
            with_number.append(origin)
            if len(with_number) > 1:
                continue
        clauses.append(Clause(origin, content_of(origin), entry.chapter))
    repeated = [origins for origins in origins_by_number.values() if len(origins) > 1]
    findings += [faults.number_used_twice(first.number, first, second, times=len(repeats) + 2) for first, second, *repeats in repeated]
    findings.extend(_check_numbering(book, clauses))
    return sorted(clauses, key=lambda clause: _clause_order(clause, position)), findings


def _ledger_positions(ledger: Sequence[LedgerRow]) -> Mapping[str, int]:
    return {row.item: index for index, row in enumerate(ledger)}


def _clause_order(clause: Clause, position: Mapping[str, int]) -> tuple[int, str, int]:
    """Return the sort key of a clause: by the ledger of its source; clauses without a tag of the ledger follow, as written."""
    place = clause.origin.place
    if clause.origin.kind is not ClauseKind.AMENDMENT:
        return (-1, place.path, place.first_line)
    positions = [position[name] for name in tag_names(clause.origin.block) if name in position]
    return (min(positions, default=len(position)), place.path, place.first_line)


def _check_numbering(book: Rulebook, clauses: Sequence[Clause]) -> list[Diagnostic]:
    """Report numbers that people would misread, and headings that the front page does not list."""
    numbers: dict[str, Origin] = {}
    for clause in clauses:
        if clause.origin.kind in (ClauseKind.CASE, ClauseKind.SCENARIO):
            numbers.setdefault(clause.origin.number, clause.origin)
    findings: list[Diagnostic] = []
    for number, origin in numbers.items():
        short = book.numbering.misreading_of(number)
        if short is not None and short in numbers:
            findings.append(faults.misleading_number(number, origin, numbers[short]))
        if book.numbering.headings is not None and not heading_of(number).isdigit() and heading_of(number) not in book.numbering.headings:
            findings.append(faults.unknown_heading(number, origin, book.numbering.headings))
    return findings


def edition_states(book: Rulebook) -> tuple[list[Clause], dict[str, State]]:
    """Return the clauses of a book and the final state of each edition, with the steps to it. Faults are not reported again."""
    clauses, _ = _collect_clauses(book)
    return clauses, {name: state for name, (state, _) in _fold_states(book, clauses).items()}


def _fold_views(book: Rulebook, clauses: Sequence[Clause]) -> tuple[dict[str, EditionView], list[Diagnostic]]:
    readings = [clause for clause in clauses if clause.origin.kind is ClauseKind.READING]
    views: dict[str, EditionView] = {}
    findings: list[Diagnostic] = []
    for name, (state, problems) in _fold_states(book, clauses).items():
        views[name], view_findings = build_view(book.editions[name], state, readings, book.numbering)
        unused = (faults.renamed_nowhere(entry.renames, entry.origin, old) for entry, old in unused_words(book, state.renamings))
        findings.extend(replace(finding, edition=name) for finding in (*problems, *view_findings, *unused))
    findings.extend(_readings_on_nothing(readings, _origins_by_number(clauses)))
    return views, findings


def _fold_states(book: Rulebook, clauses: Sequence[Clause]) -> dict[str, tuple[State, list[Diagnostic]]]:
    """Return the final state of each edition, with the faults on the way to it that no earlier edition has reported."""
    sheets = {name: _source_sheet(source, clauses, book.numbering) for name, source in book.sources.items()}
    origins = _origins_by_number(clauses)
    folded: dict[tuple[str, ...], State] = {(): State()}
    states: dict[str, tuple[State, list[Diagnostic]]] = {}
    for edition in book.editions.values():
        findings: list[Diagnostic] = []
        for count in range(len(edition.sources)):
            prefix, extended = edition.sources[:count], edition.sources[: count + 1]
            if extended not in folded:
                folded[extended], problems = apply_source(folded[prefix], sheets[edition.sources[count]], origins)
                findings.extend(problems)
        states[edition.name] = folded[edition.sources], findings
    return states


def _origins_by_number(clauses: Sequence[Clause]) -> dict[str, Origin]:
    return {clause.origin.number: clause.origin for clause in clauses if clause.origin.kind is not ClauseKind.AMENDMENT}


def _readings_on_nothing(readings: Sequence[Clause], origins: Mapping[str, Origin]) -> list[Diagnostic]:
    findings = []
    for clause in readings:
        block = clause.origin.block
        assert isinstance(block, nodes.Reading)
        for ref in block.on:
            if not _has_case(ref.number, origins):
                findings.append(faults.case_not_there(ref.number, clause.origin, origins, {}, ref))
    return findings


def _has_case(number: str, origins: Mapping[str, Origin]) -> bool:
    while number not in origins:
        if "." not in number:
            return False
        number = number.rsplit(".", 1)[0]
    return True


def _source_sheet(source: nodes.SourceDecl, clauses: Sequence[Clause], numbering: Numbering) -> Sheet:
    mine = [clause for clause in clauses if clause.origin.source == source.name]
    return Sheet(
        source,
        tuple(clause for clause in mine if clause.origin.kind in (ClauseKind.CASE, ClauseKind.SCENARIO)),
        tuple(clause for clause in mine if clause.origin.kind is ClauseKind.AMENDMENT and not is_throughout(clause.origin)),
        tuple(clause for clause in mine if clause.origin.kind is ClauseKind.RULING),
        tuple(clause for clause in mine if is_throughout(clause.origin)),
        numbering,
    )


def _merge_findings(findings: Sequence[Diagnostic], slug: str) -> tuple[Diagnostic, ...]:
    """Merge diagnostics of one fault in several editions into that of the first edition; sort them by location."""
    merged: dict[object, Diagnostic] = {}
    for finding in findings:
        merged.setdefault((finding.code, finding.message, finding.labels), replace(finding, book=slug))
    return tuple(sorted(merged.values(), key=lambda finding: finding.sort_key))
