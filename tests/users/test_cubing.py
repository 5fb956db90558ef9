"""The rules of a sport as somebody wrote them from the manual alone, with questions whose answers are those of the sport's own text."""

from __future__ import annotations

import csv
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

import rulewright
from rulewright.core.query import Status

FOLDER = Path(__file__).parent / "cubing"
SECONDS = {"second": 1, "minute": 60}


@pytest.fixture(scope="module")
def book() -> rulewright.Book:
    return rulewright.load(FOLDER)


def questions() -> list[dict[str, str]]:
    with (FOLDER / "questions.tsv").open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows, delimiter="\t"))


def words_of(value: object, unit: str | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value} {unit}" if unit else str(value)


def in_seconds(expected: str) -> str:
    """What the text says of a time (`50 minute`, `21.65 second`) in the unit and the fractions in which it is answered."""
    match expected.split():
        case [number, unit] if unit in SECONDS:
            return f"{Fraction(number) * SECONDS[unit]} second"
        case _:
            return expected


def test_examples_pass(book: rulewright.Book) -> None:
    report = book.test()
    assert report.errors == ()
    assert [(one.case, one.title, one.message) for one in report.failed] == []
    assert len(report.results) == 86


@pytest.mark.parametrize("asked", questions(), ids=lambda asked: f"{asked['source']}: {asked['question']}")
def test_answers_are_those_of_the_text(book: rulewright.Book, asked: dict[str, str]) -> None:
    facts = dict(given.split("=", 1) for given in shlex.split(asked["facts"]))
    answer = book.ask(asked["question"], facts, edition=asked["edition"] or None, brief=True)
    said = words_of(answer.value, answer.unit) if answer.status is Status.ANSWERED else answer.status.value
    assert said == in_seconds(asked["expected"])
