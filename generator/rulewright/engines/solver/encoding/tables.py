"""Tables over all situations: at which arguments each row and column is found, and the cell there. The twin of
`engines.interpreter.tables`."""

from __future__ import annotations

from rulewright.engines.interpreter.tables import ends_of
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.terms import TermEncoder
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import NOTHING, Leaf, Sign, Value, is_number
from rulewright.semantics.model import AnyKey, From, Key, OneOf, Table

Found = list[tuple[Formula, int]]


class TableEncoder(EncoderPart):
    """Encodes the tables of one encoder."""

    def __init__(self, encoder: EncoderContext, terms: TermEncoder) -> None:
        super().__init__(encoder)
        self.terms = terms

    def look_up(self, table: Table, env: tuple[Value, ...]) -> Value:
        """The cell at these arguments; open where table, row or cell is not there."""
        if not table.held or not table.rows:
            return NOTHING
        rows = self.places(table, [row.keys for row in table.rows], table.row_slots, env)
        columns = self.places(table, list(table.columns), table.column_slots, env) if table.columns else [(TRUE, 0)]
        parts: list[tuple[Formula, Sign]] = []
        for in_row, row in rows:
            for in_column, column in columns:
                cell = table.rows[row].cells[column]
                where = self.space.both(in_row, in_column)
                if cell is not None and where != FALSE:
                    parts.append((where, self.terms.value(cell, env)))
        return self.algebra.as_value(self.algebra.merged(parts))

    def places(self, table: Table, keys: list[tuple[Key, ...]], slots: tuple[int, ...], env: tuple[Value, ...]) -> Found:
        """Where each row (or column) is the one that is found: single values come before ranges, and then the first that holds."""
        ends = [ends_of(table, keys, position) for position in range(len(slots))]
        matches = [
            self.space.both(
                *[self._holds(key, env[slot], ends[place], table) for place, (slot, key) in enumerate(zip(slots, several, strict=True))]
            )
            for several in keys
        ]
        single = [all(isinstance(key, OneOf) and len(key.values) == 1 for key in several) for several in keys]
        order = [place for place, one in enumerate(single) if one] + [place for place, one in enumerate(single) if not one]
        found: Found = []
        taken: list[Formula] = []
        for place in order:
            if matches[place] == FALSE:
                continue
            before = [one for one in taken if self.space.both(one, matches[place]) != FALSE]
            here = self.space.both(matches[place], *[self.space.negate(one) for one in before])
            taken.append(matches[place])
            found.append((here, place))
        return found

    def _holds(self, key: Key, value: Value, ends: tuple[Leaf, Leaf] | None, table: Table) -> Formula:
        """Where a key stands for an argument; beyond the ends of a table that clamps, the key at the end does."""
        if isinstance(key, AnyKey):
            return self.algebra.defined(value)
        parts: list[Formula] = []
        for where, leaf in value.cases:
            holds = self._key_holds(key, leaf)
            low, high = ends or (None, None)
            if is_number(leaf):
                if table.clamp_below and low is not None:
                    beyond = numbers.compare(self.space, "<", leaf, low)  # type: ignore[arg-type]
                    holds = self.algebra.where(beyond, self._key_holds(key, low), holds)
                if table.clamp_above and high is not None:
                    beyond = numbers.compare(self.space, ">", leaf, high)  # type: ignore[arg-type]
                    holds = self.algebra.where(beyond, self._key_holds(key, high), holds)
            parts.append(self.space.both(where, holds))
        return self.space.either(*parts)

    def _key_holds(self, key: Key, leaf: Leaf) -> Formula:
        if isinstance(key, OneOf):
            return self.space.either(*[self.algebra.leaves_equal(leaf, value) for value in key.values])
        if not isinstance(key, From) or not is_number(leaf):
            return TRUE if isinstance(key, AnyKey) else FALSE
        above = TRUE if key.low is None else numbers.compare(self.space, ">=", leaf, key.low)  # type: ignore[arg-type]
        below = TRUE if key.high is None else numbers.compare(self.space, "<=", leaf, key.high)  # type: ignore[arg-type]
        return self.space.both(above, below)
