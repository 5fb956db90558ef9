"""Solving with z3, for formulas on which the box search gives up. z3 is imported on first use.

Arithmetic is slow, and rarely needed. So a formula is first abstracted, with comparisons as free propositions: if that is unsatisfiable,
so is the formula. Otherwise the few comparisons that support the model are defined in bits, and z3 solves again. Comparisons that
bits cannot express (unbounded numbers, products of unknowns) are solved separately at the end; if that fails, the whole formula is
solved with its arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulewright.base.limits import MAX_Z3_STEPS
from rulewright.engines.solver.formula.space import HARD, TRUE, Formula, PointTruths, Space
from rulewright.engines.solver.search.smt_bits import Bits
from rulewright.engines.solver.search.smt_numbers import Arithmetic

CONSTANT = re.compile(r"\(define-fun (\w+) \(\) (?:Bool|\(_ BitVec \d+\))\s+(true|false|#x[0-9a-f]+|#b[01]+)\)")
"""A constant in the text of a model in bits: ten times faster than reading constants one by one."""


class Z3Unknown(Exception):
    """z3 gives up."""


class Points:
    """An incremental z3 solver for the formulas of one space: definitions are shared by all questions.

    Deterministic: the same questions in the same order, the same points.
    """

    def __init__(self, space: Space) -> None:
        import z3

        self.space = space
        self._context = z3.Context()
        self._text = Bits(space)
        self._parser = z3.ParserContext(self._context)
        self._assertions: list[Any] = []

    def find_point(self, formula: Formula, fixed: Mapping[int, int], steps: int = MAX_Z3_STEPS) -> dict[int, int] | str | None:
        """Return a point (indexes of values, numbers of wide variables) where a formula holds; None if there is none; a reason if unknown.

        Variables that are neither in the formula nor fixed are left out. `steps` is the limit for z3.
        """
        try:
            within_bits = self._solve_in_bits(formula, fixed, steps)
            if within_bits is None:
                return None
            assignment, remaining = within_bits
            numbers = self._solve_in_numbers(remaining, fixed, steps) if remaining != TRUE else {}
            if numbers is None:
                assignment, numbers = {}, self._solve_in_numbers(formula, fixed, steps)
            return None if numbers is None else assignment | numbers
        except Z3Unknown as refusal:
            return _explain_refusal(str(refusal), steps)

    def _solve_in_bits(self, formula: Formula, fixed: Mapping[int, int], steps: int) -> tuple[dict[int, int], Formula] | None:
        """Return a point, and the remaining condition: comparisons that bits cannot express, and all leaves that share their variables.

        None if there is no such point, whatever the truths of these comparisons. Raises `Z3Unknown`.
        """
        space, text = self.space, self._text
        finite = {variable: mask for variable, mask in fixed.items() if space.values[variable] is not None}
        query_lines = [
            f"(assert {text.formula(asserted)})" for asserted in (formula, *(space.literal(*asserted) for asserted in finite.items()))
        ]
        text.order_bounds()
        first = {variable: int(space.default_index(variable)) for variable in space.variables_of(formula) | finite.keys()}
        solver = _new_solver(self._context, steps, "QF_FD")
        solver.add(self._assertions)
        assertions = [*self._take_new_assertions(), *self._parser.from_string("\n".join(query_lines))]
        while True:
            model = _check_model(solver, assertions)
            if model is None:
                return None
            values = {name: _parse_bits(value) for name, value in CONSTANT.findall(model.sexpr())}
            assignment = {variable: values.get(f"v{variable}", index) for variable, index in first.items()}
            truths = {atom: bool(values.get(name, False)) is holds for atom, (name, holds) in text.propositions.items()}
            needed = space.supporting_leaves(formula, PointTruths(space, assignment, truths))
            remaining = []
            for leaf in needed:
                if space.kinds[leaf] == HARD:
                    atom = space.atoms[space.parts[leaf][0]]
                    name, _ = text.propositions[atom]
                    if name not in text.expressible:
                        text.define_proposition(atom)
                    if not text.expressible[name]:
                        remaining.append(leaf)
            if not text.lines:
                return assignment, space.conjunction(*_connected_leaves(space, needed, remaining))
            assertions = self._take_new_assertions()

    def _take_new_assertions(self) -> list[Any]:
        """Return the assertions of the text that are new since the last call; they hold for all later questions."""
        assertions = list(self._parser.from_string("\n".join(self._text.lines)))
        self._text.lines.clear()
        self._assertions += assertions
        return assertions

    def _solve_in_numbers(self, formula: Formula, fixed: Mapping[int, int], steps: int) -> dict[int, int] | None:
        """Return a point, with full arithmetic; None if there is none. Raises `Z3Unknown`."""
        import z3

        text = Arithmetic(self.space)
        text.add_assertion(formula, {variable: mask for variable, mask in fixed.items() if self.space.support[formula] >> variable & 1})
        context = z3.Context()
        model = _check_model(_new_solver(context, steps), z3.ParserContext(context).from_string("\n".join(text.lines)))
        if model is None:
            return None
        values = {declaration.name(): _plain_integer(model[declaration], z3) for declaration in model.decls() if declaration.arity() == 0}
        return {variable: values.get(f"v{variable}", int(self.space.default_index(variable))) for variable in text.variables}


def _explain_refusal(why: str, steps: int) -> str:
    """Return a message for z3's reason of giving up: it counts steps as a resource, and reports `canceled` when they are exhausted."""
    if any(word in why for word in ("canceled", "resource", "timeout")):
        return f"not decided within {steps:,} steps of z3: `--budget N` allows more"
    return "not decided: z3 gives up on the arithmetic in it, products or quotients of amounts that are not known"


def _connected_leaves(space: Space, leaves: list[Formula], seeds: list[Formula]) -> list[Formula]:
    """Return the leaves connected with one of `seeds` through shared variables."""
    support, previous = space.joint_support(seeds), -1
    while support != previous:
        previous = support
        for leaf in leaves:
            if space.support[leaf] & support:
                support |= space.support[leaf]
    return [leaf for leaf in leaves if space.support[leaf] & support]


def _new_solver(context: Any, steps: int, logic: str = "") -> Any:
    """Return a z3 solver with a limit of steps, for a logic of SMT-LIB, or for any."""
    import z3

    solver = z3.SolverFor(logic, ctx=context) if logic else z3.Solver(ctx=context)
    solver.set("rlimit", steps)
    return solver


def _check_model(solver: Any, assertions: Any) -> Any:
    """Return a model of assertions; None if there is none. Raises `Z3Unknown`."""
    import z3

    solver.add(assertions)
    answer = solver.check()
    if answer == z3.unknown:
        raise Z3Unknown(solver.reason_unknown())
    return None if answer == z3.unsat else solver.model()


def _parse_bits(value: str) -> int:
    """Parse a value in bits: `true`, `#x1f`, `#b101`."""
    if value in ("true", "false"):
        return int(value == "true")
    return int(value[2:], 16 if value[1] == "x" else 2)


def _plain_integer(value: Any, z3: Any) -> int:
    return int(z3.is_true(value)) if z3.is_bool(value) else int(value.as_long())
