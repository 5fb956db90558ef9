"""Corrections of table cells and of set-ups."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulebook.books import acts, build, case_of
from rulewright.rulebook.model import CaseInForce
from rulewright.syntax import nodes
from rulewright.syntax.formatter import format_source

VOCABULARY = 'measure hex "hex"\nenum troop: line, elite\nenum job: repair, convert\n'


def rows(case: CaseInForce) -> list[list[str]]:
    (table,) = [one.node for one in case.provisions if isinstance(one.node, nodes.Table)]
    return [[cell.text for cell in row.cells] for row in table.rows]


def pieces(case: CaseInForce) -> dict[str, nodes.Setup]:
    return {line.piece: line for line, _ in case.other if isinstance(line, nodes.Setup)}


TWO_WAY = """\
case 6.69
  table rail(t: troop, j: job): 0..9 hex
    |       | repair | convert |
    | line  | 5      | 1       |
    | elite | 6 hex  | 2       |
"""


def test_a_cell_of_a_table_of_two_keys() -> None:
    text = VOCABULARY + TWO_WAY + 'amend 6.69 in errata as correction\n  corrects rail row "elite" column "repair" from 6 hex to 7 hex\n'
    case = case_of(text, "6.69")
    assert rows(case)[2] == ["elite", "7 hex", "2"]
    assert acts(case) == [("corrects row “elite”, column “repair” of rail from 6 hex to 7 hex", True)]


@pytest.mark.parametrize(("there", "said"), [("10/100", "10/100"), ("10/100", "1/10"), ("1 / 10 SP", "2/20 SP"), ("2", "4/2 SP")])
def test_the_old_value_of_a_cell_is_held_against_the_number_that_is_meant(there: str, said: str) -> None:
    table = f"case 5.1\n  table rate(t: troop): 0..9 SP\n    | line | {there} |\n"
    text = VOCABULARY + 'measure SP "point"\n' + table + "amend 5.1 in errata as correction\n"
    assert rows(case_of(text + f'  corrects rate row "line" column "rate" from {said} to 3 SP\n', "5.1")) == [["line", "3 SP"]]
    _, findings = build(text + '  corrects rate row "line" column "rate" from 3/10 to 3 SP\n')
    assert [one.code for one in findings] == ["RW117"]


@pytest.mark.parametrize("column", ["to_hit", "value", ""])
def test_a_cell_of_a_table_of_one_key(column: str) -> None:
    text = (
        VOCABULARY
        + "case 5.1\n  table to_hit(t: troop): 1..6\n    | line | 5 |\n    | elite | - |\n"
        + f'amend 5.1 in errata as correction\n  corrects to_hit row "line" column "{column}" from 5 to 6\n'
    )
    assert rows(case_of(text, "5.1")) == [["line", "6"], ["elite", "-"]]


def test_an_empty_cell_is_corrected_and_a_cell_becomes_empty() -> None:
    text = (
        VOCABULARY
        + "case 5.1\n  table to_hit(t: troop): -1..6\n    | line | - |\n    | elite | -1 |\n"
        + "amend 5.1 in errata as correction\n"
    )
    changes = '  corrects to_hit row "line" column "to_hit" from - to -1\n  corrects to_hit row "elite" column "to_hit" from -1 to -\n'
    case = case_of(text + changes, "5.1")
    assert rows(case) == [["line", "-1"], ["elite", "-"]]
    assert format_source(text + changes).endswith(changes)
    _, findings = build(text + '  corrects to_hit row "line" column "to_hit" from 2 to 3\n')
    assert [(one.code, one.message) for one in findings] == [("RW117", "row `line`, column `to_hit` of `to_hit` is `-`, not `2`")]


def test_a_table_that_is_not_held_learns_its_cells() -> None:
    text = (
        VOCABULARY
        + "case 6.69\n  table rail(t: troop, j: job): 0..9 hex\n    not held\n"
        + 'amend 6.69 in errata as correction\n  corrects rail row "line" column "repair" from 1 to 5\n'
        + '  corrects rail row "elite" column "convert" from 1 to 2\n  corrects rail row "line" column "convert" from 9 to 3\n'
    )
    assert rows(case_of(text, "6.69")) == [["", "repair", "convert"], ["line", "5", "3"], ["elite", "-", "2"]]
    one = (
        VOCABULARY
        + "case 5.1\n  table to_hit(t: troop): 1..6\n    not held\n"
        + 'amend 5.1 in errata as correction\n  corrects to_hit row "line" column "to_hit" from 5 to 6\n'
    )
    assert rows(case_of(one, "5.1")) == [["line", "6"]]


@pytest.mark.parametrize("cell", ["-", ""])
def test_a_cell_that_is_not_held_is_told_by_a_correction(cell: str) -> None:
    text = (
        VOCABULARY
        + f"case 6.69\n  table rail(t: troop, j: job): 0..9 hex\n    | | repair | convert |\n    | line | 4 | {cell} |\n    not held\n"
        + 'amend 6.69 in errata as correction\n  corrects rail row "line" column "convert" from 9 to 3\n'
    )
    assert rows(case_of(text, "6.69")) == [["", "repair", "convert"], ["line", "4", "3"]]


def test_a_row_that_is_known_learns_a_new_column() -> None:
    text = (
        VOCABULARY
        + "case 6.69\n  table rail(t: troop, j: job): 0..9 hex\n    not held\n"
        + 'amend 6.69 in errata as correction\n  corrects rail row "elite" column "repair" from 1 to 5\n'
        + '  corrects rail row "line" column "repair" from 1 to 4\n  corrects rail row "line" column "convert" from 9 to 3\n'
    )
    assert rows(case_of(text, "6.69")) == [["", "repair", "convert"], ["elite", "5", "-"], ["line", "4", "3"]]


@pytest.mark.parametrize(
    ("old", "new", "cell"), [("none", "yes", "yes"), ("-1", "0 hex", "0 hex"), ('"a b"', "no", "no"), ("a + 1", "line", "line")]
)
def test_values_as_people_write_them(old: str, new: str, cell: str) -> None:
    """A table that is not held checks no old value; what stands there afterwards is the new value in plain words."""
    text = (
        VOCABULARY
        + "case 5.1\n  table to_hit(t: troop): 1..6\n    not held\n"
        + f'amend 5.1 in errata as correction\n  corrects to_hit row "line" column "to_hit" from {old} to {new}\n'
    )
    assert rows(case_of(text, "5.1")) == [["line", cell]]


SETUP = """\
scenario 19.3 "1809"
  place depot "Depot" at B1 or B2 with strength 5, quality elite
  enters corps in april at B3
