"""Editions that are in force from a day: which one a day means, and where none is."""

from __future__ import annotations

from datetime import date

import pytest

from rulebook.books import acts, book_of, build, ids, words
from rulewright.base.errors import WrongInput
from rulewright.core.lower import lower
from rulewright.rulebook.dated_editions import day_of, edition_in_force
from rulewright.rulebook.model import CaseId, CaseInForce
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of
from rulewright.syntax.parser import parse_source, source_of

EDITIONS = (("printed", "1974-03-01"), ("draft", None), ("sheet", "1981-08-01"), ("errata", "1981-08-01"), ("reprint", "1979-01-01"))


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("1974-03-01", "printed"),
        ("1978-12-31", "printed"),
        ("1979-01-01", "reprint"),
        ("1981-07-31", "reprint"),
        ("1981-08-01", "errata"),
        ("2026-01-01", "errata"),
    ],
)
def test_the_edition_of_a_day_is_the_last_that_has_begun(day: str, edition: str) -> None:
    assert edition_in_force("b", EDITIONS, day_of(day)) == edition


def test_before_the_first_none_is_in_force() -> None:
    with pytest.raises(WrongInput, match="no edition of `b` is in force on 1974-02-28: the first, `printed`, is from 1974-03-01"):
        edition_in_force("b", EDITIONS, date(1974, 2, 28))


def test_without_days_none_is_in_force_and_the_way_to_say_it_is_shown() -> None:
    with pytest.raises(WrongInput, match="the front page says it: `edition errata = … from 1984-06-01`"):
        edition_in_force("b", (("printed", None), ("draft", None), ("errata", None)), date(2000, 1, 1))


@pytest.mark.parametrize("text", ["June 1984", "1984-6-1", "1984-02-30", ""])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(WrongInput, match="is not a date: write year, month and day"):
        day_of(text)


DATED = """
rulebook fees "Fees"
source ordinance "Ordinance"
source by_law "By-law"
  amends ordinance
{sources}
source late "A late by-law"
  amends ordinance
edition ordinance = ordinance from 2023-01-01
{editions}
precedence
  stated
  {policy}
value fee: 0..99
value toll: 0..99
case 3.1 "Fee"
  "The fee is 9."
  plain: fee is 9
  high: fee is 10
case 3.3 "Toll" new in late
  "The toll is 1."
  toll is 1
"""
CLAUSES = """
amend 3.1.plain in by_law{first} as change{day}
  replaces "9" with "12"
  deletes the part
  plain: fee is 12
case 3.2 "Toll" new in by_law{second}{later}
  "The toll is 2."
  toll is 2
amend 3.2 in by_law{second} as change "More"{later}
  replaces "2" with "3"
"""
WITH_DAYS = DATED.format(
    sources="",
    editions="edition by_law = ordinance + by_law from 2025-10-01\nedition late = by_law + late from 2026-07-01",
    policy="by_law over ordinance",
) + CLAUSES.format(first="", day=" from 1 January 2027", second="", later=" from 1 July 2027")
WRITTEN_OUT = DATED.format(
    sources="\n".join(
        f'source by_law_from_{day} "By-law, from {words}"\n  amends ordinance'
        for day, words in (("2027_01_01", "1 January 2027"), ("2027_07_01", "1 July 2027"))
    ),
    editions="""
edition by_law_until_2026_12_31 "by law, until 31 December 2026" = ordinance + by_law from 2025-10-01
edition by_law_until_2027_06_30 "by law, until 30 June 2027" = by_law_until_2026_12_31 + by_law_from_2027_01_01 from 2027-01-01
edition by_law "by law, from 1 July 2027" = by_law_until_2027_06_30 + by_law_from_2027_07_01 from 2027-07-01
edition late_until_2026_12_31 "late, until 31 December 2026" = by_law_until_2026_12_31 + late from 2026-07-01
edition late_until_2027_06_30 "late, until 30 June 2027" = by_law_until_2027_06_30 + late from 2027-01-01
edition late "late, from 1 July 2027" = ordinance + by_law + by_law_from_2027_01_01 + by_law_from_2027_07_01 + late from 2027-07-01
""".strip(),
    policy="by_law_from_2027_01_01 over ordinance",
) + CLAUSES.format(first="_from_2027_01_01", day="", second="_from_2027_07_01", later="")


