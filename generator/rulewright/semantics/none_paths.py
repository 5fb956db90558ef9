"""Paths through `none`: the guards that make a condition false where a path in it goes through nothing.

`u.corps.active` reads a field of `u.corps`, which may be `none`. Its condition becomes `u.corps is not none and u.corps.active`, so every
engine gives it the same meaning without knowing of paths. A guard belongs to the smallest condition around the path: `not u.corps.active`
is its negation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from rulewright.base.keywords import Comparison
from rulewright.semantics import terms
from rulewright.semantics.model import Param
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Type

PATH_THROUGH_NONE = "path through none"


class PathGuards:
    """The guards of terms in one scope; `slots_with_none` are those of the variables that may be `none`."""

    def __init__(self, vocabulary: Vocabulary, slots_with_none: frozenset[int]) -> None:
        self.vocabulary = vocabulary
        self.slots_with_none = slots_with_none

    def guard_answer(self, condition: Term) -> Term:
        """Return a yes or no that is no where a path in its arguments goes through `none`."""
        return _guarded(self._guards_in(condition), condition)

    def guard_comparison(self, comparison: terms.Compare) -> Term:
        """Return a comparison that is false where a path goes through `none`; `is not` is the opposite of `is`."""
        sides = (comparison.left, comparison.right)
        if comparison.op not in {Comparison.IS, Comparison.IS_NOT}:
            return _guarded((guard for side in sides for guard in self._guards_of_value(side)), comparison)
        guards = tuple(guard for side in sides for guard in self._guards_in(side))
        if not guards or comparison.op is Comparison.IS:
            return _guarded(guards, comparison)
        return terms.Not(_guarded(guards, replace(comparison, op=Comparison.IS)))

    def guard_membership(self, membership: terms.InSet) -> Term:
        """Return a test of membership that is false where a path goes through `none`, and of ranges where the value is `none`."""
        ends = tuple(end for member in membership.members for end in member if end is not None)
        guards = tuple(guard for term in (membership.of, *ends) for guard in self._guards_in(term))
        positive = replace(membership, negated=False)
        if membership.scale is not None and self.can_be_none(membership.of):
            values = tuple(member for member in membership.members if member[1] is None)
            ranges = tuple(member for member in membership.members if member[1] is not None)
            in_range = _guarded(self._guards_of_value(membership.of), replace(positive, members=ranges))
            union = terms.Or((replace(positive, members=values, scale=None), in_range)) if values else in_range
            return _signed(_guarded(guards, union), membership.negated)
        return _signed(_guarded(guards, positive), membership.negated) if guards else membership

    def guard_group_test(self, test: terms.InGroup) -> Term:
        """Return a test of a group that is false where a path goes through `none`: a group of nothing is empty."""
        guards = (*self._guards_in(test.of), *self.guards_of_arguments(test.args, self.vocabulary.groups[test.group].params))
        return _signed(_guarded(guards, replace(test, negated=False)), test.negated) if guards else test

    def guard_members(self, domain: terms.Domain, over: terms.Members) -> terms.Domain:
        """Return a domain over a group that has no members where a path in the group's arguments goes through `none`."""
        group = self.vocabulary.groups[over.group]
        guards = tuple(self.guards_of_arguments(over.args, group.params))
        if not guards:
            return domain
        belongs = terms.InGroup(terms.Var(domain.slot, domain.name), over.group, over.args, negated=False)
        conditions = (belongs,) if domain.with_ is None else (belongs, domain.with_)
        return replace(domain, over=terms.Things(group.record), with_=_guarded(guards, *conditions))

    def presence_conditions(self, amount: Term) -> tuple[Term, ...]:
        """Return the conditions under which no path in an amount goes through `none`, for each member of what it is worked out over too."""
        return tuple(dict.fromkeys(self._guards_of_amount(amount)))

    def _guards_of_amount(self, amount: Term) -> Iterator[Term]:
        """Yield the guards of an amount and of the amounts of members in it."""
        yield from self._guards_in(amount)
        for term in _outside_of_conditions(amount):
            if isinstance(term, terms.Gathered) and term.term is not None:
                for guard in self._guards_of_amount(term.term):
                    yield terms.Every(term.domain, guard)

    def guards_of_arguments(self, args: tuple[Term, ...], params: tuple[Param, ...]) -> Iterator[Term]:
        """Yield the conditions under which no path in arguments goes through `none`, and none of them is `none` where a value is needed."""
        for arg, param in zip(args, params, strict=True):
            yield from self._guards_in(arg) if getattr(param.type, "or_none", False) else self._guards_of_value(arg)

    def _guards_of_value(self, term: Term) -> Iterator[Term]:
        """Yield the conditions under which a term has a value other than `none`."""
        yield from self._guards_in(term)
        if self.can_be_none(term):
            yield terms.Compare(Comparison.IS_NOT, term, terms.Const(None))

    def _guards_in(self, term: Term) -> Iterator[Term]:
        """Yield the conditions under which no path in an operand goes through `none`.

        Conditions in it have their own guards. The amounts of members have none here: a condition on what is made of them is open.
        """
        match term:
            case terms.FactOf(fact=fact, args=args):
                yield from self.guards_of_arguments(args, self.vocabulary.facts[fact].params)
            case terms.Ask(question=question, args=args) | terms.AskVerdict(question=question, args=args):
                yield from self.guards_of_arguments(args, self.vocabulary.questions[question].params)
            case terms.Barred(question=question, args=args) | terms.UpTo(question=question, args=args):
                yield from self.guards_of_arguments(args, self.vocabulary.questions[question].params)
            case terms.Linked():
                yield from self._guards_in(term.link)
                yield from self._guards_of_value(term.first)
                yield from self._guards_of_value(term.last)
            case terms.AsIf(of=operand, supposed=supposed, value=value):
                yield from self._guards_in(supposed)
                yield from self._guards_in(value)
                yield from (terms.AsIf(guard, supposed, value) for guard in self._guards_in(operand))
            case terms.Arithmetic(left=left, right=right):
                yield from self._guards_in(left)
                yield from self._guards_in(right)
            case terms.Minus(of=operand) | terms.Rounded(of=operand):
                yield from self._guards_in(operand)
            case terms.PickOf(args=args):
                for arg in args:
                    yield from self._guards_of_value(arg)
            case terms.Shifted(of=operand, by=steps) | terms.Overflow(of=operand, by=steps):
                yield from self._guards_of_value(operand)
                yield from self._guards_in(steps)
            case terms.Gathered(most=most, none=none):
                yield from () if most is None else self._guards_in(most)
                yield from () if none is None else (terms.Or((terms.Some(term.domain), guard)) for guard in self._guards_in(none))
            case (
                terms.Const()
                | terms.Var()
                | terms.Compare()
                | terms.InSet()
                | terms.InGroup()
                | terms.Not()
                | terms.And()
                | terms.Or()
                | terms.Some()
                | terms.Every()
            ):
                pass
            case _:
                assert_never(term)

    def can_be_none(self, term: Term) -> bool:
        """Return True if `none` is among the values of a term, by its declaration."""
        kind: Type | None
        match term:
            case terms.Const(value=value):
                return value is None
            case terms.Var(slot=slot):
                return slot in self.slots_with_none
            case terms.FactOf(fact=fact):
                kind = self.vocabulary.facts[fact].type
            case terms.Ask(question=question):
                kind = self.vocabulary.questions[question].type
            case terms.AsIf(of=operand):
                return self.can_be_none(operand)
            case terms.Gathered(none=none) if none is not None:
                return self.can_be_none(none) or (term.term is not None and self.can_be_none(term.term))
            case _:  # open: other terms are numbers, conditions, or one of several things
                return False
        return getattr(kind, "or_none", False)


