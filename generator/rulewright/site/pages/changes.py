"""The pages of what changed from one edition to another: what a player has to know, case by case; all that is longer is folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.core_difference import Change, Effect
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.base.diagnostics import Diagnostic
from rulewright.site.book.book_data import CONTRADICTIONS, BookOfSite, is_found_in, match_acceptance
from rulewright.site.case.badges import badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import CALLED, CLASSES
from rulewright.site.case.folds import count_text
from rulewright.site.case.page import Page, book_page
from rulewright.site.case.situation import Situation
from rulewright.site.html.addresses import changes_page_name
from rulewright.site.html.escape import Html, anchor_id, el, escape_text, join_html
from rulewright.site.html.templates import Heading, sentence
from rulewright.site.pages.changed import FOR_PLAY, CasesChanged, Changed, from_to, kind_said, question_said
from rulewright.site.wording.words import capitalize, plural

OUTSIDE = "out-of-range"
"""The finding that an answer comes out of the values declared for it."""
FEW_FACTS = 4
"""A situation of no more facts is written in one sentence; a longer one is a table to open."""


def changes_pages(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """A page for each edition that has one before it and is not the same in all but name."""
    compared = site_book.changes
    for (old, new), meaning in compared.items():
        name = changes_page_name(old, new)
        title = "What changed" if len(compared) == 1 else f"What changed: {site_book.edition_title(new)}"
        yield book_page(site_book, name, title, _Changes(site_book, writer, name, old, new, meaning).parts())


class _Changes:
    """One page: `name` is its address, from the edition `old` to `new`."""

    def __init__(self, site_book: BookOfSite, writer: CaseWriter, name: str, old: str, new: str, meaning: Meaning) -> None:
        self._of = site_book
        self._writer = writer
        self._page = name
        self._old, self._new = old, new
        self._meaning = meaning
        self._differences = meaning.differences
        self._changed_cases = CasesChanged(site_book, writer, name, (old, new), meaning)

    def parts(self) -> Iterator[Html | Heading]:
        old_title, new_title = el("b", self._of.edition_title(self._old)), el("b", self._of.edition_title(self._new))
        yield el("p", "From “", old_title, "” to “", new_title, "”.", cls="rw-intro")
        yield self._counts_html()
        yield from self._amendment_parts()
        yield Heading(2, "In full", "full")
        words = (
            "Every question of both editions was compared over all situations. Where answers differ, the smallest situation that was "
            "found is shown, confirmed by the interpreter on both sides; where they do not differ, that is proved."
        )
        yield el("p", words)
        yield from self._question_parts()
        yield from self._remaining_parts()

    # ---- figures -------------------------------------------------------------------------------------------------------------------

    def _counts_html(self) -> Html:
        differences = self._differences
        for_play, without_play = self._by_weight
        alike = sum(verdict.alike for verdict in differences.verdicts if verdict.equal)
        small = f"; for {alike} of them nothing that they depend on differs" if alike else ""
        figures = [
            (len(for_play), "question", "with another answer in some situation", "#answers"),
            (len(without_play), "question", "with an answer where there was no single one", "#settled"),
            (len(differences.added), "question", "new", "#questions"),
            (len(differences.removed), "question", "gone", "#questions"),
            (len(differences.equal), "question", f"with the same answer in every situation: proved{small}", "#equal"),
            (len(differences.not_analysed), "question", "not fully decided", "#not-decided"),
        ]
        cards = [
            el(
                "a",
                el("b", str(number)),
                " ",
                el("span", what if number == 1 else plural(what)),
                el("small", words),
                href=href,
                cls="rw-count",
            )
            for number, what, words, href in figures
            if number
        ]
        return el("div", *cards, cls="rw-counts")

    @cached_property
    def _by_weight(self) -> tuple[list[str], list[str]]:
        """The questions of which an answer becomes another, and those of which answers are only settled."""
        effects: dict[str, set[Effect]] = {}
        for change in self._differences.changes:
            effects.setdefault(change.question, set()).add(change.effect)
        settled_questions = [name for name, effects_found in effects.items() if effects_found == {Effect.SETTLES}]
        return [name for name in effects if name not in settled_questions], settled_questions

    # ---- amendments ----------------------------------------------------------------------------------------------------------------

    def _amendment_parts(self) -> Iterator[Html | Heading]:
        amendments = self._meaning.amendments
        if not amendments:
            return
        yield Heading(2, "What changed for play", "play")
        yield self._class_list(amendments)
        if conflicts := [amendment for amendment in amendments if Effect.CONFLICT in amendment.effects]:
            yield self._about_conflicts(conflicts)
        if amendments_out_of_range := [amendment for amendment in amendments if Effect.OUT_OF_RANGE in amendment.effects]:
            yield self._about_out_of_range(amendments_out_of_range)
        chapters = list(self._changed_cases.by_chapter(FOR_PLAY))
        if chapters:
            number = sum(len(cases) for _, cases in chapters)
            yield el("p", el("b", count_text(number, "case")), f" in {count_text(len(chapters), 'chapter')}:", cls="rw-changed-count")
        else:
            yield el("p", "Nothing: no answer that a rule of the earlier edition gave is another now.")
        for chapter, cases in chapters:
            yield self._chapter_fold(chapter, cases)
        yield from self._folded_cases((Effect.SETTLES.value,), "only settled: there was no single answer, and there is one now")
        yield from self._folded_cases(("none",), "changed, and no answer with it: that is proved")
        yield from self._folded_cases(("not decided",), "changed, and not decided what becomes of the answers")

    def _chapter_fold(self, chapter: str, cases: Sequence[Changed]) -> Html:
        """Render the changed cases of a chapter, under a line that says how many there are and of which kinds."""
        counts = Counter(change.word for change in cases)
        badges = join_html([badge(f"{CALLED[word][0]}: {counts[word]}", CALLED[word][1]) for word, *_ in CLASSES if counts[word]], " ")
        summary = el("summary", el("b", self._changed_cases.chapter_title(chapter)), f" {count_text(len(cases), 'case')} ", badges)
        cards = el("div", *map(self._changed_cases.change_card, cases), id=f"of-{anchor_id('chapter', chapter)}", cls="rw-changed-list")
        return el("details", summary, cards, cls="rw-fold rw-more rw-changed-fold")

    def _class_list(self, amendments: Sequence[AmendmentEffect]) -> Html:
        """Render the number of amendments of each class, with the meaning of the classes folded."""
        counts = Counter(amendment.word for amendment in amendments)
        badges = join_html([badge(f"{CALLED[word][0]}: {counts[word]}", CALLED[word][1]) for word, *_ in CLASSES if counts[word]], " ")
        meanings = [el("li", badge(called, colour), " ", words) for word, called, colour, words in CLASSES if counts[word]]
        head = f"What these words mean; each amendment was tried by taking it out of “{self._of.edition_title(self._new)}”"
        count = count_text(len(amendments), "amendment")
        fold = el("details", el("summary", head), el("ul", *meanings, cls="rw-impact"), cls="rw-fold")
        return el("div", el("p", el("b", count), " ", badges, cls="rw-meta"), fold)

    def _folded_cases(self, words: Sequence[str], what: str) -> Iterator[Html]:
        """The cases of some classes, under a line that says how many."""
        chapters = list(self._changed_cases.by_chapter(words))
        number = sum(len(cases) for _, cases in chapters)
        if not number:
            return
        chapter_parts = [
            join_html(
                [
                    el("p", el("b", self._changed_cases.chapter_title(chapter)), cls="rw-changed-chapter"),
                    *map(self._changed_cases.change_card, cases),
                ]
            )
            for chapter, cases in chapters
        ]
        yield _render_fold(f"{count_text(number, 'case')} {what}", *chapter_parts)

    def _about_conflicts(self, conflicts: Sequence[AmendmentEffect]) -> Html:
        """Yield sentences that match the conflicts of this page with the findings of the later edition, accepted contradictions first."""
        new_findings = [finding for finding in self._of.data.diagnostics if is_found_in(finding, self._new)]
        pairs = [finding for finding in new_findings if finding.name in CONTRADICTIONS]
        accepted = [finding for finding in pairs if match_acceptance(finding) is not None]
        groups = (accepted, [finding for finding in pairs if finding not in accepted])
        meaning = "a conflict: a situation in which rules contradict each other and nothing says which goes first."
        return self._about_effect(conflicts, Effect.CONFLICT, groups, meaning)

    def _about_out_of_range(self, amendments: Sequence[AmendmentEffect]) -> Html:
        """Yield sentences that match the results out of range of this page with the findings of the later edition."""
        outside = [finding for finding in self._of.data.diagnostics if is_found_in(finding, self._new) and finding.name == OUTSIDE]
        meaning = "a result that is out of its range: a situation in which it is none of the values that are declared for it."
        return self._about_effect(amendments, Effect.OUT_OF_RANGE, (outside,), meaning)

    def _about_effect(
        self, amendments: Sequence[AmendmentEffect], effect: Effect, groups: Sequence[Sequence[Diagnostic]], meaning: str
    ) -> Html:
        """Yield sentences that match an effect of amendments with groups of findings; `meaning` says what it is."""
        remaining, total = list(amendments), len(amendments)
        sentences: list[Html] = []
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
            sentences.append(
                escape_text(
                    f"{_these_of(len(dependent), total)} {_verb_form(len(dependent), 'carry')} such an answer on"
                    " to answers that depend on it."
                )
            )
        if remaining:
            sentences.append(
                escape_text(f"{_these_of(len(remaining), total)} {_verb_form(len(remaining), 'make')} one of which no finding speaks.")
            )
        head = "1 amendment makes" if total == 1 else f"{total} amendments make"
        return el("p", join_html([escape_text(f"{head} {meaning}"), *sentences], " "), cls="rw-small")

    def _depends_on(self, question: str) -> frozenset[str]:
        """The questions of the later edition that a question of it depends on."""
        core = self._of.data.cores[self._new]
        prints = self._of.memoize(("prints", self._new), lambda: Fingerprints(core))
        return frozenset(prints.cones.cone_of_question(core.questions[question]).questions) if question in core.questions else frozenset()

    # ---- questions -----------------------------------------------------------------------------------------------------------------

    def _question_parts(self) -> Iterator[Html]:
        """The questions with another answer, each with its situations: those that matter for play, and those that are only settled."""
        for_play, without_play = self._by_weight
        causes = self._meaning.causes or ((),) * len(self._differences.changes)
        boxes: dict[str, list[Html]] = {}
        for change, cause in zip(self._differences.changes, causes, strict=True):
            boxes.setdefault(change.question, []).append(self._change_box(change, cause))
        for names, what, name in (
            (for_play, "with another answer in some situation", "answers"),
            (without_play, "with an answer where there was no single one", "settled"),
        ):
            if names:
                question_boxes = [el("div", *boxes[name], id=anchor_id("question", name)) for name in names]
                yield _render_fold(f"{count_text(len(names), 'question')} {what}, each with a situation", *question_boxes, name=name)

    def _change_box(self, change: Change, causes: Sequence[int]) -> Html:
        situation = Situation(self._of, change.situation)
        called, colour = CALLED[change.effect.value]
        name = el("code", change.question, cls="rw-editor")
        head = el("p", el("b", capitalize(situation.question_text())), " ", name, " ", badge(called, colour), cls="rw-box-title")
        parts = [head, el("p", from_to(change, situation), cls="rw-answer")]
        if len(change.situation.facts) > FEW_FACTS:
            parts.append(el("details", el("summary", "in this situation"), situation.facts_table(), cls="rw-open"))
        else:
            clause = situation.facts_clause()
            parts.append(el("p", f"When {clause}." if clause else "In every situation."))
        if causes:
            links = join_html([self._cause_html(number) for number in causes], ", ")
            parts.append(el("p", "Caused by ", links, ".", cls="rw-small"))
        elif change.cases:
            links = join_html([self._writer.case_link(case, self._page) for case in change.cases], ", ")
            parts.append(el("p", "By the rules of ", links, ".", cls="rw-small"))
        return el("div", *parts, cls="rw-box rw-change")

    def _cause_html(self, number: int) -> Html:
        amendment = self._meaning.amendments[number]
        link = el("a", kind_said(amendment), href=f"#amendment-{number + 1}")
        cases = join_html([self._writer.case_link(case, self._page) for case in amendment.number.split(", ")], ", ")
        return join_html([cases, " (", link, ")"])

    def _remaining_parts(self) -> Iterator[Html]:
        differences = self._differences
        if differences.added or differences.removed:
            groups = []
            for words, names in (("New", differences.added), ("Gone", differences.removed)):
                if names:
                    groups += [el("p", el("b", f"{words}:")), self._name_list(names)]
            number = len(differences.added) + len(differences.removed)
            yield _render_fold(f"{count_text(number, 'question')} that only one edition has", *groups, name="questions")
        if differences.equal:
            words = "For these it is proved that in no situation, with no option, scenario or reading, the two editions answer differently."
            head = f"{count_text(len(differences.equal), 'question')} with the same answer in every situation: proved"
            yield _render_fold(head, el("p", words), self._name_list(differences.equal), name="equal")
        if differences.not_analysed:
            words = "What is shown above of these questions is certain; that nothing else changes is not proved."
            rows = [
                el("div", el("dt", capitalize(question_said(self._of, question))), el("dd", sentence(reason)))
                for question, reason in differences.not_analysed
            ]
            head = f"{count_text(len(rows), 'question')} not fully decided"
            yield _render_fold(head, el("p", words), el("dl", *rows, cls="rw-amendments"), name="not-decided")

    def _name_list(self, names: Sequence[str]) -> Html:
        """Questions in the words of the book, with the name for who edits it."""
        items = [el("li", capitalize(question_said(self._of, name)), " ", el("code", name, cls="rw-editor")) for name in names]
        return el("ul", *items, cls="rw-columns")


def _render_fold(head: str, *children: Html, name: str | None = None) -> Html:
    """Something to open; a link to `name` opens it, since that is inside."""
    return el("details", el("summary", head), el("div", *children, id=name), cls="rw-fold rw-more")


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


def _of_findings(number: int, total: int, findings: Sequence[Diagnostic]) -> Html:
    """Return a sentence on the findings that belong to some of the amendments."""
    accepted = all(match_acceptance(finding) is not None for finding in findings)
    words = "accepted" if accepted else "a finding" if len(findings) == 1 else "findings"
    link = el("a", words, href=f"findings.html{'#accepted' * accepted}")
    those = _these_of(number, total)
    if findings[0].name == OUTSIDE:
        head = f"{those} {_verb_form(number, 'make')} one that is "
        return join_html([escape_text(head), link, escape_text(", too." if accepted else ".")])
    pairs = "contradiction" if len(findings) == 1 else f"{len(findings)} contradictions"
    head = f"{those} {_verb_form(number, 'bring')} in sides of the {pairs} between rules that {'is' if len(findings) == 1 else 'are'} "
    note = "; where both sides of one are new, both are counted." if number > len(findings) else "."
    return join_html([escape_text(head), link, escape_text((" by this book with its reasons" if accepted else "") + note)])


def _these_of(number: int, total: int) -> str:
    return f"{number} of them" if number < total else "It" if total == 1 else "Both" if total == 2 else f"All {total} of them"


def _verb_form(number: int, verb: str) -> str:
    if number > 1:
        return verb
    return f"{verb[:-1]}ies" if verb.endswith("y") else f"{verb}s"
