"""Statements -> a draft of cases and amendments, for a person to fill in.

The words of the sheet are in comments, each under its number in the ledger. What is not a comment is the head of an amendment, or a case
that is not held: the file is checked without an error before anybody has written a rule, and no rule is guessed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.base.records import record
from rulewright.importing.digests import clean
from rulewright.importing.model import Case, Kind, Sheet, Statement
from rulewright.importing.names import number_of, numbers_of_book
from rulewright.rulebook.model import Rulebook

WIDTH = 112
LONGEST = 2_000
"""Letters of a statement that are shown; a sheet has it whole."""

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
    """Where drafts go: the source that is imported, what the book is numbered by, the numbers that it has, what it may be given."""

    source: str
    amends: bool
    base_held: bool
    headings: tuple[str, ...] | None
    numbers: frozenset[str]


def plan_for(book: Rulebook, source: str) -> Plan:
    """How drafts of a source fit into a book."""
    amended = [book.sources[name] for name in book.sources[source].amends if name in book.sources]
    held = all(one.held for one in amended)
    return Plan(source, bool(amended), bool(amended) and held, book.front.headings, numbers_of_book(book))


def draft(sheet: Sheet, statements: Sequence[Statement], names: Sequence[str], plan: Plan) -> str:
    """The text of a `.case` file."""
    lines = [f"# A draft from the sheet {clean(sheet.name)[:60]}", *HOW, ""]
    there = set(plan.numbers)
    for _, group in groupby(zip(statements, names, strict=True), key=lambda pair: pair[0].entry):
        several = list(group)
        lines += [*_entry(sheet, [one for one, _ in several], [name for _, name in several], plan, there), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


HOW = (
    "# Say each statement in your own words, give it its rule and an example, and write its number as a tag, such as @GA-001,",
    "# at the end of the line. Then delete the comment. `rulewright ledger` lists what has no place yet.",
)
"""What the reader of a draft has to do, at its top."""


def _entry(sheet: Sheet, statements: Sequence[Statement], names: Sequence[str], plan: Plan, there: set[str]) -> Iterator[str]:
    """The comments of an entry, and the lines that are not comments."""
    first = statements[0]
    yield from _comment(f"---- {_title(first.case)}: {sheet.place(first.start)}")
    for one, name in zip(statements, names, strict=True):
        said = one.words if len(one.words) <= LONGEST else one.words[:LONGEST] + " …"
        yield from _comment(f"{name} ({one.kind.value}): {said}")
        if one.act is not None:
            yield from _comment(f"  proposed: {one.act.line}")
        for doubt in one.doubts:
            yield from _comment(f"  todo: {doubt}")
    yield from _lines(first, statements, plan, there)


def _title(case: Case) -> str:
    if case.numbers:
        return " ".join(filter(None, (case.shown, case.title)))
    return ", ".join(dict.fromkeys(filter(None, (case.section, case.shown)))) or "on no case"


def _lines(first: Statement, statements: Sequence[Statement], plan: Plan, there: set[str]) -> Iterator[str]:
    """The head of the amendment, with the cases that it needs; a comment where none can be proposed."""
    if all(one.kind is Kind.NOTE for one in statements) and not first.case.numbers:
        return
    numbers = number_of(first.case, statements, plan.headings)
    form = FORMS.get(first.label, "") if first.label else ""
    form = form or ("correction" if any(one.act for one in statements) else "clarification")
    if not numbers:
        yield f"# todo: the case is not known; write `amend CASE in {plan.source} as {form}` here"
        return
    absent = [number for number in numbers if number not in there]
    if (form == "new case" and len(absent) == len(numbers)) or not plan.amends:
        yield from _new_cases(numbers, absent, plan, there)
        return
    if absent and plan.base_held:
        yield f"# todo: the book has no case {', '.join(absent)}"
        yield f"# amend {', '.join(numbers)} in {plan.source} as {form}"
        return
    for number in absent:
        yield from (f"case {number}", "  not held", "")
        there.add(number)
    head = f"amend {', '.join(numbers)} in {plan.source} as {form}"
    if first.part:
        yield from _comment(f"todo: it is on {clean(first.part)}; say so in the head where the text of the case is held")
    if head in there:
        yield f"# todo: in the amendment above, or in one of its own: {head}"
        return
    there.add(head)
    yield head


def _new_cases(numbers: Sequence[str], absent: Sequence[str], plan: Plan, there: set[str]) -> Iterator[str]:
    for at, number in enumerate(absent):
        new = "new " if plan.amends else ""
        yield from (*([""] if at else []), "# todo: its words in place of `not held`", f"case {number} {new}in {plan.source}", "  not held")
        there.add(number)
    if not absent:
        yield f"# todo: more words of case {', '.join(numbers)}"


def _comment(text: str) -> list[str]:
    """A comment: each of its lines begins with `#`, whatever is in the text."""
    lead = text[: len(text) - len(text.lstrip())]
    lines = textwrap.wrap(clean(text), WIDTH, break_long_words=True, break_on_hyphens=False) or [""]
    return [f"# {lead}{line}" if at == 0 else f"#   {lead}{line}" for at, line in enumerate(lines)]
