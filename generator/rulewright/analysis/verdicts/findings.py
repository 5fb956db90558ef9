"""What the decision procedure has to say of a core, as plain data: findings with their situations, pairs and what settles them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.records import fields_json, record
from rulewright.engines.solver.search.solver import Effort


class Kind(StrEnum):
    """What was found; the names are those of the checks."""

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
    OVERRIDE_CYCLE = "override-cycle"


_NAMED = ("world", "facts", "readings")


@record
class Witness:
    """A situation in which something is asked: what `ask` is to be given, name by name, as texts of the language.

    `question` is the question with its arguments (`forage(u, t)`), `world` the things there are with their kinds. `outcome` is what an
    example may expect whatever else is the case: `conflict`, `undetermined` or a value; empty where that is not certain. `without` are
    kinds over which conditions of the question run and of which there is nothing.
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

    def as_json(self, *parts: str) -> dict[str, Any]:
        """Some of its parts in this order; those that have names, an object by name."""
        return {**fields_json(self, *parts), **{part: dict(getattr(self, part)) for part in parts if part in _NAMED}}

    def __str__(self) -> str:
        """As it is given to `ask`: the question, the things, the facts, what is switched on."""
        given = [f"world={'; '.join(f'{name}: {kind}' for name, kind in self.world)}"] if self.world else []
        given += [f"{name}={value}" for name, value in self.facts]
        given += [f"--option {name}" for name in self.options] + [f"--reading {name}={choice}" for name, choice in self.readings]
        given += [f"--scenario {self.scenario}"] if self.scenario is not None else []
        return " ".join([self.question, *(f'"{one}"' if " " in one else one for one in given)])


@record
class Said:
    """What a rule says in a situation, or what the answer is under one choice; `who` is a rule, an option or a choice."""

    who: str
    case: str
    value: str


@record
class Finding:
    """One finding. `rules` are ids of rules or statements that it is about, `by` of those that bring it about.

    `why` is the reason in one clause, for people.
    """

    kind: Kind
    question: str
    rules: tuple[str, ...]
    cases: tuple[str, ...]
    situation: Witness | None = None
    said: tuple[Said, ...] = ()
    by: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    reading: str | None = None
    why: str = ""


@record
class NotAnalysed:
    """A rule (or a whole question, where `rule` is empty) of which nothing, or not everything, was decided; the reason for people."""

    question: str
    case: str
    rule: str
    reason: str


@record
class SettledPair:
    """Two rules that say opposite things where both their conditions hold, and the principle that settles it.

    The principle is `stated`, a line of the policy, `set aside`, `otherwise`; empty where nothing does. `situation` shows both conditions.
    """

    question: str
    rules: tuple[str, str]
    cases: tuple[str, str]
    principle: str
    winner: str = ""
    situation: Witness | None = None


Apart: TypeAlias = tuple[str, str, str]
"""A reading and two of its choices, in the order of the book."""


@dataclass(slots=True)
class QuestionVerdict:
    """All that was decided of one question at one `depth`; nothing in it is of one core alone: it holds wherever the key is the same.

    What follows `not_analysed` is decided with the errors. `biting` are the statements of precedence (`keys.name_of`) that are in force
    against something here, and the tables and rows that are asked; `unsure` those for which that is not decided. `apart` are pairs of
    choices of a reading under which the answer is not the same in every situation, or is not known to be. `dead` are the rules, by number,
    that stand in no situation. `is_refused`: the question was not looked into among few things. `own` names its declaration and rules.
    """

    question: str
    depth: Depth = Depth.ERRORS
    findings: tuple[Finding, ...] = ()
    not_analysed: tuple[NotAnalysed, ...] = ()
    biting: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    effort: Effort = field(default_factory=Effort)
    apart: frozenset[Apart] = frozenset()
    dead: frozenset[int] = frozenset()
    is_refused: bool = False
    own: str = ""


@dataclass(slots=True)
class QuestionSettled:
    """The pairs of rules of one question that meet with opposite answers, and those of which that is not decided."""

    pairs: tuple[SettledPair, ...] = ()
    not_analysed: tuple[NotAnalysed, ...] = ()
    effort: Effort = field(default_factory=Effort)


@dataclass(slots=True)
class Decided:
    """All that was decided of one edition. `unsure` is what was not looked into, or left, of all that may hide an error.

    `is_whole`: deeper, there is nothing to be found.
    """

    edition: str
    findings: tuple[Finding, ...] = ()
    settled: tuple[SettledPair, ...] = ()
    not_analysed: tuple[NotAnalysed, ...] = ()
    effort: Effort = field(default_factory=Effort)
    apart: tuple[Apart, ...] = ()
    unsure: tuple[NotAnalysed, ...] = ()
    is_whole: bool = True
