"""Statements -> a draft of cases and amendments, for a person to fill in.

The words of the sheet are in comments, each under its number in the ledger. The lines outside of comments are heads of amendments, or cases
that are not held: the file is checked without an error before anybody has written a rule, and no rule is guessed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.base.records import record
from rulewright.importing.digests import clean_text
from rulewright.importing.model import Case, Kind, Sheet, Statement
from rulewright.importing.names import number_of, numbers_of_book
from rulewright.rulebook.model import Rulebook

WIDTH = 112
LONGEST = 2_000
"""The most letters of a statement that are shown; a sheet has all of them."""

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


def plan_for(book: Rulebook, source: str) -> Plan:
    """Return how drafts of a source fit into a book."""
    amended = [book.sources[name] for name in book.sources[source].amends if name in book.sources]
    are_held = all(amended_source.held for amended_source in amended)
    return Plan(source, bool(amended), bool(amended) and are_held, book.front.headings, numbers_of_book(book))


def draft_text(sheet: Sheet, statements: Sequence[Statement], names: Sequence[str], plan: Plan) -> str:
    """Return the text of a `.case` file."""
    lines = [f"# A draft from the sheet {clean_text(sheet.name)[:60]}", *INSTRUCTIONS, ""]
    written_lines = set(plan.numbers)
    for _, group in groupby(zip(statements, names, strict=True), key=lambda pair: pair[0].entry):
        pairs = list(group)
        lines += [*_draft_entry(sheet, [statement for statement, _ in pairs], [name for _, name in pairs], plan, written_lines), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


INSTRUCTIONS = (
    "# Say each statement in your own words, give it its rule and an example, and write its number as a tag, such as @GA-001,",
    "# at the end of the line. Then delete the comment. `rulewright ledger` lists what has no place yet.",
)
"""Instructions for the reader of a draft, at its top."""


def _draft_entry(sheet: Sheet, statements: Sequence[Statement], names: Sequence[str], plan: Plan, written_lines: set[str]) -> Iterator[str]:
    """Yield the comments of an entry, then its lines of the language."""
    first = statements[0]
    yield from _comment_lines(f"---- {_case_title(first.case)}: {sheet.describe_offset(first.start)}")
    for statement, name in zip(statements, names, strict=True):
        words = statement.words if len(statement.words) <= LONGEST else statement.words[:LONGEST] + " …"
        yield from _comment_lines(f"{name} ({statement.kind.value}): {words}")
        if statement.act is not None:
            yield from _comment_lines(f"  proposed: {statement.act.line}")
        for doubt in statement.doubts:
            yield from _comment_lines(f"  todo: {doubt}")
    yield from _amendment_lines(first, statements, plan, written_lines)


def _case_title(case: Case) -> str:
    if case.numbers:
        return " ".join(filter(None, (case.locator, case.title)))
    return ", ".join(dict.fromkeys(filter(None, (case.section, case.locator)))) or "on no case"


def _amendment_lines(first: Statement, statements: Sequence[Statement], plan: Plan, written_lines: set[str]) -> Iterator[str]:
    """Yield the head of the amendment, with the cases that it needs; a comment if none can be proposed."""
    if all(statement.kind is Kind.NOTE for statement in statements) and not first.case.numbers:
        return
    numbers = number_of(first.case, statements, plan.headings)
    form = FORMS.get(first.label, "") if first.label else ""
    form = form or ("correction" if any(statement.act for statement in statements) else "clarification")
    if not numbers:
        yield f"# todo: the case is not known; write `amend CASE in {plan.source} as {form}` here"
        return
    absent = [number for number in numbers if number not in written_lines]
    if (form == "new case" and len(absent) == len(numbers)) or not plan.amends:
        yield from _draft_new_cases(numbers, absent, plan, written_lines)
        return
    if absent and plan.base_held:
        yield f"# todo: the book has no case {', '.join(absent)}"
        yield f"# amend {', '.join(numbers)} in {plan.source} as {form}"
        return
    for number in absent:
        yield from (f"case {number}", "  not held", "")
        written_lines.add(number)
    head = f"amend {', '.join(numbers)} in {plan.source} as {form}"
    if first.part:
        yield from _comment_lines(f"todo: it is on {clean_text(first.part)}; say so in the head where the text of the case is held")
    if head in written_lines:
        yield f"# todo: in the amendment above, or in one of its own: {head}"
        return
    written_lines.add(head)
    yield head


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
