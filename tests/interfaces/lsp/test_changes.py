"""Changes of a text by ranges: positions in the client's units, line ends of all kinds, and ranges that are not in the text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from lsprotocol import types

from interfaces.cli.ferry import write_book
from interfaces.lsp.client import changes_between
from interfaces.lsp.raw import RawClient
from rulewright.base.errors import WrongInput
from rulewright.interfaces.lsp.text import Width, change_text, utf8, utf16

LETTERS = ["a", "b", " ", "é", "𝄞", "\u2028", "\x0c", "\n", "\r\n", "\r"]


def position(text: str, offset: int, encoding: str, size: int) -> types.Position:
    """The position of an offset, counted by bytes."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return types.Position(len(before) - 1, len(before[-1].encode(encoding)) // size)


@pytest.mark.parametrize(("width", "encoding", "size"), [(utf16, "utf-16-le", 2), (utf8, "utf-8", 1), (len, "utf-32-le", 4)])
def test_any_range_can_be_replaced(width: Width, encoding: str, size: int) -> None:
    chance = random.Random(20261129)
    for _ in range(2_000):
        pieces = chance.choices(LETTERS, k=chance.randrange(12))
        cuts = sorted(chance.choices(range(len(pieces) + 1), k=2))
        begin, removed, end = ("".join(pieces[a:b]) for a, b in ((0, cuts[0]), (cuts[0], cuts[1]), (cuts[1], len(pieces))))
        if (begin + removed + end).count("\r\n") != sum(one.count("\r\n") for one in (begin, removed, end)):
            continue  # a line end that is cut in two has no position
        text, new = begin + removed + end, "".join(chance.choices(LETTERS, k=chance.randrange(4)))
        places = [position(text, offset, encoding, size) for offset in (len(begin), len(begin + removed))]
        change = types.TextDocumentContentChangePartial(types.Range(*places), new)
        assert change_text(text, change, width) == begin + new + end, (text, change)


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ((0, 9), (0, 9), "ab!\nc𝄞\n"),  # beyond the end of a line is its end
        ((0, 1), (0, 9), "a!\nc𝄞\n"),
        ((1, 9), (1, 9), "ab\nc𝄞!\n"),
        ((2, 0), (2, 0), "ab\nc𝄞\n!"),
        ((3, 0), (9, 9), "ab\nc𝄞\n!"),  # beyond the text is its end
        ((0, 0), (3, 0), "!"),
    ],
)
def test_a_range_out_of_the_text_ends_where_the_text_ends(start: tuple[int, int], end: tuple[int, int], text: str) -> None:
    places = types.Range(types.Position(*start), types.Position(*end))
    assert change_text("ab\nc𝄞\n", types.TextDocumentContentChangePartial(places, "!"), utf16) == text


@pytest.mark.parametrize(
    ("start", "end", "fault"),
    [((1, 0), (0, 0), "ends before it begins"), ((1, 2), (1, 3), "inside a character"), ((0, 1), (0, 0), "before")],
)
def test_a_range_that_is_none_is_refused(start: tuple[int, int], end: tuple[int, int], fault: str) -> None:
    places = types.Range(types.Position(*start), types.Position(*end))
    with pytest.raises(WrongInput, match=fault):
        change_text("ab\nc𝄞\n", types.TextDocumentContentChangePartial(places, "!"), utf16)


def test_changes_of_one_notification_are_taken_one_after_the_other_or_not_at_all(tmp_path: Path) -> None:
    with RawClient() as client:
        assert client.initialize()["textDocumentSync"]["change"] == types.TextDocumentSyncKind.Incremental
        folder = write_book(tmp_path / "ferry")
        uri = client.open(folder / "crossing.case", "case 1\n")

        def cases() -> list[str]:
            found = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
            return [one["name"] for one in found]

        def change(*edits: tuple[int, int, int, int, str]) -> None:
            changes = [
                {"range": {"start": {"line": a, "character": b}, "end": {"line": c, "character": d}}, "text": text}
                for a, b, c, d, text in edits
            ]
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes})

        change((0, 6, 0, 6, ' "𝄞"'), (0, 10, 0, 10, "ab"), (1, 0, 1, 0, "case 2\n"))
        assert cases() == ["1 𝄞ab", "2"]
        change((0, 10, 0, 10, "x"), (1, 0, 0, 0, "y"))
        assert cases() == ["1 𝄞ab", "2"]
        assert client.shown() == [
            "a change of `crossing.case` was not taken: the range of a change ends before it begins; open the file again"
        ]


def test_changes_between_two_texts() -> None:
    chance = random.Random(1)
    for _ in range(500):
        old, new = ("".join(chance.choices(["a", "𝄞", "\n"], k=chance.randrange(9))) for _ in "12")
        text = old
        for change in changes_between(old, new, chance):
            text = change_text(text, change, utf16)
        assert text == new
