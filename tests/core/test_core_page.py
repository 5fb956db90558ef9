"""The manual's page on the core: its book is sound, its snippets are parts of that book's core, its question has that outcome."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engines.interpreter.test_oracle import program_of
from rulewright.base.resources import site_folder
from rulewright.core.codec import FORMS, core_json, core_schema
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.conformance.kit import KitQuestion
from rulewright.engines.registry import REFERENCE, answering

PAGE = (site_folder() / "pages" / "project" / "core.md").read_text("utf-8")
SNIPPETS = re.findall(r"^<!-- (.*?) -->\n```json\n(.*?)^```$", PAGE, re.S | re.M)
BESIDE_THE_MEANING = {
    "question",
    "statement",
    "id",
    "case",
    "location",
    "tags",
    "unheld",
    "clause",
    "why",
    "rows",
    "columns",
    "verb",
    "rounding",
}
"""Fields that need no sentence of their own: names, places, what an answer says besides."""


@pytest.fixture(scope="module")
def core() -> Core:
    found = re.search(r"^```rulewright\n(.*?)^```$", PAGE, re.S | re.M)
    assert found is not None
    return lower(program_of({"rulebook.case": found[1]}))


def at(document: Any, path: str) -> Any:
    for step in re.findall(r"\w+", path):
        document = document[int(step) if isinstance(document, list) else step]
    return document


def missing_from(part: Any, whole: Any, path: str = "") -> list[str]:
    """Where a snippet is not what stands in the document; fields that it leaves out are not looked at."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return [found for name in part for found in missing_from(part[name], whole.get(name, "nothing"), f"{path}.{name}")]
    if isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        return [
            found
            for place, (one, other) in enumerate(zip(part, whole, strict=True))
            for found in missing_from(one, other, f"{path}[{place}]")
        ]
    return [] if part == whole and part.__class__ is whole.__class__ else [f"{path}: {part!r}, and it is {whole!r}"]


@pytest.mark.parametrize(("said", "text"), [one for one in SNIPPETS if one[0].startswith("at: ")])
def test_snippets_are_parts_of_the_core(core: Core, said: str, text: str) -> None:
    assert missing_from(json.loads(text), at(core_json(core), said.removeprefix("at: "))) == []


def test_the_question_has_that_outcome(core: Core) -> None:
    (text,) = [text for said, text in SNIPPETS if said == "kit question"]
    question = FORMS.form_of(KitQuestion).read(json.loads(text))
    assert answering(REFERENCE, core)(question.query) == question.outcome


def test_every_json_on_the_page_is_tested() -> None:
    assert len(SNIPPETS) == PAGE.count("```json")
    assert len(SNIPPETS) > 5


def test_every_part_of_the_document_is_described() -> None:
    """Every field of a core, of a question and of a precedence, and every kind of term and switch, is named on the page."""
    parts = core_schema()["$defs"]
    names = set(core_schema()["properties"]) - {"rulewright", "book", "edition", "unheld_cases"}
    for part in ("question", "rule", "aside", "precedence", "absent", "address", "table"):
        names |= set(parts[part]["properties"]) - BESIDE_THE_MEANING
    for part in ("term", "switching", "type", "key"):
        names |= set(parts[part]["properties"]["kind"]["enum"]) - {"none"}
    assert sorted(name for name in names if f"`{name}`" not in PAGE) == []
