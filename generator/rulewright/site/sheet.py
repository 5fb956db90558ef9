"""What changed, as a sheet that a rules editor sends to players: Markdown, a page or two, what matters for play first.

One entry for each case that changed, by chapter: the words that went and came, then the questions that are answered otherwise now, each
with one situation. What is only settled (there was no single answer before) follows in a line for each case; last what is proved the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulewright.analysis.comparison.amendments import Meaning
from rulewright.analysis.comparison.core_difference import Change, Effect
from rulewright.rulebook.edition_diff import CaseChange, Step, Words
from rulewright.rulebook.edition_diff import Change as CaseChanged
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.situation import Situation
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import capital, listed, plural
from rulewright.workspace.edition_comparison import Comparison

SHOWN = 3
"""So many questions of one case are shown with a situation; the others are named."""
FEW_FACTS = 5
"""So many facts of a situation are written out; the others are counted."""
FEW_WORDS = 60
"""A passage that came or went is shown whole up to so many words."""
MARKS = {Step.OUT: "~~", Step.IN: "**"}
_ACTING = re.compile(r"([\\`*_{}\[\]#+|~!])")
_FOR_PLAY = (Effect.CONFLICT, Effect.CHANGES, Effect.OPENS)


def change_sheet(of: BookOfSite, found: Comparison) -> str:
    """The sheet of a comparison whose later side is the book `of`."""
    return "\n".join(_Sheet(of, found).lines()) + "\n"


def plain(text: str) -> str:
    """Text that is no Markdown and no HTML, on one line."""
    return _ACTING.sub(r"\\\1", " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


class _Sheet:
    def __init__(self, of: BookOfSite, found: Comparison) -> None:
        self._of = of
        self._text = found.text
        self._meaning = found.meaning
        self._by_case = _by_case(found.meaning) if found.meaning else {}
        self._shown: set[str] = set()

    def lines(self) -> Iterator[str]:
        text = self._text
        yield f"# {plain(self._of.title)}: what changed"
        yield ""
        yield f"From “{plain(self._title_of(text.from_edition))}” to “{plain(self._title_of(text.to_edition))}”: {self._counted()}"
        for_play = [one for one in text.cases if self._matters(one)]
        yield from self._chapters(for_play)
        settled = [one for one in text.cases if not self._matters(one) and self._changes_of(one)]
        if settled:
            yield from ("", "## Settled, where there was no single answer", "")
            yield from (f"- {self._name(one)}: {self._questions(self._changes_of(one))}" for one in settled)
        rest = [one for one in text.cases if not self._matters(one) and not self._changes_of(one)]
        if rest:
            heading = "Changed in words, and no answer with it" if self._meaning else "Changed"
            yield from ("", f"## {heading}", "")
            for one in rest:
                yield f"- {self._name(one)}{self._acts(one)}"
                yield from (f"  {line}" for line in self._words(one))
        yield from self._same()

    # ---- what changed for play -----------------------------------------------------------------------------------------------------

    def _chapters(self, cases: Sequence[CaseChange]) -> Iterator[str]:
        chapter = None
        for one in cases:
            title = self._chapter_of(one)
            if title != chapter:
                chapter = title
                yield from ("", f"## {plain(title)}")
            yield from self._entry(one)

    def _entry(self, one: CaseChange) -> Iterator[str]:
        yield from ("", f"**{self._name(one)}**{self._acts(one)}")
        yield from self._words(one)
        changes = [change for change in self._changes_of(one) if change.effect in _FOR_PLAY]
        first = {change.question: change for change in reversed(changes)}
        new = [change for change in reversed(first.values()) if change.question not in self._shown][:SHOWN]
        self._shown |= {change.question for change in new}
        yield ""
        yield from (f"- {self._answer(change)}" for change in new)
        others = [change for change in reversed(first.values()) if change not in new]
        if others:
            yield f"- {'Also' if new else 'Bears on'} {self._questions(others)}."

    def _answer(self, change: Change) -> str:
        situation = Situation(self._of, change.situation)
        before, after = situation.value(change.before.text), situation.value(change.after.text)
        clause = situation.clause(FEW_FACTS)
        words = f"{capital(situation.question())}: {before}, now **{plain(after)}**"
        head, _, tail = words.partition("**")
        return plain(head).rstrip() + f" **{tail}" + (f", when {plain(clause)}." if clause else ".")

    # ---- one case ------------------------------------------------------------------------------------------------------------------

    def _name(self, one: CaseChange) -> str:
        """Its number and title; a name that stands for a number says no more than the title."""
        number = self._of.number(one.number)
        numbered = not one.title or any(sign.isdigit() or sign == "(" for sign in number)
        return plain(f"{number} {one.title or ''}" if numbered else one.title or "")

    def _acts(self, one: CaseChange) -> str:
        """What was done to it, where that is more than words and rules that came."""
        done = [] if one.change is CaseChanged.CHANGED else [one.change.value]
        done += [act for act in one.acts if act.startswith("replaces “")]
        done += [f"was {one.was}"] if one.was else []
        return f" ({plain(listed(done, 'and'))})" if done else ""

    def _words(self, one: CaseChange) -> Iterator[str]:
        """The words that went and came, with a few that stayed around them."""
        if not one.words or not one.text_held:
            return
        shown = " ".join(filter(None, (_run(run) for run in one.words)))
        yield f"> {shown}"

    def _chapter_of(self, one: CaseChange) -> str:
        case = self._of.view.find(one.number)
        if case is None:
            return "Cases that are gone"
        number, title = chapter_title(self._of, case.chapter)
        return f"{number} {title}".strip()

    def _changes_of(self, one: CaseChange) -> Sequence[Change]:
        return self._by_case.get(one.number, ())

    def _matters(self, one: CaseChange) -> bool:
        return any(change.effect in _FOR_PLAY for change in self._changes_of(one))

    def _questions(self, changes: Iterable[Change]) -> str:
        names = dict.fromkeys(Situation(self._of, change.situation).question() for change in changes)
        return plain(listed(list(names), "and"))

    # ---- counts --------------------------------------------------------------------------------------------------------------------

    def _title_of(self, edition: str) -> str:
        return self._of.edition_title(edition) if edition in self._of.book.editions else edition

    def _counted(self) -> str:
        many = len(self._text.cases)
        cases = f"{many} {'case' if many == 1 else plural('case')}"
        if self._meaning is None:
            return f"{cases} changed."
        differences = self._meaning.differences
        changed = len({change.question for change in differences.changes if change.effect in _FOR_PLAY})
        return f"{cases} changed, {changed} {'question is' if changed == 1 else 'questions are'} answered otherwise in some situation."

    def _same(self) -> Iterator[str]:
        if self._meaning is None:
            return
        differences = self._meaning.differences
        yield from ("", "## The same", "")
        equal = len(differences.equal)
        yield f"{equal} {'question has' if equal == 1 else 'questions have'} the same answer in every situation; that is proved."
        if differences.not_analysed:
            names = listed([f"`{name}`" for name, _ in differences.not_analysed], "and")
            yield f"Not fully decided, and so to be read with care: {names}."


def _by_case(meaning: Meaning) -> Mapping[str, list[Change]]:
    """The changes of answers by the case that brings them about: an amendment's, else the first of those whose rules differ."""
    found: dict[str, list[Change]] = {}
    causes = meaning.causes or ((),) * len(meaning.differences.changes)
    for change, by in zip(meaning.differences.changes, causes, strict=True):
        numbers = dict.fromkeys(meaning.amendments[place].number for place in by) or dict.fromkeys(change.cases[:1])
        for number in numbers:
            found.setdefault(number, []).append(change)
    return found


def _run(run: Words) -> str:
    """A run of words of a text: struck, new, or what stands between, of which only the ends are shown."""
    words = run.text.split()
    if not words:
        return ""
    if run.step is Step.SAME:
        return plain(" ".join(words if len(words) <= 8 else [*words[:4], "…", *words[-4:]]))
    mark = MARKS[run.step]
    return f"{mark}{plain(' '.join(words[:FEW_WORDS]))}{' …' if len(words) > FEW_WORDS else ''}{mark}"
