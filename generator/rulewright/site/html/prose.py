"""Prose of a rulebook as HTML: references to cases and terms are links, `*so*`, `**so**` and `` `so` `` are set apart, all else is text."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping

from rulewright.rulebook.prose import find_references, find_terms
from rulewright.site.html.addresses import Address, Addresses
from rulewright.site.html.escape import Html, el, escape_text, join_html

_MARK = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*|`(?P<code>[^`]+)`")


class ProseWriter:
    """Writes prose for the pages of one book. `known`: every number of the book; `meanings`: glossary text by folded term; `called`:
    a number as the book prints it, which is written in the text as it is in the source (`combat.B` for `Combat (B)`)."""

    def __init__(
        self, addresses: Addresses, known_numbers: Container[str], meanings: Mapping[str, str], printed_number: Callable[[str], str] = str
    ) -> None:
        self._addresses = addresses
        self._called = printed_number
        self._known = known_numbers
        self._meanings = meanings

    def render_inline(self, plain: str, page: str) -> Html:
        """One paragraph without its element; `page` is where it stands, for links."""
        pieces: list[Html] = []
        end = 0
        for match in _MARK.finditer(plain):
            pieces.append(self._link_references(plain[end : match.start()], page))
            if (strong := match["strong"]) is not None:
                pieces.append(el("strong", self._link_references(strong, page)))
            elif (emphasis := match["em"]) is not None:
                pieces.append(el("em", self._link_references(emphasis, page)))
            else:
                pieces.append(el("code", match["code"]))
            end = match.end()
        pieces.append(self._link_references(plain[end:], page))
        return join_html(pieces)

    def _link_references(self, plain: str, page: str) -> Html:
        """Text with links; the brackets around what became a link are dropped."""
        pieces: list[Html] = []
        end = 0
        for start, stop, link in sorted(self._find_links(plain, page), key=lambda entry: entry[0]):
            head, resume = plain[end:start], stop
            if head.endswith("[") and plain[stop : stop + 1] == "]":
                head, resume = head[:-1], stop + 1
            pieces += [escape_text(head), link]
            end = resume
        return join_html([*pieces, escape_text(plain[end:])])

    def _find_links(self, plain: str, page: str) -> Iterator[tuple[int, int, Html]]:
        for reference in find_references(plain, self._known):
            address = self._addresses.address_of_case(reference.number) or self._addresses.address_of_reading(reference.number)
            if address is not None:
                original = plain[reference.start : reference.end]
                is_case = original == reference.number == self._addresses.case_number(original)
                words = self._called(original) if is_case else original
                yield reference.start, reference.end, _link_to(words, address, page, "rw-ref")
        for term in find_terms(plain, self._known):
            address = self._addresses.address_of_case(term.name) or self._addresses.address_of_term(term.name)
            if address is not None:
                title = self._meanings.get(term.name.casefold())
                yield term.start, term.end, _link_to(term.name, address, page, "rw-term", title)


def _link_to(label: str, address: Address, page: str, cls: str, title: str | None = None) -> Html:
    return el("a", label, href=address.href_from(page), cls=cls, title=title)
