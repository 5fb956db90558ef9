"""Links from a case to the calculators of the questions on which its rules speak, which a script opens in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.site.asking.link import link_to
from rulewright.site.html.escape import EMPTY, Html, el

if TYPE_CHECKING:
    from rulewright.rulebook.model import Origin
    from rulewright.site.book.book_data import BookOfSite
    from rulewright.syntax import nodes

_MAX_OPEN_ITEMS = 6


def asks_html(site_book: BookOfSite, number: str, edition: str) -> Html:
    """The questions of a case in an edition: a few at once, more folded; nothing where no rule of it says anything.

    The links name no edition: they are asked in the one that is read.
    """
    asking = site_book.asking_in(edition)
    names = asking.of_case(number)
    if not names:
        return EMPTY
    items = [el("li", el("a", asking.question_sentence(name), href=link_to(name), aria_expanded="false")) for name in names]
    listing = (
        el("ul", *items) if len(items) <= _MAX_OPEN_ITEMS else el("details", el("summary", f"{len(items)} questions"), el("ul", *items))
    )
    return el("div", el("span", "Ask", cls="rw-lead"), listing, cls="rw-asks", data_book=site_book.folder)


def open_example(site_book: BookOfSite, example: nodes.Example, origin: Origin) -> Html | None:
    """A link that opens an example in the calculator; None where it asks nothing that can be asked there."""
    link = site_book.asking.link_of_example(origin.place.location_of(example.span), example.edition or site_book.edition)
    return (
        el("a", "Open in the calculator", href=link, cls="rw-open", aria_label=f"Open in the calculator: {example.title}") if link else None
    )
