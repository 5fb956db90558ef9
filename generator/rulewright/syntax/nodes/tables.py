"""Tables, with their cells as written."""

from __future__ import annotations

from dataclasses import field

from rulewright.base.records import record
from rulewright.base.source import Span
from rulewright.syntax.nodes.base import NO_SPAN, Node, Tagged
from rulewright.syntax.nodes.declarations import Param, TypeExpr


@record
class Cell(Node):
    """A cell as written, white space folded; the columns of its span are exact."""

    text: str


@record
class Row(Tagged):
    cells: tuple[Cell, ...]

    @property
    def is_last(self) -> bool:
        """Return True for the row `otherwise`, which holds where no other row does."""
        return self.cells[0].text == "otherwise"


@record
class Table(Tagged):
    """`table to_hit(troop: troop): 1..6` and its rows.

    The first cell of a row holds the keys of the row parameters, separated by ` / `; a key is a value, a list `a, b`, a range `3..5`,
    `3..`, `..5` or `any`; the last row may have `otherwise` for all of them. If the first cell of the first row is empty, that row heads
    the columns with keys of the parameters named by `columns` (by default the last); else each row has one value cell. A cell that is `-`
    or empty has no value.

    Several values for the same keys, `table pay(arm: arm): 0..9 and boats: 0..3`, are written together and read as one table each.
    """

    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    rows: tuple[Row, ...]
    phrase: str | None = None
    columns: tuple[str, ...] = ()
    not_held: bool = False
    clamp_below: bool = False
    clamp_above: bool = False
    formerly: tuple[str, ...] = ()
    heading: Span = field(default=NO_SPAN, compare=False, repr=False)
    """Where the first row of a table of several values names this one."""
