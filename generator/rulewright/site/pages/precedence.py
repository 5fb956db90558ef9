"""The page of precedence: every two rules that meet with opposite answers, which goes first, and by which principle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from rulewright.analysis.verdicts.findings import SettledPair
from rulewright.base.records import record
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import badge
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.case.situation import Situation
from rulewright.site.case.versions import Editions, merge_editions
from rulewright.site.html.between import BY_THIRD_RULE, UNSETTLED, pairs_anchor, principle_text
from rulewright.site.html.escape import Html, el, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.wording.words import capitalize, spell_out


def precedence_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where in no edition two rules give opposite answers in any situation, and of all that is known."""
    decided = [site_book.precedence_pairs(edition).decided for edition in Editions(site_book).names]
    if not any(verdicts.settled or verdicts.not_analysed for verdicts in decided):
        return None
    return book_page(site_book, "precedence", "Which rule goes first", _Precedence(site_book, writer).parts())


class _Precedence:
    """The page in every edition: what is not in all of them carries the names of those that have it (`versions`)."""

    def __init__(self, site_book: BookOfSite, writer: CaseWriter) -> None:
        self._of, self._writer, self._editions = site_book, writer, Editions(site_book)

    def parts(self) -> Iterator[Html | Heading]:
        yield el(
            "p",
            "All pairs of rules that say opposite things in some possible situation: which of them goes first, and by which principle. "
            "The situation shown is one in which the conditions of both hold.",
            cls="rw-intro",
        )
        editions_with_pairs = [edition for edition in self._editions.names if self._of.precedence_pairs(edition).decided.settled]
        empty = [edition for edition in self._editions.names if edition not in editions_with_pairs]
        if rows := self._merged_rows(self._principle_rows):
            yield _table_box(("Settled by", "Pairs", "Which means"), rows, "Principles", **self._editions.marks(editions_with_pairs))
        if empty:
            yield el(
                "p", "In this edition no two rules that are held here say opposite things.", cls="rw-note", **self._editions.marks(empty)
            )
        yield from self._pair_parts("Pairs that nothing settles", "contradictions", are_settled=False)
        yield from self._pair_parts("Pairs that are settled", "settled", are_settled=True)
        if undecided_rows := self._merged_rows(self._not_analysed_rows):
            editions_with_pairs = [edition for edition in self._editions.names if self._of.precedence_pairs(edition).decided.not_analysed]
            yield self._editions.heading("Not analysed", "not-analysed", editions_with_pairs)
            yield el("p", "For these questions it is not known which rules disagree.", **self._editions.marks(editions_with_pairs))
            yield _table_box(("Question", "Why"), undecided_rows, "Not analysed", **self._editions.marks(editions_with_pairs))

    def _merged_rows(self, rows_of: Callable[[str], Iterable[Html]]) -> list[Html]:
        """The rows of a table, of which each edition has those that are listed: the cells of each."""
        rows = merge_editions({edition: list(rows_of(edition)) for edition in self._editions.names}, lambda cells: cells)
        return [el("tr", row.what, **self._editions.marks(row.editions)) for row in rows]

    def _principle_rows(self, edition: str) -> Iterator[Html]:
        pairs = self._of.precedence_pairs(edition)
        counted = Counter(pairs.principle_of(pair) for pair in pairs.decided.settled)
        for principle, number in counted.most_common():
            yield join_html(
                [
                    el("th", _principle_html(principle), scope="row"),
                    el("td", str(number)),
                    el("td", principle_text(principle or UNSETTLED).meaning),
                ]
            )

    def _not_analysed_rows(self, edition: str) -> Iterator[Html]:
        for item in self._of.precedence_pairs(edition).decided.not_analysed:
            question = el("code", item.question) if item.question else "All"
            yield join_html([el("th", question, scope="row"), el("td", capitalize(item.reason))])

    def _pair_parts(self, title: str, name: str, *, are_settled: bool) -> Iterator[Html | Heading]:
        """A table of pairs, those of one question together under its words; nothing where no edition has one."""
        rows = merge_editions(
            {edition: list(self._pair_rows(edition, are_settled=are_settled)) for edition in self._editions.names},
            lambda row: (row.question, row.cells),
        )
        if not rows:
            return
        concerned = [edition for edition in self._editions.names if any(edition in row.editions for row in rows)]
        yield self._editions.heading(title, name, concerned)
        bodies = []
        for question in dict.fromkeys(row.what.question for row in rows):
            some = [row for row in rows if row.what.question == question]
            head = el(
                "tr", el("th", el("span", some[0].what.title, " ", el("code", question)), scope="colgroup", colspan="4"), cls="rw-group"
            )
            marks = self._editions.marks([edition for edition in self._editions.names if any(edition in row.editions for row in some)])
            lines = (el("tr", row.what.cells, **self._editions.marks(row.editions)) for row in some)
            bodies.append(el("tbody", head, *lines, id=pairs_anchor(question, "" if are_settled else UNSETTLED), **marks))
        heads = ("Goes first", "Before", "By", "Where") if are_settled else ("One", "The other", "Settled by", "Where")
        table = el("table", el("thead", el("tr", *(el("th", heading, scope="col") for heading in heads))), *bodies)
        scrolled = el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=f"Pairs, {name}")
        marks = self._editions.marks(concerned)
        yield el("div", scrolled, cls="rw-table rw-pairs", **marks)
        if not are_settled:
            hint = "Each is shown with both texts among the "
            yield el("p", hint, el("a", "findings", href="findings.html"), ".", cls="rw-small", **marks)

    def _pair_rows(self, edition: str, *, are_settled: bool) -> Iterator[_Row]:
        pairs = self._of.precedence_pairs(edition)
        for pair in pairs.decided.settled:
            if bool(pairs.principle_of(pair)) == are_settled:
                yield _Row(pair.question, _pair_title(self._of, pair), join_html(self._pair_cells(pair, edition)))

    def _pair_cells(self, pair: SettledPair, edition: str) -> Iterator[Html]:
        first, second = pair.rules
        if pair.winner == second:
            first, second = second, first
        principle = self._of.precedence_pairs(edition).principle_of(pair)
        principle_parts: list[Html] = [_principle_html(principle)]
        if pair.winner and pair.winner not in pair.rules:
            principle_parts += [escape_text(" by "), self._rule_link(pair.winner, edition)]
        situation = Situation(self._of, pair.situation).facts_table() if pair.situation is not None else escape_text("")
        yield el("th", self._rule_link(first, edition), scope="row")
        yield el("td", self._rule_link(second, edition))
        yield el("td", *principle_parts)
        yield el("td", el("details", el("summary", "a situation"), situation, cls="rw-open"))

    def _rule_link(self, rule: str, edition: str) -> Html:
        return self._writer.rule_link(rule, "precedence", edition)


@record
class _Row:
    """A pair in a table: its question, how that is asked, and its cells."""

    question: str
    title: str
    cells: Html


def _table_box(heads: tuple[str, ...], rows: list[Html], label: str, **marks: str | bool | None) -> Html:
    head = el("thead", el("tr", *(el("th", heading, scope="col") for heading in heads)))
    table = el("table", head, el("tbody", *rows))
    return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=label), cls="rw-table", **marks)


def _pair_title(site_book: BookOfSite, pair: SettledPair) -> str:
    return spell_out(pair.question) if pair.situation is None else capitalize(Situation(site_book, pair.situation).question_text())


def _principle_html(principle: str) -> Html:
    colours = {"": "severity-error", "stated": "new", BY_THIRD_RULE: "held"}
    return badge(principle or UNSETTLED, colours.get(principle, "plain"))
