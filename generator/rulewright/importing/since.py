"""A sheet and the rows of an earlier import: which statements are known, which are new, which rows are no longer on the sheet."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from rulewright.base.records import record
from rulewright.importing.digests import digest
from rulewright.importing.model import Statement
from rulewright.rulebook.model import LedgerRow


@record
class Since:
    """What has become of a sheet since its rows were written.

    `known` has the row of each statement, None for a new one. A row that is gone and a new statement between the same two neighbours are
    one that was `reworded`: the statement's place among the statements, and the row.
    """

    known: tuple[LedgerRow | None, ...]
    gone: tuple[LedgerRow, ...]
    reworded: tuple[tuple[int, LedgerRow], ...]

    @property
    def new(self) -> tuple[int, ...]:
        """The places of the statements that no row has, reworded ones too."""
        return tuple(at for at, row in enumerate(self.known) if row is None)


def compare(statements: Sequence[Statement], rows: Sequence[LedgerRow]) -> Since:
    """Hold statements against rows by their digests; the same words twice are two statements."""
    free: defaultdict[str, deque[LedgerRow]] = defaultdict(deque)
    for row in rows:
        if row.digest:
            free[row.digest].append(row)
    known = tuple(waiting.popleft() if (waiting := free[digest(one.words)]) else None for one in statements)
    kept = {row.item for row in known if row is not None}
    gone = tuple(row for row in rows if row.digest and row.item not in kept)
    return Since(known, gone, tuple(_reworded(statements, known, rows, gone)))


def _reworded(
    statements: Sequence[Statement], known: Sequence[LedgerRow | None], rows: Sequence[LedgerRow], gone: Sequence[LedgerRow]
) -> list[tuple[int, LedgerRow]]:
    """New statements that follow the same known row as a row that is gone, and are on the same case."""
    after: dict[str, deque[LedgerRow]] = defaultdict(deque)
    lost = {row.item for row in gone}
    before = ""
    for row in rows:
        if row.item in lost:
            after[before].append(row)
        else:
            before = row.item
    found: list[tuple[int, LedgerRow]] = []
    before = ""
    for at, had in enumerate(known):
        if had is not None:
            before = had.item
        elif after[before] and after[before][0].locator.split(",")[0] == statements[at].case.shown.split(",")[0]:
            found.append((at, after[before].popleft()))
    return found
