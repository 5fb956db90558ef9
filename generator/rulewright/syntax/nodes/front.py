"""The front page of a book: its sources, editions, precedence, games and options, and the headings of its chapters."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import record
from rulewright.syntax.nodes.base import Node, Tagged
from rulewright.syntax.nodes.examples import Background
from rulewright.syntax.nodes.expressions import Expr


@record
class RulebookDecl(Tagged):
    """`rulebook la_grande_armee "La Grande Armée"`; `headings` is the order of headings if numbering is by heading, else None.

    `numbering` is `decimal`, `section` or `roman` as the front page says it; None if it says nothing of this kind.
    """

    name: str
    title: str
    headings: tuple[str, ...] | None = None
    credit: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    tries: tuple[str, ...] = ()
    players: tuple[int, int] | None = None
    numbering: str | None = None


@record
class Game(Tagged):
    """`game campaign "The campaign"`."""

    name: str
    title: str


@record
class SourceDecl(Tagged):
    """`source errata "Errata and clarifications"`; `known`: a version that exists without a rank, with the reason.

    `part_of` and `since` are never written: the source is what another one brings into force on a day of its own.
    """

    name: str
    title: str
    held: bool = True
    amends: tuple[str, ...] = ()
    ledger: str | None = None
    publisher: str | None = None
    dated: str | None = None
    known: str | None = None
    part_of: str | None = None
    since: str | None = None


@record
class Edition(Tagged):
    """`edition errata "…" = printed + errata from 1984-06-01`: a fold of sources in this order; a name may also be that of an edition.

    `since` is the first day on which it is in force, or None; `until`, which is never written, the last before another one is.
    """

    name: str
    title: str | None
    sources: tuple[str, ...]
    since: str | None = None
    until: str | None = None


@record
class PolicyLine(Node):
    """`stated` (both sides None) or `never over may`: sides are the words as written, joined by spaces."""

    over: str | None
    under: str | None


@record
class Precedence(Tagged):
    """`precedence` with the lines of the policy."""

    lines: tuple[PolicyLine, ...]


@record
class Option(Tagged):
    """`option ney "Marshal Ney rule" needs players in {2, 3} by the_prussian alone`."""

    name: str
    title: str
    needs: Expr | None = None
    by: str | None = None
    alone: bool = False
    formerly: tuple[str, ...] = ()


@record
class Exclusion(Tagged):
    """`at most one of a, b`."""

    options: tuple[str, ...]


@record
class Chapter(Tagged):
    """`chapter 8.0 "Movement"`: the heading of its file; `text` is an introduction, `background` applies to all examples of the file."""

    number: str | None
    title: str
    text: str | None = None
    background: Background | None = None


FrontBlock: TypeAlias = RulebookDecl | Game | SourceDecl | Edition | Precedence | Option | Exclusion | Background
"""A block of the front page. Chapters have headings of their own."""
