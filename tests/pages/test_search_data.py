"""The data of the search: every case, by every number it has had; synonyms beside the rule; text without its marks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pages.books import CHAPTER, campaign
from rulewright.site.given import BookOfSite
from rulewright.site.page import Page
from rulewright.site.search_index import search_script


def data_of(chapter: str = CHAPTER, pages: tuple[Page, ...] = ()) -> dict[str, Any]:
    script = search_script([BookOfSite(campaign(chapter))], pages)
    assert script.startswith("window.rulewrightSearch=") and script.endswith(";\n")
    found: dict[str, Any] = json.loads(script.removeprefix("window.rulewrightSearch=").removesuffix(";\n"))
    return found


@pytest.fixture(scope="module")
def entries() -> list[dict[str, Any]]:
    return list(data_of()["entries"])


def entry(entries: list[dict[str, Any]], number: str) -> dict[str, Any]:
    return next(one for one in entries if number in one.get("n", ()))


def test_every_case_and_ruling_is_there_once(entries: list[dict[str, Any]]) -> None:
    numbers = [one["n"][0] for one in entries if "n" in one]
    assert sorted(numbers) == sorted(["8.1", "8.11", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "Q1"])


def test_an_entry_has_address_title_and_text_without_marks(entries: list[dict[str, Any]]) -> None:
    found = entry(entries, "8.1")
    assert found["u"] == "campaign/movement.html#case-8.1" and found["t"] == "Allowance"
    assert found["x"] == "Each unit moves as far as its supply allows, see 8.2 and 8.99."


def test_synonyms_stand_at_the_rule_that_words_it_differently(entries: list[dict[str, Any]]) -> None:
    assert entry(entries, "8.2")["s"] == ["supply", "provisions", "oob"]


def test_a_ruling_is_found_by_its_question(entries: list[dict[str, Any]]) -> None:
    assert entry(entries, "Q1")["t"] == "May a unit in reserve forage?"


def test_terms_readings_and_questions_are_there(entries: list[dict[str, Any]]) -> None:
    kinds = {(one["k"], one["t"]) for one in entries}
    assert {("term", "supply"), ("reading", "Mud and leaders"), ("question", "allowance")} <= kinds


def test_a_renumbered_case_has_both_numbers() -> None:
    entries = data_of(CHAPTER + "\namend 8.3 in errata as correction\n  renumbers to 8.35\n")["entries"]
    assert entry(entries, "8.35")["n"] == ["8.35", "8.3"]


def test_struck_and_deleted_text_is_not_found_but_the_number_is(entries: list[dict[str, Any]]) -> None:
    assert entry(entries, "8.6")["x"] == "" and entry(entries, "8.6")["m"] == "deleted"


def test_pages_of_the_manual_are_found_by_their_headings() -> None:
    page = Page("language/rules.md", "Rules", "# Rules\n\n## Verdicts and `may`\n\ntext\n")
    found = data_of(pages=(page,))["entries"][-1]
    assert found == {"k": "page", "b": "", "u": "language/rules.html", "t": "Rules", "s": ["Verdicts and may"], "x": ""}
