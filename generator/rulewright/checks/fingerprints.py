"""Fingerprints of findings: short names by which a finding is known again in a later state of its book.

A fingerprint is made of what the finding says and of the words that it is about. Lines, files, editions and addresses by place are no part
of it, and a case goes by its title where it has one. What is shown by a situation is known by its question and the words of its rules
alone: the situation may be another as soon as a rule is added. So two findings that say the same of the same words have one fingerprint.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import PurePosixPath
from typing import TypeAlias

from rulewright.base.diagnostics import Diagnostic
from rulewright.base.names import NAME
from rulewright.base.source import Location
from rulewright.base.store import digest
from rulewright.rulebook.model import Rulebook
from rulewright.syntax.printer import JOINING

Lines: TypeAlias = Mapping[str, Sequence[str]]
"""Lines of source files by displayed path."""

_ADDRESS = re.compile(r"(?<![\w.])\w+(?:[./]\w+)*")
_REFERS = re.compile(r"(?:\[|\b(?:overrides|case|scenario|amend|on|restates|besides))\s*$")
"""Ends the text before a number that could be an amount or a name as well."""
_SURE_NUMBER = re.compile(r"(?=.*\d)(?=.*[^\W\d]|.*\.)")
"""Matches a number that is not mistaken for another word: it has a digit, and a letter or a dot."""
_CITED = re.compile("(`[^`]*`)")
_NAME = re.compile(NAME)
_OWN_NAME = re.compile(rf"^{NAME}: (?=\S)")
"""The name of a rule, before it."""
_CONTINUED = re.compile(rf"\s*(?:{'|'.join(sorted(JOINING))})\b")


def with_fingerprints(findings: Iterable[Diagnostic], book: Rulebook, lines: Lines) -> tuple[Diagnostic, ...]:
    """Return the findings with their fingerprints; `lines` are those of the book's files."""
    words = _Words(book, lines)
    return tuple(replace(finding, fingerprint=words.fingerprint_of(finding)) for finding in findings)


class _Words:
    """The words of a book that findings are about, with titles in place of the numbers of cases."""

    def __init__(self, book: Rulebook, lines: Lines) -> None:
        self._lines = lines
        self._titles = _titles_by_number(book)
        self._scenarios = {str(id) for view in book.views.values() for id in view.scenarios}
        self._headings = {(clause.place.path, clause.place.first_line) for clause in book.clauses}

    def fingerprint_of(self, finding: Diagnostic) -> str:
        question = str((finding.witness or {}).get("question", ""))
        subject = self._witnessed_words(finding, question) if question else [self._titled_message(finding)]
        words = sorted({self._labelled_words(label.location) + ("" if question else f"\n{label.text}") for label in finding.labels})
        return digest(part.encode(errors="replace") for part in (finding.code, *subject, *words))

    def _witnessed_words(self, finding: Diagnostic, question: str) -> list[str]:
        """The question of a finding that a situation shows, the other names in its message, and the scenarios of its rules."""
        cited = (part.strip("`") for part in _CITED.findall(finding.message))
        others = {name for name in cited if _NAME.match(name) and name != question}
        scenarios = {self._titles[case] for case in finding.cases if case in self._scenarios}
        return [question.partition("(")[0], *sorted(others), *sorted(scenarios)]

    def _titled_message(self, finding: Diagnostic) -> str:
        """The message; what it cites has references in the language, and the rest the numbers of the finding's cases."""
        parts = _CITED.split(finding.message)
        return "".join(self._with_titles(part, frozenset() if index % 2 else frozenset(finding.cases)) for index, part in enumerate(parts))

    def _labelled_words(self, location: Location) -> str:
        """The words at a location: of a clause its heading, else the text up to what belongs to it on lines of its own."""
        lines = self._lines.get(location.path, ())[max(location.line - 1, 0) : location.end_line]
        if not lines or location.line < 1:
            return PurePosixPath(location.path).name
        if (location.path, location.line) in self._headings:
            return self._with_titles(_one_space(lines[0]))
        end = next((number for number, line in enumerate(lines) if number and not _CONTINUED.match(line)), len(lines))
        text = " ".join(lines[:end])[location.column - 1 :]
        if end == len(lines):
            text = text[: len(text) - len(lines[-1][location.end_column - 1 :])]
        return self._with_titles(_OWN_NAME.sub("", _one_space(text), count=1)) or PurePosixPath(location.path).name

    def _with_titles(self, text: str, cited: frozenset[str] = frozenset()) -> str:
        """Return a text with the title of a case in place of its number, and without the places of its rules.

        A number that could be another word is one in a reference, or among those `cited`.
        """

        def replace_number(match: re.Match[str]) -> str:
            number, part = self._split_address(match[0])
            if number in cited or _SURE_NUMBER.match(number) or _REFERS.search(text, 0, match.start()):
                return self._titles.get(number, number) + part
            return match[0]

        return _ADDRESS.sub(replace_number, text)

    def _split_address(self, address: str) -> tuple[str, str]:
        """Return the number of the case in an address, and the name of its part; a place among its rules is no part of either."""
        number = address
        while number and number not in self._titles:
            number = number.rpartition(".")[0]
        part = address[len(number) :]
        return (number, "" if part[1:].isdigit() else part) if number else (address, "")


def _titles_by_number(book: Rulebook) -> dict[str, str]:
    """Return the title of each case by its numbers: with its chapter if two have one title; the number itself if that is no help."""
    titles = {
        (case.first_number, case.number): _possible_titles(case.chapter, case.title or "")
        for view in book.views.values()
        for case in view.all_cases()
    }
    sharing: dict[str, set[str]] = defaultdict(set)
    for (first_number, _), titles_of_case in titles.items():
        for title in titles_of_case:
            sharing[title].add(first_number)
    result: dict[str, str] = {}
    for numbers, titles_of_case in titles.items():
        title = next((title for title in titles_of_case if len(sharing[title]) == 1), numbers[0])
        result |= dict.fromkeys(numbers, title)
    return result


@cache
def _possible_titles(chapter: str, title: str) -> tuple[str, ...]:
    title = _ADDRESS.sub(lambda match: "…" if _SURE_NUMBER.match(match[0]) else match[0], title)  # it may cite another case
    return (title, f"{chapter}: {title}") if title else ()


def _one_space(text: str) -> str:
    return " ".join(text.split())
