"""Look-ups of a table by a rule: where each row is reached, and where no row or no column holds the keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.core.missing_keys import Keys, is_in_parameters, missing_keys
from rulewright.core.tables import TableAxis, axes_of
from rulewright.engines.solver.formula.symbolic import Value
from rulewright.engines.solver.questions.question import EncodedRule, QuestionFormulas, Region
from rulewright.semantics import terms
from rulewright.semantics.model import OneOf, Table


class Lookup:
    """A look-up by a rule: `rows` are the rows that hold its keys, by place, each with its region. Raises `NotAnalysable`."""

    def __init__(self, question: QuestionFormulas, call: terms.Ask, table: Table) -> None:
        self.question, self._call, self._table = question, call, table
        encoder = question.encoder
        self._keys: tuple[Value, ...] = tuple(encoder.terms.encode_value(arg, question.env) for arg in call.args)
        rows, _ = axes_of(table)
        self.rows = [(place, region) for region, place in encoder.terms.match_axis(rows, self._keys)]

    def can_be_reached(self, row: Region) -> bool:
        """Return True if a row can be reached. Raises `BudgetExhausted`."""
        question = self.question
        # Keys with equal cells have left no trace in the rule's effect: their possibility is no part of the premise.
        return question.can_hold(row, question.encoder.possible_situations(question.space.variables_of(row)))

    def missing_regions(self, live: EncodedRule) -> Iterator[tuple[TableAxis, Keys, Region]]:
        """Yield the keys that no row, or no column, holds, with the region where the rule looks them up and has no answer.

        A condition looks up numbers within the parameters only: beyond them it is about something else. Raises `NotAnalysable`.
        """
        question, table = self.question, self._table
        in_amount = live.rule.effect is not None and self._call in terms.walk(live.rule.effect)
        for axis, all_missing in missing_keys(question.core, table):
            missing = [keys for keys in all_missing if in_amount or is_in_parameters(question.core, table, axis, keys)]
            if missing:
                undetermined = question.undetermined_region(question.encode_outcome())
                unclamped = TableAxis(replace(table, clamp_below=False, clamp_above=False), missing, axis.slots)
                for region, place in question.encoder.terms.match_axis(unclamped, self._keys):
                    looked_up = self._look_up_region(live, in_amount, OneOf((None,)) in missing[place])
                    yield axis, missing[place], question.both(region, undetermined, looked_up)

    def _look_up_region(self, live: EncodedRule, in_amount: bool, is_none: bool) -> Region:
        """Return the region where the look-up decides: in the rule's amount if it stands, in its condition if it is open for that reason.

        A rule whose amount looks up `none` does not apply where that can be no key: the other conditions that are written hold there.
        """
        question = self.question
        if not in_amount:
            return question.both(question.algebra.undefined_region(live.condition), question.undecided_region(live))
        if not is_none:
            return question.standing_region(live)
        written_guard = terms.And(tuple(part.term for part in live.rule.parts if not part.implied))
        in_force = question.encoder.force_condition(live.core.addresses[0].there, written_guard, question.env)
        return question.either(question.standing_region(live), in_force.yes)
