"""Statements -> a draft of cases and amendments, for a person to fill in.

The words of the sheet are in comments, each under its number in the ledger. The lines outside of comments are heads of amendments, or cases
that are not held: the file is checked without an error before anybody has written a rule, and no rule is guessed.
"""

from __future__ import annotations

import re
import sys
import textwrap
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from string import ascii_lowercase

from rulewright.base.records import record
from rulewright.importing.digests import clean_text
from rulewright.importing.entries import EVERYWHERE
from rulewright.importing.names import CaseNames, cases_of_book, numbers_of_book, whole_name
from rulewright.importing.sheet.model import NO_CASES, BookCases, Case, Heading, Kind, Reading, Sheet, Statement
from rulewright.importing.sheet.numbers import NUMBER
from rulewright.rulebook.case_numbers import recognize_numbering
from rulewright.rulebook.model import Rulebook

WIDTH = 112
MOST_CANDIDATES = 5
DOTTED = re.compile(rf"(?<![\w.]){NUMBER}")
NOTHING: Mapping[int, str] = {}
FORMS = {
    Kind.CLARIFICATION: "clarification",
    Kind.CORRECTION: "correction",
    Kind.OMISSION: "omission",
    Kind.ADDITION: "addition",
    Kind.CHANGE: "change",
    Kind.NEW_CASE: "new case",
    Kind.RULING: "ruling",
    Kind.QUESTION: "ruling",
}
"""The kinds of amendments."""


@record
class Plan:
    """The target of a draft: the source that is imported, the numbering of the book, its numbers, and whether it amends another source."""

    source: str
    amends: bool
    base_held: bool
    headings: tuple[str, ...] | None
    numbers: frozenset[str]
    cases: BookCases = NO_CASES
    scheme: str | None = None  # the numbering that the front page states


def plan_for(book: Rulebook, source: str) -> Plan:
    """Return how drafts of a source fit into a book."""
    amended = [book.sources[name] for name in book.sources[source].amends if name in book.sources]
    are_held = all(amended_source.held for amended_source in amended)
    return Plan(
        source,
        bool(amended),
        bool(amended) and are_held,
        book.front.headings,
        numbers_of_book(book),
        cases_of_book(book, book.sources[source].amends),
        book.front.numbering,
    )


def _number_in_book(number: str, numbers: frozenset[str]) -> str:
    """Return the number of a sheet as the book writes it: with a `§` where the book has it so."""
    return f"§{number}" if number not in numbers and f"§{number}" in numbers else number


def draft_text(
    sheet: Sheet, reading: Reading, new: Mapping[int, str], plan: Plan, changed: Mapping[int, str] = NOTHING, gone: Sequence[str] = ()
) -> str:
    """Return the text of a `.case` file: each new statement, by its index and its name, and the headings that are above them.

    `changed`, by index, and `gone` say what there is to do about statements of earlier imports.
    """
    lines = [f"# A draft from the sheet {clean_text(sheet.name)[:60]}", *INSTRUCTIONS, ""]
    written_lines = set(plan.numbers)
    misleading = _misleading_numbers(reading, plan)
    above: tuple[str, ...] = ()  # the cases of the last entry that has some
    case_names = CaseNames(reading.statements, plan.headings, plan.cases.by_name)
    headings = deque(_headings_shown(reading, new))
    pairs = [
        (replace(statement, doubts=(*statement.doubts, changed[index])) if index in changed else statement, name)
        for index, name in new.items()
        for statement in (reading.statements[index],)
    ]
    for _, group in groupby(pairs, key=lambda pair: pair[0].entry):
        pairs_of_entry = list(group)
        while headings and headings[0][0].start <= pairs_of_entry[0][0].start:
            lines += _heading_lines(sheet, *headings.popleft())
        numbers = case_names.numbers_of(pairs_of_entry[0][0].case, [statement for statement, _ in pairs_of_entry])
        numbers = tuple(_number_in_book(number, plan.numbers) for number in numbers)
        remark = next((misleading[number] for number in numbers if number in misleading), "")
        if not numbers and EVERYWHERE not in pairs_of_entry[0][0].doubts:
            remark = _describe_candidates({"the case above it": above})
        lines += [*_draft_entry(sheet, pairs_of_entry, numbers, plan, written_lines, remark), ""]
        above = numbers or above
    for heading, is_bare in headings:
        lines += _heading_lines(sheet, heading, is_bare)
    for mark in gone:
        lines += _comment_lines(f"todo: {mark}")
    return "\n".join(lines).rstrip("\n") + "\n"


