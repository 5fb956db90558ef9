"""Every request with parameters that are broken in every way is answered with a sentence that names the place; nothing is on standard error."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from interfaces.cli.ferry import write_book
from interfaces.lsp.raw import RawClient
from rulewright.interfaces.lsp.server import PAGE_OF, RUN_EXAMPLE, server

PLACE = {"line": 0, "character": 0}
FILE = {"textDocument": {"uri": "file:///nowhere/a.case"}}
AT = {**FILE, "position": PLACE}
RANGE = {"start": PLACE, "end": PLACE}
REQUESTS: dict[str, dict[str, Any]] = {
    "textDocument/hover": AT,
    "textDocument/definition": AT,
    "textDocument/references": {**AT, "context": {"includeDeclaration": True}},
    "textDocument/documentHighlight": AT,
    "textDocument/prepareRename": AT,
    "textDocument/rename": {**AT, "newName": "other"},
    "textDocument/completion": AT,
    "textDocument/signatureHelp": AT,
    "textDocument/documentSymbol": FILE,
    "workspace/symbol": {"query": "a"},
    "textDocument/foldingRange": FILE,
    "textDocument/semanticTokens/full": FILE,
    "textDocument/formatting": {**FILE, "options": {"tabSize": 2, "insertSpaces": True}},
    "textDocument/codeAction": {**FILE, "range": RANGE, "context": {"diagnostics": [{"range": RANGE, "message": "a"}]}},
    "textDocument/codeLens": FILE,
    "codeLens/resolve": {"range": RANGE},
    "workspace/executeCommand": {"command": PAGE_OF},
    "initialize": {"capabilities": {}},
}
"""The parameters that each request must have."""
WRONG: dict[type, tuple[Any, ...]] = {
    str: (5, None, []),
    int: ("3", 1.5, True, -1, None),
    bool: ("no", 1),
    dict: (5, "x", [1], None),
    list: (5, None),
}
"""Values that are not of a kind."""

ARGUMENTS: list[Any] = [None, [], ["a"], ["a", "1"], ["a", -1], ["a", True], ["a", PLACE], [1, 2], ["a", 1, 2], {}]


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every place in parameters, with its value."""
    if path:
        yield path, value
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, key))


