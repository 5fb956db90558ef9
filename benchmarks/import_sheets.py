"""What `rulewright import` makes of real sheets, held against ledgers that people made of them.

    python -m benchmarks import_sheets FOLDER [--missed]

In the folder each sheet has a folder of its own with `document.txt` and `ledger.csv`: the columns of a book's ledger, and `anchor`, the
first words of the statement as the sheet has them. The sheets are not ours to ship; the figures are kept in `benchmarks/import.md`.

A row is *found* when the words at its anchor are in a statement of the import, and is *a row of its own* when a statement of the import
begins there. People part a sentence by what it means, the import by how it is written, so the second figure is lower and has no target.
Of the rows found, the *case* is right when it is the ledger's: the same numbers; else the same letter under the same heading; else the
same heading or title, apart from letters that the scan mistook. The *kind* is right when it is the ledger's word for word.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from rulewright.importing.read_sheet import read_sheet
from rulewright.importing.sheet.model import Case, Sheet, Statement
from rulewright.importing.sheet.numbers import numbers_in
from rulewright.importing.statements import read_statements

FOUND, CASES, KINDS = 95, 97, 85
"""What must be reached, in percent."""


@dataclass
class Figures:
    """How an import does on one sheet."""

    name: str
    rows: int = 0
    made: int = 0
    found: int = 0
    own: int = 0
    cases: int = 0
    kinds: int = 0
    missed: list[str] = field(default_factory=list)

    def line(self) -> str:
        """Its row of the table."""
        shares = (
            _share(self.found, self.rows),
            _share(self.own, self.rows),
            _share(self.cases, self.found),
            _share(self.kinds, self.found),
        )
        return f"| {self.name} | {self.rows:,} | {self.made:,} | {' | '.join(shares)} |"


def measure(folder: Path) -> Figures:
    """The figures of the sheet in a folder."""
    sheet = read_sheet(folder / "document.txt")
    reading = read_statements(sheet)
    made = reading.statements
    rows = list(csv.DictReader((folder / "ledger.csv").read_text("utf-8").splitlines()))
    figures = Figures(folder.name, len(rows), len(made))
    at = 0
    for row in rows:
        at = _place(sheet.text, row["anchor"], at)
        if any(heading.start <= at < heading.end for heading in reading.headings):
            figures.rows -= 1  # a title or a heading, of which the import makes no row
            continue
        _judge(figures, row, sheet, made, at)
    return figures


def _place(text: str, anchor: str, after: int) -> int:
    """Where an anchor is: the first place after the row before, or else the first there is; -1 where there is none."""
    words = re.compile(r"\s+".join(map(re.escape, anchor.split())))
    found = words.search(text, max(after, 0)) or words.search(text)
    first = re.compile(r"[^\W_]").search(text, found.start()) if found else None  # a mark of the layout is no word
    return first.start() if first else -1


def _judge(figures: Figures, row: Mapping[str, str], sheet: Sheet, made: Sequence[Statement], at: int) -> None:
    within = next((one for one in made if one.start <= at < one.end), None)
    if within is None:
        figures.missed.append(f"{row['item']}: not found: {row['anchor']}")
        return
    figures.found += 1
    figures.own += re.search(r"[^\W_]", sheet.text[within.start : at]) is None
    right = same_case(row["section"], row["locator"], within.case)
    figures.cases += right
    figures.kinds += row["kind"] == within.kind.value
    if not right:
        figures.missed.append(f"{row['item']}: case {within.case} for {row['section']} / {row['locator']}")
    if row["kind"] != within.kind.value:
        figures.missed.append(f"{row['item']}: kind {within.kind.value} for {row['kind']}: {within.words[:60]}")


def same_case(section: str, locator: str, case: Case) -> bool:
    """Whether a case is the one that a row of a ledger is on."""
    if re.match(r"\d+\.\d", locator):
        return case.numbers == numbers_in(locator)
    if question := re.match(r"Q(\d+)", locator):
        return case.question == int(question[1])
    if letter := re.match(r"\(([A-Z])\)", locator):
        unread = "?" in locator
        return _alike(case.section, section) and (case.letter == "?" if unread else case.letter == letter[1])
    if re.match(r"\(?(?:title|preamble|stray line|imprint)", locator, re.IGNORECASE):
        return not case.numbers and not case.letter
    names = {section, *re.split(r",| > ", section), locator, locator.split(",")[0]}
    return not case.numbers and not case.letter and any(_alike(case.title or case.section, name) for name in names)


def _alike(one: str, other: str) -> bool:
    """The same heading: its letters and figures, apart from what a scan mistakes, a note in brackets and a mark at the end."""
    first, second = (re.sub(r"[^a-z0-9]", "", re.sub(r"\(.*?\)", "", name.casefold())) or name.casefold() for name in (one, other))
    short = min(len(first), len(second))
    begins = short >= 4 and first[:short] == second[:short]
    return begins or SequenceMatcher(None, first, second).ratio() >= 0.8


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({100 * part / whole:.1f} %)" if whole else "0"


def table(figures: Sequence[Figures]) -> str:
    """The figures of all sheets as a table in Markdown."""
    whole = Figures("**all**")
    for one in figures:
        for name in ("rows", "made", "found", "own", "cases", "kinds"):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
    heads = "| sheet | rows of the ledger | statements made | found | of them a row of its own | case right | kind right |"
    return "\n".join([heads, "|---|--:|--:|--:|--:|--:|--:|", *(one.line() for one in [*figures, whole])])


def main(arguments: Sequence[str]) -> int:
    if not arguments:
        print("usage: python -m benchmarks import_sheets FOLDER [--missed]", file=sys.stderr)
        return 2
    folders = sorted(path.parent for path in Path(arguments[0]).glob("*/ledger.csv"))
    figures = [measure(folder) for folder in folders]
    print(table(figures))
    print(f"\nto reach: {FOUND} % found, {CASES} % of these with the right case, {KINDS} % with the right kind")
    for one in figures if "--missed" in arguments else ():
        print("", one.name, *one.missed, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
