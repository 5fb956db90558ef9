"""What the language server says of a book that means harm. Its requests are read from the server itself: one without a way to ask it in
`ASKED` fails here, and so does a text in an answer of which `READ` and `WRITTEN` do not say what it is for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from lsprotocol import types

from hostile import harmless
from hostile.conftest import Places
from hostile.texts import MARK
from interfaces.lsp.client import Editor, document
from rulewright.interfaces.lsp.server import PAGE_OF, RUN_EXAMPLE, server

READ = {"message", "title", "label", "name", "detail", "documentation", "contents", "container_name", "new_name"}
"""Texts that a person reads in the editor."""
WRITTEN = {"uri", "new_text", "insert_text", "sort_text", "filter_text", "data", "arguments", "changes", "text", "command", "code"}
"""Texts that go back into files, and names of things; they are as they are in the files."""
PLACES = 60
"""So many words of each file are asked about."""


def at(uri: str, position: types.Position) -> dict[str, Any]:
    return {"text_document": document(uri), "position": position}


def actions(editor: Editor, uri: str) -> types.CodeActionParams:
    everything = types.Range(types.Position(0, 0), types.Position(10_000, 0))
    return types.CodeActionParams(document(uri), everything, types.CodeActionContext(editor.findings(uri)[:40]))


Place = Callable[[str, types.Position], Any]
AT_PLACES: Mapping[str, Place] = {
    types.TEXT_DOCUMENT_HOVER: lambda uri, place: types.HoverParams(**at(uri, place)),
    types.TEXT_DOCUMENT_DEFINITION: lambda uri, place: types.DefinitionParams(**at(uri, place)),
    types.TEXT_DOCUMENT_REFERENCES: lambda uri, place: types.ReferenceParams(types.ReferenceContext(True), **at(uri, place)),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: lambda uri, place: types.DocumentHighlightParams(**at(uri, place)),
    types.TEXT_DOCUMENT_PREPARE_RENAME: lambda uri, place: types.PrepareRenameParams(**at(uri, place)),
    types.TEXT_DOCUMENT_COMPLETION: lambda uri, place: types.CompletionParams(**at(uri, place)),
    types.TEXT_DOCUMENT_SIGNATURE_HELP: lambda uri, place: types.SignatureHelpParams(**at(uri, place)),
}
"""Requests about a place."""
OF_FILES: Mapping[str, Callable[[Editor, str], Any]] = {
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: lambda editor, uri: types.DocumentSymbolParams(document(uri)),
    types.WORKSPACE_SYMBOL: lambda editor, uri: types.WorkspaceSymbolParams(""),
    types.TEXT_DOCUMENT_FOLDING_RANGE: lambda editor, uri: types.FoldingRangeParams(document(uri)),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: lambda editor, uri: types.SemanticTokensParams(document(uri)),
    types.TEXT_DOCUMENT_FORMATTING: lambda editor, uri: types.DocumentFormattingParams(document(uri), types.FormattingOptions(2, True)),
    types.TEXT_DOCUMENT_CODE_ACTION: actions,
    types.TEXT_DOCUMENT_CODE_LENS: lambda editor, uri: types.CodeLensParams(document(uri)),
    types.TEXT_DOCUMENT_RENAME: lambda editor, uri: types.RenameParams(document(uri), types.Position(0, 0), f"{MARK}\n{MARK}"),
}
"""Requests about a file."""
BY_THE_WAY = {
    types.INITIALIZED,
    types.TEXT_DOCUMENT_DID_SAVE,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
    types.CODE_LENS_RESOLVE,
}
"""Notices, of which findings are the answer, and what is asked with the answer of another request."""


@pytest.fixture(scope="module", params=["clean", "broken"])
def opened(request: pytest.FixtureRequest, places: Places) -> Iterator[tuple[Editor, list[str]]]:
    """An editor with files of a book open, each of its own kind."""
    folder = places.book if request.param == "clean" else places.broken
    named = [
        path for path in sorted(folder.glob("*.case")) if path.name in ("rulebook.case", "others.case", "more.case") or "<" in path.name
    ]
    with Editor() as editor:
        uris = [editor.open(path) for path in named]
        editor.settle(folder, len(uris))
        yield editor, uris


def test_every_request_is_asked() -> None:
    known = set(AT_PLACES) | set(OF_FILES) | BY_THE_WAY
    assert set(server.protocol.fm.features) == known, "say how it is asked"
    assert set(server.protocol.fm.commands) == {RUN_EXAMPLE, PAGE_OF}


def texts(said: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text in an answer, with the name of its field; Markdown under the name `markdown`."""
    if isinstance(said, str):
        yield key, said
    elif isinstance(said, types.MarkupContent):
        yield "markdown" if said.kind == types.MarkupKind.Markdown else "contents", said.value
    elif isinstance(said, list | tuple):
        for one in said:
            yield from texts(one, key)
    elif isinstance(said, dict):
        for name, one in said.items():
            yield from texts(one, key or str(name))
    elif attrs.has(type(said)):
        for field in attrs.fields(type(said)):
            inside = WRITTEN & {key}
            yield from texts(getattr(said, field.name), key if inside else field.name)


