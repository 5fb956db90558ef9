"""Typed conditions and effects: what the expressions of the syntax tree have become once every name is known.

A term is worked out in an *environment*, the tuple of the values bound so far: a rule's arguments come first (slot 0, 1, …), then each
binder puts its variable into the next slot. Terms hold no spans and no texts; what a rule says is kept with the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias, assert_never

from rulewright.base.keywords import Comparison, Gather, Operator, Permission, Pick, Rounding
from rulewright.base.records import record

Plain: TypeAlias = bool | int | Fraction | str | None
FactKey: TypeAlias = tuple[str, tuple[Plain, ...]]
"""A fact of things: its name and its arguments."""


@record
class Const:
    """A number, yes/no, the name of an enum value, of a thing or of a place, or none."""

    value: Plain


@record
class Var:
    """The value in a slot of the environment; `name` as it was written."""

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
    """`may forage(u, t)` as a condition."""

    permission: Permission
    question: str
    args: tuple[Term, ...]


@record
class Barred:
    """That the `may not` with the address `by` stands on a verdict."""

    question: str
    args: tuple[Term, ...]
    by: str


@record
class UpTo:
    """A value as it is after one of its stages."""

    question: str
    args: tuple[Term, ...]
    stage: int


@record
class AsIf:
    """`of`, worked out with the fact or the answer `supposed` set to `value` (a verdict's value is a word)."""

    of: Term
    supposed: FactOf | Ask | AskVerdict
    value: Term


@record
class Compare:
    """`scale` names the scale by whose order two of its values are compared, else None."""

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
    of: Term
    group: str
    args: tuple[Term, ...]
    negated: bool


@record
class Not:
    of: Term


@record
class Joined:
    """Conditions that are joined."""

    parts: tuple[Term, ...]


@record
class And(Joined):
    """All of them."""


@record
class Or(Joined):
    """One of them, or several."""


@record
class Arithmetic:
    operator: Operator
    left: Term
    right: Term


@record
class Minus:
    of: Term


@record
class Rounded:
    of: Term
    rounding: Rounding


@record
class PickOf:
    """The greatest or least of several."""

    pick: Pick
    args: tuple[Term, ...]
    scale: str | None = None


@record
class Shifted:
    """`shifted(x, n)`: a value of the scale, n steps up (down if negative)."""

    scale: str
    of: Term
    by: Term


@record
class Overflow:
    """`overflow(x, n)`: how many steps such a shift would go past the end, 0 if none."""

    scale: str
    of: Term
    by: Term


@record
class Things:
    """Every thing of a kind."""

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
    """Every value of an enum or scale."""

    enum: str


@record
class Domain:
    """What a binder runs over: its variable goes into `slot`; `with_` is the condition on members."""

    slot: int
    name: str
    over: Things | Members | Span | Values
    with_: Term | None = None


@record
class Some:
    domain: Domain


@record
class Every:
    domain: Domain
    body: Term


@record
class Gathered:
    """A number, sum, greatest or least over a domain, or the only one of it; `term` is None for a plain number.

    `most` is how many count in a sum of the greatest or least, else None; a number below 0 counts as 0.
    """

    gather: Gather
    domain: Domain
    term: Term | None
    scale: str | None = None
    most: Term | None = None


@record
class Linked:
    """Whether one link or several lead from `first` to `last`, each from the thing in `slot` to the one in the slot after it.

    The things are all those of a kind that there are; `link` is a fact or an answer.
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


def children(term: Term) -> tuple[Term, ...]:
    """The terms directly inside a term, in the order in which they are written."""
    match term:
        case Const() | Var():
            return ()
        case FactOf(args=args) | Ask(args=args) | AskVerdict(args=args) | Barred(args=args) | UpTo(args=args) | PickOf(args=args):
            return args
        case AsIf():
            return (term.of, term.supposed, term.value)
        case Compare(left=left, right=right) | Arithmetic(left=left, right=right):
            return (left, right)
        case InSet():
            ends = [end for member in term.members for end in member if end is not None]
            return (term.of, *ends)
        case InGroup():
            return (term.of, *term.args)
        case Not(of=of) | Minus(of=of) | Rounded(of=of):
            return (of,)
        case And(parts=parts) | Or(parts=parts):
            return parts
        case Shifted(of=of, by=by) | Overflow(of=of, by=by):
            return (of, by)
        case Some():
            return _inside(term.domain)
        case Every():
            return (*_inside(term.domain), term.body)
        case Gathered():
            return _inside(term.domain) + tuple(part for part in (term.term, term.most) if part is not None)
        case Linked():
            return (term.link, term.first, term.last)
        case _:
            assert_never(term)


def _inside(domain: Domain) -> tuple[Term, ...]:
    args = domain.over.args if isinstance(domain.over, Members) else ()
    return args if domain.with_ is None else (*args, domain.with_)


def walk(term: Term) -> Iterator[Term]:
    """A term and every term inside it, outermost first."""
    waiting = [term]
    while waiting:
        found = waiting.pop()
        yield found
        inside = children(found)
        if inside:
            waiting.extend(reversed(inside))


class NamesIn(NamedTuple):
    """What a term reads, by name, in the order in which it is written; what its groups look into is not among it."""

    facts: list[str]
    questions: list[str]
    groups: list[str]


def names_in(term: Term) -> NamesIn:
    """The names of the facts that a term reads, of the questions that it asks and of the groups that it looks into."""
    names = NamesIn([], [], [])
    for found in walk(term):
        match found:
            case FactOf():
                names.facts.append(found.fact)
            case Ask() | AskVerdict() | Barred() | UpTo():
                names.questions.append(found.question)
            case InGroup():
                names.groups.append(found.group)
            case Some(domain=domain) | Every(domain=domain) | Gathered(domain=domain) if isinstance(domain.over, Members):
                names.groups.append(domain.over.group)
            case _:  # open: other terms name nothing
                pass
    return names


def questions_in(term: Term) -> list[str]:
    """The names of the questions that a term asks (not those of the groups that it looks into)."""
    return names_in(term).questions
