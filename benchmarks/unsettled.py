"""Whether the checks find, by themselves, the contradictions that careful readers found in the five books.

`rules/BOOK/unsettled.csv` lists the entries of `relations.csv` in which two statements of the text disagree and nothing settles which
of them holds. Each book is read without its `accepts contradiction` lines and decided; where a reading of the book parts the two
statements, it is decided again without that reading. `python -m benchmarks.unsettled` prints what came out; with `--write` it puts the
table into `unsettled.md`.
"""

from __future__ import annotations

import csv
import dataclasses
import re
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import EditionVerdicts, Finding, FindingKind
from rulewright.base.enablement import Scope
from rulewright.core.lower import lower
from rulewright.semantics.model import Override, OverrideOn, Program, Rule, SetAside, SetAsideOn
from rulewright.workspace.open_book import load

ROOT = Path(__file__).parent.parent
PAGE = Path(__file__).with_name("unsettled.md")
MARKS = ("<!-- measured: begin -->", "<!-- measured: end -->")
BOOKS = ("leipzig", "leipzig-lite", "war-in-europe", "la-grande-armee", "armee-du-nord")

BY_ITSELF = "contradiction"
WITHOUT_READING = "contradiction without its reading"
AS_PRINTED = "contradiction as printed"
OUT_OF_RANGE = "out of range without its reading"
READING = "reading matters"
SETTLED = "settled by the text"
NEVER = "not computable"
TOO_LARGE = "not analysed"

ACCEPTS = re.compile(r"^( *)accepts contradiction\b.*\n(?:\1 +.*\n)*", re.MULTILINE)
"""An `accepts contradiction` line with the deeper lines that go on with it."""

PRINTED = {
    "leipzig": (("retreat.case", "3. dispersed(u) ", "3. not dispersed(u) "), ("dispersal.case", "    restates retreat.J.barred.3\n", ""))
}
"""What the books read as a slip, put back to what is printed, for the entries that are to come out that way."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of `unsettled.csv`: two statements of `cases` that disagree on `question`, and what is to come of it."""

    book: str
    name: str
    what: str
    comes_out: str
    question: str
    cases: tuple[str, ...]
    readings: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the checks said of an entry: the contradiction, the reading that matters, the reason for which its question was left."""

    entry: Entry
    found: Finding | None
    as_reading: Finding | None
    left: str

    @property
    def as_expected(self) -> bool:
        """Whether the list foretold it."""
        expected = self.entry.comes_out
        if expected in {SETTLED, NEVER, TOO_LARGE}:
            return self.found is None and self.as_reading is None and bool(self.left) is (expected == TOO_LARGE)
        return (self.as_reading if expected == READING else self.found) is not None


def entries(book: str) -> tuple[Entry, ...]:
    """The entries of a book, in the order of its list."""
    with (ROOT / "rules" / book / "unsettled.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Entry(
                book,
                row["entry"],
                row["what"],
                row["comes_out"],
                row["question"],
                tuple(row["cases"].split()),
                tuple(row["reading"].split()),
                row["why"],
            )
            for row in csv.DictReader(file)
        )


def outcomes(book: str) -> tuple[Outcome, ...]:
    """Each entry of a book, with what came out on its question."""
    listed = entries(book)
    program = read_stripped(book)
    as_it_is = decided_on(program, listed)
    without = [entry for entry in listed if entry.comes_out in {WITHOUT_READING, OUT_OF_RANGE, TOO_LARGE}]
    parted = decided_on(without_readings(program, {name for entry in without for name in entry.readings}), without)
    slips = [entry for entry in listed if entry.comes_out == AS_PRINTED]
    printed = decided_on(read_stripped(book, PRINTED.get(book, ())), slips) if slips else as_it_is
    sources = {WITHOUT_READING: parted, OUT_OF_RANGE: parted, TOO_LARGE: parted, AS_PRINTED: printed}
    return tuple(outcome(entry, sources.get(entry.comes_out, as_it_is), as_it_is) for entry in listed)


def outcome(entry: Entry, decided: EditionVerdicts, as_it_is: EditionVerdicts) -> Outcome:
    """What came of an entry where it was `decided`, and what its reading does in the book `as_it_is`."""
    left = sorted((one.rule, one.reason) for one in decided.not_analysed if one.question == entry.question)
    return Outcome(entry, clash_of(entry, decided), reading_of(entry, as_it_is), left[0][1] if left else "")


def decided_on(program: Program, listed: Iterable[Entry]) -> EditionVerdicts:
    """The program decided on the questions of these entries."""
    return decide(lower(program), questions={entry.question for entry in listed})


def clash_of(entry: Entry, decided: EditionVerdicts) -> Finding | None:
    """The contradiction on the entry's question between rules of its cases, or where no two rules clash the value out of its range."""
    found = clashes(decided)
    if entry.comes_out == OUT_OF_RANGE:
        found = tuple(finding for finding in decided.findings if finding.kind is FindingKind.OUT_OF_RANGE)
    return next((finding for finding in found if meets(entry, finding) and set(finding.cases) <= set(entry.cases)), None)


