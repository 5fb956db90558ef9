"""The page of precedence: every two rules that meet with opposite answers, which goes first, and by which principle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from rulewright.analysis.verdicts.findings import SettledPair
from rulewright.base.records import record
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.case.situation import Situation
from rulewright.site.case.versions import Editions, merged
from rulewright.site.html.between import ELSEWHERE, UNSETTLED, pairs_anchor, settling
from rulewright.site.html.escape import Html, el, join, text
from rulewright.site.wording.words import capital, worded


def precedence_page(of: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where in no edition two rules give opposite answers in any situation, and of all that is known."""
    decided = [of.between(one).decided for one in Editions(of).names]
    if not any(one.settled or one.not_analysed for one in decided):
        return None
    return book_page(of, "precedence", "Which rule goes first", _Precedence(of, writer).parts())


class _Precedence:
    """The page in every edition: what is not in all of them carries the names of those that have it (`versions`)."""

    def __init__(self, of: BookOfSite, writer: CaseWriter) -> None:
        self._of, self._writer, self._editions = of, writer, Editions(of)

    def parts(self) -> Iterator[Html | Heading]:
        yield el(
            "p",
            "All pairs of rules that say opposite things in some possible situation: which of them goes first, and by which principle. "
            "The situation shown is one in which the conditions of both hold.",
            cls="rw-intro",
        )
        having = [one for one in self._editions.names if self._of.between(one).decided.settled]
        empty = [one for one in self._editions.names if one not in having]
        if rows := self._rows(self._principles):
            yield _box(("Settled by", "Pairs", "Which means"), rows, "Principles", **self._editions.marks(having))
        if empty:
            yield el(
                "p", "In this edition no two rules that are held here say opposite things.", cls="rw-note", **self._editions.marks(empty)
            )
        yield from self._pairs("Pairs that nothing settles", "contradictions", settled=False)
        yield from self._pairs("Pairs that are settled", "settled", settled=True)
        if left := self._rows(self._left):
            having = [one for one in self._editions.names if self._of.between(one).decided.not_analysed]
            yield self._editions.heading("Not analysed", "not-analysed", having)
            yield el("p", "For these questions it is not known which rules disagree.", **self._editions.marks(having))
            yield _box(("Question", "Why"), left, "Not analysed", **self._editions.marks(having))

    def _rows(self, listed: Callable[[str], Iterable[Html]]) -> list[Html]:
        """The rows of a table, of which each edition has those that are listed: the cells of each."""
        rows = merged({one: list(listed(one)) for one in self._editions.names}, lambda cells: cells)
        return [el("tr", row.what, **self._editions.marks(row.editions)) for row in rows]

    def _principles(self, edition: str) -> Iterator[Html]:
        between = self._of.between(edition)
        counted = Counter(between.principle(pair) for pair in between.decided.settled)
        for principle, many in counted.most_common():
            yield join(
                [el("th", _principle(principle), scope="row"), el("td", str(many)), el("td", settling(principle or UNSETTLED).meaning)]
            )

    def _left(self, edition: str) -> Iterator[Html]:
        for one in self._of.between(edition).decided.not_analysed:
            asked = el("code", one.question) if one.question else "All"
            yield join([el("th", asked, scope="row"), el("td", capital(one.reason))])

    def _pairs(self, title: str, name: str, *, settled: bool) -> Iterator[Html | Heading]:
        """A table of pairs, those of one question together under its words; nothing where no edition has one."""
        rows = merged(
            {one: list(self._listed(one, settled=settled)) for one in self._editions.names}, lambda row: (row.question, row.cells)
        )
        if not rows:
            return
        having = [one for one in self._editions.names if any(one in row.editions for row in rows)]
        yield self._editions.heading(title, name, having)
        bodies = []
        for question in dict.fromkeys(row.what.question for row in rows):
            some = [row for row in rows if row.what.question == question]
            head = el(
                "tr", el("th", el("span", some[0].what.title, " ", el("code", question)), scope="colgroup", colspan="4"), cls="rw-group"
            )
            marks = self._editions.marks([one for one in self._editions.names if any(one in row.editions for row in some)])
            lines = (el("tr", row.what.cells, **self._editions.marks(row.editions)) for row in some)
            bodies.append(el("tbody", head, *lines, id=pairs_anchor(question, "" if settled else UNSETTLED), **marks))
        heads = ("Goes first", "Before", "By", "Where") if settled else ("One", "The other", "Settled by", "Where")
        table = el("table", el("thead", el("tr", *(el("th", one, scope="col") for one in heads))), *bodies)
        scrolled = el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=f"Pairs, {name}")
        marks = self._editions.marks(having)
        yield el("div", scrolled, cls="rw-table rw-pairs", **marks)
        if not settled:
            more = "Each is shown with both texts among the "
            yield el("p", more, el("a", "findings", href="findings.html"), ".", cls="rw-small", **marks)

    def _listed(self, edition: str, *, settled: bool) -> Iterator[_Row]:
        between = self._of.between(edition)
        for pair in between.decided.settled:
            if bool(between.principle(pair)) == settled:
                yield _Row(pair.question, _title(self._of, pair), join(self._cells(pair, edition)))

    def _cells(self, pair: SettledPair, edition: str) -> Iterator[Html]:
        first, second = pair.rules
        if pair.winner == second:
            first, second = second, first
        principle = self._of.between(edition).principle(pair)
        by: list[Html] = [_principle(principle)]
        if pair.winner and pair.winner not in pair.rules:
            by += [text(" by "), self._link(pair.winner, edition)]
        where = Situation(self._of, pair.situation).table() if pair.situation is not None else text("")
        yield el("th", self._link(first, edition), scope="row")
        yield el("td", self._link(second, edition))
        yield el("td", *by)
        yield el("td", el("details", el("summary", "a situation"), where, cls="rw-open"))

    def _link(self, rule: str, edition: str) -> Html:
        return self._writer.rule_link(rule, "precedence", edition)


@record
class _Row:
    """A pair in a table: its question, how that is asked, and its cells."""

    question: str
    title: str
    cells: Html


def _box(heads: tuple[str, ...], rows: list[Html], label: str, **marks: str | bool | None) -> Html:
    head = el("thead", el("tr", *(el("th", one, scope="col") for one in heads)))
    table = el("table", head, el("tbody", *rows))
    return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=label), cls="rw-table", **marks)


def _title(of: BookOfSite, pair: SettledPair) -> str:
    return worded(pair.question) if pair.situation is None else capital(Situation(of, pair.situation).question())


def _principle(principle: str) -> Html:
    colours = {"": "severity-error", "stated": "new", ELSEWHERE: "held"}
    return badge(principle or UNSETTLED, colours.get(principle, "plain"))