def _misleading_numbers(reading: Reading, plan: Plan) -> dict[str, str]:
    """Return what to do about each number of a sheet such as 8.10 next to 8.1, which the numbering of the book takes for the same."""
    numbers = [number for statement in reading.statements for number in statement.case.numbers]
    all_numbers = {*plan.numbers, *numbers}
    numbering = recognize_numbering(plan.scheme, plan.headings, all_numbers)
    pairs = [(number, numbering.misreading_of(number)) for number in numbers if number not in plan.numbers]
    return {
        number: f"{number} stands next to {short}: if they are two cases, write `numbering by section` under `rulebook` on the front page, "
        "and take the mark of a comment off the lines below"
        for number, short in pairs
        if short in all_numbers
    }


def _candidates_in_words(statement: Statement, plan: Plan) -> str:
    """Return the cases that a doubtful statement may be on by its words; empty if they name none."""
    cited = [_number_in_book(number, plan.numbers) for number in (*statement.refs, *DOTTED.findall(statement.words))]
    words = f"_{whole_name(statement.words)}_"
    titled = [number for name, number in plan.cases.by_name.items() if name[:1].isalpha() and len(name) > 3 and f"_{name}_" in words]
    case_numbers = statement.case.numbers
    return _describe_candidates(
        {
            "named in its words": [
                number for number in cited if number not in case_numbers and (not plan.base_held or number in plan.numbers)
            ],
            "whose title is in its words": [number for number in titled if number not in case_numbers],
        }
    )


def _describe_candidates(groups: Mapping[str, Sequence[str]]) -> str:
    """Return the cases that something may be on, each once with what speaks for it; empty if there are none."""
    candidates: dict[str, str] = {}
    for reason, numbers in groups.items():
        candidates |= {number: f"{number} ({reason})" for number in numbers if number not in candidates}
    return f"candidates: {', '.join(list(candidates.values())[:MOST_CANDIDATES])}" if candidates else ""


def _headings_shown(reading: Reading, new: Mapping[int, str]) -> Iterator[tuple[Heading, bool]]:
    """Yield the headings that a draft shows, each with True if nothing stands under it.

    A first draft shows all, a later one those with new statements directly under them.
    """
    starts = [statement.start for statement in reading.statements]
    new_starts = sorted(starts[index] for index in new)
    for heading, following in zip_longest(reading.headings, reading.headings[1:]):
        end = following.start if following else sys.maxsize
        is_over = following is None or following.level <= heading.level
        is_bare = is_over and not heading.is_title and bisect_left(starts, heading.end) == bisect_left(starts, end)
        if len(new) == len(starts) or bisect_left(new_starts, heading.start) < bisect_left(new_starts, end):
            yield heading, is_bare


def _heading_lines(sheet: Sheet, heading: Heading, is_bare: bool) -> Iterator[str]:
    """Yield the comment that shows a heading, and a todo if nothing stands under it."""
    yield from _comment_lines(f"== {sheet.text[heading.start : heading.end]}")
    if is_bare:
        yield "# todo: nothing stands under this heading"
    yield ""


INSTRUCTIONS = (
    "# Say each statement in your own words, give it its rule and an example, and write its number as a tag, such as @GA-001,",
    "# at the end of the line. Then delete the comment. `rulewright ledger` lists what has no place yet.",
)
"""Instructions for the reader of a draft, at its top."""


