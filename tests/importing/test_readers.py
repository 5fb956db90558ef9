"""Each reader of a form has a sheet among the small ones, of which it reads an entry."""

from __future__ import annotations

from importing.sheet_files import FORMS, SUFFIXES
from rulewright.importing.blocks import blocks_of
from rulewright.importing.read_sheet import read_sheet
from rulewright.importing.readers import READERS, read_head
from rulewright.importing.readers.passage import Reader, passage_at


def first_reader(text: str, start: int, end: int) -> Reader | None:
    passage = passage_at(text, start, end, titles=True)
    return next((reader for reader in READERS if reader(passage)), None)


def test_each_reader_reads_an_entry_of_a_small_sheet() -> None:
    read_by = set()
    for path in FORMS.iterdir():
        if path.suffix in SUFFIXES:
            text = read_sheet(path).text
            read_by |= {first_reader(text, block.start, block.end) for block in blocks_of(text)}
    assert [f"{reader.__module__}.{reader.__name__}" for reader in READERS if reader not in read_by] == []


def test_a_text_of_no_form_has_an_empty_head() -> None:
    text = "and so the ship waits for the tide"
    assert first_reader(text, 0, len(text)) is None
    assert read_head(text, 0, len(text), titles=True).says_nothing
