"""The part of the page of coverage on slips: how many an example would notice, and each that none would, with an example to paste."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulewright.analysis.mutation.model import ENOUGH, Fate, Judged, Slips, Told
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Heading
from rulewright.site.html.escape import Html, el, join, preformatted, text

MEANING = (
    "Each line was changed in one place at a time, as an author's hand slips: a bound by one, a value, may for must, a condition lost. "
    "Noticed: an example fails. Equal: proved to change no answer."
)


def slips_parts(of: BookOfSite, slips: Slips) -> Iterator[Html | Heading]:
    """The figures, by kind of slip, and the survivors by line."""
    yield Heading(2, f"Slips that no example would notice: {slips.counts[Fate.UNNOTICED]}", "slips")
    yield el("p", MEANING)
    enough = "enough" if slips.of_hundred >= ENOUGH else f"it should be {ENOUGH}"
    yield el("p", "Of 100 slips that change an answer, ", el("b", str(slips.of_hundred)), f" are noticed ({enough}).")
    yield _figures(slips)
    for _, several in groupby(slips.of(Fate.UNNOTICED), key=lambda one: one.line):
        yield _line(of, list(several))
    undecided = slips.of(Fate.NOT_DECIDED)
    if undecided:
        items = [el("li", _home(of, one), " ", _written(one), el("small", f" {one.reason}")) for one in undecided]
        yield el("details", el("summary", f"Not decided: {len(undecided)}"), el("ul", *items), cls="rw-open")


def _figures(slips: Slips) -> Html:
    """A row for each kind of slip, and one for all."""
    rows = [(kind.value.replace("`", ""), counts) for kind, counts in slips.of_kind().items()] + [("all", slips.counts)]
    head = el("thead", el("tr", *(el("th", one, scope="col") for one in ("Slip", *(fate.value for fate in Fate)))))
    body = [el("tr", el("th", name, scope="row"), *(el("td", f"{counts[fate]:,}") for fate in Fate)) for name, counts in rows]
    box = el("div", el("table", head, el("tbody", *body)), cls="rw-scroll", tabindex="0", role="group", aria_label="Slips")
    return el("div", box, cls="rw-table")


def _line(of: BookOfSite, several: list[Judged]) -> Html:
    """One line of the book with the slips in it that no example would notice."""
    first = several[0]
    summary = el("summary", _home(of, first), " ", el("code", first.line.text), " ", el("span", str(len(several)), cls="rw-from"))
    return el("details", summary, el("ul", *(el("li", *_slip(one)) for one in several)), cls="rw-ledger")


def _slip(one: Judged) -> Iterator[Html]:
    yield join([el("b", one.kind.value.replace("`", "").capitalize()), ": ", _written(one)])
    if one.told is not None:
        yield from _told(one.told)


def _told(told: Told) -> Iterator[Html]:
    """The question whose answer would be another, and the example that would notice."""
    said = join([el("code", told.situation.question), f" is {told.answer}, and would be {told.with_slip}. "])
    yield el("div", said, None if told.first else text("An example above would notice it as well."))
    if told.first:
        block = el("pre", el("code", preformatted(told.example)), tabindex="0")
        yield el("details", el("summary", "An example to paste"), block, cls="rw-open")


def _written(one: Judged) -> Html:
    """What is written, and what would be instead."""
    return join([el("code", one.was), " → ", el("code", one.now)]) if one.now else el("code", one.was)


def _home(of: BookOfSite, one: Judged) -> Html:
    """The case of a slip, as a link."""
    address = of.addresses.case(one.line.case)
    number = of.number(one.line.case)
    return text(number) if address is None else el("a", number, href=address.href("coverage"), cls="rw-ref")
