"""Questions in plain words in an editor: what a case answers and what an example asks, as a player would ask it, and how to ask it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.base.errors import WrongInput
from rulewright.core.query import AskedQuestion
from rulewright.core.wording import question_text, value_text
from rulewright.interfaces.api.cases import show_case
from rulewright.interfaces.lsp.said import inline_code, markdown_text
from rulewright.rulebook.model import CaseInForce
from rulewright.semantics.types import Thing
from rulewright.site.asking.spoken import spoken_question

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.core.query import Query
    from rulewright.interfaces.api.plain_questions import PlainReading, QuestionCandidate
    from rulewright.semantics.model import Example
    from rulewright.workspace.open_book import OpenBook

MOST_QUESTIONS = 8
"""So many questions of a case are listed."""
_EXAMPLE = re.compile(r'\s*example\s+"')


def questions_of_case(book: OpenBook, number: str) -> Iterator[str]:
    """Yield a list of the questions that the rules of a case answer."""
    try:
        case = show_case(book, book.editions[-1], number).found if book.editions else None
    except WrongInput:
        return
    if not isinstance(case, CaseInForce):
        return
    core = book.core()
    numbers = {str(case.number), str(case.id)}
    names = list(dict.fromkeys(rule.question for rule in core.written_rules() if rule.case in numbers and rule.question in core.on))
    if not names:
        return
    omitted = f"\n- and {len(names) - MOST_QUESTIONS} more" if len(names) > MOST_QUESTIONS else ""
    yield "It answers, for `rulewright ask`:\n\n" + "\n".join(_question_line(core, name) for name in names[:MOST_QUESTIONS]) + omitted


def _question_line(core: Core, name: str) -> str:
    question = core.on[name].question
    call = question_text(core, name, tuple(param.name for param in question.params))
    return f"- {markdown_text(spoken_question(core, question, {}))} {inline_code(call)}"


def example_text(book: OpenBook, text: str, path: str, line: int, column: int) -> str | None:
    """Return what the example asks whose name is at a place, and what its name is taken as, if that is a question; None elsewhere."""
    lines = text.split("\n")
    head = _EXAMPLE.match(lines[line - 1]) if 0 < line <= len(lines) else None
    if head is None or column < head.end() or not book.editions:
        return None
    for edition in reversed(book.editions):
        core = book.core(edition)
        for example in core.examples:
            if example.location is not None and (example.location.path, example.location.line) == (path, line):
                return "\n\n".join(_example_paragraphs(book, core, example)) or None
    return None


def _example_paragraphs(book: OpenBook, core: Core, example: Example) -> Iterator[str]:
    from rulewright.engines.conformance.examples import queries_of

    queries = {query.asked: query for query in queries_of(core, example) if isinstance(query.asked, AskedQuestion)}
    if queries:
        yield "It asks:\n\n" + "\n".join(_query_line(core, book.command_line_name, query) for query in queries.values())
    if example.title.rstrip().endswith("?"):
        from rulewright.interfaces.api.plain_questions import read_plain_question

        yield from reading_paragraphs(read_plain_question(book, example.title, core.edition))


def _query_line(core: Core, book: str, query: Query) -> str:
    """Return a question of an example in words, and the command that asks it in the situation of the example."""
    from rulewright.interfaces.api.command_lines import ask_command

    call = query.asked
    assert isinstance(call, AskedQuestion)
    question = core.on[call.question].question
    arguments = {
        param.name: value_text(arg) for param, arg in zip(question.params, call.args, strict=True) if not isinstance(param.type, Thing)
    }
    facts = {question_text(core, fix.name, fix.args): value_text(fix.value) for fix in query.given if fix.narrow is None}
    command = ask_command(book, question_text(core, call.question, call.args), facts)
    return f"- {markdown_text(spoken_question(core, question, arguments))}\n\n  {inline_code(command)}"


def reading_paragraphs(reading: PlainReading) -> Iterator[str]:
    """Yield the term that words ask for, the facts that they suppose, what they are taken as, or the questions that they may mean."""
    if reading.term is not None:
        yield f"In these words it asks for the term {markdown_text(reading.term.name)}: {markdown_text(reading.term.text)}"
    elif reading.depends:
        yield "In these words it asks what depends on:\n\n" + "\n".join(
            f"{n}. {markdown_text(supposed.sentence)} {inline_code(supposed.fact)}" for n, supposed in enumerate(reading.depends, 1)
        )
    elif reading.clear_candidate is not None:
        yield f"In these words it is taken as: {_candidate_line(reading.clear_candidate)}"
    elif reading.candidates:
        yield "In these words it may mean:\n\n" + "\n".join(
            f"{n}. {_candidate_line(candidate)}" for n, candidate in enumerate(reading.candidates, 1)
        )


def _candidate_line(candidate: QuestionCandidate) -> str:
    call = " ".join([candidate.question, *(f"{name}={value}" for name, value in candidate.facts.items())])
    return f"{markdown_text(candidate.clause)} {inline_code(call)}"
