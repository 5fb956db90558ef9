"""What happens when the advice of a finding is followed to the letter: a function for each check whose help says what to take out or write.

`CARRIED_OUT` has the function of each such check: it yields the changed books, one for each way of following the help. `NOT_MECHANICAL` says
of every other check why a program cannot follow what it says. A change must do no more than its `Effect`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.source import Location
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.parser import parse_folder

Files = Mapping[str, str]


class Effect(Enum):
    """What a remedy may change, besides that the finding is gone."""

    NOTHING = "no answer in any situation"
    NOT_EVEN_PRECEDENCE = "no answer in any situation, and of no two rules what settles them"
    CONFLICTS = "only what was a conflict"
    ANYTHING = "what it says itself"


@dataclass(frozen=True)
class Change:
    """A book with a remedy carried out, and what that may change. `gone`: the finding is no longer made."""

    files: Files
    effect: Effect
    gone: bool = True
    besides: str = ""
    """A question whose answers may change, too: of a table from which a row is taken that nothing asks for."""


Remedy = Callable[[Files, Diagnostic], Iterator[Change]]


# ---- editing -----------------------------------------------------------------------------------------------------------------------------


def _file_of(location: Location) -> str:
    return Path(location.path).name


def without_line(files: Files, location: Location) -> Files:
    """The files without the line at a location and what stands deeper under it; without a `while` under which nothing is left."""
    name = _file_of(location)
    lines = files[name].split("\n")
    start = location.line - 1
    depth = _depth(lines[start])
    end = start + 1
    while end < len(lines) and lines[end].strip() and _depth(lines[end]) > depth:
        end += 1
    while lines[start - 1].lstrip().startswith("while ") and _depth(lines[start - 1]) < depth > _depth(
        lines[end] if end < len(lines) else ""
    ):
        start -= 1
        depth = _depth(lines[start])
    return {**files, name: "\n".join(lines[:start] + lines[end:])}


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def without_item(files: Files, location: Location) -> Files:
    """The files without one item of a list with commas; without the line where it is the only one."""
    name = _file_of(location)
    lines = files[name].split("\n")
    line = lines[location.line - 1]
    before, after = line[: location.column - 1], line[location.end_column - 1 :]
    if before.rstrip().endswith(","):
        before = before.rstrip()[:-1]
    elif after.startswith(","):
        after = after[1:].lstrip()
    elif before.split() in ([], ["given"]):
        return without_line(files, location)
    lines[location.line - 1] = before + after
    return {**files, name: "\n".join(lines)}


def with_line_under(files: Files, location: Location, text: str) -> Files:
    """The files with one more line under that at a location."""
    name = _file_of(location)
    lines = files[name].split("\n")
    depth = len(lines[location.line - 1]) - len(lines[location.line - 1].lstrip())
    lines.insert(location.end_line, " " * (depth + 2) + text)
    return {**files, name: "\n".join(lines)}


def replaced_at(files: Files, location: Location, text: str) -> Files:
    name = _file_of(location)
    lines = files[name].split("\n")
    line = lines[location.line - 1]
    lines[location.line - 1] = line[: location.column - 1] + text + line[location.end_column - 1 :]
    return {**files, name: "\n".join(lines)}


def _is_counted(files: Files, finding: Diagnostic) -> bool:
    """Whether some rule of the finding's cases is addressed by its place, which a line taken out would change."""
    numbers = "|".join(re.escape(case) for case in finding.cases)
    return any(re.search(rf"(?<![\d.])(?:{numbers})\.(?:\d|[a-z_]+_\d)", text) for text in files.values())


# ---- remedies ----------------------------------------------------------------------------------------------------------------------------


def _idle_line(files: Files, finding: Diagnostic) -> Iterator[Change]:
    if finding.help.endswith("or remove the line"):
        yield Change(without_line(files, finding.labels[0].location), Effect.NOT_EVEN_PRECEDENCE)


def _repealed_rule(files: Files, finding: Diagnostic) -> Iterator[Change]:
    if finding.help.startswith("delete ") and not _is_counted(files, finding):
        lines = [label.location for label in finding.labels] if " and `" in finding.help else [finding.labels[-1].location]
        for location in sorted(lines, key=lambda each: each.line, reverse=True):
            files = without_line(files, location)
        yield Change(files, Effect.NOTHING, gone=False)


def _dead_rule(files: Files, finding: Diagnostic) -> Iterator[Change]:
    if finding.help.endswith("or delete it") and not _is_counted(files, finding):
        yield Change(without_line(files, finding.labels[0].location), Effect.NOTHING, gone=False)


def _redundant_rule(files: Files, finding: Diagnostic) -> Iterator[Change]:
    if "delete it" in finding.help and not _is_counted(files, finding):
        yield Change(without_line(files, finding.labels[0].location), Effect.NOTHING, gone=False)


