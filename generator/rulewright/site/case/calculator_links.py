"""Links from a case to the calculators of the questions on which its rules speak, which a script opens in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.site.asking.link import link_to

if TYPE_CHECKING:
    from rulewright.rulebook.model import Origin
    from rulewright.site.book.book_data import BookOfSite
    from rulewright.syntax import nodes


def questions_of(site_book: BookOfSite, number: str, edition: str) -> tuple[tuple[str, str], ...]:
    """(question, address) of the questions of a case in an edition; nothing where no rule of it says anything.

    The links name no edition: they are asked in the one that is read.
    """
    asking = site_book.asking_in(edition)
    return tuple((asking.question_sentence(name), link_to(name)) for name in asking.of_case(number))


def example_link(site_book: BookOfSite, example: nodes.Example, origin: Origin) -> str | None:
    """The address that opens an example in the calculator; None where it asks nothing that can be asked there."""
    return site_book.asking.link_of_example(origin.place.location_of(example.span), example.edition or site_book.edition)
