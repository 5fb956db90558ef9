"""The whole layer in one function: a syntax tree and a ledger in, a rulebook with every edition folded out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import faults
from rulewright.rulebook.assemble import from_syntax
from rulewright.rulebook.case_numbers import heading_of, misleading, sort_key
from rulewright.rulebook.cases import Clause
from rulewright.rulebook.clauses import content_of, origin_of
from rulewright.rulebook.editions import view_of
from rulewright.rulebook.fold import Sheet, State, step
from rulewright.rulebook.model import ClauseKind, EditionView, LedgerRow, Origin, Rulebook
from rulewright.rulebook.overlay import lay_over
from rulewright.syntax import nodes


def build_rulebook(
    tree: nodes.SyntaxTree, *, ledger: str | None, slug: str, overlay: nodes.SyntaxTree | None = None
) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """The rulebook of a folder, every edition folded, and every fault of front page, names, ledger and fold.

    `ledger` is the text of `ledger.csv`, None where there is none. `overlay` is a reader's own copy of printed text: cases of it are laid
    over those that are not held. There is always a book, however many the faults.
    """
    book, problems = from_syntax(tree, ledger=ledger, slug=slug)
    findings = list(problems)
    clauses, faulty = _clauses(book)
    findings.extend(faulty)
    if overlay is not None:
        clauses, faulty = lay_over(clauses, overlay, book.sources)
        findings.extend(faulty)
    views, faulty = _views(book, clauses)
    findings.extend(faulty)
    return replace(book, views=views), _once(findings, slug)


def ledger_of(tree: nodes.SyntaxTree) -> str:
    """The name of the file in which the statements of the sources are listed, as the front page has it."""
    return next((file for placed in tree.blocks if (file := getattr(placed.block, "ledger", None))), "ledger.csv")


def refold(book: Rulebook) -> Rulebook:
    """The same book with its editions folded again: for a book whose clauses were changed in memory. Faults are not reported again."""
    clauses, _ = _clauses(book)
    views, _ = _views(book, clauses)
    return replace(book, views=views)


def _clauses(book: Rulebook) -> tuple[list[Clause], list[Diagnostic]]:
    """Every clause with its body sorted, numbers used twice within one source left out and reported, each once."""
    first_source = next(iter(book.sources))
    position = _ledger_position(book.ledger)
    clauses: list[Clause] = []
    findings: list[Diagnostic] = []
    seen: dict[tuple[str, str], list[Origin]] = {}
    for placed in book.clauses:
        origin = origin_of(placed, first_source)
        if origin.kind is ClauseKind.AMENDMENT:
            findings.extend([] if origin.amendment_kind in faults.KINDS else [faults.unknown_kind(origin)])
        else:
            key = ("" if origin.kind is ClauseKind.READING else origin.source, origin.number)
            with_number = seen.setdefault(key, [])
            with_number.append(origin)
            if len(with_number) > 1:
                continue
        clauses.append(Clause(origin, content_of(origin), placed.chapter))
    repeated = [several for several in seen.values() if len(several) > 1]
    findings += [faults.used_twice(first.number, first, second, times=len(more) + 2) for first, second, *more in repeated]
    findings.extend(_numbering(book, clauses))
    return sorted(clauses, key=lambda clause: _order(clause, position)), findings


def _ledger_position(ledger: Sequence[LedgerRow]) -> Mapping[str, int]:
    return {row.item: index for index, row in enumerate(ledger)}


def _order(clause: Clause, position: Mapping[str, int]) -> tuple[int, str, int]:
    """The order of a source is that of its ledger; what carries none of its tags comes behind, as written."""
    place = clause.origin.place
    if clause.origin.kind is not ClauseKind.AMENDMENT:
        return (-1, place.path, place.first_line)
    positions = [position[name] for name in _tags(clause.origin.block) if name in position]
    return (min(positions, default=len(position)), place.path, place.first_line)


def _tags(block: nodes.Block) -> list[str]:
    """The tags of a clause: its own and those of its lines."""
    found = [tag.name for tag in getattr(block, "tags", ())]
    for line in getattr(block, "body", ()):
        found.extend(tag.name for tag in getattr(line, "tags", ()))
        for inner in (*getattr(line, "guards", ()), *getattr(line, "rows", ())):
            found.extend(tag.name for tag in getattr(inner, "tags", ()))
            found.extend(tag.name for item in getattr(inner, "items", ()) for tag in item.tags)
    return found


def _numbering(book: Rulebook, clauses: Sequence[Clause]) -> list[Diagnostic]:
    """Numbers that people would misread, and headings that the front page does not have."""
    numbers: dict[str, Origin] = {}
    for clause in clauses:
        if clause.origin.kind in (ClauseKind.CASE, ClauseKind.SCENARIO):
            numbers.setdefault(clause.origin.number, clause.origin)
    findings: list[Diagnostic] = []
    for number, origin in numbers.items():
        short = misleading(number)
        if short is not None and short in numbers:
            findings.append(faults.misleading_number(number, origin, numbers[short]))
        if book.front.headings is not None and not heading_of(number).isdigit() and heading_of(number) not in book.front.headings:
            findings.append(faults.unknown_heading(number, origin, book.front.headings))
    return findings


def states_of(book: Rulebook) -> tuple[list[Clause], dict[str, State]]:
    """Every clause of a book, and the state that each edition ends in, with the steps to it. Faults are not reported again."""
    clauses, _ = _clauses(book)
    return clauses, {name: state for name, (state, _) in _states(book, clauses).items()}


def _views(book: Rulebook, clauses: Sequence[Clause]) -> tuple[dict[str, EditionView], list[Diagnostic]]:
    readings = [clause for clause in clauses if clause.origin.kind is ClauseKind.READING]
    order = cache(lambda number: sort_key(number, book.front.headings))
    views: dict[str, EditionView] = {}
    findings: list[Diagnostic] = []
    for name, (state, problems) in _states(book, clauses).items():
        views[name], more = view_of(book.editions[name], state, readings, order)
        findings.extend(replace(one, edition=name) for one in (*problems, *more))
    findings.extend(_readings_on_nothing(readings, _elsewhere(clauses)))
    return views, findings


def _states(book: Rulebook, clauses: Sequence[Clause]) -> dict[str, tuple[State, list[Diagnostic]]]:
    """The state that each edition ends in, and what does not fit on the way to it that no edition before it has met."""
    sheets = {name: _sheet(source, clauses) for name, source in book.sources.items()}
    elsewhere = _elsewhere(clauses)
    folded: dict[tuple[str, ...], State] = {(): State()}
    found: dict[str, tuple[State, list[Diagnostic]]] = {}
    for edition in book.editions.values():
        findings: list[Diagnostic] = []
        for count in range(len(edition.sources)):
            before, upto = edition.sources[:count], edition.sources[: count + 1]
            if upto not in folded:
                folded[upto], problems = step(folded[before], sheets[edition.sources[count]], elsewhere)
                findings.extend(problems)
        found[edition.name] = folded[edition.sources], findings
    return found


def _elsewhere(clauses: Sequence[Clause]) -> dict[str, Origin]:
    return {clause.origin.number: clause.origin for clause in clauses if clause.origin.kind is not ClauseKind.AMENDMENT}


def _readings_on_nothing(readings: Sequence[Clause], elsewhere: Mapping[str, Origin]) -> list[Diagnostic]:
    findings = []
    for clause in readings:
        block = clause.origin.block
        assert isinstance(block, nodes.Reading)
        for ref in block.on:
            if not _known(ref.number, elsewhere):
                findings.append(faults.not_there(ref.number, clause.origin, elsewhere, {}, ref))
    return findings


def _known(number: str, elsewhere: Mapping[str, Origin]) -> bool:
    while number not in elsewhere:
        if "." not in number:
            return False
        number = number.rsplit(".", 1)[0]
    return True


def _sheet(source: nodes.SourceDecl, clauses: Sequence[Clause]) -> Sheet:
    mine = [clause for clause in clauses if clause.origin.source == source.name]
    return Sheet(
        source,
        tuple(one for one in mine if one.origin.kind in (ClauseKind.CASE, ClauseKind.SCENARIO)),
        tuple(one for one in mine if one.origin.kind is ClauseKind.AMENDMENT),
        tuple(one for one in mine if one.origin.kind is ClauseKind.RULING),
    )


def _once(findings: Sequence[Diagnostic], slug: str) -> tuple[Diagnostic, ...]:
    """Findings of one fault in several editions are one, of the first edition that has it; all in the order of the texts."""
    kept: dict[object, Diagnostic] = {}
    for one in findings:
        kept.setdefault((one.code, one.message, one.labels), replace(one, book=slug))
    return tuple(sorted(kept.values(), key=lambda one: one.sort_key))
