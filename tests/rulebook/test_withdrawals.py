"""Errata that are withdrawn: `withdraws` brings back what was there, and nothing that others did since is lost."""

from __future__ import annotations

from random import Random

import pytest

from rulebook.books import build, codes, ids, words
from rulewright.rulebook.model import CaseInForce, Rulebook, withdrawing_entry
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

FRONT = """\
rulebook posts "Posts"
source printed "Rules"
source sheet1 "First sheet"
  amends printed
source letter "A letter"
  amends printed
source sheet2 "Second sheet"
  amends printed
source sheet3 "Third sheet"
  amends printed
edition printed = printed
edition first = printed + sheet1
edition second = printed + sheet1 + letter + sheet2
edition third = printed + sheet1 + letter + sheet2 + sheet3
edition other = printed + sheet2
enum weather: clear, mud
fact weather: weather "the weather"
value rate: 0..9 "the rate"
value toll: 0..9 "the toll"

"""
RATE = (
    FRONT
    + """case 4.2 "Rate"
  "The rate is 3. It is low."
  first: rate is 3

amend 4.2.first in sheet1 as correction
  replaces "3" with "5"
  deletes the part
  first: rate is 5

"""
)


def case_in(book: Rulebook, number: str, edition: str) -> CaseInForce:
    case = book.views[edition].find_case(number)
    assert case is not None
    return case


def sound(text: str) -> Rulebook:
    book, findings = build({"rulebook.case": text})
    assert not findings, [(finding.code, finding.message) for finding in findings]
    return book


def lines(case: CaseInForce) -> list[str]:
    return [text_of(provision.node) for provision in case.provisions if isinstance(provision.node, nodes.Rule)]


@pytest.mark.parametrize("head", ["4.2", "4.2.first"])
def test_text_and_rules_come_back_together(head: str) -> None:
    book = sound(f"{RATE}amend {head} in sheet2 as correction\n  withdraws sheet1\n")
    first, second = case_in(book, "4.2", "first"), case_in(book, "4.2", "second")
    assert (words(first), lines(first)) == (["The rate is 5. It is low."], ["rate is 5"])
    assert (words(second), lines(second), ids(second)) == (["The rate is 3. It is low."], ["rate is 3"], ["4.2.first"])
    assert second.provisions[0].origin.source == "printed"


def test_the_history_says_what_is_undone_and_which_entry_is_withdrawn() -> None:
    book = sound(f'{RATE}amend 4.2 in sheet2 as correction\n  withdraws sheet1\n  "As before."\n')
    made, taken_back = case_in(book, "4.2", "second").history
    assert taken_back.acts == (
        "withdraws sheet1",
        "undoes: replaces “3” with “5” in the part “first”",
        "undoes: deletes the part “first”",
        "undoes: adds a rule",
        "adds text",
    )
    assert taken_back.withdrawn == (made.origin,)
    assert withdrawing_entry((made, taken_back), made) is taken_back
    assert withdrawing_entry((made, taken_back), taken_back) is None


def test_an_edition_without_the_source_is_as_it_was() -> None:
    book = sound(f"{RATE}amend 4.2 in sheet2 as correction\n  withdraws sheet1\n")
    case = case_in(book, "4.2", "other")
    assert (words(case), lines(case)) == (["The rate is 3. It is low."], ["rate is 3"])
    assert [entry.acts for entry in case.history] == [("withdraws sheet1",)]


def test_what_another_source_did_to_other_words_stays() -> None:
    letter = 'amend 4.2 in letter as correction\n  replaces "low" with "too low"\n  also: toll is 1\n'
    book = sound(f"{RATE}{letter}amend 4.2 in sheet2 as correction\n  withdraws sheet1\n")
    case = case_in(book, "4.2", "second")
    assert (words(case), lines(case)) == (["The rate is 3. It is too low."], ["rate is 3", "toll is 1"])


@pytest.mark.parametrize("act", ['replaces "5" with "6"', "deletes the part", "deletes the case", 'replaces the case\n  "New words."'])
def test_what_a_later_source_is_built_on_cannot_be_withdrawn_alone(act: str) -> None:
    text = f"{RATE}amend 4.2.first in letter as correction\n  {act}\namend 4.2 in sheet2 as correction\n  withdraws sheet1\n"
    book, findings = build({"rulebook.case": text})
    assert codes(findings) == ["RW134"]
    assert words(case_in(book, "4.2", "second")) != ["The rate is 3. It is low."]
    both = sound(text + "  withdraws letter\n")
    case = case_in(both, "4.2", "second")
    assert (words(case), lines(case)) == (["The rate is 3. It is low."], ["rate is 3"])


def test_a_withdrawal_that_is_withdrawn_brings_the_erratum_back() -> None:
    book = sound(f"{RATE}amend 4.2 in sheet2 as change\n  withdraws sheet1\namend 4.2 in sheet3 as change\n  withdraws sheet2\n")
    case = case_in(book, "4.2", "third")
    assert (words(case), lines(case)) == (["The rate is 5. It is low."], ["rate is 5"])
    assert withdrawing_entry(case.history, case.history[0]) is None
    again, findings = build({"rulebook.case": f"{RATE}amend 4.2 in sheet2 as change\n  withdraws sheet1\n"
                                              "amend 4.2 in sheet3 as change\n  withdraws sheet1\n"})  # fmt: skip
    assert codes(findings) == ["RW133"] and "already" in findings[0].help
    assert words(case_in(again, "4.2", "third")) == ["The rate is 3. It is low."]


