"""The page *Ask the rules* of a book: every question in words, with the cases that answer it, and the calculator of one."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.semantics.advice import is_advice
from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import YesNo
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.escape import Html

_GROUPS = (("May it be done?", "verdicts"), ("How much is it?", "values"), ("Is it so?", "predicates"))
_MAX_NAMED_CASES = 4  # cases that are named with a question


@dataclass(frozen=True, slots=True)
class _ListedQuestion:
    """A question with links to its first cases."""

    name: str
    sentence: str
    anchor: str
    href: str
    cases: list[Html]
    omitted: int


def ask_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """`ask.md` of the book's folder; None for a book without questions."""
    if not site_book.asking.questions_by_name:
        return None
    questions_by_group: dict[str, list[_ListedQuestion]] = {name: [] for _, name in _GROUPS}
    for question in site_book.asking.questions_by_name.values():
        questions_by_group[_group_of(question)].append(_list_question(site_book, writer, question))
    groups = [(title, name, sorted(questions_by_group[name], key=lambda entry: entry.sentence.casefold())) for title, name in _GROUPS]
    return rendered_page(site_book, writer, "ask", "Ask the rules", groups=groups)


def _group_of(question: Question) -> str:
    if question.kind is QuestionKind.VERDICT or is_advice(question):
        return "verdicts"
    return "predicates" if isinstance(question.type, YesNo) else "values"


def _list_question(site_book: BookOfSite, writer: CaseWriter, question: Question) -> _ListedQuestion:
    cases = site_book.asking.cases_by_question[question.name]
    place = link_to(question.name).removeprefix("ask.html")
    first_case = site_book.addresses.address_of_case(cases[0]) if cases else None
    return _ListedQuestion(
        question.name,
        site_book.asking.question_sentence(question.name),
        place.removeprefix("#"),
        first_case.href_from() if first_case is not None else place,
        [writer.case_link(number, "ask") for number in cases[:_MAX_NAMED_CASES]],
        max(0, len(cases) - _MAX_NAMED_CASES),
    )