def _guarded(guards: Iterable[Term], *conditions: Term) -> Term:
    """Return the conjunction of guards and conditions, each once."""
    distinct = tuple(dict.fromkeys((*guards, *conditions)))
    return terms.And(distinct) if len(distinct) > 1 else distinct[0]


def _outside_of_conditions(amount: Term) -> Iterator[Term]:
    """Yield the terms of an amount, without those inside its conditions and its aggregates."""
    yield amount
    if isinstance(amount, terms.Arithmetic | terms.Minus | terms.Rounded | terms.PickOf | terms.FactOf | terms.Ask | terms.UpTo):
        for part in terms.child_terms(amount):
            yield from _outside_of_conditions(part)


def guard_text(guard: Term) -> str:
    """Return a guard as it would be written: `u.corps is not none`."""
    match guard:
        case terms.Compare(left=path):
            return f"{_path_text(path)} is not none"
        case terms.Every(domain=domain, body=body):
            return f"{guard_text(body)} for every `{domain.name}` that counts"
        case terms.AsIf(of=operand):
            return guard_text(operand)
        case _:  # open: a guard of the value that counts where there is none to choose from
            return "there is one to choose from"


def _path_text(path: Term) -> str:
    match path:
        case terms.Var(name=name):
            return name
        case terms.FactOf(fact=name, args=(of,)) | terms.Ask(question=name, args=(of,)) if "." in name:
            return f"{_path_text(of)}.{name.partition('.')[2]}"
        case terms.FactOf(fact=name, args=args) | terms.Ask(question=name, args=args):
            return f"{name}({', '.join(map(_path_text, args))})" if args else name
        case terms.Const(value=str(value)):
            return value
        case _:  # open: other terms are no steps of a path
            return "…"


def _signed(condition: Term, negated: bool) -> Term:
    return terms.Not(condition) if negated else condition
