"""The formal part of a case folded under one line of counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.rulebook.model import CaseInForce
from rulewright.site.case.versions import Versions
from rulewright.site.html.escape import EMPTY, Html, el, escape_text
from rulewright.site.wording.words import join_words, plural


def count_text(number: int, what: str) -> str:
    """`3 rules`, `1 example`; nothing for none."""
    return f"{number} {what if number == 1 else plural(what)}" if number else ""


def render_fold(versions: Versions[CaseInForce], counts: Callable[[CaseInForce, str], Iterable[tuple[int, str]]], *children: Html) -> Html:
    """Closed at first: `3 rules, 5 examples and 2 related cases`, as many as the edition has; nothing where there is nothing."""
    words = {name: _all_counted(counts(version, name)) for name, version in versions.of_edition.items()}
    summary = versions.versioned_block(lambda _, edition: escape_text(words[edition]), "span")
    marks = versions.marks([name for name, summary in words.items() if summary])
    return el("details", el("summary", summary), *children, cls="rw-fold", **marks) if any(words.values()) else EMPTY


def _all_counted(counts: Iterable[tuple[int, str]]) -> str:
    return join_words([text for number, what in counts if (text := count_text(number, what))], "and")