def clashes(decided: EditionVerdicts) -> tuple[Finding, ...]:
    """The contradictions, also those that want an option in play."""
    return tuple(finding for finding in decided.findings if finding.kind in {FindingKind.CONTRADICTION, FindingKind.OPTION_CLASH})


def meets(entry: Entry, finding: Finding) -> bool:
    """Whether the finding is on the entry's question and about one of its cases."""
    return finding.question == entry.question and not set(entry.cases).isdisjoint(finding.cases)


def others(book: str) -> tuple[Finding, ...]:
    """The contradictions of a whole book, without its `accepts contradiction` lines, that no entry of its list is about."""
    listed = entries(book)
    found = clashes(decide(lower(read_stripped(book))))
    return tuple(finding for finding in found if not any(meets(entry, finding) for entry in listed))


def reading_of(entry: Entry, decided: EditionVerdicts) -> Finding | None:
    """The finding that tells where a reading of the entry matters."""
    found = [finding for finding in decided.findings if finding.kind is FindingKind.READING_MATTERS and finding.reading in entry.readings]
    return next((finding for finding in found if finding.question == entry.question), found[0] if found else None)


def read_stripped(book: str, changes: Iterable[tuple[str, str, str]] = ()) -> Program:
    """The last edition of a book, read from a copy without its `accepts contradiction` lines and with `changes` of (file, old, new)."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT / "rules" / book, Path(folder) / book))
        for file in copy.glob("*.case"):
            file.write_text(ACCEPTS.sub("", file.read_text(encoding="utf-8")), encoding="utf-8")
        for name, old, new in changes:
            text = (copy / name).read_text(encoding="utf-8")
            if old not in text:
                raise ValueError(f"{book}/{name} has no `{old.strip()}` any more")
            (copy / name).write_text(text.replace(old, new), encoding="utf-8")
        return list(load(str(copy)).programs.values())[-1]


def without_readings(program: Program, names: Collection[str]) -> Program:
    """The program as it were if these questions had never been asked: none of their choices, and nothing that their choices say."""
    gone = {rule.uid for rule in program.rules if rule.scope.reading in names}

    def kept(scope: Scope) -> bool:
        return scope.reading not in names

    return dataclasses.replace(
        program,
        rules=tuple(_rule(rule, gone) for rule in program.rules if kept(rule.scope)),
        overrides=tuple(_override(line, gone) for line in program.overrides if kept(line.scope)),
        set_asides=tuple(_set_aside(line, gone) for line in program.set_asides if kept(line.scope)),
        not_held=tuple(line for line in program.not_held if kept(line.scope)),
        does_not_matter=tuple(line for line in program.does_not_matter if kept(line.scope)),
        readings={name: reading for name, reading in program.readings.items() if name not in names},
        examples=(),
    )


def _left(uids: Sequence[int], gone: Collection[int]) -> tuple[int, ...]:
    return tuple(uid for uid in uids if uid not in gone)


def _rule(rule: Rule, gone: Collection[int]) -> Rule:
    return dataclasses.replace(rule, restates=_left(rule.restates, gone), besides=_left(rule.besides, gone))


def _override(line: Override, gone: Collection[int]) -> Override:
    def on(part: OverrideOn) -> OverrideOn:
        return dataclasses.replace(part, by=_left(part.by, gone), targets=_left(part.targets, gone))

    return dataclasses.replace(line, on=tuple(on(part) for part in line.on))


def _set_aside(line: SetAside, gone: Collection[int]) -> SetAside:
    def on(part: SetAsideOn) -> SetAsideOn:
        return dataclasses.replace(part, targets=_left(part.targets, gone))

    return dataclasses.replace(line, on=tuple(on(part) for part in line.on), setters=line.setters)


def table_of(all_outcomes: Sequence[Outcome]) -> str:
    """The table of the page: an entry a row, book by book."""
    lines = ["| entry | what disagrees | what the check says | where |", "|---|---|---|---|"]
    for outcome in all_outcomes:
        entry = outcome.entry
        name = f"{entry.book} {entry.name}"
        lines.append(f"| {name} | {entry.what} | {said(outcome)} | {where(outcome)} |")
    return "\n".join(lines)


def said(outcome: Outcome) -> str:
    """What came out, in a few words, with the reason where no contradiction did."""
    entry = outcome.entry
    if outcome.found is not None and entry.comes_out == WITHOUT_READING:
        known = "; with it, *reading matters*" if outcome.as_reading else ""
        return f"**contradiction** without the reading `{' '.join(entry.readings)}`{known}"
    if outcome.found is not None and entry.comes_out == OUT_OF_RANGE:
        return f"**out of range** without the readings `{'`, `'.join(entry.readings)}`: {entry.why}"
    if outcome.found is not None and entry.comes_out == AS_PRINTED:
        return f"**contradiction** with the printed form put back: {entry.why}"
    if outcome.found is not None:
        return "**contradiction**"
    if outcome.as_reading is not None:
        return f"*reading matters* (`{outcome.as_reading.reading}`): {entry.why}"
    if not outcome.as_expected:
        return "**missed**"
    return f"{entry.comes_out}: {outcome.left if entry.comes_out == TOO_LARGE else entry.why}"


def where(outcome: Outcome) -> str:
    """The rules that meet and the question, or the cases."""
    found = outcome.found or outcome.as_reading
    if found is None or found.question is None:
        return ", ".join(outcome.entry.cases)
    rules = () if found.kind is FindingKind.READING_MATTERS else found.rules or found.authors
    return f"{' and '.join(rules or outcome.entry.cases)}, on `{found.question}`"


def figures(all_outcomes: Sequence[Outcome]) -> str:
    """The sentence of figures above the table."""
    unsettled = [outcome for outcome in all_outcomes if outcome.entry.comes_out != SETTLED]

    def count(*kinds: str) -> int:
        return sum(1 for outcome in unsettled if outcome.entry.comes_out in kinds and outcome.as_expected)

    missed = sum(1 for outcome in unsettled if not outcome.as_expected)
    clashes_found = count(BY_ITSELF, WITHOUT_READING, AS_PRINTED)
    return (
        f"Of {len(unsettled)} entries: {clashes_found} contradictions ({count(BY_ITSELF)} in the book as it stands, "
        f"{count(WITHOUT_READING)} with the reading left out that parts the two, {count(AS_PRINTED)} with a misprint put back), "
        f"{count(OUT_OF_RANGE)} value out of its range, {count(READING)} readings that matter, {count(TOO_LARGE)} not analysed, "
        f"{count(NEVER)} that cannot come out, {missed} missed."
    )


def written(page: str, all_outcomes: Sequence[Outcome]) -> str:
    """The page with the measured part put in between its marks."""
    begin, end = (page.index(mark) for mark in MARKS)
    return f"{page[:begin]}{MARKS[0]}\n\n{figures(all_outcomes)}\n\n{table_of(all_outcomes)}\n\n{page[end:]}"


def main(arguments: Sequence[str]) -> int:
    measured = [outcome for book in BOOKS for outcome in outcomes(book)]
    print(figures(measured), table_of(measured), sep="\n\n")
    if "--others" in arguments:
        for book in BOOKS:
            print(
                book, *(f"{finding.kind.value} {' and '.join(finding.rules)} on {finding.question}" for finding in others(book)), sep="\n  "
            )
    if "--write" in arguments:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), measured), encoding="utf-8")
    return 0 if all(outcome.as_expected for outcome in measured) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
