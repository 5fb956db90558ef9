"""Conjunctions and disjunctions compiled for the search: literals separate from other parts, small ones first; compiled on demand."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.engines.solver.formula.space import BOTH, EITHER, HARD, LITERAL, Formula, Space
from rulewright.engines.solver.search.sums import Arithmetic

Literals: TypeAlias = tuple[tuple[int, int, Formula], ...]
"""Literals as variable, mask, and formula."""
Clause: TypeAlias = tuple[Formula, int, Literals, tuple[Formula, ...]]
"""A disjunction: itself, its support, its literals, its other alternatives."""
Conjunction: TypeAlias = tuple[Literals, tuple[Clause, ...], tuple[Formula, ...], frozenset[Formula]]
"""A conjunction: its literals, its disjunctions (those that are most likely to fail first), its other parts; all parts but literals."""


class CompiledFormulas:
    """The compiled formulas that the searches of one space share."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.arithmetic = Arithmetic(space)
        self.clauses: dict[Formula, Clause] = {}
        self.conjunctions: dict[Formula, Conjunction] = {}

    def compile_clause(self, formula: Formula) -> Clause:
        clause = self.clauses.get(formula)
        if clause is None:
            literals, others = self.split_literals(formula)
            clause = self.clauses[formula] = (formula, self.space.support[formula], literals, others)
        return clause

    def compile_conjunction(self, formula: Formula) -> Conjunction:
        """Compile a conjunction; another formula counts as a conjunction of one part."""
        conjunction = self.conjunctions.get(formula)
        if conjunction is None:
            kinds = self.space.kinds
            literals: Literals = ()
            others: tuple[Formula, ...] = ()
            if kinds[formula] == BOTH:
                literals, others = self.split_literals(formula)
            elif kinds[formula] == LITERAL:
                variable, mask = self.space.parts[formula]
                literals = ((variable, mask, formula),)
            else:
                others = (formula,)
            clauses = [self.compile_clause(part) for part in others if kinds[part] == EITHER]
            clauses.sort(key=lambda clause: (len(clause[3]), len(clause[2])))
            remaining = tuple(part for part in others if kinds[part] != EITHER)
            conjunction = self.conjunctions[formula] = (literals, tuple(clauses), remaining, frozenset(others))
        return conjunction

    def split_literals(self, formula: Formula) -> tuple[Literals, tuple[Formula, ...]]:
        """Return the literals of a join, and its other parts, hard atoms and small ones first."""
        kinds, parts = self.space.kinds, self.space.parts
        literals: list[tuple[int, int, Formula]] = []
        others: list[Formula] = []
        for part in parts[formula]:
            if kinds[part] == LITERAL:
                variable, mask = parts[part]
                literals.append((variable, mask, part))
            else:
                others.append(part)
        if len(others) > 1:
            others.sort(key=lambda part: (kinds[part] != HARD, len(parts[part]), part))
        return tuple(literals), tuple(others)


def alternatives(clause: Clause) -> tuple[Formula, ...]:
    """Return the alternatives of a clause in the order in which they are tried."""
    return (*(literal for _, _, literal in clause[2]), *clause[3])
