"""The pages of what changed from one edition to another: what a player has to know, case by case; all that is longer is folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.answer_change import Change, Effect
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.base.diagnostics import Diagnostic
from rulewright.site.book.book_data import CONTRADICTIONS, BookOfSite, is_found_in, match_acceptance
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import CALLED, CLASSES
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import changes_page_name
from rulewright.site.html.escape import anchor_id
from rulewright.site.pages.changed import FOR_PLAY, CasesChanged, ChangedCard, ShownChange, kind_said, question_said, show_change
from rulewright.site.wording.words import capitalize

OUTSIDE = "out-of-range"
"""The finding that an answer comes out of the values declared for it."""
FEW_FACTS = 4
"""A situation of no more facts is written in one sentence; a longer one is a table to open."""

_FOLDED = (
    (Effect.SETTLES.value, "only settled: there was no single answer, and there is one now"),
    ("none", "changed, and no answer with it: that is proved"),
    ("not decided", "changed, and not decided what becomes of the answers"),
)
"""Classes of amendments whose cases are folded, with what is said of these."""


class _Sentence(NamedTuple):
    """A sentence with a link in it."""

    head: str
    link_words: str = ""
    href: str = ""
    tail: str = ""


_CausedChange: TypeAlias = tuple[ShownChange, list[tuple[int, AmendmentEffect]]]
"""A change with the amendments that cause it, by their places from 1."""


class _ChapterFold(NamedTuple):
    """The changed cases of a chapter, with (class in words, colour, number) for each class that one of them is of."""

    title: str
    anchor: str
    classes: list[tuple[str, str, int]]
    cards: list[ChangedCard]


def changes_pages(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """A page for each edition that has one before it and is not the same in all but name."""
    compared = site_book.changes
    for (old, new), meaning in compared.items():
        name = changes_page_name(old, new)
        title = "Answers compared" if len(compared) == 1 else f"Answers compared: {site_book.edition_title(new)}"
        changes = _Changes(site_book, writer, name, old, new, meaning)
        yield rendered_page(site_book, writer, name, title, template="changes", **changes.list_values())


class _Changes:
    """One page: `name` is its address, from the edition `old` to `new`."""

    def __init__(self, site_book: BookOfSite, writer: CaseWriter, name: str, old: str, new: str, meaning: Meaning) -> None:
        self._of, self._writer, self._new = site_book, writer, new
        self._old = old
        self._meaning, self._differences = meaning, meaning.differences
        self._changed_cases = CasesChanged(site_book, writer, name, (old, new), meaning)

    def list_values(self) -> dict[str, Any]:
        """The values of the page, by their names in its template."""
        amendments = self._meaning.amendments
        counts = Counter(amendment.word for amendment in amendments)
        return {
            "old_title": self._of.edition_title(self._old),
            "new_title": self._of.edition_title(self._new),
            "figures": self._figures(),
            "amendments": amendments,
            "classes": [(called, colour, counts[word], meaning) for word, called, colour, meaning in CLASSES if counts[word]],
            "matched": list(self._match_findings()),
            "chapters": self._chapter_folds(FOR_PLAY),
            "folded": [
                (words, chapters, sum(len(chapter.cards) for chapter in chapters))
                for effect, words in _FOLDED
                if (chapters := self._chapter_folds((effect,)))
            ],
            "questions": self._question_groups(),
            "asked": lambda name: capitalize(question_said(self._of, name)),
            "kind_said": kind_said,
            "differences": self._differences,
            "few_facts": FEW_FACTS,
        }

    def _figures(self) -> list[tuple[int, str, str, str]]:
        differences = self._differences
        for_play, without_play = self._by_weight
        alike = sum(verdict.alike for verdict in differences.verdicts if verdict.equal)
        remark = f"; for {alike} of them nothing that they depend on differs" if alike else ""
        figures = (
            (len(for_play), "with another answer in some situation", "#answers"),
            (len(without_play), "with an answer where there was no single one", "#settled"),
            (len(differences.added), "new", "#questions"),
            (len(differences.removed), "gone", "#questions"),
            (len(differences.equal), f"with the same answer in every situation: proved{remark}", "#equal"),
            (len(differences.not_analysed), "not fully decided", "#not-decided"),
        )
        return [(number, "question" if number == 1 else "questions", words, href) for number, words, href in figures if number]

    @cached_property
    def _by_weight(self) -> tuple[list[str], list[str]]:
        """The questions of which an answer becomes another, and those of which answers are only settled."""
        effects: dict[str, set[Effect]] = {}
        for change in self._differences.changes:
            effects.setdefault(change.question, set()).add(change.effect)
        settled_questions = [name for name, effects_found in effects.items() if effects_found == {Effect.SETTLES}]
        return [name for name in effects if name not in settled_questions], settled_questions

    # ---- amendments ----------------------------------------------------------------------------------------------------------------

    def _chapter_folds(self, words: Collection[str]) -> list[_ChapterFold]:
        """The cases of some classes, chapter by chapter."""
        folds = []
        for chapter, cases in self._changed_cases.by_chapter(words):
            counts = Counter(change.word for change in cases)
            classes = [(*CALLED[word], counts[word]) for word, *_ in CLASSES if counts[word]]
            title, anchor = self._changed_cases.chapter_title(chapter), f"of-{anchor_id('chapter', chapter)}"
            folds.append(_ChapterFold(title, anchor, classes, [self._changed_cases.change_card(change) for change in cases]))
        return folds

    def _match_findings(self) -> Iterator[list[_Sentence]]:
        """Yield sentences that match the conflicts of this page, and the results out of range, with the findings of the later edition."""
        amendments = self._meaning.amendments
        findings = [finding for finding in self._of.data.diagnostics if is_found_in(finding, self._new)]
        if conflicts := [amendment for amendment in amendments if Effect.CONFLICT in amendment.effects]:
            pairs = [finding for finding in findings if finding.name in CONTRADICTIONS]
            accepted = [finding for finding in pairs if match_acceptance(finding) is not None]
            groups = (accepted, [finding for finding in pairs if finding not in accepted])
            meaning = "a conflict: a situation in which rules contradict each other and nothing says which goes first."
            yield self._about_effect(conflicts, Effect.CONFLICT, groups, meaning)
        if outside := [amendment for amendment in amendments if Effect.OUT_OF_RANGE in amendment.effects]:
            meaning = "a result that is out of its range: a situation in which it is none of the values that are declared for it."
            yield self._about_effect(outside, Effect.OUT_OF_RANGE, ([each for each in findings if each.name == OUTSIDE],), meaning)

    def _about_effect(
        self, amendments: Sequence[AmendmentEffect], effect: Effect, groups: Sequence[Sequence[Diagnostic]], meaning: str
    ) -> list[_Sentence]:
        """Return sentences that match an effect of amendments with groups of findings; `meaning` says what it is."""
        remaining, total = list(amendments), len(amendments)
        sentences = [_Sentence(f"{'1 amendment makes' if total == 1 else f'{total} amendments make'} {meaning}")]
        for findings in groups:
            mine = [amendment for amendment in remaining if any(_meets_finding(amendment, each, effect) for each in findings)]
            remaining = [amendment for amendment in remaining if amendment not in mine]
            met_findings = [each for each in findings if any(_meets_finding(amendment, each, effect) for amendment in mine)]
            if mine:
                sentences.append(_of_findings(len(mine), total, met_findings))
        questions = {_question_of(finding) for findings in groups for finding in findings}
        dependent = [
            amendment
            for amendment in remaining
            if any(not self._depends_on(change.question).isdisjoint(questions) for change in _changes_of(amendment, effect))
        ]
        remaining = [amendment for amendment in remaining if amendment not in dependent]
        if dependent:
            verb = _verb_form(len(dependent), "carry")
            sentences.append(_Sentence(f"{_these_of(len(dependent), total)} {verb} such an answer on to answers that depend on it."))
        if remaining:
            verb = _verb_form(len(remaining), "make")
            sentences.append(_Sentence(f"{_these_of(len(remaining), total)} {verb} one of which no finding speaks."))
        return sentences

    def _depends_on(self, question: str) -> frozenset[str]:
        """The questions of the later edition that a question of it depends on."""
        core = self._of.data.cores[self._new]
        prints = self._of.memoize(("prints", self._new), lambda: Fingerprints(core))
        return frozenset(prints.cones.cone_of_question(core.questions[question]).questions) if question in core.questions else frozenset()

    # ---- questions -----------------------------------------------------------------------------------------------------------------

    def _question_groups(self) -> list[tuple[str, str, list[tuple[str, list[_CausedChange]]]]]:
        """The questions with another answer, each with its situations: those that matter for play, and those that are only settled."""
        causes = self._meaning.causes or ((),) * len(self._differences.changes)
        changes: dict[str, list[_CausedChange]] = {}
        for change, cause in zip(self._differences.changes, causes, strict=True):
            by_amendments = [(number + 1, self._meaning.amendments[number]) for number in cause]
            changes.setdefault(change.question, []).append((show_change(self._of, change), by_amendments))
        for_play, without_play = self._by_weight
        groups = (
            ("answers", "with another answer in some situation", for_play),
            ("settled", "with an answer where there was no single one", without_play),
        )
        return [(anchor, words, [(name, changes[name]) for name in names]) for anchor, words, names in groups if names]


def _changes_of(amendment: AmendmentEffect, effect: Effect) -> Iterator[Change]:
    """The situations in which an amendment has an effect."""
    return (change for verdict in amendment.verdicts for change in verdict.changes if change.effect is effect)


def _question_of(finding: Diagnostic) -> str:
    """The name of the question that a finding is on."""
    return str((finding.witness or {}).get("question") or "").partition("(")[0]


def _meets_finding(amendment: AmendmentEffect, finding: Diagnostic, effect: Effect) -> bool:
    """Return True if a finding is about an effect of an amendment: the same question, and for two rules one of its case."""
    rules = [str(answer.get("rule")) for answer in (finding.witness or {}).get("answers") or ()]

    def is_of(case: str) -> bool:
        return finding.name == OUTSIDE or any(rule == case or rule.startswith(f"{case}.") for rule in rules)

    return any(change.question == _question_of(finding) and any(map(is_of, change.cases)) for change in _changes_of(amendment, effect))


def _of_findings(number: int, total: int, findings: Sequence[Diagnostic]) -> _Sentence:
    """Return a sentence on the findings that belong to some of the amendments."""
    accepted = all(match_acceptance(finding) is not None for finding in findings)
    words = "accepted" if accepted else "a finding" if len(findings) == 1 else "findings"
    href = f"findings.html{'#accepted' * accepted}"
    those = _these_of(number, total)
    if findings[0].name == OUTSIDE:
        return _Sentence(f"{those} {_verb_form(number, 'make')} one that is ", words, href, ", too." if accepted else ".")
    pairs = "contradiction" if len(findings) == 1 else f"{len(findings)} contradictions"
    head = f"{those} {_verb_form(number, 'bring')} in sides of the {pairs} between rules that {'is' if len(findings) == 1 else 'are'} "
    note = "; where both sides of one are new, both are counted." if number > len(findings) else "."
    return _Sentence(head, words, href, (" by this book with its reasons" if accepted else "") + note)


def _these_of(number: int, total: int) -> str:
    return f"{number} of them" if number < total else "It" if total == 1 else "Both" if total == 2 else f"All {total} of them"


def _verb_form(number: int, verb: str) -> str:
    if number > 1:
        return verb
    return f"{verb[:-1]}ies" if verb.endswith("y") else f"{verb}s"
