"""What else stands in a case: notes, steps, where it holds, what it says of itself, set-ups."""

from __future__ import annotations

from enum import StrEnum

from rulewright.language.nodes.base import CaseRef, Node, Tag
from rulewright.language.nodes.expressions import Call, Expr
from rulewright.records import record


@record
class Commentary(Node):
    """`note "…"`: counts for coverage, not for answers."""

    text: str
    tags: tuple[Tag, ...] = ()


@record
class Step(Node):
    """`step 4 "First Player Skirmish Phase: …"`: a step of a procedure, in prose."""

    label: str
    text: str
    tags: tuple[Tag, ...] = ()


@record
class Component(Node):
    """`component 18 "rows of the record sheet"`."""

    text: str
    count: int | None = None
    tags: tuple[Tag, ...] = ()


@record
class NotHeld(Node):
    """`not held, bears on stack_with(u, v) when …` (held False), or `bears on …` of a case whose own text is held."""

    bears_on: tuple[Call, ...] = ()
    when: Expr | None = None
    held: bool = False
    tags: tuple[Tag, ...] = ()


@record
class InScenario(Node):
    number: str
    tags: tuple[Tag, ...] = ()


@record
class InOption(Node):
    name: str
    tags: tuple[Tag, ...] = ()


@record
class AppliesTo(Node):
    games: tuple[str, ...]
    tags: tuple[Tag, ...] = ()


@record
class Reads(Node):
    """`reads "accept" as "except" because "…"`: a slip of the print, repaired."""

    printed: str
    read: str
    because: str
    tags: tuple[Tag, ...] = ()


@record
class Accepts(Node):
    """`accepts contradiction with 12.7 because "…"`: a finding that stands in the source; `finding` is the check's name with `_` for
    `-`.
    """

    finding: str
    cases: tuple[CaseRef, ...]
    because: str
    tags: tuple[Tag, ...] = ()


@record
class DoesNotMatter(Node):
    """`does not matter: u.dispersed, for defence(u)`."""

    what: Expr
    questions: tuple[Call, ...]
    tags: tuple[Tag, ...] = ()


@record
class Refers(Node):
    """`refers to 9.3, 12.16`: a reference that prose does not carry."""

    cases: tuple[CaseRef, ...]
    tags: tuple[Tag, ...] = ()


class SetupKind(StrEnum):
    PLACE = "place"
    ENTERS = "enters"
    REMOVES = "removes piece"


@record
class Setup(Node):
    """`place ziethen "Ziethen" at fleurus or charleroi, the prussian_player chooses with strength 5 SP`; `turn` for `enters`."""

    kind: SetupKind
    piece: str
    title: str | None = None
    at: tuple[str, ...] = ()
    turn: str | None = None
    chooser: str | None = None
    fields: tuple[tuple[str, Expr], ...] = ()
    tags: tuple[Tag, ...] = ()


@record
class AsksQuestion(Node):
    """`asks "…"` of a ruling."""

    text: str
    tags: tuple[Tag, ...] = ()


@record
class Answers(Node):
    text: str
    tags: tuple[Tag, ...] = ()


@record
class Settles(Node):
    """`settles H_42 as carry_on`."""

    reading: str
    choice: str
    tags: tuple[Tag, ...] = ()
