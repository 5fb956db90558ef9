"""The rulebook as JSON, for `export` and `show`: plain objects, lists, text, numbers; the schema is `grammar/schema/export.schema.json`.

Formal statements appear as their text in the language (`says`), each with its address, source, scope, place and tags.
"""

from __future__ import annotations

from typing import Any

from rulewright.base.documents.versions import with_schema
from rulewright.base.enablement import Scope
from rulewright.base.records import fields_json
from rulewright.base.source import Location
from rulewright.base.version import __version__
from rulewright.rulebook.backgrounds import Backgrounds, SharedBackground
from rulewright.rulebook.clauses import without_name
from rulewright.rulebook.model import (
    CaseInForce,
    Declared,
    EditionView,
    HistoryEntry,
    LedgerRow,
    Origin,
    Paragraph,
    Provision,
    ReadingInForce,
    Rulebook,
)
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of


def rulebook_json(book: Rulebook) -> dict[str, Any]:
    """Return the document of `export`."""
    front = book.front
    return with_schema(
        "export",
        {
            "rulewright": __version__,
            "format": 1,
            "book": book.slug,
            "name": front.name,
            "title": front.title,
            "numbering": _numbering_json(book),
            "credit": list(front.credit),
            "about": list(front.about),
            "players": None if front.players is None else list(front.players),
            "games": [fields_json(game, "name", "title") for game in book.games],
            "sources": [_source_json(source) for source in book.sources.values()],
            "editions": [{"name": e.name, "title": e.title, "sources": list(e.sources), "from": e.since} for e in book.editions.values()],
            "precedence": [_policy_text(line) for line in book.policy.lines] if book.policy else [],
            "options": [_option_json(option) for option in book.options.values()],
            "at_most_one_of": [list(exclusion.options) for exclusion in book.exclusions],
            "chapters": [
                {
                    "file": file,
                    "number": chapter.number,
                    "title": chapter.title,
                    "text": chapter.text,
                    "background": None if chapter.background is None else text_of(chapter.background),
                }
                for file, chapter in book.chapters.items()
            ],
            "backgrounds": [_background_json(shared) for shared in Backgrounds(book).named.values()],
            "vocabulary": [_declaration_json(declared) for declared in book.declarations],
            "views": {name: view_json(view) for name, view in book.views.items()},
            "ledger": [_ledger_row(row) for row in book.ledger],
        },
    )


def _numbering_json(book: Rulebook) -> str | list[str]:
    """Return how cases are numbered: the headings in their order, or `decimal`, `section` or `roman`, recognised or as written."""
    numbering = book.numbering
    if numbering.headings is not None:
        return list(numbering.headings)
    return "roman" if "" in numbering.roman else "section" if numbering.by_section else "decimal"


def view_json(view: EditionView) -> dict[str, Any]:
    """Return one edition: its cases, rulings, scenarios and readings, in the order of the book."""
    return {
        "cases": [case_json(case) for case in view.cases.values()],
        "rulings": [case_json(case) for case in view.rulings.values()],
        "scenarios": [case_json(case) for case in view.scenarios.values()],
        "readings": [reading_json(reading) for reading in view.readings.values()],
    }


def case_json(case: CaseInForce) -> dict[str, Any]:
    """Return one case in force, with its history."""
    return {
        **fields_json(case, "number", "first_number", "title", "kind", "chapter", "source", "held", "new", "deleted"),
        "as": case.ruling_kind,
        "scope": _scope_json(case.scope),
        **_location_json(_origin_location(case.origin)),
        "text": [_paragraph_json(paragraph) for paragraph in case.text],
        "provisions": [provision_json(provision) for provision in case.provisions],
        "examples": [_example_json(example, origin) for example, origin in case.examples],
        "other": [_line_json(line, origin) for line, origin in case.other],
        "history": [_history_json(entry) for entry in case.history],
    }


def reading_json(reading: ReadingInForce) -> dict[str, Any]:
    """Return an open question of interpretation and its choices."""
    return {
        "name": reading.name,
        "title": reading.title,
        "on": [case.number for case in reading.cases],
        "settled_as": reading.settled_as,
        **_location_json(_origin_location(reading.origin)),
        "text": [_paragraph_json(paragraph) for paragraph in reading.text],
        "choices": [fields_json(choice, "name", "title", "in_play") for choice in reading.choices],
        "provisions": [provision_json(provision) for provision in reading.provisions],
        "examples": [_example_json(example, origin) for example, origin in reading.examples],
    }