def _unreached_row(files: Files, finding: Diagnostic) -> Iterator[Change]:
    if finding.help.endswith("or remove the row"):
        table = finding.message.rpartition(" of `")[2].rstrip("`")
        yield Change(without_line(files, finding.labels[0].location), Effect.NOTHING, besides=table)


def _repeated_line(files: Files, finding: Diagnostic) -> Iterator[Change]:
    """Of two amendments, choices or lines of one kind the later one is taken out."""
    if "choices" not in finding.message and not _is_counted(files, finding):
        yield Change(without_line(files, finding.labels[0].location), Effect.NOTHING)


def _own_statement(files: Files, finding: Diagnostic) -> Iterator[Change]:
    if finding.help.endswith("or take the line out"):
        yield Change(without_line(files, finding.labels[0].location), Effect.NOT_EVEN_PRECEDENCE)


def _equal_terms(files: Files, finding: Diagnostic) -> Iterator[Change]:
    words = re.findall(r"`((restates|besides) [^`]+)`", finding.help)
    if named := re.search(r"`([^`]+: )` before the first", finding.help):
        files = _with_names(files, {finding.labels[1].location: named[1]})
    for line, word in words:
        yield Change(with_line_under(files, finding.labels[0].location, line), Effect.NOTHING if word == "besides" else Effect.ANYTHING)


def _contradiction(files: Files, finding: Diagnostic) -> Iterator[Change]:
    """One goes before the other: both ways, written on the rules where their cases are named by one rule each."""
    written = re.search(r"`overrides ([^`]+)` in ([^,;]+)", finding.help)
    if written is None or len(finding.labels) != 2:
        return
    loser, winner = written[1], written[2]
    first, second = (label.location for label in finding.labels)
    names = re.findall(r"`([^`]+: )` before", finding.help)
    named = [first] * any(f".{name[:-2]}" in f"{winner}." for name in names) + [second] * any(f".{name[:-2]}" in loser for name in names)
    files = _with_names(files, dict(zip(named, names, strict=True)))
    if first != second:
        yield Change(with_line_under(files, first, f"overrides {loser}"), Effect.ANYTHING, gone=False)
        yield Change(with_line_under(files, second, f"overrides {winner}"), Effect.ANYTHING, gone=False)


def _with_names(files: Files, names: Mapping[Location, str]) -> Files:
    """The files with names before the lines at some locations."""
    for location, name in names.items():
        files = replaced_at(files, replace(location, end_line=location.line, end_column=location.column), name)
    return files


def _one_given(files: Files, finding: Diagnostic) -> Iterator[Change]:
    for label in finding.labels:
        yield Change(without_item(files, label.location), Effect.NOTHING)


def _idle_given(files: Files, finding: Diagnostic) -> Iterator[Change]:
    yield Change(without_item(files, finding.labels[0].location), Effect.NOTHING)


def _unused_declaration(files: Files, finding: Diagnostic) -> Iterator[Change]:
    if finding.help.startswith("remove it") and "in the examples" not in finding.help:
        yield Change(without_line(files, finding.labels[0].location), Effect.NOTHING)


def _unused_background(files: Files, finding: Diagnostic) -> Iterator[Change]:
    yield Change(without_line(files, finding.labels[0].location), Effect.NOTHING)


def _unused_term(files: Files, finding: Diagnostic) -> Iterator[Change]:
    yield Change(without_line(files, finding.labels[0].location), Effect.NOTHING)


def _empty_case(files: Files, finding: Diagnostic) -> Iterator[Change]:
    yield Change(with_line_under(files, finding.labels[0].location, "not held"), Effect.NOTHING)


def _by_place(files: Files, finding: Diagnostic) -> Iterator[Change]:
    named = re.fullmatch(r"write (?:`([^`]+: )` before what is meant, and )?`([^`]+)` here", finding.help)
    if named is None or len(finding.labels) != 2:
        return
    here, meant = (label.location for label in finding.labels)
    edits = [(here, named[2])] + ([(replace(meant, end_line=meant.line, end_column=meant.column), named[1])] if named[1] else [])
    for location, text in sorted(edits, key=lambda edit: (edit[0].line, edit[0].column), reverse=True):
        files = replaced_at(files, location, text)
    yield Change(files, Effect.NOTHING, gone=False)


def _outlived_ruling(files: Files, finding: Diagnostic) -> Iterator[Change]:
    """It is confirmed, accepted, or deleted."""
    heading = finding.labels[0].location
    if "accepts outlived_ruling" in finding.help:
        yield Change(with_line_under(files, heading, 'accepts outlived_ruling because "It is right."'), Effect.NOTHING)
    for amendment, act in re.findall(r"`(amend [^`]+)` with `([^`]+)` under it", finding.help):
        effect = Effect.NOTHING if act == "confirms" else Effect.ANYTHING
        last = _file_of(finding.labels[-1].location)
        yield Change({**files, last: f"{files[last].rstrip()}\n\n{amendment}\n  {act}\n"}, effect)


