"""Prose of a rulebook as HTML: references to cases and terms are links, `*so*`, `**so**` and `` `so` `` are set apart, all else is text."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping

from rulewright.rulebook.prose import references, terms
from rulewright.site.html.addresses import Address, Addresses
from rulewright.site.html.escape import Html, el, join, text

_MARK = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*|`(?P<code>[^`]+)`")


class ProseWriter:
    """Writes prose for the pages of one book. `known`: every number of the book; `meanings`: glossary text by folded term; `called`:
    a number as the book prints it, which is written in the text as it is in the source (`combat.B` for `Combat (B)`)."""

    def __init__(
        self, addresses: Addresses, known: Container[str], meanings: Mapping[str, str], called: Callable[[str], str] = str
    ) -> None:
        self._addresses = addresses
        self._called = called
        self._known = known
        self._meanings = meanings

    def inline(self, plain: str, page: str) -> Html:
        """One paragraph without its element; `page` is where it stands, for links."""
        pieces: list[Html] = []
        end = 0
        for found in _MARK.finditer(plain):
            pieces.append(self._linked(plain[end : found.start()], page))
            if (strong := found["strong"]) is not None:
                pieces.append(el("strong", self._linked(strong, page)))
            elif (emphasis := found["em"]) is not None:
                pieces.append(el("em", self._linked(emphasis, page)))
            else:
                pieces.append(el("code", found["code"]))
            end = found.end()
        pieces.append(self._linked(plain[end:], page))
        return join(pieces)

    def _linked(self, plain: str, page: str) -> Html:
        """Text with links; the brackets around what became a link are dropped."""
        pieces: list[Html] = []
        end = 0
        for start, stop, link in sorted(self._links(plain, page), key=lambda one: one[0]):
            before, after = plain[end:start], stop
            if before.endswith("[") and plain[stop : stop + 1] == "]":
                before, after = before[:-1], stop + 1
            pieces += [text(before), link]
            end = after
        return join([*pieces, text(plain[end:])])

    def _links(self, plain: str, page: str) -> Iterator[tuple[int, int, Html]]:
        for reference in references(plain, self._known):
            address = self._addresses.case(reference.number) or self._addresses.reading(reference.number)
            if address is not None:
                shown = plain[reference.start : reference.end]
                is_case = shown == reference.number == self._addresses.case_number(shown)
                words = self._called(shown) if is_case else shown
                yield reference.start, reference.end, _link(words, address, page, "rw-ref")
        for term in terms(plain, self._known):
            address = self._addresses.case(term.name) or self._addresses.term(term.name)
            if address is not None:
                title = self._meanings.get(term.name.casefold())
                yield term.start, term.end, _link(term.name, address, page, "rw-term", title)


def _link(shown: str, address: Address, page: str, cls: str, title: str | None = None) -> Html:
    return el("a", shown, href=address.href(page), cls=cls, title=title)
