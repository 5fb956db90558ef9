"""The rows of forms of the manual have every form and every word of the grammar, and each of their forms is one.

A table of forms has their place in its head (`under source`), and in each row forms, then their gloss and what else there is to know.
Forms that are apart by ` · ` are several; the lines of one are apart by `<br>`, each `&emsp;` is two spaces. The cheat sheet is made of them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from manual.generated.forms import form_rows, gloss_of
from rulewright.base.diagnostics import Severity
from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.parser import parse_source, source_of
from syntax.forms_used import forms_used

IN_CASE = 'case 9.1 "…"\n  '
PLACES = {
    "at the margin": "",
    "under `rulebook`": 'rulebook ferry "…"\n  ',
    "under `source`": 'source errata "…"\n  ',
    "under `precedence`": "precedence\n  ",
    "after the colon": "fact F: ",
    "under a fact, a field": "fact F: yes/no\n  ",
    "under what is named": "fact F: yes/no\n  ",
    "under `status`": "status S of unit\n  ",
    "under `value`": "value V: 0..9\n  ",
    "under `verdict`": "verdict P\n  ",
    "under `predicate`": "predicate H\n  ",
    "under `reading`": 'reading R1 on 9.1 "…"\n  ',
    "in a case": IN_CASE,
    "a line of a case": IN_CASE,
    "lists": IN_CASE,
    "under a rule, or a line": IN_CASE,
    "under a rule only": f"{IN_CASE}may P(u)\n    ",
    "after `when`": f"{IN_CASE}H(u) when ",
    "after `is`": f"{IN_CASE}V(u) is ",
    "under `table`": f"{IN_CASE}table cost(w: weather): 0..9\n    ",
    "in a scenario": 'scenario 19.4 "…"\n  ',
    "examples": IN_CASE,
    "under `example`": f'{IN_CASE}example "…"\n    ',
    "under `amend`": "amend 9.1 in errata as correction\n  ",
    "anywhere": IN_CASE,
}
"""What is before a form in its place, so that it can be read."""


class Shown(NamedTuple):
    """A form of the manual: its place, itself, its gloss."""

    place: str
    form: str
    gloss: str

    @property
    def text(self) -> str:
        """The form in its place, as a file has it."""
        before = PLACES[self.place]
        last = before.rpartition("\n")[2]
        indent = last[: len(last) - len(last.lstrip())]
        return before + self.form.replace("\n", f"\n{indent}") + "\n"


def _shown() -> list[Shown]:
    return [Shown(row.head, _form(form), gloss_of(row)) for _, _, row in form_rows() for form in row.first.split(" · ")]


def _form(cell: str) -> str:
    lines = cell.strip().split("<br>")
    return "\n".join("  " * line.count("&emsp;") + line.replace("&emsp;", "").strip()[1:-1] for line in lines)


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
