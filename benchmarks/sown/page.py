"""The tables of `benchmarks/sown.md`, of what was judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.sown.kinds import BY_CHECK, Kind, Noticed

SHORT = 160
"""So much of a line is shown."""


def page(lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The table of the kinds, and what nothing noticed."""
    yield f"| kind | sown | {' | '.join(Noticed)} |"
    yield "|---|--:|" + "--:|" * len(Noticed)
    for kind in Kind:
        yield _row(kind, [line for line in lines if line["kind"] == kind.name])
    yield _row("all", lines)
    yield ""
    by_check = sum(line["noticed"] in BY_CHECK for line in lines)
    noticed = sum(line["noticed"] != Noticed.NOTHING for line in lines)
    hidden = sum(line["only_with_all"] for line in lines)
    yield f"Noticed: {noticed} of {len(lines)}, {by_check} of them by `check` alone."
    yield f"Of those that `check` does not notice, `--all` shows another note for {hidden}."
    yield ""
    yield "What nothing noticed:"
    yield ""
    for line in lines:
        if line["noticed"] == Noticed.NOTHING:
            yield f"- {Kind[line['kind']]}, {line['book']}: `{line['was'][:SHORT]}` became `{line['now'][:SHORT]}`"


def _row(name: str, lines: Sequence[Mapping[str, Any]]) -> str:
    counts = Counter(line["noticed"] for line in lines)
    return f"| {name} | {len(lines)} | {' | '.join(str(counts[one] or '') for one in Noticed)} |"
