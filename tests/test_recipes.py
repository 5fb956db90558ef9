"""The recipes for whoever changes rulewright are true: the places that they list are there, and there are no others."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from rulewright.checks.common.check import CheckModule
from rulewright.checks.registry import check_modules
from rulewright.engines.registry import ENGINES, REFERENCE
from rulewright.syntax.nodes import ShortVerb

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "generator" / "rulewright"
SHORT = "Add a rule form that is short for others"
ENGINE = "Add an engine"


def places(recipe: str, page: str = "site/pages/project/changing.md") -> list[str]:
    """The paths that a recipe lists, in order."""
    text = (ROOT / page).read_text("utf-8")
    section = text.split(f"\n## {recipe}\n")[1].split("\n## ")[0]
    return re.findall(r"^- `([^`]+)`: ", section, re.MULTILINE)


def naming(word: str) -> set[str]:
    """The modules of the package in which a word is written."""
    whole = re.compile(rf"\b{word}\b")
    return {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py") if whole.search(path.read_text("utf-8"))}


@pytest.mark.parametrize("place", places(SHORT))
def test_a_place_of_a_rule_form_is_there(place: str) -> None:
    assert (ROOT / place).is_file()


@pytest.mark.parametrize("verb", ShortVerb, ids=str)
def test_a_short_verb_is_named_in_the_places_of_its_recipe_only(verb: ShortVerb) -> None:
    grammar, node, builder, printer, blocks, manual = places(SHORT)
    alias = f"rule_{verb.name.lower()}"
    assert re.search(rf"-> {alias}$", (ROOT / grammar).read_text("utf-8"), re.MULTILINE)
    assert naming(f"ShortVerb.{verb.name}") - {blocks} == {node, builder, printer}
    assert naming(alias) == {builder}
    written = verb.value.replace(" … ", "[^`|]*")
    assert re.search(rf"^\|[^|]*`[^`|]*\b{written}\b[^`|]*`[^|]*\|", (ROOT / manual).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_is_one_folder(name: str) -> None:
    files = [ROOT / place.replace("NAME", name) for place in places(ENGINE)]
    assert files and all(file.is_file() for file in files)
    assert {file.parent for file in files} == {PACKAGE / "engines" / name}
    assert list(signature(import_module(f"rulewright.engines.{name}.engine").answering).parameters) == ["core"]
    if name != REFERENCE:  # what a kit says is right comes from the reference
        inside = [f"generator/rulewright/engines/{name}/"]
        inside += ["generator/rulewright/site/"] if name == "page" else []  # which puts it on the pages
        assert not [path for path in naming(f"rulewright.engines.{name}.engine") if not path.startswith(tuple(inside))]


@pytest.mark.parametrize("module", check_modules(), ids=lambda module: str(module.CHECK.name))
def test_a_check_is_in_the_places_of_its_recipe(module: CheckModule) -> None:
    file, codes, said, literate, _ = places("Add a check", "CONTRIBUTING.md")
    package, name = str(vars(module)["__name__"]).split(".")[-2:]
    assert (ROOT / file.replace("FOLDER", package).replace("NAME", name)).is_file()
    assert f"{module.CHECK.code} {module.CHECK.name}\n" in (ROOT / codes).read_text("utf-8")
    assert f"{module.CHECK.code}\n" in (ROOT / said).read_text("utf-8")
    assert (ROOT / literate).is_dir()


def test_there_are_recipes_and_engines() -> None:
    assert len(places(SHORT)) == 6
    assert len(places(ENGINE)) == 2
    assert len(ENGINES) >= 2
