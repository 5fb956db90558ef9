"""`rulewright check`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import LEDGER, RULES, write_book
from rulewright.base.resources import shipped_books

BROKEN = RULES.replace("see [1.1]", "see [9.9]").replace("u.arm is foot  @FE-1", "u.arm is fot  @FE-1")


def test_a_sound_book(run: Callable[..., Any], ferry: Path) -> None:
    done = run("check", ferry)
    assert done.status == 0
    assert "ferry: 2 warnings, 2 for information" in done.out
    assert "RW401 unplaced-statement" in done.out


def test_an_accepts_of_a_note_that_meets_nothing_is_told_where_such_notes_are_looked_for(run: Callable[..., Any], tmp_path: Path) -> None:
    lines = ['  accepts redundant_rule because "so it is"', '  accepts overlap because "so it is"']
    rules = RULES.replace("  take 2 MP from", "\n".join([*lines, "  take 2 MP from"]))
    write_book(tmp_path / "ferry", rules=rules)
    usual, every = run("check", tmp_path / "ferry").out, run("check", tmp_path / "ferry", "--all").out
    told = "RW499 unused-accepts: 1.2 accepts `{}`, and there is no such finding"
    assert "2 warnings" in usual and "RW499" not in usual
    assert all(told.format(name) in every for name in ("redundant-rule", "overlap"))


def test_json_is_valid(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    document = valid("check", run("check", ferry, "--format", "json").json)
    assert document["books"] == ["ferry"]
    assert document["counts"] == {"error": 0, "warning": 2, "info": 3}
    assert {finding["code"] for finding in document["findings"]} == {"RW301", "RW338", "RW401", "RW410"}


def test_errors_give_status_1_and_are_all_told(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", BROKEN)
    done = run("check", book, "--format", "json")
    assert done.status == 1
    errors = [one for one in valid("check", done.json)["findings"] if one["severity"] == "error"]
    lines = {one["labels"][0]["line"] for one in errors}
    text = BROKEN.split("\n")
    assert {number for number, line in enumerate(text, 1) if "[9.9]" in line or "is fot" in line} <= lines


def test_text_underlines_the_source(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", BROKEN)
    lines = run("check", book).out.split("\n")
    at = next(number for number, line in enumerate(lines) if line.endswith("allowance(u) is 5 MP when u.arm is fot  @FE-1"))
    source, marks = lines[at], lines[at + 1]
    assert source[marks.index("^") : marks.rindex("^") + 1] == "fot"
    assert any("rulewright explain RW" in line for line in lines)


def test_sarif(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", BROKEN)
    log = run("check", book, "--format", "sarif").json
    assert log["version"] == "2.1.0"
    results = log["runs"][0]["results"]
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert results
    for result in results:
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["locations"][0]["physicalLocation"]["region"]["startLine"] > 0


def test_several_books_at_once(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    other = write_book(tmp_path / "other")
    assert run("check", ferry, other, ferry, "--format", "json").json["books"] == ["ferry", "other"]


def test_shipped_books_have_no_errors(run: Callable[..., Any], valid: Callable[..., Any]) -> None:
    done = run("check", "--format", "json")
    document = valid("check", done.json)
    assert document["books"] == list(shipped_books())
    assert [one for one in document["findings"] if one["severity"] == "error"] == []
    assert done.status == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("empty file", ""),
        ("bytes that are no text", b'case 1.1 "\xff\xfe"\n'),
        ("a tab among blanks", 'case 1.1 "A"\n\t"text"\n'),
        ("an unclosed quote", 'case 1.1 "A\n  "text\n\ncase 1.2 "B"\n'),
        ("a missing dedent", 'case 1.1 "A"\n  "text"\n   may cross(u)\n'),
    ],
)
def test_a_damaged_file_is_a_finding(run: Callable[..., Any], tmp_path: Path, name: str, text: str | bytes) -> None:
    book = write_book(tmp_path / "ferry")
    path = book / "damaged.case"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = run("check", book, "--format", "json")
    assert done.status == (0 if name == "empty file" else 1)
    assert any(label["path"].endswith("damaged.case") for one in done.json["findings"] for label in one["labels"])


def test_no_front_page(run: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "one.case").write_text('case 1.1 "A"\n  "text"\n', "utf-8")
    done = run("check", folder)
    assert done.status == 1
    assert "rulebook.case" in done.out


def test_control_characters_never_reach_the_terminal(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("see [1.1]", "\x1b]0;gotcha\x07 [9.9]"))
    done = run("check", book)
    assert "\x1b" not in done.out
    assert "\x07" not in done.out


@pytest.mark.parametrize("extra", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_pipe_gets_no_colour(process: Callable[..., Any], ferry: Path, extra: dict[str, str]) -> None:
    assert "\x1b" not in process("check", ferry, env=extra).out


def test_with_a_readers_own_copy(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "words.case").write_text('case 1.1 "Allowance"\n  "My own words."\n', "utf-8")
    done = run("check", ferry, "--with", own, "--format", "json")
    assert done.status in (0, 1)
    assert json.loads(done.out)["books"] == ["ferry"]


def test_ledger_is_read(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", ledger=LEDGER.replace("FE-7,1.9,p2,commentary,a hint,,no,,\n", ""))
    assert {one["code"] for one in run("check", book, "--format", "json").json["findings"]} == {"RW301", "RW338", "RW410"}


def test_the_ledger_may_have_another_name(run: Callable[..., Any], tmp_path: Path) -> None:
    from interfaces.cli.ferry import FRONT

    book = write_book(tmp_path / "ferry", front=FRONT.replace("ledger.csv", "statements.csv"))
    (book / "ledger.csv").rename(book / "statements.csv")
    assert {one["code"] for one in run("check", book, "--format", "json").json["findings"]} == {"RW301", "RW338", "RW401", "RW410"}


def test_unfinished_work_of_one_kind_is_one_line(run: Callable[..., Any], tmp_path: Path) -> None:
    front = 'rulebook words "Words"\n\nsource rules "Rules"\n\nedition rules = rules\n\n'
    names = [f"fact_{number}" for number in range(7)]
    facts = "".join(f'fact {name}: yes/no "{name} is so"\n' for name in names)
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "rulebook.case").write_text(front + facts + 'verdict go "one goes"\n')
    done = run("check", folder)
    assert done.out.count("RW407") == 1
    assert "warning RW407, RW408 8 names are used by no rule yet: `fact_0`, `fact_1`, `fact_2`, " in done.out
    assert "and 2 more; `--all` shows each" in done.out
    every = run("check", folder, "--all").out
    assert all(f"the fact `{name}` is used by no rule" in every for name in names)
    assert len(run("check", folder, "--format", "json").json["findings"]) >= 8
    (folder / "rulebook.case").write_text(front + facts.split("fact fact_5")[0])
    assert "names are used by no rule yet" not in run("check", folder).out


def test_errors_come_before_unfinished_work(run: Callable[..., Any], tmp_path: Path) -> None:
    front = 'rulebook words "Words"\n\nsource rules "Rules"\n\nedition rules = rules\n\nverdict go "one goes"\n\n'
    cases = "".join(f'case 1.{number} "Going"\n  "One goes."\n  may go\n\n' for number in range(1, 8))
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "rulebook.case").write_text(front + cases + 'case 2.1 "Not"\n  "No one goes."\n  may not go\n')
    out = run("check", folder).out
    assert out.index("error RW301") < out.index("warning RW404 8 cases are reached by no example yet: 1.1, 1.2")
