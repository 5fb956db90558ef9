"""JSON documents about a book: the same for assistants and by HTTP. All that is wrong with a request is an `Error`."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from rulewright.base.errors import Error, WrongInput
from rulewright.base.suggestions import closest_names
from rulewright.engines.interpreter.answer import Answer
from rulewright.interfaces.api.reliability import errors_note
from rulewright.interfaces.service.books import ServedBook

QUERY_KEYS = (
    "edition", "on", "world", "options", "readings", "scenario", "closed", "assume_usual", "over", "least", "most", "brief",
)  # fmt: skip
"""What a question may have beside `question` and `facts`, as `Book.ask` has it."""


def error_document(error: Error) -> dict[str, Any]:
    """Return what is wrong: a sentence, and what to do."""
    return {"error": {"message": error.message, "hints": list(error.hints)}}


def _warning_note(served: ServedBook) -> str | None:
    """Return a sentence on why answers of a book may be wrong, or None."""
    note = errors_note(served.workspace)
    return f"the book {note}" if note else None


def book_document(served: ServedBook, edition: str | None = None) -> dict[str, Any]:
    """Return a book with its editions, and with the optional rules, open readings and scenarios of one of them (None: the last)."""
    name = served.api.edition(edition)
    switches = served.api.questions(name).to_json()
    front = served.workspace.book.front
    return {
        "book": served.name,
        "title": front.title,
        "edition": name,
        "editions": [{"name": entry.name, "title": entry.title, "from": entry.since} for entry in served.workspace.book.editions.values()],
        "options": switches["options"],
        "readings": switches["readings"],
        "scenarios": switches["scenarios"],
        "questions": len(switches["questions"]),
        "note": _warning_note(served),
    }


def find_document(served: ServedBook, words: str, edition: str | None = None) -> dict[str, Any]:
    """Return the questions that plain words may mean; `clear` is the one that is clearly meant, if all words are read."""
    reading = served.api.find_questions(words, edition)
    candidate, mentions = reading.clear_candidate, reading.mentions
    return {
        "book": served.name,
        "edition": served.api.edition(edition),
        "words": words,
        "clear": None if candidate is None else candidate.question,
        "candidates": [{**each.to_json(), "sentence": each.sentence} for each in reading.candidates],
        "more": reading.tied_count,
        "mentions": [place.to_json() for place in mentions.places],
        "unknown": list(mentions.unknown),
        "term": None if reading.term is None else reading.term.to_json(),
        "depends": [supposed.to_json() for supposed in reading.depends],
    }


def ask_document(
    served: ServedBook, query: Mapping[str, Any], *, seconds: float | None = None, stop: threading.Event | None = None
) -> dict[str, Any]:
    """Return the answer to a question with its argument, in words too; the fact to ask for next, if one is missing; and its citations.

    The work ends after so many seconds, or when the event is set. Raises `Stopped`.
    """
    arguments = {key: query[key] for key in QUERY_KEYS if query.get(key) is not None}
    return answer_document(served, served.api.ask(query["question"], query.get("facts"), **arguments, deadline=seconds, stop=stop))


def answer_document(served: ServedBook, answer: Answer) -> dict[str, Any]:
    next_fact = next(iter(answer.missing), None)
    return {
        **answer.to_json(),
        "argument": served.speak(served.workspace, answer),
        "ask_next": None
        if next_fact is None
        else {"fact": next_fact.fact, "asks": next_fact.asks or None, "domain": next_fact.domain, "certain": next_fact.certain},
        "citations": [_citation_entry(served, clause) for clause in cited_clauses(answer)],
        "note": _warning_note(served),
    }


def cited_clauses(answer: Answer) -> list[str]:
    """Return the clauses that an answer rests on or runs into, without repetition, those of the answers that it used last."""
    clauses = [reason.case for reason in answer.because] + [clash.case for clash in answer.conflict]
    clauses += [reading.reading for reading in answer.readings]
    if answer.undetermined is not None and answer.undetermined.case is not None:
        clauses.append(answer.undetermined.case)
    clauses += answer.not_held
    for inner in (*answer.inner, *((answer.advice,) if answer.advice is not None else ())):
        clauses += cited_clauses(inner)
    return list(dict.fromkeys(clauses))


def _citation_entry(served: ServedBook, clause: str) -> dict[str, Any]:
    return {"case": clause, "uri": served.uri_of("case", clause), "url": served.page_of(clause)}


def questions_document(served: ServedBook, edition: str | None = None) -> dict[str, Any]:
    """Return the questions and facts of an edition, with their domains and units."""
    return served.api.questions(edition).to_json()


def contents_document(served: ServedBook, edition: str | None = None) -> dict[str, Any]:
    """Return the table of contents of an edition, each clause with its address."""
    document = served.api.contents(edition).to_json()
    for entry in document["contents"]:
        entry.update(uri=served.uri_of("case", entry["number"]), url=served.page_of(entry["number"]))
    return document


def case_document(served: ServedBook, case: str, edition: str | None = None) -> dict[str, Any]:
    """Return a case, scenario, ruling or reading as in force, with its history and what bears on it."""
    clause = served.api.show(case, edition)
    document = clause.to_json()
    name = document["case"]["number"] if "case" in document else document["reading"]["name"]
    return {**document, "uri": served.uri_of("case", name), "url": served.page_of(name)}


def tables_of(served: ServedBook, edition: str | None = None) -> dict[str, dict[str, Any]]:
    """Return the tables of an edition by their addresses, each with its case and its text."""
    from rulewright.rulebook.export_json import provision_json
    from rulewright.syntax import nodes

    name = served.api.edition(edition)
    return {
        provision.id.text: {"book": served.name, "edition": name, "case": case.number, **provision_json(provision)}
        for case in served.workspace.book.views[name].all_cases()
        for provision in case.provisions
        if isinstance(provision.node, nodes.Table)
    }


def table_document(served: ServedBook, address: str, edition: str | None = None) -> dict[str, Any]:
    """Return a table by its address. Raises `WrongInput`."""
    tables = tables_of(served, edition)
    if address not in tables:
        raise WrongInput(f"`{served.name}` has no table `{address}`", suggestions=closest_names(address, tables))
    table = tables[address]
    return {**table, "uri": served.uri_of("table", address), "url": served.page_of(table["case"])}
