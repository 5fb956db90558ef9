"""The changes of an edition, case by case: the words struck and added, the effect on answers, and, folded, the situations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.answer_change import Change, Effect
from rulewright.rulebook.edition_diff import CaseChange, WordRun, WordStatus, diff_editions
from rulewright.rulebook.model import CaseInForce, ClauseKind
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import CALLED, CLASSES
from rulewright.site.case.folds import count_text
from rulewright.site.case.situation import Situation
from rulewright.site.html.escape import Html
from rulewright.site.html.marks import move_shared_signs
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import capitalize, join_words, spell_out
from rulewright.syntax import nodes

FOR_PLAY = (Effect.CONFLICT.value, Effect.OUT_OF_RANGE.value, Effect.CHANGES.value, Effect.OPENS.value, "adds")
"""The classes of amendments that a player has to know of."""
FEW_WORDS = 26
"""So many words that went or came are shown in the open."""
AROUND = 3
"""So many words that stayed are shown before and after those."""
FEW_NAMES = 2
"""So many new questions are named in the open; more are counted."""
MAX_SHOWN = 8
"""So many changes of one amendment are listed; the questions of the others are named."""
_USUAL = re.compile(r"adds text|adds words.*|appends words|adds an? (rule|example)|adds \d+ (rules|examples)")
"""Acts that most amendments have, which say nothing where there is more to say."""
_ON_WORDS = re.compile(r"(replaces|strikes|inserts|appends|deletes the (first|second|third|last|case)|replaces the tail)\b.*")
"""Acts that the words of a case show, where they are held."""
Stretch: TypeAlias = tuple[str, Html]
"""Words, with the mark of those that went or came."""
_CUT: Stretch = ("", Html("…"))
_LINE_END: Stretch = ("", Html("<br>"))
_GRAVEST = tuple(word for word, *_ in CLASSES)


@dataclass(frozen=True, slots=True)
class Changed:
    """One case with all that the amendments on it do; `numbers` are their places among all amendments, from 1."""

    number: str
    chapter: str
    word: str
    amendments: tuple[tuple[int, AmendmentEffect], ...]


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change of an answer in words: the question, the answers before and after, the situation, and the badge of its effect."""

    change: Change
    situation: Situation
    question: str
    old: str
    new: str
    badge: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _ShownAmendment:
    """An amendment with its changes of answers, in the open and counted, and notes: a sentence each, with a reason where it has one."""

    kind: str
    title: str
    source: str
    changes: list[ShownChange]
    notes: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ChangedCard:
    """A changed case as a card: its words in brief and, where that is not all, whole; the acts, the answers, and what is folded.

    `answers` is a sentence, or what follows the first change.
    """

    changed: Changed
    links: list[Html]
    title: str
    badge: tuple[str, str]
    words: list[Stretch]
    full_words: list[Stretch]
    is_all_new: bool
    acts: str
    first: ShownChange | None
    answers: str
    summary: str
    amendments: list[_ShownAmendment]


