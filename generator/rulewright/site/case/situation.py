"""Situations that the decision procedure found, in the phrases of the book: a small table of facts, or a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rulewright.analysis.verdicts.findings import Witness
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import Html
from rulewright.site.wording.slots import Scope, drop_stray_commas
from rulewright.site.wording.words import as_choice, capitalize, drop_repeated_noun, is_or_are, join_words, spell_out
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

    def __init__(self, site_book: BookOfSite, case: Witness) -> None:
        self._of = site_book
        self.case = case
        kinds = dict(case.world)
        counted = list(kinds.values())
        self._scope = Scope(kinds, frozenset(kind for kind in counted if counted.count(kind) > 1))

    def question_text(self) -> str:
        """`the movement allowance of the unit`, `whether the unit draws forage at the town`."""
        expr = self._read_expr(self.case.question)
        sentence = drop_stray_commas(self._of.sentences.phrase_of(expr, self._scope))
        name = expr.name if isinstance(expr, nodes.Call) else ""
        return f"whether {sentence}" if self._of.sentences.is_statement(name) else sentence

    def value_text(self, text: str) -> str:
        """An answer to the question, as people call it."""
        return self._value_phrase(text, self._read_expr(self.case.question))

    def facts_table(self) -> Html:
        """Everything that is given, a line each; a note where nothing need be given."""
        return self._of.templates.render_html(
            "parts/situation.html", facts=[(capitalize(name), value) for name, value in self._table_lines()]
        )

    def facts_clause(self, limit: int | None = None) -> str:
        """The same in one line, without capital; empty where nothing is given. After `most` facts the others are counted."""
        facts = [self._fact_sentence(name, value) for name, value in self.case.facts]
        omitted = len(facts) - limit if limit is not None else 0
        if omitted > 1:
            facts = [*facts[:limit], f"{omitted} facts more"]
        return join_words([*facts, *(f"{name} {value}" for name, value in self._switch_lines())], "and")

    def _table_lines(self) -> Iterator[tuple[str, str]]:
        for name, value in self.case.facts:
            expr = self._read_expr(name)
            yield drop_stray_commas(self._of.sentences.phrase_of(expr, self._scope)), self._value_phrase(value, expr)
        yield from self._switch_lines()
        mentioned = {word for name, value in self.case.facts for word in re.findall(r"\w+", f"{name} {value}")}
        others = [
            self._scope.name_variable(thing) or thing for thing in dict(self.case.world) if thing not in mentioned | self._question_words
        ]
        if others:
            yield "there is also", join_words(others, "and")

    @property
    def _question_words(self) -> set[str]:
        return set(re.findall(r"\w+", self.case.question))

    def _switch_lines(self) -> Iterator[tuple[str, str]]:
        """Options, scenario, game and readings."""
        for option in self.case.options:
            yield "with the option", spell_out(option)
        if self.case.scenario is not None:
            yield "in the scenario", self._of.printed_number(self.case.scenario)
        if self.case.game is not None:
            yield "in the game", self._of.game_title(self.case.game)
        for reading, choice in self.case.readings:
            yield f"with the reading {self._reading_title(reading)}", as_choice(choice)

    def _reading_title(self, name: str) -> str:
        reading = self._of.view.readings.get(name)
        return f"“{reading.title}”" if reading is not None and reading.title else spell_out(name)

    def _fact_sentence(self, name: str, value: str) -> str:
        """`the arm of the unit is cavalry`, `the unit is not in reserve`."""
        expr = self._read_expr(name)
        if value in _YES_NO:
            words = self._of.sentences.phrase_of if value == "yes" else self._of.sentences.negated_expr
            return drop_stray_commas(words(expr, self._scope))
        subject = drop_stray_commas(self._of.sentences.phrase_of(expr, self._scope))
        return f"{subject} {is_or_are(subject)} {drop_repeated_noun(subject, self._value_phrase(value, expr))}"

    def _value_phrase(self, text: str, fact_expr: nodes.Expr) -> str:
        """A value of the language in words: `3 movement points`, `horse artillery`, `unit v`."""
        number = _NUMBER.fullmatch(text)
        if number is not None:
            return number[1] + self._of.sentences.number_with_unit(Fraction(number[2]), number[3], decimal="." in number[2])
        return self._of.sentences.compared_with(nodes.Call(text), fact_expr, self._scope)

    def _read_expr(self, text: str) -> nodes.Expr:
        """A question or the name of a fact: a name, a field, or a call whose arguments are names, numbers or texts."""
        simple = read_simple(text)
        if simple is not None:
            return simple
        call = _CALL.fullmatch(text)
        if call is None:
            return nodes.Quoted(text)
        return nodes.Call(call[1], tuple(read_simple(arg) or nodes.Quoted(arg) for arg in call[2].split(", ")))
