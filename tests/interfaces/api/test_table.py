"""Many rows: each has the answer that it has alone, or the reason why it cannot be asked; rows that agree on what is looked at share work."""

from __future__ import annotations

import csv
import io
import random
import time
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import rulewright
from rulewright.engines.interpreter import ask

ARMS, WEATHERS = ("infantry", "cavalry", "artillery", "leader"), ("clear", "mud", "snow")
QUESTION = "allowance(u)"


@pytest.fixture(scope="module")
def book() -> rulewright.Book:
    return rulewright.load("la-grande-armee")


def rows_of(count: int, seed: int = 1) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    rows = [{"u.arm": rng.choice(ARMS), "weather": rng.choice(WEATHERS), "printed_allowance(u)": rng.randint(0, 20)} for _ in range(count)]
    for row in rows:
        if rng.random() < 0.1:
            row[rng.choice(list(row))] = None
        if rng.random() < 0.05:
            row["u.arm"] = "navy"
    return rows


def test_each_row_has_the_answer_that_it_has_alone(book: rulewright.Book) -> None:
    rows = rows_of(300)
    answers = list(book.table(QUESTION, rows))
    alone = rulewright.load("la-grande-armee")
    for number, (row, answer) in enumerate(zip(rows, answers, strict=True), 1):
        assert answer["row"] == number
        try:
            expected = alone.ask(QUESTION, {name: value for name, value in row.items() if value is not None}, brief=True)
        except rulewright.WrongInput as error:
            assert (answer["status"], answer["value"]) == ("bad row", None)
            assert answer["error"].startswith(error.message)
        else:
            assert (answer["status"], answer["value"], answer["unit"]) == (expected.status.value, expected.value, expected.unit)
            assert answer["missing"] == [fact.fact for fact in expected.missing]
            assert answer["rules"] == list(dict.fromkeys(reason.rule for reason in expected.because))
    assert {answer["status"] for answer in answers} >= {"answered", "missing", "bad row"}


def test_rows_share_work(book: rulewright.Book, monkeypatch: pytest.MonkeyPatch) -> None:
    work_out, count = ask.AskedQuestion.work_out, 0

    def count_answer(asked: ask.AskedQuestion) -> rulewright.Answer:
        nonlocal count
        count += 1
        return work_out(asked)

    monkeypatch.setattr(ask.AskedQuestion, "work_out", count_answer)
    rows = rows_of(400)
    answers = list(book.table(QUESTION, rows))
    count_together, count = count, 0
    assert [[{**answer, "row": 0} for answer in book.table(QUESTION, [row])] for row in rows] == [
        [{**answer, "row": 0}] for answer in answers
    ]
    assert count_together < count * 0.7


def test_rows_are_read_as_they_are_needed(book: rulewright.Book) -> None:
    read: list[int] = []

    def endless() -> Iterator[dict[str, Any]]:
        while True:
            read.append(1)
            yield {"u.arm": "cavalry", "weather": "mud"}

    answers = book.table(QUESTION, endless(), {"printed_allowance(u)": 7})
    assert [next(answers)["value"] for _ in range(3)] == [5, 5, 5]
    assert len(read) == 3


def test_what_is_no_value_is_not_given(book: rulewright.Book) -> None:
    import numpy
    import pandas

    cells = (None, "", "  ", float("nan"), numpy.float64("nan"), pandas.NA, pandas.NaT, Decimal("nan"))
    answers = book.table(QUESTION, [{"u.arm": "infantry", "weather": "mud", "printed_allowance(u)": cell} for cell in cells])
    assert [answer["missing"] for answer in answers] == [["printed_allowance(u)"]] * len(cells)
    sevens = (7, 7.0, "7", "7 MP", Decimal(7), Fraction(7), numpy.int64(7), numpy.float32(7))
    answers = book.table(QUESTION, [{"u.arm": "infantry", "weather": "mud", "printed_allowance(u)": cell} for cell in sevens])
    assert [answer["value"] for answer in answers] == [5] * len(sevens)
    (answer,) = book.table(QUESTION, [{"u.arm": "infantry", "weather": "mud", "printed_allowance(u)": 7.5}])
    assert answer["status"] == "bad row"


def test_tables_of_others_are_taken(book: rulewright.Book) -> None:
    import pandas
    import pyarrow

    rows = rows_of(50)
    expected = list(book.table(QUESTION, rows))
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    text.seek(0)
    assert list(book.table(QUESTION, csv.DictReader(text))) == expected
    frame = pandas.DataFrame(rows)
    assert list(book.table(QUESTION, frame)) == expected
    assert list(book.table(QUESTION, pyarrow.Table.from_pylist(rows))) == expected
    assert list(pandas.DataFrame(book.table(QUESTION, frame))["row"]) == list(range(1, 51))


def test_columns_that_are_no_facts(book: rulewright.Book) -> None:
    import pandas

    frame = pandas.DataFrame([{"name": "Guard", "u.arm": "cavalry", "wether": "mud"}])
    with pytest.raises(rulewright.WrongInput, match="the columns of a table are facts, and there is no fact `wether`") as error:
        book.table(QUESTION, frame, keep=["name"])
    assert error.value.hints[0].startswith("did you mean `weather`")
    (answer,) = book.table(QUESTION, frame.rename(columns={"wether": "weather"}), {"printed_allowance(u)": 7}, keep=["name"])
    assert (answer["name"], answer["value"]) == ("Guard", 5)
    with pytest.raises(rulewright.WrongInput, match="there is no column `nme` to keep"):
        book.table(QUESTION, frame, keep=["nme"])
    with pytest.raises(rulewright.WrongInput, match="the column `row` cannot be kept"):
        book.table(QUESTION, frame, keep=["row"])
    (answer,) = book.table(QUESTION, [{"weather": "mud"}], {"weather": "mud"})
    assert answer["error"] == "`weather` is given for all rows, and in this row too"
    (answer,) = book.table(QUESTION, ["mud"])  # type: ignore[list-item]
    assert answer["error"] == "a row is a mapping from facts to values, and not text"
    for no_rows in ("mud", {"weather": "mud"}, 3, None):
        with pytest.raises(rulewright.WrongInput, match="rows are mappings"):
            book.table(QUESTION, no_rows)  # type: ignore[arg-type]


def test_what_is_impossible_is_not_shared_with_what_is_possible() -> None:
    """A fact that only a statement of what is impossible reads."""
    from rulewright.engines.interpreter.ask import ask
    from rulewright.engines.interpreter.fact_memo import AnswerMemo
    from semantics.small import core_of

    core = core_of("fact dry: yes/no\nfact wet: yes/no\nimpossible when dry and wet\npredicate p\ncase 1.1\n  p when dry\n")
    memo = AnswerMemo(100)
    assert ask(core, "p", {"dry": "yes"}, memo=memo).value is True
    with pytest.raises(rulewright.WrongInput, match="no such situation is possible"):
        ask(core, "p", {"dry": "yes", "wet": "yes"}, memo=memo)


def test_a_table_has_a_deadline(book: rulewright.Book) -> None:
    def slow() -> Iterator[dict[str, Any]]:
        for row in rows_of(100):
            time.sleep(0.01)
            yield row

    with pytest.raises(rulewright.Stopped, match=r"its time was over after 0\.\d s and \d+ rows, so there is no further row") as stopped:
        list(book.table(QUESTION, slow(), deadline=0.2))
    assert stopped.value.rows is not None and 0 < stopped.value.rows < 100
