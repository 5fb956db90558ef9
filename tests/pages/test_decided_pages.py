"""The pages of what was decided: findings with both texts, which rule goes first, and what changed between editions."""

from __future__ import annotations

import re

import pytest

from pages.books import CHAPTER, GivenBook, campaign, case_of, pages_of
from pages.test_pages import words
from rulewright.checks.run import run_checks
from rulewright.core.lower import lower
from rulewright.decision.compare.amendments import meaning
from rulewright.decision.judge.decide import pairs_settled
from rulewright.decision.judge.findings import Witness
from rulewright.semantics.resolve import resolve
from rulewright.site.given import BookOfSite
from rulewright.site.situation import Situation

PAGE = "changes-printed-errata"


def decided(given: GivenBook) -> GivenBook:
    """The book with what the checks, the precedence and the comparison of its editions really say."""
    programs = {name: lower(resolve(given.book, name)[0]) for name in given.book.editions}
    given.diagnostics = run_checks(given.book, programs)
    given.pairs = {name: pairs_settled(program) for name, program in programs.items()}
    given.changes = {("printed", "errata"): meaning(given.book, "printed", "errata")}
    return given


@pytest.fixture(scope="module")
def given() -> GivenBook:
    return decided(campaign())


@pytest.fixture(scope="module")
def pages(given: GivenBook) -> dict[str, str]:
    return pages_of(given)


def test_a_contradiction_shows_both_texts_the_situation_and_what_would_settle_it(pages: dict[str, str]) -> None:
    found = next(box for box in pages["findings"].split("\n\n") if "RW301" in box and "rw-sides" in box)
    said = words(found)
    assert found.count('class="rw-sides"') == 1 and "says permitted" in said and "says forbidden" in said
    assert "The unit may draw forage at the town when the arm of the unit is leader" in said
    assert "The unit may not draw forage at the town when the unit is in reserve" in said
    assert "The unit is in reserve yes" in said and "The arm of the unit leader" in said
    assert "What would settle it: Write overrides" in said and "then conflict forage(u, t)" in said


def test_an_accepted_contradiction_stands_apart_with_its_reason() -> None:
    given = campaign()
    chapter = "\nruling Q1 on 8.4 in errata\n"
    text = CHAPTER.replace(chapter, chapter + '  accepts contradiction with 8.4 because "the sheet says both"\n')
    given = decided(campaign(text))
    page = pages_of(given)["findings"]
    assert '{#accepted data-rw-in="errata"}' in page and "The sheet says both." in words(page)
    assert "What would settle it" not in words(page.split("{#accepted ")[1].split("{#")[0])


def test_which_rule_goes_first_names_each_pair_and_the_case_leads_there(pages: dict[str, str]) -> None:
    page = pages["precedence"]
    said = words(page)
    assert '{#contradictions data-rw-in="errata"}' in page and "Whether the unit draws forage at the town" in said
    assert re.search(r"8\.11\.1 8\.1\.1 stated", said), "the one that goes first stands first"
    case = case_of(pages["movement"], "8.1")
    assert 'href="precedence.html#pairs-allowance"' in case and "Disagrees with 8.11 ( settled by stated )" in words(case)


def test_the_rule_that_yields_says_which_rule_goes_before_it(pages: dict[str, str]) -> None:
    case = case_of(pages["movement"], "8.1")
    rule = case[case.index('id="rule-8.1.1"') :]
    assert '<p class="rw-relation rw-yields">Overridden by <a href="#rule-8.11.1" class="rw-ref">8.11.1</a>.</p>' in rule
    assert "rw-yields" not in case_of(pages["movement"], "8.11"), "the one that goes first yields to nothing"


def test_what_changed_counts_questions_and_classes_every_amendment(given: GivenBook, pages: dict[str, str]) -> None:
    compared = given.changes["printed", "errata"]
    page, said = pages[PAGE], words(pages[PAGE])
    assert "From “ As printed ” to “ With errata ”" in said
    for place, one in enumerate(compared.amendments, 1):
        row = page.split(f'id="amendment-{place}"')[1].split("</tr>")[0]
        group = page.split(f'id="amendment-{place}"')[0].rpartition("{#effect-is-")[2].split("}")[0]
        assert group == one.word.replace(" ", "-"), one.number
        assert words(f"<tr{row}").startswith(f"{one.number} ")
    assert f"{len({change.question for change in compared.differences.changes})} question" in said


def test_a_change_is_shown_in_the_words_of_the_book(pages: dict[str, str]) -> None:
    box = next(one for one in pages[PAGE].split("\n\n") if 'id="question-forage"' in one)
    said = words(box)
    assert "Whether the unit draws forage at the town" in said
    assert "undetermined → forbidden When the arm of the unit is infantry" in said
    assert "undetermined → conflict When the arm of the unit is leader and the unit is in reserve." in said
    assert "Caused by 8.4 ( addition ), Q1 ( ruling )." in said


def test_the_history_of_a_case_tells_what_its_amendment_does(pages: dict[str, str]) -> None:
    history = case_of(pages["movement"], "8.2").split("rw-history")[1]
    assert f'href="{PAGE}.html#amendment-' in history and "changes no answer" in words(history)


def test_editions_are_not_compared_where_that_is_not_wanted_and_not_kept(given: GivenBook) -> None:
    class Cold(GivenBook):
        @property
        def changes_are_kept(self) -> bool:
            return False

    cold = Cold(given.book, changes=given.changes)
    assert BookOfSite(cold, compare=False).changes == {} and BookOfSite(cold).changes == given.changes


def test_a_situation_calls_things_by_name_where_there_are_several_of_a_kind(given: GivenBook) -> None:
    of = BookOfSite(given)
    facts = (("distance(u, t)", "3 hex"), ("u.reserve", "no"), ("weather", "mud"))
    one = Situation(of, Witness("forage(u, t)", (("t", "town"), ("u", "unit")), facts))
    assert one.question() == "whether the unit draws forage at the town"
    assert words(one.table()) == "The distance from the unit to the town 3 hexes The unit is in reserve no The weather mud"
    several = Situation(
        of, Witness("forage(u, t)", (("t", "town"), ("u", "unit"), ("u2", "unit")), (), ("ney",), None, None, (("H_1", "no_mud"),))
    )
    assert several.question() == "whether unit u draws forage at the town"
    assert words(several.table()) == "With the option ney With the reading “Mud and leaders” as no mud There is also unit u2"
    assert several.value("-2 MP") == "-2 movement points" and several.value("undetermined") == "undetermined"
