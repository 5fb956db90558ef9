"""Set-up of a scenario as a table: piece, place, turn, what else a line says, and what a correction has put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import EMPTY, Html
from rulewright.site.wording.words import capitalize, join_words, spell_out
from rulewright.syntax import nodes


def setup_html(site_book: BookOfSite, case: CaseInForce, page: str) -> Html:
    """The set-up lines of a case or scenario; nothing if it has none. A column that says nothing in any row is left out."""
    lines = [line for line, _ in case.other if isinstance(line, nodes.Setup)]
    if not lines:
        return EMPTY
    rows = [_setup_row(site_book, line, list(_corrections_of(case, line.piece))) for line in lines]
    return site_book.templates.render_html(
        "parts/setup.html",
        label=f"Set-up of {case.title or site_book.printed_number(case.number)}",
        caption="Set-up" if case.held else "Set-up, as far as it is known",
        rows=rows,
    )


@dataclass(frozen=True, slots=True)
class _SetupRow:
    """A line of set-up as a table shows it."""

    piece: str
    place: str
    time: str
    besides: str
    corrections: list[_Correction]
    tags: tuple[nodes.Tag, ...]


@dataclass(frozen=True, slots=True)
class _Correction:
    """The printed value of something, struck, and the one in its place."""

    subject: str
    old: str
    new: str
    tags: tuple[nodes.Tag, ...]


def _setup_row(site_book: BookOfSite, line: nodes.Setup, corrections: list[nodes.CorrectsPiece]) -> _SetupRow:
    piece = capitalize(line.title or site_book.sentences.value_name(line.piece))
    places = join_words([site_book.sentences.value_name(place) for place in line.at], "or")
    if line.chooser:
        chooser = site_book.sentences.value_name(line.chooser)
        places += f" ({chooser if chooser.startswith('the ') else f'the {chooser}'} chooses)"
    corrected = {act.field_name for act in corrections}
    besides = ", ".join(
        f"{spell_out(name)} {site_book.sentences.condition_text(value)}" for name, value in line.fields if name not in corrected
    )
    notes = [_make_correction(site_book, act, line.tags) for act in corrections]
    return _SetupRow(piece, places or "as printed", _when_cell(line, places), besides, notes, line.tags)


def _when_cell(line: nodes.Setup, places: str) -> str:
    """Return the cell `When`: `at the start`, `turn 3`, `later`, `removed` or `as printed`."""
    match line.kind:
        case nodes.SetupKind.REMOVES:
            return "removed"
        case nodes.SetupKind.ENTERS:
            return (f"turn {line.turn}" if line.turn.isdigit() else spell_out(line.turn)) if line.turn else "later"
        case nodes.SetupKind.PLACE:
            return "at the start" if places else "as printed"
        case _:
            assert_never(line.kind)


def _corrections_of(case: CaseInForce, piece: str) -> Iterator[nodes.CorrectsPiece]:
    """The acts of amendments that correct something of a piece."""
    seen_blocks = set()
    for entry in case.history:
        block = entry.origin.block
        if isinstance(block, nodes.Amendment) and id(block) not in seen_blocks:
            seen_blocks.add(id(block))
            for line in block.body:
                if isinstance(line, nodes.CorrectsPiece) and line.piece == piece:
                    yield line


def _make_correction(site_book: BookOfSite, act: nodes.CorrectsPiece, shown_tags: tuple[nodes.Tag, ...]) -> _Correction:
    """A correction of a piece; `shown_tags` are the tags that the line shows already."""
    return _Correction(
        "place" if act.field_name == "at" else spell_out(act.field_name),
        site_book.sentences.condition_text(act.from_),
        site_book.sentences.condition_text(act.to),
        tuple(tag for tag in act.tags if tag not in shown_tags),
    )