class CasesChanged:
    """The amended cases between two editions, in the order of the later one."""

    def __init__(self, site_book: BookOfSite, writer: CaseWriter, page: str, editions: tuple[str, str], meaning: Meaning) -> None:
        self._of, self._writer, self._page = site_book, writer, page
        self._editions = editions
        self._view = site_book.book.views[editions[1]]
        self._meaning = meaning

    @cached_property
    def cases(self) -> Sequence[Changed]:
        """The amended cases, each with its gravest class."""
        by_case: dict[str, list[tuple[int, AmendmentEffect]]] = {}
        for place, amendment in enumerate(self._meaning.amendments, 1):
            by_case.setdefault(self._case_of(amendment.number), []).append((place, amendment))
        changed_cases = []
        for number, effects in by_case.items():
            word = min((amendment.word for _, amendment in effects), key=_GRAVEST.index)
            changed_cases.append(Changed(number, self._chapter_of(number), word, tuple(effects)))
        chapters = list(self._of.addresses.chapters)
        order = self._of.book.numbering.sort_key
        numbers = {change.number: (order(self._home_number(change.number)), order(change.number)) for change in changed_cases}
        last = len(chapters)
        return sorted(
            changed_cases, key=lambda one: (chapters.index(one.chapter) if one.chapter in chapters else last, numbers[one.number])
        )

    def by_chapter(self, words: Iterable[str]) -> Iterator[tuple[str, list[Changed]]]:
        """The cases of some classes, chapter by chapter."""
        classes = frozenset(words)
        result: dict[str, list[Changed]] = {}
        for change in self.cases:
            if change.word in classes:
                result.setdefault(change.chapter, []).append(change)
        yield from result.items()

    def chapter_title(self, chapter: str) -> str:
        """Number and title of a chapter; a word for cases that have none."""
        if chapter not in self._of.addresses.chapters:
            return "Cases of no chapter"
        return " ".join(filter(None, chapter_title(self._of, chapter)))

    # ---- one case ------------------------------------------------------------------------------------------------------------------

    def change_card(self, change: Changed) -> ChangedCard:
        """Number and title, the words, a sentence on the answers; the situations open below."""
        case = self._view.find_case(change.number)
        title = (case.title if case is not None else None) or next((each.title for _, each in change.amendments if each.title), None)
        numbers = dict.fromkeys(number for _, each in change.amendments for number in each.number.split(", "))
        numbers.pop(change.number, None)
        runs = move_shared_signs(self._word_runs(change))
        stretches, is_whole = cut_runs(runs, FEW_WORDS, self._render_words)
        first, answers = self._describe_answers(change)
        situations = sum(len(verdict.changes) for _, each in change.amendments for verdict in each.verdicts)
        counts = (
            "" if is_whole else "all the words",
            count_text(situations, "situation"),
            count_text(len(change.amendments), "amendment"),
        )
        return ChangedCard(
            change,
            [self._writer.case_link(number, self._page) for number in (change.number, *numbers)],
            title or "",
            CALLED[change.word],
            stretches,
            [] if is_whole else cut_runs(runs, None, self._render_words)[0],
            {run.step for run in runs} == {WordStatus.ADDED},
            self._describe_acts(change, case, in_words=bool(stretches)),
            first,
            answers,
            capitalize(join_words(list(filter(None, counts)), "and")),
            [self._show_amendment(each) for _, each in change.amendments],
        )

    def _case_of(self, number: str) -> str:
        """The number in the later edition of the first case that an amendment is on."""
        first = number.partition(", ")[0]
        case = self._view.find_case(first) or self._view.find_case(self._of.addresses.case_number(first) or first)
        return case.number if case is not None else first

    def _home_number(self, number: str) -> str:
        """The case that a ruling is on, else the case itself."""
        case = self._view.find_case(number)
        return (self._of.addresses.home_of_ruling(case) or number) if case is not None and case.kind is ClauseKind.RULING else number

    def _chapter_of(self, number: str) -> str:
        case = self._view.find_case(self._home_number(number)) or self._view.find_case(number)
        return case.chapter if case is not None else ""

    # ---- words ---------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _in_words(self) -> Mapping[str, CaseChange]:
        return {change.number: change for change in diff_editions(self._of.book, *self._editions).cases}

    def _word_runs(self, change: Changed) -> Sequence[WordRun]:
        case_change = self._in_words.get(change.number)
        if case_change is None or case_change.words:
            return case_change.words if case_change is not None else ()
        case = self._view.find_case(change.number)
        answers = [line.text for line, _ in case.other if isinstance(line, nodes.Answers)] if case is not None else []
        return tuple(WordRun(WordStatus.ADDED, answer) for answer in answers)

    def _render_words(self, words: str) -> Html:
        return self._writer.prose.render_inline(words, self._page)

    def _describe_acts(self, change: Changed, case: CaseInForce | None, *, in_words: bool) -> str:
        """The acts of the amendments, without those that the marked text shows already or that come with any amendment."""
        sources = {each.source for _, each in change.amendments}
        entries = [entry for entry in (case.history if case is not None else ()) if entry.origin.source in sources]
        acts = [(description, entry.carried_out and in_words) for entry in entries for description in acts_said(self._of, entry)]
        telling = [
            description
            for description, is_in_words in acts
            if not _USUAL.fullmatch(description) and not (is_in_words and _ON_WORDS.match(description))
        ]
        telling = telling or ([] if in_words else [description for description, _ in acts])
        words = capitalize("; ".join(dict.fromkeys(telling))).split()
        return " ".join(words[:FEW_WORDS]) + (" …" if len(words) > FEW_WORDS else ".") if words else ""

    # ---- answers -------------------------------------------------------------------------------------------------------------------

    def _describe_answers(self, group: Changed) -> tuple[ShownChange | None, str]:
        """One sentence on what becomes of answers: the first of them with both values, the others counted."""
        changes = [change for _, each in group.amendments for verdict in each.verdicts for change in verdict.changes]
        added = list(dict.fromkeys(name for _, each in group.amendments for name in each.added))
        first = next((change for effect in _ORDER for change in changes if change.effect is effect), None)
        if first is None:
            if added:
                return None, f"It brings {self._added_questions(added)}."
            undecided = any(each.not_analysed for _, each in group.amendments)
            return None, "What it does to answers is not decided." if undecided else "No answer changes; that is proved."
        shown_change = show_change(self._of, first)
        others = Counter(change.effect for change in _one_each(changes) if change.question != first.question)
        counts = [f"{number} {_FURTHER_EFFECTS[effect][number != 1]}" for effect in _ORDER if (number := others[effect])]
        scope = " in some situation" if shown_change.situation.facts_clause() else ""
        remainder = f"; of other answers, {join_words(counts, 'and')}" if counts else ""
        return shown_change, scope + remainder + (f"; it brings {self._added_questions(added)}." if added else ".")

    def _added_questions(self, added: Sequence[str]) -> str:
        if len(added) > FEW_NAMES:
            return f"{len(added)} new questions"
        head = "a new question" if len(added) == 1 else f"{len(added)} new questions"
        return f"{head}: {join_words([question_said(self._of, name) for name in added], 'and')}"

    # ---- what is folded ------------------------------------------------------------------------------------------------------------

    def _show_amendment(self, amendment: AmendmentEffect) -> _ShownAmendment:
        """The effect of one amendment: changes, questions that it adds, those that stay the same, those that are not decided."""
        changes = [change for verdict in amendment.verdicts for change in verdict.changes]
        notes: list[tuple[str, str]] = []
        if further := changes[MAX_SHOWN:]:
            summary = "1 more change" if len(further) == 1 else f"{len(further)} more changes"
            names = dict.fromkeys(Situation(self._of, change.situation).question_text() for change in further)
            notes.append((f"And {summary}: of {join_words(list(names), 'and')}.", ""))
        if amendment.added:
            names = dict.fromkeys(question_said(self._of, name) for name in amendment.added)
            notes.append((f"New question{'s' if len(amendment.added) > 1 else ''}: {join_words(list(names), 'and')}.", ""))
        equal = sum(verdict.equal for verdict in amendment.verdicts)
        if equal:
            words = "1 question that it touches has" if equal == 1 else f"{equal} questions that it touches have"
            notes.append((f"{words} the same answer in every situation; that is proved.", ""))
        notes += [(f"Not decided: {question_said(self._of, question)}. ", reason) for question, reason in amendment.not_analysed]
        if not changes and not notes:
            notes.append(("Nothing that answers depend on.", ""))
        shown_changes = [show_change(self._of, change) for change in changes[:MAX_SHOWN]]
        return _ShownAmendment(kind_said(amendment), amendment.title or "", source_title(self._of, amendment.source), shown_changes, notes)


