"""What the manual says to those who write a client: its examples, its commands, its notification."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from lsprotocol import types

from interfaces.lsp.raw import RawClient
from rulewright.base.resources import site_folder
from rulewright.interfaces.cli.app import app
from rulewright.interfaces.lsp.server import ANALYSED_NOTIFICATION, server

PAGE = (site_folder() / "pages" / "project" / "editors.md").read_text("utf-8")
EXAMPLES = re.findall(r"^    > (.*)\n    < (.*)$", PAGE, re.MULTILINE)


def test_every_command_and_the_notification_are_in_the_manual() -> None:
    assert {json.loads(request)["command"] for request, _ in EXAMPLES} == set(server.protocol.fm.commands)
    assert f"| `{ANALYSED_NOTIFICATION}` |" in PAGE


def test_the_examples_of_the_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["new", "demo"]).exit_code == 0
    with RawClient() as client:
        client.initialize()
        uri = client.open(tmp_path / "demo" / "first.case")
        for request, answer in EXAMPLES:
            params = json.loads(request.replace("file:///books/demo/first.case", uri))
            assert client.ask("workspace/executeCommand", params)["result"] == json.loads(answer)
        parts = client.wait_until_settled()
        assert parts["folder"] == str(tmp_path / "demo") and parts["number"] == 1
        assert all(f"| `{name}` |" in PAGE for name in parts)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert client.ask("workspace/executeCommand", params)["error"]["code"] == types.LSPErrorCodes.RequestFailed
        params["command"] = "rulewright.pageOf"
        assert client.ask("workspace/executeCommand", params)["result"] is None
