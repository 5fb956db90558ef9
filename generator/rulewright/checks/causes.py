"""Which findings follow from another: one wrong line is one thing to mend, whatever it breaks.

A finding that follows keeps its place and its words; it only says what it follows from (`Diagnostic.follows`), so that a command can show
the cause first and count the rest under it. Two kinds of causes are known: an edition whose sources are in the wrong order, from which
all follows that is wrong in this edition alone; and a thing that is not there, which is reported in full where it is first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.base.diagnostics import Diagnostic, Severity

EDITION_ORDER = "RW326"
MISSING = frozenset(("RW104", "RW105", "RW106", "RW107", "RW108", "RW109", "RW110", "RW201", "RW302"))
"""Something is named that is not there: a source, an edition, an option, a scenario, a game, a reading, a case, a name."""
CASES = frozenset(("RW110", "RW302"))
"""Both say of a case that it is not there."""
CITED = re.compile(r"`([^`]+)`")


def with_causes(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings in their order, each with what it follows from."""
    order = {_edition_of(one): one for one in found if one.code == EDITION_ORDER and one.severity is Severity.ERROR}
    first: dict[tuple[str, str, str], Diagnostic] = {}
    result: list[Diagnostic] = []
    for one in found:
        cause = order.get(one.edition) if one.code != EDITION_ORDER else None
        key = _missing(one)
        if cause is None and key is not None:
            cause = first.setdefault(key, one)
        result.append(one if cause is None or cause is one else replace(one, follows=named(cause)))
    return result


def named(cause: Diagnostic) -> str:
    """A finding by its code and place: `RW326 rules/weir/rulebook.case:12`."""
    at = cause.labels[0].location if cause.labels else None
    return cause.code if at is None else f"{cause.code} {at.path}:{at.line}"


def followers(found: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """What follows from each cause."""
    result: dict[str, list[Diagnostic]] = {}
    for one in found:
        if one.follows:
            result.setdefault(one.follows, []).append(one)
    return result


def _edition_of(found: Diagnostic) -> str:
    cited = CITED.search(found.message)
    return cited[1] if cited is not None else ""


def _missing(found: Diagnostic) -> tuple[str, str, str] | None:
    """What is not there, and in which edition; of a case the number that is named last."""
    if found.code not in MISSING:
        return None
    if found.code in CASES:
        number = found.cases[0] if found.code == "RW110" and found.cases else (CITED.findall(found.message) or [""])[-1]
        return ("case", number, found.edition)
    return (found.code, _edition_of(found), found.edition)
