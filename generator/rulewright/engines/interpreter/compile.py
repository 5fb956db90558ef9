"""Terms as Python functions, made once for a core: `function(situation, environment)` gives a value, or an `Open` with its reasons.

Truth is Kleene's: a false part makes `and` false, a true part makes `or` true, else what is open spreads. Nothing is worked out by cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any, assert_never

from rulewright.base.keywords import FULFILLED_BY, Comparison, Pick
from rulewright.core.model import Core
from rulewright.engines.interpreter.kleene import (
    COMPARISONS,
    FINISHES,
    RANKED,
    ROUNDINGS,
    Code,
    Env,
    any_of,
    arithmetic,
    both,
    conjunction,
    disjunction,
    negation,
    open_with,
    opened_of,
    opposite,
    strict_one,
    strict_two,
)
from rulewright.engines.interpreter.reachability import reached
from rulewright.engines.interpreter.unknown import SILENT, Open, join
from rulewright.semantics import terms
from rulewright.semantics.terms import Term

_ABSENT = object()


class Compiler:
    """Makes functions of terms; groups are compiled when first looked into."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._groups: dict[str, Code | None] = {}

    def compile(self, term: Term) -> Code:
        """The function of a term."""
        match term:
            case terms.Const(value=value):
                return lambda s, e: value
            case terms.Var(slot=slot):
                return lambda s, e: e[slot]
            case terms.FactOf():
                return self._fact(term)
            case terms.Ask():
                return self._ask(term.question, self._args(term.args))
            case terms.AskVerdict():
                return self._ask_verdict(term)
            case terms.Barred():
                return self._barred(term.question, self._args(term.args), term.by)
            case terms.UpTo():
                return self._up_to(term)
            case terms.AsIf():
                return self._as_if(term)
            case terms.Compare():
                return self._compare(term)
            case terms.InSet():
                return self._in_set(term)
            case terms.InGroup():
                return self._in_group(term)
            case terms.Not():
                return negation(self.compile(term.of))
            case terms.And():
                return conjunction([self.compile(part) for part in term.parts])
            case terms.Or():
                return disjunction([self.compile(part) for part in term.parts])
            case terms.Some() | terms.Every() | terms.Gathered():
                return self._collection(term)
            case terms.Linked():
                return self._linked(term)
            case _:
                return self._number(term)

    def _number(self, term: terms.Arithmetic | terms.Minus | terms.Rounded | terms.PickOf | terms.Shifted | terms.Overflow) -> Code:
        match term:
            case terms.Arithmetic():
                return arithmetic(term.operator, self.compile(term.left), self.compile(term.right))
            case terms.Minus():
                return strict_one(self.compile(term.of), lambda value: -value)
            case terms.Rounded():
                return strict_one(self.compile(term.of), ROUNDINGS[term.rounding])
            case terms.PickOf():
                return self._pick(term)
            case terms.Shifted():
                return self._shift(term, overflow=False)
            case terms.Overflow():
                return self._shift(term, overflow=True)
            case _:
                assert_never(term)

    # ---- facts and questions ------------------------------------------------------------------------------------------------------

    def _args(self, args: tuple[Term, ...]) -> Callable[[Any, Env], Any]:
        """A function that gives the arguments as a tuple, or an `Open` where one of them is open."""
        if all(isinstance(arg, terms.Var) for arg in args):
            slots = [arg.slot for arg in args if isinstance(arg, terms.Var)]
            if not slots:
                return lambda s, e: ()
            if len(slots) == 1:
                only = slots[0]
                return lambda s, e: (e[only],)
            return lambda s, e: tuple([e[slot] for slot in slots])
        codes = [self.compile(arg) for arg in args]

        def several(s: Any, e: Env) -> Any:
            found = []
            opened: Open | None = None
            for code in codes:
                value = code(s, e)
                if value.__class__ is Open:
                    opened = value if opened is None else join(opened, value)
                found.append(value)
            return tuple(found) if opened is None else opened

        return several

    def _fact(self, term: terms.FactOf) -> Code:
        name = term.fact
        decl = self.core.facts[name]
        args = self._args(term.args)

        def look_up(s: Any, e: Env) -> Any:
            found = args(s, e)
            if found.__class__ is Open:
                return found
            key = (name, found)
            s.reads.add(key)
            value = s.facts.get(key, _ABSENT)
            return s.unknown(key) if value is _ABSENT else value

        def between_two(s: Any, e: Env) -> Any:
            found = args(s, e)
            if found.__class__ is Open:
                return found
            if decl.of_itself(found):
                return False
            key = decl.key(found)
            s.reads.add(key)
            value = s.facts.get(key, _ABSENT)
            return s.unknown(key) if value is _ABSENT else value

        return between_two if decl.symmetric or decl.never_of_itself else look_up

    def _ask(self, question: str, args: Callable[[Any, Env], Any]) -> Code:
        def ask(s: Any, e: Env) -> Any:
            found = args(s, e)
            return found if found.__class__ is Open else s.result(question, found).value

        return ask

    def _ask_verdict(self, term: terms.AskVerdict) -> Code:
        ask = self._ask(term.question, self._args(term.args))
        yes = FULFILLED_BY[term.permission]

        def verdict(s: Any, e: Env) -> Any:
            value = ask(s, e)
            return value if value.__class__ is Open else value in yes

        return verdict

    def _barred(self, question: str, args: Callable[[Any, Env], Any], by: str) -> Code:
        """Whether the `may not` of this address stands; where the answer is given or supposed, whether it is that."""

        def barred(s: Any, e: Env) -> Any:
            found = args(s, e)
            if found.__class__ is Open:
                return found
            result = s.result(question, found)
            return result.value == "forbidden" if result.fixed else any_of(one.stands() for one in result.bars(by))

        return barred

    def _up_to(self, term: terms.UpTo) -> Code:
        question, stage, args = term.question, term.stage, self._args(term.args)

        def up_to(s: Any, e: Env) -> Any:
            found = args(s, e)
            return found if found.__class__ is Open else s.up_to(question, found, stage)

        return up_to

    def _as_if(self, term: terms.AsIf) -> Code:
        of, value = self.compile(term.of), self.compile(term.value)
        supposed = term.supposed
        name = supposed.fact if isinstance(supposed, terms.FactOf) else supposed.question
        is_fact = isinstance(supposed, terms.FactOf)
        decl = self.core.facts[name] if is_fact else None
        args = self._args(supposed.args)

        def as_if(s: Any, e: Env) -> Any:
            found, supposed_value = args(s, e), value(s, e)
            opened = opened_of((found, supposed_value))
            if opened is not None:
                return opened
            key = (name, found) if decl is None else decl.key(found)
            return of(s.supposing(is_fact, key, supposed_value), e)

        return as_if

    # ---- comparisons ----------------------------------------------------------------------------------------------------------------

    def _rank(self, scale: str | None, code: Code) -> Code:
        """The place of a value on its scale, or the number itself."""
        if scale is None:
            return code
        rank = {value: index for index, value in enumerate(self.core.enums[scale].values)}
        return strict_one(code, lambda value: rank.get(value, -1))

    def _compare(self, term: terms.Compare) -> Code:
        left, right = self._rank(term.scale, self.compile(term.left)), self._rank(term.scale, self.compile(term.right))
        if isinstance(term.right, terms.Const) and term.op in {Comparison.IS, Comparison.IS_NOT}:
            constant, wanted = term.right.value, term.op is Comparison.IS

            def equals(s: Any, e: Env) -> Any:
                value = left(s, e)
                return value if value.__class__ is Open else (value == constant) is wanted

            return equals
        decide = COMPARISONS[term.op]
        ordered = term.op not in {Comparison.IS, Comparison.IS_NOT}

        def compare(s: Any, e: Env) -> Any:
            one = left(s, e)
            if one.__class__ is Open:
                return open_with(one, right, s, e)
            other = right(s, e)
            if other.__class__ is Open:
                return other
            if ordered and (one is None or other is None):
                return SILENT
            return decide(one, other)

        return compare

    def _in_set(self, term: terms.InSet) -> Code:
        of, negated = self.compile(term.of), term.negated
        if term.scale is None and all(isinstance(low, terms.Const) and high is None for low, high in term.members):
            values = frozenset(low.value for low, _ in term.members if isinstance(low, terms.Const))

            def among(s: Any, e: Env) -> Any:
                value = of(s, e)
                return value if value.__class__ is Open else (value in values) is not negated

            return among
        of = self._rank(term.scale, of)
        parts: list[Code] = []
        for low, high in term.members:
            low_code = self._rank(term.scale, self.compile(low))
            if high is None:
                parts.append(strict_two(of, low_code, lambda value, other: value == other))
            else:
                high_code = self._rank(term.scale, self.compile(high))
                above = strict_two(of, low_code, lambda value, other: value is not None and value >= other)
                below = strict_two(of, high_code, lambda value, other: value is not None and value <= other)
                parts.append(conjunction([above, below]))
        found = disjunction(parts)
        return negation(found) if negated else found

    def group(self, name: str) -> Code | None:
        """The condition on members of a group; None where every thing of the kind is one."""
        if name not in self._groups:
            with_ = self.core.groups[name].with_
            self._groups[name] = None if with_ is None else self.compile(with_)
        return self._groups[name]

    def _in_group(self, term: terms.InGroup) -> Code:
        of, args, name, negated = self.compile(term.of), self._args(term.args), term.group, term.negated
        record = self.core.groups[name].record

        def belongs(s: Any, e: Env) -> Any:
            value, found = of(s, e), args(s, e)
            opened = opened_of((value, found))
            if opened is not None:
                return opened
            if value is None or not s.is_of_kind(record, value):
                return False
            condition = self.group(name)
            return True if condition is None else condition(s, (*found, value))

        return negation(belongs) if negated else belongs

    def _linked(self, term: terms.Linked) -> Code:
        link, ends, slot, record = self.compile(term.link), self._args((term.first, term.last)), term.slot, term.record

        def linked(s: Any, e: Env) -> Any:
            found = ends(s, e)
            if found.__class__ is Open:
                return found
            first, last = found
            if first is None or last is None:
                return SILENT
            there = dict(s.members_of_kind(record)) | {first: True, last: True}
            s.steps.take(len(there) ** 2)
            return reached(there, first, last, lambda one, other: link(s, (*e[:slot], one, other)))

        return linked

    # ---- collections ----------------------------------------------------------------------------------------------------------------

    def _members(self, domain: terms.Domain) -> Code:
        """A function that gives (member, whether it belongs) for each that may belong, or an `Open` where the set itself is open."""
        with_ = None if domain.with_ is None else self.compile(domain.with_)
        candidates = self._candidates(domain.over)
        slot = domain.slot

        def members(s: Any, e: Env) -> Any:
            found = candidates(s, e)
            if found.__class__ is Open:
                return found
            kept = []
            for member, belongs in found:
                if with_ is not None:
                    inside = with_(s, (*e[:slot], member))
                    belongs = both(belongs, inside)
                if belongs is not False:
                    kept.append((member, belongs))
            return kept

        return members

    def _candidates(self, over: terms.Things | terms.Members | terms.Span | terms.Values) -> Code:
        """A function that gives those that may belong, each with whether it does; each is a step."""

        def counted(s: Any, found: list[Any]) -> list[Any]:
            s.steps.take(len(found))
            return found

        match over:
            case terms.Things():
                return lambda s, e: counted(s, s.members_of_kind(over.record))
            case terms.Span():
                numbers = range(over.low, over.high + 1)

                def of_span(s: Any, e: Env) -> Any:
                    s.steps.take(over.high - over.low + 1)
                    return zip(numbers, repeat(True))

                return of_span
            case terms.Values():
                values = [(value, True) for value in self.core.enums[over.enum].values]
                return lambda s, e: counted(s, values)
            case terms.Members():
                args, name = self._args(over.args), over.group
                record = self.core.groups[name].record

                def of_group(s: Any, e: Env) -> Any:
                    found = args(s, e)
                    if found.__class__ is Open:
                        return found
                    condition = self.group(name)
                    there = counted(s, s.members_of_kind(record))
                    if condition is None:
                        return there
                    return [(thing, both(is_there, condition(s, (*found, thing)))) for thing, is_there in there]

                return of_group
            case _:
                assert_never(over)

    def _collection(self, term: terms.Some | terms.Every | terms.Gathered) -> Code:
        members = self._members(term.domain)
        slot = term.domain.slot
        match term:
            case terms.Some():

                def some(s: Any, e: Env) -> Any:
                    found = members(s, e)
                    return found if found.__class__ is Open else any_of(belongs for _, belongs in found)

                return some
            case terms.Every():
                body = self.compile(term.body)

                def every(s: Any, e: Env) -> Any:
                    found = members(s, e)
                    if found.__class__ is Open:
                        return found
                    parts = (both(belongs, opposite(body(s, (*e[:slot], member)))) for member, belongs in found)
                    return opposite(any_of(parts))

                return every
            case terms.Gathered():
                return self._gathered(term, members)
            case _:
                assert_never(term)

    def _gathered(self, term: terms.Gathered, members: Code) -> Code:
        inner = None if term.term is None else self.compile(term.term)
        how_many: Code = (lambda s, e: 0) if term.most is None else self.compile(term.most)
        slot = term.domain.slot
        values = self.core.enums[term.scale].values if term.scale is not None else ()
        finish = FINISHES[term.gather]

        def gather(s: Any, e: Env) -> Any:
            found = members(s, e)
            if found.__class__ is Open:
                return open_with(found, how_many, s, e)
            gathered: list[Any] = []
            most = how_many(s, e)
            opened: Open | None = most if most.__class__ is Open else None
            for member, belongs in found:
                value = True if inner is None else inner(s, (*e[:slot], member))
                for one in (belongs, value):
                    if one.__class__ is Open:
                        opened = one if opened is None else join(opened, one)
                gathered.append(values.index(value) if values and value in values else value)
            if opened is not None:
                return opened
            result = finish(gathered, most)
            return values[result] if values and isinstance(result, int) and term.gather in RANKED else result

        return gather

    # ---- numbers and scales ---------------------------------------------------------------------------------------------------------

    def _pick(self, term: terms.PickOf) -> Code:
        codes = [self._rank(term.scale, self.compile(arg)) for arg in term.args]
        values = self.core.enums[term.scale].values if term.scale is not None else None
        choose: Callable[[Iterable[Any]], Any] = max if term.pick is Pick.GREATEST else min

        def pick(s: Any, e: Env) -> Any:
            found = [code(s, e) for code in codes]
            opened = opened_of(found)
            if opened is not None:
                return opened
            chosen = choose(found)
            return chosen if values is None else values[chosen]

        return pick

    def _shift(self, term: terms.Shifted | terms.Overflow, *, overflow: bool) -> Code:
        scale = self.core.enums[term.scale]
        last = len(scale.values) - 1

        def shift(value: Any, by: Any) -> Any:
            place = scale.values.index(value) + by
            beyond = max(-place, place - last, 0)
            if overflow:
                return beyond
            if beyond and not (scale.clamp_below if place < 0 else scale.clamp_above):
                return SILENT
            return scale.values[min(max(int(place), 0), last)]

        return strict_two(self.compile(term.of), self.compile(term.by), shift)
