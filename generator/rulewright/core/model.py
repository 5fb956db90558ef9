"""The core of one edition: what every engine reads.

For each question stand its rules, with what each restates merged into it, and who goes before whom, when and why. Rules of a question are
named by their number in `CoreQuestion.rules`. Nothing here is a function, and nothing is syntax: it can be written down, read back and
compared (`rulewright.core.to_json`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from rulewright.base.keywords import Rounding, Verb
from rulewright.base.records import record
from rulewright.core.switches import Switching
from rulewright.semantics.model import Declarations, Free, NotHeld, Override, Question, Rule, SetAside, TableVerb
from rulewright.semantics.terms import Plain, Term


def guards_of(heads: tuple[Plain | Free, ...]) -> tuple[tuple[int, Plain], ...]:
    """The arguments of a head that must have one value: (slot, value)."""
    return tuple((slot, head) for slot, head in enumerate(heads) if not isinstance(head, Free))


@record
class Unheld:
    """Cases without text that a rule rests on, where `there` holds: they except it, it goes before them, or it refers to them."""

    cases: tuple[str, ...]
    there: Switching


@record
class Address:
    """One statement of a rule, as it stands in the book, and when it is there. Its condition is that all parts of `rule` are true."""

    rule: Rule
    there: Switching
    unheld: tuple[Unheld, ...] = ()


@record
class CoreRule:
    """A rule with all its addresses: what is restated first, then what restates it, each after the one that it restates.

    It is there when one of its addresses is, and its condition is that of one which is there. What it does is said by the first that is
    there; all say the same. `stage` is the place of its stage in the question's.
    """

    number: int
    stage: int
    verb: Verb | TableVerb
    rounding: Rounding | None
    otherwise: bool
    addresses: tuple[Address, ...]

    @property
    def uids(self) -> tuple[int, ...]:
        """The numbers of its statements in the program."""
        return tuple([address.rule.uid for address in self.addresses])

    @property
    def ids(self) -> tuple[str, ...]:
        """The addresses of its statements, as they are written."""
        return tuple([address.rule.id for address in self.addresses])

    @property
    def first(self) -> Rule:
        """What is restated, as written in the book."""
        return self.addresses[0].rule


class PrecedenceKind(StrEnum):
    """By which principle one rule goes before another."""

    STATED = "stated"
    POLICY = "policy"
    OTHERWISE = "otherwise"
    CARRIED = "carried"
    KIND = "kind"


@record
class Precedence:
    """Each of the rules `by` goes before each other one of `targets`, all of one stage, where this is in force for the two.

    It is in force where `there` holds, `when` is true of the question's arguments, the two clash (if `on_clash`), and none of `yields_to`
    (places in `CoreQuestion.precedence`) is in force for the same two the other way round. CARRIED: where besides that a chain of the
    statements `through` leads from the one to the other by way of rules whose own condition is true and which are not set aside. KIND: bars
    that are handed down from a general action go before leave and duty of a kind of it.
    `why` is what an answer says; `statement` the uid of the override as written.
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
    """A setting-aside: where `there` holds and `when` is true it takes out these rules and these clauses that are not held.

    `set_aside_by` are the places in `CoreQuestion.asides` of those which take this one out; `statement` is its uid.
    """

    statement: int
    targets: tuple[int, ...]
    absent: tuple[int, ...]
    there: Switching
    when: Term | None
    set_aside_by: tuple[int, ...] = ()


@record
class OverAbsent:
    """Where `there` holds and `when` is true, the standing rule `by` goes before a case without text."""

    by: int
    there: Switching
    when: Term | None


@record
class Absent:
    """A case without text that bears on the question: unless `when` is false, silence is undetermined."""

    clause: NotHeld
    there: Switching
    overridden_by: tuple[OverAbsent, ...] = ()


@record
class CoreQuestion:
    """All that bears on one question: a declaration, rules, who goes before whom, what is set aside, what is not held."""

    question: Question
    rules: tuple[CoreRule, ...]
    precedence: tuple[Precedence, ...]
    asides: tuple[Aside, ...]
    absent: tuple[Absent, ...]

    def stated(self) -> Iterator[Rule]:
        """Every rule as written in the book, restatements by themselves."""
        for rule in self.rules:
            yield from (address.rule for address in rule.addresses)

    def terms(self) -> Iterator[Term]:
        """Every condition and effect that bears on the answer, those of its tables apart."""
        if self.question.otherwise is not None and not isinstance(self.question.otherwise, str):
            yield self.question.otherwise
        for rule in self.stated():
            yield from (part.term for part in rule.parts)
            if rule.effect is not None:
                yield rule.effect
        conditions = [one.when for one in self.precedence] + [one.when for one in self.asides]
        conditions += [one.when for absent in self.absent for one in absent.overridden_by]
        yield from dict.fromkeys(when for when in conditions if when is not None)
        for absent in self.absent:
            if absent.clause.when is not None:
                yield absent.clause.when

    def statements(self) -> Iterator[int]:
        """The uids of the overrides that speak on it, each once."""
        yield from dict.fromkeys(one.statement for one in self.precedence if one.statement is not None)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Core(Declarations):
    """The core of one edition. Declarations are as in `rulewright.semantics.model`; `on` has what bears on each question.

    `overrides` and `asides` are the statements of precedence as written, by uid: what they mean stands in `on`.
    """

    LATE: ClassVar = ("on", "examples")
    """Read back from disk when they are asked for, question by question (`rulewright.base.packing`): one answer needs few of them."""

    on: Mapping[str, CoreQuestion]
    overrides: Mapping[int, Override]
    asides: Mapping[int, SetAside]

    def stated(self) -> Iterator[Rule]:
        """Every rule as written in the book, question by question."""
        for one in self.on.values():
            yield from one.stated()
