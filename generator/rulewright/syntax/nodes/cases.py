"""Blocks that contain text and rules: cases, amendments, rulings, readings, scenarios."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import record
from rulewright.syntax.nodes.acts import Act
from rulewright.syntax.nodes.base import CaseRef, Prose, Tagged
from rulewright.syntax.nodes.examples import Background, Example
from rulewright.syntax.nodes.lines import DoesNotMatter, Line, NotHeld
from rulewright.syntax.nodes.rules import Relation, Rule
from rulewright.syntax.nodes.tables import Table

Addressed: TypeAlias = Rule | Relation | NotHeld | DoesNotMatter
"""A line that has an address in its case, and may have a name."""


@record
class ReadingChoice(Tagged):
    """`choice carry_on in play: morale(e) is carry_on when …`: a choice of a reading, with its rules."""

    name: str
    title: str | None
    in_play: bool
    rules: tuple[Rule, ...] = ()
    relations: tuple[Relation, ...] = ()
    prose: tuple[Prose, ...] = ()


BodyLine: TypeAlias = Prose | Line | Relation | Rule | Table | Example | Background | Act | ReadingChoice


@record
class Case(Tagged):
    """`case 8.6 "Effects of weather" new in errata from 1 January 2027`. `source` None: the book's first source.

    `since` is the first day on which it is in force, None if it is that of its source.
    """

    number: str
    title: str | None = None
    new: bool = False
    source: str | None = None
    body: tuple[BodyLine, ...] = ()
    since: str | None = None


@record
class Amendment(Tagged):
    """`amend 5.0 step 4 in errata as addition "…"`; `part` are the words between the cases and `in`, or None.

    Without `targets` it is `amend throughout in errata as correction`, and its acts are renamings. `since`: as of a case.
    """

    targets: tuple[CaseRef, ...]
    source: str
    kind: str
    part: str | None = None
    title: str | None = None
    body: tuple[BodyLine, ...] = ()
    since: str | None = None


@record
class Ruling(Tagged):
    """`ruling Q10 on 9.9a in errata` with question and answer; a case of its own, attributed to the case it is on.

    `kind` is the book's own word for what it is, as in `as reminder`.
    """

    number: str
    on: tuple[CaseRef, ...]
    source: str
    body: tuple[BodyLine, ...] = ()
    kind: str | None = None


@record
class Reading(Tagged):
    """`reading H_42 on morale.1 in errata "A roll equal to the hits"` with its choices; `source` None: the book's first source."""

    name: str
    on: tuple[CaseRef, ...]
    title: str
    body: tuple[BodyLine, ...] = ()
    source: str | None = None


@record
class Scenario(Tagged):
    """`scenario 19.32 "The 1809 campaign"`: a case whose rules and set-up hold in that scenario only."""

    number: str
    title: str
    source: str | None = None
    body: tuple[BodyLine, ...] = ()


ClauseBlock: TypeAlias = Case | Amendment | Ruling | Reading | Scenario
"""A block that contains text and rules."""
