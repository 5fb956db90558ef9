"""Set-up of a scenario as a table: piece, place, turn, what else a line says, and what a correction has put right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import tags_html
from rulewright.site.html.escape import EMPTY, Html, Piece, el, join
from rulewright.site.wording.words import capital, listed, worded
from rulewright.syntax import nodes


def setup_html(of: BookOfSite, case: CaseInForce, page: str) -> Html:
    """The set-up lines of a case or scenario; nothing if it has none. A column that says nothing in any row is left out."""
    lines = [line for line, _ in case.other if isinstance(line, nodes.Setup)]
    if not lines:
        return EMPTY
    rows = [_cells(of, line, list(_corrections(case, line.piece))) for line in lines]
    heads = ("Piece", "Place", "When", "Besides", "Corrected")
    used = [at for at in range(len(heads)) if at < 3 or any(row[at] for row in rows)]
    head = el("tr", *(el("th", heads[at], scope="col") for at in used))
    body = [
        el("tr", el("th", row[0], tags_html(line.tags), scope="row"), *(el("td", row[at]) for at in used[1:]))
        for line, row in zip(lines, rows, strict=True)
    ]
    table = el("table", el("caption", "Set-up" if case.held else "Set-up, as far as it is known"), el("thead", head), el("tbody", *body))
    label = f"Set-up of {case.title or of.number(case.number)}"
    return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=label), cls="rw-table")


def _cells(of: BookOfSite, line: nodes.Setup, corrections: list[nodes.CorrectsPiece]) -> tuple[Piece, ...]:
    """Piece, place, when, besides, corrected: from and to."""
    piece = capital(line.title or of.sentences.value_name(line.piece))
    places = listed([of.sentences.value_name(place) for place in line.at], "or")
    if line.chooser:
        chooser = of.sentences.value_name(line.chooser)
        places += f" ({chooser if chooser.startswith('the ') else f'the {chooser}'} chooses)"
    corrected = {act.field_name for act in corrections}
    besides = ", ".join(f"{worded(name)} {of.sentences.condition(value)}" for name, value in line.fields if name not in corrected)
    return piece, places or "as printed", _when(line, places), besides, _corrected(of, corrections, line.tags)


def _when(line: nodes.Setup, places: str) -> str:
    match line.kind:
        case nodes.SetupKind.REMOVES:
            return "removed"
        case nodes.SetupKind.ENTERS:
            return (f"turn {line.turn}" if line.turn.isdigit() else worded(line.turn)) if line.turn else "later"
        case nodes.SetupKind.PLACE:
            return "at the start" if places else "as printed"
        case _:
            assert_never(line.kind)


def _corrections(case: CaseInForce, piece: str) -> Iterator[nodes.CorrectsPiece]:
    """The acts of amendments that correct something of a piece."""
    seen = set()
    for entry in case.history:
        block = entry.origin.block
        if isinstance(block, nodes.Amendment) and id(block) not in seen:
            seen.add(id(block))
            for one in block.body:
                if isinstance(one, nodes.CorrectsPiece) and one.piece == piece:
                    yield one


def _corrected(of: BookOfSite, acts: list[nodes.CorrectsPiece], shown: tuple[nodes.Tag, ...]) -> Html:
    """`hex from A5932 to A5931`, the printed one struck; `shown` are the tags that the line shows already."""
    said = []
    for act in acts:
        before = of.sentences.condition(act.from_)
        after = of.sentences.condition(act.to)
        what = "place" if act.field_name == "at" else worded(act.field_name)
        tags = [tag for tag in act.tags if tag not in shown]
        said.append(join([f"{what} from ", el("del", before), " to ", el("ins", after), tags_html(tags)]))
    return join(said, "; ")
