"""Expressions in words, made of the phrases that a book declares (`"the movement allowance of {u}"`), as plain text.

A variable is named by its kind (`the unit`), and by its own name too (`unit v`) where several of that kind are spoken of. Names without
a phrase are spelled out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from rulewright.base.dates import date_text
from rulewright.base.keywords import Advice, AdviceTest, Comparison, Operator, Rounding
from rulewright.base.numerals import number_text, word_of_number
from rulewright.site.wording.clauses import closes_clause, join_alternatives, join_clauses
from rulewright.site.wording.gatherings import Gatherings
from rulewright.site.wording.mentions import CLAUSE, MENTION, OTHERS, crowded_nouns, word_mentions
from rulewright.site.wording.sameness import comparison_clause, kind_subject
from rulewright.site.wording.slots import OPPOSITE_MODAL, Scope, fill_slots, put_under_modal
from rulewright.site.wording.vocabulary import Phrased
from rulewright.site.wording.words import (
    denied_value,
    drop_repeated_noun,
    is_or_are,
    join_words,
    negate_phrase,
    noun_phrase,
    plural,
    spell_out,
)
from rulewright.syntax import nodes

FEW_STEPS = 2  # of a sum, said without commas
MAX_LISTED_MEMBERS = 5  # members of a class that are said one by one
_OPERATOR = {
    Operator.ADD: "plus",
    Operator.SUBTRACT: "minus",
    Operator.TIMES: "times",
    Operator.DIVIDED: "divided by",
}

_OF_DATES = {
    Comparison.LESS: " before",
    Comparison.MORE: " after",
    Comparison.AT_LEAST: " not before",
    Comparison.AT_MOST: " not after",
}


class Phrases(Gatherings):
    """Finds words for every expression of one book, in its own phrases. Makes no claim on meaning: whatever it is given, it says it."""

    def phrase_of(self, expr: nodes.Expr, scope: Scope) -> str:
        """An expression in words."""
        return self.word_variables(self._marked_words(expr, scope), scope)

    def negated_expr(self, expr: nodes.Expr, scope: Scope) -> str:
        """The negation of an expression in words."""
        return self.word_variables(self._negation_words(expr, scope), scope)

    def modal_phrase(self, modal: str, call: nodes.Call, scope: Scope) -> str:
        """`{u} draws forage at {t}` under `may not` is `the unit may not draw forage at the town`."""
        return self.word_variables(self._modal_words(modal, call, scope), scope)

    def compared_with(self, expr: nodes.Expr, other: nodes.Expr, scope: Scope) -> str:
        """An expression that is held against another: the name of a value is said as the other one's kind has it."""
        return self.word_variables(self._compared_words(expr, other, scope), scope)

    @staticmethod
    def word_variables(text: str, scope: Scope) -> str:
        """A text with its mentions of variables in words: by name where several of a kind are mentioned."""
        return word_mentions(text, scope.crowded_nouns | crowded_nouns([text]))

    # ---- with marks for variables --------------------------------------------------------------------------------------------------

    def _marked_words(self, expr: nodes.Expr, scope: Scope) -> str:
        match expr:
            case nodes.Number():
                return self.number_with_unit(expr.value, expr.unit, decimal=expr.decimal)
            case nodes.MonthDate():
                return date_text(expr.date)
            case nodes.Quoted():
                return expr.text
            case nodes.Truth():
                return "yes" if expr.value else "no"
            case nodes.Nothing():
                return "none"
            case nodes.Call():
                return self._phrase_of_call(expr, scope)
            case nodes.Field():
                return self._phrase_of_field(expr, scope)
            case nodes.Arithmetic():
                return self._phrase_of_arithmetic(expr, scope)
            case nodes.Minus():
                return f"minus {self._nested_phrase(expr.of, scope)}"
            case nodes.Scaled():
                operand = self._nested_phrase(expr.of, scope)
                word = {"percent": "percent of", "times": "times", "of": "of"}.get(expr.word, expr.word)
                factor = expr.factor * 100 if expr.word == "percent" else expr.factor
                return f"{number_text(factor, decimal=expr.decimal or expr.word != 'of')} {word} {operand}"
            case nodes.Rounded():
                return f"{self._marked_words(expr.of, scope)}, rounded {self._rounding_words(expr.rounding, expr.step, scope)},"
            case nodes.Rate():
                unit = self.number_with_unit(expr.count, expr.unit, decimal=1).removeprefix("1 ")
                return f"{self._nested_phrase(expr.rate, scope)} for each {unit} of {self._nested_phrase(expr.amount, scope)}"
            case nodes.UpTo():
                return f"{self._marked_words(expr.of, scope)} up to the stage “{spell_out(expr.stage)}”"
            case nodes.AsIf():
                return f"{self._marked_words(expr.of, scope)} as if {self._marked_words(expr.supposed, scope)}"
            case nodes.PickOf():
                return f"the {expr.pick.value} of {join_words([self._nested_phrase(arg, scope) for arg in expr.args], 'and')}"
            case nodes.Pair():
                first, second = self._nested_phrase(expr.left, scope), self._nested_phrase(expr.right, scope)
                return f"the {expr.word.value} {first} {expr.word.joining_word} {second}"
            case nodes.Aggregate():
                return self._phrase_of_aggregate(expr, scope)
            case nodes.Foremost():
                return self._phrase_of_superlative(expr, scope)
            case nodes.IfNone():
                return f"{self._marked_words(expr.choice, scope)} or {self._marked_words(expr.none, scope)} if there is none"
            case nodes.Compare():
                return self._phrase_of_comparison(expr, scope)
            case nodes.Between():
                low, high = self._marked_words(expr.low, scope), self._marked_words(expr.high, scope)
                return f"{self._marked_words(expr.of, scope)} is between {low} and {high}"
            case nodes.WithinReach():
                return f"{self._marked_words(expr.date, scope)} is {self._phrase_of_reach(expr, scope)}"
            case nodes.In():
                return self._phrase_of_membership(expr, scope)
            case nodes.Not():
                return self._negation_words(expr.of, scope)
            case nodes.And():
                return self._join_conditions(expr.parts, scope)
            case nodes.Or():
                return self._join_alternatives(expr.parts, scope)
            case nodes.AtLeast():
                return f"at least {self._count_phrase(expr.count, expr.parts, scope)}"
            case nodes.Quantified():
                return self._phrase_of_quantifier(expr, scope)
            case nodes.Asks():
                return self._modal_words(expr.permission.value, expr.call, scope)
            case nodes.Advised():
                return self._advice_words(expr, scope, is_negated=expr.test.is_negated)
            case nodes.Links():
                return f"{self._phrase_of_call(expr.call, scope)}, directly or through others,"
            case _:
                assert_never(expr)

    def _phrase_of_arithmetic(self, expr: nodes.Arithmetic, scope: Scope) -> str:
        """Return `its die plus 1`; of many terms each by itself, `its die, plus the points for terrain, plus its bonus, minus 1`."""
        steps = [(expr.operator, expr.right)]
        while _in_a_row(expr) and isinstance(expr.left, nodes.Arithmetic):
            expr = expr.left
            steps.append((expr.operator, expr.right))
        words = [f"{_OPERATOR[operator]} {self._nested_phrase(operand, scope)}" for operator, operand in reversed(steps)]
        return f"{', ' if len(steps) > FEW_STEPS else ' '}".join((self._nested_phrase(expr.left, scope), *words))

    def _negation_words(self, expr: nodes.Expr, scope: Scope) -> str:
        """Return the negation of `expr` in words, with `not` in front only if English has no better place for it."""
        match expr:
            case nodes.Not():
                return self._marked_words(expr.of, scope)
            case nodes.Asks():
                return self._modal_words(OPPOSITE_MODAL[expr.permission.value], expr.call, scope)
            case nodes.Advised():
                return self._advice_words(expr, scope, is_negated=not expr.test.is_negated)
            case nodes.Links():
                return f"{self._negation_words(expr.call, scope)}, not even through others,"
            case nodes.In():
                return self._phrase_of_membership(expr, scope, turned=True)
            case nodes.Compare(comparison=Comparison.IS | Comparison.IS_NOT):
                opposite = Comparison.IS if expr.comparison is Comparison.IS_NOT else Comparison.IS_NOT
                return self._phrase_of_comparison(replace(expr, comparison=opposite), scope)
            case nodes.Compare():
                lhs, words = self._marked_words(expr.left, scope), f" not{self._comparison_words(expr)}".replace(" not not", "")
                return f"{lhs} {is_or_are(lhs)}{words} {self._amount_beside(expr.right, expr.left, lhs, scope)}"
            case nodes.Between():
                low, high = self._marked_words(expr.low, scope), self._marked_words(expr.high, scope)
                return f"{self._marked_words(expr.of, scope)} is not between {low} and {high}"
            case nodes.WithinReach():
                return f"{self._marked_words(expr.date, scope)} is not {self._phrase_of_reach(expr, scope)}"
            case nodes.And():
                return self._join_alternatives([nodes.Not(part) for part in expr.parts], scope)
            case nodes.Or():
                return self._join_conditions([nodes.Not(part) for part in expr.parts], scope)
            case nodes.AtLeast():
                return f"fewer than {self._count_phrase(expr.count, expr.parts, scope)}"
            case nodes.Quantified(quantifier=nodes.Quantifier.SOME):
                return self._phrase_of_quantifier(replace(expr, quantifier=nodes.Quantifier.NO), scope)
            case nodes.Quantified(quantifier=nodes.Quantifier.NO):
                return self._phrase_of_quantifier(replace(expr, quantifier=nodes.Quantifier.SOME), scope)
            case nodes.Quantified() if (every := self._phrase_of_quantifier(expr, scope).lstrip(OTHERS)).startswith("every "):
                return f"{OTHERS}not {every}"
            case nodes.Call() if self._has_phrase(expr.name):
                declared = self._called[expr.name]
                return fill_slots(
                    negate_phrase(self._complete_phrase(declared)),
                    self._slot_phrases(declared, self._argument_phrases(expr, declared, scope)),
                )
            case nodes.Field() if phrase := self._field_phrase(expr, scope):
                return fill_slots(negate_phrase(phrase), {"it": self._marked_words(expr.of, scope)})
            case _:  # open: English has no better place for the `not`
                return f"it is not so that {self._nested_phrase(expr, scope)}"

    def _advice_words(self, expr: nodes.Advised, scope: Scope, *, is_negated: bool) -> str:
        """Return `it is advised that the unit draws forage`; with `should`, unless it is negated, `the unit should draw forage`."""
        if expr.test in (AdviceTest.SHOULD, AdviceTest.SHOULD_NOT) and not is_negated:
            return self._modal_words(expr.test.value, expr.call, scope)
        advised = (
            self._marked_words(expr.call, scope) if expr.test.asked_advice is Advice.ADVISED else self._negation_words(expr.call, scope)
        )
        return f"it is {'not ' if is_negated else ''}advised that {advised}"

    def _rounding_words(self, rounding: Rounding, step: nodes.Expr | None, scope: Scope) -> str:
        """A rounding in words, with its step if it has one: `down`, `up to 0.1 euros`."""
        if step is None:
            return "to the nearest whole number" if rounding is Rounding.NEAREST else rounding.value
        words = self._marked_words(step, scope)
        return f"to the nearest {words.removeprefix('1 ')}" if rounding is Rounding.NEAREST else f"{rounding.value} to {words}"

    def _count_phrase(self, count: int, parts: tuple[nodes.Expr, ...], scope: Scope) -> str:
        conditions = join_words([self._nested_phrase(part, scope) for part in parts], "and")
        return f"{word_of_number(count)} of these hold: {conditions}"

    def _nested_phrase(self, expr: nodes.Expr, scope: Scope) -> str:
        phrase = self._marked_words(expr, scope)
        if isinstance(expr, nodes.Aggregate | nodes.Foremost) and not phrase.endswith(",") and closes_clause(phrase):
            return f"{phrase},"
        return f"({phrase})" if _of_parts(expr) or isinstance(expr, nodes.Arithmetic) else phrase

    def _join_conditions(self, parts: Sequence[nodes.Expr], scope: Scope) -> str:
        """Clauses that all hold; one with `either` is the last, as it needs no brackets there."""
        ordered = sorted(parts, key=_is_either)
        bare = sum(map(_is_either, parts)) == 1
        return join_clauses(
            [
                self._marked_words(part, scope) if bare or not _of_parts(part) else f"({self._marked_words(part, scope)})"
                for part in ordered
            ],
            "and",
        )

    def _join_alternatives(self, parts: Sequence[nodes.Expr], scope: Scope) -> str:
        """Clauses of which one holds; `or else` parts them where one is itself of several."""
        clauses = [self._marked_words(part, scope) for part in parts]
        if not any(map(_of_parts, parts)):
            return join_alternatives(clauses)
        bracketed = [
            f"({clause})" if _is_either(part) or (CLAUSE in clause and "either " in clause) else clause
            for clause, part in zip(clauses, parts, strict=True)
        ]
        return f"either {', or else '.join(CLAUSE + clause for clause in bracketed)}"

    def _compared_words(self, expr: nodes.Expr, other: nodes.Expr, scope: Scope) -> str:
        """An expression that is held against another: the name of a value is said as the other one's kind has it."""
        return self._value_of(expr, self._kind_of(other), scope) or self._marked_words(expr, scope)

    def _phrase_of_call(self, call: nodes.Call, scope: Scope) -> str:
        variable = scope.mark_variable(call.name) if not call.args else None
        if variable is not None:
            return variable
        declared = self._called.get(call.name)
        arguments = self._argument_phrases(call, declared, scope)
        if declared is None or (declared.params and not arguments):  # the name of a value is no call
            return self.value_name(call.name) if not arguments else f"{spell_out(call.name)} ({', '.join(arguments)})"
        if declared.phrase:
            return fill_slots(self._complete_phrase(declared), self._slot_phrases(declared, arguments))
        return f"{spell_out(call.name)} of {join_words(arguments, 'and')}" if arguments else spell_out(call.name)

    def _argument_phrases(self, call: nodes.Call, declared: Phrased | None, scope: Scope) -> list[str]:
        """The arguments of a call in words: the name of a value is said as the parameter's enum has it."""
        types = [param.type for param in declared.params] if declared is not None else []
        phrases = []
        for index, arg in enumerate(call.args):
            type_ = types[index] if index < len(types) else None
            kind = type_.name if isinstance(type_, nodes.Named) else None
            words = self._value_of(arg, kind, scope) or self._marked_words(arg, scope)
            phrases.append(f"whoever {words.removeprefix('who ')}" if words.startswith("who ") else words)
        return phrases

    def _phrase_of_field(self, expr: nodes.Field, scope: Scope) -> str:
        owner = re.sub(r"^who ", "whoever ", self._marked_words(expr.of, scope))
        if phrase := self._field_phrase(expr, scope):
            return fill_slots(noun_phrase(phrase), {"it": owner})
        declared = self._called.get(expr.name)
        if declared is not None and declared.phrase:
            return fill_slots(declared.phrase, {"it": owner, **{param.name: owner for param in declared.params[:1]}})
        return f"the {spell_out(expr.name)} of {owner}"

    def _field_phrase(self, expr: nodes.Field, scope: Scope) -> str | None:
        """The phrase of a field: of its owner's kind if that is known, else the one that all fields of that name share."""
        choices = self._fields.get(expr.name, [])
        kind = scope.kinds.get(expr.of.name) if isinstance(expr.of, nodes.Call) and not expr.of.args else None
        phrases = {field_decl.phrase for record, field_decl in choices if record == kind} or {
            field_decl.phrase for _, field_decl in choices
        }
        return phrases.pop() if len(phrases) == 1 else None

    def _modal_words(self, modal: str, call: nodes.Call, scope: Scope) -> str:
        """`{u} draws forage at {t}` under `may not` is `the unit may not draw forage at the town`."""
        declared = self._called.get(call.name)
        phrase = declared.phrase if declared is not None else None
        arguments = self._argument_phrases(call, declared, scope)
        if declared is None or not phrase:
            suffix = f" ({join_words(arguments, 'and')})" if arguments else ""
            return f"{spell_out(call.name)} {modal} be{suffix}"
        return fill_slots(put_under_modal(self._complete_phrase(declared), modal), self._slot_phrases(declared, arguments))

    def _phrase_of_reach(self, expr: nodes.WithinReach, scope: Scope) -> str:
        """Return `within 30 days after the day on which the loan is lent`."""
        word = "before" if expr.is_before else "after"
        return f"within {self._marked_words(expr.reach, scope)} {word} {self._marked_words(expr.day, scope)}"

    def _phrase_of_comparison(self, expr: nodes.Compare, scope: Scope) -> str:
        operand, denied = self._marked_words(expr.left, scope), expr.comparison is Comparison.IS_NOT
        right = self._amount_beside(expr.right, expr.left, operand, scope)
        if expr.comparison in (Comparison.IS, Comparison.IS_NOT):
            if (clause := comparison_clause(operand, right, denied=denied)) is not None:
                return clause
            if self._value_of(expr.right, self._kind_of(expr.left), scope) is not None:
                operand = kind_subject(operand, [right])
                right = drop_repeated_noun(operand, right)
        if (thing := MENTION.fullmatch(operand)) is not None and right.startswith(f"the {thing[2]} "):
            right = f"the one {right.removeprefix(f'the {thing[2]} ')}"
        words = f" {denied_value(right)}" if denied else f"{self._comparison_words(expr)} {right}"
        return f"{operand} {is_or_are(operand)}{words}"

    def _comparison_words(self, expr: nodes.Compare) -> str:
        """Return the words behind `is`, with a blank in front: ` at least`, and ` not before` for a date."""
        if expr.comparison in _OF_DATES and (self._is_date(expr.left) or self._is_date(expr.right)):
            return _OF_DATES[expr.comparison]
        return expr.comparison.value.removeprefix("is")

    def _amount_beside(self, expr: nodes.Expr, other: nodes.Expr, other_words: str, scope: Scope) -> str:
        """The words for what something is held against; a number has no unit where the words before name it: `the number of steps is 2`."""
        if isinstance(expr, nodes.Number) and expr.unit is not None and f"number of {self.unit_name(expr.unit)}" in other_words:
            return number_text(expr.value, decimal=expr.decimal)
        return self._compared_words(expr, other, scope)

    def _phrase_of_membership(self, expr: nodes.In, scope: Scope, *, turned: bool = False) -> str:
        """`turned`: the opposite of what was written."""
        operand, no = self._marked_words(expr.of, scope), expr.negated is not turned
        single = expr.members[0].low if len(expr.members) == 1 and expr.members[0].high is None else None
        if not expr.braces and isinstance(single, nodes.Call) and single.name in self._classes:
            members = [self.value_name(name) for name in self._classes[single.name]]
            operand = kind_subject(operand, members)
            if len(members) > MAX_LISTED_MEMBERS:
                return f"{operand} is {'not ' if no else ''}one of the {plural(spell_out(single.name))}"
            return f"{operand} is {'neither ' + join_words(members, 'nor') if no else join_words(members, 'or')}"
        if not expr.braces and single is not None:
            return f"{operand} is {'not ' if no else ''}{self._membership_words(single, scope)}"
        lows = [self._compared_words(member.low, expr.of, scope) for member in expr.members]
        if all(self._value_of(member.low, self._kind_of(expr.of), scope) for member in expr.members):
            operand = kind_subject(operand, lows)
        members = [
            low if member.high is None else f"{low} to {self._compared_words(member.high, expr.of, scope)}"
            for low, member in zip(lows, expr.members, strict=True)
        ]
        if no:
            return f"{operand} is {'neither ' + join_words(members, 'nor') if len(members) > 1 else 'not ' + members[0]}"
        return f"{operand} is {join_words(members, 'or')}"

    def _membership_words(self, group: nodes.Expr, scope: Scope) -> str:
        words = self._marked_words(group, scope)
        return f"one of {words}" if words.startswith("the ") else f"among {words}"


def _is_either(expr: nodes.Expr) -> bool:
    """Return True if an expression is put as several clauses with `or` between them."""
    if isinstance(expr, nodes.Not):
        return isinstance(expr.of, nodes.And) or (isinstance(expr.of, nodes.Not) and _is_either(expr.of.of))
    return isinstance(expr, nodes.Or)


def _of_parts(expr: nodes.Expr) -> bool:
    """Return True if an expression is put as several statements with `and` or `or` between them."""
    return isinstance(expr, nodes.Or | nodes.And) or (isinstance(expr, nodes.Not) and _of_parts(expr.of))


def _in_a_row(expr: nodes.Arithmetic) -> bool:
    """Return True if `expr` adds to or subtracts from a sum: `a + b - c` needs no brackets in words."""
    steps = (Operator.ADD, Operator.SUBTRACT)
    return expr.operator in steps and isinstance(expr.left, nodes.Arithmetic) and expr.left.operator in steps