def hold(said: Any) -> int:
    """Every text of an answer is harmless where it is shown; how many of them are of the book."""
    found = [(key, text) for key, text in texts(said) if MARK in text]
    for key, text in found:
        try:
            if key == "markdown":
                harmless.markdown(text)
            elif key in READ:
                harmless.plain(text)
            else:
                assert key in WRITTEN, "say in READ or WRITTEN what this is"
        except Exception as fault:
            raise AssertionError(f"{key} {text[:200]!r}: {fault}") from fault
    return len(found)


def method(request: str) -> str:
    """The client's name of a request."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", request).replace("/", "_").lower()


def words_of(editor: Editor, uri: str) -> Iterator[types.Position]:
    """Where words of a file are, evenly over the whole of it."""
    found = list(_every_word(editor, uri))
    return iter(found[:: max(1, len(found) // PLACES)])


def _every_word(editor: Editor, uri: str) -> Iterator[types.Position]:
    for number, line in enumerate(editor.texts[uri].split("\n")):
        plain = re.sub(r'"[^"]*"', lambda found: " " * len(found[0]), line)
        for found in re.finditer(r"\w+", plain):
            yield types.Position(number, len(line[: found.start()].encode("utf-16-le")) // 2 + 1)


def test_what_is_published_is_harmless(opened: tuple[Editor, list[str]]) -> None:
    editor, uris = opened
    assert hold([editor.findings(uri) for uri in uris])


@pytest.mark.parametrize("request_", AT_PLACES)
def test_what_is_said_of_a_place_is_harmless(opened: tuple[Editor, list[str]], request_: str) -> None:
    editor, uris = opened
    for uri in uris:
        for place in words_of(editor, uri):
            hold(editor.ask(method(request_), AT_PLACES[request_](uri, place)))


@pytest.mark.parametrize("request_", OF_FILES)
def test_what_is_said_of_a_file_is_harmless(opened: tuple[Editor, list[str]], request_: str) -> None:
    editor, uris = opened
    for uri in uris:
        said = editor.ask(method(request_), OF_FILES[request_](editor, uri))
        hold(said)
        for lens in said or () if request_ == types.TEXT_DOCUMENT_CODE_LENS else ():
            hold(editor.ask(method(types.CODE_LENS_RESOLVE), lens))


def test_an_answer_in_a_comment_is_harmless(places: Places, tmp_path: Path) -> None:
    """`# ask:` is answered where it is written: the question is words of the file, too."""
    folder = tmp_path / "asking"
    folder.mkdir()
    for path in places.book.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    asked = folder / "asked.case"
    questions = ("go_0 how=plain", "go_0", f"<img/src=x/onerror=window.{MARK}=1>", f"[{MARK}](javascript:window.{MARK}=1)", f"'{MARK}")
    asked.write_text("".join(f"# ask: {one}\n" for one in questions), "utf-8")
    with Editor() as editor:
        uri = editor.open(asked)
        editor.settle(folder, 1, whole=False)
        said = [editor.ask("text_document_hover", types.HoverParams(**at(uri, types.Position(n, 9)))) for n in range(len(questions))]
    assert hold(said) >= 2


def test_the_page_of_a_line_is_an_address_of_the_site(opened: tuple[Editor, list[str]]) -> None:
    """Whatever the files and their cases are called, it names no other site, and leads nowhere above this one."""
    editor, uris = opened
    found = []
    for uri in uris:
        for line in range(0, editor.texts[uri].count("\n"), 7):
            page = editor.ask("workspace_execute_command", types.ExecuteCommandParams(PAGE_OF, [uri, line]))
            found += [page] if page is not None else []
    assert found
    for page in found:
        assert re.fullmatch(r"[\w.-]+(?:/[\w.-]+)*(?:#[\w.:~%@/-]+)?", page) and ".." not in page, page
