"""Terms as Python closures, compiled once per core: `function(situation, environment)` returns a value, or an `Unknown` with its reasons.

Truth is Kleene's: a false operand makes `and` false, a true operand makes `or` true, else unknowns propagate. There is no reasoning by
cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any, assert_never

from rulewright.base.keywords import FULFILLED_BY, Comparison, Pick
from rulewright.core.model import Core
from rulewright.engines.interpreter.kleene import (
    COMPARISONS,
    ORDERED_REDUCERS,
    REDUCERS,
    ROUNDINGS,
    Code,
    Env,
    compile_and,
    compile_arithmetic,
    compile_not,
    compile_or,
    kleene_and,
    kleene_any,
    kleene_not,
    lift_binary,
    lift_unary,
    merge_unknowns,
    merge_with_operand,
)
from rulewright.engines.interpreter.reachability import reachability
from rulewright.engines.interpreter.unknown import SILENT, Unknown, merge_reasons
from rulewright.semantics import terms
from rulewright.semantics.terms import Term

_ABSENT = object()


class Compiler:
    """Compiles terms to closures; groups are compiled on first use."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._groups: dict[str, Code | None] = {}

    def compile(self, term: Term) -> Code:
        """Compile a term."""
        match term:
            case terms.Const(value=value):
                return lambda s, e: value
            case terms.Var(slot=slot):
                return lambda s, e: e[slot]
            case terms.FactOf():
                return self._compile_fact(term)
            case terms.Ask():
                return self._compile_call(term.question, self._compile_args(term.args))
            case terms.AskVerdict():
                return self._compile_verdict_call(term)
            case terms.Barred():
                return self._compile_barred(term.question, self._compile_args(term.args), term.by)
            case terms.UpTo():
                return self._compile_stage_call(term)
            case terms.AsIf():
                return self._compile_supposition(term)
            case terms.Compare():
                return self._compile_comparison(term)
            case terms.InSet():
                return self._compile_membership(term)
            case terms.InGroup():
                return self._compile_group_test(term)
            case terms.Not():
                return compile_not(self.compile(term.of))
            case terms.And():
                return compile_and([self.compile(part) for part in term.parts])
            case terms.Or():
                return compile_or([self.compile(part) for part in term.parts])
            case terms.Some() | terms.Every() | terms.Gathered():
                return self._compile_collection(term)
            case terms.Linked():
                return self._compile_reachability(term)
            case _:
                return self._compile_number(term)

    def _compile_number(self, term: terms.Arithmetic | terms.Minus | terms.Rounded | terms.PickOf | terms.Shifted | terms.Overflow) -> Code:
        match term:
            case terms.Arithmetic():
                return compile_arithmetic(term.operator, self.compile(term.left), self.compile(term.right))
            case terms.Minus():
                return lift_unary(self.compile(term.of), lambda value: -value)
            case terms.Rounded():
                return lift_unary(self.compile(term.of), ROUNDINGS[term.rounding])
            case terms.PickOf():
                return self._compile_extremum(term)
            case terms.Shifted():
                return self._compile_shift(term, overflow=False)
            case terms.Overflow():
                return self._compile_shift(term, overflow=True)
            case _:
                assert_never(term)

    # ---- facts and questions ------------------------------------------------------------------------------------------------------

    def _compile_args(self, args: tuple[Term, ...]) -> Callable[[Any, Env], Any]:
        """Compile operands into a function that returns them as a tuple, or an `Unknown` if one of them is unknown."""
        if all(isinstance(arg, terms.Var) for arg in args):
            slots = [arg.slot for arg in args if isinstance(arg, terms.Var)]
            if not slots:
                return lambda s, e: ()
            if len(slots) == 1:
                only_slot = slots[0]
                return lambda s, e: (e[only_slot],)
            return lambda s, e: tuple([e[slot] for slot in slots])
        codes = [self.compile(arg) for arg in args]

        def evaluate_args(s: Any, e: Env) -> Any:
            values = []
            unknown: Unknown | None = None
            for code in codes:
                value = code(s, e)
                if value.__class__ is Unknown:
                    unknown = value if unknown is None else merge_reasons(unknown, value)
                values.append(value)
            return tuple(values) if unknown is None else unknown

        return evaluate_args

    def _compile_fact(self, term: terms.FactOf) -> Code:
        name = term.fact
        decl = self.core.facts[name]
        args = self._compile_args(term.args)

        def read_fact(s: Any, e: Env) -> Any:
            operands = args(s, e)
            if operands.__class__ is Unknown:
                return operands
            key = (name, operands)
            s.reads.add(key)
            value = s.facts.get(key, _ABSENT)
            return s.default_of_unknown(key) if value is _ABSENT else value

        def read_symmetric_fact(s: Any, e: Env) -> Any:
            operands = args(s, e)
            if operands.__class__ is Unknown:
                return operands
            if decl.is_of_itself(operands):
                return False
            key = decl.key(operands)
            s.reads.add(key)
            value = s.facts.get(key, _ABSENT)
            return s.default_of_unknown(key) if value is _ABSENT else value

        return read_symmetric_fact if decl.symmetric or decl.never_of_itself else read_fact

    def _compile_call(self, question: str, args: Callable[[Any, Env], Any]) -> Code:
        def call_question(s: Any, e: Env) -> Any:
            operands = args(s, e)
            return operands if operands.__class__ is Unknown else s.evaluate(question, operands).value

        return call_question

    def _compile_verdict_call(self, term: terms.AskVerdict) -> Code:
        call_question = self._compile_call(term.question, self._compile_args(term.args))
        yes = FULFILLED_BY[term.permission]

        def is_fulfilled(s: Any, e: Env) -> Any:
            value = call_question(s, e)
            return value if value.__class__ is Unknown else value in yes

        return is_fulfilled

    def _compile_barred(self, question: str, args: Callable[[Any, Env], Any], address: str) -> Code:
        """Compile the test of a `may not` at this address; of a fixed or supposed answer, the test that it is `forbidden`."""

        def is_barred(s: Any, e: Env) -> Any:
            operands = args(s, e)
            if operands.__class__ is Unknown:
                return operands
            evaluation = s.evaluate(question, operands)
            return (
                evaluation.value == "forbidden"
                if evaluation.is_fixed
                else kleene_any(claim.acceptance() for claim in evaluation.prohibitions_at(address))
            )

        return is_barred

    def _compile_stage_call(self, term: terms.UpTo) -> Code:
        question, stage, args = term.question, term.stage, self._compile_args(term.args)

        def call_up_to(s: Any, e: Env) -> Any:
            operands = args(s, e)
            return operands if operands.__class__ is Unknown else s.value_after_stage(question, operands, stage)

        return call_up_to

    def _compile_supposition(self, term: terms.AsIf) -> Code:
        body, value = self.compile(term.of), self.compile(term.value)
        supposed = term.supposed
        name = supposed.fact if isinstance(supposed, terms.FactOf) else supposed.question
        is_fact = isinstance(supposed, terms.FactOf)
        decl = self.core.facts[name] if is_fact else None
        args = self._compile_args(supposed.args)

        def evaluate_supposing(s: Any, e: Env) -> Any:
            operands, supposed_value = args(s, e), value(s, e)
            unknown = merge_unknowns((operands, supposed_value))
            if unknown is not None:
                return unknown
            key = (name, operands) if decl is None else decl.key(operands)
            return body(s.with_supposition(is_fact, key, supposed_value), e)

        return evaluate_supposing

    # ---- comparisons ----------------------------------------------------------------------------------------------------------------

    def _compile_rank(self, scale: str | None, code: Code) -> Code:
        """Compile the rank of a value on its scale, or the number itself."""
        if scale is None:
            return code
        rank = {value: index for index, value in enumerate(self.core.enums[scale].values)}
        return lift_unary(code, lambda value: rank.get(value, -1))

    def _compile_comparison(self, term: terms.Compare) -> Code:
        left_code, right_code = (
            self._compile_rank(term.scale, self.compile(term.left)),
            self._compile_rank(term.scale, self.compile(term.right)),
        )
        if isinstance(term.right, terms.Const) and term.op in {Comparison.IS, Comparison.IS_NOT}:
            constant, is_equality = term.right.value, term.op is Comparison.IS

            def equals(s: Any, e: Env) -> Any:
                value = left_code(s, e)
                return value if value.__class__ is Unknown else (value == constant) is is_equality

            return equals
        compare_values = COMPARISONS[term.op]
        ordered = term.op not in {Comparison.IS, Comparison.IS_NOT}

        def compare(s: Any, e: Env) -> Any:
            lhs = left_code(s, e)
            if lhs.__class__ is Unknown:
                return merge_with_operand(lhs, right_code, s, e)
            rhs = right_code(s, e)
            if rhs.__class__ is Unknown:
                return rhs
            if ordered and (lhs is None or rhs is None):
                return SILENT
            return compare_values(lhs, rhs)

        return compare

    def _compile_membership(self, term: terms.InSet) -> Code:
        operand, negated = self.compile(term.of), term.negated
        if term.scale is None and all(isinstance(low, terms.Const) and high is None for low, high in term.members):
            values = frozenset(low.value for low, _ in term.members if isinstance(low, terms.Const))

            def is_member(s: Any, e: Env) -> Any:
                value = operand(s, e)
                return value if value.__class__ is Unknown else (value in values) is not negated

            return is_member
        operand = self._compile_rank(term.scale, operand)
        parts: list[Code] = []
        for low, high in term.members:
            low_code = self._compile_rank(term.scale, self.compile(low))
            if high is None:
                parts.append(lift_binary(operand, low_code, lambda value, end: value == end))
            else:
                high_code = self._compile_rank(term.scale, self.compile(high))
                above = lift_binary(operand, low_code, lambda value, end: value is not None and value >= end)
                below = lift_binary(operand, high_code, lambda value, end: value is not None and value <= end)
                parts.append(compile_and([above, below]))
        membership = compile_or(parts)
        return compile_not(membership) if negated else membership

    def group_condition(self, name: str) -> Code | None:
        """Return the compiled condition on members of a group; None if each thing of the kind belongs."""
        if name not in self._groups:
            condition = self.core.groups[name].with_
            self._groups[name] = None if condition is None else self.compile(condition)
        return self._groups[name]

    def _compile_group_test(self, term: terms.InGroup) -> Code:
        operand, args, name, negated = self.compile(term.of), self._compile_args(term.args), term.group, term.negated
        record = self.core.groups[name].record

        def is_in_group(s: Any, e: Env) -> Any:
            value, operands = operand(s, e), args(s, e)
            unknown = merge_unknowns((value, operands))
            if unknown is not None:
                return unknown
            if value is None or not s.is_of_kind(record, value):
                return False
            condition = self.group_condition(name)
            return True if condition is None else condition(s, (*operands, value))

        return compile_not(is_in_group) if negated else is_in_group

    def _compile_reachability(self, term: terms.Linked) -> Code:
        link, ends, slot, record = self.compile(term.link), self._compile_args((term.first, term.last)), term.slot, term.record

        def is_reachable(s: Any, e: Env) -> Any:
            operands = ends(s, e)
            if operands.__class__ is Unknown:
                return operands
            first, last = operands
            if first is None or last is None:
                return SILENT
            members = dict(s.members_of_kind(record)) | {first: True, last: True}
            s.steps.take(len(members) ** 2)
            return reachability(members, first, last, lambda source, target: link(s, (*e[:slot], source, target)))

        return is_reachable

    # ---- collections ----------------------------------------------------------------------------------------------------------------

    def _compile_members(self, domain: terms.Domain) -> Code:
        """Compile a domain into a function that returns (member, membership) pairs, or an `Unknown` if the set itself is unknown."""
        condition = None if domain.with_ is None else self.compile(domain.with_)
        candidates = self._compile_range(domain.over)
        slot = domain.slot

        def select_members(s: Any, e: Env) -> Any:
            pairs = candidates(s, e)
            if pairs.__class__ is Unknown:
                return pairs
            selected = []
            for member, belongs in pairs:
                if condition is not None:
                    is_selected = condition(s, (*e[:slot], member))
                    belongs = kleene_and(belongs, is_selected)
                if belongs is not False:
                    selected.append((member, belongs))
            return selected

        return select_members

    def _compile_range(self, over: terms.Things | terms.Members | terms.Span | terms.Values) -> Code:
        """Compile a range into a function that returns (member, membership) pairs; each member costs one step."""

        def count_steps(s: Any, pairs: list[Any]) -> list[Any]:
            s.steps.take(len(pairs))
            return pairs

        match over:
            case terms.Things():
                return lambda s, e: count_steps(s, s.members_of_kind(over.record))
            case terms.Span():
                numbers = range(over.low, over.high + 1)

                def span_members(s: Any, e: Env) -> Any:
                    s.steps.take(over.high - over.low + 1)
                    return zip(numbers, repeat(True))

                return span_members
            case terms.Values():
                values = [(value, True) for value in self.core.enums[over.enum].values]
                return lambda s, e: count_steps(s, values)
            case terms.Members():
                args, name = self._compile_args(over.args), over.group
                record = self.core.groups[name].record

                def group_members(s: Any, e: Env) -> Any:
                    operands = args(s, e)
                    if operands.__class__ is Unknown:
                        return operands
                    condition = self.group_condition(name)
                    things = count_steps(s, s.members_of_kind(record))
                    if condition is None:
                        return things
                    return [(thing, kleene_and(is_present, condition(s, (*operands, thing)))) for thing, is_present in things]

                return group_members
            case _:
                assert_never(over)

    def _compile_collection(self, term: terms.Some | terms.Every | terms.Gathered) -> Code:
        members = self._compile_members(term.domain)
        slot = term.domain.slot
        match term:
            case terms.Some():

                def some_member(s: Any, e: Env) -> Any:
                    pairs = members(s, e)
                    return pairs if pairs.__class__ is Unknown else kleene_any(belongs for _, belongs in pairs)

                return some_member
            case terms.Every():
                body = self.compile(term.body)

                def every_member(s: Any, e: Env) -> Any:
                    pairs = members(s, e)
                    if pairs.__class__ is Unknown:
                        return pairs
                    parts = (kleene_and(belongs, kleene_not(body(s, (*e[:slot], member)))) for member, belongs in pairs)
                    return kleene_not(kleene_any(parts))

                return every_member
            case terms.Gathered():
                return self._compile_fold(term, members)
            case _:
                assert_never(term)

    def _compile_fold(self, term: terms.Gathered, members: Code) -> Code:
        body = None if term.term is None else self.compile(term.term)
        limit: Code = (lambda s, e: 0) if term.most is None else self.compile(term.most)
        slot = term.domain.slot
        values = self.core.enums[term.scale].values if term.scale is not None else ()
        finish = REDUCERS[term.gather]
        none = None if term.none is None else self.compile(term.none)

        def fold_members(s: Any, e: Env) -> Any:
            pairs = members(s, e)
            if pairs.__class__ is Unknown:
                return merge_with_operand(pairs, limit, s, e)
            gathered: list[Any] = []
            limit_value = limit(s, e)
            unknown: Unknown | None = limit_value if limit_value.__class__ is Unknown else None
            for member, belongs in pairs:
                value = True if body is None else body(s, (*e[:slot], member))
                if values and value is None:  # `none` has no place in an order
                    value = SILENT
                for operand in (belongs, value):
                    if operand.__class__ is Unknown:
                        unknown = operand if unknown is None else merge_reasons(unknown, operand)
                gathered.append(values.index(value) if values and value in values else value)
            if unknown is not None:
                return unknown
            if none is not None and not gathered:
                return none(s, e)
            result = finish(gathered, limit_value)
            return values[result] if values and isinstance(result, int) and term.gather in ORDERED_REDUCERS else result

        return fold_members

    # ---- numbers and scales ---------------------------------------------------------------------------------------------------------

    def _compile_extremum(self, term: terms.PickOf) -> Code:
        codes = [self._compile_rank(term.scale, self.compile(arg)) for arg in term.args]
        values = self.core.enums[term.scale].values if term.scale is not None else None
        choose: Callable[[Iterable[Any]], Any] = max if term.pick is Pick.GREATEST else min

        def pick_extremum(s: Any, e: Env) -> Any:
            operands = [code(s, e) for code in codes]
            unknown = merge_unknowns(operands)
            if unknown is not None:
                return unknown
            extremum = choose(operands)
            return extremum if values is None else values[extremum]

        return pick_extremum

    def _compile_shift(self, term: terms.Shifted | terms.Overflow, *, overflow: bool) -> Code:
        scale = self.core.enums[term.scale]
        last = len(scale.values) - 1

        def shift_value(value: Any, offset: Any) -> Any:
            if value is None:
                return SILENT
            position = scale.values.index(value) + offset
            excess = max(-position, position - last, 0)
            if overflow:
                return excess
            if excess and not (scale.clamp_below if position < 0 else scale.clamp_above):
                return SILENT
            return scale.values[min(max(int(position), 0), last)]

        return lift_binary(self.compile(term.of), self.compile(term.by), shift_value)
