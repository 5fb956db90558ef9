"""The base classes of nodes, and the small nodes that occur in many others."""

from __future__ import annotations

from dataclasses import field

from rulewright.base.records import record
from rulewright.base.source import Span

NO_SPAN = Span(1, 1, 1, 1)


@record(kw_only=True)
class Node:
    """The base class of all nodes, with the span in the block."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@record
class Tag(Node):
    """`@GA-013b`: a statement of the source's ledger (or a row of its cases) that a line accounts for; `name` is without the `@`."""

    name: str


@record(kw_only=True)
class Tagged(Node):
    """The base class of nodes that may carry tags, mostly lines."""

    tags: tuple[Tag, ...] = ()


@record
class CaseRef(Node):
    """`8.6`, `14.43.b`, `14 and below`: a case, or one rule of a case; with `and below` its sub-cases too."""

    number: str
    and_below: bool = False


@record
class Prose(Tagged):
    """`"Mud takes 2 MP …"`: one paragraph; white space is folded to single spaces.

    In the text, `[9.13]` refers to a case and `[zone of control]` to a term.
    """

    text: str
