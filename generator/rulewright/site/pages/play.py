"""The page of the turn: its steps to tick off, with what may and must be done in each, the rules of each, and a reader's own notes.

`assets/turn.js` keeps ticks, turn and notes on the device. A step, printed text or rule that only some editions have carries their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from rulewright.base.keywords import Verb
from rulewright.rulebook.model import CaseInForce, Paragraph, Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.case.versions import Editions, Marks, Part, merge_editions, played_marks, said_by, said_together
from rulewright.site.html.escape import Html, anchor_id, escape_text
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.turn_steps import VERDICTS, TurnPart, TurnStep, turn_of, verbs_of
from rulewright.site.wording.words import capitalize, join_words
from rulewright.syntax import nodes

PAGE = "play"
TITLE = "Sequence of play"
_TAG = re.compile(r"<[^>]*>")
_BESIDES = "besides"
_GROUPS = ((Verb.MUST.value, "Must"), (Verb.MAY.value, "May"), (Verb.MAY_NOT.value, "May not"), (_BESIDES, "Also counts"))

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Marked:
    """A part of the page with the attributes that name the editions that have it, if not all do."""

    content: object
    marks: Marks


@dataclass(frozen=True, slots=True)
class _RuleLine:
    lead: str
    items: tuple[str, ...]
    link: Html


@dataclass(frozen=True, slots=True)
class _Group:
    """The rules of a step that require, or permit, or forbid, or say something else that counts then."""

    title: str
    rules: list[_Marked]


@dataclass(frozen=True, slots=True)
class _Step:
    anchor: str
    titles: list[_Marked]
    printed: list[_Marked]
    chapters: list[tuple[str, str]]
    cases: list[tuple[str, str]]
    summaries: list[_Marked]
    groups: list[_Marked]


@dataclass(frozen=True, slots=True)
class _Section:
    """A part of the turn under its heading: the cases that print it, or the phases."""

    title: str
    anchor: str
    link: Html | None
    remarks: list[_Marked]
    steps: list[_Marked]


def play_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """`play.md` of the book's folder; None where the book says nothing of a turn."""
    if not has_turn(site_book):
        return None
    turns = _turns_of(site_book)
    sections = _TurnWriter(site_book, writer).make_sections(turns)
    without_turn = [edition for edition, turn in turns.items() if not turn] if sections else []
    blocks = site_book.templates.render_blocks("pages/play.html", sections=sections, without_turn=without_turn)
    return book_page(site_book, PAGE, TITLE, blocks)


def has_turn(site_book: BookOfSite) -> bool:
    """Return True if the book has a page of the turn."""
    return any(_turns_of(site_book).values())


def _turns_of(site_book: BookOfSite) -> Mapping[str, tuple[TurnPart, ...]]:
    return site_book.memoize(("turns", ""), lambda: {edition: turn_of(site_book, edition) for edition in Editions(site_book).names})


