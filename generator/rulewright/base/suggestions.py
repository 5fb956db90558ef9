"""The one helper behind every "did you mean": names and case numbers that resemble a given one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest_names(name: str, candidates: Iterable[str], limit: int = 2) -> tuple[str, ...]:
    """Return up to `limit` candidates that resemble `name`, best first, ignoring case."""
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.casefold(), candidate)
    folded_name = name.casefold()
    if folded_name in folded:
        return (folded[folded_name],)
    similar = {key: value for key, value in folded.items() if abs(len(key) - len(folded_name)) <= 3}
    return tuple(similar[key] for key in get_close_matches(folded_name, sorted(similar), n=limit, cutoff=0.6))


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Return a sentence for the help of a finding, ``did you mean `8.6`?``; empty if no candidate is similar."""
    names = closest_names(name, candidates)
    return as_question(names) if names else ""


def as_question(names: Iterable[str]) -> str:
    """Return ``did you mean `8.6` or `8.7`?`` for some names."""
    return f"did you mean {' or '.join(f'`{name}`' for name in names)}?"
