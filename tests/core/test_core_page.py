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
from rulewright.engines.page.engine import script_files
from rulewright.engines.registry import REFERENCE, answering

PAGE = (site_folder() / "pages" / "project" / "core.md").read_text("utf-8")
SNIPPETS = re.findall(r"^<!-- ([^\n]*?) -->\n```json\n(.*?)^```$", PAGE, re.S | re.M)
IN_THE_SCHEMA_ALONE = {
    "question",
    "statement",
    "clause",
    "case",
    "column_texts",
    "columns",
    "id",
    "kind",
    "location",
    "number",
    "rounding",
    "rows",
    "rule",
    "stage",
    "tags",
    "unheld",
    "verb",
    "why",
}
"""Fields of which a step has nothing to say: names, places, what an answer says besides."""
QUESTION = """
{"number": 1, "origin": "drawn", "title": "allowance",
 "query": {"asked": {"kind": "asked question", "question": "allowance", "args": []}, "things": {},
           "given": [{"name": "weather", "args": [], "value": "mud", "narrow": null}, {"name": "road", "args": [], "value": true, "narrow": null}],
           "switches": {"options": [], "scenario": null, "games": null, "readings": []}},
 "outcome": {"status": "answered", "value": 6, "matter": [],
             "argument": {"stood": ["8.3.1"], "inapplicable": [],
                          "defeated": [{"rule": "8.1.1", "by": "8.3.1", "why": "carried"}, {"rule": "8.2.1", "by": "8.3.1", "why": "stated"}]}}}
"""


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


def test_mud_on_a_road_has_the_answer_of_the_page(core: Core) -> None:
    question = FORMS.form_of(KitQuestion).read(json.loads(QUESTION))
    assert answering(REFERENCE, core)(question.query) == question.outcome
    assert f"the answer is {question.outcome.value}, and 7 does not come back" in PAGE


def test_the_script_of_the_page_answers(core: Core) -> None:
    quickjs = pytest.importorskip("quickjs")
    (asked,) = re.findall(r"^```js\nconst engine = new Rulewright.Engine\(core\);\n(.*?); // (\d+)\n```$", PAGE, re.M)
    context = quickjs.Context()
    for path in script_files():
        context.eval(path.read_text("utf-8"))
    context.set("text", json.dumps(core_json(core)))
    context.eval("const engine = new Rulewright.Engine(text);")
    assert context.eval(f"{asked[0]}.value") == int(asked[1])


def test_every_json_on_the_page_is_tested() -> None:
    assert len(SNIPPETS) == PAGE.count("```json") > 0


def test_every_part_of_the_document_is_described() -> None:
    """Every field of a core and every record in it is described in the schema; the page has a step for the fields that decide."""
    schema = core_schema()
    assert [name for name, field in schema["properties"].items() if not field.get("description")] == []
    records = {name: part for name, part in schema["$defs"].items() if "additionalProperties" in part}
    assert [name for name, part in records.items() if not part.get("description")] == []
    names: set[str] = set()
    for part in ("question", "rule", "aside", "precedence", "absent", "address", "table"):
        names |= set(records[part]["properties"]) - IN_THE_SCHEMA_ALONE
    assert sorted(name for name in names if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE) == []