def broken(params: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Parameters each broken at one place, with the name of the place."""
    for path, value in places(params):
        name = "params" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
        # of a text or a list, none of the fields of an object that needs none is missing
        for wrong in WRONG[type(value)] if value != {} else (5, None):
            copied = json.loads(json.dumps(params))  # without parts in common
            inside = copied
            for step in path[:-1]:
                inside = inside[step]
            inside[path[-1]] = wrong
            # the protocol's types name the position, not its line, where a number is out of range
            yield (name.rpartition(".")[0] if wrong == -1 else name), copied
        if isinstance(path[-1], str):
            del inside[path[-1]]
            yield name, copied


@pytest.fixture(scope="module")
def client() -> Iterator[RawClient]:
    with RawClient() as opened:
        opened.initialize()
        yield opened


def test_the_table_has_every_request() -> None:
    features = set(server.protocol.fm.features) | set(server.protocol.fm.builtin_features)
    requests = {one for one in features if types.METHOD_TO_TYPES[one][1] is not None}
    assert requests - {types.SHUTDOWN} == set(REQUESTS)


@pytest.mark.parametrize("method", REQUESTS)
def test_broken_parameters_are_named(client: RawClient, method: str) -> None:
    if method not in (types.INITIALIZE, types.WORKSPACE_EXECUTE_COMMAND, types.CODE_LENS_RESOLVE):  # these ask for more
        assert "error" not in client.ask(method, REQUESTS[method])
    absent_or_wrong: list[tuple[Any, ...]] = [(), (5,), ([],), ("x",)]
    for params in absent_or_wrong:
        error = client.ask(method, *params)["error"]
        assert error["code"] == types.ErrorCodes.InvalidParams and error["message"].startswith("`params` is "), (params, error)
    for name, wrong in broken(REQUESTS[method]):
        error = client.ask(method, wrong)["error"]
        assert error["code"] == types.ErrorCodes.InvalidParams and f"`{name}" in error["message"], (wrong, error)
        assert "data" not in error


@pytest.mark.parametrize("command", [PAGE_OF, RUN_EXAMPLE])
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_a_command_says_which_arguments_it_takes(client: RawClient, command: str, arguments: Any) -> None:
    params = {} if arguments is None else {"arguments": arguments}
    error = client.ask("workspace/executeCommand", {"command": command, **params})["error"]
    assert error["code"] == types.ErrorCodes.InvalidParams and "data" not in error
    assert error["message"].startswith(f"`{command}` takes two arguments: the URI of a file, and the number of a line")


@pytest.mark.parametrize("data", [None, 5, [], ["a", "example", "1", "s"], ["a", "no kind", 1, "s"], {"a": 1}])
def test_a_lens_that_is_not_of_the_server_is_refused(client: RawClient, data: Any) -> None:
    error = client.ask("codeLens/resolve", {"range": RANGE, "data": data})["error"]
    assert error == {"code": types.ErrorCodes.InvalidParams, "message": "`params.data` is not that of a lens of this server"}


def test_messages_that_are_none(client: RawClient) -> None:
    for body, code in [
        ("{no json}", types.ErrorCodes.ParseError),
        ("[" * 100_000, types.ErrorCodes.ParseError),
        ("[]", types.ErrorCodes.InvalidRequest),
        ({"id": 7, "method": "shutdown"}, types.ErrorCodes.InvalidRequest),
        ({"jsonrpc": "2.0", "id": [7], "method": "shutdown"}, types.ErrorCodes.InvalidRequest),
        ({"jsonrpc": "2.0", "id": 7, "method": 7}, types.ErrorCodes.InvalidRequest),
    ]:
        client.send(body)
        error = client.wait_for(None)["error"]
        assert error["code"] == code and error["message"]
    assert client.ask("no/method")["error"] == {"code": types.ErrorCodes.MethodNotFound, "message": "there is no method `no/method`"}


def test_a_notification_that_cannot_be_read_is_shown(client: RawClient) -> None:
    client.notify("textDocument/didOpen")
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///a.case", "version": 2}, "contentChanges": [{"text": 5}]})
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///a.case", "version": 2}, "contentChanges": [{"text": "5"}]})
    client.notify("$/cancelRequest", {"id": []})
    client.notify("$/unknown")
    assert client.shown() == [
        "`textDocument/didOpen` was not taken: `params` is missing",
        "`textDocument/didChange` was not taken: `params.contentChanges[0].text` is not a text",
        "a change of `a.case` was not taken: it is not open; open the file again",
    ]


def test_before_and_after_the_session() -> None:
    with RawClient() as client:
        assert client.ask("textDocument/hover", AT)["error"]["code"] == types.ErrorCodes.ServerNotInitialized
        client.notify("textDocument/didOpen")
        client.initialize()
        assert client.shown() == []
        assert "error" not in client.ask("shutdown")
        client.notify("textDocument/didChange", {})
        assert client.ask("textDocument/hover", AT)["error"]["code"] == types.ErrorCodes.InvalidRequest
        assert client.errors() == ""


def test_cancelled_requests_are_not_worked_on(tmp_path: Path) -> None:
    with RawClient() as client:
        client.initialize()
        uri = client.open(write_book(tmp_path / "ferry") / "crossing.case")
        at = {"textDocument": {"uri": uri}, "position": PLACE}
        client.ask("textDocument/hover", at)
        numbers, requests = zip(*(client.message("textDocument/hover", at) for _ in range(50)), strict=True)
        cancels = [{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}} for number in numbers[5:]]
        client.send(*requests, *cancels)
        codes = Counter(client.wait_for(number).get("error", {}).get("code") for number in numbers)
        assert codes == {types.LSPErrorCodes.RequestCancelled: 45, None: 5}
        client.send(*cancels)
        client.ask("textDocument/hover", at)
        assert client.errors() == ""


def test_a_refused_rename_is_no_fault_of_the_server(tmp_path: Path) -> None:
    with RawClient() as client:
        client.initialize()
        path = write_book(tmp_path / "ferry") / "crossing.case"
        line = next(number for number, line in enumerate(path.read_text("utf-8").split("\n")) if line.startswith("case "))
        at = {"textDocument": {"uri": client.open(path)}, "position": {"line": line, "character": 6}}
        error = client.ask("textDocument/rename", {**at, "newName": "two words"})["error"]
        assert error == {"code": types.LSPErrorCodes.RequestFailed, "message": "`two words` is not the number of a case"}
        assert client.errors() == ""


def test_a_request_is_answered_in_the_text_before_the_next_change(tmp_path: Path) -> None:
    with RawClient() as client:
        client.initialize()
        uri = client.open(write_book(tmp_path / "ferry") / "crossing.case")
        number, request = client.message("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": ""}]}
        client.send(request, {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change})
        assert client.wait_for(number)["result"]
        assert client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"] == []
