"""Findings, actions, lenses and answers, by a real client on a small book, with everything that is decided of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from interfaces.cli.ferry import write_book
from interfaces.lsp.client import Editor, applied, document
from rulewright.core.codec import core_json
from rulewright.interfaces.api.book import Book, load


@pytest.fixture(scope="module")
def rules(editor: Editor, ferry: Path) -> str:
    uri = editor.open(next(path for path in sorted(ferry.glob("*.case")) if "allowance(u) is 5 MP" in path.read_text()))
    editor.settle(ferry, 1)
    return uri


def at(editor: Editor, uri: str, words: str, into: int = 0, nth: int = 0) -> dict[str, Any]:
    return {"text_document": document(uri), "position": editor.at(uri, words, into, nth)}


def test_findings_are_those_of_check(editor: Editor, rules: str, ferry: Path) -> None:
    wanted = [one for one in load(ferry).check().findings if one.labels[0].location.path.endswith("/crossing.case")]
    assert sorted((one.code, one.range.start.line + 1) for one in editor.findings(rules)) == sorted(
        (one.code, one.labels[0].location.line) for one in wanted
    )
    assert wanted


def test_a_fault_is_shown_at_the_next_answer_and_goes_with_its_cause(editor: Editor, rules: str, ferry: Path) -> None:
    text, before, number = editor.texts[rules], editor.findings(rules), editor.versions[rules]
    came = len(editor.shown.times)
    editor.write(rules, text + '\ncase 1.99 "Broken\n')
    editor.wait_for_answers(came)
    assert any(one.code == "RW004" for one in editor.findings(rules))
    editor.write(rules, text.replace("u.arm is foot", "u.arms is foot", 1))
    editor.settle(ferry, number + 2)
    errors = [one for one in editor.findings(rules) if one.severity == types.DiagnosticSeverity.Error]
    assert errors and all(one.source == "rulewright" and one.message for one in errors)
    editor.write(rules, text)
    editor.settle(ferry, number + 3)
    assert [one.message for one in editor.findings(rules)] == [one.message for one in before]


def test_hover_of_a_word_of_the_language(editor: Editor, rules: str) -> None:
    def said(words: str, into: int) -> str:
        found = editor.ask("text_document_hover", types.HoverParams(**at(editor, rules, words, into)))
        return found.contents.value if found is not None else ""

    assert said("may not cross", 1).startswith("**may not**") and said("may not cross", 5) == said("may not cross", 1)
    assert "In the manual: *Rules" in said("may not cross", 1)
    assert said("take 2 MP", 1).startswith("**take**")
    assert said("Foot has 5 MP", 6) == ""  # a word of a text


def test_hover_of_a_fact_and_a_question(editor: Editor, rules: str) -> None:
    def said(uri: str, words: str, into: int = 0) -> str:
        return str(editor.ask("text_document_hover", types.HoverParams(**at(editor, uri, words, into))).contents.value)

    fact = said(rules, "u.arm is foot", 3)
    assert "values: foot, horse" in fact and "read by" in fact
    question = said(rules, "allowance(u) is 5")
    assert "value allowance(u: unit): 0..20 MP" in question and "1.1.1" in question


def test_actions_for_a_misspelt_name_and_a_rule_without_one(editor: Editor, rules: str, ferry: Path) -> None:
    text = editor.texts[rules]
    start = editor.versions[rules]
    try:
        editor.write(rules, text.replace("u.arm is foot  @FE-1", "u.arm is fot  @FE-1"))
        editor.settle(ferry, start + 1)
        shown = next(one for one in editor.findings(rules) if one.severity == types.DiagnosticSeverity.Error)
        params = types.CodeActionParams(document(rules), shown.range, types.CodeActionContext([shown]))
        found = {one.title: one for one in editor.ask("text_document_code_action", params)}
        assert applied({rules: editor.texts[rules]}, found["write `foot` for `fot`"].edit) == {rules: text}
        assert any(title.startswith("name this rule `") for title in found)
    finally:
        editor.write(rules, text)
        editor.settle(ferry, start + 2)


def test_a_contradiction_is_settled_either_way_or_written_as_an_example(editor: Editor, rules: str, ferry: Path) -> None:
    text, number = editor.texts[rules], editor.versions[rules]
    clash = '\ncase 1.9 "Clash"\n  one: may rest(u) when u.arm is foot\n  two: may not rest(u) when u.arm is foot\n'
    try:
        editor.write(rules, text + clash)
        editor.settle(ferry, number + 1)
        shown = next(one for one in editor.findings(rules) if one.code == "RW301" and "1.9" in one.message)
        params = types.CodeActionParams(document(rules), shown.range, types.CodeActionContext([shown]))
        found = {one.title: one for one in editor.ask("text_document_code_action", params)}
        assert len([title for title in found if " overrides " in title]) == 2, found
        first = next(one for title, one in found.items() if " overrides " in title)
        editor.write(rules, applied({rules: text + clash}, first.edit)[rules])
        editor.settle(ferry, number + 2)
        assert not [one for one in editor.findings(rules) if one.code == "RW301" and one.range == shown.range and "1.9.one" in one.message]
        pasted = applied({rules: text + clash}, found["write this situation as an example"].edit)[rules]
        assert pasted.count("\n  example ") == (text + clash).count("\n  example ") + 1
    finally:
        editor.write(rules, text)
        editor.settle(ferry, number + 3)


def offered(editor: Editor, uri: str, shown: types.Diagnostic) -> dict[str, types.CodeAction]:
    params = types.CodeActionParams(document(uri), shown.range, types.CodeActionContext([shown]))
    return {one.title: one for one in editor.ask("text_document_code_action", params)}


TWICE = """
case 1.92 "Foot rests"
  foot: may rest(u) when u.arm is foot

