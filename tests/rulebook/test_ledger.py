"""The ledger: rows read, and errors that say which line is wrong."""

from __future__ import annotations

import pytest

from rulebook.books import build
from rulewright.base.source import Location
from rulewright.rulebook.ledger import read_ledger

HEAD = "item,section,locator,kind,summary,refs,computable,shape,ocr_note\n"


def test_rows_are_read_with_their_lines() -> None:
    text = (
        "\ufeff"
        + HEAD
        + 'GA-001,Title,Title,note,"One, two\nand three",,no,commentary,\r\n'
        + "\nGA-002a,[5.0],5.0 step 4,rule,Cavalry.,5.0,yes,procedure step,slip\n"
    )
    rows, findings = read_ledger(text, "ledger.csv")
    assert not findings
    assert [(row.item, row.line, row.computable) for row in rows] == [("GA-001", 2, "no"), ("GA-002a", 5, "yes")]
    assert rows[0].summary == "One, two\nand three"
    assert (rows[1].section, rows[1].locator, rows[1].kind, rows[1].refs, rows[1].shape, rows[1].ocr_note) == (
        "[5.0]", "5.0 step 4", "rule", "5.0", "procedure step", "slip",
    )  # fmt: skip


def test_columns_may_stand_in_another_order_and_be_few() -> None:
    rows, findings = read_ledger("computable,item,summary\nyes,A-1,Words\n", "ledger.csv")
    assert not findings
    assert (rows[0].item, rows[0].section) == ("A-1", "")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the ledger is empty"),
        ("item,summary\n", 1, "the ledger has no column `computable`"),
        (HEAD.replace("kind", "knid"), 1, "`knid` is not a column of a ledger"),
        (HEAD + "A-1,s,l,k,words,,maybe,x,\n", 2, "`maybe` is not yes, partly or no"),
        (HEAD + "A-1,s\n", 2, "this row has 2 cells and the ledger 9 columns"),
        (HEAD + ",s,l,k,words,,yes,x,\n", 2, "this row has no item"),
        (HEAD + "A-1,s,l,k,words,,yes,x,\nA-1,s,l,k,words,,yes,x,\n", 3, "item `A-1` is already on line 2"),
        (
            HEAD + 'A-1,"' + "x" * 140000 + '",l,k,words,,yes,x,\n',
            2,
            "the ledger cannot be read here: field larger than field limit (131072)",
        ),
    ],
)
def test_what_is_wrong_is_told(text: str, line: int, message: str) -> None:
    _, findings = read_ledger(text, "rules/x/ledger.csv")
    assert [(one.code, one.labels[0].location.line, one.message) for one in findings] == [("RW130", line, message)]
    assert findings[0].labels[0].location == Location("rules/x/ledger.csv", line, 1, line, 2)


def test_a_ledger_belongs_to_its_book() -> None:
    book, findings = build({"example/rulebook.case": 'rulebook example "Example"\n'}, ledger="item\n")
    assert book.ledger == ()
    assert {one.labels[0].location.path for one in findings} == {"example/ledger.csv"}
    assert {one.book for one in findings} == {"example"}
