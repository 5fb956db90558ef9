"""Prose of a rulebook as HTML: references to cases and terms are links, `*so*`, `**so**` and `` `so` `` are set apart, all else is text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from rulewright.rulebook.prose import find_references, find_terms
from rulewright.site.html.addresses import Addresses
from rulewright.site.html.escape import Html
from rulewright.site.html.marks import Stretch
from rulewright.site.html.templates import Templates

_MARK = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*|`(?P<code>[^`]+)`")
_TEMPLATE = "parts/prose.html"


class Run(NamedTuple):
    """Words of a line: as they are, a link of a kind (`rw-ref`, `rw-term`) with an address, or an element (`strong`) with runs in it."""

    text: str
    kind: str = ""
    href: str = ""
    title: str | None = None
    runs: tuple[Run, ...] = ()


class ProseWriter:
    """Writes prose for the pages of one book. `known_numbers`: every number of the book; `meanings`: glossary text by folded term;
    `printed_number`: a number as the book prints it, which is written in the text as it is in the source (`combat.B` for `Combat (B)`)."""

    def __init__(
        self,
        templates: Templates,
        addresses: Addresses,
        known_numbers: Collection[str],
        meanings: Mapping[str, str],
        printed_number: Callable[[str], str] = str,
    ) -> None:
        self._templates = templates
        self._addresses = addresses
        self._called = printed_number
        self._known = known_numbers
        self._meanings = meanings

    def render_inline(self, plain: str, page: str) -> Html:
        """One paragraph without its element; `page` is where it stands, for links."""
        return self._templates.render_macro(_TEMPLATE, "inline", tuple(self._find_runs(plain, page)))

    def render_marked(self, stretches: Iterable[Stretch], page: str | None = None) -> Html:
        """Words with marks of what changed; as they stand on a page, or as plain text."""
        if page is not None:
            stretches = (stretch._replace(words=self.render_inline(stretch.words, page)) for stretch in stretches)
        return self._templates.render_macro(_TEMPLATE, "marked", tuple(stretches))

    def _find_runs(self, plain: str, page: str) -> Iterator[Run]:
        end = 0
        for match in _MARK.finditer(plain):
            yield from self._link_references(plain[end : match.start()], page)
            kind = match.lastgroup or ""
            runs = () if kind == "code" else tuple(self._link_references(match[kind], page))
            yield Run(match[kind], kind, runs=runs)
            end = match.end()
        yield from self._link_references(plain[end:], page)

    def _link_references(self, plain: str, page: str) -> Iterator[Run]:
        """Yield the runs of a text with links; the brackets around what became a link are dropped."""
        end = 0
        for start, stop, link in sorted(self._find_links(plain, page), key=lambda entry: entry[0]):
            head, resume = plain[end:start], stop
            if head.endswith("[") and plain[stop : stop + 1] == "]":
                head, resume = head[:-1], stop + 1
            yield Run(head)
            yield link
            end = resume
        yield Run(plain[end:])

    def _find_links(self, plain: str, page: str) -> Iterator[tuple[int, int, Run]]:
        for reference in find_references(plain, self._known):
            address = self._addresses.address_of_case(reference.number) or self._addresses.address_of_reading(reference.number)
            original = plain[reference.start : reference.end]
            if address is None and original.endswith(")"):  # a part that its words have, and no rule
                address = self._addresses.address_of_case(reference.number.rpartition(".")[0])
            if address is not None:
                is_case = original == reference.number == self._addresses.case_number(original)
                words = self._called(original) if is_case else original
                yield reference.start, reference.end, Run(words, "rw-ref", address.href_from(page))
        for term in find_terms(plain, self._known):
            address = self._addresses.address_of_case(term.name) or self._addresses.address_of_term(term.name)
            if address is not None:
                title = self._meanings.get(term.name.casefold())
                yield term.start, term.end, Run(term.name, "rw-term", address.href_from(page), title)