_Declaration: TypeAlias = nodes.Fact | nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Table
_ORDER = (Effect.CHANGES, Effect.CONFLICT, Effect.OUT_OF_RANGE, Effect.OPENS, Effect.SETTLES)
"""Which change is shown first: one of two plain answers says the most."""
_FURTHER_EFFECTS = {
    Effect.CHANGES: ("changes", "change"),
    Effect.CONFLICT: ("is now a conflict", "are now conflicts"),
    Effect.OUT_OF_RANGE: ("is now out of range", "are now out of range"),
    Effect.OPENS: ("is left open", "are left open"),
    Effect.SETTLES: ("is settled", "are settled"),
}


def kind_said(amendment: AmendmentEffect) -> str:
    """`clarification`, `ruling`, `new case`."""
    return amendment.amendment_kind or ("new case" if amendment.kind is ClauseKind.CASE else amendment.kind.value)


def show_change(site_book: BookOfSite, change: Change) -> ShownChange:
    """A change in the words of the book."""
    situation = Situation(site_book, change.situation)
    old_answer, new_answer = situation.value_text(change.outcome_before.text), situation.value_text(change.outcome_after.text)
    return ShownChange(change, situation, capitalize(situation.question_text()), old_answer, new_answer, CALLED[change.effect.value])


