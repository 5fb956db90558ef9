"""After each of many random edits the server shows what `check` finds in a folder with that text: `--edits 500` for many more."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from lsprotocol import types

from interfaces.cli.ferry import FRONT, RULES, write_book
from interfaces.lsp.client import Editor
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.workspace.open_book import load

SEVERITIES = {
    types.DiagnosticSeverity.Error: Severity.ERROR,
    types.DiagnosticSeverity.Warning: Severity.WARNING,
    types.DiagnosticSeverity.Information: Severity.INFO,
}


def edited(text: str, chance: random.Random) -> str:
    """A text with one edit of the kinds that people make: a word, a sign, a line; often the text is whole again."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    match chance.randrange(7):
        case 0:
            return RULES
        case 1:
            del lines[at]
        case 2:
            lines.insert(at, lines[chance.randrange(len(lines))])
        case 3:
            words = re.findall(r"\w+", text)
            lines[at] = re.sub(r"\w+", lambda _: chance.choice(words), lines[at], count=1)
        case 4:
            place = chance.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + chance.choice('"(), xé𝄞.') + lines[at][place:]
        case 5:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
        case _:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def of_check(folder: Path) -> list[tuple[object, ...]]:
    """What `check` finds, as the server should show it."""
    return sorted(_one(found) for found in load(str(folder), cache=False).diagnostics)


def _one(found: Diagnostic) -> tuple[object, ...]:
    name, line = ("rulebook.case", 1) if not found.labels else (Path(found.labels[0].location.path).name, found.labels[0].location.line)
    return name, line, found.code, found.severity, found.message


def of_server(editor: Editor, folder: Path) -> list[tuple[object, ...]]:
    shown: list[tuple[object, ...]] = []
    for uri, found in editor.shown.items():
        if Path(uri.removeprefix("file://")).parent == folder:
            shown.extend(
                (uri.rpartition("/")[2], one.range.start.line + 1, one.code, SEVERITIES[one.severity], one.data["message"]) for one in found
            )
    return sorted(shown)


def test_the_server_finds_what_check_finds(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    chance = random.Random(20261122)
    open_here, on_disk = write_book(tmp_path / "open" / "ferry"), write_book(tmp_path / "disk" / "ferry")
    texts = {"crossing.case": RULES, "rulebook.case": FRONT}
    with Editor() as editor:
        uris = {name: editor.open(open_here / name) for name in texts}
        for number in range(1, pytestconfig.getoption("--edits") + 1):
            name = "crossing.case" if chance.random() < 0.9 else "rulebook.case"
            texts[name] = edited(texts[name], chance) if name == "crossing.case" or chance.random() < 0.5 else FRONT
            editor.edit(uris[name], texts[name], chance)
            editor.settle(open_here, number + len(uris))
            (on_disk / name).write_text(texts[name], "utf-8")
            assert of_server(editor, open_here) == of_check(on_disk), f"after edit {number} of {name}:\n{texts[name]}"
