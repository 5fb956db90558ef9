"""The page *Ask the rules* of a book: every question in words, with the cases that answer it, and the calculator of one."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import YesNo
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.escape import EMPTY, Html, el, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.wording.words import spell_out
from rulewright.syntax import nodes

_GROUPS = (("May it be done?", "verdicts"), ("How much is it?", "values"), ("Is it so?", "predicates"))
_MAX_NAMED_CASES = 4  # cases that are named with a question


def ask_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    """`ask.md` of the book's folder."""
    return book_page(site_book, "ask", "Ask the rules", _page_parts(site_book, writer))


def _page_parts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    words = _words_of_cases(site_book)
    groups = [_question_group(site_book, writer, words, *group) for group in _GROUPS]
    way_back = el("p", el("a", "All questions of this book", href="#"), cls="rw-to-list", hidden=True)
    intro = el(
        "p", "Choose a question, or find it by its words. What is not given is asked for, one thing after the other.", cls="rw-intro"
    )
    everything = el("div", intro, el("div", cls="rw-question-search"), *groups, cls="rw-question-list")
    command = el("code", f"rulewright ask {site_book.data.name} QUESTION")
    fallback = "Where pages may run no scripts, a question leads to the case that answers it; a terminal answers it with "
    yield el("noscript", el("p", fallback, command, ".", cls="rw-small"))
    yield el("div", way_back, el("div", cls="rw-calculator", hidden=True), everything, cls="rw-ask-page", data_book=site_book.folder)


def _question_group(site_book: BookOfSite, writer: CaseWriter, words: dict[str, list[str]], title: str, name: str) -> Html:
    some = [question for question in site_book.asking.questions_by_name.values() if _group_of(question) == name]
    if not some:
        return EMPTY
    items = (
        _question_item(site_book, writer, words, question)
        for question in sorted(some, key=lambda group_question: site_book.asking.question_sentence(group_question.name).casefold())
    )
    return el("section", el("h2", title, id=name), el("ul", *items, cls="rw-questions"), cls="rw-question-group")


def _group_of(question: Question) -> str:
    if question.kind is QuestionKind.VERDICT:
        return "verdicts"
    return "predicates" if isinstance(question.type, YesNo) else "values"


def _question_item(site_book: BookOfSite, writer: CaseWriter, words: dict[str, list[str]], question: Question) -> Html:
    """A question with its first cases; what else it can be found by is in an attribute.

    Its link leads to the first case that answers it, and its name is what links to its calculator say: so it is where no script is run.
    `open.js` puts the calculator in that place.
    """
    cases = site_book.asking.cases_by_question[question.name]
    keywords = {spell_out(question.name): None}
    for number in cases:
        keywords.update(dict.fromkeys(words.get(number, ())))
    links = [writer.case_link(number, "ask") for number in cases[:_MAX_NAMED_CASES]]
    omitted = f" and {len(cases) - _MAX_NAMED_CASES} more" if len(cases) > _MAX_NAMED_CASES else ""
    case_links = el("small", join_html(links, ", "), omitted) if links else None
    place = link_to(question.name).removeprefix("ask.html")
    case = site_book.addresses.address_of_case(cases[0]) if cases else None
    link = el("a", site_book.asking.question_sentence(question.name), href=case.href_from() if case is not None else place)
    return el(
        "li", join_html([link, case_links], " "), id=place.removeprefix("#"), data_question=question.name, data_words=" ".join(keywords)
    )


def _words_of_cases(site_book: BookOfSite) -> dict[str, list[str]]:
    """Case -> its title, and the terms that are said to be in it with their synonyms."""
    words = {case.number: [case.title] for case in site_book.view.all_cases() if case.title}
    for declared in site_book.book.declarations:
        if isinstance(declared.node, nodes.Term):
            for ref in declared.node.cases:
                number = site_book.addresses.case_number(ref.number)
                words.setdefault(number or "", []).extend((declared.node.name, *declared.node.also))
    return words
