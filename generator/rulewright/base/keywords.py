"""The keywords of the language with one meaning in every layer, from the syntax tree to the engines; each is its own text."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never


class Operator(StrEnum):
    """An arithmetic operator on two numbers."""

    ADD = "+"
    SUBTRACT = "-"
    TIMES = "*"
    DIVIDED = "/"


class Comparison(StrEnum):
    """A comparison of two values; IS and IS_NOT compare any two values of one type."""

    IS = "is"
    IS_NOT = "is not"
    AT_LEAST = "is at least"
    AT_MOST = "is at most"
    MORE = "is more than"
    LESS = "is less than"


SIGNS = {
    Comparison.IS: "=",
    Comparison.IS_NOT: "!=",
    Comparison.AT_LEAST: ">=",
    Comparison.AT_MOST: "<=",
    Comparison.MORE: ">",
    Comparison.LESS: "<",
}
"""The comparisons in mathematical notation."""


class Rounding(StrEnum):
    """The direction in which a number is rounded; halves go up in NEAREST."""

    DOWN = "down"
    UP = "up"
    NEAREST = "to nearest"


class Pick(StrEnum):
    """The end of a range of numbers that is picked."""

    GREATEST = "greatest"
    LEAST = "least"


class OfTwo(StrEnum):
    """A function of two numbers or of two days."""

    LARGER = "larger of"
    SMALLER = "smaller of"
    DIFFERENCE = "difference between"
    YEARS = "years from"
    MONTHS = "months from"

    @property
    def joining_word(self) -> str:
        """The word between the two."""
        return "to" if self in {OfTwo.YEARS, OfTwo.MONTHS} else "and"


class Gather(StrEnum):
    """An aggregate over the members of a set."""

    NUMBER = "number"
    DIFFERENT = "number of different"
    SUM = "sum"
    GREATEST = "greatest"
    LEAST = "least"
    SUM_OF_GREATEST = "sum of the greatest"
    SUM_OF_LEAST = "sum of the least"
    ONLY = "only"


class Permission(StrEnum):
    """A condition on a verdict."""

    MAY = "may"
    MAY_NOT = "may not"
    MUST = "must"


VERDICTS = {Permission.MAY: "permitted", Permission.MAY_NOT: "forbidden", Permission.MUST: "required"}
"""The verdict fixed by a given or supposed `may`, `may not`, `must`."""
MODALS = {verdict: permission.value for permission, verdict in VERDICTS.items()}
FULFILLED_BY = {
    Permission.MAY: frozenset({"permitted", "required"}),
    Permission.MAY_NOT: frozenset({"forbidden"}),
    Permission.MUST: frozenset({"required"}),
}
"""The verdicts that satisfy the condition."""


class Advice(StrEnum):
    """The advice about a verdict: a value of it, which may also be `none`."""

    ADVISED = "advised"
    ADVISED_AGAINST = "advised_against"


class AdviceTest(StrEnum):
    """A condition on the advice about a verdict, as it is written before the verdict (`should`) or behind it."""

    SHOULD = "should"
    SHOULD_NOT = "should not"
    ADVISED = "is advised"
    ADVISED_AGAINST = "is advised against"
    NOT_ADVISED = "is not advised"
    NOT_ADVISED_AGAINST = "is not advised against"

    @property
    def asked_advice(self) -> Advice:
        """The advice that it asks about."""
        return Advice.ADVISED_AGAINST if self is AdviceTest.SHOULD_NOT or self.endswith("against") else Advice.ADVISED

    @property
    def is_negated(self) -> bool:
        """Return True if it asks that there is no such advice."""
        return self in (AdviceTest.NOT_ADVISED, AdviceTest.NOT_ADVISED_AGAINST)


class StageVerb(StrEnum):
    """The way in which a stage of a value combines the effects of its rules."""

    ONE = "is the one"
    SUM = "plus the sum"
    PRODUCT = "times the product"
    GREATEST = "times the greatest"
    LEAST = "times the least"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    ROUNDED = "rounded"


class Verb(StrEnum):
    """The effect of a rule on its question."""

    IS = "is"
    ADD = "add"
    TAKE = "take"
    MULTIPLY = "multiply"
    AT_MOST = "is at most"
    AT_LEAST = "is at least"
    ROUNDED = "is rounded"
    YES = "yes"
    NO = "not"
    MAY = "may"
    MAY_NOT = "may not"
    MUST = "must"
    NEED_NOT = "need not"


class Force(StrEnum):
    """The force of a verdict against others: `may never`, `may always`."""

    NEVER = "never"
    ALWAYS = "always"


class RelationKind(StrEnum):
    """A relation that a rule or a case declares to others."""

    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    EXCEPT = "except"
    RESTATES = "restates"
    BESIDES = "besides"
    AS_IN = "as in"


class FactKind(StrEnum):
    """The kind of a fact's declaration: by itself, in a record, as a die, as a choice of a player, as a status."""

    FACT = "fact"
    FIELD = "field"
    DIE = "die"
    CHOICE = "choice"
    STATUS = "status"

    @property
    def is_seen(self) -> bool:
        """Return True if rules may derive such a fact; they cannot say how a die falls, or what a player chooses."""
        return self not in (FactKind.DIE, FactKind.CHOICE)


class FactSource(StrEnum):
    """The source from which a player reads the value of a fact."""

    ON_THE_MAP = "on the map"
    ON_THE_COUNTER = "on the counter"
    IN_THE_BOOKLET = "in the booklet"
    THROWN = "thrown"
    DECIDED = "decided"
    REMEMBERED = "remembered"


DEFAULT_SOURCES = {FactKind.DIE: FactSource.THROWN, FactKind.CHOICE: FactSource.DECIDED, FactKind.STATUS: FactSource.REMEMBERED}
"""The sources of facts of some kinds, unless the book says otherwise."""


class Period(StrEnum):
    """The length of a turn of a calendar."""

    MONTH = "month"
    HALF_MONTH = "half month"
    QUARTER_MONTH = "quarter month"
    WEEK = "week"
    DAY = "day"


class Expected(StrEnum):
    """The expectation of an example: that a condition holds, or the answer of a question."""

    HOLDS = "holds"
    PERMITTED = "permitted"
    FORBIDDEN = "forbidden"
    REQUIRED = "required"
    UNDETERMINED = "undetermined"
    CONFLICT = "conflict"
    OUT_OF_RANGE = "out of range"
    MISSING = "missing"


def stages_of(verb: Verb) -> tuple[StageVerb, ...]:
    """Return the stages of a value at which a verb is allowed; none for a verb of verdicts and predicates."""
    match verb:
        case Verb.IS:
            return (StageVerb.ONE,)
        case Verb.ADD | Verb.TAKE:
            return (StageVerb.SUM,)
        case Verb.MULTIPLY:
            return (StageVerb.PRODUCT, StageVerb.GREATEST, StageVerb.LEAST)
        case Verb.AT_MOST | Verb.AT_LEAST | Verb.ROUNDED:
            return (StageVerb[verb.name],)
        case Verb.YES | Verb.NO | Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT:
            return ()
        case _:
            assert_never(verb)
