"""The words of the language that mean the same in every layer, from the syntax tree to the engines; each is its own text."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never


class Operator(StrEnum):
    """What is done with two numbers."""

    ADD = "+"
    SUBTRACT = "-"
    TIMES = "*"
    DIVIDED = "/"


class Comparison(StrEnum):
    """How two things are compared; IS and IS_NOT go for any two of one type."""

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
"""The comparisons as mathematics writes them."""


class Rounding(StrEnum):
    """How a number becomes whole; halves go up in NEAREST."""

    DOWN = "down"
    UP = "up"
    NEAREST = "to nearest"


class Pick(StrEnum):
    """Which of several numbers is taken."""

    GREATEST = "greatest"
    LEAST = "least"


class OfTwo(StrEnum):
    """What is made of two numbers."""

    LARGER = "larger of"
    SMALLER = "smaller of"
    DIFFERENCE = "difference between"


class Gather(StrEnum):
    """What is made of all the members of a set."""

    NUMBER = "number"
    DIFFERENT = "number of different"
    SUM = "sum"
    GREATEST = "greatest"
    LEAST = "least"
    SUM_OF_GREATEST = "sum of the greatest"
    SUM_OF_LEAST = "sum of the least"
    ONLY = "only"


class Permission(StrEnum):
    """What a condition may ask of a verdict."""

    MAY = "may"
    MAY_NOT = "may not"
    MUST = "must"


VERDICTS = {Permission.MAY: "permitted", Permission.MAY_NOT: "forbidden", Permission.MUST: "required"}
"""The verdict that a given or supposed `may`, `may not`, `must` fixes."""
MODALS = {verdict: permission.value for permission, verdict in VERDICTS.items()}
FULFILLED_BY = {
    Permission.MAY: frozenset({"permitted", "required"}),
    Permission.MAY_NOT: frozenset({"forbidden"}),
    Permission.MUST: frozenset({"required"}),
}
"""The verdicts of which the condition is true."""


class StageVerb(StrEnum):
    """What a stage of a value does with what its rules say."""

    ONE = "is the one"
    SUM = "plus the sum"
    PRODUCT = "times the product"
    GREATEST = "times the greatest"
    LEAST = "times the least"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    ROUNDED = "rounded"


class Verb(StrEnum):
    """What a rule does to its question."""

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
    """How a verdict is meant to go before others: `may never`, `may always`."""

    NEVER = "never"
    ALWAYS = "always"


class RelationKind(StrEnum):
    """What a rule or a case says of others."""

    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    EXCEPT = "except"
    RESTATES = "restates"
    BESIDES = "besides"
    AS_IN = "as in"


class FactKind(StrEnum):
    """How a fact is declared: by itself, in a record, as a die, as a choice of a player, as a status."""

    FACT = "fact"
    FIELD = "field"
    DIE = "die"
    CHOICE = "choice"
    STATUS = "status"

    @property
    def is_seen(self) -> bool:
        """Whether rules may say what such a fact is; how a die falls, or what a player chooses, they do not."""
        return self not in (FactKind.DIE, FactKind.CHOICE)


class Found(StrEnum):
    """Where a player finds what the value of a fact is."""

    ON_THE_MAP = "on the map"
    ON_THE_COUNTER = "on the counter"
    IN_THE_BOOKLET = "in the booklet"
    THROWN = "thrown"
    DECIDED = "decided"
    REMEMBERED = "remembered"


FOUND_UNSAID = {FactKind.DIE: Found.THROWN, FactKind.CHOICE: Found.DECIDED, FactKind.STATUS: Found.REMEMBERED}
"""Where the facts of some kinds are found unless something else is written."""


class Period(StrEnum):
    """How long a turn of a calendar is."""

    MONTH = "month"
    HALF_MONTH = "half month"
    QUARTER_MONTH = "quarter month"
    WEEK = "week"


class Expected(StrEnum):
    """What an example says that follows: that a condition holds, or how a question is answered."""

    HOLDS = "holds"
    PERMITTED = "permitted"
    FORBIDDEN = "forbidden"
    REQUIRED = "required"
    UNDETERMINED = "undetermined"
    CONFLICT = "conflict"
    MISSING = "missing"


def stages_of(verb: Verb) -> tuple[StageVerb, ...]:
    """The stages of a value at which a verb may stand; none for a verb of verdicts and predicates."""
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
