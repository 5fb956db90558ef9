"""Set-ups as questions: where pieces start, what corrections do to them, and that nothing is said outside their scenario."""

from __future__ import annotations

import pytest

from rulewright.base.diagnostics import Severity
from rulewright.base.source import Source
from rulewright.core.lower import lower
from rulewright.engines.interpreter.ask import ask
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source

BOOK = """\
rulebook campaign "Campaign"
  numbering decimal

source printed "Booklet"
  not held

source errata "Errata"
  amends printed

edition printed = printed
edition errata = printed + errata

measure SP "strength point"

scenario 19.32 "The first campaign" in printed
  not held
  place lannes "Lannes" at B1111 or B1112, the french_player chooses with strength 5 SP, arm infantry
  enters ney in september at B2401

scenario 19.4 "The second campaign" in printed
  not held
  place lannes "Lannes" at B2401

amend 19.32 in errata as correction
  corrects hex of depot from B4249 to B4219
  corrects strength of lannes from 5 SP to 6 SP
"""


def program(edition: str, text: str = BOOK) -> Program:
    blocks, found = parse_source(Source("rulebook.case", text))
    book, faults = build_rulebook(SyntaxTree("campaign", blocks), ledger=None, slug="campaign")
    typed, wrong = resolve(book, edition)
    assert not [d.message for d in (*found, *faults, *wrong) if d.severity is Severity.ERROR]
    return typed


@pytest.mark.parametrize(
    ("question", "scenario", "expected"),
    [
        ("set_up(lannes, B1111)", "19.32", "permitted"),
        ("set_up(lannes, B1112)", "19.32", "permitted"),
        ("set_up(lannes, B2401)", "19.32", "forbidden"),
        ("set_up(lannes, B2401)", "19.4", "required"),
        ("set_up(lannes, B1111)", "19.4", "forbidden"),
        ("set_up(depot, B4219)", "19.32", "required"),
        ("set_up(depot, B4219)", "19.4", None),
        ("set_up(lannes, B1111)", None, None),
        ("set_up_place(lannes)", "19.4", "B2401"),
        ("set_up_place(lannes)", "19.32", None),
        ("set_up_place(depot)", "19.32", "B4219"),
        ("enters(ney, september, B2401)", "19.32", "required"),
        ("enters(ney, september, B1111)", "19.32", "forbidden"),
        ("set_up_strength(lannes)", "19.32", 6),
        ("set_up_arm(lannes)", "19.32", "infantry"),
    ],
)
def test_pieces_can_be_asked_for(question: str, scenario: str | None, expected: object) -> None:
    answer = ask(lower(program("errata")), question, {}, scenario=scenario)
    assert answer.value == expected
    assert answer.status.value == ("undetermined" if expected is None else "answered")


def test_an_edition_before_the_correction_has_the_old_value() -> None:
    assert ask(lower(program("printed")), "set_up_strength(lannes)", {}, scenario="19.32").value == 5


def test_the_places_of_the_only_map_are_the_places() -> None:
    text = BOOK.replace("measure SP", 'map europe "Europe": B0101..B6050\n\nmeasure SP')
    assert ask(lower(program("errata", text)), "set_up(lannes, B0101)", {}, scenario="19.32").value == "forbidden"


def test_what_a_book_declares_itself_is_left_alone() -> None:
    text = BOOK.replace("measure SP", "enum piece: lannes, ney, depot, davout\n\nmeasure SP")
    assert "davout" in program("errata", text).enums["piece"].values


def test_all_that_a_line_says_of_a_piece_has_its_tags() -> None:
    text = BOOK.replace("infantry\n  enters", "infantry  @C-1\n  enters")
    of_lannes = [rule for rule in program("printed", text).rules if rule.id.startswith("19.32.lannes")]
    assert {rule.question for rule in of_lannes} == {"set_up", "set_up_strength", "set_up_arm"}
    assert [rule.id for rule in of_lannes if rule.question != "set_up" and rule.tags != ("C-1",)] == []
