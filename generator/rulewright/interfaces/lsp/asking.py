"""Questions in comments, answered in place: `# ask: allowance(u) u.arm=cavalry weather=mud`, as on the command line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.base.errors import Error, WrongInput
from rulewright.base.records import record
from rulewright.core.wording import NO_WORDING, with_unit
from rulewright.interfaces.api.advice_words import advice_clause
from rulewright.interfaces.api.exception_words import exception_clause
from rulewright.interfaces.api.value_words import missing_text
from rulewright.interfaces.lsp import said
from rulewright.interfaces.lsp.draft import Draft

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.interfaces.api.book import Book
    from rulewright.interfaces.api.plain_questions import QuestionCandidate

_ASK = re.compile(r"#\s*ask:\s*(.*\S)")


@record
class CommentQuestion:
    """A question in a comment: its line, its columns, its words."""

    line: int
    column: int
    end_column: int
    words: str


def questions_in(text: str) -> Iterator[CommentQuestion]:
    """Yield the questions in the comments of a file."""
    for number, line in enumerate(text.split("\n"), 1):
        question = _ASK.search(line)
        if question is not None and line[: question.start()].count('"') % 2 == 0:
            yield CommentQuestion(number, question.start() + 1, question.end() + 1, question[1])


def answer_question(draft: Draft, words: str) -> tuple[str, str]:
    """Return the answer in a few words, and with its explanation, as Markdown."""
    from rulewright.interfaces.api.book import Book

    try:
        question, *arguments = shlex.split(words)
        while arguments and "=" not in arguments[0] and (question.count("(") > question.count(")") or "(" not in question):
            question += " " + arguments.pop(0)
        facts = dict(argument.split("=", 1) for argument in arguments if "=" in argument)
        book = Book(draft.loaded)
        try:
            result, sentence = book.ask(question, facts), ""
        except WrongInput as fault:
            candidate = _clear_candidate(book, question, fault)
            result, sentence = book.ask(candidate.question, {**candidate.facts, **facts}), candidate.clause
    except Error as fault:
        return fault.message, "\n\n".join(map(said.markdown_text, [fault.message, *fault.hints]))
    except ValueError as fault:
        return f"this cannot be read: {fault}", ""
    short = _short_answer(result)
    taken_as = [f"taken as: {said.markdown_text(sentence)}", ""] if sentence else []
    return short, "\n".join(
        [f"**{said.markdown_text(question)}**: {said.markdown_text(short)}", "", *taken_as, *_explanation_lines(result)]
    )


def _clear_candidate(book: Book, words: str, fault: WrongInput) -> QuestionCandidate:
    """Return the question that plain words are taken as; raise the fault of the language again if there is none."""
    from rulewright.interfaces.api.plain_questions import is_plain

    candidate = book.find_questions(words).clear_candidate if is_plain(words) else None
    if candidate is None or candidate.open_arguments:
        raise fault
    return candidate


def _short_answer(result: Answer) -> str:
    """Return the answer without its explanation, with what would change it."""
    if result.missing:
        return f"{missing_text(result)}: " + ", ".join(fact.fact for fact in result.missing)
    outcome = result.status.value
    if result.status == "answered":
        outcome = with_unit(result.value, result.unit, decimal=result.decimal, date=result.date)
    return f"{'usually ' if result.is_usual else ''}{outcome}{advice_clause(result, NO_WORDING)}{exception_clause(result, NO_WORDING)}"


def _explanation_lines(result: Answer) -> Iterator[str]:
    for reason in result.to_json()["because"]:
        yield f"- {reason['rule']}: {said.inline_code(reason['says'])}"
    for fact in result.assumed:
        yield f"- assumed: {said.inline_code(fact.fact)} is {said.markdown_text(str(fact.value))}"
