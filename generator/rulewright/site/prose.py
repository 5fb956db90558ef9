"""Prose of a rulebook as HTML: references and terms in brackets become links, `*so*`, `**so**` and `` `so` `` are set apart, all else is text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.site.addresses import Addresses
from rulewright.site.escape import Html, el, join, text

_MARK = re.compile(r"\[(?P<ref>[^\[\]]{1,80})\]|\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*\s][^*]*)\*|`(?P<code>[^`]+)`")


class ProseWriter:
    """Writes prose for the pages of one book. `meanings`: glossary text by folded term, shown when one rests on a term."""

    def __init__(self, addresses: Addresses, meanings: Mapping[str, str]) -> None:
        self._addresses = addresses
        self._meanings = meanings

    def inline(self, plain: str, page: str) -> Html:
        """One paragraph without its element; `page` is where it stands, for links."""
        pieces: list[Html] = []
        end = 0
        for found in _MARK.finditer(plain):
            pieces.append(text(plain[end : found.start()]))
            pieces.append(self._marked(found, page))
            end = found.end()
        pieces.append(text(plain[end:]))
        return join(pieces)

    def _marked(self, found: re.Match[str], page: str) -> Html:
        if (reference := found["ref"]) is not None:
            return self.reference(reference, page)
        if (strong := found["strong"]) is not None:
            return el("strong", self.inline(strong, page))
        if (emphasis := found["em"]) is not None:
            return el("em", self.inline(emphasis, page))
        return el("code", found["code"])

    def reference(self, inside: str, page: str) -> Html:
        """What stood in brackets: a case, a term, or just words in brackets."""
        case = self._addresses.case(inside)
        if case is not None:
            return el("a", inside, href=case.href(page), cls="rw-ref")
        term = self._addresses.term(inside)
        if term is not None:
            return el("a", inside, href=term.href(page), cls="rw-term", title=self._meanings.get(inside.casefold()))
        return text(f"[{inside}]")
