"""The results of the decision procedure as plain data: findings with their situations, pairs, and the principles that settle them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.doubts import NO_DOUBT, Doubts
from rulewright.base.records import fields_json, record
from rulewright.engines.solver.questions.point import Point
from rulewright.engines.solver.questions.question import Effort


class FindingKind(StrEnum):
    """A kind of finding; the names are those of the checks."""

    CONTRADICTION = "contradiction"
    OPTION_CLASH = "option-clash"
    OUT_OF_RANGE = "out-of-range"
    GAP = "gap"
    DEAD_RULE = "dead-rule"
    IDLE_OVERRIDE = "idle-override"
    HIDDEN_REPEAL = "hidden-repeal"
    OVERLAP = "overlap"
    REDUNDANT_RULE = "redundant-rule"
    READING_MATTERS = "reading-matters"
    UNREACHABLE_ROW = "unreachable-row"
    TABLE_GAP = "table-gap"
    HOLE_IN_TABLE = "hole-in-table"
    RESTS_ON_SILENCE = "rests-on-silence"
    ADVICE_AGAINST_VERDICT = "advice-against-verdict"
    OVERRIDE_CYCLE = "override-cycle"


_PAIR_FIELDS = ("world", "facts", "readings")


@record
class Witness:
    """A situation with a question: the input of `ask`, name by name, as texts of the language.

    `question` is the question with its arguments (`forage(u, t)`), `world` the things with their kinds. `outcome` is what an example may
    expect in every completion: `conflict`, `undetermined` or a value; empty if that is not certain. `without` are kinds over which
    conditions of the question run and of which there is no thing. `quoted` are the texts among them that are values of lists and no plain
    words, such as `1-5` or `3`: the language writes these in quotation marks, and every other text as it is. `point` is the same as
    input of the interpreter.
    """

    question: str
    world: tuple[tuple[str, str], ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    scenario: str | None = None
    game: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    outcome: str = ""
    without: tuple[str, ...] = ()
    quoted: frozenset[str] = frozenset()
    point: Point | None = field(default=None, compare=False, repr=False)

    def as_json(self, *parts: str) -> dict[str, Any]:
        """Return some fields in this order; a field of pairs becomes an object by name."""
        return {**fields_json(self, *parts), **{part: dict(getattr(self, part)) for part in parts if part in _PAIR_FIELDS}}

    def __str__(self) -> str:
        """Return the situation as input of `ask`: the question, the things, the facts, the switches."""
        arguments = [f"world={'; '.join(f'{name}: {kind}' for name, kind in self.world)}"] if self.world else []
        arguments += [f"{name}={value}" for name, value in self.facts]
        arguments += [f"--option {name}" for name in self.options] + [f"--reading {name}={choice}" for name, choice in self.readings]
        arguments += [f"--scenario {self.scenario}"] if self.scenario is not None else []
        return " ".join([self.question, *(f'"{argument}"' if " " in argument else argument for argument in arguments)])


@record
class RuleStatement:
    """The value of a rule in a situation, or the answer under one choice; `who` is a rule, an option or a choice."""

    who: str
    case: str
    value: str


@record
class Finding:
    """A finding. `rules` are ids of the rules or statements that it is about, `by` of those that cause it.

    `why` is the reason in one clause, for people.
    """

    kind: FindingKind
    question: str
    rules: tuple[str, ...]
    cases: tuple[str, ...]
    situation: Witness | None = None
    statements: tuple[RuleStatement, ...] = ()
    authors: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    reading: str | None = None
    why: str = ""


@record
class NotAnalysed:
    """A rule (or a question, if `rule` is empty) of which something was not decided: the reason as text, and the doubts that it leaves."""

    question: str
    case: str
    rule: str
    reason: str
    doubts: Doubts = field(default=NO_DOUBT, compare=False)


@record
class SettledPair:
    """Two rules with opposite answers where both their conditions hold, and the principle that settles the pair.

    The principle is `stated`, a line of the policy, `set aside`, `otherwise`; empty if there is none. `situation` shows both conditions.
    """

    question: str
    rules: tuple[str, str]
    cases: tuple[str, str]
    principle: str
    winner: str = ""
    situation: Witness | None = None


ChoicePair: TypeAlias = tuple[str, str, str]
"""A reading and two of its choices, in the order of the book."""


@dataclass(slots=True)
class QuestionVerdict:
    """The verdict on one question at one `depth`. Nothing in it belongs to one core: it holds wherever the key is the same.

    The fields after `not_analysed` are decided with the errors. `effective` are the precedence statements (`verdict_keys.name_of`) with an
    effect on this question, and the tables and rows that it looks up; `unsure` those for which that is undecided. `differing_choices` are
    pairs of choices of a reading under which the answer may differ in some situation. `dead` are the numbers of the rules that stand in no
    situation. `is_refused`: the question was not analysed among few things. `own_key` is the key of its declaration and rules.
    """

    question: str
    depth: Depth = Depth.ERRORS
    findings: tuple[Finding, ...] = ()
    not_analysed: tuple[NotAnalysed, ...] = ()
    effective: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    effort: Effort = field(default_factory=Effort)
    differing_choices: frozenset[ChoicePair] = frozenset()
    dead: frozenset[int] = frozenset()
    is_refused: bool = False
    own_key: str = ""


@dataclass(slots=True)
class QuestionPairs:
    """The pairs of rules of one question with opposite answers in some situation, and the pairs that are undecided."""

    pairs: tuple[SettledPair, ...] = ()
    not_analysed: tuple[NotAnalysed, ...] = ()
    effort: Effort = field(default_factory=Effort)


@dataclass(slots=True)
class EditionVerdicts:
    """The verdicts on one edition. `unsure` are undecided matters that may hide an error."""

    edition: str
    findings: tuple[Finding, ...] = ()
    settled: tuple[SettledPair, ...] = ()
    not_analysed: tuple[NotAnalysed, ...] = ()
    effort: Effort = field(default_factory=Effort)
    differing_choices: tuple[ChoicePair, ...] = ()
    unsure: tuple[NotAnalysed, ...] = ()
