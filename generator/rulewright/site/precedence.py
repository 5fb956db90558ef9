"""The page of precedence: every two rules that meet with opposite answers, which goes first, and by which principle."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.decision.judge.findings import SettledPair
from rulewright.site.badges import badge
from rulewright.site.case import CaseWriter
from rulewright.site.escape import Html, anchor, el, text
from rulewright.site.given import ELSEWHERE, UNSETTLED, BookOfSite
from rulewright.site.page import Heading, Page, book_page
from rulewright.site.situation import Situation
from rulewright.site.words import capital, worded

PRINCIPLES = {
    "stated": "The book says so: one of them overrides the other, or is its exception.",
    "set aside": "A third rule sets one of them aside.",
    "otherwise": "One of them holds only where no other speaks.",
    "kind": "One of them forbids an action, and the other is about a kind of that action.",
    "": "Nothing: the book contradicts itself.",
    ELSEWHERE: "Nothing between these two, but no contradiction was found either: a third rule goes first, or not everything is decided.",
}
"""What settles a pair; all others are lines of the policy of precedence."""


def precedence_page(of: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where no two rules give opposite answers in any situation, and of all that is known."""
    if not (of.settled.settled or of.settled.not_analysed):
        return None
    return book_page(of, "precedence", "Which rule goes first", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    pairs = of.settled.settled
    yield el(
        "p",
        "All pairs of rules that say opposite things in some possible situation: which of them goes first, and by which principle. "
        "The situation shown is one in which the conditions of both hold.",
        cls="rw-intro",
    )
    by_principle: dict[str, list[SettledPair]] = {}
    for pair in pairs:
        by_principle.setdefault(of.principle(pair), []).append(pair)
    rows = [
        el("tr", el("th", _principle(principle), scope="row"), el("td", str(len(some))), el("td", _meaning(principle)))
        for principle, some in sorted(by_principle.items(), key=lambda entry: -len(entry[1]))
    ]
    if rows:
        yield _box(("Settled by", "Pairs", "Which means"), rows, "Principles")
    if "" in by_principle:
        yield Heading(2, "Pairs that nothing settles", "contradictions")
        yield _pairs(of, writer, by_principle.pop(""), "contradictions")
        yield el("p", "Each is shown with both texts among the ", el("a", "findings", href="findings.html"), ".", cls="rw-small")
    if by_principle:
        yield Heading(2, "Pairs that are settled", "settled")
        yield _pairs(of, writer, [pair for pair in pairs if of.principle(pair)], "settled")
    if of.settled.not_analysed:
        yield Heading(2, "Not analysed", "not-analysed")
        yield el("p", "For these questions it is not known which rules disagree.")
        left = [
            el("tr", el("th", el("code", one.question) if one.question else "All", scope="row"), el("td", capital(one.reason)))
            for one in of.settled.not_analysed
        ]
        yield _box(("Question", "Why"), left, "Not analysed")


def _box(heads: tuple[str, ...], rows: list[Html], label: str) -> Html:
    head = el("thead", el("tr", *(el("th", one, scope="col") for one in heads)))
    table = el("table", head, el("tbody", *rows))
    return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=label), cls="rw-table")


def _pairs(of: BookOfSite, writer: CaseWriter, pairs: list[SettledPair], name: str) -> Html:
    """A table of pairs, those of one question together under its words."""
    bodies = []
    for question in dict.fromkeys(pair.question for pair in pairs):
        some = [pair for pair in pairs if pair.question == question]
        head = el("tr", el("th", el("span", _title(of, some[0]), " ", el("code", question)), scope="colgroup", colspan="4"), cls="rw-group")
        address = anchor("pairs" if name == "settled" else "open", question)  # a question may have pairs of both kinds
        bodies.append(el("tbody", head, *(_row(of, writer, pair) for pair in some), id=address))
    heads = ("Goes first", "Before", "By", "Where") if name == "settled" else ("One", "The other", "Settled by", "Where")
    head = el("thead", el("tr", *(el("th", one, scope="col") for one in heads)))
    table = el("table", head, *bodies)
    return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=f"Pairs, {name}"), cls="rw-table rw-pairs")


def _title(of: BookOfSite, pair: SettledPair) -> str:
    return worded(pair.question) if pair.situation is None else capital(Situation(of, pair.situation).question())


def _row(of: BookOfSite, writer: CaseWriter, pair: SettledPair) -> Html:
    first, second = pair.rules
    if pair.winner == second:
        first, second = second, first
    by: list[Html] = [_principle(of.principle(pair))]
    if pair.winner and pair.winner not in pair.rules:
        by += [text(" by "), writer.rule_link(pair.winner)]
    where = Situation(of, pair.situation).table() if pair.situation is not None else text("")
    return el(
        "tr",
        el("th", writer.rule_link(first), scope="row"),
        el("td", writer.rule_link(second)),
        el("td", *by),
        el("td", el("details", el("summary", "a situation"), where, cls="rw-open")),
    )


def _principle(principle: str) -> Html:
    colours = {"": "severity-error", "stated": "new", ELSEWHERE: "held"}
    return badge(principle or UNSETTLED, colours.get(principle, "plain"))


def _meaning(principle: str) -> Html:
    return text(PRINCIPLES.get(principle, "A line of the book's policy of precedence."))
