"""The page *Ask the rules* of a book: every question in words, with the cases that answer it, and the calculator of one."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import YesNo
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.escape import EMPTY, Html, el, join
from rulewright.site.wording.words import worded
from rulewright.syntax import nodes

_GROUPS = (("May it be done?", "verdicts"), ("How much is it?", "values"), ("Is it so?", "predicates"))
_FEW = 4  # cases that are named with a question


def ask_page(of: BookOfSite, writer: CaseWriter) -> Page:
    """`ask.md` of the book's folder."""
    return book_page(of, "ask", "Ask the rules", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    words = _words_of_cases(of)
    groups = [_group(of, writer, words, *one) for one in _GROUPS]
    way_back = el("p", el("a", "All questions of this book", href="#"), cls="rw-to-list", hidden=True)
    intro = el(
        "p", "Choose a question, or find it by its words. What is not given is asked for, one thing after the other.", cls="rw-intro"
    )
    everything = el("div", intro, el("div", cls="rw-question-search"), *groups, cls="rw-question-list")
    command = el("code", f"rulewright ask {of.given.name} QUESTION")
    without = "Where pages may run no scripts, a question leads to the case that answers it; a terminal answers it with "
    yield el("noscript", el("p", without, command, ".", cls="rw-small"))
    yield el("div", way_back, el("div", cls="rw-calculator", hidden=True), everything, cls="rw-ask-page", data_book=of.folder)


def _group(of: BookOfSite, writer: CaseWriter, words: dict[str, list[str]], title: str, name: str) -> Html:
    some = [one for one in of.asking.questions.values() if _group_of(one) == name]
    if not some:
        return EMPTY
    items = (_item(of, writer, words, one) for one in sorted(some, key=lambda one: of.asking.sentence(one.name).casefold()))
    return el("section", el("h2", title, id=name), el("ul", *items, cls="rw-questions"), cls="rw-question-group")


def _group_of(question: Question) -> str:
    if question.kind is QuestionKind.VERDICT:
        return "verdicts"
    return "predicates" if isinstance(question.type, YesNo) else "values"


def _item(of: BookOfSite, writer: CaseWriter, words: dict[str, list[str]], question: Question) -> Html:
    """A question with its first cases; what else it can be found by is in an attribute.

    Its link leads to the first case that answers it, and its name is what links to its calculator say: so it is where no script is run.
    `open.js` puts the calculator in that place.
    """
    cases = of.asking.cases[question.name]
    found = {worded(question.name): None}
    for number in cases:
        found.update(dict.fromkeys(words.get(number, ())))
    shown = [writer.case_link(number, "ask") for number in cases[:_FEW]]
    more = f" and {len(cases) - _FEW} more" if len(cases) > _FEW else ""
    where = el("small", join(shown, ", "), more) if shown else None
    place = link_to(question.name).removeprefix("ask.html")
    case = of.addresses.case(cases[0]) if cases else None
    link = el("a", of.asking.sentence(question.name), href=case.href() if case is not None else place)
    return el("li", join([link, where], " "), id=place.removeprefix("#"), data_question=question.name, data_words=" ".join(found))


def _words_of_cases(of: BookOfSite) -> dict[str, list[str]]:
    """Case -> its title, and the terms that are said to be in it with their synonyms."""
    found = {case.number: [case.title] for case in of.view.every_case() if case.title}
    for declared in of.book.declarations:
        if isinstance(declared.node, nodes.Term):
            for ref in declared.node.cases:
                number = of.addresses.case_number(ref.number)
                found.setdefault(number or "", []).extend((declared.node.name, *declared.node.also))
    return found
