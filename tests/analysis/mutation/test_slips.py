"""What becomes of slips: each kind noticed and unnoticed, what alters nothing, what is refused, and the example that would notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from analysis.mutation.kinds import KNOWN, Known, book_of, example
from rulewright.analysis.mutation.line_mutations import mistaken_verb
from rulewright.analysis.mutation.model import Fate, SlipKind, SlipResult, SlipResults
from rulewright.analysis.mutation.run import SlipJob
from rulewright.base.keywords import Verb
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.base.workers import Workers
from rulewright.rulebook import build_rulebook
from rulewright.syntax.nodes import ShortVerb
from rulewright.syntax.parser import parse_folder


def slips_of(rules: str, budget: int = DEFAULT_BUDGET) -> SlipResults:
    return SlipJob(book_of(rules), "printed", budget, Workers()).result()


def the(slips: SlipResults, kind: SlipKind, was: str, now: str) -> SlipResult:
    """The one slip of that kind and those words."""
    found = [one for one in slips.results if (one.kind, one.was, one.now) == (kind, was, now)]
    assert len(found) == 1, [(one.kind.value, one.was, one.now) for one in slips.results]
    return found[0]


def of(known: Known, *said: tuple[str, str]) -> SlipResult:
    rules = known.rules + "".join(example(f"example {number}", one) for number, one in enumerate(said))
    return the(slips_of(rules), known.kind, known.was, known.now)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.kind.name.lower()}-{known.was}")
def test_each_kind_is_noticed_by_the_example_that_would_fail(known: Known) -> None:
    noticed = of(known, known.blind, known.sees)
    assert (noticed.fate, (noticed.noticed_by or "").endswith(": example 1")) == (Fate.NOTICED, True)
    missed = of(known, known.blind)
    assert missed.fate is Fate.UNNOTICED
    assert missed.counterexample is not None
    assert missed.counterexample.answer != missed.counterexample.with_slip


def test_every_kind_is_among_them() -> None:
    assert {known.kind for known in KNOWN} == set(SlipKind)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known.kind.name.lower()}-{known.was}")
def test_with_the_examples_that_it_writes_a_book_notices_every_slip(known: Known) -> None:
    before = slips_of(known.rules)
    written = "\n".join(
        one.counterexample.example
        for one in before.with_fate(Fate.UNNOTICED)
        if one.counterexample is not None and one.counterexample.first
    )
    after = slips_of(f"{known.rules}\n{written}")
    assert before.counts[Fate.UNNOTICED] > 0
    assert (after.counts[Fate.UNNOTICED], after.percent_noticed) == (0, 100)
    assert after.counts[Fate.EQUAL] == before.counts[Fate.EQUAL]
    assert after.counts[Fate.NOTICED] == before.counts[Fate.UNNOTICED]


@pytest.mark.parametrize(
    ("verb", "mistaken"),
    [
        ("may", "must"),
        ("must", "may"),
        ("may not", "may"),
        ("need not", "must"),
        ("may never", "may"),
        ("may always", "must"),
        ("may only", "may"),
        ("may … when and only when", "must … when and only when"),
        ("must … when and only when", "may … when and only when"),
        ("may … only while", "must … only while"),
        ("must … only while", "may … only while"),
        ("means", None),
        ("is", None),
        ("not", "yes"),
    ],
)
def test_the_verb_that_is_written_by_mistake(verb: str, mistaken: str | None) -> None:
    found = next(one for one in (*ShortVerb, *Verb) if one == verb)
    assert mistaken_verb(found) == mistaken


def test_what_alters_no_answer_is_told_equal() -> None:
    slips = slips_of("\ncase 1.1\n  may rest(u) when and only when hexes is at most 9\n")
    assert the(slips, SlipKind.BOUND, "9", "10").fate is Fate.EQUAL
    assert the(slips, SlipKind.BOUND, "9", "8").fate is Fate.UNNOTICED
    assert slips.percent_noticed == 0


def test_what_the_book_would_be_refused_for_is_no_slip() -> None:
    """Twenty is as many as there can be: the value is one less instead."""
    slips = slips_of("\ncase 1.1\n  allowance(u) is 20 MP\n")
    assert [(one.was, one.now) for one in slips.results] == [("20 MP", "19 MP")]


def test_what_cannot_be_decided_is_said_with_its_reason() -> None:
    slips = slips_of("\ncase 1.1\n  may rest(u) when and only when the number of units v with (v.sick) is at most 40\n")
    slip = the(slips, SlipKind.BOUND, "40", "41")
    assert (slip.fate, slip.counterexample) == (Fate.NOT_DECIDED, None)
    assert "no more than" in (slip.reason or "")
    assert slips.percent_noticed == 0


def test_both_halves_of_a_definition_slip_together() -> None:
    slips = slips_of("\ncase 1.1\n  fresh(u) means hexes is at least 3\n")
    told = the(slips, SlipKind.BOUND, "3", "4").counterexample
    assert told is not None
    assert (told.answer, told.with_slip) == ("yes", "no")


def test_an_example_that_fails_already_notices_nothing() -> None:
    rules = "\ncase 1.1\n  allowance(u) is 5 MP when u.arm is foot\n"
    slips = slips_of(rules + example("wrong", ("u.arm is foot", "allowance(u) is 7 MP")))
    assert the(slips, SlipKind.VALUE, "5 MP", "6 MP").fate is Fate.UNNOTICED


def test_one_example_is_written_for_several_slips() -> None:
    slips = slips_of("\ncase 1.1\n  allowance(u) is 5 MP when u.arm is foot\n  allowance(u) is 8 MP when u.arm is horse\n")
    value = the(slips, SlipKind.VALUE, "5 MP", "6 MP").counterexample
    arm = the(slips, SlipKind.VALUE, "foot", "horse").counterexample
    assert value is not None and arm is not None
    assert (value.first, arm.first, arm.example) == (True, False, value.example)


def test_the_same_for_every_number_of_workers() -> None:
    rules = "\n".join(
        known.rules.replace("1.", f"{number}.") for number, known in enumerate(KNOWN[:8], 1) if known.kind is not SlipKind.CELLS
    )
    book = book_of(rules.replace("way is", "way is at most"))
    alone = SlipJob(book, "printed", DEFAULT_BUDGET, Workers()).result()
    with Workers(2) as workers:
        assert SlipJob(book, "printed", DEFAULT_BUDGET, workers).result() == alone


PINNED = """rulebook coins "Coins"
source printed "Rules"
source errata "Errata"
  amends printed
edition printed = printed
edition errata = printed + errata
fact price: 0..9 "the price"
value cost: 0..9 "the cost"

case 1.1 "Cost"
  "A thing costs its price, and one more from five."
  cost is price
  add 1 to cost when price is at least 5

  example "five"
    with edition printed
    given price is 5
    then cost is 6

  example "four"
    with edition printed
    given price is 4
    then cost is 4

case 1.2 "Discount" new in errata
  "At nine one less."
  take 1 from cost when price is 9
"""


def test_an_example_of_an_earlier_edition_notices_what_is_in_force_there(tmp_path: Path) -> None:
    (tmp_path / "rulebook.case").write_text(PINNED, encoding="utf-8")
    book, _ = build_rulebook(parse_folder(tmp_path)[0], ledger=None, slug="coins")
    slips = SlipJob(book, "errata", DEFAULT_BUDGET, Workers()).result()
    noticed = {slip.line.address: slip.noticed_by for slip in slips.with_fate(Fate.NOTICED)}
    assert noticed == {"1.1.2": "1.1: four (edition printed)"}
    assert {slip.line.address for slip in slips.with_fate(Fate.UNNOTICED)} == {"1.2.1"}