case 1.93 "Whoever is on foot rests"
  foot: may rest(u) when u.arm is foot
"""
ADDED = """
case 1.92 "Boats"
  boats: add 1 MP to allowance(u) when u.arm is foot

case 1.93 "Boats again"
  boats: add 1 MP to allowance(u) when u.arm is foot
"""


@pytest.mark.parametrize(
    ("more", "code", "titles"),
    [
        (TWICE, "RW336", {"1.93.foot restates 1.92.foot", "1.93.foot besides 1.92.foot", "1.92.foot overrides 1.93.foot"}),
        (ADDED, "RW309", {"1.93.boats restates 1.92.boats", "1.93.boats besides 1.92.boats"}),
    ],
)
def test_two_rules_that_say_the_same(editor: Editor, rules: str, ferry: Path, more: str, code: str, titles: set[str]) -> None:
    text, number = editor.texts[rules], editor.versions[rules]
    try:
        editor.write(rules, text + more)
        editor.settle(ferry, number + 1)
        shown = next(one for one in editor.findings(rules) if one.code == code and "1.92" in one.message and "1.93" in one.message)
        found = offered(editor, rules, shown)
        assert titles <= set(found)
        first = next(one for title, one in found.items() if " restates " in title).edit
        assert first is not None
        editor.write(rules, applied({rules: text + more}, first)[rules])
        editor.settle(ferry, number + 2)
        assert not [one for one in editor.findings(rules) if one.code == code and "1.92" in one.message and "1.93" in one.message]
        assert not [one for one in editor.findings(rules) if one.severity == types.DiagnosticSeverity.Error]
    finally:
        editor.write(rules, text)
        editor.settle(ferry, number + 3)


def test_a_missing_example_is_written_and_passes(editor: Editor, rules: str, ferry: Path) -> None:
    text, number = editor.texts[rules], editor.versions[rules]
    new = '\nverdict feast(u: unit) "{u} feasts"\n\ncase 1.94 "Feasts"\n  may feast(u) when u.arm is horse and weather is not mud\n'
    try:
        editor.write(rules, text + new)
        editor.settle(ferry, number + 1)
        shown = next(one for one in editor.findings(rules) if one.code == "RW404" and "1.94" in one.message)
        edit = offered(editor, rules, shown)["write the missing example"].edit
        assert edit is not None
        written = applied({rules: text + new}, edit)[rules]
        editor.write(rules, written)
        editor.settle(ferry, number + 2)
        assert not [one for one in editor.findings(rules) if one.code == "RW404" and "1.94" in one.message]
        line = editor.at(rules, 'example "as 1.94 has it"').line + 1
        params = types.ExecuteCommandParams("rulewright.runExample", [rules, line])
        assert "given u.arm is horse" in written.split('example "as 1.94')[1]
        assert editor.ask("workspace_execute_command", params) == "passes"
    finally:
        editor.write(rules, text)
        editor.settle(ferry, number + 3)


def test_lenses_tell_results_uses_and_answers(editor: Editor, rules: str, ferry: Path) -> None:
    text = editor.texts[rules]
    try:
        editor.write(rules, text + "\n# ask: allowance(u) u.arm=horse weather=clear\n# ask: '(the number of units v) is 0'\n")
        found = editor.ask("text_document_code_lens", types.CodeLensParams(document(rules)))
        said = [editor.ask("code_lens_resolve", one).command.title for one in found]
        assert "passes" in said
        assert "8 MP" in said
        assert "yes, unless there is a unit" in said, "what would change the answer is said, too"
        hovered = editor.ask("text_document_hover", types.HoverParams(**at(editor, rules, "# ask: allowance", 8)))
        assert "**allowance(u)**: 8 MP" in hovered.contents.value and "1.1.2" in hovered.contents.value
    finally:
        editor.write(rules, text)


def test_an_editor_shows_what_a_case_answers_and_what_an_example_asks(editor: Editor, rules: str) -> None:
    def hovered(words: str, into: int) -> str:
        return str(editor.ask("text_document_hover", types.HoverParams(**at(editor, rules, words, into))).contents.value)

    text = editor.texts[rules]
    try:
        editor.write(rules, text.replace('example "rest"', 'example "May a unit rest when it is clear?"'))
        assert "What is the allowance of the unit? `allowance(u)`" in hovered("case 1.1", 6)
        example = hovered('example "a horse in mud"', 12)
        assert "What is the allowance of the unit?" in example and '"allowance(u)" u.arm=horse weather=mud' in example
        asked = hovered('example "May a unit rest', 14)
        assert "taken as: may the unit rest, the weather is clear `rest(u) weather=clear`" in asked
        editor.write(rules, text + "\n# ask: may a unit rest in clear weather?\n# ask: What is the allowance of a horse? weather=mud\n")
        answer = hovered("# ask: may a unit", 10)
        assert "permitted" in answer and "taken as: may the unit rest, the weather is clear" in answer
        assert "6 MP" in hovered("# ask: What is", 10)
    finally:
        editor.write(rules, text)


def test_the_command_of_a_lens_runs_the_example(editor: Editor, rules: str) -> None:
    line = editor.at(rules, 'example "a horse"').line + 1
    params = types.ExecuteCommandParams("rulewright.runExample", [rules, line])
    assert editor.ask("workspace_execute_command", params) == "passes"


def test_a_line_in_which_no_example_begins_is_refused(editor: Editor, rules: str) -> None:
    line = editor.at(rules, 'example "a horse"').line + 1
    for other in (1, line + 1, 9999):
        params = types.ExecuteCommandParams("rulewright.runExample", [rules, other])
        with pytest.raises(JsonRpcException) as refused:
            editor.ask("workspace_execute_command", params)
        assert refused.value.code == -32803 and str(other) in refused.value.message


def test_an_example_that_cannot_be_read_yet_is_no_other_line(editor: Editor, rules: str, ferry: Path) -> None:
    text, number = editor.texts[rules], editor.versions[rules]
    line = editor.at(rules, 'example "a horse"').line + 1
    try:
        editor.write(rules, text.replace('example "a horse"', "example a horse"))
        params = types.ExecuteCommandParams("rulewright.runExample", [rules, line])
        assert editor.ask("workspace_execute_command", params) == "run example: it cannot be read yet"
    finally:
        editor.write(rules, text)
        editor.settle(ferry, number + 2)


def test_the_page_of_a_case_is_where_the_site_puts_it(editor: Editor, rules: str) -> None:
    def page(line: int) -> Any:
        return editor.ask("workspace_execute_command", types.ExecuteCommandParams("rulewright.pageOf", [rules, line]))

    assert page(editor.at(rules, 'example "a horse"').line) == "ferry/rule.html#1.1@errata"
    assert page(editor.at(rules, "chapter 1.0").line) is None


@pytest.mark.parametrize(
    ("words", "into", "new"),
    [
        ("weather is mud", 0, "sky"),
        ("u.arm is foot", 2, "branch"),
        ("allowance(u) is 5", 0, "speed"),
        ("[1.1]", 1, "1.10"),
    ],
)
def test_rename_leaves_the_meaning(editor: Editor, rules: str, ferry: Path, tmp_path: Path, words: str, into: int, new: str) -> None:
    """What people call a fact, a field or a question goes with it, or the new book would have an error."""
    text = editor.texts[rules]
    editor.write(rules, text + '\nalso weather: "sky"\nalso unit.arm: "branch"\nalso arm.foot: "infantry"\nalso allowance: "how far"\n')
    edit = editor.ask("text_document_rename", types.RenameParams(new_name=new, **at(editor, rules, words, into)))
    texts = {path.as_uri(): path.read_text("utf-8") for path in ferry.iterdir() if path.is_file()} | {rules: editor.texts[rules]}
    editor.write(rules, text)
    renamed = tmp_path / "ferry"
    renamed.mkdir()
    for uri, text in applied(texts, edit).items():
        (renamed / uri.rpartition("/")[2]).write_text(text, "utf-8")
    before, after = load(ferry), load(renamed)
    assert not after.check().errors
    assert after.test().passed
    back = {"sky": "weather", "branch": "arm", "speed": "allowance", "1.10": "1.1"}[new]
    assert said(after, new, back) == said(before, new, back)


def said(book: Book, new: str, old: str) -> Any:
    """The core of a book, without places, with the old name for the new one."""
    written = json.dumps(_without_places(core_json(book.core())))
    return json.loads(re.sub(rf"(?<!\w){re.escape(new)}(?!\w)", old, written))


def _without_places(document: Any) -> Any:
    if isinstance(document, dict):
        return {key: _without_places(value) for key, value in document.items() if key != "location"}
    return [_without_places(one) for one in document] if isinstance(document, list) else document


def test_a_rename_of_what_no_answer_names_is_no_difference(editor: Editor, rules: str, ferry: Path, tmp_path: Path) -> None:
    edit = editor.ask("text_document_rename", types.RenameParams(new_name="moved", **at(editor, rules, "allowance(u) is 5", 10)))
    renamed = write_book(tmp_path / "ferry", applied({rules: editor.texts[rules]}, edit)[rules])
    assert "allowance(moved) is 5 MP when moved.arm is foot" in (renamed / "crossing.case").read_text("utf-8")
    found = load(ferry).diff_with(load(renamed))
    assert found.meaning is not None and found.meaning.differences.changes == ()
