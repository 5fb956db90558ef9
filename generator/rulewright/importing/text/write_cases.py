"""The text of a rulebook -> the files of a book: the front page, and a file of cases for each chapter."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rulewright.importing.digests import clean_text
from rulewright.importing.names import name_from_words
from rulewright.importing.text.model import Clause, Passage, RulesText, TextChapter
from rulewright.rulebook.case_numbers import heading_of
from rulewright.syntax.formatter import format_source

WIDTH = 112
TODO = "# todo: "
"""The beginning of a comment on what a person has to look at."""


def front_lines(text: RulesText) -> list[str]:
    """Return the lines under `rulebook`: the numbering, and what stands before the first case."""
    lines: list[str] = []
    if text.headings is not None:
        lines.append(f"  numbering by heading {', '.join(text.headings)}")
    elif text.by_section:
        lines.append("  numbering by section")
    for passage in text.introduction:
        lines += _mark_lines(passage.marks, "  ")
        lines += [f'  about "{passage.words}"'] if passage.words else []
    return lines


def case_files(text: RulesText) -> dict[str, str]:
    """Return the content of each file of cases by its name."""
    files: dict[str, str] = {}
    width = len(str(len(text.chapters)))
    for place, chapter in enumerate(text.chapters, 1):
        words = chapter.title or next((clause.title for clause in chapter.clauses if clause.title), "")
        number = heading_of(chapter.clauses[0].number) if chapter.clauses else chapter.number
        stem = f"{place:0{max(width, 2)}}-{name_from_words(words).replace('_', '-') or number.strip('§') or 'cases'}"
        files[f"{stem}.case"] = format_source("\n".join(_chapter_lines(chapter)) + "\n")
    return files


def _chapter_lines(chapter: TextChapter) -> Iterator[str]:
    if chapter.title:
        number = f"{chapter.number} " if chapter.number else ""
        yield f'chapter {number}"{chapter.title}"'
        marks = [mark for passage in chapter.passages for mark in passage.marks]
        refers = tuple(number for passage in chapter.passages for number in passage.refers)
        words = " ".join(passage.words for passage in chapter.passages if passage.words)  # a chapter has one paragraph
        yield from _passage_lines([Passage(words, chapter.line, tuple(marks), refers)])
        yield ""
    for clause in chapter.clauses:
        yield from clause_lines(clause)
        yield ""


def clause_lines(clause: Clause, origin: str = "") -> Iterator[str]:
    """Yield the lines of a case; `origin` is what follows its title, such as `new in errata`."""
    yield from _mark_lines(clause.marks)
    yield " ".join(filter(None, (f"case {clause.number}", f'"{clause.title}"' if clause.title else "", origin)))
    if not clause.is_held:
        yield "  not held"
    yield from _passage_lines(clause.passages)
    if clause.referred_numbers:
        yield f"  refers to {', '.join(clause.referred_numbers)}"


def _passage_lines(passages: Sequence[Passage]) -> Iterator[str]:
    for passage in passages:
        yield from _mark_lines(passage.marks, "  ")
        if passage.words:
            yield f'  "{passage.words}"'


def _mark_lines(marks: Sequence[str], indent: str = "") -> Iterator[str]:
    for mark in marks:
        lines = textwrap.wrap(clean_text(mark), WIDTH, break_long_words=True, break_on_hyphens=False)
        yield from (f"{indent}{TODO if place == 0 else '#   '}{line}" for place, line in enumerate(lines))
