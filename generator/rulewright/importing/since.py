"""A comparison of a sheet with the rows of an earlier import: known statements, new ones, and rows no longer on the sheet."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from rulewright.base.records import record
from rulewright.importing.digests import digest
from rulewright.importing.sheet.model import Statement
from rulewright.rulebook.model import LedgerRow


@record
class SheetChanges:
    """The changes of a sheet since its rows were written.

    `matches` has the row of each statement, None for a new one. A row that is gone and a new statement between the same two neighbours are
    one `reworded` statement: its index, and the row.
    """

    matches: tuple[LedgerRow | None, ...]
    gone: tuple[LedgerRow, ...]
    reworded: tuple[tuple[int, LedgerRow], ...]

    @property
    def new(self) -> tuple[int, ...]:
        """The indexes of the statements without a row, reworded ones included."""
        return tuple(index for index, row in enumerate(self.matches) if row is None)


def compare_with_rows(statements: Sequence[Statement], rows: Sequence[LedgerRow]) -> SheetChanges:
    """Match statements with rows by their digests; the same words twice are two statements."""
    free: defaultdict[str, deque[LedgerRow]] = defaultdict(deque)
    for row in rows:
        if row.digest:
            free[row.digest].append(row)
    matches = tuple(queue.popleft() if (queue := free[digest(statement.words)]) else None for statement in statements)
    matched = {row.item for row in matches if row is not None}
    gone = tuple(row for row in rows if row.digest and row.item not in matched)
    return SheetChanges(matches, gone, tuple(_find_reworded(statements, matches, rows, gone)))


def _find_reworded(
    statements: Sequence[Statement], matches: Sequence[LedgerRow | None], rows: Sequence[LedgerRow], gone: Sequence[LedgerRow]
) -> list[tuple[int, LedgerRow]]:
    """Return the new statements that follow the same known row as a row that is gone, and are on the same case."""
    lost_after: dict[str, deque[LedgerRow]] = defaultdict(deque)
    gone_items = {row.item for row in gone}
    previous = ""
    for row in rows:
        if row.item in gone_items:
            lost_after[previous].append(row)
        else:
            previous = row.item
    reworded: list[tuple[int, LedgerRow]] = []
    previous = ""
    for index, match in enumerate(matches):
        if match is not None:
            previous = match.item
        elif lost_after[previous] and lost_after[previous][0].locator.split(",")[0] == statements[index].case.locator.split(",")[0]:
            reworded.append((index, lost_after[previous].popleft()))
    return reworded