def test_what_comes_into_force_later_is_a_source_and_editions_that_one_could_write_oneself() -> None:
    dated, written = book_of(WITH_DAYS), book_of(WRITTEN_OUT)
    assert [(name, *_time(edition)) for name, edition in dated.editions.items()] == [
        (name, *_time(edition)) for name, edition in written.editions.items()
    ]
    for edition, view in written.views.items():
        assert [_seen(case) for case in dated.views[edition].all_cases()] == [_seen(case) for case in view.all_cases()], edition
        (first, first_faults), (second, second_faults) = resolve(dated, edition), resolve(written, edition)
        assert [(fault.code, fault.message) for fault in first_faults] == [(fault.code, fault.message) for fault in second_faults]
        assert _precedences(first) == _precedences(second)


def _time(edition: nodes.Edition) -> tuple[object, ...]:
    return edition.title, edition.since, edition.sources


def _seen(case: CaseInForce) -> tuple[object, ...]:
    return case.number, case.source, words(case), ids(case), acts(case), [entry.origin.source for entry in case.history]


def _precedences(program: Program) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(one.by, one.targets) for question in lower(program).on.values() for one in question.precedence]


@pytest.mark.parametrize(
    ("day", "edition", "fee"),
    [
        ("2025-09-30", "ordinance", "9"),
        ("2025-10-01", "by_law_until_2026_12_31", "9"),
        ("2026-07-01", "late_until_2026_12_31", "9"),
        ("2026-12-31", "late_until_2026_12_31", "9"),
        ("2027-01-01", "late_until_2027_06_30", "12"),
        ("2030-01-01", "late", "12"),
    ],
)
def test_an_amendment_with_a_day_is_there_from_that_day(day: str, edition: str, fee: str) -> None:
    book = book_of(WITH_DAYS)
    assert edition_in_force("b", [(name, one.since) for name, one in book.editions.items()], day_of(day)) == edition
    assert words(book.views[edition].cases[CaseId("3.1")]) == [f"The fee is {fee}."]


def test_an_amendment_is_there_from_the_beginning_of_an_edition_that_begins_later() -> None:
    book = book_of(WITH_DAYS.replace("from 2025-10-01", "from 2027-01-01").replace("from 2026-07-01", "from 2028-01-01"))
    assert [(name, edition.since) for name, edition in book.editions.items()] == [
        ("ordinance", "2023-01-01"), ("by_law_until_2027_06_30", "2027-01-01"), ("by_law", "2027-07-01"), ("late", "2028-01-01"),
    ]  # fmt: skip


def test_a_withdrawal_means_all_of_the_source_or_what_came_on_a_day() -> None:
    withdrawn = ("3.1 in late as change", "by_law_from_2027_01_01"), ("3.2 in late as change from 1 July 2027", "by_law")
    book = book_of(WITH_DAYS + "".join(f"amend {head}\n  withdraws {source}\n" for head, source in withdrawn))
    case = book.views["late"].cases[CaseId("3.1")]
    assert (words(case), ids(case)) == (["The fee is 9."], ["3.1.plain", "3.1.high"])
    assert book.views["late"].cases[CaseId("3.2")].deleted
    assert words(book.views["by_law"].cases[CaseId("3.1")]) == ["The fee is 12."]


def test_two_sources_that_change_the_same_words_misfit_only_where_both_do() -> None:
    text = WITH_DAYS + 'amend 3.1 in late as change\n  replaces "9" with "8"\n'
    _, findings = build(text)
    assert [(finding.code, finding.edition) for finding in findings] == [("RW113", "late_until_2027_06_30")]


@pytest.mark.parametrize("day", ["30 February 2027", "2027-02-30", "February 2027"])
def test_a_day_that_there_is_not_is_no_day_from_which_something_is_in_force(day: str) -> None:
    _, problems = parse_source(source_of("x.case", f'case 3.2 "Toll" new in by_law from {day}\n  "Two."\n'))
    assert [(problem.code, problem.message) for problem in problems] == [("RW007", f"there is no day `{day}`")]


def test_a_day_may_be_written_in_either_form() -> None:
    (case,), _ = parse_source(source_of("x.case", 'case 3.2 new in by_law from 2027-01-01\n  "Two."\n'))
    assert text_of(case.block) == 'case 3.2 new in by_law from 1 January 2027\n  "Two."'
