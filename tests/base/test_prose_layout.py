"""Lists and tables in a paragraph whose lines have been joined."""

from __future__ import annotations

import pytest

from rulewright.base.prose_layout import LayoutKind, find_layout, line_starts


def _parts(text: str) -> tuple[LayoutKind, str, list[list[str]], str]:
    layout = find_layout(text)
    assert layout is not None
    rows = [[text[start:end] for start, end in row] for row in layout.rows]
    return layout.kind, text[: layout.lead_end], rows, text[slice(*layout.tail)]


def test_a_list_begins_after_a_colon() -> None:
    text = "These may move: - foot, as in [1.2]; - horse; - guns."
    assert _parts(text) == (LayoutKind.BULLETS, "These may move:", [["foot, as in [1.2];"], ["horse;"], ["guns."]], "")
    assert [text[start:] for start in line_starts(text)][1] == "- horse; - guns."


def test_a_list_may_be_the_whole_paragraph_and_have_numbers() -> None:
    assert _parts("1. Throw 2. Look it up in 8.2.") == (LayoutKind.NUMBERED, "", [["Throw"], ["Look it up in 8.2."]], "")
    assert list(line_starts("1. Throw 2. Look")) == [9]


def test_a_table_has_a_row_of_dashes_and_words_may_follow_it() -> None:
    text = "Costs: | ground | foot | |---|:--:| | clear | 1 | | | 2 | All else is free."
    rows = [["ground", "foot"], ["clear", "1"], ["", "2"]]
    assert _parts(text) == (LayoutKind.TABLE, "Costs:", rows, "All else is free.")
    assert [text[start:][:9] for start in line_starts(text)] == ["| ground ", "|---|:--:", "| clear |", "| | 2 | A", "All else "]


def test_an_item_of_a_list_may_have_a_list() -> None:
    text = "Each has: - a flag: -1. red; -2. blue, which is - as above; - a drum: -- large."
    layout = find_layout(text)
    assert layout is not None
    assert [text[start:end] for ((start, end),) in layout.rows] == ["a flag:", "as above;", "a drum:"]
    colours, _, drums = layout.inner
    assert colours is not None and drums is not None
    assert (colours.kind, drums.kind) == (LayoutKind.NUMBERED, LayoutKind.BULLETS)
    assert [text[start:end] for ((start, end),) in colours.rows] == ["red;", "blue, which is"]
    assert [text[start:end] for ((start, end),) in drums.rows] == ["large."]
    assert [text[start:][:5] for start in line_starts(text)] == ["- a f", "-1. r", "-2. b", "- as ", "- a d", "-- la"]


def test_a_quotation_and_lines_of_code() -> None:
    assert _parts("> He who waits, waits.") == (LayoutKind.QUOTATION, "", [["He who waits, waits."]], "")
    code = "Write: `one two` `three`"
    assert _parts(code) == (LayoutKind.CODE, "Write:", [["one two"], ["three"]], "")
    assert [code[start:] for start in line_starts(code)] == ["`one two` `three`", "`three`"]


@pytest.mark.parametrize(
    "text",
    [
        "> ",
        "The `code` is short: see `that` one.",
        "The `code`",
        "Supply - as in 8.2 - is 3.",
        "He has: 5. That is all.",
        "One: - alone.",
        "a | b | c",
        "| a | b | |---|---|",
        "|" * 200 + "---|" * 200,
        "",
    ],
)
def test_words_alone_are_no_list_and_no_table(text: str) -> None:
    assert find_layout(text) is None
    assert not list(line_starts(text))
