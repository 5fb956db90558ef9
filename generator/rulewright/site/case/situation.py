"""Situations that the decision procedure found, in the phrases of the book: a small table of facts, or a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rulewright.analysis.verdicts.findings import Witness
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import Html, el
from rulewright.site.wording.phrases import Scope, tidy
from rulewright.site.wording.words import as_choice, capital, is_or_are, listed, worded
from rulewright.syntax import nodes
from rulewright.syntax.simple_questions import read_simple

_NUMBER = re.compile(r"(-?)(\d+(?:/\d+|\.\d+)?)(?: ([^\W\d]\w*))?")
_CALL = re.compile(r"(\w+)\((.*)\)", re.DOTALL)
_YES_NO = ("yes", "no")


def case_of(witness: Mapping[str, Any]) -> Witness:
    """The situation in the witness of a finding."""
    pairs = {name: tuple(dict(witness.get(name) or {}).items()) for name in ("world", "facts", "readings")}
    return Witness(
        str(witness.get("question") or ""),
        pairs["world"],
        pairs["facts"],
        tuple(witness.get("options") or ()),
        witness.get("scenario"),
        witness.get("game"),
        pairs["readings"],
    )


class Situation:
    """One situation of a book. A thing is called by its kind, and by its name too where several are of that kind."""

    def __init__(self, of: BookOfSite, case: Witness) -> None:
        self._of = of
        self.case = case
        kinds = dict(case.world)
        counted = list(kinds.values())
        self._scope = Scope(kinds, frozenset(kind for kind in counted if counted.count(kind) > 1))

    def question(self) -> str:
        """`the movement allowance of the unit`, `whether the unit draws forage at the town`."""
        expr = self._expr(self.case.question)
        said = tidy(self._of.sentences.expr(expr, self._scope))
        name = expr.name if isinstance(expr, nodes.Call) else ""
        return f"whether {said}" if self._of.sentences.is_statement(name) else said

    def value(self, text: str) -> str:
        """An answer to the question, as people call it."""
        return self._value(text, self._expr(self.case.question))

    def table(self) -> Html:
        """Everything that is given, a line each; a note where nothing need be given."""
        rows = [el("tr", el("th", capital(name), scope="row"), el("td", value)) for name, value in self._lines()]
        if not rows:
            return el("p", "Whatever the other facts are.", cls="rw-small")
        return el("table", el("tbody", *rows), cls="rw-situation")

    def clause(self, most: int | None = None) -> str:
        """The same in one line, without capital; empty where nothing is given. After `most` facts the others are counted."""
        said = [self._fact(name, value) for name, value in self.case.facts]
        rest = len(said) - most if most is not None else 0
        if rest > 1:
            said = [*said[:most], f"{rest} facts more"]
        return listed([*said, *(f"{name} {value}" for name, value in self._switched())], "and")

    def _lines(self) -> Iterator[tuple[str, str]]:
        for name, value in self.case.facts:
            expr = self._expr(name)
            yield tidy(self._of.sentences.expr(expr, self._scope)), self._value(value, expr)
        yield from self._switched()
        named = {word for name, value in self.case.facts for word in re.findall(r"\w+", f"{name} {value}")}
        others = [self._scope.named(thing) or thing for thing in dict(self.case.world) if thing not in named | self._asked]
        if others:
            yield "there is also", listed(others, "and")

    @property
    def _asked(self) -> set[str]:
        return set(re.findall(r"\w+", self.case.question))

    def _switched(self) -> Iterator[tuple[str, str]]:
        """Options, scenario, game and readings."""
        for option in self.case.options:
            yield "with the option", worded(option)
        if self.case.scenario is not None:
            yield "in the scenario", self._of.number(self.case.scenario)
        if self.case.game is not None:
            yield "in the game", self._of.game_title(self.case.game)
        for reading, choice in self.case.readings:
            yield f"with the reading {self._reading(reading)}", as_choice(choice)

    def _reading(self, name: str) -> str:
        found = self._of.view.readings.get(name)
        return f"“{found.title}”" if found is not None and found.title else worded(name)

    def _fact(self, name: str, value: str) -> str:
        """`the arm of the unit is cavalry`, `the unit is not in reserve`."""
        expr = self._expr(name)
        if value in _YES_NO:
            words = self._of.sentences.expr if value == "yes" else self._of.sentences.negated_expr
            return tidy(words(expr, self._scope))
        left = tidy(self._of.sentences.expr(expr, self._scope))
        return f"{left} {is_or_are(left)} {self._value(value, expr)}"

    def _value(self, text: str, of: nodes.Expr) -> str:
        """A value of the language in words: `3 movement points`, `horse artillery`, `unit v`."""
        number = _NUMBER.fullmatch(text)
        if number is not None:
            return number[1] + self._of.sentences.number(Fraction(number[2]), number[3], decimal="." in number[2])
        return self._of.sentences.compared_with(nodes.Call(text), of, self._scope)

    def _expr(self, text: str) -> nodes.Expr:
        """A question or the name of a fact: a name, a field, or a call whose arguments are names, numbers or texts."""
        found = read_simple(text)
        if found is not None:
            return found
        call = _CALL.fullmatch(text)
        if call is None:
            return nodes.Quoted(text)
        return nodes.Call(call[1], tuple(read_simple(one) or nodes.Quoted(one) for one in call[2].split(", ")))
