"""Dependence of questions on facts, things and one another: the reads of their expressions, followed through the questions called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.base.memo import memoize_method
from rulewright.core.expressions import ExprId, Node
from rulewright.core.lower_expressions import lowering_of
from rulewright.core.model import Core, Enabled, is_always_enabled
from rulewright.core.reads import Reads, union_of_reads, walk_expression
from rulewright.semantics.model import Table
from rulewright.semantics.terms import Term


class Dependence:
    """The dependences of the questions of one core, each worked out when asked for; provisions that are not `enabled` are left out."""

    def __init__(self, core: Core, enabled: Enabled = is_always_enabled) -> None:
        self.core = core
        self._enabled = enabled
        self._lowering = lowering_of(core)
        self._tables: dict[str, list[Table]] = {}
        for table in core.tables.values():
            self._tables.setdefault(table.question, []).append(table)

    @memoize_method
    def terms_of_question(self, question: str) -> tuple[Term, ...]:
        """Return the terms of the rules and tables on a question."""
        core_question = self.core.on.get(question)
        if core_question is None:
            return ()
        cells = (cell for table in self.tables_of_question(question) for row in table.rows for cell in row.cells if cell is not None)
        return (*core_question.conditions_and_effects(self._enabled), *cells)

    def tables_of_question(self, question: str) -> Sequence[Table]:
        """Return the tables of a question."""
        return self._tables.get(question, ())

    @memoize_method
    def expressions_of_question(self, question: str) -> tuple[ExprId, ...]:
        """Return the expressions of the rules and tables on a question, each once."""
        arity = len(self.core.questions[question].params)
        return tuple(dict.fromkeys(self._lowering.lower_term(term, arity) for term in self.terms_of_question(question)))

    def nodes_of_question(self, question: str) -> Iterator[Node]:
        """Yield the nodes of the expressions on a question."""
        for expression in self.expressions_of_question(question):
            yield from walk_expression(self._lowering.arena, expression)

    @memoize_method
    def reads_of_question(self, question: str) -> Reads:
        """Return what the rules and tables on a question read, directly."""
        return union_of_reads(self._lowering.reads[expression] for expression in self.expressions_of_question(question))

    def reads_of_term(self, term: Term, arity: int = 0) -> Reads:
        """Return what a term reads, directly."""
        return self._lowering.reads[self._lowering.lower_term(term, arity)]

    @memoize_method
    def called_questions(self, question: str) -> frozenset[str]:
        """Return the question itself and all questions called, directly or through others."""
        closure, pending = {question}, [question]
        while pending:
            callees = self.reads_of_question(pending.pop()).questions - closure
            closure |= callees
            pending.extend(callees)
        return frozenset(closure)

    def facts_of_question(self, question: str) -> frozenset[str]:
        """Return the facts that a question and all questions it calls read."""
        return frozenset().union(*(self.reads_of_question(name).facts for name in self.called_questions(question)))

    def reach_of_term(self, term: Term, arity: int = 0) -> Reads:
        """Return what a term can depend on: what it reads, and what all questions called read."""
        direct = self.reads_of_term(term, arity)
        questions = frozenset().union(*(self.called_questions(name) for name in direct.questions))
        return union_of_reads([direct, *(self.reads_of_question(name) for name in questions)])

    def cases_of_question(self, question: str) -> tuple[str, ...]:
        """Return the cases that bear on a question: of rules, precedence, suspensions, missing clauses and tables."""
        core, core_question = self.core, self.core.on[question]
        cases = [rule.case for rule in core_question.written_rules()] + [core.overrides[uid].case for uid in core_question.override_uids()]
        cases += [core.asides[aside.statement].case for aside in core_question.asides]
        cases += [absent.clause.case for absent in core_question.absent]
        return tuple(dict.fromkeys([*cases, *(table.case for table in self.tables_of_question(question))]))
