"""The changes between editions as a sheet that a rules editor sends to players: Markdown, a page or two, what matters for play first.

One entry for each case that changed, by chapter: the words that went and came, then the questions that are answered otherwise now, each
with one situation. What is only settled (there was no single answer before) follows in a line for each case; last what is proved the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rulewright.analysis.comparison.amendments import Meaning
from rulewright.analysis.comparison.answer_change import Change, Effect
from rulewright.checks.indexes.clauses import case_of_address
from rulewright.rulebook.edition_diff import CaseChange, WordRun, WordStatus, lines_of
from rulewright.rulebook.edition_diff import ChangeKind as CaseChanged
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.situation import Situation
from rulewright.site.html.marks import move_shared_signs
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import capitalize, join_words, plural
from rulewright.workspace.edition_comparison import Comparison

MAX_SHOWN = 3
"""So many questions of one case are shown with a situation; the others are named."""
FEW_FACTS = 5
"""So many facts of a situation are written out; the others are counted."""
FEW_WORDS = 60
"""A passage that came or went is shown whole up to so many words."""
MARKS = {WordStatus.REMOVED: "~~", WordStatus.ADDED: "**"}
_BEFORE_SIGN = re.compile(r" (?=[.,;:!?](?:\s|$))")
_ACTING = re.compile(r"([\\`*_{}\[\]#+|~!])")
_FOR_PLAY = (Effect.CONFLICT, Effect.OUT_OF_RANGE, Effect.CHANGES, Effect.OPENS)


def change_sheet(site_book: BookOfSite, comparison: Comparison) -> str:
    """The sheet of a comparison whose later side is the book `of`."""
    return "\n".join(_Sheet(site_book, comparison).sheet_lines()) + "\n"


def escape_markdown_text(text: str) -> str:
    """Text that is no Markdown and no HTML, on one line."""
    return _ACTING.sub(r"\\\1", " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


class _Sheet:
    def __init__(self, site_book: BookOfSite, comparison: Comparison) -> None:
        self._of = site_book
        self._text = comparison.text
        self._meaning = comparison.meaning
        self._by_case = _by_case(comparison.meaning, {change.number for change in comparison.text.cases}) if comparison.meaning else {}
        self._shown: set[str] = set()

    def sheet_lines(self) -> Iterator[str]:
        text = self._text
        yield f"# {escape_markdown_text(self._of.title)}: what changed"
        yield ""
        old_title, new_title = (escape_markdown_text(self._title_of(name)) for name in (text.from_edition, text.to_edition))
        yield f"From “{old_title}” to “{new_title}”: {self._count_text()}"
        for term in text.renamed_terms:
            cases = f"{term.case_count} {'case' if term.case_count == 1 else plural('case')}"
            yield from ("", f"{capitalize(escape_markdown_text(term.sentence))}, in {cases}.")
        for_play = [change for change in text.cases if self._matters_for_play(change)]
        yield from self._chapter_lines(for_play)
        without_play = [change for change in text.cases if not self._matters_for_play(change) and self._changes_of(change)]
        if without_play:
            yield from ("", "## Settled, where there was no single answer", "")
            yield from (f"- {self._case_name(change)}: {self._question_names(self._changes_of(change))}" for change in without_play)
        words_only = [change for change in text.cases if not self._matters_for_play(change) and not self._changes_of(change)]
        if words_only:
            heading = "Changed in words, and no answer with it" if self._meaning else "Changed"
            yield from ("", f"## {heading}", "")
            for entry in words_only:
                yield f"- {self._case_name(entry)}{self._acts_text(entry)}"
                yield from (f"  {line}" for line in self._word_lines(entry))
        yield from self._unchanged_lines()

    # ---- what changed for play -----------------------------------------------------------------------------------------------------

    def _chapter_lines(self, cases: Sequence[CaseChange]) -> Iterator[str]:
        chapter = None
        for change in cases:
            title = self._chapter_of(change)
            if title != chapter:
                chapter = title
                yield from ("", f"## {escape_markdown_text(title)}")
            yield from self._entry_lines(change)

    def _entry_lines(self, one: CaseChange) -> Iterator[str]:
        yield from ("", f"**{self._case_name(one)}**{self._acts_text(one)}")
        yield from self._word_lines(one)
        changes = [change for change in self._changes_of(one) if change.effect in _FOR_PLAY]
        first = {change.question: change for change in reversed(changes)}
        new = [change for change in reversed(first.values()) if change.question not in self._shown][:MAX_SHOWN]
        self._shown |= {change.question for change in new}
        yield ""
        yield from (f"- {self._answer_line(change)}" for change in new)
        others = [change for change in reversed(first.values()) if change not in new]
        if others:
            yield f"- {'Also' if new else 'Bears on'} {self._question_names(others)}."

    def _answer_line(self, change: Change) -> str:
        situation = Situation(self._of, change.situation)
        old_answer, new_answer = situation.value_text(change.outcome_before.text), situation.value_text(change.outcome_after.text)
        clause = situation.facts_clause(FEW_FACTS)
        words = f"{capitalize(situation.question_text())}: {old_answer}, now **{escape_markdown_text(new_answer)}**"
        head, _, tail = words.partition("**")
        return escape_markdown_text(head).rstrip() + f" **{tail}" + (f", when {escape_markdown_text(clause)}." if clause else ".")

    # ---- one case ------------------------------------------------------------------------------------------------------------------

    def _case_name(self, change: CaseChange) -> str:
        """Return the number and title of a case; only the title if its number is a name."""
        number = self._of.printed_number(change.number)
        numbered = not change.title or any(sign.isdigit() or sign == "(" for sign in number)
        return escape_markdown_text(f"{number} {change.title or ''}" if numbered else change.title or "")

    def _acts_text(self, change: CaseChange) -> str:
        """Return the acts on a case, where they are more than added words and rules."""
        done = [] if change.change is CaseChanged.CHANGED else [change.change.value]
        done += [act for act in change.acts if act.startswith("replaces “")]
        done += [f"was {change.was}"] if change.was else []
        return f" ({escape_markdown_text(join_words(done, 'and'))})" if done else ""

    def _word_lines(self, change: CaseChange) -> Iterator[str]:
        """The words that went and came, with a few that stayed around them."""
        if not change.words or not change.text_held:
            return
        lines = [_BEFORE_SIGN.sub("", " ".join(filter(None, map(_mark_run, runs)))) for runs in lines_of(move_shared_signs(change.words))]
        yield "\n>\n".join(f"> {line}" for line in lines if line)

    def _chapter_of(self, change: CaseChange) -> str:
        case = self._of.view.find_case(change.number)
        if case is None:
            return "Cases that are gone"
        number, title = chapter_title(self._of, case.chapter)
        return f"{number} {title}".strip()

    def _changes_of(self, change: CaseChange) -> Sequence[Change]:
        return self._by_case.get(change.number, ())

    def _matters_for_play(self, one: CaseChange) -> bool:
        return any(change.effect in _FOR_PLAY for change in self._changes_of(one))

    def _question_names(self, changes: Iterable[Change]) -> str:
        names = dict.fromkeys(Situation(self._of, change.situation).question_text() for change in changes)
        return escape_markdown_text(join_words(list(names), "and"))

    # ---- counts --------------------------------------------------------------------------------------------------------------------

    def _title_of(self, edition: str) -> str:
        return self._of.edition_title(edition) if edition in self._of.book.editions else edition

    def _count_text(self) -> str:
        number = len(self._text.cases)
        cases = f"{number} {'case' if number == 1 else plural('case')}"
        if self._meaning is None:
            return f"{cases} changed."
        differences = self._meaning.differences
        changed = len({change.question for change in differences.changes if change.effect in _FOR_PLAY})
        return f"{cases} changed, {changed} {'question is' if changed == 1 else 'questions are'} answered otherwise in some situation."

    def _unchanged_lines(self) -> Iterator[str]:
        if self._meaning is None:
            return
        differences = self._meaning.differences
        yield from ("", "## The same", "")
        equal = len(differences.equal)
        yield f"{equal} {'question has' if equal == 1 else 'questions have'} the same answer in every situation; that is proved."
        if differences.not_analysed:
            names = join_words([f"`{name}`" for name, _ in differences.not_analysed], "and")
            yield f"Not fully decided, and so to be read with care: {names}."


def _by_case(meaning: Meaning, cases: Collection[str]) -> Mapping[str, list[Change]]:
    """Return the changes of answers by the cases that bring them about: those that are amended, and those whose rules differ.

    An amendment that brings none of those shown has its own: what changes with it alone.
    """
    changes_by_cause: dict[str, list[Change]] = {}
    causes = meaning.causes or ((),) * len(meaning.differences.changes)
    for change, cause in zip(meaning.differences.changes, causes, strict=True):
        amended = (meaning.amendments[place].number for place in cause)
        for number in dict.fromkeys(case_of_address(number, cases) for number in (*amended, *change.cases)):
            changes_by_cause.setdefault(number, []).append(change)
    own_changes = {
        case_of_address(effect.number, cases): [change for verdict in effect.verdicts for change in verdict.changes]
        for effect in meaning.amendments
    }
    return {**{number: changes for number, changes in own_changes.items() if changes}, **changes_by_cause}


def _mark_run(run: WordRun) -> str:
    """A run of words of a text: struck, new, or what stands between, of which only the ends are shown."""
    words = run.text.split()
    if not words:
        return ""
    if run.step is WordStatus.KEPT:
        return escape_markdown_text(" ".join(words if len(words) <= 8 else [*words[:4], "…", *words[-4:]]))
    mark = MARKS[run.step]
    return f"{mark}{escape_markdown_text(' '.join(words[:FEW_WORDS]))}{' …' if len(words) > FEW_WORDS else ''}{mark}"
