"""A page holds what every edition has: what is not in all of them carries the names of those that have it, and only today's is shown."""

from __future__ import annotations

from pages.books import FRONT, campaign, case_of, pages_of
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.site.given import BookOfSite, found_in

RULES = """\
chapter 8.0 "Movement"

case 8.1 "Allowance"
  in_mud: take 2 MP from allowance(u) when weather is mud
  allowance(u) is printed_allowance(u)

case 8.2 "Snow"
  take 1 MP from allowance(u) when weather is snow
  table cost(weather: weather, arm: arm): 0..9 MP
    |       | infantry | cavalry |
    | clear | 1        | 1       |
    | mud   | 2        | 3       |

case 8.3 "Leaders"
  overrides 8.1
  allowance(u) is 20 MP when u.arm is leader

amend 8.1.in_mud in errata as correction
  deletes the part
  in_mud: take 4 MP from allowance(u) when weather is mud

amend 8.2 in errata as correction
  corrects cost row "mud" column "infantry" from 2 to 4
  take 1 MP from allowance(u) when weather is snow and u.arm is cavalry

amend 8.3 in errata as clarification
  example "a leader"
    given u.arm is leader, weather is clear
    then allowance(u) is 20 MP
"""


def page(front: str = FRONT, chapter: str = RULES) -> str:
    return pages_of(campaign(chapter, front))["movement"]


def test_a_rule_that_was_another_is_there_for_its_edition_with_its_words_marked() -> None:
    case = case_of(page(), "8.1")
    was = case[case.index('<li data-rw-in="printed" hidden>') :]
    assert "<mark>2</mark> movement points are taken" in was[: was.index("</li>")]
    assert "Is another today." in was[: was.index("</li>")]
    assert '<li id="rule-8.1.in_mud" data-rw-in="errata"><p>4 movement points' in case
    assert case.count('id="rule-8.1.in_mud"') == 1, "an address is that of today's rule"
    assert case.count("is the printed allowance of the unit") == 1, "what is in both is there once, though it is counted otherwise"
    assert '<li id="rule-8.1.1"><p>The movement allowance' in case


def test_a_rule_that_came_later_is_not_in_the_earlier_edition() -> None:
    case = case_of(page(), "8.2")
    later = case[case.index("<li ", case.index("is cavalry") - 400) :]
    assert 'data-rw-in="errata"' in later[: later.index(">")]


def test_a_table_that_was_another_marks_its_cells_and_says_what_they_are_now() -> None:
    case = case_of(page(), "8.2")
    assert '<div id="rule-8.2.cost" class="rw-table" data-rw-in="errata">' in case
    was = case[case.index('<div class="rw-table" data-rw-in="printed" hidden>') :]
    was = was[: was.index("</table>")]
    assert "<td><mark>2</mark> <small>now 4</small></td>" in was and was.count("<mark>") == 1


def test_the_line_of_what_is_folded_counts_what_the_edition_has() -> None:
    case = case_of(page(), "8.2")
    assert '<span data-rw-in="errata">2 rules</span><span data-rw-in="printed" hidden>1 rule</span>' in case
    case = case_of(page(), "8.3")
    assert "1 rule, 1 example, 1 note and 1 related case" in case and '<ul class="rw-examples">' in case
    assert 'data-rw-in="errata"' in case[: case.index('<ul class="rw-examples">')]


def test_what_yields_to_a_rule_says_so_in_the_editions_that_have_both() -> None:
    assert "Overridden by" in case_of(page(), "8.1")
    later = RULES.replace(
        "amend 8.3 in", 'case 8.4 "Marshals" new in errata\n  overrides 8.3\n  allowance(u) is 30 MP when u.reserve\n\namend 8.3 in'
    )
    assert '<p class="rw-yields" data-rw-in="errata">Overridden by' in case_of(page(chapter=later), "8.3")


def test_a_case_that_only_an_earlier_edition_has_is_on_the_page_for_it() -> None:
    front = FRONT.replace(
        'edition errata "With errata" = printed + errata', 'edition draft = printed + errata\nedition errata "Final" = printed'
    )
    shown = page(front, RULES + '\ncase 8.9 "Rockets" new in errata\n  "A rocket flies."\n')
    gone = shown[shown.index('<div hidden data-rw-in="draft">') :]
    assert "Rockets" in gone and "A rocket flies." in gone and "{#case-8.9" not in shown


def test_a_finding_is_of_the_editions_that_it_names() -> None:
    def found(edition: str, *notes: str) -> Diagnostic:
        return Diagnostic("RW301", "contradiction", Severity.INFO, "no", (), notes=("accepted in 8.1: so", *notes), edition=edition)

    everywhere, late = found(""), found("errata")
    two = found("errata", "in the editions `draft`, `errata`")
    assert found_in(everywhere, "printed") and found_in(late, "errata") and not found_in(late, "printed")
    assert found_in(two, "draft") and not found_in(two, "printed")
    given = campaign()
    given.diagnostics = (everywhere, late, Diagnostic("RW353", "name-differs", Severity.INFO, "no", (), notes=("accepted in 8.1: so",)))
    of = BookOfSite(given)
    assert (len(of.accepted_contradictions("errata")), len(of.accepted_contradictions("printed"))) == (2, 1)
    pages = pages_of(given)
    assert 'data-accepted="1 accepted contradiction"' in pages["movement"] and ">2 accepted contradictions</a>" in pages["movement"]
    assert "<b>2</b> <span>accepted contradictions</span>" in pages["index"]
    assert "## 2 accepted contradictions" in pages["findings"] and "## 1 other finding accepted" in pages["findings"]
