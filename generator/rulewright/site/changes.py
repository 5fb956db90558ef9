"""The pages of what changed from one edition to another: amendments by what they do to answers, and every question, shown or proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.decision.compare.amendments import AmendmentEffect, Meaning
from rulewright.decision.compare.difference import Change, Effect
from rulewright.language import nodes
from rulewright.rulebook.model import ClauseKind
from rulewright.site.addresses import changes_page_name
from rulewright.site.badges import badge, source_title
from rulewright.site.case import CaseWriter
from rulewright.site.effects import CALLED, CLASSES
from rulewright.site.escape import EMPTY, Html, anchor, el, join, text
from rulewright.site.findings import sentence
from rulewright.site.given import BookOfSite
from rulewright.site.page import Heading, Page, book_page
from rulewright.site.situation import Situation
from rulewright.site.words import capital, plural

FEW_FACTS = 4
"""A situation of no more facts is written in one sentence; a longer one is a table to open."""
SHOWN = 8
"""So many changes of one amendment are listed; the questions of the others are counted."""


def changes_pages(of: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """A page for each edition that has one before it and is not the same in all but name."""
    compared = of.changes
    for (old, new), meaning in compared.items():
        name = changes_page_name(old, new)
        title = "What changed" if len(compared) == 1 else f"What changed: {of.edition_title(new)}"
        yield book_page(of, name, title, _Changes(of, writer, name, old, new, meaning).parts())


def _kind(one: AmendmentEffect) -> str:
    """`clarification`, `ruling`, `new case`."""
    return one.amendment_kind or ("new case" if one.kind is ClauseKind.CASE else one.kind.value)


class _Changes:
    """One page: `name` is its address, from the edition `old` to `new`."""

    def __init__(self, of: BookOfSite, writer: CaseWriter, name: str, old: str, new: str, meaning: Meaning) -> None:
        self._of = of
        self._writer = writer
        self._page = name
        self._old, self._new = old, new
        self._meaning = meaning
        self._differences = meaning.differences

    def parts(self) -> Iterator[Html | Heading]:
        before, after = el("b", self._of.edition_title(self._old)), el("b", self._of.edition_title(self._new))
        words = (
            " Every question of both editions was compared over all situations. Where answers differ, the smallest situation that was "
            "found is shown, confirmed by the interpreter on both sides; where they do not differ, that is proved."
        )
        yield el("p", "From “", before, "” to “", after, "”.", words, cls="rw-intro")
        yield self._counts()
        yield from self._amendments()
        yield from self._changed()
        yield from self._rest()

    # ---- figures -------------------------------------------------------------------------------------------------------------------

    def _counts(self) -> Html:
        differences = self._differences
        changed = len({change.question for change in differences.changes})
        alike = sum(verdict.alike for verdict in differences.verdicts if verdict.equal)
        small = f"; for {alike} of them nothing that they depend on differs" if alike else ""
        figures = [
            (len(differences.equal), "question", f"with the same answer in every situation: proved{small}", "#equal"),
            (changed, "question", "with another answer in some situation", "#answers"),
            (len(differences.added), "question", "new", "#questions"),
            (len(differences.removed), "question", "gone", "#questions"),
            (len(differences.not_analysed), "question", "not fully decided", "#not-decided"),
        ]
        cards = [
            el("a", el("b", str(many)), " ", el("span", what if many == 1 else plural(what)), el("small", words), href=href, cls="rw-count")
            for many, what, words, href in figures
            if many
        ]
        return el("div", *cards, cls="rw-counts")

    # ---- amendments ----------------------------------------------------------------------------------------------------------------

    def _amendments(self) -> Iterator[Html | Heading]:
        amendments = self._meaning.amendments
        if not amendments:
            return
        yield Heading(2, "Amendments by what they do", "amendments")
        yield el("p", "Each was tested by comparing the later edition with and without it.")
        groups = [(word, [(n, one) for n, one in enumerate(amendments) if one.word == word]) for word, *_ in CLASSES]
        yield el(
            "p",
            join(
                (
                    el("a", badge(f"{CALLED[word][0]}: {len(some)}", CALLED[word][1]), href=f"#effect-{anchor('is', word)}")
                    for word, some in groups
                    if some
                ),
                " ",
            ),
            cls="rw-meta",
        )
        meant = {word: words for word, _, _, words in CLASSES}
        for word, some in groups:
            if some:
                yield Heading(3, capital(f"{CALLED[word][0]}: {len(some)}"), f"effect-{anchor('is', word)}")
                yield el("p", meant[word], cls="rw-small")
                yield self._table([self._row(number, one) for number, one in some])

    def _table(self, rows: Sequence[Html]) -> Html:
        head = el("thead", el("tr", el("th", "On", scope="col"), el("th", "Amendment", scope="col"), el("th", "Impact", scope="col")))
        table = el("table", head, el("tbody", *rows))
        return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label="Amendments"), cls="rw-table rw-effects")

    def _row(self, number: int, one: AmendmentEffect) -> Html:
        what = el("span", source_title(self._of, one.source), cls="rw-from")
        kind = badge(_kind(one), "amended")
        cells = [
            el("th", self._writer.case_link(one.number, self._page), scope="row"),
            el("td", kind, " ", one.title or "", " ", what),
            el("td", self._impact(one)),
        ]
        return el("tr", *cells, id=f"amendment-{number + 1}")

    def _impact(self, one: AmendmentEffect) -> Html:
        """What it does: its changes, the questions that it brings, those that stay the same, those of which that is not known."""
        changes = [change for verdict in one.verdicts for change in verdict.changes]
        parts = [el("ul", *(self._brief(change) for change in changes[:SHOWN]), cls="rw-impact")] if changes else []
        if len(changes) > SHOWN:
            rest = [self._name(question) for question in dict.fromkeys(change.question for change in changes[SHOWN:])]
            parts.append(el("p", f"and {len(changes) - SHOWN} more changes, of ", join(rest, ", "), ".", cls="rw-small"))
        if one.added:
            parts.append(el("p", "Brings ", join([self._name(name) for name in one.added], ", "), ".", cls="rw-small"))
        equal = sum(verdict.equal for verdict in one.verdicts)
        if equal:
            parts.append(el("p", f"{equal} question{'s' if equal != 1 else ''} that it touches: equal in every situation.", cls="rw-small"))
        for question, reason in one.not_analysed:
            parts.append(el("p", "Not decided: ", self._name(question), ", ", sentence(reason), cls="rw-small"))
        if not parts:
            parts.append(el("p", "Nothing that answers depend on.", cls="rw-small"))
        return join(parts)

    def _brief(self, change: Change) -> Html:
        """One change in a line; its situation opens below."""
        situation = Situation(self._of, change.situation)
        called, colour = CALLED[change.effect.value]
        mark = badge(called, colour) if change.effect is not Effect.CHANGES else EMPTY
        head = el("summary", capital(situation.question()), ": ", self._from_to(change, situation), " ", mark)
        return el("li", el("details", head, situation.table(), cls="rw-open"))

    def _from_to(self, change: Change, situation: Situation) -> Html:
        before, after = situation.value(change.before.text), situation.value(change.after.text)
        return join([el("span", before, cls="rw-was"), " → ", el("b", after)])

    def _name(self, question: str) -> Html:
        return el("code", question)

    # ---- questions -----------------------------------------------------------------------------------------------------------------

    def _changed(self) -> Iterator[Html | Heading]:
        changes = self._differences.changes
        if not changes:
            return
        yield Heading(2, "Questions whose answer changes", "answers")
        causes = self._meaning.causes or ((),) * len(changes)
        for question in dict.fromkeys(change.question for change in changes):
            boxes = [self._box(change, by) for change, by in zip(changes, causes, strict=True) if change.question == question]
            yield el("div", *boxes, id=anchor("question", question))

    def _box(self, change: Change, causes: Sequence[int]) -> Html:
        situation = Situation(self._of, change.situation)
        called, colour = CALLED[change.effect.value]
        head = el(
            "p", el("b", capital(situation.question())), " ", el("code", change.question), " ", badge(called, colour), cls="rw-box-title"
        )
        parts = [head, el("p", self._from_to(change, situation), cls="rw-answer")]
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
        kind = _kind(one)
        return join([self._writer.case_link(one.number, self._page), " (", el("a", kind, href=f"#amendment-{number + 1}"), ")"])

    def _rest(self) -> Iterator[Html | Heading]:
        differences = self._differences
        if differences.not_analysed:
            yield Heading(2, "Not fully decided", "not-decided")
            yield el("p", "What is shown above of these questions is certain; that nothing else changes is not proved.")
            rows = [
                el("tr", el("th", self._name(question), scope="row"), el("td", sentence(reason)))
                for question, reason in differences.not_analysed
            ]
            head = el("thead", el("tr", el("th", "Question", scope="col"), el("th", "Why", scope="col")))
            box = el("div", el("table", head, el("tbody", *rows)), cls="rw-scroll", tabindex="0", role="group", aria_label="Not decided")
            yield el("div", box, cls="rw-table")
        if differences.added or differences.removed:
            yield Heading(2, "Questions that only one edition has", "questions")
            for words, names in (("New: ", differences.added), ("Gone: ", differences.removed)):
                if names:
                    yield el("p", el("b", words), join([self._name(name) for name in names], ", "), ".")
        if differences.equal:
            yield Heading(2, "The same answer in every situation", "equal")
            words = "For these it is proved that in no situation, with no option, scenario or reading, the two editions answer differently."
            yield el("p", words)
            yield el("ul", *(el("li", self._worded(name)) for name in differences.equal), cls="rw-columns")

    def _worded(self, name: str) -> Html:
        declared = self._of.questions.get(name)
        if declared is None:
            return self._name(name)
        call = nodes.Call(name, tuple(nodes.Call(param.name) for param in declared.params))
        return text(capital(self._of.sentences.whether(call)))
