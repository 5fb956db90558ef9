"""The script of data of one book: its numbers, and what its sources do to the words of each case that is not held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from rulewright.rulebook.model import CaseInForce, ClauseKind, Paragraph
from rulewright.rulebook.worklist import ActToDo, AmendmentToDo, SourceToDo, Unheld
from rulewright.site.case.badges import source_title
from rulewright.site.html.escape import script_data
from rulewright.site.wording.words import worded
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from rulewright.site.book.book_data import BookOfSite

SCRIPT = "copy-data.js"
_HELD, _CASE, _SCENARIO = 0, 1, 2

Said = dict[str, Any]


def copy_script(of: BookOfSite) -> str | None:
    """`FOLDER/copy-data.js`: one call with one document; None where every case is held."""
    return f"rulewrightCopy.give({script_data(of.folder)},{script_data(copy_data(of))});\n" if of.unheld else None


def copy_data(of: BookOfSite) -> Said:
    """The keys are spelled out in `site/assets/copy/book.js`."""
    unheld = {one.number: one for one in of.unheld}
    return {
        "title": of.title,
        "edition": of.edition,
        "editions": [[name, of.edition_title(name)] for name in of.book.editions],
        "sources": {name: source_title(of, name) for name in of.book.sources},
        "headings": [[name, worded(name)] for name in of.book.front.headings or ()],
        "cases": [_case(of, one, unheld) for one in of.view.every_case() if one.kind is not ClauseKind.RULING],
        "unheld": {one.number: _unheld(one) for one in of.unheld},
    }


def _case(of: BookOfSite, case: CaseInForce, unheld: dict[str, Unheld]) -> list[Any]:
    """[number as the booklet has it, as shown, title, address, kind]."""
    number = case.first_number
    address = of.addresses.case(case.number)
    kind = _HELD if number not in unheld else _SCENARIO if case.kind is ClauseKind.SCENARIO else _CASE
    return [number, of.number(number), case.title or "", address.href() if address is not None else "", kind]


def _unheld(one: Unheld) -> Said:
    """The paragraphs that the book has of a case itself, and the work of each edition; editions with the same work share its place."""
    works: list[list[Said]] = []
    places: dict[str, int] = {}
    for name, todo in one.work.items():
        work = [_source(each) for each in todo]
        if work not in works:
            works.append(work)
        places[name] = works.index(work)
    return {"source": one.clause.origin.source, "text": _paragraphs(one.text), "works": works, "in": places}


def _source(todo: SourceToDo) -> Said:
    found: Said = {"source": todo.source, "on": [_amendment(one) for one in todo.amendments]}
    return found | ({"moves": [list(one) for one in todo.moves.items()]} if todo.moves else {})


def _amendment(todo: AmendmentToDo) -> Said:
    found: Said = {"kind": todo.origin.amendment_kind or ""}
    if todo.part is not None:
        found["part"] = todo.part
    if acts := list(_acts(todo.acts)):
        found["acts"] = acts
    if todo.adds:
        found["adds"] = _paragraphs(todo.adds)
    if todo.instead is not None:
        found |= {"instead": _paragraphs(todo.instead), "insteadHeld": todo.instead_held}
    return found


def _paragraphs(text: Sequence[Paragraph]) -> list[Said]:
    return [
        {"text": one.text} | ({"step": one.step} if one.step is not None else {}) | ({"commentary": True} if one.commentary else {})
        for one in text
    ]


def _acts(acts: Sequence[ActToDo]) -> Iterator[Said]:
    for one in acts:
        if isinstance(one.act, nodes.Appends) and one.act.new is None and one.act.words_held:
            continue  # the prose under the amendment is appended, with all that it adds
        found: Said = {"do": _NAMES.get(type(one.act), "other"), "says": one.says}
        if isinstance(one.act, nodes.ActWithWords) and not one.act.words_held:
            found["away"] = True
        yield found | _words(one)


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
}


def _words(one: ActToDo) -> Said:
    match one.act:
        case nodes.ReplacesCase():
            return {"held": one.held, "deleted": one.deleted}
        case nodes.DeletesPart():
            return {"elsewhere": one.elsewhere}
        case nodes.Strikes(old=old) | nodes.StrikesFrom(old=old):
            return {"old": old}
        case nodes.Inserts(old=old, new=new) | nodes.ReplacesWords(old=old, new=new):
            return {"old": old, "new": new}
        case nodes.Redirects(old=old, new=new):
            return {"old": old, "new": new, "elsewhere": one.elsewhere}
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
            | nodes.CorrectsCell()
            | nodes.CorrectsPiece()
            | nodes.AddsRow()
            | nodes.DeletesRow()
        ):
            return {}
        case _:
            assert_never(one.act)
