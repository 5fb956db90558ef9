"""Many situations in one call: a question for each row of a table, whose columns are facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypedDict

from rulewright.base.arguments import describe_value
from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_ANSWERS_KEPT
from rulewright.base.prose_lists import listing
from rulewright.base.stopping import Watch
from rulewright.core.query import Plain, Status
from rulewright.interfaces.api.facts import NOT_GIVEN, WORLD, Facts, flat_facts, split_world, with_day_asked

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.engines.interpreter.fact_memo import AnswerMemo


class DataFrame(Protocol):
    """A data frame of pandas, as far as its rows are read."""

    columns: Iterable[Any]

    def itertuples(self, index: bool, name: None) -> Iterable[tuple[Any, ...]]:
        """Return its rows."""


class ColumnTable(Protocol):
    """A table of pyarrow, as far as its rows are read."""

    schema: Any

    def to_batches(self, max_chunksize: int) -> Iterable[Any]:
        """Return its rows, many at once."""


Rows: TypeAlias = "Iterable[Facts] | DataFrame | ColumnTable | RowSource"
"""The rows of a table: mappings from facts to values, a `csv.DictReader`, a data frame of pandas, a table of pyarrow."""

BAD_ROW = "bad row"
"""The status of a row that cannot be asked; its `error` says why."""
ROWS_AT_ONCE = 1_000


class TableRow(TypedDict):
    """The answer to one row, after the columns that are kept: `row` is its number from 1, `status` that of the answer or `bad row`.

    `rules` and `cases` are those that decide: the rules that stand, or those that disagree. `missing` are the facts that the answer
    lacks, in the order in which to ask for them. `error` is the reason of a bad row, else None.
    """

    row: int
    status: str
    value: Plain
    unit: str | None
    cases: list[str]
    rules: list[str]
    missing: list[str]
    error: str | None


class RowSource(NamedTuple):
    """Rows as mappings from columns to cells, and the columns, None if each row has its own."""

    columns: tuple[str, ...] | None
    rows: Iterable[Any]


def source_of(rows: Any) -> RowSource:
    """Return the rows of a data frame of pandas, a table of pyarrow, a `csv.DictReader` or any other mappings. Raises `WrongInput`."""
    if isinstance(rows, RowSource):
        return rows
    if hasattr(rows, "itertuples") and hasattr(rows, "columns"):
        columns = tuple(map(str, rows.columns))
        return RowSource(columns, (dict(zip(columns, cells, strict=True)) for cells in rows.itertuples(index=False, name=None)))
    if hasattr(rows, "schema") and hasattr(rows, "to_batches"):
        batches = rows.to_batches(max_chunksize=ROWS_AT_ONCE)
        return RowSource(tuple(rows.schema.names), (row for batch in batches for row in batch.to_pylist()))
    if hasattr(rows, "fieldnames"):
        return RowSource(None if rows.fieldnames is None else tuple(rows.fieldnames), rows)
    if isinstance(rows, str | bytes | Mapping) or not isinstance(rows, Iterable):
        raise WrongInput(
            f"rows are mappings from facts to values, one after the other, and not a single `{type(rows).__name__}`",
            hints=["`csv.DictReader`, a pandas data frame and a pyarrow table have such rows"],
        )
    return RowSource(None, rows)


def answer_rows(
    core: Core, question: str, source: RowSource, arguments: Mapping[str, Any], keep: Sequence[str] = (), on: Any = None
) -> Iterator[dict[str, Any]]:
    """Yield the answer to each row; `arguments` are those of `ask`, and their facts are given in every row.

    The columns are checked before. Raises `WrongInput` for a column that is no fact and not kept, and `Stopped`.
    """
    if taken := [column for column in keep if column in TableRow.__annotations__]:
        raise WrongInput(f"the column {_quoted(taken)} cannot be kept: the answers have one of this name", hints=["rename it"])
    if source.columns is not None:
        _check_columns(core, question, source.columns, keep, arguments.get("world"))
    return _Rows(core, question, arguments, tuple(keep), on).answer_all(source.rows)


def _check_columns(core: Core, question: str, columns: Sequence[str], keep: Sequence[str], world: Any) -> None:
    """Raise `WrongInput` for columns that are there twice, not there, or no facts."""
    from rulewright.engines.interpreter.ask import check_fact_names

    if twice := list(dict.fromkeys(column for column in columns if columns.count(column) > 1)):
        raise WrongInput(f"the column {_quoted(twice)} is there twice")
    if absent := [column for column in keep if column not in columns]:
        raise WrongInput(f"there is no column {_quoted(absent)} to keep; there are {_quoted(columns)}")
    try:
        check_fact_names(core, question, [column for column in columns if column not in (*keep, WORLD)], world)
    except WrongInput as error:
        raise WrongInput(
            f"the columns of a table are facts, and {error.message}",
            hints=[*error.hints, "`--keep COLUMN`, in a program `keep`, carries over a column that is no fact"],
        ) from error


def _quoted(names: Sequence[str]) -> str:
    return listing([f"`{name}`" for name in names], "and")


class _Rows(NamedTuple):
    core: Core
    question: str
    arguments: Mapping[str, Any]
    keep: tuple[str, ...]
    on: Any

    def answer_all(self, rows: Iterable[Any]) -> Iterator[dict[str, Any]]:
        from rulewright.engines.interpreter.fact_memo import AnswerMemo

        memo, watch = AnswerMemo(MAX_ANSWERS_KEPT), self.arguments.get("watch")
        for number, row in enumerate(rows, 1):
            if isinstance(watch, Watch):
                watch.rows = number - 1
                watch.look()
            carried_cells = {column: row.get(column) for column in self.keep} if isinstance(row, Mapping) else dict.fromkeys(self.keep)
            try:
                entry = _entry_of(number, self._answer(row, memo))
            except WrongInput as error:
                entry = _bad_row(number, error)
            yield {**carried_cells, **entry}

    def _answer(self, row: Any, memo: AnswerMemo) -> Answer:
        from rulewright.engines.interpreter.ask import ask

        common = self.arguments["facts"]
        cells = read_row(row, self.keep)
        if twice := [name for name in cells if name in common]:
            raise WrongInput(f"{_quoted(twice)} is given for all rows, and in this row too")
        facts, world = split_world(cells, self.arguments["world"])
        facts = with_day_asked(self.core, self.on, {**common, **facts})
        return ask(self.core, self.question, **{**self.arguments, "facts": facts, "world": world}, brief=True, memo=memo)


def read_row(row: Any, keep: Sequence[str] = ()) -> dict[str, Plain]:
    """Return the facts of a row, without the columns that are kept and without empty cells, which are not given. Raises `WrongInput`."""
    if isinstance(row, WrongInput):  # the file has it so
        raise row
    if not isinstance(row, Mapping):
        raise WrongInput(f"a row is a mapping from facts to values, and not {describe_value(row)}")
    if None in row:
        raise WrongInput(f"there are more cells than columns, from {_quoted([str(cell) for cell in row[None]])} on")
    cells = {name: cell for name, cell in row.items() if name not in keep and not _is_empty(cell)}
    return {name: value for name, value in flat_facts(cells).items() if value != NOT_GIVEN}


def _is_empty(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _entry_of(number: int, answer: Answer) -> TableRow:
    deciding = answer.conflict if answer.status is Status.CONFLICT else answer.because
    cases = [part.case for part in deciding]
    if answer.undetermined is not None and answer.undetermined.case is not None:
        cases.append(answer.undetermined.case)
    return TableRow(
        row=number,
        status=answer.status.value,
        value=answer.value,
        unit=answer.unit,
        cases=list(dict.fromkeys(cases)),
        rules=list(dict.fromkeys(part.rule for part in deciding)),
        missing=[fact.fact for fact in answer.missing],
        error=None,
    )


def _bad_row(number: int, error: WrongInput) -> TableRow:
    reason = "; ".join([error.message, *error.hints])
    return TableRow(row=number, status=BAD_ROW, value=None, unit=None, cases=[], rules=[], missing=[], error=reason)
