"""The page of the sequence of play: the phases that a book declares, with the rules that speak in each."""

from __future__ import annotations

import re

import pytest

from pages.books import CHAPTER, FRONT, campaign, pages_of
from rulewright.base.resources import shipped_books
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.pages.play import phases_of, rules_by_phase
from rulewright.workspace.open_book import load

DECLARED = """
enum phase: supply_phase "the Supply Phase", movement, another_phase "another phase"
class any_phase: supply_phase, movement
fact phase: phase "the phase"
predicate supplied_now(u: unit) "{u} is supplied now"
"""
RULES = """
case 8.20 "Order of play"
  step 1 "Supply."
  step 2 "Movement."

case 8.21 "In its phase"
  may forage(u, t) when phase is supply_phase and u.arm is cavalry
  may not forage(u, t) when phase is not supply_phase
  allowance(u) is at least 3 MP when phase in any_phase
  may forage(u, t) unless phase is movement
  supplied_now(u) means phase is supply_phase and u.arm is leader
  must forage(u, t) when supplied_now(u)
"""


def page() -> str:
    return pages_of(campaign(CHAPTER + RULES, FRONT + DECLARED))["play"]


def part(title: str) -> str:
    return page().split(f"## {title} ")[1].split("\n## ")[0]


def test_each_phase_has_the_cases_and_rules_that_speak_in_it() -> None:
    assert re.findall(r"^## (.+?) \{", page(), re.MULTILINE) == ["Supply Phase", "Movement"]
    supply, movement = part("Supply Phase"), part("Movement")
    assert 'href="movement.html#case-8.21"' in supply and "4 rules" in supply
    assert "1 rule<" in movement and "rule-8.21.3" in movement and "rule-8.21.4" not in movement


def test_the_cases_about_the_order_of_play_come_first_with_their_steps() -> None:
    first = page().split("\n## ")[0]
    assert first.index("Order of play") < first.index("Supply.") < first.index("Movement.")


def test_a_book_without_phases_has_no_such_page() -> None:
    assert "play" not in pages_of(campaign())


@pytest.mark.parametrize("name", shipped_books())
def test_the_shipped_books_speak_in_their_phases(name: str) -> None:
    of = BookOfSite(load(name))
    phases = phases_of(of)
    assert len(phases) > 2 and any(rules_by_phase(of, phases).values())
