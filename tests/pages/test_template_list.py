"""The manual lists every template with the values that it gets, in the words of the templates themselves.

`RULEWRIGHT_REWRITE=1` writes the list anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from jinja2 import meta, nodes

from rulewright.base.resources import site_folder
from rulewright.site.html.templates import make_environment

FOLDER = site_folder() / "theme" / "rulewright"
MANUAL = site_folder() / "pages" / "writing" / "templates.md"
ENVIRONMENT = make_environment(())
HEAD = re.compile(r"\{#-?\s*(.*?)\s*-?#\}", re.DOTALL)
LIST = re.compile(r"(?<=<!-- templates -->\n).*(?=<!-- /templates -->)", re.DOTALL)
NAMES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))


def values_of(tree: nodes.Template) -> Iterator[str]:
    """Yield the values that a template is given, then its macros with what they are given."""
    yield from sorted(meta.find_undeclared_variables(tree) - set(ENVIRONMENT.globals))
    for macro in tree.find_all(nodes.Macro):
        yield f"{macro.name}({', '.join(argument.name for argument in macro.args)})"


def listed_line(name: str) -> str:
    text = (FOLDER / name).read_text("utf-8")
    head = HEAD.match(text)
    assert head is not None, f"{name} does not begin with a comment that says what it shows"
    values = ", ".join(f"`{value}`" for value in values_of(ENVIRONMENT.parse(text)))
    return f"| `{name}` | {' '.join(head[1].split())} | {values} |\n"


def test_the_manual_lists_every_template_with_its_values() -> None:
    manual = MANUAL.read_text("utf-8")
    lines = "\n| Template | What it shows | What it gets |\n| --- | --- | --- |\n" + "".join(map(listed_line, NAMES)) + "\n"
    if os.environ.get("RULEWRIGHT_REWRITE"):
        manual = LIST.sub(lambda _: lines, manual)
        MANUAL.write_text(manual, "utf-8")
    assert LIST.search(manual)[0] == lines  # type: ignore[index]


def test_the_manual_says_what_each_value_of_a_case_is() -> None:
    section = MANUAL.read_text("utf-8").split("## A case\n")[1].split("\n## ")[0]
    documented = {value for row in section.splitlines() if row.startswith("| `") for value in re.findall("`([^`]*)`", row.split("|")[1])}
    tree = ENVIRONMENT.parse((FOLDER / "parts" / "case.html").read_text("utf-8"))
    assert documented == set(values_of(tree))
