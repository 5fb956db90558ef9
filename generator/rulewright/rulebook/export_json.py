"""The rulebook as JSON, for `export` and `show`: plain objects, lists, text, numbers; the schema is `grammar/schema/export.schema.json`.

Formal statements appear as their text in the language (`says`), each with its address, source, scope, place and tags.
"""

from __future__ import annotations

from typing import Any

from rulewright.base.enablement import Scope
from rulewright.base.records import fields_json
from rulewright.base.source import Location
from rulewright.base.version import __version__
from rulewright.rulebook.backgrounds import Backgrounds, Shared
from rulewright.rulebook.clauses import nameless
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
    """The document of `export`."""
    front = book.front
    return {
        "rulewright": __version__,
        "format": 1,
        "book": book.slug,
        "name": front.name,
        "title": front.title,
        "numbering": "decimal" if front.headings is None else list(front.headings),
        "credit": list(front.credit),
        "about": list(front.about),
        "players": None if front.players is None else list(front.players),
        "games": [fields_json(game, "name", "title") for game in book.games],
        "sources": [_source(source) for source in book.sources.values()],
        "editions": [{"name": e.name, "title": e.title, "sources": list(e.sources), "from": e.since} for e in book.editions.values()],
        "precedence": [_policy(line) for line in book.policy.lines] if book.policy else [],
        "options": [_option(option) for option in book.options.values()],
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
        "backgrounds": [_background(one) for one in Backgrounds(book).named.values()],
        "vocabulary": [_declared(one) for one in book.declarations],
        "views": {name: view_json(view) for name, view in book.views.items()},
        "ledger": [_ledger_row(row) for row in book.ledger],
    }


def view_json(view: EditionView) -> dict[str, Any]:
    """One edition: its cases, rulings, scenarios and readings, in the order of the book."""
    return {
        "cases": [case_json(case) for case in view.cases.values()],
        "rulings": [case_json(case) for case in view.rulings.values()],
        "scenarios": [case_json(case) for case in view.scenarios.values()],
        "readings": [reading_json(reading) for reading in view.readings.values()],
    }


def case_json(case: CaseInForce) -> dict[str, Any]:
    """One case as it is in force, with its history."""
    return {
        **fields_json(case, "number", "first_number", "title", "kind", "chapter", "source", "held", "new", "deleted"),
        "scope": _scope(case.scope),
        **_place(_origin_place(case.origin)),
        "text": [_paragraph(paragraph) for paragraph in case.text],
        "provisions": [provision_json(provision) for provision in case.provisions],
        "examples": [_example(example, origin) for example, origin in case.examples],
        "other": [_line(line, origin) for line, origin in case.other],
        "history": [_history(entry) for entry in case.history],
    }


def reading_json(reading: ReadingInForce) -> dict[str, Any]:
    """An open question of interpretation and its choices."""
    return {
        "name": reading.name,
        "title": reading.title,
        "on": [case.number for case in reading.on],
        "settled_as": reading.settled_as,
        **_place(_origin_place(reading.origin)),
        "text": [_paragraph(paragraph) for paragraph in reading.text],
        "choices": [fields_json(choice, "name", "title", "in_play") for choice in reading.choices],
        "provisions": [provision_json(provision) for provision in reading.provisions],
        "examples": [_example(example, origin) for example, origin in reading.examples],
    }


def provision_json(provision: Provision) -> dict[str, Any]:
    """A rule, table, precedence or other formal statement in force."""
    return {
        "id": provision.id.text,
        "kind": _kind(provision.node),
        "says": text_of(nameless(provision.node)),
        "source": provision.origin.source,
        "also_of": [case.number for case in provision.also_of],
        "scope": _scope(provision.scope),
        **_place(provision.location),
        "tags": _tags(provision.node.tags),
    }


def _kind(node: nodes.Node) -> str:
    """`rule`, `table`, `not held`, `does not matter`: the class of a node in words."""
    name = type(node).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def _place(at: Location) -> dict[str, Any]:
    return fields_json(at, "path", "line")


def _origin_place(origin: Origin) -> Location:
    return origin.place.at(origin.block.span)


def _tags(tags: tuple[nodes.Tag, ...]) -> list[str]:
    return [tag.name for tag in tags]


def _scope(scope: Scope) -> dict[str, Any]:
    return fields_json(scope, "option", "scenario", "games", "reading", "choice")


def _paragraph(paragraph: Paragraph) -> dict[str, Any]:
    return {
        **fields_json(paragraph, "text", "step", "commentary", "struck"),
        "source": paragraph.origin.source,
        "tags": _tags(paragraph.tags),
    }


def _history(entry: HistoryEntry) -> dict[str, Any]:
    origin = entry.origin
    amendment = origin.block.kind if isinstance(origin.block, nodes.Amendment) else None
    return {
        **fields_json(origin, "source", "kind", "number"),
        "as": amendment,
        "acts": list(entry.acts),
        "carried_out": entry.carried_out,
        **_place(_origin_place(origin)),
    }


def _example(example: nodes.Example, origin: Origin) -> dict[str, Any]:
    return {
        "title": example.title,
        "says": text_of(example),
        "background": [text_of(line) for line in origin.block.body if isinstance(line, nodes.Background)],
        "source": origin.source,
        **_place(origin.place.at(example.span)),
        "tags": _tags(example.tags),
    }


def _background(shared: Shared) -> dict[str, Any]:
    node = shared.node
    return {
        "name": node.name,
        "title": node.title,
        "says": text_of(node),
        **_place(shared.place.at(node.span)),
        "tags": _tags(node.tags),
    }


def _line(line: nodes.BodyLine, origin: Origin) -> dict[str, Any]:
    return {
        "kind": _kind(line),
        "says": text_of(line),
        "source": origin.source,
        **_place(origin.place.at(line.span)),
        "tags": _tags(line.tags),
    }


def _declared(one: Declared) -> dict[str, Any]:
    node = one.node
    return {
        "kind": node.kind.value if isinstance(node, nodes.Fact) else _kind(node),
        "name": getattr(node, "name", None),
        "says": text_of(node),
        "chapter": one.chapter,
        **_place(one.place.at(node.span)),
        "tags": _tags(node.tags),
    }


def _source(source: nodes.SourceDecl) -> dict[str, Any]:
    return {
        **fields_json(source, "name", "title", "held"),
        "amends": source.amends[0] if source.amends else None,
        "also_amends": list(source.amends[1:]),
        **fields_json(source, "publisher", "dated", "known"),
    }


def _policy(line: nodes.PolicyLine) -> str:
    return "stated" if line.over is None else f"{line.over} over {line.under}"


def _option(option: nodes.Option) -> dict[str, Any]:
    return {
        **fields_json(option, "name", "title"),
        "needs": None if option.needs is None else text_of(option.needs),
        **fields_json(option, "by", "alone"),
    }


def _ledger_row(row: LedgerRow) -> dict[str, Any]:
    return fields_json(row, "item", "section", "kind", "summary", "computable", "line")
