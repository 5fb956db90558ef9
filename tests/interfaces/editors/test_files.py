"""The files for the editors name what is there, and what they insert is of the language."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulewright.base.resources import data_folder, site_folder
from rulewright.syntax.grammar import load_grammar

EDITORS = data_folder() / "editors"
VSCODE = EDITORS / "vscode"
SNIPPETS: dict[str, Any] = json.loads((VSCODE / "snippets" / "rulewright.json").read_text("utf-8"))
PACKAGE: dict[str, Any] = json.loads((VSCODE / "package.json").read_text("utf-8"))
CASE = 'case 1.1 "A case"\n'
PAGE = (site_folder() / "pages" / "project" / "editors.md").read_text("utf-8")


def filled(body: list[str]) -> str:
    """A snippet as it is when it is left as it comes: the first of several words, every other place with its words."""
    text = re.sub(r"\$\{\d+\|([^,|]*)[^|]*\|\}", r"\1", "\n".join(body))
    while (left := re.sub(r"\$\{\d+:((?:[^{}]|\{[^{}]*\})*)\}", r"\1", text)) != text:
        text = left
    return text.replace("$0", "").rstrip("\n") + "\n"


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_is_of_the_language(name: str) -> None:
    text = filled(SNIPPETS[name]["body"])
    if text.startswith("#"):
        assert text.startswith("# ask: ")
        return
    inside = SNIPPETS[name]["prefix"] in ("example", "table")
    load_grammar().parse(CASE + re.sub("^", "  ", text.rstrip("\n"), flags=re.MULTILINE) + "\n" if inside else text)


def test_what_the_extension_names_is_there() -> None:
    contributed = PACKAGE["contributes"]
    named = [PACKAGE["main"], PACKAGE["icon"], *(one["path"] for one in contributed["grammars"] + contributed["snippets"])]
    named += [contributed["languages"][0]["configuration"], *contributed["languages"][0]["icon"].values()]
    assert [name for name in named if not (VSCODE / name).is_file()] == []
    scripts = "".join(path.read_text("utf-8") for path in (VSCODE / "src").glob("*.js"))
    assert all(f'"{one["command"]}"' in scripts for one in contributed["commands"])
    assert all(f'"{name.removeprefix("rulewright.")}"' in scripts for name in contributed["configuration"]["properties"])


def test_the_extension_is_pinned_without_addresses() -> None:
    lock = json.loads((VSCODE / "package-lock.json").read_text("utf-8"))
    assert lock["packages"][""]["dependencies"] == PACKAGE["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", one) for one in (PACKAGE["dependencies"] | PACKAGE["devDependencies"]).values())
    assert not any("resolved" in one for one in lock["packages"].values())


def test_the_settings_of_helix_start_the_server() -> None:
    settings = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text("utf-8"))
    assert settings["language"][0]["language-servers"] == ["rulewright"]
    assert settings["language-server"]["rulewright"] == {"command": "rulewright", "args": ["lsp"]}


def test_files_that_the_manual_names_are_there() -> None:
    named = re.findall(r"`(editors/[\w./-]*)`", PAGE)
    assert len(named) > 2
    assert [name for name in named if not (data_folder() / name).exists()] == []


def test_the_settings_of_neovim_are_the_same_in_both_places() -> None:
    settings = re.findall(r"^ +(vim\.lsp\..*)$", (EDITORS / "vim" / "README.md").read_text("utf-8"), re.MULTILINE)
    assert settings and all(one in PAGE for one in settings)


def test_the_icon_is_a_picture() -> None:
    assert Path(VSCODE / "icon.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
