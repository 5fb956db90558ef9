"""What readers look for is found: `lookups.csv` has questions, each with the addresses that answer, written before what it measures."""

from __future__ import annotations

import csv
from pathlib import Path

from pages.find.engine import Search
from rulewright.interfaces.api.look_up import look_up, section_address


def lookups() -> list[tuple[str, list[str]]]:
    with (Path(__file__).parent / "lookups.csv").open(encoding="utf-8") as file:
        return [(row["question"], row["addresses"].split()) for row in csv.DictReader(file)]


LOOKUPS = lookups()


def place(found: list[str], wanted: list[str]) -> int:
    """From 0; a large number where none of the addresses is found. What leads to one heading counts once, the rows of its forms too."""
    return next((at for at, address in enumerate(dict.fromkeys(map(section_address, found))) if address in wanted), 1000)


def test_the_search_has_the_answer_among_the_first_three(manual_search: Search) -> None:
    found = {question: [entry["u"] for entry in manual_search.found(question, "")] for question, _ in LOOKUPS}
    late = {question: found[question][:3] for question, wanted in LOOKUPS if place(found[question], wanted) > 2}
    assert late == {}
    assert sum(place(found[question], wanted) == 0 for question, wanted in LOOKUPS) >= 0.75 * len(LOOKUPS)


def test_explain_has_the_answer_among_the_first_three() -> None:
    found = {question: [hit.address for hit in look_up(question)] for question, _ in LOOKUPS}
    late = {question: found[question] for question, wanted in LOOKUPS if place(found[question], wanted) > 2}
    assert late == {}
    assert sum(place(found[question], wanted) == 0 for question, wanted in LOOKUPS) >= 0.75 * len(LOOKUPS)
