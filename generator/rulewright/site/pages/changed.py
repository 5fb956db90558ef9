"""What an edition changed, case by case: the words that went and came, what becomes of the answers, and, folded, the situations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.core_difference import Change, Effect
from rulewright.rulebook.case_numbers import sort_key
from rulewright.rulebook.edition_diff import CaseChange, Step, Words, difference
from rulewright.rulebook.model import CaseInForce, ClauseKind
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import badge, source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import CALLED, CLASSES
from rulewright.site.case.folds import counted
from rulewright.site.case.situation import Situation
from rulewright.site.html.escape import EMPTY, Html, el, join, text
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.findings import sentence
from rulewright.site.wording.words import capital, listed, worded
from rulewright.syntax import nodes

FOR_PLAY = (Effect.CONFLICT.value, Effect.CHANGES.value, Effect.OPENS.value, "adds")
"""The classes of amendments that a player has to know of."""
FEW_WORDS = 26
"""So many words that went or came are shown in the open."""
AROUND = 3
"""So many words that stayed are shown before and after those."""
FEW_NAMES = 2
"""So many new questions are named in the open; more are counted."""
SHOWN = 8
"""So many changes of one amendment are listed; the questions of the others are named."""
_USUAL = re.compile(r"adds text|adds words.*|appends words|adds an? (rule|example)|adds \d+ (rules|examples)")
"""Acts that most amendments have, which say nothing where there is more to say."""
_ON_WORDS = re.compile(r"(replaces|strikes|inserts|appends|deletes the (first|second|third|last|case)|replaces the tail)\b.*")
"""Acts that the words of a case show, where they are held."""
_GRAVEST = tuple(word for word, *_ in CLASSES)


@dataclass(frozen=True, slots=True)
class Changed:
    """One case with all that the amendments on it do; `numbers` are their places among all amendments, from 1."""

    number: str
    chapter: str
    word: str
    amendments: tuple[tuple[int, AmendmentEffect], ...]


class CasesChanged:
    """The amended cases between two editions, in the order of the later one."""

    def __init__(self, of: BookOfSite, writer: CaseWriter, page: str, editions: tuple[str, str], meaning: Meaning) -> None:
        self._of, self._writer, self._page = of, writer, page
        self._editions = editions
        self._view = of.book.views[editions[1]]
        self._meaning = meaning

    @cached_property
    def cases(self) -> Sequence[Changed]:
        """Every amended case, each with its gravest class."""
        by_case: dict[str, list[tuple[int, AmendmentEffect]]] = {}
        for place, one in enumerate(self._meaning.amendments, 1):
            by_case.setdefault(self._case_of(one.number), []).append((place, one))
        found = []
        for number, several in by_case.items():
            word = min((one.word for _, one in several), key=_GRAVEST.index)
            found.append(Changed(number, self._chapter(number), word, tuple(several)))
        chapters = list(self._of.addresses.chapters)
        headings = self._of.book.front.headings

        numbers = {one.number: (sort_key(self._home(one.number), headings), sort_key(one.number, headings)) for one in found}
        last = len(chapters)
        return sorted(found, key=lambda one: (chapters.index(one.chapter) if one.chapter in chapters else last, numbers[one.number]))

    def by_chapter(self, words: Iterable[str]) -> Iterator[tuple[str, list[Changed]]]:
        """The cases of some classes, chapter by chapter."""
        wanted = frozenset(words)
        found: dict[str, list[Changed]] = {}
        for one in self.cases:
            if one.word in wanted:
                found.setdefault(one.chapter, []).append(one)
        yield from found.items()

    def chapter_title(self, chapter: str) -> str:
        """Number and title of a chapter; a word for cases that have none."""
        if chapter not in self._of.addresses.chapters:
            return "Cases of no chapter"
        return " ".join(filter(None, chapter_title(self._of, chapter)))

    # ---- one case ------------------------------------------------------------------------------------------------------------------

    def card(self, one: Changed) -> Html:
        """Number and title, the words, a sentence on the answers; the situations open below."""
        case = self._view.find(one.number)
        title = (case.title if case is not None else None) or next((each.title for _, each in one.amendments if each.title), None)
        numbers = dict.fromkeys(number for _, each in one.amendments for number in each.number.split(", "))
        numbers.pop(one.number, None)
        links = join([self._writer.case_link(number, self._page) for number in (one.number, *numbers)], ", ")
        head = el("p", links, " ", el("b", title) if title else None, " ", badge(*CALLED[one.word]), cls="rw-changed-head")
        runs = self._runs(one)
        shown, is_whole = cut(runs, FEW_WORDS, self._written)
        all_new = " rw-all-new" if {run.step for run in runs} == {Step.IN} else ""
        words = el("p", join(shown, " "), cls=f"rw-changed-words{all_new}") if shown else EMPTY
        whole = EMPTY if is_whole else el("p", join(cut(runs, None, self._written)[0], " "), cls=f"rw-changed-words{all_new}")
        acts = self._acts(one, case, in_words=bool(shown))
        # what leads to an amendment must find it where nothing is opened
        targets = [el("span", id=f"amendment-{place}") for place, _ in one.amendments]
        return el("section", *targets, head, words, acts, el("p", self._answers(one)), self._folded(one, whole), cls="rw-changed")

    def _case_of(self, number: str) -> str:
        """The number in the later edition of the first case that an amendment is on."""
        first = number.partition(", ")[0]
        found = self._view.find(first) or self._view.find(self._of.addresses.case_number(first) or first)
        return found.number if found is not None else first

    def _home(self, number: str) -> str:
        """The case that a ruling is on, else the case itself."""
        found = self._view.find(number)
        return (self._of.addresses.home_of_ruling(found) or number) if found is not None and found.kind is ClauseKind.RULING else number

    def _chapter(self, number: str) -> str:
        found = self._view.find(self._home(number)) or self._view.find(number)
        return found.chapter if found is not None else ""

    # ---- words ---------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _in_words(self) -> Mapping[str, CaseChange]:
        return {one.number: one for one in difference(self._of.book, *self._editions).cases}

    def _runs(self, one: Changed) -> Sequence[Words]:
        found = self._in_words.get(one.number)
        if found is None or found.words:
            return found.words if found is not None else ()
        case = self._view.find(one.number)
        answers = [line.text for line, _ in case.other if isinstance(line, nodes.Answers)] if case is not None else []
        return tuple(Words(Step.IN, answer) for answer in answers)

    def _written(self, words: str) -> Html:
        return self._writer.prose.inline(words, self._page)

    def _acts(self, one: Changed, case: CaseInForce | None, *, in_words: bool) -> Html:
        """What the amendments did, without what the words of the case show already and what comes with any amendment."""
        sources = {each.source for _, each in one.amendments}
        entries = [entry for entry in (case.history if case is not None else ()) if entry.origin.source in sources]
        acts = [(said, entry.carried_out and in_words) for entry in entries for said in acts_said(self._of, entry)]
        telling = [said for said, shown in acts if not _USUAL.fullmatch(said) and not (shown and _ON_WORDS.match(said))]
        telling = telling or ([] if in_words else [said for said, _ in acts])
        words = capital("; ".join(dict.fromkeys(telling))).split()
        if not words:
            return EMPTY
        kept = " ".join(words[:FEW_WORDS])
        return el("p", f"{kept} …" if len(words) > FEW_WORDS else f"{kept}.", cls="rw-small")

    # ---- answers -------------------------------------------------------------------------------------------------------------------

    def _answers(self, one: Changed) -> Html:
        """One sentence on what becomes of answers: the first of them with both values, the others counted."""
        changes = [change for _, each in one.amendments for verdict in each.verdicts for change in verdict.changes]
        added = list(dict.fromkeys(name for _, each in one.amendments for name in each.added))
        first = next((change for effect in _ORDER for change in changes if change.effect is effect), None)
        if first is None:
            if added:
                return text(f"It brings {self._brings(added)}.")
            if any(each.not_analysed for _, each in one.amendments):
                return text("What it does to answers is not decided.")
            return text("No answer changes; that is proved.")
        situation = Situation(self._of, first.situation)
        lead = join([capital(situation.question()), ": ", from_to(first, situation), " in some situation" if situation.clause() else ""])
        others = Counter(change.effect for change in _one_each(changes) if change.question != first.question)
        said = [f"{number} {_MORE[effect][number != 1]}" for effect in _ORDER if (number := others[effect])]
        more = f"; of other answers, {listed(said, 'and')}" if said else ""
        return join([lead, more, f"; it brings {self._brings(added)}." if added else "."])

    def _brings(self, added: Sequence[str]) -> str:
        if len(added) > FEW_NAMES:
            return f"{len(added)} new questions"
        head = "a new question" if len(added) == 1 else f"{len(added)} new questions"
        return f"{head}: {listed([question_said(self._of, name) for name in added], 'and')}"

    # ---- what is folded ------------------------------------------------------------------------------------------------------------

    def _folded(self, one: Changed, whole: Html) -> Html:
        many = sum(len(verdict.changes) for _, each in one.amendments for verdict in each.verdicts)
        counts = ["all the words"] if whole else []
        counts += filter(None, (counted(many, "situation"), counted(len(one.amendments), "amendment")))
        inside = [self._amendment(each) for _, each in one.amendments]
        return el("details", el("summary", capital(listed(counts, "and"))), whole, *inside, cls="rw-fold")

    def _amendment(self, one: AmendmentEffect) -> Html:
        """What one amendment does: changes, questions that it brings, those that stay the same, those of which that is not known."""
        title = f" {one.title} " if one.title else " "
        parts = [el("p", badge(kind_said(one), "amended"), title, el("span", source_title(self._of, one.source), cls="rw-from"))]
        changes = [change for verdict in one.verdicts for change in verdict.changes]
        if changes:
            parts.append(el("ul", *(self._brief(change) for change in changes[:SHOWN]), cls="rw-impact"))
        if rest := changes[SHOWN:]:
            more = "1 more change" if len(rest) == 1 else f"{len(rest)} more changes"
            names = dict.fromkeys(Situation(self._of, change.situation).question() for change in rest)
            parts.append(el("p", f"And {more}: of {listed(list(names), 'and')}.", cls="rw-small"))
        if one.added:
            names = dict.fromkeys(question_said(self._of, name) for name in one.added)
            parts.append(el("p", f"New question{'s' if len(one.added) > 1 else ''}: {listed(list(names), 'and')}.", cls="rw-small"))
        equal = sum(verdict.equal for verdict in one.verdicts)
        if equal:
            words = "1 question that it touches has" if equal == 1 else f"{equal} questions that it touches have"
            parts.append(el("p", f"{words} the same answer in every situation; that is proved.", cls="rw-small"))
        for question, reason in one.not_analysed:
            parts.append(el("p", f"Not decided: {question_said(self._of, question)}. ", sentence(reason), cls="rw-small"))
        if len(parts) == 1:
            parts.append(el("p", "Nothing that answers depend on.", cls="rw-small"))
        return join(parts)

    def _brief(self, change: Change) -> Html:
        """One change in a line; its situation opens below."""
        situation = Situation(self._of, change.situation)
        called, colour = CALLED[change.effect.value]
        mark = badge(called, colour) if change.effect is not Effect.CHANGES else EMPTY
        head = el("summary", capital(situation.question()), ": ", from_to(change, situation), " ", mark)
        return el("li", el("details", head, situation.table(), cls="rw-open"))


_Asked: TypeAlias = nodes.Fact | nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Table
_ORDER = (Effect.CHANGES, Effect.CONFLICT, Effect.OPENS, Effect.SETTLES)
"""Which change is shown first: one of two plain answers says the most."""
_MORE = {
    Effect.CHANGES: ("changes", "change"),
    Effect.CONFLICT: ("is now a conflict", "are now conflicts"),
    Effect.OPENS: ("is left open", "are left open"),
    Effect.SETTLES: ("is settled", "are settled"),
}


def kind_said(one: AmendmentEffect) -> str:
    """`clarification`, `ruling`, `new case`."""
    return one.amendment_kind or ("new case" if one.kind is ClauseKind.CASE else one.kind.value)


def from_to(change: Change, situation: Situation) -> Html:
    """The answer before and after."""
    before, after = situation.value(change.before.text), situation.value(change.after.text)
    return join([el("span", before, cls="rw-was"), " → ", el("b", after)])


def question_said(of: BookOfSite, name: str) -> str:
    """A question in the words of the book, without the things that it is asked of: `the movement allowance of the unit`."""
    declared = of.once(("asked", ""), lambda: _asked(of))
    if name not in declared:
        return f"“{worded(name)}”"
    return of.sentences.whether(nodes.Call(name, tuple(nodes.Call(param.name) for param in declared[name].params)))


def _asked(of: BookOfSite) -> Mapping[str, _Asked]:
    """All that can be asked, facts that have rules and what is asked of set-ups too."""
    book, _ = with_set_ups(of.book, of.view)
    facts = {one.node.name: one.node for one in book.declarations if isinstance(one.node, _Asked)}
    return {**facts, **of.questions}


def _one_each(changes: Iterable[Change]) -> Iterable[Change]:
    """The change of each question that is shown first."""
    found: dict[str, Change] = {}
    for effect in reversed(_ORDER):
        found.update({change.question: change for change in changes if change.effect is effect})
    return found.values()


def cut(runs: Sequence[Words], most: int | None, write: Callable[[str], Html]) -> tuple[list[Html], bool]:
    """Runs of words with marks for what went and came, of what stayed only the ends; and whether all that went and came is there."""
    shown: list[Html] = []
    left = most
    for at, run in enumerate(runs):
        words = run.text.split()
        if not words:
            continue
        if run.step is Step.SAME:
            shown.append(write(" ".join(_ends(words, first=at == 0, last=at == len(runs) - 1))))
            continue
        if left is not None and left <= 0:
            return [*shown, text("…")], False
        kept = words if left is None else words[:left]
        shown.append(el("del" if run.step is Step.OUT else "ins", write(" ".join(kept))))
        if left is not None:
            left -= len(words)
            if left < 0:
                return [*shown, text("…")], False
    return shown, True


def _ends(words: Sequence[str], *, first: bool, last: bool) -> Sequence[str]:
    if (first and last) or (len(words) <= 2 * AROUND + 1 and not first and not last):
        return words
    before = [] if first else list(words[:AROUND])
    after = [] if last else list(words[-AROUND:])
    if len(words) <= len(before) + len(after):
        return words
    return [*before, "…", *after]
