"""Expressions in words, made of the phrases that a book declares (`"the movement allowance of {u}"`), as plain text.

A variable is named by its kind (`the unit`), and by its own name too (`unit v`) where several of that kind are spoken of. Names without
a phrase are spelled out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import assert_never

from rulewright.base.dates import date_text
from rulewright.base.keywords import Comparison, FactKind, Gather, Operator, Rounding
from rulewright.base.numerals import number_text, word_of_number
from rulewright.rulebook.model import Rulebook
from rulewright.rulebook.renaming import book_of_edition
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.site.wording.words import is_or_are, join_words, kind_worded, negate_phrase, plural, spell_out, under_modal
from rulewright.syntax import nodes
from rulewright.syntax.traversal import walk_nodes

MAX_LISTED_MEMBERS = 5  # members of a class that are said one by one
Called = nodes.Fact | nodes.Value | nodes.Verdict | nodes.Predicate | nodes.Group | nodes.Table
_COMMAS = re.compile(r",(?:\s*,)+")
_SLOT = re.compile(r"\{(\w+)\}")
_ARTICLE = re.compile(r"(?:the|one|another) ")
_OPPOSITE = {"may": "may not", "may not": "may", "must": "need not", "need not": "must"}
_AS_STATE = {
    "may": "permitted",
    "may not": "forbidden",
    "may never": "never permitted",
    "may always": "always permitted",
    "must": "required",
    "need not": "not required",
}
_OPERATOR = {
    Operator.ADD: "plus",
    Operator.SUBTRACT: "minus",
    Operator.TIMES: "times",
    Operator.DIVIDED: "divided by",
}
_GATHER = {
    Gather.NUMBER: "the number of",
    Gather.DIFFERENT: "the number of different values of",
    Gather.SUM: "the sum of",
    Gather.GREATEST: "the greatest of",
    Gather.LEAST: "the least of",
    Gather.SUM_OF_GREATEST: "the sum of the greatest",
    Gather.SUM_OF_LEAST: "the sum of the least",
    Gather.ONLY: "the only",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables of one rule: name -> kind; `crowded` are the kinds that several variables share."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    crowded: frozenset[str] = frozenset()

    def all_named(self) -> Scope:
        """The same, with every variable called by its name: in an example they are things, not just any of their kind."""
        return Scope(self.kinds, frozenset(self.kinds.values()))

    def name_variable(self, variable: str) -> str | None:
        """`the unit`, `unit v`, or None for a name that is no variable with a kind here."""
        kind = self.kinds.get(variable)
        if kind is None:
            return None
        return f"{kind_worded(kind)} {variable}" if kind in self.crowded else f"the {kind_worded(kind)}"


class Phrases:
    """Finds words for every expression of one book, in its own phrases. Makes no claim on meaning: whatever it is given, it says it."""

    def __init__(self, book: Rulebook, edition: str | None = None) -> None:
        """`edition`: whose words the phrases are, where a term was renamed; without it they are as the vocabulary has them."""
        views = list(book.views.values())
        if edition is not None:
            book = book_of_edition(book, edition)
            views.sort(key=lambda view: view.edition.name != edition)
        self._called: dict[str, Called] = {}
        self._fields: dict[str, list[tuple[str, nodes.FieldDecl]]] = {}
        self._measures: dict[str, str] = {}
        self._titles: dict[str, str] = {}
        self._titles_of: dict[str, dict[str, str]] = {}
        self._records: dict[str, str] = {}
        self._classes: dict[str, tuple[str, ...]] = {}
        for declared in book.declarations:
            self._note_declaration(declared.node)
        for view in views:
            for declared in with_set_ups(book, view)[0].declarations[len(book.declarations) :]:
                self._note_declaration(declared.node)
            for provision in view.provisions_in_force():
                if isinstance(provision.node, nodes.Table):
                    self._called.setdefault(provision.node.name, provision.node)

    def _note_declaration(self, node: object) -> None:
        match node:
            case nodes.Fact() | nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group():
                self._called.setdefault(node.name, node)
            case nodes.Record():
                self._records[node.name] = node.name
                for field_decl in node.fields:
                    self._fields.setdefault(field_decl.name, []).append((node.name, field_decl))
            case nodes.Class():
                self._classes[node.name] = node.members
            case nodes.Measure():
                self._measures[node.name] = node.title
            case nodes.Enum() | nodes.Scale():
                self._titles_of[node.name] = {value.name: value.title or spell_out(value.name) for value in node.values}
                for value in node.values:
                    if value.title:
                        self._titles.setdefault(value.name, value.title)
            case _:  # open: other declarations have no words for expressions
                pass

    def phrase_of(self, expr: nodes.Expr, scope: Scope) -> str:
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
                lhs = self.phrase_of(expr.left, scope) if _in_a_row(expr) else self._nested_phrase(expr.left, scope)
                return f"{lhs} {_OPERATOR[expr.operator]} {self._nested_phrase(expr.right, scope)}"
            case nodes.Minus():
                return f"minus {self._nested_phrase(expr.of, scope)}"
            case nodes.Scaled():
                operand = self._nested_phrase(expr.of, scope)
                word = {"percent": "percent of", "times": "times", "of": "of"}.get(expr.word, expr.word)
                factor = expr.factor * 100 if expr.word == "percent" else expr.factor
                return f"{number_text(factor, decimal=expr.decimal or expr.word != 'of')} {word} {operand}"
            case nodes.Rounded():
                return f"{self.phrase_of(expr.of, scope)}, rounded {self.rounding_phrase(expr.rounding, expr.step, scope)},"
            case nodes.Rate():
                unit = self.number_with_unit(expr.count, expr.unit, decimal=1).removeprefix("1 ")
                return f"{self._nested_phrase(expr.rate, scope)} for each {unit} of {self._nested_phrase(expr.amount, scope)}"
            case nodes.UpTo():
                return f"{self.phrase_of(expr.of, scope)} up to the stage “{spell_out(expr.stage)}”"
            case nodes.AsIf():
                return f"{self.phrase_of(expr.of, scope)} as if {self.phrase_of(expr.supposed, scope)}"
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
                return f"{self.phrase_of(expr.choice, scope)} or {self.phrase_of(expr.none, scope)} if there is none"
            case nodes.Compare():
                lhs = self.phrase_of(expr.left, scope)
                words, right = expr.comparison.value.removeprefix("is"), self.compared_with(expr.right, expr.left, scope)
                if expr.comparison is Comparison.IS_NOT and right.startswith("no "):
                    words, right = "", f"some {right.removeprefix('no ')}"  # for `is not no river`
                return f"{lhs} {is_or_are(lhs)}{words} {right}"
            case nodes.Between():
                return (
                    f"{self.phrase_of(expr.of, scope)} is between {self.phrase_of(expr.low, scope)} and {self.phrase_of(expr.high, scope)}"
                )
            case nodes.WithinReach():
                return f"{self.phrase_of(expr.date, scope)} is {self._phrase_of_reach(expr, scope)}"
            case nodes.In():
                return self._phrase_of_membership(expr, scope)
            case nodes.Not():
                return self.negated_expr(expr.of, scope)
            case nodes.And():
                return join_words([self._nested_phrase(part, scope) for part in expr.parts], "and")
            case nodes.Or():
                return "either " + join_words([self._nested_phrase(part, scope) for part in expr.parts], "or")
            case nodes.AtLeast():
                return f"at least {self._count_phrase(expr.count, expr.parts, scope)}"
            case nodes.Quantified():
                return self._phrase_of_quantifier(expr, scope)
            case nodes.Asks():
                return self.modal_phrase(expr.permission.value, expr.call, scope)
            case nodes.Links():
                return f"it is so, by any number of links, that {self._phrase_of_call(expr.call, scope)}"
            case _:
                assert_never(expr)

    def negated_expr(self, expr: nodes.Expr, scope: Scope) -> str:
        """Return the negation of `expr` in words, with `not` in front only if English has no better place for it."""
        match expr:
            case nodes.Not():
                return self.phrase_of(expr.of, scope)
            case nodes.Asks():
                return self.modal_phrase(_OPPOSITE[expr.permission.value], expr.call, scope)
            case nodes.Links():
                return f"it is not so, by any number of links, that {self._phrase_of_call(expr.call, scope)}"
            case nodes.In():
                return self._phrase_of_membership(expr, scope, turned=True)
            case nodes.Compare(comparison=Comparison.IS_NOT):
                lhs = self.phrase_of(expr.left, scope)
                return f"{lhs} {is_or_are(lhs)} {self.compared_with(expr.right, expr.left, scope)}"
            case nodes.Compare():
                lhs, words = self.phrase_of(expr.left, scope), expr.comparison.value.removeprefix("is")
                return f"{lhs} {is_or_are(lhs)} not{words} {self.compared_with(expr.right, expr.left, scope)}"
            case nodes.Between():
                low, high = self.phrase_of(expr.low, scope), self.phrase_of(expr.high, scope)
                return f"{self.phrase_of(expr.of, scope)} is not between {low} and {high}"
            case nodes.WithinReach():
                return f"{self.phrase_of(expr.date, scope)} is not {self._phrase_of_reach(expr, scope)}"
            case nodes.And():
                return "either " + join_words([self._negated_part(part, scope) for part in expr.parts], "or")
            case nodes.Or():
                return join_words([self._negated_part(part, scope) for part in expr.parts], "and")
            case nodes.AtLeast():
                return f"fewer than {self._count_phrase(expr.count, expr.parts, scope)}"
            case nodes.Quantified(quantifier=nodes.Quantifier.SOME | nodes.Quantifier.NO):
                word = "no" if expr.quantifier is nodes.Quantifier.SOME else "some"
                return f"there is {word} {self._phrase_of_binder(expr.binder, scope, is_plural=False, conjunction=' such that')}"
            case nodes.Call() if self._has_phrase(expr.name):
                declared = self._called[expr.name]
                return fill_slots(
                    negate_phrase(self._complete_phrase(declared)),
                    self._slot_phrases(declared, self._argument_phrases(expr, declared, scope)),
                )
            case nodes.Field() if phrase := self._field_phrase(expr, scope):
                return fill_slots(negate_phrase(phrase), {"it": self.phrase_of(expr.of, scope)})
            case _:  # open: English has no better place for the `not`
                return f"it is not so that {self._nested_phrase(expr, scope)}"

    def rounding_phrase(self, rounding: Rounding, step: nodes.Expr | None, scope: Scope) -> str:
        """A rounding in words, with its step if it has one: `down`, `up to 0.1 euros`."""
        if step is None:
            return rounding.value
        return f"{rounding.value}{'' if rounding is Rounding.NEAREST else ' to'} {self.phrase_of(step, scope)}"

    def _count_phrase(self, count: int, parts: tuple[nodes.Expr, ...], scope: Scope) -> str:
        conditions = join_words([self._nested_phrase(part, scope) for part in parts], "and")
        return f"{word_of_number(count)} of these hold: {conditions}"

    def _nested_phrase(self, expr: nodes.Expr, scope: Scope) -> str:
        phrase = self.phrase_of(expr, scope)
        return f"({phrase})" if _of_parts(expr) or isinstance(expr, nodes.Arithmetic) else phrase

    def _negated_part(self, expr: nodes.Expr, scope: Scope) -> str:
        phrase = self.negated_expr(expr, scope)
        return f"({phrase})" if _of_parts(expr) else phrase

    def is_statement(self, name: str) -> bool:
        """Return True if the phrase of a name is a sentence (`{u} draws forage`) and not a thing (`the allowance of {u}`)."""
        declared: Called | nodes.FieldDecl | None = self._called.get(name)
        if declared is None and name in self._fields:
            declared = self._fields[name][0][1]
        yes_no = isinstance(declared, nodes.Fact | nodes.FieldDecl | nodes.Value | nodes.Table) and isinstance(declared.type, nodes.YesNo)
        return yes_no or isinstance(declared, nodes.Verdict | nodes.Predicate)

    def unit_name(self, unit: str) -> str:
        """A unit as people call it, of many: `movement points`."""
        return plural(self._measures.get(unit, spell_out(unit)))

    def number_with_unit(self, value: Fraction, unit: str | None, *, decimal: int = 0) -> str:
        """`3 hexes`, `1 movement point`; `1½`-like halves as `3/2`, and as `1.5` where they are written so."""
        text = number_text(value, decimal=decimal)
        if unit is None:
            return text
        title = self._measures.get(unit, spell_out(unit))
        return f"{text} {title if value == 1 else plural(title)}"

    def compared_with(self, expr: nodes.Expr, other: nodes.Expr, scope: Scope) -> str:
        """An expression that is held against another: the name of a value is said as the other one's kind has it."""
        return self._value_of(expr, self._kind_of(other), scope) or self.phrase_of(expr, scope)

    def _kind_of(self, expr: nodes.Expr) -> str | None:
        """The name of the enum that a fact, field or value takes its values from; None where its name alone does not say."""
        types: list[nodes.TypeExpr] = []
        if isinstance(expr, nodes.Field):
            types = [field_decl.type for _, field_decl in self._fields.get(expr.name, [])]
        elif isinstance(expr, nodes.Call):
            declared = self._called.get(expr.name)
            types = [declared.type] if isinstance(declared, nodes.Fact | nodes.Value | nodes.Table) else []
        names = {type_expr.name for type_expr in types if isinstance(type_expr, nodes.Named)}
        return names.pop() if len(names) == 1 else None

    def field_of(self, name: str, owner: str) -> str | None:
        """A field of something as the book calls it: `the arm of the unit`; None where it has no phrase, or has several."""
        phrases = {field_decl.phrase for _, field_decl in self._fields.get(name, [])}
        phrase = phrases.pop() if len(phrases) == 1 else None
        return fill_slots(phrase, {"it": owner}) if phrase else None

    def value_name(self, name: str) -> str:
        """A value of an enum as people call it."""
        return self._titles.get(name, spell_out(name))

    def _phrase_of_call(self, call: nodes.Call, scope: Scope) -> str:
        variable = scope.name_variable(call.name) if not call.args else None
        if variable is not None:
            return variable
        declared = self._called.get(call.name)
        arguments = self._argument_phrases(call, declared, scope)
        if declared is None or (declared.params and not arguments):  # the name of a value is no call
            return self.value_name(call.name) if not arguments else f"{spell_out(call.name)} ({', '.join(arguments)})"
        if declared.phrase:
            return fill_slots(self._complete_phrase(declared), self._slot_phrases(declared, arguments))
        return f"{spell_out(call.name)} of {join_words(arguments, 'and')}" if arguments else spell_out(call.name)

    def _complete_phrase(self, declared: Called) -> str:
        """The phrase of what is declared, with the values that it does not name behind it."""
        values = [param.name for param in declared.params if not (isinstance(param.type, nodes.Named) and param.type.name in self._records)]
        return complete_phrase(declared.phrase or "", values, is_statement=self.is_statement(declared.name))

    def _has_phrase(self, name: str) -> bool:
        return name in self._called and bool(self._called[name].phrase)

    def _argument_phrases(self, call: nodes.Call, declared: Called | None, scope: Scope) -> list[str]:
        """The arguments of a call in words: the name of a value is said as the parameter's enum has it."""
        types = [param.type for param in declared.params] if declared is not None else []
        phrases = []
        for index, arg in enumerate(call.args):
            type_ = types[index] if index < len(types) else None
            phrases.append(self._value_of(arg, type_.name if isinstance(type_, nodes.Named) else None, scope) or self.phrase_of(arg, scope))
        return phrases

    def _value_of(self, expr: nodes.Expr, kind: str | None, scope: Scope) -> str | None:
        """The name of a value of that enum, as people call it; None for what is none."""
        if isinstance(expr, nodes.Call) and not expr.args and expr.name not in scope.kinds and kind is not None:
            return self._titles_of.get(kind, {}).get(expr.name)
        return None

    @staticmethod
    def _slot_phrases(declared: Called, arguments: list[str]) -> dict[str, str]:
        slots = {param.name: text for param, text in zip(declared.params, arguments, strict=False)}
        if isinstance(declared, nodes.Fact) and declared.kind is FactKind.STATUS and arguments:
            slots.setdefault("it", arguments[0])
        return slots

    def _phrase_of_field(self, expr: nodes.Field, scope: Scope) -> str:
        owner = self.phrase_of(expr.of, scope)
        if phrase := self._field_phrase(expr, scope):
            return fill_slots(phrase, {"it": owner})
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

    def modal_phrase(self, modal: str, call: nodes.Call, scope: Scope) -> str:
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
        return f"within {self.phrase_of(expr.reach, scope)} {'before' if expr.is_before else 'after'} {self.phrase_of(expr.day, scope)}"

    def _phrase_of_membership(self, expr: nodes.In, scope: Scope, *, turned: bool = False) -> str:
        """`turned`: the opposite of what was written."""
        operand, no = self.phrase_of(expr.of, scope), expr.negated is not turned
        single = expr.members[0].low if len(expr.members) == 1 and expr.members[0].high is None else None
        if not expr.braces and isinstance(single, nodes.Call) and single.name in self._classes:
            members = [self.value_name(name) for name in self._classes[single.name]]
            if len(members) > MAX_LISTED_MEMBERS:
                return f"{operand} is {'not ' if no else ''}one of the {plural(spell_out(single.name))}"
            return f"{operand} is {'neither ' + join_words(members, 'nor') if no else join_words(members, 'or')}"
        if not expr.braces and single is not None:
            return f"{operand} is {'not ' if no else ''}among {self.phrase_of(single, scope)}"
        lows = [self.compared_with(member.low, expr.of, scope) for member in expr.members]
        members = [
            low if member.high is None else f"{low} to {self.compared_with(member.high, expr.of, scope)}"
            for low, member in zip(lows, expr.members, strict=True)
        ]
        if no:
            return f"{operand} is {'neither ' + join_words(members, 'nor') if len(members) > 1 else 'not ' + members[0]}"
        return f"{operand} is {join_words(members, 'or')}"

    def _phrase_of_binder(self, binder: nodes.Binder, scope: Scope, *, is_plural: bool, conjunction: str = ", where") -> str:
        """`unit v among the stack, where …`; without the variable's name where its kind alone tells it."""
        if binder.low is not None and binder.high is not None:
            phrase = f"{binder.variable} from {binder.low} to {binder.high}"
        else:
            kind = spell_out(scope.kinds.get(binder.variable) or binder.type_name or "one")
            is_named = scope.kinds.get(binder.variable) in scope.crowded or binder.variable not in scope.kinds
            phrase = (plural(kind) if is_plural else kind) + (f" {binder.variable}" if is_named else "")
        if binder.among is not None:
            phrase += f" among {self.phrase_of(binder.among, scope)}"
        if binder.with_ is not None:
            phrase += f"{conjunction} {self.phrase_of(binder.with_, scope)},"
        return phrase

    def _phrase_of_quantifier(self, expr: nodes.Quantified, scope: Scope) -> str:
        every = expr.quantifier is nodes.Quantifier.EVERY
        binder_phrase = self._phrase_of_binder(expr.binder, scope, is_plural=False, conjunction=", where" if every else " such that")
        match expr.quantifier:
            case nodes.Quantifier.EVERY:
                body = self.phrase_of(expr.body, scope) if expr.body is not None else "is there"
                return f"for every {binder_phrase} {body}"
            case nodes.Quantifier.SOME:
                return f"there is some {binder_phrase}".rstrip(",")
            case nodes.Quantifier.NO:
                return f"there is no {binder_phrase}".rstrip(",")
            case _:
                assert_never(expr.quantifier)

    def _phrase_of_superlative(self, expr: nodes.Foremost, scope: Scope) -> str:
        binder_phrase = self._phrase_of_binder(expr.binder, scope, is_plural=False)
        rankings = [f"the {rank.pick.value} value of {self._nested_phrase(rank.of, scope)}" for rank in expr.ranks]
        if expr.chosen is not None:
            rankings.append(self.phrase_of(expr.chosen, scope))
        return f"the {binder_phrase} that has {', or if tied '.join(rankings)}"

    def _phrase_of_aggregate(self, expr: nodes.Aggregate, scope: Scope) -> str:
        binder_phrase = self._phrase_of_binder(expr.binder, scope, is_plural=expr.gather is not Gather.ONLY)
        if expr.term is None:
            return f"{_GATHER[expr.gather]} {binder_phrase}"
        how_many = "" if expr.most is None else f" {self._nested_phrase(expr.most, scope)} of"
        return f"{_GATHER[expr.gather]}{how_many} {self.phrase_of(expr.term, scope)}, over all {binder_phrase},"

    # ---- variables -----------------------------------------------------------------------------------------------------------------

    def scope_of(self, node: nodes.Node | tuple[nodes.Node, ...]) -> Scope:
        """Return the names that are variables, with their kinds: bound to a parameter with a kind, bound by `some unit v`, or owner of a
        field."""
        kinds: dict[str, str] = {}
        for part in walk_nodes(node):
            match part:
                case nodes.Call() if part.args and part.name in self._called:
                    for param, arg in zip(self._called[part.name].params, part.args, strict=False):
                        self._bind_variable(kinds, arg, param.type)
                case nodes.Binder() if part.type_name:
                    kinds.setdefault(part.variable, self._record_of(part.type_name))
                case nodes.Binder() if part.among is not None and isinstance(part.among, nodes.Call):
                    group = self._called.get(part.among.name)
                    if isinstance(group, nodes.Group):
                        kinds.setdefault(part.variable, self._record_of(group.type_name))
                case nodes.Field() if isinstance(part.of, nodes.Call) and not part.of.args and part.of.name not in kinds:
                    owners = {record for record, _ in self._fields.get(part.name, [])}
                    if len(owners) == 1:
                        kinds.setdefault(part.of.name, owners.pop())
                case _:  # open: other nodes say nothing about kinds
                    pass
        for name in list(kinds):
            if name in self._titles or name in self._called or (len(name) > 3 and not any(ch.isdigit() for ch in name)):
                del kinds[name]  # a thing or value with a name of its own
        counted = list(kinds.values())
        return Scope(kinds, frozenset(kind for kind in counted if counted.count(kind) > 1))

    def _bind_variable(self, kinds: dict[str, str], arg: nodes.Expr, type_: nodes.TypeExpr) -> None:
        if not (isinstance(arg, nodes.Call) and not arg.args and isinstance(type_, nodes.Named)):
            return
        if type_.name in self._records or arg.name not in self._titles_of.get(type_.name, {arg.name: ""}):
            kinds.setdefault(arg.name, type_.name)

    def _record_of(self, name: str) -> str:
        if name in self._records:
            return name
        return next((record for record in self._records if plural(record) == name or record + "s" == name), name)


