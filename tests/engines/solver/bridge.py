"""The formulas of the encoder as bits of all situations, so that the two can be held equal."""

from __future__ import annotations

from typing import Any

from engines.solver.reach import Field, Instance
from engines.solver.situations import Bits
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.world import ArgumentVariable, FactVariable, SwitchVariable, ThingVariable
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, LITERAL, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import RangeMark, Sign, Truth
from rulewright.semantics.types import Thing


class Bridge:
    """Reads the formulas of one instance of a question in the situations of its field."""

    def __init__(self, encoder: Encoder, field: Field, instance: Instance) -> None:
        self.space = encoder.space
        self.field = field
        self.all = field.truth.situations.all
        self.names: dict[Any, str] = {}
        self.arguments: dict[Any, Any] = {}
        self._bits: dict[Formula, Bits] = {FALSE: 0, TRUE: self.all}
        self._name_things(encoder, instance)

    def _name_things(self, encoder: Encoder, instance: Instance) -> None:
        """The encoder's things are numbered by kind, the arguments first; so are those of the field."""
        for kind, things in encoder.world.things.items():
            self.names.update(zip(things, self.field.truth.things.get(kind, {}), strict=False))
        theirs = {ours: name for name, ours in self.names.items()}
        used: dict[Any, int] = {}
        for param, arg in zip(encoder.core.questions[self.field.question].params, instance.args, strict=True):
            key = param.type.record if isinstance(param.type, Thing) else str(param.type)
            self.arguments[(param.type, used.get(key, 0))] = theirs[arg] if isinstance(param.type, Thing) else arg
            used[key] = used.get(key, 0) + 1

    def plain(self, value: Any) -> Any:
        """A thing under its name in the field; any other value as it is."""
        return self.names.get(value, value) if isinstance(value, str) else value

    def bits(self, formula: Formula) -> Bits:
        """Where a formula holds."""
        for one in self.space.subformulas(formula):
            if one in self._bits:
                continue
            kind, parts = self.space.kinds[one], self.space.parts[one]
            assert kind in (LITERAL, BOTH, EITHER), "so few values need no arithmetic"
            if kind == LITERAL:
                found = self.literal(*parts)
            else:
                found = self.all if kind == BOTH else 0
                for part in parts:
                    found = found & self._bits[part] if kind == BOTH else found | self._bits[part]
            self._bits[one] = found
        return self._bits[formula]

    def literal(self, variable: int, mask: int) -> Bits:
        values = self.space.values[variable] or ()
        allowed = [value for index, value in enumerate(values) if mask >> index & 1]
        match self.space.keys[variable]:
            case FactVariable(fact=fact, args=args):
                key: Any = ("fact", fact, tuple(self.plain(arg) for arg in args))
            case ThingVariable(thing=thing, kind=kind):
                there = self.field.truth.things[kind][self.names[thing]]
                return (there if True in allowed else 0) | (self.all & ~there if False in allowed else 0)
            case ArgumentVariable(type=kind_of, number=number):
                return self.all if self.arguments[(kind_of, number)] in allowed else 0
            case SwitchVariable(what="scenario"):
                key = ("scenario",)
            case SwitchVariable(what=what, name=name):
                key = (what, name)
            case RangeMark():  # a result out of range counts as a conflict here
                return self.all if True in allowed else 0
            case other:
                raise AssertionError(f"what is {other}?")
        found = 0
        for value in allowed:
            found |= self.field.truth.situations.spreads[key].of(self.plain(value))
        return found

    def values(self, sign: Sign, wanted: list[Any]) -> tuple[dict[Any, Bits], Bits]:
        """Where a value or truth is what (numbers that hang on variables are compared with those wanted), and where it is a conflict."""
        cases: list[tuple[Formula, Any]] = [(sign.yes, True), (sign.no, False)] if isinstance(sign, Truth) else list(sign.cases)
        found: dict[Any, Bits] = {}
        defined = 0
        for where, leaf in cases:
            bits = self.bits(where)
            defined |= bits
            if isinstance(leaf, numbers.Linear | numbers.Expression):
                for value in wanted:
                    equal = self.bits(numbers.compare(self.space, "=", leaf, value)) & bits
                    found[value] = found.get(value, 0) | equal
                    bits &= ~equal
                found["something else"] = found.get("something else", 0) | bits
            else:
                found[self.plain(leaf)] = found.get(self.plain(leaf), 0) | bits
        return found, self.bits(sign.conflict) & ~defined
