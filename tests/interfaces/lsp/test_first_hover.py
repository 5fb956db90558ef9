"""The first hover after a book was opened finds what it needs of the book."""

from __future__ import annotations

from pathlib import Path

import pytest

from calls import count_calls
from rulewright.base.resources import book_folder
from rulewright.interfaces.lsp.draft import Draft, Trees, draft_of
from rulewright.interfaces.lsp.hover import hover_text, prepare_hover
from rulewright.interfaces.lsp.names import NameKind

BOOK = "leipzig-lite"


def first_hover(draft: Draft, kind: NameKind) -> int:
    """How many calls the first hover over a name of a kind takes, over the last one of the book."""
    use = [uses[0] for name, uses in draft.names.uses_by_name() if name.kind is kind][-1]
    return count_calls(lambda: hover_text(draft, use.location.path, use.location.line, use.location.column))


@pytest.mark.parametrize("kind", [NameKind.CASE, NameKind.RULE, NameKind.FACT, NameKind.FIELD, NameKind.QUESTION])
def test_a_hover_after_the_preparation_takes_little(kind: NameKind) -> None:
    prepared, unprepared = (draft_of(Path(book_folder(BOOK)), {}, Trees()) for _ in "12")
    prepare_hover(prepared)
    calls = first_hover(prepared, kind)
    assert calls < 40_000 < first_hover(unprepared, kind), calls
