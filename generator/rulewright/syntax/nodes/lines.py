"""Other lines of a case: notes, steps, conditions of enablement, statements about the text, set-ups."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from rulewright.base.records import record
from rulewright.syntax.nodes.base import CaseRef, Tagged
from rulewright.syntax.nodes.expressions import Call, Expr


@record
class Commentary(Tagged):
    """`note "…"`: counts for coverage, not for answers."""

    text: str


@record
class Step(Tagged):
    """`step 4 "First Player Skirmish Phase: …"`: a step of a procedure, in prose."""

    label: str
    text: str


@record
class Component(Tagged):
    """`component 18 "rows of the record sheet"`."""

    text: str
    count: int | None = None


@record
class NotHeld(Tagged):
    """`not held, bears on stack_with(u, v) when …` (held False), or `bears on …` of a case whose own text is held."""

    bears_on: tuple[Call, ...] = ()
    when: Expr | None = None
    held: bool = False
    name: str | None = None


@record
class InScenario(Tagged):
    """`scenario 19.32`: the case holds in that scenario only."""

    number: str


@record
class InOption(Tagged):
    """`option ney`: the case holds with that option only."""

    name: str


@record
class AppliesTo(Tagged):
    """`applies to campaign, battle`: the case holds in those games only."""

    games: tuple[str, ...]


@record
class Reads(Tagged):
    """`reads "accept" as "except" because "…"`: a misprint, repaired."""

    printed: str
    read: str
    because: str


@record
class Accepts(Tagged):
    """`accepts contradiction with 12.7 because "…"`: a finding that is in the source itself.

    `finding` is the check's name with `_` for `-`. `words`, as in `accepts number_differs at "three" because "…"`, restrict it to findings
    that cite them.
    """

    finding: str
    cases: tuple[CaseRef, ...]
    because: str
    words: str | None = None


@record
class DoesNotMatter(Tagged):
    """`does not matter: u.dispersed, for defence(u)`."""

    what: Expr
    questions: tuple[Call, ...]
    name: str | None = None


@record
class Refers(Tagged):
    """`refers to 9.3, 12.16`: a reference that is not in the prose."""

    cases: tuple[CaseRef, ...]


class SetupKind(StrEnum):
    """The kind of a set-up line."""

    PLACE = "place"
    ENTERS = "enters"
    REMOVES = "removes piece"


@record
class Setup(Tagged):
    """`place ziethen "Ziethen" at fleurus or charleroi, the prussian_player chooses with strength 5 SP`.

    `turn` is set only for `enters`: a name, or a date.
    """

    kind: SetupKind
    piece: str
    title: str | None = None
    at: tuple[str, ...] = ()
    turn: str | None = None
    chooser: str | None = None
    fields: tuple[tuple[str, Expr], ...] = ()


@record
class AsksQuestion(Tagged):
    """`asks "…"` of a ruling."""

    text: str


@record
class Answers(Tagged):
    """`answers "…"` of a ruling."""

    text: str


@record
class Settles(Tagged):
    """`settles H_42 as carry_on`."""

    reading: str
    choice: str


Line: TypeAlias = (
    Commentary
    | Step
    | Component
    | NotHeld
    | InScenario
    | InOption
    | AppliesTo
    | Reads
    | Accepts
    | DoesNotMatter
    | Refers
    | Setup
    | AsksQuestion
    | Answers
    | Settles
)
"""A line of a case that is neither text nor a rule."""
