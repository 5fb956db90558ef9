"""The largest shipped book in the editor: a rename in dozens of places changes no answer, and neither it nor a keystroke takes much work."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from calls import count_calls
from rulewright.base.resources import book_folder
from rulewright.core.codec import core_json
from rulewright.interfaces.lsp.desk import Desk
from rulewright.interfaces.lsp.draft import Draft, Trees, draft_of
from rulewright.interfaces.lsp.names import NameKind, Use
from rulewright.interfaces.lsp.rename import rename_edits
from rulewright.workspace.open_book import OpenBook
from rulewright.workspace.open_book import load as load_folder

BOOK = "la-grande-armee"
PLACES = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(book_folder(BOOK), tmp_path_factory.mktemp("shipped") / BOOK))


@pytest.fixture(scope="module")
def trees() -> Trees:
    return Trees()


def often_used(draft: Draft) -> Use:
    """The first fact that is used in so many places."""
    for name, uses in draft.names.uses_by_name():
        if name.kind is NameKind.FACT and len(uses) >= PLACES:
            return uses[0]
    raise AssertionError(f"no fact is used in {PLACES} places")


def renamed(draft: Draft, use: Use, new: str, to: Path) -> Path:
    """The folder with a fact renamed."""
    texts = {path: text.split("\n") for path, text in draft.sources.items()}
    places = rename_edits(draft, use, new)
    assert len(places) >= PLACES
    for at, word in sorted(places, key=lambda one: (one[0].line, one[0].column), reverse=True):
        line = texts[at.path][at.line - 1]
        texts[at.path][at.line - 1] = line[: at.column - 1] + word + line[at.end_column - 1 :]
    to.mkdir()
    for path, lines in texts.items():
        (to / Path(path).name).write_text("\n".join(lines), "utf-8")
    return to


def cores(book: OpenBook) -> list[Any]:
    """The cores of all editions, without places."""
    return [_without_places(core_json(core)) for core in book.cores.values()]


def _without_places(document: Any) -> Any:
    if isinstance(document, dict):
        return {key: _without_places(value) for key, value in document.items() if key != "location"}
    return [_without_places(one) for one in document] if isinstance(document, list) else document


def test_a_fact_in_dozens_of_places_is_renamed_at_once(folder: Path, trees: Trees, tmp_path: Path) -> None:
    use = often_used(draft_of(folder, {}, trees))
    old, new = use.name.word, f"{use.name.word}_by_another_name"
    draft = draft_of(folder, {}, trees)
    draft.names  # noqa: B018  (editors ask for colours after every keystroke, which finds all names)
    calls = count_calls(lambda: rename_edits(draft, use, new))
    there = renamed(draft, use, new, tmp_path / BOOK)
    written = json.dumps(cores(load_folder(str(there), cache=False)))
    assert json.loads(re.sub(rf"(?<!\w){new}(?!\w)", old, written)) == cores(load_folder(str(folder)))
    assert calls < 150_000


def test_a_keystroke_is_answered_at_once(folder: Path) -> None:
    desk = Desk(lambda params: None, lambda book, whole: None, lambda sentence: None)
    path = max(folder.glob("*.case"), key=lambda one: one.stat().st_size)
    text, uri = path.read_text("utf-8"), path.as_uri()
    desk.update_file(uri, 1, text)
    middle = text.index("\n\n", len(text) // 2)
    calls = count_calls(lambda: desk.update_file(uri, 2, text[:middle] + "x" + text[middle:]))
    assert calls < 15_000