def question_said(site_book: BookOfSite, name: str) -> str:
    """A question in the words of the book, without the things that it is asked of: `the movement allowance of the unit`."""
    declared = site_book.memoize(("asked", ""), lambda: _declarations_by_name(site_book))
    if name not in declared:
        return f"“{spell_out(name)}”"
    return site_book.sentences.whether_clause(nodes.Call(name, tuple(nodes.Call(param.name) for param in declared[name].params)))


def _declarations_by_name(site_book: BookOfSite) -> Mapping[str, _Declaration]:
    """Return the declarations of questions by name, with facts that have rules and with the questions of set-ups."""
    book, _ = with_set_ups(site_book.book, site_book.view)
    facts = {declared.node.name: declared.node for declared in book.declarations if isinstance(declared.node, _Declaration)}
    return {**facts, **site_book.questions}


def _one_each(changes: Iterable[Change]) -> Iterable[Change]:
    """The change of each question that is shown first."""
    first_changes: dict[str, Change] = {}
    for effect in reversed(_ORDER):
        first_changes.update({change.question: change for change in changes if change.effect is effect})
    return first_changes.values()


def cut_runs(runs: Sequence[WordRun], limit: int | None, write: Callable[[str], Html]) -> tuple[list[Stretch], bool]:
    """Runs of words with marks for what went and came, of what stayed only the ends; and whether all that went and came is there.

    Of whole paragraphs that went or came each has a line, of so many words.
    """
    stretches: list[Stretch] = []
    remaining, is_all = limit, True
    for index, run in enumerate(runs):
        words = run.text.split()
        if not words:
            continue
        if stretches and (run.is_paragraph or runs[index - 1].is_paragraph):
            stretches.append(_LINE_END)
        if run.step is WordStatus.KEPT:
            stretches.append(("", write(" ".join(_context_words(words, first=index == 0, last=index == len(runs) - 1)))))
            continue
        if run.is_paragraph:
            remaining = limit
        elif remaining is not None and remaining <= 0:
            return [*stretches, _CUT], False
        visible = words if remaining is None else words[:remaining]
        stretches.append(("del" if run.step is WordStatus.REMOVED else "ins", write(" ".join(visible))))
        if remaining is not None:
            remaining -= len(words)
            if remaining < 0:
                stretches.append(_CUT)
                is_all = False
                if not run.is_paragraph:
                    break
    return stretches, is_all


def _context_words(words: Sequence[str], *, first: bool, last: bool) -> Sequence[str]:
    if (first and last) or (len(words) <= 2 * AROUND + 1 and not first and not last):
        return words
    lead = [] if first else list(words[:AROUND])
    tail = [] if last else list(words[-AROUND:])
    if len(words) <= len(lead) + len(tail):
        return words
    return [*lead, "…", *tail]
