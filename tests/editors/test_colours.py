"""Every word of every shipped `.case` file has the colour that the parser says, in each editor; the files are what the grammar makes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename

from editors.parsed import case_files, differences
from editors.textmate import Reader
from rulewright.editors.colours import Colour
from rulewright.editors.files import TEXTMATE, VIM, kept_colours, made_files
from rulewright.editors.pygments_lexer import TOKENS, RulewrightLexer
from rulewright.editors.textmate import SCOPES
from rulewright.editors.vim import GROUPS, group, vim_pattern
from rulewright.resources import data_folder

FILES = case_files()
BY_TOKEN = {token: colour for colour, token in TOKENS.items()}
BY_SCOPE = {scope: colour for colour, scope in SCOPES.items()}
VIM_SCRIPT = """
set nomore noswapfile nocompatible
for s:path in split($COLOURED, "\\n")
  execute "edit " . fnameescape(s:path)
  syntax clear
  unlet! b:current_syntax
  source $SYNTAX
  syntax sync fromstart
  let s:lines = []
  for s:line in range(1, line("$"))
    let s:found = []
    for s:column in range(1, max([1, len(getline(s:line))]))
      call add(s:found, synIDattr(synstack(s:line, s:column)[0:0] == [] ? 0 : synID(s:line, s:column, 1), "name"))
    endfor
    call add(s:lines, json_encode(s:found))
  endfor
  call writefile(s:lines, s:path . ".colours")
endfor
quitall!
"""


@pytest.mark.parametrize(("path", "content"), list(made_files()), ids=lambda one: one.name if isinstance(one, Path) else "")
def test_files_are_what_the_grammar_makes(path: Path, content: str) -> None:
    assert path.read_text("utf-8") == content, "run `make colours`"


def test_kept_rules_are_read_as_they_were_written() -> None:
    kept = kept_colours()
    assert "case" in kept.first_words
    assert {rule.colour for rule in kept.rules} | {one.colour for one in kept.regions} >= set(Colour) - {Colour.PLACEHOLDER, Colour.LINK}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_pygments_and_the_parser_agree(path: Path) -> None:
    text = path.read_text("utf-8")
    shown = [BY_TOKEN.get(token) for _, token, value in RulewrightLexer().get_tokens_unprocessed(text) for _ in value]
    assert differences(text, shown) == []


READER = Reader(json.loads((data_folder() / TEXTMATE).read_text("utf-8")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_textmate_and_the_parser_agree(path: Path) -> None:
    text = path.read_text("utf-8")
    shown = [BY_SCOPE[scope] if scope else None for scope in READER.shown(text)]
    assert differences(text, shown) == []
