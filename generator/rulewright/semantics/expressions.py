"""Elaboration of expressions: from the syntax tree to typed terms, with names resolved and types and units checked.

An `ExpressionElaborator` elaborates the expressions of one statement. It knows the variables in scope and, for examples and questions, the
names of things. An error is reported once and raises `Unresolved`, so that the statement is left out and the next one can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias, assert_never

from rulewright.base.keywords import VERDICTS, Comparison, OfTwo, Operator, Pick
from rulewright.base.numerals import number_text, plain_number, word_of_number
from rulewright.base.prose_lists import listing
from rulewright.base.suggestions import did_you_mean
from rulewright.semantics import terms, types
from rulewright.semantics.advice import advice_about, as_comparison
from rulewright.semantics.aggregates import read_aggregate, read_if_none, read_quantified
from rulewright.semantics.days_of_year import read_days_of_year
from rulewright.semantics.faults import FaultContext
from rulewright.semantics.measures import conversion_factor, multiply_term
from rulewright.semantics.model import FactDecl, Param, QuestionKind
from rulewright.semantics.none_paths import PathGuards
from rulewright.semantics.operand_help import find_alternatives, rate_help
from rulewright.semantics.read_dates import read_turn
from rulewright.semantics.read_periods import check_turn, read_later_day, read_period
from rulewright.semantics.roundings import PARITIES, parity, round_to_step
from rulewright.semantics.scopes import NameScope
from rulewright.semantics.superlatives import read_foremost
from rulewright.semantics.symbols import BUILT_IN, COUNT_THE_SAME, Vocabulary, read_unit
from rulewright.semantics.terms import Term
from rulewright.semantics.thresholds import MOST_LISTED, threshold_condition
from rulewright.semantics.types import Type
from rulewright.syntax import nodes

TypedTerm = tuple[Term, Type]
Computation: TypeAlias = (
    nodes.Arithmetic
    | nodes.Minus
    | nodes.Scaled
    | nodes.Rounded
    | nodes.Rate
    | nodes.UpTo
    | nodes.AsIf
    | nodes.PickOf
    | nodes.Pair
    | nodes.Aggregate
    | nodes.Foremost
    | nodes.IfNone
)
"""The forms of expression that compute a value."""

ORDER_COMPARISONS = {Comparison.AT_LEAST, Comparison.AT_MOST, Comparison.MORE, Comparison.LESS}
NUMBER_OR_NONE = "leave it out: where no rule gives a number, there is none, and an example says `then undetermined …, silent`"
ANY_NUMBER = types.Numeric(None, None, None, None)


@dataclass(slots=True)
class ExpressionElaborator(NameScope):
    """An elaborator of the expressions of one statement."""

    @classmethod
    def of_params(cls, vocabulary: Vocabulary, context: FaultContext, params: tuple[Param, ...]) -> ExpressionElaborator:
        """Return a reader in which the parameters of a declaration are bound."""
        variables = {param.name: (slot, param.type) for slot, param in enumerate(params)}
        return cls(vocabulary, context, variables, None, len(params))

    # ---- conditions -----------------------------------------------------------------------------------------------------------------

    def read_condition(self, node: nodes.Expr) -> Term:
        """Read an expression that must be yes or no."""
        match node:
            case nodes.Not():
                return terms.Not(self.read_condition(node.of))
            case nodes.And():
                return terms.And(tuple(self.read_condition(part) for part in node.parts))
            case nodes.Or():
                if (alternatives := find_alternatives(self, node)) is not None:
                    value, enum, help_ = alternatives
                    raise self.context.fail("RW202", f"`{value.name}` is a value of {enum}, not a condition", value, help=help_)
                return terms.Or(tuple(self.read_condition(part) for part in node.parts))
            case nodes.AtLeast():
                return threshold_condition(
                    self.read_count(node.count, node.parts, node), tuple(self.read_condition(part) for part in node.parts)
                )
            case _:
                return self._read_yes_or_no(node)

    def read_count(self, count: int, parts: Sequence[object], node: nodes.Node) -> int:
        """Return how many of a list must hold; report a number that says nothing."""
        if not 1 <= count <= len(parts) or len(parts) > MOST_LISTED:
            message = f"`at least {word_of_number(count)} of` {len(parts)} says nothing that can be counted"
            help_ = f"give a number from one up to the length of the list, which has at most {MOST_LISTED} conditions"
            raise self.context.fail("RW215", message, node, help=help_)
        return count

    def _read_yes_or_no(self, node: nodes.Expr) -> Term:
        return self._guard_answer(self._read_answer(node))

    def _read_answer(self, node: nodes.Expr) -> Term:
        """Read an expression whose value is yes or no, without the guard of its own path."""
        term, kind = self.read_expression(node, types.YesNo())
        if not isinstance(kind, types.YesNo):
            raise self.report_non_condition(node, kind)
        return term

    def path_guards(self) -> PathGuards:
        """Return the guards of the paths in this scope."""
        slots_with_none = (slot for slot, kind in self.variables.values() if getattr(kind, "or_none", False))
        return PathGuards(self.vocabulary, frozenset(slots_with_none))

    def _guard_answer(self, answer: Term) -> Term:
        """Return a yes or no with the guard of its path; a fact that is read as given is a name, and has none."""
        return answer if self.observed else self.path_guards().guard_answer(answer)

    def _guard_comparison(self, comparison: terms.Compare) -> Term:
        return comparison if self.observed else self.path_guards().guard_comparison(comparison)

    def _guard_membership(self, membership: terms.InSet) -> Term:
        return membership if self.observed else self.path_guards().guard_membership(membership)

    def report_non_condition(self, node: nodes.Expr, kind: Type) -> Exception:
        """Report a value in the place of a condition; return the exception to raise."""
        if error := self.report_two_meanings(node):
            return error
        words = node.name if isinstance(node, nodes.Call) else "this"
        if isinstance(node, nodes.Call) and not node.args and isinstance(kind, types.Enumerated) and node.name not in self.variables:
            message = f"`{words}` is a value of {kind.name}, not a condition"
            return self.context.fail("RW202", message, node, help=f"say what is `{words}`, as in `… is {words}`")
        return self.context.fail("RW202", f"`{words}` is {types.type_text(kind)}, not a condition", node, help="compare it: `… is …`")

    # ---- everything -----------------------------------------------------------------------------------------------------------------

    def read_expression(self, node: nodes.Expr, expected: Type | None = None) -> TypedTerm:
        """Return an expression as a term, with its type; `expected` disambiguates a bare name."""
        match node:
            case nodes.Number():
                unit = None if node.unit is None else read_unit(self.vocabulary, node.unit, self.context, node)
                return terms.Const(plain_number(node.value)), types.Numeric(None, None, unit, None)
            case nodes.MonthDate():
                turn, kind = read_turn(self.vocabulary, self.context, node, node.date, expected)
                return terms.Const(turn), kind
            case nodes.Truth():
                return terms.Const(node.value), types.YesNo()
            case nodes.Nothing():
                return terms.Const(None), types.NoneType()
            case nodes.Quoted():
                return self.read_name(node.text, node, expected)
            case nodes.Call():
                return self.read_call(node, expected)
            case nodes.Field():
                return self.read_field(node)
            case nodes.Not() | nodes.And() | nodes.Or() | nodes.AtLeast():
                return self.read_condition(node), types.YesNo()
            case nodes.Compare() | nodes.Between() | nodes.WithinReach() | nodes.In():
                return self.read_comparison(node), types.YesNo()
            case nodes.Asks():
                return self._guard_answer(self.read_verdict_question(node)), types.YesNo()
            case nodes.Advised():
                return self._guard_answer(self.read_advice_test(node)), types.YesNo()
            case nodes.Quantified():
                return read_quantified(self, node), types.YesNo()
            case nodes.Links():
                return self.read_links(node), types.YesNo()
            case _:
                return self.read_computation(node, expected)

    def read_computation(self, node: Computation, expected: Type | None) -> TypedTerm:
        """Read an expression that computes a value; return the term and its type."""
        match node:
            case nodes.Arithmetic():
                return self.read_arithmetic(node)
            case nodes.Minus():
                term, kind = self.read_number(node.of)
                return terms.Minus(term), types.amount_of(kind)
            case nodes.Scaled():
                term, kind = self.read_number(node.of)
                return terms.Arithmetic(Operator.TIMES, terms.Const(plain_number(node.factor)), term), types.amount_of(kind)
            case nodes.Rounded():
                term, kind = self.read_number(node.of)
                return round_to_step(term, node.rounding, self.read_step(kind, node.step)), types.open_ended(kind)
            case nodes.Rate():
                return self.read_rate(node)
            case nodes.UpTo():
                return self.read_up_to(node)
            case nodes.AsIf():
                return self.read_as_if(node, expected)
            case nodes.PickOf():
                return self.read_pick(node, node.pick, node.args)
            case nodes.Pair():
                return self.read_pair(node)
            case nodes.Aggregate():
                return read_aggregate(self, node)
            case nodes.Foremost():
                return read_foremost(self, node)
            case nodes.IfNone():
                return read_if_none(self, node)
            case _:
                assert_never(node)

    def read_number(self, node: nodes.Expr) -> tuple[Term, types.Numeric]:
        """Read an expression that must be a number."""
        term, kind = self.read_expression(node, ANY_NUMBER)
        if not isinstance(kind, types.Numeric):
            raise self.context.fail("RW203", f"this is {types.type_text(kind)}, but a number is expected", node)
        return term, kind

    # ---- names ----------------------------------------------------------------------------------------------------------------------

    def read_call(self, node: nodes.Call, expected: Type | None) -> TypedTerm:
        """Read a name, with or without arguments."""
        if not node.args:
            return self.read_name(node.name, node, expected)
        if node.name in BUILT_IN:
            return self.read_built_in(node)
        fact = self.vocabulary.facts.get(node.name)
        if fact is not None:
            return self.fact_term(fact, self.read_arguments(node, fact.params)), fact.type
        question = self.vocabulary.questions.get(node.name)
        if question is not None:
            if question.type is None:
                raise self.report_verdict_as_condition(node)
            return terms.Ask(node.name, self.read_arguments(node, question.params)), question.type
        if node.name in self.vocabulary.groups:
            help_ = f"write `some … among {node.name}(…)` or `… in {node.name}(…)`"
            raise self.context.fail("RW203", f"`{node.name}` is a group of things, not a value", node, help=help_)
        raise self.report_unknown_name(node)

    def report_verdict_as_condition(self, node: nodes.Call) -> Exception:
        """Report a verdict that is used as a condition without `may` or `must`; return the exception to raise."""
        return self.context.fail(
            "RW202", f"`{node.name}` is a verdict, not a condition", node, help=f"ask it: `may {node.name}(…)`, `may not …` or `must …`"
        )

    def read_name(self, name: str, node: nodes.Expr, expected: Type | None) -> TypedTerm:
        """Resolve a bare name: a variable, value of the expected enum, fact, question, thing or value of any enum, in this order."""
        if name in self.variables and not isinstance(node, nodes.Quoted):
            slot, kind = self.variables[name]
            return terms.Var(slot, name), kind
        if isinstance(expected, types.Enumerated) and name in self.vocabulary.enums[expected.name].values:
            return terms.Const(name), types.Enumerated(expected.name)
        if isinstance(expected, types.PlaceOf) and self.vocabulary.has_place(expected.map, name):
            return terms.Const(name), types.PlaceOf(expected.map)
        fact = self.vocabulary.facts.get(name)
        if fact is not None and isinstance(node, nodes.Call):
            return self.fact_term(fact, self.read_arguments(node, fact.params)), fact.type
        question = self.vocabulary.questions.get(name)
        if question is not None and isinstance(node, nodes.Call):
            if question.type is None:
                raise self.report_verdict_as_condition(node)
            return terms.Ask(name, self.read_arguments(node, question.params)), question.type
        if self.things is not None and name in self.things:
            return terms.Const(name), self.things[name]
        owners = self.vocabulary.enums_with(name)
        if len(owners) == 1:
            return terms.Const(name), types.Enumerated(owners[0])
        if owners:
            message = f"`{name}` is a value of {listing(owners, 'and')}"
            raise self.context.fail("RW220", message, node, help="compare it with something of one of them")
        raise self.report_unknown_name(node)

    def fact_term(self, fact: FactDecl, args: tuple[Term, ...]) -> terms.FactOf | terms.Ask:
        """Return the term of a fact: a call of the question of the same name if rules define the fact."""
        is_derived = not self.observed and fact.name in self.vocabulary.questions
        return terms.Ask(fact.name, args) if is_derived else terms.FactOf(fact.name, args)

    def as_observed(self) -> ExpressionElaborator:
        """Return a copy of the reader that reads facts as given, even those that rules define."""
        return replace(self, observed=True)

    def read_arguments(self, node: nodes.Call, params: tuple[Param, ...]) -> tuple[Term, ...]:
        """Read the arguments of a call, each with the type of its parameter."""
        if len(node.args) != len(params):
            signature = f"`{node.name}({', '.join(param.name for param in params)})`" if params else f"`{node.name}` without brackets"
            message = f"`{node.name}` takes {len(params)} argument{'' if len(params) == 1 else 's'}, not {len(node.args)}"
            raise self.context.fail("RW216", message, node, help=f"write {signature}")
        return tuple(self.read_of_type(arg, param.type) for arg, param in zip(node.args, params, strict=True))

    def read_of_type(self, node: nodes.Expr, expected: Type) -> Term:
        """Read an expression that must have the type `expected`, converted to its unit."""
        if isinstance(expected, types.YesNo):
            return self.read_condition(node)
        term, kind = self.read_expression(node, expected)
        return self.convert_to_type(expected, term, kind, node)

    def read_field(self, node: nodes.Field) -> TypedTerm:
        """Read `u.arm`: a field or a status of a thing."""
        owners = self.vocabulary.owners_of(node.name)
        if not owners and isinstance(node.of, nodes.Call) and self._is_unknown_thing(node.of):
            raise self.context.fail("RW201", f"nothing is called `{node.of.name}`, and nothing has a field `{node.name}`", node)
        expected = types.Thing(owners[0]) if len(owners) == 1 else None
        thing, kind = self.read_expression(node.of, expected)
        if not isinstance(kind, types.Thing):
            if error := self.report_two_meanings(node.of):
                raise error
            raise self.context.fail("RW203", f"this is {types.type_text(kind)}, and only things have fields such as `{node.name}`", node)
        fact = self.vocabulary.field_of(kind.record, node.name)
        if fact is None:
            prefix = f"{kind.record}."
            field_names = [name.removeprefix(prefix) for name in self.vocabulary.facts if name.startswith(prefix)]
            raise self.context.fail("RW201", f"`{kind.record}` has no field `{node.name}`", node, help=did_you_mean(node.name, field_names))
        return self.fact_term(fact, (thing,)), fact.type

    def _is_unknown_thing(self, node: nodes.Call) -> bool:
        """Return True for a thing in an example or question of which only its use could tell the kind, such as `u` in `u.arm`."""
        if self.things is None or node.args:
            return False
        return node.name not in self.variables and node.name not in self.things and node.name not in self.vocabulary.callable_names()

    def read_built_in(self, node: nodes.Call) -> TypedTerm:
        """Read `shifted(x, n)` or `overflow(x, n)` on a scale."""
        if len(node.args) != 2:
            raise self.context.fail("RW216", f"`{node.name}` takes 2 arguments, not {len(node.args)}", node)
        operand, kind = self.read_expression(node.args[0])
        if not isinstance(kind, types.Enumerated) or not self.vocabulary.enums[kind.name].ordered:
            raise self.context.fail("RW203", f"`{node.name}` is for values of a scale", node)
        steps, _ = self.read_number(node.args[1])
        if node.name == "shifted":
            return terms.Shifted(kind.name, operand, steps), types.Enumerated(kind.name)
        return terms.Overflow(kind.name, operand, steps), types.Numeric(0, None, types.NO_UNIT)

    # ---- comparisons ----------------------------------------------------------------------------------------------------------------

    def is_bare_name(self, node: nodes.Expr) -> bool:
        """Return True if the meaning of a name depends on the other side of its comparison."""
        if isinstance(node, nodes.Quoted | nodes.Nothing | nodes.MonthDate):
            return True
        if not isinstance(node, nodes.Call) or node.args or node.name in self.variables:
            return False
        return node.name not in self.vocabulary.facts and node.name not in self.vocabulary.questions

    def is_parity(self, node: nodes.Expr) -> bool:
        """Return True if a name after `is` is the word `odd` or `even`, and nothing else in the book."""
        return isinstance(node, nodes.Call) and node.name in PARITIES and self.is_bare_name(node)

    def _signed_parity(self, number: Term, *, is_odd: bool, negated: bool) -> Term:
        comparison = parity(number, is_odd=is_odd)
        condition = self._guard_comparison(comparison)
        return terms.Not(condition) if negated else condition

    def read_comparison(self, node: nodes.Compare | nodes.Between | nodes.WithinReach | nodes.In) -> Term:
        """Read a comparison: `is`, `is at least`, `is between`, `is within`, `in`."""
        days = read_days_of_year(self, node)
        if days is not None:
            return self._guard_membership(days)
        match node:
            case nodes.Compare():
                return self.read_binary_comparison(node)
            case nodes.Between():
                operand, kind = self.read_expression(node.of)
                low, high = self.read_of_type(node.low, types.open_ended(kind)), self.read_of_type(node.high, types.open_ended(kind))
                return self._guard_membership(terms.InSet(operand, ((low, high),), False, self.order_scale(kind, node)))
            case nodes.WithinReach():
                check_turn(self, node.day)
                return self.read_comparison(nodes.Between(node.date, *node.range_ends, span=node.span))
            case nodes.In():
                return self.read_membership(node)
            case _:
                assert_never(node)

    def read_binary_comparison(self, node: nodes.Compare) -> Term:
        op = node.comparison
        if self.is_bare_name(node.left) and not self.is_bare_name(node.right):
            rhs, rhs_kind = self.read_expression(node.right)
            lhs, lhs_kind = self.read_expression(node.left, rhs_kind)
        else:
            lhs, lhs_kind = self.read_expression(node.left)
            if isinstance(lhs_kind, types.Numeric) and op not in ORDER_COMPARISONS and self.is_parity(node.right):
                return self._signed_parity(lhs, is_odd=node.right == nodes.Call("odd"), negated=op is Comparison.IS_NOT)
            if isinstance(lhs_kind, types.YesNo) and op is Comparison.IS and isinstance(node.right, nodes.Truth):
                holds = self._guard_answer(lhs)
                return holds if node.right.value else terms.Not(holds)
            rhs, rhs_kind = self.read_expression(node.right, lhs_kind)
        if isinstance(lhs, terms.Const):
            lhs = self.convert_to_type(rhs_kind, lhs, lhs_kind, node)
        else:
            rhs = self.convert_to_type(lhs_kind, rhs, rhs_kind, node)
        scale = self.order_scale(lhs_kind, node) if op in ORDER_COMPARISONS else None
        if op not in ORDER_COMPARISONS:
            self.check_domain(lhs_kind, rhs, node.right)
            self.check_domain(rhs_kind, lhs, node.left)
        return self._guard_comparison(terms.Compare(op, lhs, rhs, scale))

    def read_membership(self, node: nodes.In) -> Term:
        """Read a membership test: `in {…}`, `in 3..5`, `in train`, `in corps_in(h)`."""
        if not node.braces and len(node.members) == 1 and node.members[0].high is None:
            sole_member = node.members[0].low
            if isinstance(sole_member, nodes.Call) and sole_member.name in self.vocabulary.groups:
                group = self.vocabulary.groups[sole_member.name]
                operand = self.read_of_type(node.of, types.Thing(group.record, True))
                test = terms.InGroup(operand, group.name, self.read_arguments(sole_member, group.params), node.negated)
                return test if self.observed else self.path_guards().guard_group_test(test)
        operand, kind = self.read_expression(node.of)
        members: list[tuple[Term, Term | None]] = []
        ranged = False
        for member in node.members:
            low = member.low
            if isinstance(low, nodes.Call) and not low.args and member.high is None and low.name in self.vocabulary.classes:
                enum, values = self.vocabulary.classes[low.name]
                self.check_types_agree(kind, types.Enumerated(enum), low)
                members.extend((terms.Const(value), None) for value in values)
                continue
            first = self.read_of_type(low, kind if member.high is None else types.open_ended(kind))
            if member.high is None:
                self.check_domain(kind, first, low)
            ranged = ranged or member.high is not None
            members.append((first, None if member.high is None else self.read_of_type(member.high, types.open_ended(kind))))
        return self._guard_membership(terms.InSet(operand, tuple(members), node.negated, self.order_scale(kind, node) if ranged else None))

    def order_scale(self, kind: Type, node: nodes.Expr) -> str | None:
        """Return the scale whose order a comparison needs, or None for numbers; report a type without an order."""
        if isinstance(kind, types.Numeric):
            return None
        if isinstance(kind, types.Enumerated) and self.vocabulary.enums[kind.name].ordered:
            return kind.name
        raise self.context.fail(
            "RW203", f"{types.type_text(kind)} has no order", node, help="declare it as a `scale`, or compare with `is` or `in`"
        )

    def convert_to_type(self, expected: Type, term: Term, actual: Type, node: nodes.Expr) -> Term:
        """Return an amount converted to the unit of `expected` if both measures convert, any other term unchanged. Report a mismatch."""
        self._check_same_calendar(expected, actual, node)
        if (
            isinstance(expected, types.Numeric)
            and isinstance(actual, types.Numeric)
            and expected.unit is not None
            and actual.unit is not None
        ):
            multiplier = conversion_factor(self.vocabulary.conversions, actual.unit, expected.unit)
            if multiplier is not None:
                return multiply_term(term, multiplier)
        self.check_types_agree(expected, actual, node)
        return term

    def _check_same_calendar(self, expected: Type, actual: Type, node: nodes.Expr) -> None:
        """Report a comparison of turns of two calendars."""
        if len(self.vocabulary.calendars) < 2:
            return
        names = [name for name in (types.calendar_of(expected), types.calendar_of(actual)) if name is not None]
        if len(set(names)) > 1:
            first, second = (self.vocabulary.calendars[name].title for name in names)
            raise self.context.fail(
                "RW203", f"a turn of {second} does not go with a turn of {first}", node, help="both must be turns of one calendar"
            )

    def check_types_agree(self, expected: Type, actual: Type, node: nodes.Expr) -> None:
        """Report two types, or two units, that do not agree."""
        if isinstance(expected, types.Numeric) and isinstance(actual, types.Numeric):
            if expected.unit is not None and actual.unit is not None and expected.unit != actual.unit:
                raise self.report_unit_mismatch(expected.unit, actual.unit, node)
            return
        if isinstance(actual, types.NoneType) or isinstance(expected, types.NoneType):
            never_none = expected if isinstance(actual, types.NoneType) else actual
            if isinstance(never_none, types.NoneType) or getattr(never_none, "or_none", False):
                return
            help = NUMBER_OR_NONE if isinstance(never_none, types.Numeric) else "declare it with `or none`"
            raise self.context.fail("RW205", f"{types.type_text(never_none)} is never `none`", node, help=help)
        if not can_be_equal(expected, actual):
            if error := self.report_two_meanings(node):
                raise error
            raise self.context.fail("RW203", f"this is {types.type_text(actual)}, but {types.type_text(expected)} is expected", node)

    def report_unit_mismatch(self, expected: types.Unit, actual: types.Unit, node: nodes.Expr) -> Exception:
        """Report two units that do not agree, such as hexes and movement points; return the exception to raise."""
        first = types.unit_text(expected) or "a bare number"
        second = types.unit_text(actual) or "a bare number"
        help_ = rate_help(self, expected, actual, node) or COUNT_THE_SAME
        return self.context.fail("RW204", f"{second} does not go with {first}", node, help=help_)

    def check_domain(self, kind: Type, term: Term, node: nodes.Expr) -> None:
        """Report a constant outside the domain of the type that it is compared with or assigned to."""
        if isinstance(term, terms.Const) and isinstance(kind, types.Numeric) and not isinstance(term.value, str | bool | None):
            low, high = kind.low, kind.high
            if (low is not None and term.value < low) or (high is not None and term.value > high):
                raise self.context.fail(
                    "RW205", f"`{number_text(term.value, decimal=kind.decimal)}` is outside {types.type_text(kind)}", node
                )

    # ---- arithmetic -----------------------------------------------------------------------------------------------------------------

    def read_arithmetic(self, node: nodes.Arithmetic) -> TypedTerm:
        lhs, lhs_kind = self.read_number(node.left)
        rhs, rhs_kind = self.read_number(node.right)
        if node.operator in {Operator.ADD, Operator.SUBTRACT}:
            if (later := read_later_day(self, node, (lhs, lhs_kind), (rhs, rhs_kind))) is not None:
                return later
            rhs = self.convert_to_type(lhs_kind, rhs, rhs_kind, node)
            unit = rhs_kind.unit if lhs_kind.unit is None else lhs_kind.unit
        elif lhs_kind.unit is None and rhs_kind.unit is None:
            unit = None
        else:
            unit = types.combine_units(lhs_kind.unit or (), rhs_kind.unit or (), 1 if node.operator is Operator.TIMES else -1)
        calendar = _result_calendar(node.operator, lhs_kind, rhs_kind)
        result: Term = terms.Arithmetic(node.operator, lhs, rhs)
        if unit and (bare := conversion_factor(self.vocabulary.conversions, unit, types.NO_UNIT)) is not None:
            # Days in a week are a bare number; it has to be one before it is rounded.
            result, unit = multiply_term(result, bare), types.NO_UNIT
        return result, types.Numeric(None, None, unit, None, calendar=calendar)

    def read_step(self, kind: types.Numeric, step: nodes.Number | None) -> int | Fraction:
        """Return the step that an amount is rounded to, in the unit of the amount."""
        if step is None:
            return 1
        term = self.read_of_type(step, types.Numeric(None, None, kind.unit, None))
        assert isinstance(term, terms.Const)
        assert isinstance(term.value, int | Fraction)
        return term.value

    def read_rate(self, node: nodes.Rate) -> TypedTerm:
        """Read `0.20 euro for each day of i.late`: the rate times the number of such units in the amount."""
        rate, kind = self.read_number(node.rate)
        unit = types.NO_UNIT if node.unit is None else read_unit(self.vocabulary, node.unit, self.context, node)
        amount = self.read_of_type(node.amount, types.Numeric(None, None, unit, None))
        counted = amount if node.count == 1 else terms.Arithmetic(Operator.DIVIDED, amount, terms.Const(plain_number(node.count)))
        return terms.Arithmetic(Operator.TIMES, rate, counted), types.amount_of(kind)

    def read_pair(self, node: nodes.Pair) -> TypedTerm:
        """Read `the larger of a and b`, or the difference of two: the greater of a - b and b - a."""
        match node.word:
            case OfTwo.LARGER:
                return self.read_pick(node, Pick.GREATEST, (node.left, node.right))
            case OfTwo.SMALLER:
                return self.read_pick(node, Pick.LEAST, (node.left, node.right))
            case OfTwo.DIFFERENCE:
                orders = ((node.left, node.right), (node.right, node.left))
                differences = tuple(
                    nodes.Arithmetic(Operator.SUBTRACT, minuend, subtrahend, span=node.span) for minuend, subtrahend in orders
                )
                return self.read_pick(node, Pick.GREATEST, differences)
            case OfTwo.YEARS | OfTwo.MONTHS:
                return read_period(self, node)
            case _:
                assert_never(node.word)

    def read_pick(self, node: nodes.Expr, pick: Pick, args: tuple[nodes.Expr, ...]) -> TypedTerm:
        """Read the greatest or least of a list of expressions."""
        first, kind = self.read_expression(args[0])
        scale = self.order_scale(kind, node)
        operands = [first]
        for arg in args[1:]:
            term, arg_kind = self.read_expression(arg, kind)
            operands.append(self.convert_to_type(kind, term, arg_kind, arg))
            if isinstance(kind, types.Numeric) and kind.unit is None:
                kind = arg_kind
        return terms.PickOf(pick, tuple(operands), scale), types.open_ended(kind)

    def read_up_to(self, node: nodes.UpTo) -> TypedTerm:
        term, kind = self.read_expression(node.of)
        question = self.vocabulary.questions.get(term.question) if isinstance(term, terms.Ask) else None
        if not isinstance(term, terms.Ask) or question is None or question.kind is not QuestionKind.VALUE:
            raise self.context.fail("RW207", "only a value has stages", node)
        names = [stage.name for stage in question.stages]
        if node.stage not in names:
            help_ = did_you_mean(node.stage, names) or f"its stages are {listing(names, 'and')}"
            raise self.context.fail("RW207", f"`{question.name}` has no stage `{node.stage}`", node, help=help_)
        return terms.UpTo(term.question, term.args, names.index(node.stage)), types.open_ended(kind)

    def read_as_if(self, node: nodes.AsIf, expected: Type | None) -> TypedTerm:
        operand, kind = self.read_expression(node.of, expected)
        supposed, value = self.read_supposition(node.supposed)
        return terms.AsIf(operand, supposed, value), kind

    def read_supposition(self, node: nodes.Expr) -> tuple[terms.FactOf | terms.Ask | terms.AskVerdict, Term]:
        """Return a supposition and its value: `supplied(u)`, `not supplied(u)`, `u.terrain is clear`, `may forage(u, t)`."""
        if isinstance(node, nodes.Not):
            supposed, value = self.read_supposition(node.of)
            if value == terms.Const(True):
                return supposed, terms.Const(False)
        elif isinstance(node, nodes.Asks):
            verdict_question = self.read_verdict_question(node)
            return verdict_question, terms.Const(VERDICTS[verdict_question.permission])
        elif isinstance(node, nodes.Advised) and not node.test.is_negated:
            comparison = self.read_advice_test(node)
            if isinstance(comparison, terms.Compare) and isinstance(comparison.left, terms.FactOf | terms.Ask):
                return comparison.left, comparison.right
        elif isinstance(node, nodes.Compare) and node.comparison is Comparison.IS:
            subject, kind = self.read_expression(node.left)
            if isinstance(subject, terms.FactOf | terms.Ask):
                return subject, self.read_of_type(node.right, kind)
        else:
            term = self._read_answer(node)
            if isinstance(term, terms.FactOf | terms.Ask):
                return term, terms.Const(True)
        raise self.context.fail(
            "RW222", "only one fact or answer can be supposed", node, help="write `as if supplied(u)` or `as if (u.arm is cavalry)`"
        )

    # ---- verdicts, sets -------------------------------------------------------------------------------------------------------------

    def read_verdict_question(self, node: nodes.Asks) -> terms.AskVerdict:
        question = self.vocabulary.questions.get(node.call.name)
        if question is None:
            raise self.report_unknown_name(node.call)
        if question.kind is not QuestionKind.VERDICT:
            raise self.context.fail(
                "RW219", f"`{question.name}` is a {question.kind}, and only a verdict can be asked with `{node.permission}`", node
            )
        return terms.AskVerdict(node.permission, question.name, self.read_arguments(node.call, question.params))

    def read_advice_test(self, node: nodes.Advised) -> Term:
        """Read a test of an advice as a comparison of the value that holds it."""
        name = node.call.name
        if name not in self.vocabulary.questions and name not in self.vocabulary.facts:
            raise self.report_unknown_name(node.call)
        if (comparison := as_comparison(self.vocabulary, node)) is not None:
            return self.read_comparison(comparison)
        advice = advice_about(self.vocabulary, self.context, name, node.call)
        value = terms.Const(node.test.asked_advice.value)
        ask = terms.Ask(advice.name, self.read_arguments(node.call, advice.params))
        return self._guard_comparison(terms.Compare(Comparison.IS_NOT if node.test.is_negated else Comparison.IS, ask, value))

    def read_links(self, node: nodes.Links) -> Term:
        """Read `any number of next_to(h, k)`; further arguments are the same for every link."""
        call = node.call
        declaration = self.vocabulary.facts.get(call.name) or self.vocabulary.questions.get(call.name)
        if declaration is None:
            raise self.report_unknown_name(call)
        kinds = [param.type for param in declaration.params[:2]]
        kind = kinds[0] if len(kinds) == 2 else None
        if not isinstance(kind, types.Thing) or not can_be_equal(*kinds) or not isinstance(declaration.type, types.YesNo):
            message = f"`{call.name}` does not say of two things of one kind that they are linked"
            raise self.context.fail(
                "RW203", message, node, help="after `any number of` comes a fact or a predicate with two such arguments"
            )
        first, last, *others = self.read_arguments(call, declaration.params)
        ends = (terms.Var(self.next_slot, "from"), terms.Var(self.next_slot + 1, "to"))
        args = (*ends, *others)
        link = self.fact_term(declaration, args) if isinstance(declaration, FactDecl) else terms.Ask(call.name, args)
        return self._guard_answer(terms.Linked(self.next_slot, kind.record, link, first, last))

    def with_variable(self, name: str, slot: int, kind: Type) -> ExpressionElaborator:
        """Return a reader for the scope of a binder, with its variable bound."""
        return ExpressionElaborator(
            self.vocabulary, self.context, {**self.variables, name: (slot, kind)}, self.things, slot + 1, self.observed
        )


def _result_calendar(operator: Operator, lhs: types.Numeric, rhs: types.Numeric) -> str | None:
    """Return the calendar of a result: a turn plus or minus a number is a turn; the sum or difference of two turns is not."""
    if operator is Operator.ADD and rhs.calendar is not None:
        return rhs.calendar if lhs.calendar is None else None
    if operator is Operator.ADD or (operator is Operator.SUBTRACT and rhs.calendar is None):
        return lhs.calendar
    return None


def can_be_equal(first: Type, second: Type) -> bool:
    """Return True if values of two types can be equal, disregarding `none`."""
    if isinstance(first, types.Enumerated) and isinstance(second, types.Enumerated):
        return first.name == second.name
    if isinstance(first, types.Thing) and isinstance(second, types.Thing):
        return first.record == second.record
    if isinstance(first, types.PlaceOf) and isinstance(second, types.PlaceOf):
        return first.map == second.map
    return type(first) is type(second)