def modal_of(form: nodes.LongForm) -> str:
    """`may`, `may never`, …: what comes before the sentence of a verdict; `may` of a rule that forbids all else."""
    if form.force is not None:
        return f"may {form.force}"
    return _OPPOSITE[form.verb.value] if form.negated else form.verb.value


def put_under_modal(phrase: str, modal: str) -> str:
    """A phrase under `may`, `may not` and the like; where no verb is found, `permitted: …`."""
    return under_modal(phrase, modal) or f"{_AS_STATE[modal]}: {phrase}"


def complete_phrase(phrase: str, values: Sequence[str], *, is_statement: bool) -> str:
    """A phrase with the arguments that it does not name: `the price of a unit` becomes `the price of a unit for {arm} and {strength}`.

    `values` are the parameters that stand for values. A thing that is not named is meant anyway: it is what the book speaks of there.
    """
    missing = [f"{{{name}}}" for name in values if f"{{{name}}}" not in phrase]
    if not missing:
        return phrase
    return f"{phrase} ({', '.join(missing)})" if is_statement else f"{phrase} for {join_words(missing, 'and')}"


def fill_slots(phrase: str, slots: Mapping[str, str]) -> str:
    """A phrase with its slots filled; `the {e} edge` with `the edge` for `e` is `the edge`, not `the the edge edge`."""
    text = phrase
    for name, words in slots.items():
        article = _ARTICLE.match(words)
        noun = words[article.end() :] if article is not None else words
        if noun != words:
            text = text.replace(f"the {{{name}}} {noun}", f"{{{name}}}").replace(f"the {{{name}}}", f"{{{name}}}")
    return _SLOT.sub(lambda match: slots.get(match[1], match[1]), text)


def _of_parts(expr: nodes.Expr) -> bool:
    """Return True if an expression is put as several statements with `and` or `or` between them."""
    return isinstance(expr, nodes.Or | nodes.And) or (isinstance(expr, nodes.Not) and _of_parts(expr.of))


def _in_a_row(expr: nodes.Arithmetic) -> bool:
    """Return True if `expr` adds to or subtracts from a sum: `a + b - c` needs no brackets in words."""
    steps = (Operator.ADD, Operator.SUBTRACT)
    return expr.operator in steps and isinstance(expr.left, nodes.Arithmetic) and expr.left.operator in steps


def drop_stray_commas(sentence: str) -> str:
    """Without the commas that closed a clause at the end of the sentence or before another comma."""
    return _COMMAS.sub(",", sentence).rstrip(" ,")
