"""The pages of what changed from one edition to another: what a player has to know, case by case; all that is longer is folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.core_difference import Change, Effect
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.base.diagnostics import Diagnostic
from rulewright.site.book.book_data import CONTRADICTIONS, BookOfSite, acceptance, found_in
from rulewright.site.case.badges import badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.effects import CALLED, CLASSES
from rulewright.site.case.folds import counted
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.case.situation import Situation
from rulewright.site.html.addresses import changes_page_name
from rulewright.site.html.escape import Html, anchor, el, join, text
from rulewright.site.pages.changed import FOR_PLAY, CasesChanged, from_to, kind_said, question_said
from rulewright.site.pages.findings import sentence
from rulewright.site.wording.words import capital, plural

OUTSIDE = "out-of-range"
"""The finding that an answer comes out of the values declared for it, which is a conflict with its declaration."""
FEW_FACTS = 4
"""A situation of no more facts is written in one sentence; a longer one is a table to open."""


def changes_pages(of: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """A page for each edition that has one before it and is not the same in all but name."""
    compared = of.changes
    for (old, new), meaning in compared.items():
        name = changes_page_name(old, new)
        title = "What changed" if len(compared) == 1 else f"What changed: {of.edition_title(new)}"
        yield book_page(of, name, title, _Changes(of, writer, name, old, new, meaning).parts())


class _Changes:
    """One page: `name` is its address, from the edition `old` to `new`."""

    def __init__(self, of: BookOfSite, writer: CaseWriter, name: str, old: str, new: str, meaning: Meaning) -> None:
        self._of = of
        self._writer = writer
        self._page = name
        self._old, self._new = old, new
        self._meaning = meaning
        self._differences = meaning.differences
        self._changed_cases = CasesChanged(of, writer, name, (old, new), meaning)

    def parts(self) -> Iterator[Html | Heading]:
        before, after = el("b", self._of.edition_title(self._old)), el("b", self._of.edition_title(self._new))
        yield el("p", "From “", before, "” to “", after, "”.", cls="rw-intro")
        yield self._counts()
        yield from self._amendments()
        yield Heading(2, "In full", "full")
        words = (
            "Every question of both editions was compared over all situations. Where answers differ, the smallest situation that was "
            "found is shown, confirmed by the interpreter on both sides; where they do not differ, that is proved."
        )
        yield el("p", words)
        yield from self._questions()
        yield from self._rest()

    # ---- figures -------------------------------------------------------------------------------------------------------------------

    def _counts(self) -> Html:
        differences = self._differences
        for_play, settled = self._by_weight
        alike = sum(verdict.alike for verdict in differences.verdicts if verdict.equal)
        small = f"; for {alike} of them nothing that they depend on differs" if alike else ""
        figures = [
            (len(for_play), "question", "with another answer in some situation", "#answers"),
            (len(settled), "question", "with an answer where there was no single one", "#settled"),
            (len(differences.added), "question", "new", "#questions"),
            (len(differences.removed), "question", "gone", "#questions"),
            (len(differences.equal), "question", f"with the same answer in every situation: proved{small}", "#equal"),
            (len(differences.not_analysed), "question", "not fully decided", "#not-decided"),
        ]
        cards = [
            el("a", el("b", str(many)), " ", el("span", what if many == 1 else plural(what)), el("small", words), href=href, cls="rw-count")
            for many, what, words, href in figures
            if many
        ]
        return el("div", *cards, cls="rw-counts")

    @cached_property
    def _by_weight(self) -> tuple[list[str], list[str]]:
        """The questions of which an answer becomes another, and those of which answers are only settled."""
        effects: dict[str, set[Effect]] = {}
        for change in self._differences.changes:
            effects.setdefault(change.question, set()).add(change.effect)
        settled = [name for name, found in effects.items() if found == {Effect.SETTLES}]
        return [name for name in effects if name not in settled], settled

    # ---- amendments ----------------------------------------------------------------------------------------------------------------

    def _amendments(self) -> Iterator[Html | Heading]:
        amendments = self._meaning.amendments
        if not amendments:
            return
        yield Heading(2, "What changed for play", "play")
        yield self._classes(amendments)
        if conflicts := [one for one in amendments if Effect.CONFLICT in one.effects]:
            yield self._about_conflicts(conflicts)
        nothing = True
        for chapter, cases in self._changed_cases.by_chapter(FOR_PLAY):
            nothing = False
            yield Heading(3, self._changed_cases.chapter_title(chapter), f"of-{anchor('chapter', chapter)}")
            yield el("div", *map(self._changed_cases.card, cases), cls="rw-changed-list")
        if nothing:
            yield el("p", "Nothing: no answer that a rule of the earlier edition gave is another now.")
        yield from self._folded_cases((Effect.SETTLES.value,), "only settled: there was no single answer, and there is one now")
        yield from self._folded_cases(("none",), "changed, and no answer with it: that is proved")
        yield from self._folded_cases(("not decided",), "changed, and not decided what becomes of the answers")

    def _classes(self, amendments: Sequence[AmendmentEffect]) -> Html:
        """How many amendments do what, with what the words mean a tap away."""
        per = Counter(one.word for one in amendments)
        badges = join([badge(f"{CALLED[word][0]}: {per[word]}", CALLED[word][1]) for word, *_ in CLASSES if per[word]], " ")
        meant = [el("li", badge(called, colour), " ", words) for word, called, colour, words in CLASSES if per[word]]
        head = f"What these words mean; each amendment was tried by taking it out of “{self._of.edition_title(self._new)}”"
        said = counted(len(amendments), "amendment")
        fold = el("details", el("summary", head), el("ul", *meant, cls="rw-impact"), cls="rw-fold")
        return el("div", el("p", el("b", said), " ", badges, cls="rw-meta"), fold)

    def _folded_cases(self, words: Sequence[str], what: str) -> Iterator[Html]:
        """The cases of some classes, under a line that says how many."""
        chapters = list(self._changed_cases.by_chapter(words))
        many = sum(len(cases) for _, cases in chapters)
        if not many:
            return
        inside = [
            join(
                [
                    el("p", el("b", self._changed_cases.chapter_title(chapter)), cls="rw-changed-chapter"),
                    *map(self._changed_cases.card, cases),
                ]
            )
            for chapter, cases in chapters
        ]
        yield _fold(f"{counted(many, 'case')} {what}", *inside)

    def _about_conflicts(self, conflicts: Sequence[AmendmentEffect]) -> Html:
        """How the conflicts of this page go with the findings of the later edition, the accepted contradictions above all."""
        found = [one for one in self._of.given.diagnostics if found_in(one, self._new)]
        pairs = [one for one in found if one.name in CONTRADICTIONS]
        accepted = [one for one in pairs if acceptance(one) is not None]
        outside = [one for one in found if one.name == OUTSIDE]
        left, many = list(conflicts), len(conflicts)
        said: list[Html] = []
        for findings in (accepted, [one for one in pairs if one not in accepted], outside):
            mine = [one for one in left if any(_meets(one, each) for each in findings)]
            left = [one for one in left if one not in mine]
            met = [each for each in findings if any(_meets(one, each) for one in mine)]
            if mine:
                said.append(_of_findings(len(mine), many, met))
        asked = {_question_of(one) for one in (*pairs, *outside)}
        on = [one for one in left if any(not self._depends_on(change.question).isdisjoint(asked) for change in _conflicts(one))]
        left = [one for one in left if one not in on]
        if on:
            said.append(text(f"{_these(len(on), many)} {_verb(len(on), 'carry')} such an answer on to answers that depend on it."))
        if left:
            said.append(text(f"{_these(len(left), many)} {_verb(len(left), 'make')} one of which no finding speaks."))
        head = "1 amendment makes" if many == 1 else f"{many} amendments make"
        meaning = f"{head} a conflict: a situation in which rules contradict each other and nothing says which goes first."
        return el("p", join([text(meaning), *said], " "), cls="rw-small")

    def _depends_on(self, question: str) -> frozenset[str]:
        """The questions of the later edition that a question of it depends on."""
        core = self._of.given.cores[self._new]
        prints = self._of.once(("prints", self._new), lambda: Fingerprints(core))
        return frozenset(prints.cones.of(core.questions[question]).questions) if question in core.questions else frozenset()

    # ---- questions -----------------------------------------------------------------------------------------------------------------

    def _questions(self) -> Iterator[Html]:
        """The questions with another answer, each with its situations: those that matter for play, and those that are only settled."""
        for_play, settled = self._by_weight
        causes = self._meaning.causes or ((),) * len(self._differences.changes)
        boxes: dict[str, list[Html]] = {}
        for change, by in zip(self._differences.changes, causes, strict=True):
            boxes.setdefault(change.question, []).append(self._box(change, by))
        for names, what, name in (
            (for_play, "with another answer in some situation", "answers"),
            (settled, "with an answer where there was no single one", "settled"),
        ):
            if names:
                inside = [el("div", *boxes[one], id=anchor("question", one)) for one in names]
                yield _fold(f"{counted(len(names), 'question')} {what}, each with a situation", *inside, name=name)

    def _box(self, change: Change, causes: Sequence[int]) -> Html:
        situation = Situation(self._of, change.situation)
        called, colour = CALLED[change.effect.value]
        name = el("code", change.question, cls="rw-editor")
        head = el("p", el("b", capital(situation.question())), " ", name, " ", badge(called, colour), cls="rw-box-title")
        parts = [head, el("p", from_to(change, situation), cls="rw-answer")]
        if len(change.situation.facts) > FEW_FACTS:
            parts.append(el("details", el("summary", "in this situation"), situation.table(), cls="rw-open"))
        else:
            clause = situation.clause()
            parts.append(el("p", f"When {clause}." if clause else "In every situation."))
        if causes:
            links = join([self._cause(number) for number in causes], ", ")
            parts.append(el("p", "Caused by ", links, ".", cls="rw-small"))
        elif change.cases:
            links = join([self._writer.case_link(case, self._page) for case in change.cases], ", ")
            parts.append(el("p", "By the rules of ", links, ".", cls="rw-small"))
        return el("div", *parts, cls="rw-box rw-change")

    def _cause(self, number: int) -> Html:
        one = self._meaning.amendments[number]
        link = el("a", kind_said(one), href=f"#amendment-{number + 1}")
        cases = join([self._writer.case_link(case, self._page) for case in one.number.split(", ")], ", ")
        return join([cases, " (", link, ")"])

    def _rest(self) -> Iterator[Html]:
        differences = self._differences
        if differences.added or differences.removed:
            inside = []
            for words, names in (("New", differences.added), ("Gone", differences.removed)):
                if names:
                    inside += [el("p", el("b", f"{words}:")), self._listed(names)]
            many = len(differences.added) + len(differences.removed)
            yield _fold(f"{counted(many, 'question')} that only one edition has", *inside, name="questions")
        if differences.equal:
            words = "For these it is proved that in no situation, with no option, scenario or reading, the two editions answer differently."
            head = f"{counted(len(differences.equal), 'question')} with the same answer in every situation: proved"
            yield _fold(head, el("p", words), self._listed(differences.equal), name="equal")
        if differences.not_analysed:
            words = "What is shown above of these questions is certain; that nothing else changes is not proved."
            rows = [
                el("div", el("dt", capital(question_said(self._of, question))), el("dd", sentence(reason)))
                for question, reason in differences.not_analysed
            ]
            head = f"{counted(len(rows), 'question')} not fully decided"
            yield _fold(head, el("p", words), el("dl", *rows, cls="rw-amendments"), name="not-decided")

    def _listed(self, names: Sequence[str]) -> Html:
        """Questions in the words of the book, with the name for who edits it."""
        items = [el("li", capital(question_said(self._of, name)), " ", el("code", name, cls="rw-editor")) for name in names]
        return el("ul", *items, cls="rw-columns")


def _fold(head: str, *inside: Html, name: str | None = None) -> Html:
    """Something to open; a link to `name` opens it, since that is inside."""
    return el("details", el("summary", head), el("div", *inside, id=name), cls="rw-fold rw-more")


def _conflicts(one: AmendmentEffect) -> Iterator[Change]:
    """The situations in which an amendment makes a conflict."""
    return (change for verdict in one.verdicts for change in verdict.changes if change.effect is Effect.CONFLICT)


def _question_of(found: Diagnostic) -> str:
    """The name of the question that a finding is on."""
    return str((found.witness or {}).get("question") or "").partition("(")[0]


def _meets(one: AmendmentEffect, found: Diagnostic) -> bool:
    """Whether a finding is of a conflict that an amendment makes: of the same question, and, of two rules, with one of its case."""
    rules = [str(answer.get("rule")) for answer in (found.witness or {}).get("answers") or ()]

    def is_of(case: str) -> bool:
        return found.name == OUTSIDE or any(rule == case or rule.startswith(f"{case}.") for rule in rules)

    return any(change.question == _question_of(found) and any(map(is_of, change.cases)) for change in _conflicts(one))


def _of_findings(many: int, of: int, met: Sequence[Diagnostic]) -> Html:
    """What findings some of the amendments go with, as a sentence."""
    accepted = all(acceptance(one) is not None for one in met)
    words = "accepted" if accepted else "a finding" if len(met) == 1 else "findings"
    link = el("a", words, href=f"findings.html{'#accepted' * accepted}")
    those = _these(many, of)
    if met[0].name == OUTSIDE:
        head = f"{those} {_verb(many, 'bring')} an answer out of the values that are declared for it; that is "
        return join([text(head), link, text(", too." if accepted else ".")])
    pairs = "contradiction" if len(met) == 1 else f"{len(met)} contradictions"
    head = f"{those} {_verb(many, 'bring')} in sides of the {pairs} between rules that {'is' if len(met) == 1 else 'are'} "
    both = "; where both sides of one are new, both are counted." if many > len(met) else "."
    return join([text(head), link, text((" by this book with its reasons" if accepted else "") + both)])


def _these(many: int, of: int) -> str:
    return f"{many} of them" if many < of else "It" if of == 1 else "Both" if of == 2 else f"All {of} of them"


def _verb(many: int, verb: str) -> str:
    if many > 1:
        return verb
    return f"{verb[:-1]}ies" if verb.endswith("y") else f"{verb}s"
