"""Examples that fail in the last edition and pass in an earlier one: which edition that is, and what has changed since.

An example that names no edition is run in the last one. Where an erratum changes what it expects, nothing in the example is wrong; it is an
example of the edition for which it was written, and says so with `with edition`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.analysis.examples import ExampleResult, run_example
from rulewright.base.limits import MAX_CHANGES_NAMED
from rulewright.base.prose_lists import listing
from rulewright.base.source import Location
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook.model import HistoryEntry, Rulebook
from rulewright.semantics.elaborate import resolve


def name_earlier_editions(book: Rulebook, core: Core, results: Sequence[ExampleResult], budget: int | None) -> tuple[ExampleResult, ...]:
    """Return the results; one that fails in the last edition and passes in an earlier one says so in its message.

    `core` is that of the last edition.
    """
    failed = {result.location for result in results if not result.passed and result.edition == book.default_edition and result.location}
    edition_of = _earlier_editions(book, failed, budget) if failed else {}
    return tuple(
        replace(result, message=f"{result.message}; {_remedy(book, core, result, edition_of[result.location])}")
        if result.edition == book.default_edition and not result.passed and result.location in edition_of
        else result
        for result in results
    )


def _earlier_editions(book: Rulebook, failed: set[Location], budget: int | None) -> dict[Location | None, str]:
    """Return, by the location of an example, the last of the earlier editions in which it passes."""
    editions: dict[Location | None, str] = {}
    for edition in list(book.editions)[-2::-1]:
        remaining = failed - editions.keys()
        if not remaining:
            break
        earlier_and_later = {name: other for name, other in book.editions.items() if name != edition}
        as_last = replace(book, editions={**earlier_and_later, edition: book.editions[edition]})
        core = lower(resolve(as_last, edition)[0])
        for example in core.examples:
            if example.location in remaining and run_example(core, example, budget).passed:
                editions[example.location] = edition
    return editions


def _remedy(book: Rulebook, core: Core, result: ExampleResult, edition: str) -> str:
    changes = list(dict.fromkeys(_changes_since(book, core, result, edition)))
    uncounted = [f"{len(changes) - MAX_CHANGES_NAMED} more"] if changes[MAX_CHANGES_NAMED:] else []
    change_list = listing([*changes[:MAX_CHANGES_NAMED], *uncounted], "and")
    since = f", and since then {change_list}" if changes else ""
    return f"it passes in the edition `{edition}`{since}: write `with edition {edition}` in it, or let it expect what is so now"


def _changes_since(book: Rulebook, core: Core, result: ExampleResult, edition: str) -> Iterator[str]:
    """Yield the amendments, later than an edition, of the cases whose rules the example used."""
    view, earlier = book.views[book.default_edition], set(book.editions[edition].sources)
    used_uids = {uid for kind, uid in result.touched if kind == "rule"}
    cases = dict.fromkeys([result.case, *(rule.case for rule in core.written_rules() if rule.uid in used_uids)])
    for number in cases:
        case = view.find_case(number)
        for entry in case.history if case is not None else ():
            if entry.origin.source not in earlier and entry.acts:
                yield _change_text(number, entry)


def _change_text(number: str, entry: HistoryEntry) -> str:
    return f"`{entry.origin.source}` changed {number} ({entry.origin.amendment_kind or entry.origin.kind.value})"
