"""A book whose names are in letters of many alphabets, one of them outside the basic plane: by command, on the page, and in an editor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from interfaces.lsp.client import Editor, document
from rulewright.core.wording import NO_WORDING
from rulewright.engines.conformance.kit import make_kit
from rulewright.engines.page.engine import PageEngine
from rulewright.engines.page.lean import lean_core
from rulewright.interfaces.api.book import load
from rulewright.rulebook import build_rulebook
from rulewright.site.html.escape import anchor_id
from rulewright.syntax.formatter import format_source
from written import parsed

BOOK = """\
rulebook größe "Die Größe"

source heft "Das Heft"
edition erste = heft

record einheit "unit"
  élan: yes/no "{it} has élan"

scale stärke: schwach, mäßig, größte

fact größe(u: einheit): 0..9 "the Größe of {u}"
fact слово(u: einheit): yes/no "{u} has a word"
value 𝔸rt(u: einheit): stärke "the Art of {u}"
predicate 大きい(u: einheit) "{u} is 大きい"

case 1.1 "Big ones"
  "A unit of Größe 7 or more is big."
  größer: 大きい(u) when größe(u) is at least 7

case 1.2 "The kinds"
  "A unit is schwach up to 3, or mäßig."
  table kind_by_größe(n: 0..9): stärke "die Art bei {n}"
    | 0..3      | schwach |
    | otherwise | mäßig   |
  nach_größe: 𝔸rt(u) is kind_by_größe(größe(u))

  example "an example"
    given größe(u) is 3, u.élan
    then 𝔸rt(u) is schwach

case 1.3 "Élan"
  "With élan, it is größte. See [1.1.größer]."
  élan_zuerst: 𝔸rt(u) is größte when 大きい(u) and u.élan and слово(u)
    overrides 1.2.nach_größe
"""
BIG = {"größe(u)": "8", "u.élan": "yes", "слово(u)": "yes"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("letters") / "größe"
    path.mkdir()
    (path / "book.case").write_text(BOOK, "utf-8")
    return path


def test_commands_take_names_in_other_letters(folder: Path) -> None:
    book = load(folder)
    assert format_source(BOOK) == BOOK
    assert not book.check().findings
    assert [result.passed for result in book.test().results] == [True]
    answer = book.ask("𝔸rt(u)", BIG)
    assert answer.value == "größte"
    assert [reason.rule for reason in answer.because] == ["1.3.élan_zuerst"]


def test_a_question_in_letters_in_parts_is_the_same_question(folder: Path) -> None:
    assert load(folder).ask("𝔸rt(u)", {"gro\u0308ße(u)": "8", "u.e\u0301lan": "yes", "слово(u)": "yes"}).value == "größte"


def test_the_page_answers_as_the_interpreter(folder: Path) -> None:
    core = load(folder).core()
    page = PageEngine(core, lean_core(core, NO_WORDING))
    questions = make_kit(core, 40).questions
    assert len(questions) > 20
    for question in questions:
        assert page(question.query) == question.outcome


def test_anchors_keep_letters() -> None:
    assert anchor_id("rule", "1.2.nach_größe") == "rule-1.2.nach_größe"
    assert anchor_id("case", "слово§2+") == "case-слово-2-plus"


@pytest.mark.parametrize(
    ("first", "other", "name"),
    [
        ("fact cost: yes/no", "fact \u0441ost: yes/no", "\u0441ost"),
        ("enum a: pea, bean", "enum b: \u0440ea, corn", "\u0440ea"),
        ("record Hut", 'option \u0397ut ""', "\u0397ut"),
    ],
)
def test_names_that_look_alike_are_refused_with_both(first: str, other: str, name: str) -> None:
    tree, faults = parsed({"book.case": f'rulebook x "X"\nsource s "S"\nedition e = s\n{first}\n{other}\n'})
    _, found = build_rulebook(tree, ledger=None, slug="x")
    (alike,) = [finding for finding in found if finding.code == "RW103"]
    assert not faults
    assert f"`{name}` looks like `" in alike.message
    assert [label.location.line for label in alike.labels] == [5, 4]


def test_an_editor_renames_and_shows_them(editor: Editor, folder: Path) -> None:
    uri = editor.open(folder / "book.case")
    editor.settle(folder, 1)

    def place(words: str, into: int) -> dict[str, Any]:
        """The place of a sign, in units of UTF-16."""
        above, _, line = BOOK[: BOOK.index(words) + into].rpartition("\n")
        position = types.Position(above.count("\n") + 1, len(line.encode("utf-16-le")) // 2)
        return {"text_document": document(uri), "position": position}

    assert "the Art of" in editor.ask("text_document_hover", types.HoverParams(**place("𝔸rt(u) is größte", 1))).contents.value
    for words, into, old, new in [("𝔸rt(u) is größte", 1, "𝔸rt", "Жанр"), ("größe(u))", 2, "größe(u", "𝔾röße(u")]:
        edit = editor.ask("text_document_rename", types.RenameParams(new_name=new.removesuffix("(u"), **place(words, into)))
        assert _edited(edit.changes[uri]) == BOOK.replace(old, new)


def _edited(edits: list[types.TextEdit]) -> str:
    lines = [line.encode("utf-16-le") for line in BOOK.split("\n")]
    for edit in sorted(edits, key=lambda edit: edit.range.start.character, reverse=True):
        start, end = edit.range.start, edit.range.end
        line = lines[start.line]
        lines[start.line] = line[: 2 * start.character] + edit.new_text.encode("utf-16-le") + line[2 * end.character :]
    return "\n".join(line.decode("utf-16-le") for line in lines)
