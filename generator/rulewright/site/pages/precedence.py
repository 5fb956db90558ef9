"""The page of precedence: every two rules that meet with opposite answers, which goes first, and by which principle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rulewright.analysis.verdicts.findings import SettledPair
from rulewright.base.records import record
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.case.situation import Situation
from rulewright.site.case.versions import Editions, Part, merge_editions
from rulewright.site.html.between import BY_THIRD_RULE, UNSETTLED, PrecedencePairs, pairs_anchor, principle_text
from rulewright.site.html.escape import EMPTY, Html
from rulewright.site.wording.words import capitalize, spell_out

T = TypeVar("T")


@record
class _PairRow:
    """A pair in a table: the rule that goes first, the other, the principle with a third rule where that settles it, and a situation.

    `title` is how its question is asked.
    """

    question: str
    title: str
    first: Html
    second: Html
    principle: str
    third: Html
    situation: Html


def precedence_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where in no edition two rules give opposite answers in any situation, and of all that is known."""
    editions = Editions(site_book)
    pairs = {edition: site_book.precedence_pairs(edition) for edition in editions.names}
    if not any(some.decided.settled or some.decided.not_analysed for some in pairs.values()):
        return None

    def merge_rows(list_rows: Callable[[str], Iterable[T]]) -> list[Part[T]]:
        return merge_editions({edition: list(list_rows(edition)) for edition in editions.names}, lambda row: row)

    rows = merge_rows(lambda edition: (_make_row(site_book, writer, pair, edition) for pair in pairs[edition].decided.settled))
    return rendered_page(
        site_book,
        writer,
        "precedence",
        "Which rule goes first",
        editions=editions,
        with_pairs=[edition for edition in editions.names if pairs[edition].decided.settled],
        without_pairs=[edition for edition in editions.names if not pairs[edition].decided.settled],
        principles=merge_rows(lambda edition: _count_principles(pairs[edition])),
        unsettled=_group_rows(editions, rows, UNSETTLED),
        settled=_group_rows(editions, rows, ""),
        not_analysed=merge_rows(lambda edition: ((item.question, item.reason) for item in pairs[edition].decided.not_analysed)),
        not_analysed_in=[edition for edition in editions.names if pairs[edition].decided.not_analysed],
        nothing=UNSETTLED,
        colours={"": "severity-error", "stated": "new", BY_THIRD_RULE: "held"},
    )


def _count_principles(pairs: PrecedencePairs) -> Iterator[tuple[str, int, str]]:
    """Yield (principle, number of pairs, meaning), the commonest first."""
    for principle, number in Counter(pairs.principle_of(pair) for pair in pairs.decided.settled).most_common():
        yield principle, number, principle_text(principle or UNSETTLED).meaning


def _group_rows(editions: Editions, rows: list[Part[_PairRow]], principle: str) -> list[tuple[str, list[str], list[Part[_PairRow]]]]:
    """The rows that a principle settles, or nothing: anchor, editions and rows of each question."""
    by_question: dict[str, list[Part[_PairRow]]] = {}
    for row in rows:
        if bool(row.what.principle) is not bool(principle):
            by_question.setdefault(row.what.question, []).append(row)
    return [
        (pairs_anchor(question, principle), [name for name in editions.names if any(name in row.editions for row in some)], some)
        for question, some in by_question.items()
    ]


def _make_row(site_book: BookOfSite, writer: CaseWriter, pair: SettledPair, edition: str) -> _PairRow:
    situation = Situation(site_book, pair.situation) if pair.situation is not None else None
    title = spell_out(pair.question) if situation is None else capitalize(situation.question_text())
    first, second = reversed(pair.rules) if pair.winner == pair.rules[1] else pair.rules
    has_third = pair.winner and pair.winner not in pair.rules
    return _PairRow(
        pair.question,
        title,
        writer.rule_link(first, "precedence", edition),
        writer.rule_link(second, "precedence", edition),
        site_book.precedence_pairs(edition).principle_of(pair),
        writer.rule_link(pair.winner, "precedence", edition) if has_third else EMPTY,
        situation.facts_table() if situation is not None else EMPTY,
    )
