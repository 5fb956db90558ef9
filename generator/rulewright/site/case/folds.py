"""What a case says formally, and what bears on it, folded under one line that says how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.rulebook.model import CaseInForce
from rulewright.site.case.versions import Versions
from rulewright.site.html.escape import EMPTY, Html, el, text
from rulewright.site.wording.words import listed, plural


def counted(many: int, what: str) -> str:
    """`3 rules`, `1 example`; nothing for none."""
    return f"{many} {what if many == 1 else plural(what)}" if many else ""


def fold(versions: Versions[CaseInForce], counts: Callable[[CaseInForce, str], Iterable[tuple[int, str]]], *inside: Html) -> Html:
    """Closed at first: `3 rules, 5 examples and 2 related cases`, as many as the edition has; nothing where there is nothing."""
    words = {name: _all_counted(counts(version, name)) for name, version in versions.of_edition.items()}
    summary = versions.block(lambda _, edition: text(words[edition]), "span")
    marks = versions.marks([name for name, said in words.items() if said])
    return el("details", el("summary", summary), *inside, cls="rw-fold", **marks) if any(words.values()) else EMPTY


def _all_counted(counts: Iterable[tuple[int, str]]) -> str:
    return listed([said for many, what in counts if (said := counted(many, what))], "and")
