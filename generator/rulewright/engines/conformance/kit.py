"""Conformance kits: their records, how they are made, and their JSON form."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import Any

from rulewright.base.documents.versions import with_schema
from rulewright.base.json_form import Json, RecordForm
from rulewright.base.limits import MAX_PASSES_OF_DRAWN
from rulewright.base.records import record
from rulewright.base.version import __version__
from rulewright.core.codec import FORMAT, FORMS, document_schema, read_head
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Declined, Outcome, Query
from rulewright.core.wording import call_text
from rulewright.engines.conformance.drawn import Drawer
from rulewright.engines.conformance.examples import queries_of
from rulewright.engines.interpreter.engine import InterpreterEngine


class Origin(StrEnum):
    """The origin of a question of a kit."""

    EXAMPLE = "example"
    DRAWN = "drawn"


@record
class KitQuestion:
    """A question and what must come out. `title` names the example, or says what is asked."""

    number: int
    origin: Origin
    title: str
    query: Query
    outcome: Outcome


@record
class LeftOut:
    """A question that the reference does not answer for sure, and why."""

    origin: Origin
    title: str
    reason: str


@record
class Kit:
    """The questions of one edition. What was drawn comes from `seed`."""

    book: str
    edition: str
    seed: int
    questions: tuple[KitQuestion, ...]
    left_out: tuple[LeftOut, ...]


_KIT = RecordForm(FORMS, Kit)


def make_kit(core: Core, questions: int, seed: int = 0) -> Kit:
    """Make a kit from all examples of a core and a number of drawn questions."""
    references = {Origin.EXAMPLE: InterpreterEngine(core), Origin.DRAWN: InterpreterEngine(core, MAX_PASSES_OF_DRAWN)}
    kit_questions: list[KitQuestion] = []
    left_out: list[LeftOut] = []
    for origin, title, query in _draw_queries(core, references[Origin.DRAWN], questions, seed):
        outcome = references[origin](query)
        if isinstance(outcome, Declined):
            left_out.append(LeftOut(origin, title, outcome.reason))
        else:
            kit_questions.append(KitQuestion(len(kit_questions) + 1, origin, title, query, outcome))
    return Kit(core.book, core.edition, seed, tuple(kit_questions), tuple(left_out))


def _draw_queries(core: Core, reference: InterpreterEngine, questions: int, seed: int) -> Iterator[tuple[Origin, str, Query]]:
    for example in core.examples:
        for query in queries_of(core, example):
            yield Origin.EXAMPLE, f"{example.case} {example.title}", reference.give_usual_values(query) if example.as_usual else query
    drawer = Drawer(reference, Random(f"{seed} {core.book} {core.edition}"))
    for _ in range(questions if core.questions else 0):
        query = drawer.draw_query()
        assert isinstance(query.asked, AskedQuestion)
        yield Origin.DRAWN, call_text(query.asked.question, query.asked.args), query


def kit_json(kit: Kit) -> dict[str, Any]:
    """Return the document of a kit."""
    return with_schema("conformance", {"rulewright": __version__, "format": FORMAT, **_KIT.write(kit)})


def read_kit(document: Json) -> Kit:
    """Return the kit that a document holds. Raises `Misfit`."""
    return Kit(**_KIT.read_fields(read_head(document, "kit")))


def kit_schema() -> dict[str, Any]:
    """Return the schema of kits, `grammar/schema/conformance.schema.json`."""
    definitions: dict[str, Any] = {}
    body = _KIT.schema_of_fields(definitions)
    description = "Questions of one edition with their outcomes and arguments, for engines to be held against."
    return document_schema("conformance", "rulewright conformance", description, body, definitions)
