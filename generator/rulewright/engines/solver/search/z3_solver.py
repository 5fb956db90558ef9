"""The same formulas given to z3: what the box search gives up on. z3 is imported when it is first asked.

Arithmetic is slow, and rarely needed. So a formula is given first with every comparison as a proposition of which nothing is
known: if it cannot hold even so, it cannot hold. If it can, the few comparisons that make it hold are written in bits, and z3 is asked
again. What bits cannot express (numbers without an end, products of unknowns) is worked out by itself at the end; if that fails, the
whole formula is put with its arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulewright.base.limits import Z3_STEPS
from rulewright.engines.solver.formula.space import HARD, TRUE, Formula, Holding, Space
from rulewright.engines.solver.search.smt_bits import Bits
from rulewright.engines.solver.search.smt_numbers import Arithmetic

CONSTANT = re.compile(r"\(define-fun (\w+) \(\) (?:Bool|\(_ BitVec \d+\))\s+(true|false|#x[0-9a-f]+|#b[01]+)\)")
"""A constant in the text of a model in bits: a tenth of the time that asking for one after another takes."""


class NotKnown(Exception):
    """z3 gives up."""


class Points:
    """Points where formulas of one space hold, one question after another: what was written for one is not written again.

    The same questions in the same order, the same points.
    """

    def __init__(self, space: Space) -> None:
        import z3

        self.space = space
        self._context = z3.Context()
        self._text = Bits(space)
        self._parser = z3.ParserContext(self._context)
        self._said: list[Any] = []

    def point(self, formula: Formula, fixed: Mapping[int, int], steps: int = Z3_STEPS) -> dict[int, int] | str | None:
        """A point (index of each variable's value, number of each wide one) where a formula holds; None if none; why, if not known.

        Variables that are neither in the formula nor fixed are left out. `steps` is how many z3 may take.
        """
        try:
            within_bits = self._within_bits(formula, fixed, steps)
            if within_bits is None:
                return None
            found, rest = within_bits
            numbers = self._in_numbers(rest, fixed, steps) if rest != TRUE else {}
            if numbers is None:
                found, numbers = {}, self._in_numbers(formula, fixed, steps)
            return None if numbers is None else found | numbers
        except NotKnown as why:
            return _in_words(str(why), steps)

    def _within_bits(self, formula: Formula, fixed: Mapping[int, int], steps: int) -> tuple[dict[int, int], Formula] | None:
        """A point, and what else has to hold for it to be one: comparisons that bits cannot express, and all that shares their variables.

        None if there is no such point, whatever these comparisons say. Raises `NotKnown`.
        """
        space, text = self.space, self._text
        listed = {variable: mask for variable, mask in fixed.items() if space.values[variable] is not None}
        asked = [f"(assert {text.formula(one)})" for one in (formula, *(space.literal(*one) for one in listed.items()))]
        text.order_bounds()
        first = {variable: int(space.first(variable)) for variable in space.variables_of(formula) | listed.keys()}
        solver = _new_solver(self._context, steps, "QF_FD")
        solver.add(self._said)
        assertions = [*self._newly_said(), *self._parser.from_string("\n".join(asked))]
        while True:
            model = _checked(solver, assertions)
            if model is None:
                return None
            values = {name: _in_bits_of(value) for name, value in CONSTANT.findall(model.sexpr())}
            found = {variable: values.get(f"v{variable}", index) for variable, index in first.items()}
            truths = {atom: bool(values.get(name, False)) is holds for atom, (name, holds) in text.propositions.items()}
            needed = space.needed(formula, Holding(space, found, truths))
            rest = []
            for leaf in needed:
                if space.kind[leaf] == HARD:
                    atom = space.atoms[space.parts[leaf][0]]
                    name, _ = text.propositions[atom]
                    if name not in text.seen:
                        text.tell(atom)
                    if not text.seen[name]:
                        rest.append(leaf)
            if not text.lines:
                return found, space.both(*_together(space, needed, rest))
            assertions = self._newly_said()

    def _newly_said(self) -> list[Any]:
        """What the text says that no question has been given: it holds for all that come."""
        said = list(self._parser.from_string("\n".join(self._text.lines)))
        self._text.lines.clear()
        self._said += said
        return said

    def _in_numbers(self, formula: Formula, fixed: Mapping[int, int], steps: int) -> dict[int, int] | None:
        """A point, with all of arithmetic; None if there is none. Raises `NotKnown`."""
        import z3

        text = Arithmetic(self.space)
        text.asserted(formula, {variable: mask for variable, mask in fixed.items() if self.space.support[formula] >> variable & 1})
        context = z3.Context()
        model = _checked(_new_solver(context, steps), z3.ParserContext(context).from_string("\n".join(text.lines)))
        if model is None:
            return None
        values = {one.name(): _plain(model[one], z3) for one in model.decls() if one.arity() == 0}
        return {variable: values.get(f"v{variable}", int(self.space.first(variable))) for variable in text.variables}


def _in_words(why: str, steps: int) -> str:
    """Why z3 gives up, for people: it counts steps as a resource, and says `canceled` where they are spent."""
    if any(word in why for word in ("canceled", "resource", "timeout")):
        return f"not decided within {steps:,} steps of z3: `--budget N` allows more"
    return "not decided: z3 gives up on the arithmetic in it, products or quotients of amounts that are not known"


def _together(space: Space, leaves: list[Formula], some: list[Formula]) -> list[Formula]:
    """Of the leaves those that share a variable with one of `some`, or with one that does, and so on."""
    about, before = 0, -1
    for leaf in some:
        about |= space.support[leaf]
    while about != before:
        before = about
        for leaf in leaves:
            if space.support[leaf] & about:
                about |= space.support[leaf]
    return [leaf for leaf in leaves if space.support[leaf] & about]


def _new_solver(context: Any, steps: int, logic: str = "") -> Any:
    """A solver of z3 that may take so many steps, for a logic of SMT-LIB, or for any."""
    import z3

    solver = z3.SolverFor(logic, ctx=context) if logic else z3.Solver(ctx=context)
    solver.set("rlimit", steps)
    return solver


def _checked(solver: Any, assertions: Any) -> Any:
    """A model of some assertions; None if there is none. Raises `NotKnown`."""
    import z3

    solver.add(assertions)
    answer = solver.check()
    if answer == z3.unknown:
        raise NotKnown(solver.reason_unknown())
    return None if answer == z3.unsat else solver.model()


def _in_bits_of(value: str) -> int:
    """A value in bits: `true`, `#x1f`, `#b101`."""
    if value in ("true", "false"):
        return int(value == "true")
    return int(value[2:], 16 if value[1] == "x" else 2)


def _plain(value: Any, z3: Any) -> int:
    return int(z3.is_true(value)) if z3.is_bool(value) else int(value.as_long())
