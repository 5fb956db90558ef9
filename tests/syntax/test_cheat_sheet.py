"""The rows of forms of the manual have every form and every word of the grammar, and each of their forms is one."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from manual.generated.forms import form_rows, gloss_of
from rulewright.base.diagnostics import Severity
from rulewright.base.form_rows import place_form, split_forms
from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.parser import parse_source, source_of
from syntax.forms_used import forms_used


class Shown(NamedTuple):
    """A form of the manual: its place, itself, its gloss."""

    place: str
    form: str
    gloss: str

    @property
    def text(self) -> str:
        """The form in its place, as a file has it."""
        return place_form(self.place, self.form) + "\n"


def _shown() -> list[Shown]:
    return [Shown(row.head, form, gloss_of(row)) for _, _, row in form_rows() for form in split_forms(row.first)]


SHOWN = _shown()


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: shown.form.partition("\n")[0])
def test_a_form_is_one(shown: Shown) -> None:
    _, found = parse_source(source_of("sheet.case", shown.text))
    assert [(one.code, one.message) for one in found if one.severity is Severity.ERROR] == [], shown.text


def test_every_form_has_a_row() -> None:
    wanted, used = forms_used(shown.text for shown in SHOWN)
    assert wanted - used == set()


def test_every_word_of_the_grammar_is_in_a_row() -> None:
    words = {word for word in load_grammar().table.keywords if word.isalpha()}
    there = {word for shown in SHOWN for word in re.findall(r"[a-z]+", re.sub(r'"[^"]*"', "", shown.form))}
    assert words - there == set()


@pytest.mark.parametrize("gloss", sorted({shown.gloss for shown in SHOWN}))
def test_a_gloss_is_short(gloss: str) -> None:
    assert 2 <= len(gloss.split()) <= 6
