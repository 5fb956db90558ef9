"""The core of one edition: the data that every engine reads.

A core lists for each question its rules, each merged with the rules that restate it, and the precedences between them with their conditions
and principles. Rules of a question are numbered by their position in `CoreQuestion.rules`. A core is plain data without functions and
without syntax: it can be written to JSON, read back and compared (`rulewright.core.codec`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, TypeAlias

from rulewright.base.keywords import Rounding, Verb
from rulewright.base.records import record
from rulewright.core.switches import Switching
from rulewright.semantics.model import Declarations, Free, NotHeld, Override, Question, Rule, SetAside, TableVerb
from rulewright.semantics.terms import Plain, Term

RoundsTo: TypeAlias = tuple[Rounding, int | Fraction]
"""A way to round, and to multiples of what."""


Enabled: TypeAlias = Callable[[Switching], bool]
"""Tells whether a provision is enabled under some switches, or may be."""


def is_always_enabled(switching: Switching) -> bool:
    """Return True: nothing is left out."""
    return True


def fixed_arguments(heads: tuple[Plain | Free, ...]) -> tuple[tuple[int, Plain], ...]:
    """Return the (slot, value) pairs of the arguments of a head that must have one fixed value."""
    return tuple((slot, head) for slot, head in enumerate(heads) if not isinstance(head, Free))


@record
class Unheld:
    """Cases without text that a rule depends on while `there` holds: they except it, it overrides them, or it refers to them."""

    cases: tuple[str, ...]
    there: Switching


@record
class Address:
    """One statement of a rule, as written in the book, enabled while `there` holds. Its guard is the conjunction of the parts of `rule`."""

    rule: Rule
    there: Switching
    unheld: tuple[Unheld, ...] = ()


@record
class CoreRule:
    """A rule with all its addresses: the restated statement, then its restatements, each after the statement that it restates.

    The rule is enabled if one of its addresses is, and its guard is the disjunction of the guards of the enabled addresses. Its effect is
    that of the first enabled address; all addresses have the same effect. `stage` is the index of its stage among the question's stages. A
    rounding rounds to multiples of `step`, None for whole numbers.
    """

    number: int
    stage: int
    verb: Verb | TableVerb
    rounding: Rounding | None
    otherwise: bool
    addresses: tuple[Address, ...]
    step: int | Fraction | None = None

    @property
    def rounds_to(self) -> RoundsTo | None:
        """The rounding and its step; None if it does not round."""
        return None if self.rounding is None else (self.rounding, self.step or 1)

    @property
    def uids(self) -> tuple[int, ...]:
        """The uids of its statements in the program."""
        return tuple([address.rule.uid for address in self.addresses])

    @property
    def ids(self) -> tuple[str, ...]:
        """The addresses of its statements, as written in the book."""
        return tuple([address.rule.id for address in self.addresses])

    @property
    def first(self) -> Rule:
        """The statement that the other addresses restate, as written in the book."""
        return self.addresses[0].rule


class PrecedenceKind(StrEnum):
    """The principle by which one rule goes before another."""

    STATED = "stated"
    POLICY = "policy"
    OTHERWISE = "otherwise"
    CARRIED = "carried"
    KIND = "kind"
    BEST = "best of its kind"


@record
class Precedence:
    """A set of attacks: every rule in `by` attacks every other rule in `targets`, all of one stage, for each pair where it is in force.

    It is in force for a pair if `there` holds, `when` is true of the question's arguments, the two rules clash (if `on_clash`), and none of
    `yields_to` (indexes in `CoreQuestion.precedence`) is in force for the same pair in the opposite direction. CARRIED: also, a chain
    of the statements `through` must lead from the first rule to the second by way of rules whose own guards are true and which are not set
    aside. KIND: prohibitions inherited from a general action go before permissions and requirements of a kind of it. BEST: an amount takes
    another of its kind out of the sum, which goes before others all the same; both are of one stage that adds up.
    `why` is the reason that an answer shows; `statement` is the uid of the override as written.
    """

    kind: PrecedenceKind
    by: tuple[int, ...]
    targets: tuple[int, ...]
    there: Switching
    when: Term | None
    why: str
    on_clash: bool = False
    yields_to: tuple[int, ...] = ()
    through: tuple[int, ...] = ()
    statement: int | None = None


@record
class Aside:
    """A suspension: while `there` holds and `when` is true, it takes the rules `targets` and missing clauses `absent` out of the contest.

    `set_aside_by` are the indexes in `CoreQuestion.asides` of the suspensions that suspend this one; `statement` is its uid.
    """

    statement: int
    targets: tuple[int, ...]
    absent: tuple[int, ...]
    there: Switching
    when: Term | None
    set_aside_by: tuple[int, ...] = ()


@record
class OverAbsent:
    """An attack by the rule `by`, if that rule stands, on a missing clause, in force while `there` holds and `when` is true."""

    by: int
    there: Switching
    when: Term | None


@record
class Absent:
    """A missing clause: a case without text that bears on the question. Unless its condition is false, silence is undetermined."""

    clause: NotHeld
    there: Switching
    overridden_by: tuple[OverAbsent, ...] = ()


@record
class CoreQuestion:
    """A question with everything that bears on it: declaration, rules, precedences, suspensions and missing clauses."""

    question: Question
    rules: tuple[CoreRule, ...]
    precedence: tuple[Precedence, ...]
    asides: tuple[Aside, ...]
    absent: tuple[Absent, ...]

    def written_rules(self) -> Iterator[Rule]:
        """Yield the rules as written in the book, with each restatement as a rule of its own."""
        for rule in self.rules:
            yield from (address.rule for address in rule.addresses)

    def conditions_and_effects(self, enabled: Enabled = is_always_enabled) -> Iterator[Term]:
        """Yield the conditions and effects that bear on the answer and are enabled, except those of its tables."""
        if self.question.otherwise is not None and not isinstance(self.question.otherwise, str):
            yield self.question.otherwise
        numbers: set[int] = set()
        for rule in self.rules:
            for address in rule.addresses:
                if enabled(address.there):
                    numbers.add(rule.number)
                    yield from (part.term for part in address.rule.parts)
                    if address.rule.effect is not None:
                        yield address.rule.effect
        conditions = [
            precedence.when
            for precedence in self.precedence
            if enabled(precedence.there) and not (numbers.isdisjoint(precedence.by) or numbers.isdisjoint(precedence.targets))
        ]
        conditions += [aside.when for aside in self.asides if enabled(aside.there)]
        for absent in self.absent:
            if enabled(absent.there):
                conditions += [absent.clause.when, *(attack.when for attack in absent.overridden_by if attack.by in numbers)]
        yield from dict.fromkeys(condition for condition in conditions if condition is not None)

    def all_heads(self) -> Iterator[tuple[Plain | Free, ...]]:
        """Yield the arguments that its rules and missing clauses are about."""
        yield from (rule.heads for rule in self.written_rules())
        yield from (absent.clause.heads for absent in self.absent)

    def override_uids(self) -> Iterator[int]:
        """Yield the uids of the overrides that apply to the question, without duplicates."""
        yield from dict.fromkeys(precedence.statement for precedence in self.precedence if precedence.statement is not None)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Core(Declarations):
    """The core of one edition. Declarations are as in `rulewright.semantics.model`; `on` maps each question's name to its `CoreQuestion`.

    `overrides` and `asides` are the statements of precedence as written, by uid; `on` holds their meaning.
    """

    LATE: ClassVar = ("on", "examples")
    """Fields read back from disk lazily, question by question (`rulewright.base.packing`): one answer needs few of them."""

    on: Mapping[str, CoreQuestion]
    overrides: Mapping[int, Override]
    asides: Mapping[int, SetAside]

    def written_rules(self) -> Iterator[Rule]:
        """Yield the rules as written in the book, question by question."""
        for question in self.on.values():
            yield from question.written_rules()
