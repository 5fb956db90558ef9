"""The script of data of one book: its cores in every edition and its words, as text that the engine reads. It is loaded when one asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.base.keywords import FactSource
from rulewright.core.model import Core
from rulewright.core.wording import larger_measures
from rulewright.engines.page.lean import lean_core
from rulewright.engines.page.packed import pack_documents
from rulewright.site.asking.through import kinds_by_question
from rulewright.site.asking.words import said_of_fact, said_of_open, said_of_question
from rulewright.site.html.escape import script_data, script_text
from rulewright.site.pages.glossary import PLACES
from rulewright.site.wording.book_wording import measure_forms, wording_of
from rulewright.site.wording.words import plural, spell_out

if TYPE_CHECKING:
    from rulewright.site.book.book_data import BookOfSite

_ASKED_FIRST = sorted(PLACES, key=lambda place: place in (FactSource.THROWN, FactSource.DECIDED, FactSource.REMEMBERED))
"""Where facts are found, in the order in which they are asked for: what lies on the table before what is thrown, decided or remembered."""


def ask_script(site_book: BookOfSite) -> str:
    """`FOLDER/ask-data.js`: one call with one text. Nothing of the book is script: the text is data to whoever opens it.

    No paragraph of the book is in it, so it is kept for as long as the rules are the same.
    """
    return site_book.data.load_or_make("ask_script", lambda: _build_script(site_book))


def _build_script(site_book: BookOfSite) -> str:
    sources = {name: source.title for name, source in site_book.book.sources.items()}
    cores = {
        f"core {name}": lean_core(core, replace(wording_of(site_book.sentences_in(name), site_book.book.views[name]), sources=sources))
        for name, core in site_book.data.cores.items()
    }
    text = json.dumps(pack_documents({"words": words_of(site_book), **cores}), ensure_ascii=False, separators=(",", ":"))
    return f"rulewrightAsk.give({script_data(site_book.folder)},{script_text(text)});\n"


def words_of(site_book: BookOfSite) -> dict[str, Any]:
    """Return the texts of the pages that are not in the book's cores."""
    cores = site_book.data.cores
    default = cores[site_book.edition]
    forms = measure_forms(default)
    return {
        "title": site_book.title,
        "edition": site_book.edition,
        "editions": [[name, site_book.edition_title(name)] for name in reversed(list(cores))],
        "kinds": {name: [spell_out(name), plural(spell_out(name))] for name in default.records},
        "through": _merge_cores(cores, kinds_by_question),
        "units": forms,
        "larger": larger_measures(default, forms),
        "questions": _merge_cores(
            cores, lambda core: {name: said_of_question(core_question.question) for name, core_question in core.on.items()}
        ),
        "facts": _merge_cores(cores, lambda core: {name: said_of_fact(fact) for name, fact in core.facts.items()}),
        "open": _merge_cores(cores, _open_templates),
        "asks": {name: site_book.asking.question_sentence(name) for name in site_book.asking.questions_by_name},
        "places": {place.value if place is not None else "": PLACES[place] for place in _ASKED_FIRST},
        "cases": _cases_of_questions(site_book),
        "scenarios": {name: _scenario_title(site_book, name) for name in default.scenarios},
        "games": {game.name: game.title for game in site_book.book.games},
        **({"renamed": _earlier_words(site_book)} if site_book.renames_terms else {}),
    }


def _earlier_words(site_book: BookOfSite) -> dict[str, dict[str, Any]]:
    """Return, by edition, the texts that have other words there, since a term was renamed later; an edition without them is left out."""
    default = site_book.book.views[site_book.edition].renamings
    return {
        name: {
            "units": measure_forms(core),
            "larger": larger_measures(core, measure_forms(core)),
            "questions": {question: said_of_question(declared.question) for question, declared in core.on.items()},
            "facts": {fact: said_of_fact(declared) for fact, declared in core.facts.items()},
            "open": _open_templates(core),
            "asks": {question: asking.question_sentence(question) for question in asking.questions_by_name},
        }
        for name, core in site_book.data.cores.items()
        if site_book.book.views[name].renamings != default and (asking := site_book.asking_in(name))
    }


def _open_templates(core: Core) -> dict[str, list[tuple[str, str] | None]]:
    """Question -> what is said for each argument that is not chosen yet, and what its choice is called; None for a thing."""
    templates: dict[str, list[tuple[str, str] | None]] = {}
    for name, core_question in core.on.items():
        if open_templates := said_of_open(core_question.question, core):
            templates[name] = [open_templates.get(param.name) for param in core_question.question.params]
    return templates


def _merge_cores(cores: Mapping[str, Core], templates_of: Any) -> dict[str, Any]:
    """Merge the texts of all editions; a later edition's text goes first."""
    merged: dict[str, Any] = {}
    for core in cores.values():
        merged.update(templates_of(core))
    return merged


def _cases_of_questions(site_book: BookOfSite) -> dict[str, list[str]]:
    """Number -> [number as the book prints it, title, page with anchor], of every case that a rule is of."""
    numbers = {rule.case for core in site_book.data.cores.values() for rule in core.written_rules()}
    numbers |= {case for reading in site_book.view.readings.values() for case in (case_ref.number for case_ref in reading.cases)}
    numbers |= {case for core in site_book.data.cores.values() for case in core.unheld_cases}
    cases: dict[str, list[str]] = {}
    for number in sorted(numbers):
        address, home = site_book.addresses.address_of_case(number), site_book.addresses.case_number(number)
        case = site_book.view.find_case(home) if home else None
        cases[number] = [
            site_book.printed_number(number),
            (case.title or "") if case is not None else "",
            address.href_from() if address is not None else "",
        ]
    return cases


def _scenario_title(site_book: BookOfSite, name: str) -> str:
    case = site_book.view.find_case(name)
    return " ".join(filter(None, (site_book.printed_number(name), case.title if case is not None else None)))
