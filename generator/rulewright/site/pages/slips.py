"""The part of the page of coverage on slips: how many an example would notice, and each that none would, with an example to paste."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulewright.analysis.mutation.model import ENOUGH_PERCENT_NOTICED, DistinguishingSituation, Fate, SlipResult, SlipResults
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import Html, el, escape_preformatted, escape_text, join_html
from rulewright.site.html.templates import Heading

MEANING = (
    "Each line was changed in one place at a time, as an author's hand slips: a bound by one, a value, may for must, a condition lost. "
    "Noticed: an example fails. Equal: proved to change no answer."
)


def slips_parts(site_book: BookOfSite, slips: SlipResults) -> Iterator[Html | Heading]:
    """The figures, by kind of slip, and the survivors by line."""
    yield Heading(2, f"Slips that no example would notice: {slips.counts[Fate.UNNOTICED]}", "slips")
    yield el("p", MEANING)
    enough = "enough" if slips.percent_noticed >= ENOUGH_PERCENT_NOTICED else f"it should be {ENOUGH_PERCENT_NOTICED}"
    yield el("p", "Of 100 slips that change an answer, ", el("b", str(slips.percent_noticed)), f" are noticed ({enough}).")
    yield _figures_table(slips)
    for _, mutants in groupby(slips.with_fate(Fate.UNNOTICED), key=lambda mutant: mutant.line):
        yield _line_details(site_book, list(mutants))
    undecided = slips.with_fate(Fate.NOT_DECIDED)
    if undecided:
        items = [
            el("li", _case_link(site_book, judged), " ", _written_change(judged), el("small", f" {judged.reason}")) for judged in undecided
        ]
        yield el("details", el("summary", f"Not decided: {len(undecided)}"), el("ul", *items), cls="rw-open")


def _figures_table(slips: SlipResults) -> Html:
    """A row for each kind of slip, and one for all."""
    rows = [(kind.value.replace("`", ""), counts) for kind, counts in slips.counts_by_kind().items()] + [("all", slips.counts)]
    head = el("thead", el("tr", *(el("th", heading, scope="col") for heading in ("Slip", *(fate.value for fate in Fate)))))
    body = [el("tr", el("th", name, scope="row"), *(el("td", f"{counts[fate]:,}") for fate in Fate)) for name, counts in rows]
    box = el("div", el("table", head, el("tbody", *body)), cls="rw-scroll", tabindex="0", role="group", aria_label="Slips")
    return el("div", box, cls="rw-table")


def _line_details(site_book: BookOfSite, mutants: list[SlipResult]) -> Html:
    """One line of the book with the slips in it that no example would notice."""
    first = mutants[0]
    summary = el(
        "summary", _case_link(site_book, first), " ", el("code", first.line.text), " ", el("span", str(len(mutants)), cls="rw-from")
    )
    return el("details", summary, el("ul", *(el("li", *_mutant_parts(judged)) for judged in mutants)), cls="rw-ledger")


def _mutant_parts(judged: SlipResult) -> Iterator[Html]:
    yield join_html([el("b", judged.kind.value.replace("`", "").capitalize()), ": ", _written_change(judged)])
    if judged.counterexample is not None:
        yield from _situation_parts(judged.counterexample)


def _situation_parts(report: DistinguishingSituation) -> Iterator[Html]:
    """The question whose answer would be another, and the example that would notice."""
    sentence = join_html([el("code", report.situation.question), f" is {report.answer}, and would be {report.with_slip}. "])
    yield el("div", sentence, None if report.first else escape_text("An example above would notice it as well."))
    if report.first:
        block = el("pre", el("code", escape_preformatted(report.example)), tabindex="0")
        yield el("details", el("summary", "An example to paste"), block, cls="rw-open")


def _written_change(judged: SlipResult) -> Html:
    """Render the text as written and as it would be in the mutant."""
    return join_html([el("code", judged.was), " → ", el("code", judged.now)]) if judged.now else el("code", judged.was)


def _case_link(site_book: BookOfSite, judged: SlipResult) -> Html:
    """The case of a slip, as a link."""
    address = site_book.addresses.address_of_case(judged.line.case)
    number = site_book.printed_number(judged.line.case)
    return escape_text(number) if address is None else el("a", number, href=address.href_from("coverage"), cls="rw-ref")
