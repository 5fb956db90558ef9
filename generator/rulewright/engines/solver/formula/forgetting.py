"""Existential quantification: formulas with some variables eliminated, which hold where some values of these variables satisfy them.

The formulas become decision diagrams. Each node decides one variable, with a child for each value; arithmetic that is not listed is
decided as a whole. Equal diagrams are one node, so the width of a diagram is about the number of rules whose status still matters at
one level; a list of all sets of choices would double with each choice. A variable is eliminated at each of its nodes.

If that grows too large, parts that depend on no eliminated variable are decided as a whole, too: they may be long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rulewright.base.limits import MAX_DIAGRAM_NODES
from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, LITERAL, TRUE, Formula, Space, TooLarge

NO, YES = 0, 1
"""The terminal nodes."""
Decided: TypeAlias = "tuple[int, Formula]"
"""The decision of a level: a variable (and FALSE), or a formula as a whole (and -1)."""


def forget_variables(space: Space, formulas: Sequence[Formula], variables: int) -> list[Formula]:
    """Eliminate variables (bits) from formulas by existential quantification; they occur in no arithmetic and in no definition.

    Raises `TooLarge`.
    """
    try:
        return _VariableForgetter(space, variables, formulas, deep=True).quantify_formulas()
    except TooLarge:
        return _VariableForgetter(space, variables, formulas, deep=False).quantify_formulas()


class _VariableForgetter:
    """An eliminator of variables from formulas; `deep`: parts that do not depend on these variables are decomposed, too."""

    def __init__(self, space: Space, variables: int, roots: Sequence[Formula], *, deep: bool) -> None:
        self.space = space
        self.variables = variables
        self.roots = roots
        self.deep = deep
        self._diagrams = _Diagrams()
        self._levels: dict[Decided, int] = {}
        self._decided: list[Decided] = []
        self._ways: dict[int, list[int]] = {}
        """The value classes of each variable, as masks: no literal separates values of one class."""
        self._node_of: dict[Formula, int] = {FALSE: NO, TRUE: YES}
        self._quantified: dict[int, int] = {NO: NO, YES: YES}
        self._formula_of: dict[int, Formula] = {NO: FALSE, YES: TRUE}

    def quantify_formulas(self) -> list[Formula]:
        """Return the formulas with the variables eliminated."""
        self._group_values()
        return [self._formula_of_node(self._quantify_node(self._diagram_of(formula))) for formula in self.roots]

    def _group_values(self) -> None:
        space = self.space
        visited: set[Formula] = set()
        for formula in self.roots:
            for subformula in space.subformulas(formula) if formula not in visited else ():
                if space.kinds[subformula] == LITERAL and subformula not in visited:
                    variable, mask = space.parts[subformula]
                    groups = self._ways.setdefault(variable, [space.full[variable]])
                    self._ways[variable] = [part for group in groups for part in (group & mask, group & ~mask) if part]
                visited.add(subformula)

    # ---- from a formula to its diagram ----------------------------------------------------------------------------------------------

    def _diagram_of(self, formula: Formula) -> int:
        """Build the diagram of a formula from those of its parts, the deepest first: deep parts are decided near the top."""
        space, nodes = self.space, self._node_of
        pending = [formula]
        while pending:
            current = pending[-1]
            if current in nodes:
                pending.pop()
                continue
            parts = self._separable_parts(current)
            missing = [part for part in parts if part not in nodes]
            if missing:
                pending.append(max(missing, key=lambda part: (space.height[part], -part)))
            elif parts:
                nodes[current] = self._diagrams.join_nodes(space.kinds[current] == BOTH, [nodes[part] for part in parts])
            else:
                nodes[current] = self._decision_node(current)
        return nodes[formula]

    def _depends_on_variables(self, formula: Formula) -> bool:
        return self.space.support[formula] & self.variables != 0

    def _separable_parts(self, formula: Formula) -> list[Formula]:
        """Return the parts of a formula that is decomposed; none for one that is decided as a whole."""
        space = self.space
        if space.kinds[formula] not in (BOTH, EITHER) or not (self.deep or self._depends_on_variables(formula)):
            return []
        parts = list(space.parts[formula])
        if self.deep:
            return parts
        dependent, independent = (
            [part for part in parts if self._depends_on_variables(part)],
            [part for part in parts if not self._depends_on_variables(part)],
        )
        join = space.conjunction if space.kinds[formula] == BOTH else space.disjunction
        return [*dependent, join(*independent)] if independent else dependent

    def _decision_node(self, formula: Formula) -> int:
        space = self.space
        if space.kinds[formula] == LITERAL and (self.deep or self._depends_on_variables(formula)):
            variable, mask = space.parts[formula]
            leads = [YES if mask & group else NO for group in self._ways[variable]]
            return self._diagrams.intern_node(self._level_of((variable, FALSE)), tuple(leads))
        opposite = space.negate(formula)
        if (-1, opposite) in self._levels:
            return self._diagrams.intern_node(self._levels[-1, opposite], (YES, NO))
        return self._diagrams.intern_node(self._level_of((-1, formula)), (NO, YES))

    def _level_of(self, decision: Decided) -> int:
        level = self._levels.get(decision)
        if level is None:
            level = self._levels[decision] = len(self._decided)
            self._decided.append(decision)
        return level

    # ---- to formulas ----------------------------------------------------------------------------------------------------------------

    def _quantify_node(self, node: int) -> int:
        """Eliminate the variables from a diagram: at their nodes the children are joined by disjunction."""
        result = self._quantified.get(node)
        if result is None:
            level, leads = self._diagrams.nodes[node]
            quantified = [self._quantify_node(child) for child in leads]
            variable, _ = self._decided[level]
            forgotten = variable >= 0 and self.variables >> variable & 1
            result = self._diagrams.join_nodes(False, quantified) if forgotten else self._diagrams.intern_node(level, tuple(quantified))
            self._quantified[node] = result
        return result

    def _formula_of_node(self, node: int) -> Formula:
        """Return the formula of a diagram. The literal is omitted for a child that implies all others."""
        formula = self._formula_of.get(node)
        if formula is None:
            level, leads = self._diagrams.nodes[node]
            alternatives = [
                self._formula_of_node(lead)
                if all(self._diagrams.implies(lead, other) for other in leads)
                else self.space.conjunction(self._branch_condition(level, leads, lead), self._formula_of_node(lead))
                for lead in dict.fromkeys(leads)
            ]
            formula = self._formula_of[node] = self.space.disjunction(*alternatives)
        return formula

    def _branch_condition(self, level: int, leads: Sequence[int], lead: int) -> Formula:
        """Return the condition under which the decision of a level leads to a node."""
        variable, formula = self._decided[level]
        if variable < 0:
            return formula if leads[1] == lead else self.space.negate(formula)
        masks = [group for group, child in zip(self._ways[variable], leads, strict=True) if child == lead]
        return self.space.literal(variable, sum(masks))


class _Diagrams:
    """Interned nodes of decision diagrams: each decides one level; levels grow from the top down."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, tuple[int, ...]]] = [(1 << 40, ()), (1 << 40, ())]
        """The level of each node, and its child for each value class."""
        self._interned: dict[tuple[int, tuple[int, ...]], int] = {}
        self._pairs: dict[tuple[bool, int, int], int] = {}

    def intern_node(self, level: int, leads: tuple[int, ...]) -> int:
        """Return the node with this level and these children. Raises `TooLarge`."""
        if all(child == leads[0] for child in leads):
            return leads[0]
        key = (level, leads)
        node = self._interned.get(key)
        if node is None:
            if len(self.nodes) > MAX_DIAGRAM_NODES:
                raise TooLarge(f"more than {MAX_DIAGRAM_NODES} nodes")
            node = self._interned[key] = len(self.nodes)
            self.nodes.append(key)
        return node

    def join_nodes(self, is_conjunction: bool, nodes: Iterable[int]) -> int:
        """Return the diagram of the conjunction, or the disjunction, of some nodes."""
        result = YES if is_conjunction else NO
        for node in nodes:
            result = self._combine_nodes(is_conjunction, result, node)
        return result

    def _combine_nodes(self, is_conjunction: bool, lhs: int, rhs: int) -> int:
        neutral, zero = (YES, NO) if is_conjunction else (NO, YES)
        if zero in (lhs, rhs):
            return zero
        if lhs == rhs or rhs == neutral:
            return lhs
        if lhs == neutral:
            return rhs
        key = (is_conjunction, min(lhs, rhs), max(lhs, rhs))
        node = self._pairs.get(key)
        if node is None:
            (lhs_level, lhs_children), (rhs_level, rhs_children) = self.nodes[lhs], self.nodes[rhs]
            if lhs_level > rhs_level:
                node = self.intern_node(rhs_level, tuple([self._combine_nodes(is_conjunction, lhs, lead) for lead in rhs_children]))
            elif lhs_level < rhs_level:
                node = self.intern_node(lhs_level, tuple([self._combine_nodes(is_conjunction, lead, rhs) for lead in lhs_children]))
            else:
                node = self.intern_node(
                    lhs_level,
                    tuple(
                        [
                            self._combine_nodes(is_conjunction, lhs_child, rhs_child)
                            for lhs_child, rhs_child in zip(lhs_children, rhs_children, strict=True)
                        ]
                    ),
                )
            self._pairs[key] = node
        return node

    def implies(self, premise: int, conclusion: int) -> bool:
        """Return True if one diagram implies the other."""
        return self._combine_nodes(True, premise, conclusion) == premise
