"""The situations of findings: each is possible, and shows what it is told for under every completion that is.

`drawn` says how many books.
"""

from __future__ import annotations

from typing import Any

from drawn import BOOKS
from engines.solver.oracle import Judge
from engines.solver.reach import Instance
from engines.solver.situations import Bits, TooMany, first_bit
from engines.solver.some_books import some_books
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import Finding, Witness
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.query_inputs import read_value
from rulewright.semantics.types import Numeric

SHOWN = {"contradiction", "option-clash", "overlap", "gap", "out-of-range"}


class Shown:
    """The situation of a finding among all situations of its question."""

    def __init__(self, judge: Judge, finding: Finding, core: Core) -> None:
        assert finding.situation is not None
        self.core = core
        self.judge = judge
        self.finding = finding
        self.case: Witness = finding.situation
        self.spreads = judge.truth.situations.spreads
        self.names: dict[str, str] = {}
        self.instance = self._instance()

    def _instance(self) -> Instance:
        """The instance that is asked; notes what its things are called here."""
        _, texts = parted(self.case.question)
        kinds = dict(self.case.world)
        args = tuple(self._value(text) for text in texts)
        for instance in self.judge.field.instances:
            if all(one == other or text in kinds for one, other, text in zip(args, instance.args, texts, strict=True)):
                self.names = {text: arg for text, arg in zip(texts, instance.args, strict=True) if text in kinds}
                break
        else:
            raise AssertionError(f"no instance {self.case.question}")
        for kind, things in self.judge.truth.things.items():
            more = iter(name for name in things if name not in instance.args)
            self.names.update({name: next(more) for name, record in self.case.world if record == kind and name not in self.names})
        return instance

    def _value(self, text: str) -> Any:
        plain = {"yes": True, "no": False, "none": None}
        return plain[text] if text in plain else int(text) if text.isdigit() else self.names.get(text, text)

    def _given(self, name: str, text: str) -> Any:
        """The value of a fact; an amount or a date is read as it is given."""
        kind = self.core.facts[name].type
        return int(read_value(self.core, kind, text, name)) if isinstance(kind, Numeric) else self._value(text)

    def switches(self) -> Bits:
        """Where things and switches are as told: what is not told is off; a reading that is not told is taken in every way."""
        found = self.judge.possible
        for key, spread in self.spreads.items():
            match key:
                case ("further", kind):
                    named = [name for name, record in self.case.world if record == kind]
                    found &= spread.of(len(named) - sum(1 for arg in self.instance.args if arg in self.judge.truth.things[kind]))
                case ("option", name):
                    found &= spread.of(name in self.case.options)
                case ("scenario",):
                    found &= spread.of(self.case.scenario)
                case ("reading", name):
                    chosen = dict(self.case.readings).get(name)
                    found &= spread.of(chosen) if chosen is not None else found
                case _:
                    pass  # facts are given, not switched
        return found

    def fact(self, name: str, text: str) -> Bits:
        name, things = parted(name)
        if any(thing not in self.names for thing in things):
            return self.judge.possible  # of a thing that does not bear on the question
        args = tuple(self.names[thing] for thing in things)
        orders = [args, args[::-1]] if self.judge.truth.program.facts[name].symmetric else [args]
        value = self._given(name, text)
        found = [self.spreads["fact", name, one].of(value) for one in orders if ("fact", name, one) in self.spreads]
        return found[0] if found else self.judge.possible

    def left(self) -> Bits:
        """The situations as told in which the finding is not to be seen."""
        found = self.switches()
        for name, text in self.case.facts:
            found &= self.fact(name, text)
        assert found, f"no such situation: {self.finding}"
        return found & ~self.judge.shown(self.finding.kind.value, self.finding.rules, self.instance)


def parted(text: str) -> tuple[str, list[str]]:
    """The name of a fact or question and what it is of: `near(u, v)`, `u.flag`."""
    if "." in text:
        thing, _, field = text.partition(".")
        return f"unit.{field}", [thing]
    name, _, inside = text.removesuffix(")").partition("(")
    return name, inside.split(", ") if inside else []


def of_one_thing_twice(finding: Finding) -> bool:
    """Whether a situation has one thing for two arguments: where all is gone through, there is another of its kind at least."""
    assert finding.situation is not None
    things = [text for text in parted(finding.situation.question)[1] if text in dict(finding.situation.world)]
    return len(things) > len(set(things))


def test_situations_show_what_they_are_told_for() -> None:
    looked_at = 0
    for book in some_books(BOOKS // 4, first=400_000):
        judges: dict[str, Judge] = {}
        core = lower(book.program)
        for finding in decide(core).findings:
            if finding.kind.value not in SHOWN or of_one_thing_twice(finding):
                continue
            try:
                judge = judges.setdefault(finding.question, Judge(book.program, finding.question))
                shown = Shown(judge, finding, core)
                left = shown.left()
            except TooMany:
                continue
            assert not left, f"book {book.seed}: {finding}\nnot seen in {judge.truth.situations.at(first_bit(left))}\n{book.text}"
            looked_at += 1
    assert looked_at >= BOOKS // 2
