"""`ask --table`: files of rows, their answers in three forms, bad rows by number and reason, and what no table is."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.base.documents import read_document

ROWS = "name,u.arm,printed_allowance(u)\nGuard,cavalry,7\nLine,infantry,\nFleet,navy,7\nShort,infantry\n"
ASK = ("ask", "la-grande-armee", "allowance(u)", "weather=mud")
STATUSES = ["answered", "missing", "bad row", "bad row"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "units.csv"
    path.write_text(ROWS, "utf-8")
    return path


def test_a_row_that_is_bad_loses_no_other(table: Path, run: Callable[..., Any]) -> None:
    done = run(*ASK, "--table", table, "--keep", "name")
    assert done.status == 2
    lines = done.out.splitlines()
    assert lines[0] == "1 Guard: 5 MP   8.6.3, 8.6.1"
    assert lines[1] == "2 Line: facts are missing   printed_allowance(u)"
    assert lines[2].startswith("3 Fleet: bad row   `navy` is not a value of")
    assert lines[3] == "4 : bad row   the row has 2 cells, and the table 3 columns"
    assert lines[4] == "4 rows: 1 answered, 1 missing, 2 bad row"


def test_the_answers_as_csv_and_as_json(table: Path, run: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "answers.csv"
    printed = run(*ASK, "--table", table, "--keep", "name", "--format", "csv").out
    assert run(*ASK, "--table", table, "--keep", "name", "--format", "csv", "--out", out).out == ""
    assert list(csv.reader(io.StringIO(printed))) == list(csv.reader(out.open(encoding="utf-8", newline="")))
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert [row["status"] for row in rows] == STATUSES
    assert (rows[0]["name"], rows[0]["value"], rows[0]["rules"], rows[1]["missing"]) == (
        "Guard",
        "5",
        "8.6.3; 8.6.1",
        "printed_allowance(u)",
    )
    document = tmp_path / "answers.json"
    run(*ASK, "--table", table, "--keep", "name", "--format", "json", "--out", document)
    found = read_document(document, "ask_table")
    assert found == json.loads(run(*ASK, "--table", table, "--keep", "name", "--format", "json").out)
    assert [row["status"] for row in found["rows"]] == STATUSES
    assert found["counts"] == {"answered": 1, "missing": 1, "bad row": 2}


@pytest.mark.parametrize("ending", ["tsv", "parquet", "feather", "arrow"])
def test_other_files(ending: str, run: Callable[..., Any], tmp_path: Path) -> None:
    import pandas

    frame = pandas.DataFrame({"u.arm": ["cavalry", None], "printed_allowance(u)": [7, None]})
    path = tmp_path / f"units.{ending}"
    if ending == "tsv":
        frame.to_csv(path, sep="\t", index=False)
    elif ending == "parquet":
        frame.to_parquet(path)
    else:
        frame.to_feather(path)
    done = run(*ASK, "--table", path)
    assert (done.status, done.out.splitlines()[-1]) == (3, "2 rows: 1 answered, 1 missing")


@pytest.mark.parametrize(
    ("rows", "status"),
    [
        ("u.arm,printed_allowance(u)\ncavalry,7\n", 0),
        ("u.arm,printed_allowance(u)\n", 0),
        ("u.arm,printed_allowance(u)\ncavalry,7\ninfantry,\n", 3),
        ("u.arm,printed_allowance(u)\ncavalry,7\ninfantry,\ninfantry,0\n", 1),
        ("u.arm,printed_allowance(u)\ninfantry,0\nnavy,1\n", 2),
    ],
)
def test_the_status_is_that_of_the_worst_row(rows: str, status: int, run: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    path.write_text(rows, "utf-8")
    assert run(*ASK, "--table", path).status == status


def test_what_is_no_table(run: Callable[..., Any], tmp_path: Path) -> None:
    for name, content, message in [
        ("units.txt", b"", "is no table: its name ends in none of"),
        ("units.csv", b"", "has no first line with the names of facts"),
        ("units.csv", b"u.arm\n\xff\n", "is not in UTF-8"),
        ("units.csv", b"u.arm,wether\n", "there is no fact `wether`"),
        ("units.csv", b"u.arm,u.arm\n", "the column `u.arm` is there twice"),
        ("units.parquet", b"PAR1", "cannot be read"),
        ("units.arrow", b"", "cannot be read"),
    ]:
        path = tmp_path / name
        path.write_bytes(content)
        out = tmp_path / "out.csv"
        done = run(*ASK, "--table", path, "--out", out)
        assert (done.status, message in done.err, out.exists()) == (2, True, False), done
    assert "cannot be read: No such file" in run(*ASK, "--table", tmp_path / "none.csv").err
    assert "are for `--table`" in run(*ASK, "--format", "csv").err
    assert "asks one question for each row" in run(*ASK, "--table", path, "--least").err