def _draft_entry(
    sheet: Sheet,
    pairs_of_entry: Sequence[tuple[Statement, str]],
    numbers: Sequence[str],
    plan: Plan,
    written_lines: set[str],
    remark: str,
) -> Iterator[str]:
    """Yield the comments of an entry, then its lines of the language; with a remark on a number of it, these are comments too."""
    statements = [statement for statement, _ in pairs_of_entry]
    first = statements[0]
    yield from _comment_lines(f"---- {_case_title(first.case)}: {sheet.describe_offset(first.start)}")
    for statement, name in pairs_of_entry:
        yield from _comment_lines(f"{name} ({statement.kind.value}): {statement.words}")
        for line in statement.act.lines if statement.act else ():
            yield from _comment_lines(f"  proposed: {line}")
        for doubt in statement.doubts:
            yield from _comment_lines(f"  todo: {doubt}")
        if statement.doubts and (candidates := _candidates_in_words(statement, plan)):
            yield from _comment_lines(f"  {candidates}")
    lines = _amendment_lines(first, statements, numbers, plan, written_lines)
    if remark:
        lines = iter(f"# {line}" if line and not line.startswith("#") else line for line in list(lines))
        yield from _comment_lines(f"todo: {remark}")
    yield from lines


def _case_title(case: Case) -> str:
    if case.numbers:
        return " ".join(filter(None, (case.locator, case.title)))
    return ", ".join(dict.fromkeys(filter(None, (case.section and case.section_path, case.locator)))) or "on no case"


def _amendment_lines(
    first: Statement, statements: Sequence[Statement], numbers: Sequence[str], plan: Plan, written_lines: set[str]
) -> Iterator[str]:
    """Yield the head of the amendment, with the cases that it needs; a comment if none can be proposed."""
    if all(statement.kind is Kind.NOTE for statement in statements):
        if numbers and first.case.numbers and plan.amends and not plan.base_held:
            yield from list(_absent_cases([number for number in numbers if number not in written_lines], written_lines))[:-1]
        return
    form = FORMS.get(first.label, "") if first.label else ""
    form = form or ("correction" if any(statement.act for statement in statements) else "clarification")
    if not numbers:
        yield f"# todo: the case is not known; write `amend CASE in {plan.source} as {form}` here"
        return
    head = f"amend {', '.join(numbers)} in {plan.source} as {form}"
    if first.unsure:
        yield f"# {head}"
        return
    absent = [number for number in numbers if number not in written_lines]
    is_new = form == "new case" or first.creates or (form == "addition" and plan.base_held)
    if (is_new and len(absent) == len(numbers)) or not plan.amends:
        yield from _draft_new_cases(numbers, absent, plan, written_lines)
        return
    if absent and plan.base_held:
        without_letter = [shorter for number in absent if (shorter := number.rstrip(ascii_lowercase)) in plan.numbers]
        yield f"# todo: the book has no case {', '.join(absent)}" + (f", and has {', '.join(without_letter)}" if without_letter else "")
        yield f"# {head}"
        return
    yield from _absent_cases(absent, written_lines)
    if first.part:
        yield from _comment_lines(f"todo: it is on {clean_text(first.part)}; say so in the head where the text of the case is held")
    if head in written_lines:
        yield f"# todo: in the amendment above, or in one of its own: {head}"
        return
    written_lines.add(head)
    yield head


def _absent_cases(absent: Sequence[str], written_lines: set[str]) -> Iterator[str]:
    """Yield the cases that are not in the book, as cases whose text is not held."""
    for number in absent:
        yield from (f"case {number}", "  not held", "")
        written_lines.add(number)


def _draft_new_cases(numbers: Sequence[str], absent: Sequence[str], plan: Plan, written_lines: set[str]) -> Iterator[str]:
    for index, number in enumerate(absent):
        new = "new " if plan.amends else ""
        yield from (
            *([""] if index else []),
            "# todo: its words in place of `not held`",
            f"case {number} {new}in {plan.source}",
            "  not held",
        )
        written_lines.add(number)
    if not absent:
        yield f"# todo: more words of case {', '.join(numbers)}"


def _comment_lines(text: str) -> list[str]:
    """Return a comment of which every line begins with `#`, whatever is in the text."""
    lead = text[: len(text) - len(text.lstrip())]
    lines = textwrap.wrap(clean_text(text), WIDTH, break_long_words=True, break_on_hyphens=False) or [""]
    return [f"# {lead}{line}" if index == 0 else f"#   {lead}{line}" for index, line in enumerate(lines)]