def test_cells_and_rows_come_back() -> None:
    text = (
        FRONT
        + """case 4.3 "Cost"
  table cost(weather: weather): 0..9 "the cost"
    | clear | 1 |
    | mud   | 2 |

amend 4.3 in sheet1 as correction
  corrects cost row "mud" column "cost" from 2 to 4
  deletes row | clear |

amend 4.3 in sheet2 as correction
  withdraws sheet1
"""
    )
    book = sound(text)
    (printed,), (second,) = case_in(book, "4.3", "printed").provisions, case_in(book, "4.3", "second").provisions
    assert (second.node, second.corrections) == (printed.node, ())


def test_a_deleted_case_comes_back_and_a_new_one_goes() -> None:
    text = (
        FRONT
        + """case 4.4 "Gone"
  "It goes."
  rate is 1

amend 4.4 in sheet1 as change
  deletes the case

case 5.1 "New" new in sheet1
  "It comes."

amend 4.4 in sheet2 as change
  withdraws sheet1
  toll is 1
"""
    )
    withdrawing = "amend 5.1 in sheet2 as change\n  withdraws sheet1\n"
    book, findings = build({"rulebook.case": (text + withdrawing).replace("edition other = printed + sheet2\n", "")})
    assert not findings
    gone, new = case_in(book, "4.4", "second"), case_in(book, "5.1", "second")
    assert (gone.deleted, words(gone), lines(gone)) == (False, ["It goes."], ["rate is 1", "toll is 1"])
    assert (new.deleted, words(new), new.history[-1].acts) == (True, [], ("withdraws sheet1",))


def test_a_number_comes_back_and_references_follow() -> None:
    text = (
        FRONT
        + """case 8.6 "Weather"
  "For ice see [8.7]."

case 8.7 "Ice"
  "Ice takes none."

amend 8.7 in sheet1 as change
  renumbers to 8.9

amend 8.9 in sheet2 as change
  withdraws sheet1
"""
    )
    book = sound(text.replace("edition other = printed + sheet2\n", ""))
    assert (case_in(book, "8.6", "first").text[0].text, case_in(book, "8.6", "second").text[0].text) == (
        "For ice see [8.9].",
        "For ice see [8.7].",
    )
    ice = case_in(book, "8.7", "second")
    assert (ice.number, ice.id.number, words(ice)) == ("8.7", "8.7", ["Ice takes none."])


def test_one_statement_of_a_source_is_named_by_its_tag() -> None:
    text = (
        FRONT
        + """case 4.2 "Rate"
  "The rate is 3. It is low."

amend 4.2 in sheet1 as correction  @E-1
  replaces "3" with "5"

amend 4.2 in sheet1 as correction  @E-2
  replaces "low" with "high"

amend 4.2 in sheet2 as correction
  withdraws "E-1" of sheet1
"""
    )
    book, findings = build({"rulebook.case": text})
    assert set(codes(findings)) <= {"RW402"}
    assert words(case_in(book, "4.2", "second")) == ["The rate is 3. It is high."]


@pytest.mark.parametrize(
    ("act", "code"), [("withdraws letter", "RW133"), ("withdraws sheet2", "RW133"), ("withdraws \"E-9\" of sheet1", "RW133"),
                      ("withdraws sheet9", "RW104")]
)  # fmt: skip
def test_what_is_not_there_cannot_be_withdrawn(act: str, code: str) -> None:
    _, findings = build({"rulebook.case": f"{RATE}amend 4.2 in sheet2 as correction\n  {act}\n"})
    assert codes(findings) == [code]


def test_of_several_cases_one_is_enough() -> None:
    text = RATE + 'case 4.3 "Cost"\n  "It costs."\n\namend 4.3, 4.2 in sheet2 as correction\n  withdraws sheet1\n'
    assert words(case_in(sound(text), "4.2", "second")) == ["The rate is 3. It is low."]


ACTS = (
    'strikes "two"',
    'replaces "two" with "three"',
    'inserts "more" after "two"',
    'strikes from "two" to the end',
    'appends "And more."',
    "deletes the part",
    "deletes the case",
    "replaces the case",
    '"A sentence."',
    "rate is 4",
    "extra: toll is 2",
    "deletes row | mud |",
    "adds row | snow | 4 |",
    "extends to long",
    "confirms",
)


def test_what_is_wholly_withdrawn_leaves_every_case_as_printed() -> None:
    random = Random(4)
    withdrawn = 0
    for _ in range(120):
        printed = "".join(
            f'case 4.{number} "Case {number}"\n  "It takes two points."\n  first: rate is {number}\n'
            f"  table cost{number}(weather: weather): 0..9\n    | clear | 1 |\n    | mud | 2 |\n\n"
            for number in range(1, 4)
        )
        heads = [random.choice(("4.1", "4.2", "4.3", "4.1.first", "4.2, 4.3")) for _ in range(3)]
        acts = [random.sample(ACTS, random.randint(1, 3)) for _ in heads]
        amendments = "".join(
            f"amend {head} in sheet1 as change\n" + "".join(f"  {act}\n" for act in some) + "\n"
            for head, some in zip(heads, acts, strict=True)
        )
        numbers = sorted({number.removesuffix(".first") for head in heads for number in head.split(", ")})
        taken_back = f"amend {', '.join(numbers)} in sheet2 as change\n  withdraws sheet1\n"
        front = FRONT.replace("source printed", 'game long "Long"\ngame short "Short"\nsource printed', 1)
        book, findings = build({"rulebook.case": front + printed + amendments + taken_back})
        assert not {"RW133", "RW134"} & set(codes(findings)), amendments
        for number in numbers:
            before, after = case_in(book, number, "printed"), case_in(book, number, "second")
            assert (words(before), lines(before), before.scope) == (words(after), lines(after), after.scope), amendments
            assert (before.provisions, before.examples, before.other) == (after.provisions, after.examples, after.other), amendments
            withdrawn += 1
    assert withdrawn > 200