"""


def test_fields_of_a_piece() -> None:
    text = (
        VOCABULARY
        + SETUP
        + (
            "amend 19.3 in errata as correction\n  corrects hex of depot from B2 to B4\n  corrects strength of depot from 5 to -1\n"
            "  corrects quality of depot from elite to line\n  corrects turn of corps from april to june\n"
        )
    )
    found = pieces(case_of(text, "19.3"))
    assert found["depot"].at == ("B1", "B4")
    assert dict(found["depot"].fields) == {"strength": nodes.Minus(nodes.Number(Fraction(1))), "quality": nodes.Call("line")}
    assert found["corps"].turn == "june"


def test_a_set_up_that_is_not_held_learns_its_pieces() -> None:
    text = VOCABULARY + (
        'scenario 19.3 "1809"\n  not held\namend 19.3 in errata as correction\n  corrects hex of depot from B1 to B2\n'
        "  corrects strength of depot from 1 to 2\n  corrects turn of corps from april to june\n  corrects strength of guard from 4 to 5\n"
        "amend 19.3 in second as correction\n  corrects hex of guard from A1 to A2\n"
    )
    found = pieces(case_of(text, "19.3"))
    assert found["depot"] == nodes.Setup(nodes.SetupKind.PLACE, "depot", at=("B2",), fields=(("strength", nodes.Number(Fraction(2))),))
    assert (found["corps"].kind, found["corps"].turn) == (nodes.SetupKind.ENTERS, "june")
    assert (found["guard"].at, dict(found["guard"].fields)) == (("A2",), {"strength": nodes.Number(Fraction(5))})


def test_an_amendment_places_and_removes_pieces() -> None:
    text = (
        VOCABULARY
        + SETUP
        + ("amend 19.3 in errata as addition\n  place general at B9\namend 19.3 in second as correction\n  removes piece depot\n")
    )
    case = case_of(text, "19.3")
    assert set(pieces(case)) >= {"corps", "general"}
    assert pieces(case)["depot"].kind is nodes.SetupKind.REMOVES
    assert [act for act, _ in acts(case)] == ["places general", "removes depot"]
    assert pieces(case_of(text, "19.3", "errata"))["depot"].kind is nodes.SetupKind.PLACE


LOSSES = """\
case 5.1
  table losses(n: 0..20): 0..9 hex
    | 1..3  | 1 |
    | 4..6  | 2 |
    | 9..   | 3 |
