"""The one helper behind every "did you mean": names and case numbers that look like what was written."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(name: str, candidates: Iterable[str], most: int = 2) -> tuple[str, ...]:
    """Up to `most` candidates that look like `name`, the most alike first; case of letters does not matter."""
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.casefold(), candidate)
    wanted = name.casefold()
    if wanted in folded:
        return (folded[wanted],)
    near = {key: value for key, value in folded.items() if abs(len(key) - len(wanted)) <= 3}
    return tuple(near[key] for key in get_close_matches(wanted, sorted(near), n=most, cutoff=0.6))


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """A sentence for the help of a finding, ``did you mean `8.6`?``; empty when nothing looks alike."""
    found = closest(name, candidates)
    return as_question(found) if found else ""


def as_question(names: Iterable[str]) -> str:
    """``did you mean `8.6` or `8.7`?``, of names that may have been meant."""
    return f"did you mean {' or '.join(f'`{one}`' for one in names)}?"
