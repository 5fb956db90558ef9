"""The script of data of one book: its numbers, and what its sources do to the words of each case that is not held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from rulewright.rulebook.model import CaseInForce, ClauseKind, Paragraph
from rulewright.rulebook.worklist import ActToDo, AmendmentToDo, SourceToDo, UnheldCase
from rulewright.site.case.badges import source_title
from rulewright.site.html.escape import script_data
from rulewright.site.wording.words import spell_out
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from rulewright.site.book.book_data import BookOfSite

SCRIPT = "copy-data.js"
_TEXT_HELD, _CASE, _SCENARIO = 0, 1, 2

JsonObject = dict[str, Any]


def copy_script(site_book: BookOfSite) -> str | None:
    """`FOLDER/copy-data.js`: one call with one document; None where every case is held."""
    return f"rulewrightCopy.give({script_data(site_book.folder)},{script_data(copy_data(site_book))});\n" if site_book.unheld else None


def copy_data(site_book: BookOfSite) -> JsonObject:
    """The keys are spelled out in `site/assets/copy/book.js`."""
    unheld = {unheld_case.number: unheld_case for unheld_case in site_book.unheld}
    return {
        "title": site_book.title,
        "edition": site_book.edition,
        "editions": [[name, site_book.edition_title(name)] for name in site_book.book.editions],
        "sources": {name: source_title(site_book, name) for name in site_book.book.sources},
        "headings": [[name, spell_out(name)] for name in site_book.book.front.headings or ()],
        "cases": [_case_data(site_book, case, unheld) for case in site_book.view.all_cases() if case.kind is not ClauseKind.RULING],
        "unheld": {unheld_case.number: _unheld_data(unheld_case) for unheld_case in site_book.unheld},
    }


def _case_data(site_book: BookOfSite, case: CaseInForce, unheld: dict[str, UnheldCase]) -> list[Any]:
    """[number as the booklet has it, as shown, title, address, kind]."""
    number = case.first_number
    address = site_book.addresses.address_of_case(case.number)
    kind = _TEXT_HELD if number not in unheld else _SCENARIO if case.kind is ClauseKind.SCENARIO else _CASE
    return [number, site_book.printed_number(number), case.title or "", address.href_from() if address is not None else "", kind]


def _unheld_data(unheld: UnheldCase) -> JsonObject:
    """The paragraphs that the book has of a case itself, and the work of each edition; editions with the same work share its place."""
    works: list[list[JsonObject]] = []
    places: dict[str, int] = {}
    for name, todo in unheld.work.items():
        work = [_source_data(each) for each in todo]
        if work not in works:
            works.append(work)
        places[name] = works.index(work)
    return {"source": unheld.clause.origin.source, "text": _paragraph_data(unheld.text), "works": works, "in": places}


def _source_data(todo: SourceToDo) -> JsonObject:
    data: JsonObject = {"source": todo.source, "on": [_amendment_data(amendment) for amendment in todo.amendments]}
    if todo.withdrawn is not None:
        data["without"] = [list(place) for place in todo.withdrawn]
    if todo.renamed_words:
        data["renames"] = [[list(pair) for pair in pairs] for pairs in todo.renamed_words]
    return data | ({"moves": [list(move) for move in todo.moves.items()]} if todo.moves else {})


def _amendment_data(todo: AmendmentToDo) -> JsonObject:
    data: JsonObject = {"kind": todo.origin.amendment_kind or ""}
    if todo.part is not None:
        data["part"] = todo.part
    if acts := list(_act_data(todo.acts)):
        data["acts"] = acts
    if todo.added_text:
        data["adds"] = _paragraph_data(todo.added_text)
    if todo.replacement_text is not None:
        data |= {"instead": _paragraph_data(todo.replacement_text), "insteadHeld": todo.replacement_held}
    return data


def _paragraph_data(text: Sequence[Paragraph]) -> list[JsonObject]:
    return [
        {"text": paragraph.text}
        | ({"step": paragraph.step} if paragraph.step is not None else {})
        | ({"commentary": True} if paragraph.commentary else {})
        for paragraph in text
    ]


def _act_data(acts: Sequence[ActToDo]) -> Iterator[JsonObject]:
    for act in acts:
        if isinstance(act.act, nodes.Appends) and act.act.new is None and act.act.words_held:
            continue  # the prose under the amendment is appended, with all that it adds
        data: JsonObject = {"do": _NAMES.get(type(act.act), "other"), "says": act.says}
        if isinstance(act.act, nodes.ActWithWords) and not act.act.words_held:
            data["away"] = True
        yield data | _words_data(act)


_NAMES: dict[type[nodes.Node], str] = {
    nodes.ReplacesCase: "replaces case",
    nodes.DeletesCase: "deletes case",
    nodes.DeletesPart: "deletes part",
    nodes.Strikes: "strikes",
    nodes.StrikesFrom: "strikes from",
    nodes.Inserts: "inserts",
    nodes.ReplacesWords: "replaces words",
    nodes.ReplacesTail: "replaces tail",
    nodes.Appends: "appends",
    nodes.Redirects: "redirects",
    nodes.Confirms: "confirms",
    nodes.Adds: "adds",
    nodes.Withdraws: "withdraws",
}


def _words_data(act: ActToDo) -> JsonObject:
    match act.act:
        case nodes.ReplacesCase():
            return {"held": act.held, "deleted": act.deleted}
        case nodes.Withdraws():
            return {"deleted": True} if act.deleted else {}
        case nodes.DeletesPart():
            return {"elsewhere": act.elsewhere}
        case nodes.Strikes(old=old) | nodes.StrikesFrom(old=old):
            return {"old": old}
        case nodes.Inserts(old=old, new=new) | nodes.ReplacesWords(old=old, new=new):
            return {"old": old, "new": new}
        case nodes.Redirects(old=old, new=new):
            return {"old": old, "new": new, "elsewhere": act.elsewhere}
        case nodes.ReplacesTail(new=new):
            return {} if new is None else {"new": new}
        case nodes.Appends(new=new, held_there=there):
            return {} if new is None else {"new": new, "there": there}
        case nodes.Confirms(words=words):
            return {} if words is None else {"old": words}
        case (
            nodes.DeletesCase()
            | nodes.Adds()
            | nodes.Extends()
            | nodes.Renumbers()
            | nodes.Renames()
            | nodes.ReplacesInRule()
            | nodes.CorrectsCell()
            | nodes.CorrectsPiece()
            | nodes.AddsRow()
            | nodes.DeletesRow()
        ):
            return {}
        case _:
            assert_never(act.act)
