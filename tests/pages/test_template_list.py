"""Every template says in its head what it shows and which values it gets; the manual has the list of their names."""

from __future__ import annotations

import re

import pytest
from jinja2 import meta

from rulewright.base.resources import site_folder
from rulewright.site.html.templates import make_environment

FOLDER = site_folder() / "theme" / "rulewright"
ENVIRONMENT = make_environment(())
HEAD = re.compile(r"\{#-?\s*(?P<shows>.*?)(?:\s*Gets:(?P<gets>.*?))?\s*-?#\}", re.DOTALL)
NAMES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
CASE = "parts/case.html"
"""Its head has a line for each value, since it is the one that sites change most."""


def head_of(name: str) -> tuple[str, set[str]]:
    """What the head of a template says that it shows, and the names of the values."""
    head = HEAD.match((FOLDER / name).read_text("utf-8"))
    assert head is not None, f"{name} does not begin with a comment that says what it shows"
    gets = head["gets"] or ""
    if name == CASE:
        gets = ", ".join(re.findall(r"^ {6}(\S+(?:, \S+)*) {2,}\S", gets, re.MULTILINE))
    return head["shows"], set(re.findall(r"\w+", gets))


@pytest.mark.parametrize("name", NAMES)
def test_a_template_says_what_it_shows_and_gets(name: str) -> None:
    shows, gets = head_of(name)
    assert shows.strip().endswith((".", ")"))
    tree = ENVIRONMENT.parse((FOLDER / name).read_text("utf-8"))
    assert gets == meta.find_undeclared_variables(tree) - set(ENVIRONMENT.globals)