class _TurnWriter:
    def __init__(self, site_book: BookOfSite, writer: CaseWriter) -> None:
        self._of = site_book
        self._writer = writer
        self._editions = Editions(site_book)

    def make_sections(self, turns: Mapping[str, tuple[TurnPart, ...]]) -> list[_Marked]:
        return [self._mark_editions(self._make_section(part), part.editions) for part in merge_editions(turns, _key_of_part)]

    def _make_section(self, part: Part[TurnPart]) -> _Section:
        case = part.what.case
        steps = merge_editions({edition: turn_part.steps for edition, turn_part in part.of_edition.items()}, lambda step: step.anchor)
        return _Section(
            title=(case.title or self._of.printed_number(case.number)) if case is not None else "Phases",
            anchor=anchor_id("order", case.first_number) if case is not None else "phases",
            link=self._writer.case_link(case.number, PAGE) if case is not None else None,
            remarks=self._by_edition(part.of_edition, _remark_on),
            steps=[self._mark_editions(self._make_step(step), step.editions) for step in steps],
        )

    def _make_step(self, step: Part[TurnStep]) -> _Step:
        versions = {edition: version.printed for edition, version in step.of_edition.items()}
        printed = merge_editions(versions, lambda pair: (pair[0].first_number, pair[1].step, pair[1].text))
        rules = merge_editions({edition: version.provisions for edition, version in step.of_edition.items()}, said_by)
        groups = [(title, [rule for rule in rules if _group_of(rule.what) == name]) for name, title in _GROUPS]
        return _Step(
            anchor=step.what.anchor,
            titles=self._by_edition(step.of_edition, partial(step_title, self._writer)),
            printed=[self._mark_editions(self._render_paragraph(*pair.what), pair.editions) for pair in printed] if step.what.title else [],
            chapters=[self._chapter_link(stem) for stem in _unite_versions(step, lambda version: version.chapters)],
            cases=[self._case_link(number) for number in _unite_versions(step, _cases_of)],
            summaries=self._by_edition(step.of_edition, _summary_of),
            groups=[self._mark_editions(self._make_group(title, some), _editions_of(some)) for title, some in groups if some],
        )

    def _render_paragraph(self, case: CaseInForce, paragraph: Paragraph) -> Html:
        return self._writer.render_paragraph(paragraph, case.origin, PAGE)

    def _make_group(self, title: str, rules: list[Part[Provision]]) -> _Group:
        lines = []
        for rule in rules:
            edition, provision = next(iter(rule.of_edition.items()))
            assert isinstance(provision.node, nodes.Rule)
            clause = self._of.sentences_in(edition).rule_clause(provision.node)
            link = self._writer.rule_link(provision.id.text, PAGE, edition)
            line = _RuleLine(clause.lead, tuple(words for _, words in clause.items), link)
            lines.append(_Marked(line, {**self._editions.marks(rule.editions), **played_marks(provision.scope)}))
        return _Group(title, lines)

    def _chapter_link(self, stem: str) -> tuple[str, str]:
        """Address and name of a chapter."""
        return f"{self._of.addresses.chapters[stem]}.html", " ".join(filter(None, chapter_title(self._of, stem)))

    def _case_link(self, number: str) -> tuple[str, str]:
        """Address, and number with title, of a case; without an address where no page has it."""
        case, address = self._of.view.find_case(number), self._of.addresses.address_of_case(number)
        name = " ".join(filter(None, (self._of.printed_number(number), case.title if case is not None else None)))
        return address.href_from(PAGE) if address is not None else "", name

    # ---- editions ------------------------------------------------------------------------------------------------------------------

    def _mark_editions(self, content: object, editions: Collection[str]) -> _Marked:
        return _Marked(content, self._editions.marks(editions))

    def _by_edition(self, versions: Mapping[str, T], write: Callable[[T], str]) -> list[_Marked]:
        """Return the texts that are written of the versions, each once and without empty ones, with their editions."""
        texts = said_together(versions, lambda version, _: write(version))
        return [self._mark_editions(text, editions) for text, editions in texts.items() if text]


def step_title(writer: CaseWriter, step: TurnStep) -> Html:
    """The title of a step as words alone, for the label of a box; of a printed step its label and text."""
    if step.title:
        return escape_text(step.title)
    paragraph = step.printed[0][1]
    words = _TAG.sub("", writer.prose.render_inline(paragraph.text, PAGE))
    return Html(f"{escape_text(capitalize(paragraph.step or ''))}. {words}")


def _unite_versions(step: Part[TurnStep], members: Callable[[TurnStep], Iterable[str]]) -> dict[str, None]:
    """Return the members that a step has in any edition, each once."""
    return dict.fromkeys(member for version in step.of_edition.values() for member in members(version))


def _cases_of(step: TurnStep) -> tuple[str, ...]:
    """The cases of a step that are in none of its chapters, and those that print it as a part of a phase."""
    return (*(case.number for case, _ in step.printed if step.title), *step.cases)


def _editions_of(rules: Iterable[Part[Provision]]) -> list[str]:
    return list(dict.fromkeys(edition for rule in rules for edition in rule.editions))


def _key_of_part(part: TurnPart) -> Hashable:
    return part.case.first_number if part.case is not None else None


def _remark_on(part: TurnPart) -> str:
    """A sentence on steps that the book does not hold as a whole, or not in their order; empty for others."""
    if not part.is_ordered:
        return "Rules name these phases, listed as in the book; it does not number them as steps."
    if part.missing:
        steps, are = ("step", "is") if len(part.missing) == 1 else ("steps", "are")
        return f"Of the printed order, {steps} {join_words(part.missing, 'and')} {are} not in this book."
    return ""


def _summary_of(step: TurnStep) -> str:
    """`Must (2), may (4), may not (1)`: how many rules a step has of each group."""
    counts = Counter(_group_of(provision) for provision in step.provisions)
    return capitalize(", ".join(f"{title.lower()} ({counts[name]})" for name, title in _GROUPS if counts[name]))


def _group_of(provision: Provision) -> str:
    """The group of a rule by what it says of its question."""
    verbs = verbs_of(provision.node) if isinstance(provision.node, nodes.Rule) else set()
    return next((verb.value for verb in VERDICTS if verb in verbs), _BESIDES)
