"""One test for each request, by a real client, on a small book and on a shipped one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from interfaces.lsp.client import Editor, applied, document
from rulewright.base.diagnostics import Severity
from rulewright.workspace.open_book import OpenBook
from rulewright.workspace.open_book import load as load_folder


@pytest.fixture(scope="module")
def combat(editor: Editor, lite: Path) -> str:
    uri = editor.open(lite / "combat.case")
    editor.settle(lite, 1, whole=False)
    return uri


def at(editor: Editor, uri: str, words: str, into: int = 0, nth: int = 0) -> dict[str, Any]:
    return {"text_document": document(uri), "position": editor.at(uri, words, into, nth)}


def lines_of(editor: Editor, found: list[types.Location]) -> list[str]:
    """What is written at places, line by line."""
    read = {one.uri: Path(one.uri.removeprefix("file://")).read_text("utf-8").split("\n") for one in found}
    return [read[one.uri][one.range.start.line][one.range.start.character : one.range.end.character] for one in found]


def test_hover_of_a_case_and_a_rule(editor: Editor, combat: str) -> None:
    def said(uri: str, words: str, into: int = 0) -> str:
        return str(editor.ask("text_document_hover", types.HoverParams(**at(editor, uri, words, into))).contents.value)

    case = said(combat, "combat.1, isolated.3", 1)
    assert "**combat.1** Who fights" in case and "All enemies in neighbouring squares fight." in case and "must fight(t, v)" in case
    rule = said(combat, "combat.5.larger, combat", 10)
    assert "takes_hits(d, q) when shared(q) and larger(d, q)" in rule


def test_definition_of_what_is_named(editor: Editor, combat: str, lite: Path) -> None:
    def found(words: str, into: int = 0) -> list[types.Location]:
        params = types.DefinitionParams(**at(editor, combat, words, into))
        return list(editor.ask("text_document_definition", params))

    assert lines_of(editor, found("takes_hits(d, q) when not")) == ["takes_hits"]
    assert found("takes_hits(d, q) when not")[0].uri.endswith("vocabulary.case") or found("takes_hits(d, q) when not")
    assert lines_of(editor, found("t.mark is no_dot", 2)) == ["mark"]
    assert lines_of(editor, found("combat.5.larger, combat", 10)) == ["larger"]
    assert found("@LL-008a", 3)[0].uri.endswith("ledger.csv")


def test_references_are_in_every_file(editor: Editor, combat: str) -> None:
    params = types.ReferenceParams(types.ReferenceContext(True), **at(editor, combat, "hostile(t, v) means"))
    found = editor.ask("text_document_references", params)
    assert set(lines_of(editor, found)) == {"hostile"}
    assert len({one.uri for one in found}) > 2
    inside = editor.ask("text_document_document_highlight", types.DocumentHighlightParams(**at(editor, combat, "hostile(t, v) means")))
    assert 1 < len(inside) < len(found)


def shape(book: OpenBook) -> Counter[tuple[object, ...]]:
    """What a book says without its names: how many rules of which form, at which stage, with what going before what."""
    core = book.core()
    rules = Counter((str(rule.verb), len(rule.parts), rule.stage, rule.force, rule.otherwise) for rule in core.written_rules())
    return rules + Counter(("statements", len(core.overrides), len(core.asides), len(core.facts), len(core.questions)) for _ in "1")


@pytest.mark.parametrize(
    ("words", "into", "new"),
    [
        ("t.mark is no_dot", 2, "colour"),
        ("hostile(t, v) means", 0, "of_two_sides"),
        ("fight(t, v) when in_contact", 0, "strike"),
        ("fight_die(t)", 0, "fighting_die"),
        ("combat.5.larger, combat", 10, "the_larger"),
        ("line_stand", 0, "stand_of_the_line"),
        ("case combat.4", 6, "combat.44"),
        ("case combat.4", 6, "combat.5++"),
        ("no_dot, side_shown", 0, "plain"),
    ],
)
def test_rename_leaves_every_rule_as_it_is(
    editor: Editor, combat: str, lite: Path, tmp_path: Path, words: str, into: int, new: str
) -> None:
    place = at(editor, combat, words, into)
    assert editor.ask("text_document_prepare_rename", types.PrepareRenameParams(**place)) is not None
    edit = editor.ask("text_document_rename", types.RenameParams(new_name=new, **place))
    texts = {path.as_uri(): path.read_text("utf-8") for path in lite.iterdir() if path.is_file()}
    renamed = tmp_path / "leipzig-lite"
    renamed.mkdir()
    for uri, text in applied(texts, edit).items():
        (renamed / uri.rpartition("/")[2]).write_text(text, "utf-8")
    before, after = load_folder(str(lite)), load_folder(str(renamed), cache=False)
    assert not [one for one in after.findings_in_texts if one.severity is Severity.ERROR]
    assert shape(after) == shape(before)


def test_rename_refuses_what_is_taken(editor: Editor, combat: str) -> None:
    place = at(editor, combat, "hostile(t, v) means")
    for new in ("fight", "when", "two words"):
        with pytest.raises(Exception, match=r"there is|word of the language|is not a name"):
            editor.ask("text_document_rename", types.RenameParams(new_name=new, **place))


def test_completion_follows_the_grammar(editor: Editor, combat: str, lite: Path) -> None:
    text = editor.texts[combat]

    def offered(line: str) -> list[str]:
        editor.write(combat, text + line)
        end = types.Position(editor.texts[combat].count("\n"), len(line.rpartition("\n")[2]))
        found = editor.ask("text_document_completion", types.CompletionParams(document(combat), end))
        return [one.label for one in sorted(found.items, key=lambda one: one.sort_text)]

    begin = '\ncase combat.9 "New"\n  '
    try:
        assert {"case", "amend", "ruling"} <= set(offered("\n"))
        assert {"may", "must", "example", "hostile"} <= set(offered(begin))
        assert "case" not in offered(begin)
        assert {"when", "unless"} <= set(offered(begin + "may fight(t, v) "))
        assert offered(begin + "may fight(t, v) when t.arm is ")[:2] == ["artillery", "cavalry"]
        assert {"arm", "mark", "square"} <= set(offered(begin + "may fight(t, v) when t."))
        assert "point" in offered(begin + "loss(d, q) is 1 ")[:6]
        assert "combat.1" in offered(begin + "may fight(t, v)\n    overrides ")
        assert {"combat.1", "division"} <= set(offered(begin + '"see ['))
        assert offered(begin + "# a comment ") == []
    finally:
        editor.write(combat, text)


def test_signature_help(editor: Editor, combat: str) -> None:
    params = types.SignatureHelpParams(**at(editor, combat, "hits_with(t, r, n) means", len("hits_with(t, ")))
    found = editor.ask("text_document_signature_help", params)
    assert found.signatures[0].label.startswith("hits_with(t: stand, ")
    assert found.active_parameter == 1


def test_outline_folds_and_symbols(editor: Editor, combat: str) -> None:
    outline = editor.ask("text_document_document_symbol", types.DocumentSymbolParams(document(combat)))
    case = next(one for one in outline if one.name == "combat.1 Who fights")
    assert "enemies side by side" in [one.name for one in case.children]
    folds = editor.ask("text_document_folding_range", types.FoldingRangeParams(document(combat)))
    assert any((one.start_line, one.end_line > one.start_line) == (case.range.start.line, True) for one in folds)
    found = editor.ask("workspace_symbol", types.WorkspaceSymbolParams("takes_hits"))
    assert [one.name for one in found] == ["takes_hits"]


def test_colours_are_of_names(editor: Editor, combat: str) -> None:
    data = editor.ask("text_document_semantic_tokens_full", types.SemanticTokensParams(document(combat))).data
    assert len(data) % 5 == 0 and len(data) > 500
    provider = editor.initialized.capabilities.semantic_tokens_provider
    assert provider is not None
    legend = provider.legend.token_types
    words: dict[str, str] = {}
    lines, line, column = editor.texts[combat].split("\n"), 0, 0
    for down, right, length, kind, _ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + down, right if down else column + right
        words.setdefault(lines[line][column : column + length], legend[kind])
    assert words["hostile"] == "function" and words["infantry"] == "enumMember" and words["arm"] == "property" and words["t"] == "parameter"


def test_formatting_gives_the_one_layout(editor: Editor, combat: str) -> None:
    text = editor.texts[combat]
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    params = types.DocumentFormattingParams(document(combat), options)
    assert not editor.ask("text_document_formatting", params)
    try:
        editor.write(combat, text.replace("hostile(t, v) means", "hostile(t,v)   means"))
        edits = editor.ask("text_document_formatting", params)
        assert applied({combat: editor.texts[combat]}, types.WorkspaceEdit(changes={combat: edits})) == {combat: text}
    finally:
        editor.write(combat, text)
