"""The front page of a book: its sources, editions, precedence, games and options, and the headings of its chapters."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import record
from rulewright.syntax.nodes.base import Node, Tagged
from rulewright.syntax.nodes.examples import Background
from rulewright.syntax.nodes.expressions import Expr


@record
class RulebookDecl(Tagged):
    """`rulebook la_grande_armee "La Grande Armée"`; `headings` is the order of headings where numbering is by heading, else None."""

    name: str
    title: str
    headings: tuple[str, ...] | None = None
    credit: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    tries: tuple[str, ...] = ()
    players: tuple[int, int] | None = None


@record
class Game(Tagged):
    name: str
    title: str


@record
class SourceDecl(Tagged):
    """`source errata "Errata and clarifications"`; `known`: a version that exists and is not ranked, with the reason."""

    name: str
    title: str
    held: bool = True
    amends: tuple[str, ...] = ()
    ledger: str | None = None
    publisher: str | None = None
    dated: str | None = None
    known: str | None = None


@record
class Edition(Tagged):
    """`edition errata "…" = printed + errata from 1984-06-01`: a fold in this order. As written, a name may also be that of an edition.

    `since` is the first day on which it is in force, if that is said.
    """

    name: str
    title: str | None
    sources: tuple[str, ...]
    since: str | None = None


@record
class PolicyLine(Node):
    """`stated` (both sides None) or `never over may`: sides are the words as written, joined by blanks."""

    over: str | None
    under: str | None


@record
class Precedence(Tagged):
    lines: tuple[PolicyLine, ...]


@record
class Option(Tagged):
    """`option ney "Marshal Ney rule" needs players in {2, 3} by the_prussian alone`."""

    name: str
    title: str
    needs: Expr | None = None
    by: str | None = None
    alone: bool = False


@record
class Exclusion(Tagged):
    """`at most one of a, b`."""

    options: tuple[str, ...]


@record
class Chapter(Tagged):
    """`chapter 8.0 "Movement"`: the heading of the file it stands in; `text` is an introduction, `background` that of all its examples."""

    number: str | None
    title: str
    text: str | None = None
    background: Background | None = None


FrontBlock: TypeAlias = RulebookDecl | Game | SourceDecl | Edition | Precedence | Option | Exclusion | Background
"""A block of the front page. Chapters have headings of their own."""
