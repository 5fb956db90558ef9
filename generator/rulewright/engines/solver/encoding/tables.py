"""Tables over all situations: the operands that select each row and column, and the cell there. The counterpart of
`engines.interpreter.tables`."""

from __future__ import annotations

from rulewright.engines.interpreter.tables import clamp_range
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.terms import TermEncoder
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import NOTHING, Leaf, Sign, Value, is_number
from rulewright.semantics.model import AnyKey, From, Key, OneOf, Table

Matches = list[tuple[Formula, int]]


class TableEncoder(EncoderPart):
    """An encoder of tables."""

    def __init__(self, encoder: EncoderContext, terms: TermEncoder) -> None:
        super().__init__(encoder)
        self.terms = terms

    def look_up(self, table: Table, env: tuple[Value, ...]) -> Value:
        """Encode the cell at these operands; undefined where table, row or cell is missing."""
        if not table.held or not table.rows:
            return NOTHING
        rows = self.match_keys(table, [row.keys for row in table.rows], table.row_slots, env)
        columns = self.match_keys(table, list(table.columns), table.column_slots, env) if table.columns else [(TRUE, 0)]
        parts: list[tuple[Formula, Sign]] = []
        for in_row, row in rows:
            for in_column, column in columns:
                cell = table.rows[row].cells[column]
                guard = self.space.conjunction(in_row, in_column)
                if cell is not None and guard != FALSE:
                    parts.append((guard, self.terms.encode_value(cell, env)))
        return self.algebra.as_value(self.algebra.merge_cases(parts))

    def match_keys(self, table: Table, keys: list[tuple[Key, ...]], slots: tuple[int, ...], env: tuple[Value, ...]) -> Matches:
        """Return the guards under which each row (or column) is selected: single values come before ranges, then the first match."""
        ends = [clamp_range(table, keys, position) for position in range(len(slots))]
        matches = [
            self.space.conjunction(
                *[
                    self._key_matches(key, env[slot], ends[index], table)
                    for index, (slot, key) in enumerate(zip(slots, row_keys, strict=True))
                ]
            )
            for row_keys in keys
        ]
        single = [all(isinstance(key, OneOf) and len(key.values) == 1 for key in row_keys) for row_keys in keys]
        order = [index for index, is_single in enumerate(single) if is_single] + [
            index for index, is_single in enumerate(single) if not is_single
        ]
        matched: Matches = []
        earlier: list[Formula] = []
        for index in order:
            if matches[index] == FALSE:
                continue
            overlapping = [is_single for is_single in earlier if self.space.conjunction(is_single, matches[index]) != FALSE]
            region = self.space.conjunction(matches[index], *[self.space.negate(is_single) for is_single in overlapping])
            earlier.append(matches[index])
            matched.append((region, index))
        return matched

    def _key_matches(self, key: Key, value: Value, ends: tuple[Leaf, Leaf] | None, table: Table) -> Formula:
        """Encode the match of a key with an operand; beyond the ends of a table that clamps, the end is looked up."""
        if isinstance(key, AnyKey):
            return self.algebra.defined_region(value)
        parts: list[Formula] = []
        for guard, leaf in value.cases:
            holds = self._leaf_matches(key, leaf)
            low, high = ends or (None, None)
            if is_number(leaf):
                if table.clamp_below and low is not None:
                    is_beyond = numbers.compare(self.space, "<", leaf, low)  # type: ignore[arg-type]
                    holds = self.algebra.if_then_else(is_beyond, self._leaf_matches(key, low), holds)
                if table.clamp_above and high is not None:
                    is_beyond = numbers.compare(self.space, ">", leaf, high)  # type: ignore[arg-type]
                    holds = self.algebra.if_then_else(is_beyond, self._leaf_matches(key, high), holds)
            parts.append(self.space.conjunction(guard, holds))
        return self.space.disjunction(*parts)

    def _leaf_matches(self, key: Key, leaf: Leaf) -> Formula:
        if isinstance(key, OneOf):
            return self.space.disjunction(*[self.algebra.leaves_equal(leaf, value) for value in key.values])
        if not isinstance(key, From) or not is_number(leaf):
            return TRUE if isinstance(key, AnyKey) else FALSE
        at_least = TRUE if key.low is None else numbers.compare(self.space, ">=", leaf, key.low)  # type: ignore[arg-type]
        at_most = TRUE if key.high is None else numbers.compare(self.space, "<=", leaf, key.high)  # type: ignore[arg-type]
        return self.space.conjunction(at_least, at_most)