def _skipped_number(files: Files, finding: Diagnostic) -> Iterator[Change]:
    declared = re.search(r"`(case [^`]+)` with the line `(not held)`", finding.help)
    assert declared is not None
    name = _file_of(finding.labels[0].location)
    yield Change({**files, name: f"{files[name].rstrip()}\n\n{declared[1]}\n  {declared[2]}\n"}, Effect.NOTHING)
    yield Change(
        with_line_under(files, finding.labels[0].location, 'accepts skipped_number because "The source skips it."'), Effect.NOTHING
    )


def _title_taken_for_another(files: Files, finding: Diagnostic) -> Iterator[Change]:
    name = re.search(r"is the title of `([^`]+)` alone", finding.message)
    assert name is not None
    yield Change(replaced_at(files, finding.labels[0].location, name[1]), Effect.NOTHING)


CARRIED_OUT: dict[str, Remedy] = {
    "addressed-by-place": _by_place,
    "conflicting-advice": _contradiction,
    "contradiction": _contradiction,
    "contradictory-given": _one_given,
    "dead-rule": _dead_rule,
    "empty-case": _empty_case,
    "equal-terms": _equal_terms,
    "hidden-repeal": _repealed_rule,
    "idle-given": _idle_given,
    "idle-override": _idle_line,
    "outlived-ruling": _outlived_ruling,
    "override-off-question": _own_statement,
    "redundant-rule": _redundant_rule,
    "skipped-number": _skipped_number,
    "title-of-last-value": _title_taken_for_another,
    "unreachable-row": _unreached_row,
    "unused-background": _unused_background,
    "unused-term": _unused_term,
    "unused-vocabulary": _unused_declaration,
    "written-twice": _repeated_line,
}

CHOICE = "which of the two is to go, or to be changed, is the author's to say"
CONDITION = "a condition, a bound or a rule has to be thought of"
SOURCE = "the source has to be looked at"
NAME = "a name, a number or words have to be chosen"
NOTES = "it says nothing that is to be done"
NOT_MECHANICAL: dict[str, str] = {
    "advice-against-verdict": CONDITION,
    "bound-differs": SOURCE,
    "choices-alike": CHOICE,
    "condition-never-true": CONDITION,
    "dangling-reference": NAME,
    "deleted-reference": SOURCE,
    "displaced-word": "it is about words of a text, which no answer reads",
    "edition-order": "sources come out in an order that the author knows",
    "example-cannot-fail": CONDITION,
    "extreme-differs": SOURCE,
    "gap": CONDITION,
    "given-against-rules": CHOICE,
    "grounds-only": "it asks which of two things the source means",
    "half-amended": SOURCE,
    "hole-in-table": SOURCE,
    "keys-exchanged": SOURCE,
    "limits-cross": CONDITION,
    "matters-after-all": CHOICE,
    "misquoted-word": SOURCE,
    "missing-phrase": NAME,
    "name-differs": SOURCE,
    "number-differs": SOURCE,
    "off-the-map": SOURCE,
    "option-clash": CHOICE,
    "out-of-range": CONDITION,
    "overlap": "`restates` and `besides` say what the source means by saying it twice",
    "override-chain": "it asks what is meant",
    "override-cycle": CHOICE,
    "override-not-held": NOTES,
    "phrase-placeholder": NAME,
    "placed-twice": SOURCE,
    "question-without-rules": CONDITION,
    "read-never-given": CONDITION,
    "reading-matters": NOTES,
    "reading-without-choice": CONDITION,
    "reading-without-effect": CONDITION,
    "reference-differs": SOURCE,
    "removed-unplaced": NAME,
    "rests-on-silence": CONDITION,
    "statement-elsewhere": SOURCE,
    "table-differs": SOURCE,
    "table-gap": CONDITION,
    "uncovered-value": SOURCE,
    "tag-twice": CHOICE,
    "tag-without-statement": NAME,
    "twin-examples": NAME,
    "unasked-ruling": SOURCE,
    "undefined-term": NAME,
    "unit-differs": SOURCE,
    "unplaced-statement": SOURCE,
    "unread-answer": CONDITION,
    "untested-case": CONDITION,
    "unused-option": CONDITION,
    "unused-value": NOTES,
    "verb-differs": SOURCE,
    "word-of-two-terms": CHOICE,
    "zero-divisor": CONDITION,
}


# ---- books -------------------------------------------------------------------------------------------------------------------------------


def cores_of(folder: Path) -> tuple[Rulebook, dict[str, Core], list[Diagnostic]]:
    """A book in a folder with the core of each edition, and what is at fault in it."""
    tree, found = parse_folder(folder)
    ledger = folder / "ledger.csv"
    book, folded = build_rulebook(tree, ledger=ledger.read_text("utf-8") if ledger.exists() else None, slug="book")
    faults, cores = [*found, *folded], {}
    for edition in book.views:
        program, resolved = resolve(book, edition)
        cores[edition] = lower(program)
        faults += resolved
    return book, cores, faults
