"""Typed terms: the conditions and effects of rules, with all names resolved.

A term is evaluated in an *environment*, the tuple of the values bound so far: a rule's arguments come first (slot 0, 1, …), then each
binder puts its variable into the next slot. Terms hold no spans and no texts; the text of a rule is kept with the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias, assert_never

from rulewright.base.keywords import Comparison, Gather, Operator, Permission, Pick, Rounding
from rulewright.base.records import record

Plain: TypeAlias = bool | int | Fraction | str | None
FactKey: TypeAlias = tuple[str, tuple[Plain, ...]]
"""A fact applied to arguments: its name and the arguments."""


@record
class Const:
    """A constant: a number, yes/no, the name of an enum value, of a thing or of a place, or none."""

    value: Plain


@record
class Var:
    """A variable: the value in a slot of the environment; `name` as written."""

    slot: int
    name: str


@record
class FactOf:
    """A fact: `weather`, `distance(u, t)`, the field `unit.arm` of a thing."""

    fact: str
    args: tuple[Term, ...]


@record
class Ask:
    """The answer of a value, a table or a predicate."""

    question: str
    args: tuple[Term, ...]


@record
class AskVerdict:
    """`may forage(u, t)` as a condition: `may` is true of permitted and required, `must` of required, `may not` of forbidden."""

    permission: Permission
    question: str
    args: tuple[Term, ...]


@record
class Barred:
    """The condition that the `may not` with the address `by` stands on a verdict; of a supposed verdict, that it is `forbidden`."""

    question: str
    args: tuple[Term, ...]
    by: str


@record
class UpTo:
    """The intermediate value of a question after one of its stages."""

    question: str
    args: tuple[Term, ...]
    stage: int


@record
class AsIf:
    """The value of `of` with the fact or the answer `supposed` set to `value` (a verdict's value is a word)."""

    of: Term
    supposed: FactOf | Ask | AskVerdict
    value: Term


@record
class Compare:
    """A comparison; `scale` names the scale by whose order two of its values are compared, else None."""

    op: Comparison
    left: Term
    right: Term
    scale: str | None = None


@record
class InSet:
    """Membership in single values and ranges (low, high); `scale` as in `Compare`."""

    of: Term
    members: tuple[tuple[Term, Term | None], ...]
    negated: bool
    scale: str | None = None


@record
class InGroup:
    """Membership in a group: the thing exists, and the condition of the group is true of it."""

    of: Term
    group: str
    args: tuple[Term, ...]
    negated: bool


@record
class Not:
    """The negation of a condition."""

    of: Term


@record
class Joined:
    """A conjunction or disjunction of conditions."""

    parts: tuple[Term, ...]


@record
class And(Joined):
    """A conjunction."""


@record
class Or(Joined):
    """A disjunction."""


@record
class Arithmetic:
    """Exact arithmetic on two amounts; a division by zero has no value."""

    operator: Operator
    left: Term
    right: Term


@record
class Minus:
    """The negative of an amount."""

    of: Term


@record
class Rounded:
    """An amount rounded to a whole number; `to nearest` sends halves up."""

    of: Term
    rounding: Rounding


@record
class PickOf:
    """The greatest or least of its arguments."""

    pick: Pick
    args: tuple[Term, ...]
    scale: str | None = None


@record
class Shifted:
    """A shift, `shifted(x, n)`: the value of the scale n steps up (down if negative)."""

    scale: str
    of: Term
    by: Term


@record
class Overflow:
    """An overflow, `overflow(x, n)`: the number of steps that such a shift would go past the end, 0 if none."""

    scale: str
    of: Term
    by: Term


@record
class Things:
    """The range of a kind: all its things."""

    record: str


@record
class Members:
    """The members of a group."""

    group: str
    args: tuple[Term, ...]


@record
class Span:
    """The whole numbers from `low` to `high`."""

    low: int
    high: int


@record
class Values:
    """The range of an enum or scale: all its values."""

    enum: str


@record
class Domain:
    """The domain of a binder: its variable goes into `slot` and ranges over `over`; `with_` is the condition on members."""

    slot: int
    name: str
    over: Things | Members | Span | Values
    with_: Term | None = None


@record
class Some:
    """Existence: the domain has a member. It is a long `or` over the domain, false over nothing."""

    domain: Domain


@record
class Every:
    """Universality: `body` is true of every member of the domain. It is a long `and`, true over nothing."""

    domain: Domain
    body: Term


@record
class Gathered:
    """An aggregate over a domain: a count, sum, greatest or least, or its only member; `term` is None for a plain count.

    `most` limits the terms in a sum of the greatest or least, else None; a number below 0 counts as 0. `none` is the value of a greatest,
    least or only member where nothing belongs; without it there is no value. An only member of several has no value either. Count and sum
    over nothing are 0.
    """

    gather: Gather
    domain: Domain
    term: Term | None
    scale: str | None = None
    most: Term | None = None
    none: Term | None = None


@record
class Linked:
    """Transitive closure: True if one or more links lead from `first` to `last`, each from the thing in `slot` to that in the next slot.

    Intermediate things are those of the kind `record`; `link` is a fact or an answer.
    """

    slot: int
    record: str
    link: FactOf | Ask
    first: Term
    last: Term


Term: TypeAlias = (
    Const
    | Var
    | FactOf
    | Ask
    | AskVerdict
    | Barred
    | UpTo
    | AsIf
    | Compare
    | InSet
    | InGroup
    | Not
    | And
    | Or
    | Arithmetic
    | Minus
    | Rounded
    | PickOf
    | Shifted
    | Overflow
    | Some
    | Every
    | Gathered
    | Linked
)


def child_terms(term: Term) -> tuple[Term, ...]:
    """Return the direct subterms of a term, in the order in which they are written."""
    match term:
        case Const() | Var():
            return ()
        case FactOf(args=args) | Ask(args=args) | AskVerdict(args=args) | Barred(args=args) | UpTo(args=args) | PickOf(args=args):
            return args
        case AsIf():
            return (term.of, term.supposed, term.value)
        case Compare(left=lhs, right=rhs) | Arithmetic(left=lhs, right=rhs):
            return (lhs, rhs)
        case InSet():
            ends = [end for member in term.members for end in member if end is not None]
            return (term.of, *ends)
        case InGroup():
            return (term.of, *term.args)
        case Not(of=operand) | Minus(of=operand) | Rounded(of=operand):
            return (operand,)
        case And(parts=parts) | Or(parts=parts):
            return parts
        case Shifted(of=operand, by=steps) | Overflow(of=operand, by=steps):
            return (operand, steps)
        case Some():
            return _domain_children(term.domain)
        case Every():
            return (*_domain_children(term.domain), term.body)
        case Gathered():
            return _domain_children(term.domain) + tuple(part for part in (term.term, term.most, term.none) if part is not None)
        case Linked():
            return (term.link, term.first, term.last)
        case _:
            assert_never(term)


def _domain_children(domain: Domain) -> tuple[Term, ...]:
    args = domain.over.args if isinstance(domain.over, Members) else ()
    return args if domain.with_ is None else (*args, domain.with_)


def walk(term: Term) -> Iterator[Term]:
    """Yield a term and its subterms in preorder."""
    pending = [term]
    while pending:
        current = pending.pop()
        yield current
        subterms = child_terms(current)
        if subterms:
            pending.extend(reversed(subterms))


class NamesIn(NamedTuple):
    """The facts, questions and groups that a term names, in the order of writing, without those in the conditions of its groups."""

    facts: list[str]
    questions: list[str]
    groups: list[str]


def names_in(term: Term) -> NamesIn:
    """Return the names of the facts that a term reads, of the questions that it calls and of the groups that it uses."""
    names = NamesIn([], [], [])
    for subterm in walk(term):
        match subterm:
            case FactOf():
                names.facts.append(subterm.fact)
            case Ask() | AskVerdict() | Barred() | UpTo():
                names.questions.append(subterm.question)
            case InGroup():
                names.groups.append(subterm.group)
            case Some(domain=domain) | Every(domain=domain) | Gathered(domain=domain) if isinstance(domain.over, Members):
                names.groups.append(domain.over.group)
            case _:  # open: other terms name nothing
                pass
    return names


def questions_in(term: Term) -> list[str]:
    """Return the names of the questions that a term calls, without those in the conditions of its groups."""
    return names_in(term).questions
