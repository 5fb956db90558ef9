"""The script of data of one book: its cores in every edition and its words, as text that the engine reads. It is loaded when one asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright.base.keywords import Found
from rulewright.core.model import Core
from rulewright.engines.page.lean import lean_core
from rulewright.engines.page.packed import packed
from rulewright.site.asking.through import kinds_by_question
from rulewright.site.asking.words import said_of_fact, said_of_open, said_of_question
from rulewright.site.html.escape import script_data, script_text
from rulewright.site.pages.glossary import PLACES
from rulewright.site.wording.book_wording import wording_of
from rulewright.site.wording.words import plural, worded

if TYPE_CHECKING:
    from rulewright.site.book.book_data import BookOfSite

_ASKED_FIRST = sorted(PLACES, key=lambda place: place in (Found.THROWN, Found.DECIDED, Found.REMEMBERED))
"""Where facts are found, in the order in which they are asked for: what lies on the table before what is thrown, decided or remembered."""


def ask_script(of: BookOfSite) -> str:
    """`FOLDER/ask-data.js`: one call with one text. Nothing of the book is script: the text is data to whoever opens it.

    No paragraph of the book is in it, so it is kept for as long as the rules are the same.
    """
    return of.given.keep("ask_script", lambda: _script(of))


def _script(of: BookOfSite) -> str:
    cores = {f"core {name}": lean_core(one, wording_of(of.sentences, of.book.views[name])) for name, one in of.given.cores.items()}
    text = json.dumps(packed({"words": words_of(of), **cores}), ensure_ascii=False, separators=(",", ":"))
    return f"rulewrightAsk.give({script_data(of.folder)},{script_text(text)});\n"


def words_of(of: BookOfSite) -> dict[str, Any]:
    """What the pages say of the book beyond what is in its cores."""
    cores = of.given.cores
    default = cores[of.edition]
    return {
        "title": of.title,
        "edition": of.edition,
        "editions": [[name, of.edition_title(name)] for name in reversed(list(cores))],
        "kinds": {name: [worded(name), plural(worded(name))] for name in default.records},
        "through": _each(cores, kinds_by_question),
        "units": {name: [title, plural(title)] for name, title in default.measures.items()},
        "questions": _each(cores, lambda core: {name: said_of_question(one.question) for name, one in core.on.items()}),
        "facts": _each(cores, lambda core: {name: said_of_fact(one) for name, one in core.facts.items()}),
        "open": _each(cores, _open),
        "asks": {name: of.asking.sentence(name) for name in of.asking.questions},
        "places": {place.value if place is not None else "": PLACES[place] for place in _ASKED_FIRST},
        "cases": _cases(of),
        "scenarios": {name: _scenario(of, name) for name in default.scenarios},
        "games": {one.name: one.title for one in of.book.games},
    }


def _open(core: Core) -> dict[str, list[tuple[str, str] | None]]:
    """Question -> what is said for each argument that is not chosen yet, and what its choice is called; None for a thing."""
    found: dict[str, list[tuple[str, str] | None]] = {}
    for name, one in core.on.items():
        if said := said_of_open(one.question, core):
            found[name] = [said.get(param.name) for param in one.question.params]
    return found


def _each(cores: Mapping[str, Core], said: Any) -> dict[str, Any]:
    """What is said of something in any edition; a later one's words where they differ."""
    found: dict[str, Any] = {}
    for core in cores.values():
        found.update(said(core))
    return found


def _cases(of: BookOfSite) -> dict[str, list[str]]:
    """Number -> [number as the book prints it, title, page with anchor], of every case that a rule is of."""
    numbers = {rule.case for core in of.given.cores.values() for rule in core.stated()}
    numbers |= {case for reading in of.view.readings.values() for case in (one.number for one in reading.on)}
    numbers |= {case for core in of.given.cores.values() for case in core.unheld_cases}
    found: dict[str, list[str]] = {}
    for number in sorted(numbers):
        address, home = of.addresses.case(number), of.addresses.case_number(number)
        case = of.view.find(home) if home else None
        found[number] = [of.number(number), (case.title or "") if case is not None else "", address.href() if address is not None else ""]
    return found


def _scenario(of: BookOfSite, name: str) -> str:
    case = of.view.find(name)
    return " ".join(filter(None, (of.number(name), case.title if case is not None else None)))
