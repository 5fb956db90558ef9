"""Every word of every shipped `.case` file has the colour that the parser says, in each editor; the files are what the grammar makes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename

from interfaces.editors.parsed import case_files, differences
from interfaces.editors.textmate import Reader
from rulewright.base.resources import data_folder
from rulewright.interfaces.editors.colours import Colour
from rulewright.interfaces.editors.files import TEXTMATE, VIM, generated_files, load_colours
from rulewright.interfaces.editors.pygments_lexer import TOKENS, RulewrightLexer
from rulewright.interfaces.editors.textmate import SCOPES
from rulewright.interfaces.editors.vim import group_name, vim_pattern
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.grammar import load_grammar

FILES = case_files()
BY_TOKEN = {token: colour for colour, token in TOKENS.items()}
BY_SCOPE = {scope: colour for colour, scope in SCOPES.items()}
SHORT = 12
"""Blocks of so many lines are shown to Vim, which is slow to say what a sign is."""
VIM_SCRIPT = """
set nomore noswapfile encoding=utf-8
edit coloured.case
runtime! syntax/rulewright.vim
syntax sync fromstart
let s:lines = []
for s:line in range(1, line("$"))
  let s:text = getline(s:line)
  let s:found = map(range(strchars(s:text)), {_, at -> synIDattr(synID(s:line, byteidx(s:text, at) + 1, 1), "name")})
  call add(s:lines, json_encode(s:found))
endfor
call writefile(s:lines, "colours.json")
quitall!
"""


def test_files_are_what_the_grammar_makes() -> None:
    others = [path.name for path, content in generated_files() if path.read_text("utf-8") != content]
    assert not others, "run `make colours`"


def test_kept_rules_are_read_as_they_were_written() -> None:
    kept = load_colours()
    assert "case" in kept.first_words
    assert {rule.colour for rule in kept.rules} | {one.colour for one in kept.regions} >= set(Colour) - {Colour.PLACEHOLDER, Colour.LINK}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_pygments_and_the_parser_agree(path: Path) -> None:
    text = path.read_text("utf-8")
    shown = [BY_TOKEN.get(token) for _, token, value in RulewrightLexer().get_tokens_unprocessed(text) for _ in value]
    assert differences(text, shown) == []


READER = Reader(json.loads((data_folder() / TEXTMATE).read_text("utf-8")))


SOME = [path if path.parent.name == "la-grande-armee" else pytest.param(path, marks=pytest.mark.thorough) for path in FILES]


@pytest.mark.parametrize("path", SOME, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_textmate_and_the_parser_agree(path: Path) -> None:
    text = path.read_text("utf-8")
    shown = [BY_SCOPE[scope] if scope else None for scope in READER.shown(text)]
    assert differences(text, shown) == []


def short_blocks() -> str:
    """Blocks of the books with every pair of terminals that short blocks have."""
    grammar = load_grammar()
    blocks = {block.text for path in FILES for block in split_blocks(path.read_text("utf-8")) if block.text.count("\n") < SHORT}
    met: set[tuple[str, str]] = set()
    chosen = []
    for block in sorted(blocks, key=lambda one: (len(one), one)):
        terminals = [token.type for token in grammar.terminals_of(block)]
        pairs = set(pairwise(terminals))
        if not pairs <= met:
            met |= pairs
            chosen.append(block.rstrip("\n"))
    return "\n\n".join(chosen) + "\n"


@pytest.mark.thorough
def test_vim_and_the_parser_agree(tmp_path: Path) -> None:
    vim = shutil.which("vim")
    if vim is None:
        pytest.skip("vim is not installed")
    text = short_blocks()
    (tmp_path / "coloured.case").write_text(text, "utf-8")
    (tmp_path / "colour.vim").write_text(VIM_SCRIPT, "utf-8")
    plugin = (data_folder() / VIM).parents[1]
    command = [vim, "-N", "-u", "NONE", "-i", "NONE", "-es", "--cmd", f"set runtimepath^={plugin}", "-S", "colour.vim"]
    subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=900)
    by_group = {group_name(colour): colour for colour in Colour}
    lines = [json.loads(line) for line in (tmp_path / "colours.json").read_text("utf-8").splitlines()]
    shown = [by_group.get(name.split("In")[0]) for line in lines for name in [*line, ""]]
    assert differences(text, shown) == []


def test_a_pattern_that_vim_reads_otherwise_is_refused() -> None:
    assert vim_pattern("(?:^|(?<=  ))a(?= b|$)") == r"\%(\_^\|\%(  \)\@2<=\)a\%(\%( b\|\_$\)\)\@="
    for pattern in ("a+?", "(a)\\1", r"\d"):
        with pytest.raises(ValueError, match="not in every editor"):
            vim_pattern(pattern)


def test_installed_pygments_knows_the_language() -> None:
    """Where this fails, rulewright was installed before it had a lexer: `make setup` installs it anew."""
    assert isinstance(get_lexer_by_name("case"), RulewrightLexer)
    assert isinstance(get_lexer_for_filename("movement.case"), RulewrightLexer)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("  turn 1 is May 1809, by month", {"turn": Colour.KEYWORD, "May": Colour.NUMBER}),
        ("    given turn is 1 turn", {"turn": Colour.NAME, "given": Colour.KEYWORD}),
        (
            "      overrides 8.6.b, 14.3 and below when x",
            {"overrides": Colour.KEYWORD, "14": Colour.REFERENCE, "below": Colour.KEYWORD, "x": Colour.NAME},
        ),
        ("  may cross", {"may": Colour.KEYWORD, "cross": Colour.NAME}),
        ('  "half a text, [8.6] and {u}', {"half": Colour.TEXT, "8": Colour.LINK, "u": Colour.PLACEHOLDER}),
        ("amend ", {"amend": Colour.NAME}),
    ],
)
def test_a_line_that_is_being_written_has_colours(line: str, words: dict[str, Colour]) -> None:
    """Nothing hangs on what is not finished, and what can be told is told."""
    shown = [BY_TOKEN.get(token) for _, token, value in RulewrightLexer().get_tokens_unprocessed(line + "\n") for _ in value]
    assert {word: shown[line.index(word)] for word in words} == words


@pytest.mark.thorough
def test_colours_are_the_same_whatever_the_order_of_sets(tmp_path: Path) -> None:
    """The table of the parser numbers its states as sets happen to be ordered; what is made of it must not show that."""
    code = "from rulewright.interfaces.editors.files import generated_files; print([content for _, content in generated_files()])"
    made = set()
    for seed in ("1", "2"):
        known = {**os.environ, "PYTHONHASHSEED": seed, "RULEWRIGHT_CACHE": str(tmp_path / seed)}
        made.add(subprocess.run([sys.executable, "-c", code], env=known, capture_output=True, text=True, check=True).stdout)
    assert len(made) == 1
