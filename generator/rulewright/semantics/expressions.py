"""From the expressions of the syntax tree to typed terms: names found, types and units agreed.

A `Reader` reads the expressions of one statement. It knows the variables in scope and, for examples and questions, the names of things.
What is wrong is reported once and raises `Unresolved`, so that the statement can be left out and the next one read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from rulewright.base.keywords import VERDICTS, Comparison, OfTwo, Operator, Pick
from rulewright.base.numerals import number_text, plain_number
from rulewright.base.prose_lists import listing
from rulewright.base.suggestions import did_you_mean
from rulewright.semantics import terms, types
from rulewright.semantics.aggregates import read_aggregate, read_quantified
from rulewright.semantics.faults import At
from rulewright.semantics.measures import factor, multiplied
from rulewright.semantics.model import FactDecl, Param, QuestionKind
from rulewright.semantics.read_dates import read_turn
from rulewright.semantics.scopes import Names
from rulewright.semantics.superlatives import read_foremost
from rulewright.semantics.symbols import BUILT_IN, COUNT_THE_SAME, Vocabulary, read_unit
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes

Typed = tuple[Term, Type]
Worked: TypeAlias = (
    nodes.Arithmetic
    | nodes.Minus
    | nodes.Scaled
    | nodes.Rounded
    | nodes.UpTo
    | nodes.AsIf
    | nodes.PickOf
    | nodes.Pair
    | nodes.Aggregate
    | nodes.Foremost
)
"""The forms that work something out."""

ORDER = {Comparison.AT_LEAST, Comparison.AT_MOST, Comparison.MORE, Comparison.LESS}
ANY_NUMBER = types.Numeric(None, None, None, None)


@dataclass(slots=True)
class Reader(Names):
    """Reads the expressions of one statement."""

    @classmethod
    def of_params(cls, vocabulary: Vocabulary, at: At, params: tuple[Param, ...]) -> Reader:
        """A reader in which the parameters of a declaration are bound."""
        bound = {param.name: (slot, param.type) for slot, param in enumerate(params)}
        return cls(vocabulary, at, bound, None, len(params))

    # ---- conditions -----------------------------------------------------------------------------------------------------------------

    def condition(self, node: nodes.Expr) -> Term:
        """An expression that is yes or no."""
        match node:
            case nodes.Not():
                return terms.Not(self.condition(node.of))
            case nodes.And():
                return terms.And(tuple(self.condition(part) for part in node.parts))
            case nodes.Or():
                return terms.Or(tuple(self.condition(part) for part in node.parts))
            case _:
                return self._yes_or_no(node)

    def _yes_or_no(self, node: nodes.Expr) -> Term:
        term, kind = self.read(node, types.YesNo())
        if not isinstance(kind, types.YesNo):
            raise self.no_condition(node, kind)
        return term

    def no_condition(self, node: nodes.Expr, kind: Type) -> Exception:
        """The fault of a value that stands where a condition belongs."""
        if fault := self.two_meanings(node):
            return fault
        words = node.name if isinstance(node, nodes.Call) else "this"
        if isinstance(node, nodes.Call) and not node.args and isinstance(kind, types.Enumerated) and node.name not in self.bound:
            message = f"`{words}` is a value of {kind.name}, not a condition"
            return self.at.fail("RW202", message, node, help=f"say what is `{words}`, as in `… is {words}`")
        return self.at.fail("RW202", f"`{words}` is {types.type_text(kind)}, not a condition", node, help="compare it: `… is …`")

    # ---- everything -----------------------------------------------------------------------------------------------------------------

    def read(self, node: nodes.Expr, expected: Type | None = None) -> Typed:
        """An expression with its type; `expected` settles what a bare name means."""
        match node:
            case nodes.Number():
                unit = None if node.unit is None else read_unit(self.vocabulary, node.unit, self.at, node)
                return terms.Const(plain_number(node.value)), types.Numeric(None, None, unit, None)
            case nodes.MonthDate():
                turn, kind = read_turn(self.vocabulary, self.at, node, node.date, expected)
                return terms.Const(turn), kind
            case nodes.Truth():
                return terms.Const(node.value), types.YesNo()
            case nodes.Nothing():
                return terms.Const(None), types.NoneType()
            case nodes.Quoted():
                return self.name(node.text, node, expected)
            case nodes.Call():
                return self.call(node, expected)
            case nodes.Field():
                return self.field_of(node)
            case nodes.Not() | nodes.And() | nodes.Or():
                return self.condition(node), types.YesNo()
            case nodes.Compare() | nodes.Between() | nodes.In():
                return self.comparison(node), types.YesNo()
            case nodes.Asks():
                return self.asks(node), types.YesNo()
            case nodes.Quantified():
                return read_quantified(self, node), types.YesNo()
            case nodes.Links():
                return self.links(node), types.YesNo()
            case _:
                return self.number(node, expected)

    def number(self, node: Worked, expected: Type | None) -> Typed:
        """The forms that work something out."""
        match node:
            case nodes.Arithmetic():
                return self.arithmetic(node)
            case nodes.Minus():
                term, kind = self.numeric(node.of)
                return terms.Minus(term), types.amount_of(kind)
            case nodes.Scaled():
                term, kind = self.numeric(node.of)
                return terms.Arithmetic(Operator.TIMES, terms.Const(plain_number(node.factor)), term), types.amount_of(kind)
            case nodes.Rounded():
                term, kind = self.numeric(node.of)
                return terms.Rounded(term, node.rounding), types.open_ended(kind)
            case nodes.UpTo():
                return self.up_to(node)
            case nodes.AsIf():
                return self.as_if(node, expected)
            case nodes.PickOf():
                return self.pick(node, node.pick, node.args)
            case nodes.Pair():
                return self.pair(node)
            case nodes.Aggregate():
                return read_aggregate(self, node)
            case nodes.Foremost():
                return read_foremost(self, node)
            case _:
                assert_never(node)

    def numeric(self, node: nodes.Expr) -> tuple[Term, types.Numeric]:
        """An expression that is a number."""
        term, kind = self.read(node, ANY_NUMBER)
        if not isinstance(kind, types.Numeric):
            raise self.at.fail("RW203", f"this is {types.type_text(kind)}, but a number is expected", node)
        return term, kind

    # ---- names ----------------------------------------------------------------------------------------------------------------------

    def call(self, node: nodes.Call, expected: Type | None) -> Typed:
        """A name, with arguments or without."""
        if not node.args:
            return self.name(node.name, node, expected)
        if node.name in BUILT_IN:
            return self.built_in(node)
        fact = self.vocabulary.facts.get(node.name)
        if fact is not None:
            return self.fact(fact, self.arguments(node, fact.params)), fact.type
        question = self.vocabulary.questions.get(node.name)
        if question is not None:
            if question.type is None:
                raise self.verdict_as_condition(node)
            return terms.Ask(node.name, self.arguments(node, question.params)), question.type
        if node.name in self.vocabulary.groups:
            help_ = f"write `some … among {node.name}(…)` or `… in {node.name}(…)`"
            raise self.at.fail("RW203", f"`{node.name}` is a group of things, not a value", node, help=help_)
        raise self.unknown(node)

    def verdict_as_condition(self, node: nodes.Call) -> Exception:
        """The fault of a verdict that is not asked."""
        return self.at.fail(
            "RW202", f"`{node.name}` is a verdict, not a condition", node, help=f"ask it: `may {node.name}(…)`, `may not …` or `must …`"
        )

    def name(self, name: str, node: nodes.Expr, expected: Type | None) -> Typed:
        """A bare name: a variable, a value of the expected enum, a fact, a question, a thing, any enum's value, in this order."""
        if name in self.bound and not isinstance(node, nodes.Quoted):
            slot, kind = self.bound[name]
            return terms.Var(slot, name), kind
        if isinstance(expected, types.Enumerated) and name in self.vocabulary.enums[expected.name].values:
            return terms.Const(name), types.Enumerated(expected.name)
        if isinstance(expected, types.PlaceOf) and self.vocabulary.lawful_place(expected.map, name):
            return terms.Const(name), types.PlaceOf(expected.map)
        fact = self.vocabulary.facts.get(name)
        if fact is not None and isinstance(node, nodes.Call):
            return self.fact(fact, self.arguments(node, fact.params)), fact.type
        question = self.vocabulary.questions.get(name)
        if question is not None and isinstance(node, nodes.Call):
            if question.type is None:
                raise self.verdict_as_condition(node)
            return terms.Ask(name, self.arguments(node, question.params)), question.type
        if self.things is not None and name in self.things:
            return terms.Const(name), self.things[name]
        owners = self.vocabulary.enums_with(name)
        if len(owners) == 1:
            return terms.Const(name), types.Enumerated(owners[0])
        if owners:
            message = f"`{name}` is a value of {listing(owners, 'and')}"
            raise self.at.fail("RW220", message, node, help="compare it with something of one of them")
        raise self.unknown(node)

    def fact(self, fact: FactDecl, args: tuple[Term, ...]) -> terms.FactOf | terms.Ask:
        """A fact; the answer to the question over it, where rules say what it is."""
        followed = not self.seen and fact.name in self.vocabulary.questions
        return terms.Ask(fact.name, args) if followed else terms.FactOf(fact.name, args)

    def as_seen(self) -> Reader:
        """The same reader, for what people see."""
        return replace(self, seen=True)

    def arguments(self, node: nodes.Call, params: tuple[Param, ...]) -> tuple[Term, ...]:
        """The arguments of a call, each of its parameter's type."""
        if len(node.args) != len(params):
            wanted = f"`{node.name}({', '.join(param.name for param in params)})`" if params else f"`{node.name}` without brackets"
            message = f"`{node.name}` takes {len(params)} argument{'' if len(params) == 1 else 's'}, not {len(node.args)}"
            raise self.at.fail("RW216", message, node, help=f"write {wanted}")
        return tuple(self.fitting(arg, param.type) for arg, param in zip(node.args, params, strict=True))

    def fitting(self, node: nodes.Expr, wanted: Type) -> Term:
        """An expression that must be of a type."""
        if isinstance(wanted, types.YesNo):
            return self.condition(node)
        term, kind = self.read(node, wanted)
        return self.meeting(wanted, term, kind, node)

    def field_of(self, node: nodes.Field) -> Typed:
        """`u.arm`: a field of a thing, or a status of it."""
        owners = self.vocabulary.owners_of(node.name)
        expected = types.Thing(owners[0]) if len(owners) == 1 else None
        of, kind = self.read(node.of, expected)
        if not isinstance(kind, types.Thing):
            if fault := self.two_meanings(node.of):
                raise fault
            raise self.at.fail("RW203", f"this is {types.type_text(kind)}, and only things have fields such as `{node.name}`", node)
        fact = self.vocabulary.field_of(kind.record, node.name)
        if fact is None:
            prefix = f"{kind.record}."
            known = [name.removeprefix(prefix) for name in self.vocabulary.facts if name.startswith(prefix)]
            raise self.at.fail("RW201", f"`{kind.record}` has no field `{node.name}`", node, help=did_you_mean(node.name, known))
        return self.fact(fact, (of,)), fact.type

    def built_in(self, node: nodes.Call) -> Typed:
        """`shifted(x, n)` and `overflow(x, n)` on a scale."""
        if len(node.args) != 2:
            raise self.at.fail("RW216", f"`{node.name}` takes 2 arguments, not {len(node.args)}", node)
        of, kind = self.read(node.args[0])
        if not isinstance(kind, types.Enumerated) or not self.vocabulary.enums[kind.name].ordered:
            raise self.at.fail("RW203", f"`{node.name}` is for values of a scale", node)
        by, _ = self.numeric(node.args[1])
        if node.name == "shifted":
            return terms.Shifted(kind.name, of, by), types.Enumerated(kind.name)
        return terms.Overflow(kind.name, of, by), types.Numeric(0, None, types.NO_UNIT)

    # ---- comparisons ----------------------------------------------------------------------------------------------------------------

    def bare(self, node: nodes.Expr) -> bool:
        """Whether the meaning of a name depends on what it is compared with."""
        if isinstance(node, nodes.Quoted | nodes.Nothing | nodes.MonthDate):
            return True
        if not isinstance(node, nodes.Call) or node.args or node.name in self.bound:
            return False
        return node.name not in self.vocabulary.facts and node.name not in self.vocabulary.questions

    def comparison(self, node: nodes.Compare | nodes.Between | nodes.In) -> Term:
        """`is`, `is at least`, `is between`, `in`."""
        match node:
            case nodes.Compare():
                return self.compare(node)
            case nodes.Between():
                of, kind = self.read(node.of)
                low, high = self.fitting(node.low, types.open_ended(kind)), self.fitting(node.high, types.open_ended(kind))
                scale = self.ordered(kind, node)
                return terms.InSet(of, ((low, high),), False, scale)
            case nodes.In():
                return self.membership(node)
            case _:
                assert_never(node)

    def compare(self, node: nodes.Compare) -> Term:
        op = node.comparison
        if self.bare(node.left) and not self.bare(node.right):
            right, right_kind = self.read(node.right)
            left, left_kind = self.read(node.left, right_kind)
        else:
            left, left_kind = self.read(node.left)
            if isinstance(left_kind, types.YesNo) and op is Comparison.IS and isinstance(node.right, nodes.Truth):
                return left if node.right.value else terms.Not(left)
            right, right_kind = self.read(node.right, left_kind)
        if isinstance(left, terms.Const):
            left = self.meeting(right_kind, left, left_kind, node)
        else:
            right = self.meeting(left_kind, right, right_kind, node)
        scale = self.ordered(left_kind, node) if op in ORDER else None
        if op not in ORDER:
            self.within(left_kind, right, node.right)
            self.within(right_kind, left, node.left)
        return terms.Compare(op, left, right, scale)

    def membership(self, node: nodes.In) -> Term:
        """`in {…}`, `in 3..5`, `in train`, `in corps_in(h)`."""
        if not node.braces and len(node.members) == 1 and node.members[0].high is None:
            only = node.members[0].low
            if isinstance(only, nodes.Call) and only.name in self.vocabulary.groups:
                group = self.vocabulary.groups[only.name]
                of = self.fitting(node.of, types.Thing(group.record, True))
                return terms.InGroup(of, group.name, self.arguments(only, group.params), node.negated)
        of, kind = self.read(node.of)
        members: list[tuple[Term, Term | None]] = []
        ranged = False
        for member in node.members:
            low = member.low
            if isinstance(low, nodes.Call) and not low.args and member.high is None and low.name in self.vocabulary.classes:
                enum, values = self.vocabulary.classes[low.name]
                self.agree(kind, types.Enumerated(enum), low)
                members.extend((terms.Const(value), None) for value in values)
                continue
            first = self.fitting(low, kind if member.high is None else types.open_ended(kind))
            if member.high is None:
                self.within(kind, first, low)
            ranged = ranged or member.high is not None
            members.append((first, None if member.high is None else self.fitting(member.high, types.open_ended(kind))))
        return terms.InSet(of, tuple(members), node.negated, self.ordered(kind, node) if ranged else None)

    def ordered(self, kind: Type, node: nodes.Expr) -> str | None:
        """The scale whose order a comparison needs; None for numbers; a fault for what has no order."""
        if isinstance(kind, types.Numeric):
            return None
        if isinstance(kind, types.Enumerated) and self.vocabulary.enums[kind.name].ordered:
            return kind.name
        raise self.at.fail(
            "RW203", f"{types.type_text(kind)} has no order", node, help="declare it as a `scale`, or compare with `is` or `in`"
        )

    def meeting(self, wanted: Type, term: Term, found: Type, node: nodes.Expr) -> Term:
        """An amount in the unit that is wanted, converted where both measures convert; anything else as it is. Reports what does not go."""
        self._of_one_calendar(wanted, found, node)
        if isinstance(wanted, types.Numeric) and isinstance(found, types.Numeric) and wanted.unit is not None and found.unit is not None:
            times = factor(self.vocabulary.conversions, found.unit, wanted.unit)
            if times is not None:
                return multiplied(term, times)
        self.agree(wanted, found, node)
        return term

    def _of_one_calendar(self, wanted: Type, found: Type, node: nodes.Expr) -> None:
        """Reports turns of two calendars."""
        if len(self.vocabulary.calendars) < 2:
            return
        names = [name for name in (types.calendar_of(wanted), types.calendar_of(found)) if name is not None]
        if len(set(names)) > 1:
            first, second = (self.vocabulary.calendars[name].title for name in names)
            raise self.at.fail(
                "RW203", f"a turn of {second} does not go with a turn of {first}", node, help="both must be turns of one calendar"
            )

    def agree(self, wanted: Type, found: Type, node: nodes.Expr) -> None:
        """Reports two types, or two units, that do not go together."""
        if isinstance(wanted, types.Numeric) and isinstance(found, types.Numeric):
            if wanted.unit is not None and found.unit is not None and wanted.unit != found.unit:
                raise self.units_differ(wanted.unit, found.unit, node)
            return
        if isinstance(found, types.NoneType) or isinstance(wanted, types.NoneType):
            other = wanted if isinstance(found, types.NoneType) else found
            if isinstance(other, types.NoneType) or getattr(other, "or_none", False):
                return
            raise self.at.fail("RW205", f"{types.type_text(other)} is never `none`", node, help="declare it with `or none`")
        if not same_kind(wanted, found):
            if fault := self.two_meanings(node):
                raise fault
            raise self.at.fail("RW203", f"this is {types.type_text(found)}, but {types.type_text(wanted)} is expected", node)

    def units_differ(self, wanted: types.Unit, found: types.Unit, node: nodes.Expr) -> Exception:
        """The fault of hexes among movement points."""
        first = types.unit_text(wanted) or "a bare number"
        second = types.unit_text(found) or "a bare number"
        return self.at.fail("RW204", f"{second} does not go with {first}", node, help=COUNT_THE_SAME)

    def within(self, kind: Type, term: Term, node: nodes.Expr) -> None:
        """Reports a constant outside the domain of what it is compared with, or given to."""
        if isinstance(term, terms.Const) and isinstance(kind, types.Numeric) and not isinstance(term.value, str | bool | None):
            low, high = kind.low, kind.high
            if (low is not None and term.value < low) or (high is not None and term.value > high):
                raise self.at.fail("RW205", f"`{number_text(term.value, decimal=kind.decimal)}` is outside {types.type_text(kind)}", node)

    # ---- arithmetic -----------------------------------------------------------------------------------------------------------------

    def arithmetic(self, node: nodes.Arithmetic) -> Typed:
        left, left_kind = self.numeric(node.left)
        right, right_kind = self.numeric(node.right)
        if node.operator in {Operator.ADD, Operator.SUBTRACT}:
            right = self.meeting(left_kind, right, right_kind, node)
            unit = right_kind.unit if left_kind.unit is None else left_kind.unit
        elif left_kind.unit is None and right_kind.unit is None:
            unit = None
        else:
            unit = types.times(left_kind.unit or (), right_kind.unit or (), 1 if node.operator is Operator.TIMES else -1)
        calendar = _calendar_after(node.operator, left_kind, right_kind)
        return terms.Arithmetic(node.operator, left, right), types.Numeric(None, None, unit, None, calendar=calendar)

    def pair(self, node: nodes.Pair) -> Typed:
        """`the larger of a and b`; the difference between two is the larger of one without the other, and the other without the one."""
        match node.word:
            case OfTwo.LARGER:
                return self.pick(node, Pick.GREATEST, (node.left, node.right))
            case OfTwo.SMALLER:
                return self.pick(node, Pick.LEAST, (node.left, node.right))
            case OfTwo.DIFFERENCE:
                ways = ((node.left, node.right), (node.right, node.left))
                apart = tuple(nodes.Arithmetic(Operator.SUBTRACT, one, other, span=node.span) for one, other in ways)
                return self.pick(node, Pick.GREATEST, apart)
            case _:
                assert_never(node.word)

    def pick(self, node: nodes.Expr, pick: Pick, args: tuple[nodes.Expr, ...]) -> Typed:
        """The greatest or least of several."""
        first, kind = self.read(args[0])
        scale = self.ordered(kind, node)
        found = [first]
        for arg in args[1:]:
            term, other = self.read(arg, kind)
            found.append(self.meeting(kind, term, other, arg))
            if isinstance(kind, types.Numeric) and kind.unit is None:
                kind = other
        return terms.PickOf(pick, tuple(found), scale), types.open_ended(kind)

    def up_to(self, node: nodes.UpTo) -> Typed:
        term, kind = self.read(node.of)
        question = self.vocabulary.questions.get(term.question) if isinstance(term, terms.Ask) else None
        if not isinstance(term, terms.Ask) or question is None or question.kind is not QuestionKind.VALUE:
            raise self.at.fail("RW207", "only a value has stages", node)
        names = [stage.name for stage in question.stages]
        if node.stage not in names:
            help_ = did_you_mean(node.stage, names) or f"its stages are {listing(names, 'and')}"
            raise self.at.fail("RW207", f"`{question.name}` has no stage `{node.stage}`", node, help=help_)
        return terms.UpTo(term.question, term.args, names.index(node.stage)), types.open_ended(kind)

    def as_if(self, node: nodes.AsIf, expected: Type | None) -> Typed:
        of, kind = self.read(node.of, expected)
        supposed, value = self.supposition(node.supposed)
        return terms.AsIf(of, supposed, value), kind

    def supposition(self, node: nodes.Expr) -> tuple[terms.FactOf | terms.Ask | terms.AskVerdict, Term]:
        """What is supposed: `supplied(u)`, `not supplied(u)`, `u.terrain is clear`, `may forage(u, t)`."""
        if isinstance(node, nodes.Not):
            supposed, value = self.supposition(node.of)
            if value == terms.Const(True):
                return supposed, terms.Const(False)
        elif isinstance(node, nodes.Asks):
            asked = self.asks(node)
            assert isinstance(asked, terms.AskVerdict)
            return asked, terms.Const(VERDICTS[asked.permission])
        elif isinstance(node, nodes.Compare) and node.comparison is Comparison.IS:
            left, kind = self.read(node.left)
            if isinstance(left, terms.FactOf | terms.Ask):
                return left, self.fitting(node.right, kind)
        else:
            term = self.condition(node)
            if isinstance(term, terms.FactOf | terms.Ask):
                return term, terms.Const(True)
        raise self.at.fail(
            "RW222", "only one fact or answer can be supposed", node, help="write `as if supplied(u)` or `as if (u.arm is cavalry)`"
        )

    # ---- verdicts, sets -------------------------------------------------------------------------------------------------------------

    def asks(self, node: nodes.Asks) -> Term:
        question = self.vocabulary.questions.get(node.call.name)
        if question is None:
            raise self.unknown(node.call)
        if question.kind is not QuestionKind.VERDICT:
            raise self.at.fail(
                "RW219", f"`{question.name}` is a {question.kind}, and only a verdict can be asked with `{node.permission}`", node
            )
        return terms.AskVerdict(node.permission, question.name, self.arguments(node.call, question.params))

    def links(self, node: nodes.Links) -> Term:
        """`any number of next_to(h, k)`: further arguments are the same for every link."""
        call = node.call
        declared = self.vocabulary.facts.get(call.name) or self.vocabulary.questions.get(call.name)
        if declared is None:
            raise self.unknown(call)
        kinds = [param.type for param in declared.params[:2]]
        kind = kinds[0] if len(kinds) == 2 else None
        if not isinstance(kind, types.Thing) or not same_kind(*kinds) or not isinstance(declared.type, types.YesNo):
            message = f"`{call.name}` does not say of two things of one kind that they are linked"
            raise self.at.fail("RW203", message, node, help="after `any number of` comes a fact or a predicate with two such arguments")
        first, last, *others = self.arguments(call, declared.params)
        ends = (terms.Var(self.next_slot, "from"), terms.Var(self.next_slot + 1, "to"))
        args = (*ends, *others)
        link = self.fact(declared, args) if isinstance(declared, FactDecl) else terms.Ask(call.name, args)
        return terms.Linked(self.next_slot, kind.record, link, first, last)

    def inside(self, name: str, slot: int, kind: Type) -> Reader:
        """A reader for what stands under a binder: its variable is bound."""
        return Reader(self.vocabulary, self.at, {**self.bound, name: (slot, kind)}, self.things, slot + 1, self.seen)


def _calendar_after(operator: Operator, left: types.Numeric, right: types.Numeric) -> str | None:
    """Some turns before or after a turn of a calendar is a turn of it; from a turn to a turn is a number of turns, and so is all else."""
    if operator is Operator.ADD and right.calendar is not None:
        return right.calendar if left.calendar is None else None
    if operator is Operator.ADD or (operator is Operator.SUBTRACT and right.calendar is None):
        return left.calendar
    return None


def same_kind(left: Type, right: Type) -> bool:
    """Whether values of two types can be the same, `none` apart."""
    if isinstance(left, types.Enumerated) and isinstance(right, types.Enumerated):
        return left.name == right.name
    if isinstance(left, types.Thing) and isinstance(right, types.Thing):
        return left.record == right.record
    if isinstance(left, types.PlaceOf) and isinstance(right, types.PlaceOf):
        return left.map == right.map
    return type(left) is type(right)
