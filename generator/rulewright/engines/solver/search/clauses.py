"""Conjunctions and disjunctions as the search reads them: literals apart from other parts, small ones first. Made when first met."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.engines.solver.formula.space import BOTH, EITHER, HARD, LITERAL, Formula, Space
from rulewright.engines.solver.search.sums import Arithmetic

Literals: TypeAlias = tuple[tuple[int, int, Formula], ...]
"""Variable, mask, and the formula that says so."""
Clause: TypeAlias = tuple[Formula, int, Literals, tuple[Formula, ...]]
"""A disjunction: itself, its support, its literals, its other alternatives."""
Conjunction: TypeAlias = tuple[Literals, tuple[Clause, ...], tuple[Formula, ...], frozenset[Formula]]
"""A conjunction: its literals, its disjunctions (those that are most likely to fail first), its other parts; all parts but literals."""


class Compiled:
    """What the searches of one space share."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.arithmetic = Arithmetic(space)
        self.clauses: dict[Formula, Clause] = {}
        self.conjunctions: dict[Formula, Conjunction] = {}

    def clause(self, formula: Formula) -> Clause:
        made = self.clauses.get(formula)
        if made is None:
            literals, others = self.parted(formula)
            made = self.clauses[formula] = (formula, self.space.support[formula], literals, others)
        return made

    def conjunction(self, formula: Formula) -> Conjunction:
        """What is no conjunction is read as one of itself alone."""
        made = self.conjunctions.get(formula)
        if made is None:
            kinds = self.space.kind
            literals: Literals = ()
            others: tuple[Formula, ...] = ()
            if kinds[formula] == BOTH:
                literals, others = self.parted(formula)
            elif kinds[formula] == LITERAL:
                variable, mask = self.space.parts[formula]
                literals = ((variable, mask, formula),)
            else:
                others = (formula,)
            clauses = [self.clause(part) for part in others if kinds[part] == EITHER]
            clauses.sort(key=lambda clause: (len(clause[3]), len(clause[2])))
            rest = tuple(part for part in others if kinds[part] != EITHER)
            made = self.conjunctions[formula] = (literals, tuple(clauses), rest, frozenset(others))
        return made

    def parted(self, formula: Formula) -> tuple[Literals, tuple[Formula, ...]]:
        """Its literals; its other parts, hard atoms and small ones first."""
        kinds, parts = self.space.kind, self.space.parts
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
    """In the order in which they are tried."""
    return (*(literal for _, _, literal in clause[2]), *clause[3])
