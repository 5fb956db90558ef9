"""What a case says formally, and what bears on it, folded under one line that says how many there are."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.site.escape import EMPTY, Html, el
from rulewright.site.words import listed, plural


def counted(many: int, what: str) -> str:
    """`3 rules`, `1 example`; nothing for none."""
    return f"{many} {what if many == 1 else plural(what)}" if many else ""


def fold(counts: Iterable[tuple[int, str]], *inside: Html) -> Html:
    """Closed at first: `3 rules, 5 examples and 2 related cases`; nothing where there is nothing."""
    words = [said for many, what in counts if (said := counted(many, what))]
    return el("details", el("summary", listed(words, "and")), *inside, cls="rw-fold") if words else EMPTY
