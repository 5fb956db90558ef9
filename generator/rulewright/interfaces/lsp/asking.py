"""A question in a comment, answered where it is written: `# ask: allowance(u) u.arm=cavalry weather=mud`, as on the command line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.base.errors import Error
from rulewright.base.records import record
from rulewright.core.wording import with_unit
from rulewright.interfaces.lsp import said
from rulewright.interfaces.lsp.draft import Draft

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer

_ASK = re.compile(r"#\s*ask:\s*(.*\S)")


@record
class Asked:
    """A question in a comment: its line, its columns, its words."""

    line: int
    column: int
    end_column: int
    words: str


def asked_in(text: str) -> Iterator[Asked]:
    """The questions in the comments of a file."""
    for number, line in enumerate(text.split("\n"), 1):
        found = _ASK.search(line)
        if found is not None and line[: found.start()].count('"') % 2 == 0:
            yield Asked(number, found.start() + 1, found.end() + 1, found[1])


def answer(draft: Draft, words: str) -> tuple[str, str]:
    """The answer in a few words, and with its argument, as Markdown."""
    from rulewright.interfaces.api.book import Book

    try:
        question, *given = shlex.split(words)
        while given and "=" not in given[0] and question.count("(") > question.count(")"):
            question += " " + given.pop(0)
        facts = dict(one.split("=", 1) for one in given if "=" in one)
        found = Book(draft.loaded).ask(question, facts)
    except Error as fault:
        return fault.message, "\n\n".join(map(said.words, [fault.message, *fault.hints]))
    except ValueError as fault:
        return f"this cannot be read: {fault}", ""
    short = _short(found)
    return short, "\n".join([f"**{said.words(question)}**: {said.words(short)}", "", *_argument(found)])


def _short(found: Answer) -> str:
    """The answer without its argument."""
    if found.missing:
        return "facts are missing: " + ", ".join(one.fact for one in found.missing)
    if found.status != "answered":
        return found.status.value
    return with_unit(found.value, found.unit, decimal=found.decimal, date=found.date)


def _argument(found: Answer) -> Iterator[str]:
    for one in found.to_json()["because"]:
        yield f"- {one['rule']}: {said.coded(one['says'])}"
    for fact in found.assumed:
        yield f"- assumed: {said.coded(fact.fact)} is {said.words(str(fact.value))}"
