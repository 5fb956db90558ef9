"""The grammar: no conflicts, a callback for every form, every form in a fixture, reserved words as the glossary says, the kept table."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest
from lark import logger as lark_logger

from rulewright.base.resources import grammar_file, site_folder
from rulewright.syntax import nodes, reserved_names
from rulewright.syntax.grammar import Builder, load_grammar
from rulewright.syntax.lalr import Table, build_parser, load_table, table_of
from rulewright.syntax.parser import parse_source, source_of
from rulewright.syntax.recovery import parse_text
from rulewright.syntax.tokens import stack_after
from syntax.forms_used import forms_used

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="module")
def built() -> tuple[Table, str]:
    """The table made anew, and what Lark logged while it was made."""
    records: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record.getMessage())

    handler, level = Kept(), lark_logger.level
    lark_logger.addHandler(handler)
    lark_logger.setLevel(logging.DEBUG)
    try:
        table = table_of(build_parser(grammar_file().read_text(encoding="utf-8"), debug=True))
    finally:
        lark_logger.removeHandler(handler)
        lark_logger.setLevel(level)
    return table, "\n".join(records)


def test_the_grammar_has_no_conflict(built: tuple[Table, str]) -> None:
    assert "conflict" not in built[1].lower()


def test_every_form_has_a_callback(built: tuple[Table, str]) -> None:
    missing = {rule.callback for rule in built[0].rules if rule.callback and not rule.passes and not hasattr(Builder, rule.callback)}
    assert missing == set()


def test_every_form_stands_in_a_fixture() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in FIXTURES.glob("*.case")}
    every, used = forms_used(texts.values())
    assert every - used == set()
    for name, text in texts.items():
        assert parse_source(source_of(name, text))[1] == ()


# ---- words ---------------------------------------------------------------------------------------------------------------------------


def _accepted(*texts: str) -> set[str]:
    """The keywords that are accepted where the last word of a text stands, or at its end if it ends in a blank."""
    grammar = load_grammar()
    found: set[str] = set()
    for text in texts:
        layout = ("_NEWLINE", "_DEDENT", "$END")
        *_, (token, stack) = [(token, stack) for token, stack in grammar.tokens_with_stacks(text) if token.type not in layout]
        after = stack_after(grammar.table, stack, token.type) if text.endswith(" ") else stack
        assert after is not None
        found |= {word for word, name in grammar.table.keywords.items() if stack_after(grammar.table, after, name) is not None}
    return found


def test_words_reserved_in_expressions_are_those_that_begin_one() -> None:
    unreadable = {"if", "and", "in", "is", "or", "otherwise", "unless", "when"}  # as names: possible, but who could read them?
    begin = _accepted("case 1\n  f(u) when x", "case 1\n  f(u) is x", "case 1\n  f(u) when g(u) is x")
    assert begin | unreadable == reserved_names.IN_EXPRESSIONS


def test_the_manual_lists_the_reserved_words() -> None:
    page = (site_folder() / "pages" / "language" / "layout.md").read_text(encoding="utf-8")
    listed = re.search(r"is used in a condition or an amount:\n\n```text\n(.*?)```", page, re.S)
    assert listed is not None
    assert set(listed[1].split()) == reserved_names.IN_EXPRESSIONS


def test_words_reserved_at_line_starts_are_those_that_begin_a_line_of_a_block() -> None:
    begin = _accepted("case 1\n  f", "amend 1 in x as y\n  f", "ruling 1 on 1 in x\n  f", 'reading x on 1 ""\n  f')
    assert begin == reserved_names.AT_LINE_STARTS


def test_words_reserved_for_measures_are_those_that_follow_a_number() -> None:
    follow = _accepted(
        "case 1\n  f is 3 ",
        "case 1\n  add 3 ",
        "case 1\n  take 3 ",
        "case 1\n  f when every unit u with u is 3 ",
        "amend 1 in x as y\n  corrects a of b from 3 ",
        'option a "" needs 3 ',
    )
    assert follow == reserved_names.AFTER_NUMBERS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("case 1\n  may f(u) when u.arm infantry", "RW021"),  # `in` + `fantry`
        ("case 1\n  may f(u) when prussian andu.x", "RW012"),
        ("case 1\n  may f(u) when f(u)isgood", "RW021"),
        ("case 1\n  f(u) notable", "RW021"),
    ],
)
def test_no_keyword_is_read_out_of_the_beginning_of_a_word(text: str, code: str) -> None:
    parsed = parse_text(text)
    assert [fault.says.code for fault in parsed.faults] == [code], parsed.faults


@pytest.mark.parametrize("name", ["intact", "notable", "anderson", "island", "whenever", "order", "some_unit", "of_division", "tomorrow"])
def test_a_name_may_begin_with_a_keyword(name: str) -> None:
    parsed = parse_text(f"case 1\n  may f({name}) when u.{name} is {name} and {name}(u)")
    assert parsed.faults == ()
    assert isinstance(parsed.block, nodes.Case)


@pytest.mark.parametrize("line", ["then out", "then out(u)", "then out and a", "then out is 3", "then out of range out(u)"])
def test_a_question_may_be_named_out(line: str) -> None:
    parsed = parse_text(f'case 1\n  example "x"\n    {line}')
    assert parsed.faults == ()


@pytest.mark.parametrize("word", sorted(set(load_grammar().table.keywords) - reserved_names.IN_EXPRESSIONS))
def test_every_free_word_can_be_a_value(word: str) -> None:
    parsed = parse_text(f"case 1\n  may f(u) when g({word}) and u.{word} and (a is {word})")
    assert parsed.faults == ()


# ---- the kept table --------------------------------------------------------------------------------------------------------------------


def test_the_table_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr("rulewright.syntax.lalr.carried_table", lambda: tmp_path / "none is carried")
    source = grammar_file().read_text(encoding="utf-8")
    made = load_table(source)
    (kept,) = tmp_path.iterdir()
    monkeypatch.setattr("rulewright.syntax.lalr.build_parser", None)  # a second build would fail
    assert load_table(source) == made
    assert kept.read_bytes()


@pytest.mark.parametrize("rubbish", [b"", b"nonsense", b"\x80\x05K\x01."])
def test_a_kept_table_that_holds_nonsense_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rubbish: bytes) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    made = load_grammar().table
    calls: list[str] = []
    monkeypatch.setattr("rulewright.syntax.lalr.build_parser", calls.append)
    monkeypatch.setattr("rulewright.syntax.lalr.table_of", lambda _: made)
    load_table("start: x")
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(rubbish)
    assert load_table("start: x") == made
    assert len(calls) == 2


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    made = load_grammar().table
    monkeypatch.setattr("rulewright.syntax.lalr.build_parser", lambda source: source)
    monkeypatch.setattr("rulewright.syntax.lalr.table_of", lambda _: made)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(blocked))
    assert load_table("start: x") is made
    monkeypatch.setattr("rulewright.syntax.lalr.cache_folder", lambda: None)
    assert load_table("start: x") is made
