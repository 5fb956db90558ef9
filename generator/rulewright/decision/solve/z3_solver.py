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

from rulewright.decision.formula.space import HARD, TRUE, Formula, Space
from rulewright.decision.solve.smt import Text
from rulewright.decision.solve.smt_bits import Bits
from rulewright.decision.solve.smt_numbers import Arithmetic

RLIMIT = 10_000_000
"""Steps of z3 for one question (a second or so): steps, not time, so that every machine gives the same answer."""
CONSTANT = re.compile(r"\(define-fun (\w+) \(\) (?:Bool|\(_ BitVec \d+\))\s+(true|false|#x[0-9a-f]+|#b[01]+)\)")
"""A constant in the text of a model in bits: a tenth of the time that asking for one after another takes."""


class NotKnown(Exception):
    """z3 gives up."""


def point(space: Space, formula: Formula, fixed: Mapping[int, int]) -> dict[int, int] | str | None:
    """A point (index of each variable's value, number of each wide one) where a formula holds; None if there is none; why, if not known.

    Variables that are neither in the formula nor fixed are left out. Every question has a context of its own: the answer does not depend on
    what was asked before.
    """
    import z3

    context = z3.Context()
    try:
        in_bits = _in_bits(space, formula, fixed, context)
        if in_bits is None:
            return None
        found, rest = in_bits
        numbers = _in_numbers(space, rest, fixed, context) if rest != TRUE else {}
        if numbers is None:
            found, numbers = {}, _in_numbers(space, formula, fixed, context)
        return None if numbers is None else found | numbers
    except NotKnown as why:
        return f"z3 does not know: {why}"


def _in_bits(space: Space, formula: Formula, fixed: Mapping[int, int], context: Any) -> tuple[dict[int, int], Formula] | None:
    """A point, and what else has to hold for it to be one: comparisons that bits cannot express, and all that shares their variables.

    None if there is no such point, whatever these comparisons say. Raises `NotKnown`.
    """
    text = Bits(space)
    text.asserted(formula, fixed)
    asked = Z3(context, "QF_FD")
    first = {variable: int(space.first(variable)) for variable in space.variables_of(formula)}
    while True:
        model = asked.model(text)
        if model is None:
            return None
        found = first | _indices(text, model)
        truths = {atom: bool(model.get(name, False)) is holds for atom, (name, holds) in text.propositions.items()}
        needed = space.needed(formula, space.evaluated(formula, found, truths))
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


def _in_numbers(space: Space, formula: Formula, fixed: Mapping[int, int], context: Any) -> dict[int, int] | None:
    """A point, with all of arithmetic; None if there is none. Raises `NotKnown`."""
    text = Arithmetic(space)
    text.asserted(formula, {variable: mask for variable, mask in fixed.items() if space.support[formula] >> variable & 1})
    model = Z3(context).model(text)
    return None if model is None else _indices(text, model)


def _indices(text: Text, model: Mapping[str, int]) -> dict[int, int]:
    return {variable: model.get(f"v{variable}", int(text.space.first(variable))) for variable in text.variables}


class Z3:
    """A solver of z3, for a logic of SMT-LIB, or for any."""

    def __init__(self, context: Any, logic: str = "") -> None:
        import z3

        self.z3 = z3
        self.in_bits = bool(logic)
        self.parser = z3.ParserContext(context)
        self.solver = z3.SolverFor(logic, ctx=context) if logic else z3.Solver(ctx=context)
        self.solver.set("rlimit", RLIMIT)

    def model(self, text: Text) -> dict[str, int] | None:
        """What each constant is where all lines of the text hold, and what was asked before; None if they cannot. Raises `NotKnown`.

        The lines are gone from the text then.
        """
        z3 = self.z3
        self.solver.add(self.parser.from_string("\n".join(text.lines)))
        text.lines.clear()
        answer = self.solver.check()
        if answer == z3.unknown:
            raise NotKnown(self.solver.reason_unknown())
        if answer == z3.unsat:
            return None
        model = self.solver.model()
        if self.in_bits:
            return {name: _in_bits_of(value) for name, value in CONSTANT.findall(model.sexpr())}
        return {one.name(): _plain(model[one], z3) for one in model.decls() if one.arity() == 0}


def _in_bits_of(value: str) -> int:
    """A value in bits: `true`, `#x1f`, `#b101`."""
    if value in ("true", "false"):
        return int(value == "true")
    return int(value[2:], 16 if value[1] == "x" else 2)


def _plain(value: Any, z3: Any) -> int:
    return int(z3.is_true(value)) if z3.is_bool(value) else int(value.as_long())