def provision_json(provision: Provision) -> dict[str, Any]:
    """Return a rule, table, statement of precedence or other formal statement in force."""
    return {
        "id": provision.id.text,
        "kind": _node_kind(provision.node),
        "says": text_of(without_name(provision.node)),
        "source": provision.origin.source,
        "also_of": [case.number for case in provision.also_of],
        "scope": _scope_json(provision.scope),
        **_location_json(provision.location),
        "tags": _tag_names(provision.node.tags),
    }


def _node_kind(node: nodes.Node) -> str:
    """Return the class of a node in words: `rule`, `table`, `not held`, `does not matter`."""
    name = type(node).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def _location_json(location: Location) -> dict[str, Any]:
    return fields_json(location, "path", "line")


def _origin_location(origin: Origin) -> Location:
    return origin.place.location_of(origin.block.span)


def _tag_names(tags: tuple[nodes.Tag, ...]) -> list[str]:
    return [tag.name for tag in tags]


def _scope_json(scope: Scope) -> dict[str, Any]:
    return fields_json(scope, "option", "scenario", "games", "reading", "choice")


def _paragraph_json(paragraph: Paragraph) -> dict[str, Any]:
    return {
        **fields_json(paragraph, "text", "step", "commentary", "struck"),
        "source": paragraph.origin.source,
        "tags": _tag_names(paragraph.tags),
    }


def _history_json(entry: HistoryEntry) -> dict[str, Any]:
    origin = entry.origin
    amendment = origin.block.kind if isinstance(origin.block, nodes.Amendment) else None
    return {
        **fields_json(origin, "source", "kind", "number"),
        "as": amendment,
        "acts": list(entry.acts),
        "carried_out": entry.carried_out,
        **_location_json(_origin_location(origin)),
    }


def _example_json(example: nodes.Example, origin: Origin) -> dict[str, Any]:
    return {
        "title": example.title,
        "as_usual": example.as_usual,
        "says": text_of(example),
        "background": [text_of(line) for line in origin.block.body if isinstance(line, nodes.Background)],
        "source": origin.source,
        **_location_json(origin.place.location_of(example.span)),
        "tags": _tag_names(example.tags),
    }


def _background_json(shared: SharedBackground) -> dict[str, Any]:
    node = shared.node
    return {
        "name": node.name,
        "title": node.title,
        "says": text_of(node),
        **_location_json(shared.place.location_of(node.span)),
        "tags": _tag_names(node.tags),
    }


def _line_json(line: nodes.BodyLine, origin: Origin) -> dict[str, Any]:
    return {
        "kind": _node_kind(line),
        "says": text_of(line),
        "source": origin.source,
        **_location_json(origin.place.location_of(line.span)),
        "tags": _tag_names(line.tags),
    }


def _declaration_json(declared: Declared) -> dict[str, Any]:
    node = declared.node
    return {
        "kind": node.kind.value if isinstance(node, nodes.Fact) else _node_kind(node),
        "name": getattr(node, "name", None),
        "says": text_of(node),
        "chapter": declared.chapter,
        **_location_json(declared.place.location_of(node.span)),
        "tags": _tag_names(node.tags),
    }


def _source_json(source: nodes.SourceDecl) -> dict[str, Any]:
    return {
        **fields_json(source, "name", "title", "held"),
        "amends": source.amends[0] if source.amends else None,
        "also_amends": list(source.amends[1:]),
        **fields_json(source, "publisher", "dated", "known"),
    }


def _policy_text(line: nodes.PolicyLine) -> str:
    return "stated" if line.over is None else f"{line.over} over {line.under}"


def _option_json(option: nodes.Option) -> dict[str, Any]:
    return {
        **fields_json(option, "name", "title"),
        "needs": None if option.needs is None else text_of(option.needs),
        **fields_json(option, "by", "alone"),
    }


def _ledger_row(row: LedgerRow) -> dict[str, Any]:
    return fields_json(row, "item", "section", "kind", "summary", "computable", "line")
