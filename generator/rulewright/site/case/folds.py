"""Counts in words, for the line under which something is folded."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.site.wording.words import join_words, plural


def count_text(number: int, what: str) -> str:
    """`3 rules`, `1 example`; nothing for none."""
    return f"{number} {what if number == 1 else plural(what)}" if number else ""


def counts_text(counts: Iterable[tuple[int, str]]) -> str:
    """`3 rules, 5 examples and 2 related cases`."""
    return join_words([text for number, what in counts if (text := count_text(number, what))], "and")
