"""The questions and facts of an edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.base.documents.versions import with_schema
from rulewright.base.records import record

if TYPE_CHECKING:
    from rulewright.engines.interpreter.questions import ArgumentInfo, FactInfo, QuestionInfo
    from rulewright.semantics.model import Option, Reading
    from rulewright.workspace.open_book import OpenBook


@record
class Questions:
    """Questions and facts of one edition, with their domains and units: plain data, equal to any of the same content.

    `questions` are those that have rules, in the order of their declaration, as `facts` are; `options` are the optional rules, `readings`
    the open questions of interpretation with their choices. `chapters` has the title of the chapter of each case, `scenarios` the title of
    each scenario, by its number.
    """

    book: str
    edition: str
    questions: tuple[QuestionInfo, ...]
    facts: tuple[FactInfo, ...]
    options: tuple[Option, ...]
    readings: tuple[Reading, ...]
    chapters: Mapping[str, str]
    scenarios: Mapping[str, str]

    def by_chapter(self) -> dict[str | None, list[QuestionInfo]]:
        """Return the questions by the title of their chapter, in the order of the book; under None those that no case answers."""
        groups: dict[str | None, list[QuestionInfo]] = {title: [] for title in (*self.chapters.values(), None)}
        for question in self.questions:
            groups[self._chapter_of(question.cases)].append(question)
        return groups

    def by_argument(self) -> list[tuple[ArgumentInfo, list[str]]]:
        """Return the kinds of arguments, with the questions that have one of each."""
        kinds: dict[str, tuple[ArgumentInfo, list[str]]] = {}
        for question in self.questions:
            for argument in question.arguments:
                names = kinds.setdefault(argument.kind, (argument, []))[1]
                if question.name not in names:
                    names.append(question.name)
        return list(kinds.values())

    def by_place(self) -> dict[str, list[FactInfo]]:
        """Return the facts by the place where a player finds them: `on the map`, `decided by red_player`; last those without one."""
        from rulewright.base.keywords import FactSource

        order = [*FactSource, ""]
        groups: dict[str, list[FactInfo]] = {}
        for fact in sorted(self.facts, key=lambda fact: order.index(fact.found.partition(" by ")[0])):
            groups.setdefault(fact.found, []).append(fact)
        return groups

    def to_json(self) -> dict[str, Any]:
        """Return the document of `questions --format json`."""
        from rulewright.engines.interpreter.questions import fact_json, question_json, switches_json

        document = {
            "book": self.book,
            "edition": self.edition,
            "questions": [
                {**question_json(question), "takes": question.takes.to_json(), "chapter": self._chapter_of(question.cases)}
                for question in self.questions
            ],
            "facts": [{**fact_json(fact), "takes": fact.takes.to_json()} for fact in self.facts],
            **switches_json(self.options, self.readings),
            "scenarios": [{"scenario": number, "title": title} for number, title in self.scenarios.items()],
        }
        return with_schema("questions", document)

    def _chapter_of(self, cases: Iterable[str]) -> str | None:
        """Return the chapter of the first of these cases in the order of the book, or None."""
        case_numbers = set(cases)
        return next((title for number, title in self.chapters.items() if number in case_numbers), None)


def questions_of(loaded: OpenBook, edition: str | None) -> Questions:
    """Return the questions and facts of an edition (None: the last)."""
    from rulewright.engines.interpreter.questions import list_facts, list_questions

    core = loaded.core(edition)
    book = loaded.book
    chapters, titles = {}, {}
    for case in book.views[core.edition].all_cases():
        chapter = book.chapters.get(case.chapter)
        titles[str(case.number)] = case.title or ""
        chapters[str(case.id)] = case.chapter if chapter is None else " ".join(filter(None, (chapter.number, chapter.title)))
    return Questions(
        core.book, core.edition, list_questions(core), list_facts(core), tuple(core.options.values()), tuple(core.readings.values()),
        chapters, {number: titles.get(number, "") for number in core.scenarios},
    )  # fmt: skip