amend 5.1 in errata as correction
"""


def test_rows_are_added_where_their_numbers_belong_and_deleted_by_their_keys() -> None:
    case = case_of(VOCABULARY + LOSSES + "  deletes row | 4..6 |\n  adds row | 4..8 | 2 hex |\n  adds row to losses | 0 | 0 |\n", "5.1")
    assert rows(case) == [["0", "0"], ["1..3", "1"], ["4..8", "2 hex"], ["9..", "3"]]
    assert acts(case) == [("deletes the row “4..6”", True), ("adds the row “4..8”", True), ("adds the row “0” to losses", True)]


def test_rows_whose_keys_are_words_come_last() -> None:
    case = case_of(VOCABULARY + TWO_WAY + "amend 6.69 in errata as correction\n  adds row | any | 1 | 1 |\n", "6.69")
    assert rows(case)[-1] == ["any", "1", "1"]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("deletes row | 5..6 |", "RW119", "table `losses` has no row `5..6`"),
        ("deletes row from loses | 4..6 |", "RW119", "case 5.1 has no table `loses`"),
        ("deletes row | 4..6 | 3 |", "RW117", "row `4..6` of `losses` is `2`, not `3`"),
        ("deletes row | 4..6 | few |", "RW117", "row `4..6` of `losses` is `2`, not `few`"),
        ("adds row | 4..6 | 3 |", "RW117", "table `losses` has a row `4..6` already"),
    ],
)
def test_rows_that_do_not_fit(line: str, code: str, message: str) -> None:
    _, findings = build(VOCABULARY + LOSSES + f"  {line}\n")
    assert [(one.code, one.message) for one in findings] == [(code, message)]


def test_a_row_that_is_there_already_is_corrected_or_deleted_first() -> None:
    _, (found,) = build(VOCABULARY + LOSSES + "  adds row | 4..6 | 3 |\n")
    assert found.help == 'correct a cell of it (`corrects … row "…" column "…" from … to …`), or delete it first'


def test_cells_that_are_no_numbers_are_held_against_each_other_by_their_words() -> None:
    table = "  table post(n: 0..9): job\n    | 1 | repair |\n"
    _, (one,) = build(f"{VOCABULARY}case 5.1\n{table}amend 5.1 in errata as change\n  deletes row | 1 | convert |\n")
    assert one.message == "row `1` of `post` is `repair`, not `convert`"


def test_the_other_cells_of_a_deleted_row_are_what_the_table_has() -> None:
    assert rows(case_of(VOCABULARY + LOSSES + "  deletes row | 4..6 | 2 hex |\n", "5.1")) == [["1..3", "1"], ["9..", "3"]]


def test_the_row_of_headings_has_no_key_by_which_it_could_be_deleted() -> None:
    heads = "  table rail(t: troop, j: job): 0..9 hex\n    | | repair |\n    | line | 5 |\n    | elite | 6 |\n"
    _, found = build(VOCABULARY + f"case 6.69\n{heads}amend 6.69 in errata as change\n  deletes row | |\n")
    (one,) = found
    assert (one.code, one.help) == ("RW119", "its rows are `line`, `elite`")


def test_a_row_with_the_number_0_comes_after_rows_of_words() -> None:
    table = "  table losses(n: 0..9): 0..9\n    | none | 1 |\n    | 1..3 | 2 |\n    | 4..6 | 3 |\n"
    case = case_of(f"case 5.1\n{table}amend 5.1 in errata as change\n  adds row | 0 | 4 |\n", "5.1")
    assert [one for one, _ in rows(case)] == ["none", "0", "1..3", "4..6"]


def test_a_row_of_one_of_two_tables_says_which() -> None:
    two = VOCABULARY + LOSSES.replace("amend", "  table gains(n: 0..20): 0..9\n    | 1 | 1 |\namend")
    _, findings = build(two + "  adds row | 8 | 3 |\n")
    assert [one.code for one in findings] == ["RW119"]
    assert findings[0].message == "case 5.1 has 2 tables, and the row does not say of which it is"
    assert not build(two + "  adds row to gains | 8 | 3 |\n")[1]


def test_two_amendments_of_one_source_to_one_row_have_no_order() -> None:
    text = VOCABULARY + LOSSES + "  deletes row | 4..6 |\namend 5.1 in errata as change\n  adds row | 4..6 | 5 |\n"
    assert "RW112" in [one.code for one in build(text)[1]]


@pytest.mark.parametrize(
    ("new", "text"),
    [
        (", too", "Mud slows, too."),
        ("; so does ice", "Mud slows; so does ice."),
        (": 2 MP", "Mud slows: 2 MP."),
        ("units", "Mud slows units."),
        ("(a bit)", "Mud slows (a bit)."),
        (")", "Mud slows)."),
    ],
)
def test_what_is_inserted_is_parted_by_a_blank_unless_it_begins_with_a_mark(new: str, text: str) -> None:
    case = case_of(f'case 5.1\n  "Mud slows."\namend 5.1 in errata as correction\n  inserts "{new}" after "slows"\n', "5.1")
    assert [one.text for one in case.text] == [text]
