"""Under `--format json` a wrong command or wrong input is one JSON document on standard output, whatever the command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interfaces.cli.app import COMMANDS

HELP = "`rulewright ask --help` says what the command takes"


@pytest.mark.parametrize(
    ("arguments", "message", "place", "hints"),
    [
        (("ask", "{book}", "nope(u)"), "there is no question `nope`", None, ["`rulewright questions {book}` lists what there is"]),
        (("show", "{book}", "9.9"), "`ferry` has no case `9.9` in the edition errata", None, None),
        (("diff", "{book}", "printed", "eratta"), "`ferry` has no edition `eratta`: did you mean `errata`?", None, []),
        (("ask", "{book}", "cross(u)", "--facts", "/nowhere"), "`/nowhere` cannot be read: no such file or directory", "/nowhere", []),
        (("ask", "{book}", "cross(u)", "u.arm=fot"), None, None, None),
        (("test", "{book}", "--engine", "x"), None, "--engine", ["`rulewright test --help` says what the command takes"]),
        (("ask",), "Missing argument 'BOOK'.", "BOOK", [HELP]),
        (("ask", "--no-such-option"), "No such option", None, [HELP]),
        (("chek",), "there is no command `chek`", None, ["did you mean `check`?"]),
        (("fmt", "/nowhere"), "No such option", None, None),
        *(
            ((command, "/nowhere", *rest), None, "/nowhere", None)
            for command, *rest in (
                ("ask", "q"),
                ("show",),
                ("graph",),
                ("diff", "a", "b"),
                ("impact", "1.1"),
                ("precedence",),
                ("coverage",),
                ("questions",),
                ("export",),
                ("ledger",),
            )
        ),
    ],
)
@pytest.mark.parametrize("form", [("--format", "json"), ("--format=json",)])
def test_an_error_is_a_document(
    run: Callable[..., Any],
    valid: Callable[..., Any],
    ferry: Path,
    form: tuple[str, ...],
    arguments: tuple[str, ...],
    message: str | None,
    place: str | None,
    hints: list[str] | None,
) -> None:
    words = [word.replace("{book}", str(ferry)) for word in arguments]
    done = run(*words, *form)
    error = valid("error", done.json)["error"]
    assert done.status == 2
    assert error["place"] == place
    assert message is None or error["message"].startswith(message)
    assert hints is None or error["hints"] == [hint.replace("{book}", str(ferry)) for hint in hints]
    assert error["message"] in done.err
    assert run(*words).status == 2
    assert run(*words).out == ""


def test_each_fault_of_a_document_is_there(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text('{"weather": ["mud"], "u": {"arm": 1.5}}', "utf-8")
    error = valid("error", run("ask", ferry, "cross(u)", "--facts", facts, "--format", "json").json)["error"]
    assert (error["message"], error["place"]) == (f"`{facts}` has 2 faults", str(facts))
    assert [hint.partition(" ")[0] for hint in error["hints"]] == ["`/u/arm`", "`/weather`"]


def test_a_fault_of_our_own_is_a_document_too(
    run: Callable[..., Any], valid: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, ferry: Path
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("rulewright.workspace.open_book.load", broken)
    monkeypatch.delenv("RULEWRIGHT_TRACEBACK", raising=False)
    done = run("show", ferry, "--format", "json")
    assert "this is a bug in rulewright" in valid("error", done.json)["error"]["message"]


def test_every_command_with_json_is_tried() -> None:
    """But those that make files, or begin with what is not a book: their errors go the same way."""
    tried = {words[0][0] for words in test_an_error_is_a_document.pytestmark[1].args[1]}
    assert set(COMMANDS) - tried == {"check", "conformance", "build", "serve", "new", "import", "lsp", "explain", "mcp"}
