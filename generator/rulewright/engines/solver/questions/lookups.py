"""Look-ups of a table by a rule: where each row is reached, and where no row holds the keys."""

from __future__ import annotations

from rulewright.core.tables import axes_of
from rulewright.engines.solver.formula.symbolic import Value
from rulewright.engines.solver.questions.question import EncodedRule, QuestionFormulas, Region
from rulewright.semantics import terms
from rulewright.semantics.model import Table


class Lookup:
    """A look-up by a rule: `rows` are the rows that hold its keys, by place, each with its region. Raises `NotAnalysable`."""

    def __init__(self, question: QuestionFormulas, call: terms.Ask, table: Table) -> None:
        self.question = question
        encoder = question.encoder
        self._keys: tuple[Value, ...] = tuple(encoder.terms.encode_value(arg, question.env) for arg in call.args)
        rows, _ = axes_of(table)
        self.rows = [(place, region) for region, place in encoder.terms.match_axis(rows, self._keys)]

    def can_be_reached(self, row: Region) -> bool:
        """Return True if a row can be reached. Raises `BudgetExhausted`."""
        question = self.question
        # Keys with equal cells have left no trace in the rule's effect: their possibility is no part of the premise.
        return question.can_hold(row, question.encoder.possible_situations(question.space.variables_of(row)))

    def missing_region(self, live: EncodedRule) -> Region:
        """Return the region where the rule stands, and no row holds its keys: there the answer is undetermined for want of one."""
        question = self.question
        covered = question.either(*[region for _, region in self.rows])
        undetermined = question.undetermined_region(question.encode_outcome())
        keys = [question.algebra.defined_region(value) for value in self._keys]
        return question.both(question.standing_region(live), *keys, question.without(covered), undetermined)
