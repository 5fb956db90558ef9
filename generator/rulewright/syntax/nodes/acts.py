"""Acts of amendment: the changes that single lines of an amendment make to a case."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import record
from rulewright.syntax.nodes.base import CaseRef, Tagged
from rulewright.syntax.nodes.expressions import Expr
from rulewright.syntax.nodes.tables import Cell


@record
class AmendingAct(Tagged):
    """The base class of acts; an act is one line of an amendment."""


@record(kw_only=True)
class ActWithWords(AmendingAct):
    """An act that cites words of the text or adds some.

    `words_held` False: its own words are not held, so it is recorded and never applied. `held_there` False: the words that it changes are
    not held, so it can be applied only to a copy that has them.
    """

    words_held: bool = True
    held_there: bool = True


@record
class ReplacesCase(ActWithWords):
    """`replaces the case`, `replaces the case by 9.11, 9.12`."""

    by: tuple[CaseRef, ...] = ()


@record
class DeletesCase(AmendingAct):
    """`deletes the case`."""


@record
class DeletesPart(ActWithWords):
    """`deletes the part` that the head of the amendment names."""


@record
class Adds(ActWithWords):
    """`adds`: the lines under the amendment are added to the case."""


@record
class Appends(ActWithWords):
    """`appends "…"`; `new` None: the prose under the amendment is appended."""

    new: str | None = None


@record
class Strikes(ActWithWords):
    """`strikes "…"`."""

    old: str


@record
class StrikesFrom(ActWithWords):
    """`strikes from "…" to the end`, including `old`."""

    old: str


@record
class Inserts(ActWithWords):
    """`inserts "…" after "…"`: `new` after `old`."""

    new: str
    old: str


@record
class ReplacesWords(ActWithWords):
    """`replaces "…" with "…"`."""

    old: str
    new: str


@record
class ReplacesInRule(AmendingAct):
    """`in 8.6.late replaces "17" with "15"`: words of a rule as it is written, which is read anew."""

    line: str
    old: str
    new: str


@record
class ReplacesTail(ActWithWords):
    """`replaces the tail with "…"`: a replacement of the text that `strikes from … to the end` has removed."""

    new: str | None = None


@record
class Redirects(ActWithWords):
    """`redirects 9.3 to 9.4`: a reference to one case becomes a reference to another."""

    old: str
    new: str


@record
class Renumbers(AmendingAct):
    """`renumbers to 9.5`."""

    new: str


@record
class Extends(AmendingAct):
    """`extends to campaign when …`: the case applies to further games."""

    games: tuple[str, ...]
    when: Expr | None = None


@record
class Confirms(AmendingAct):
    """`confirms "…"`: the words remain in force; without words, the whole case does."""

    words: str | None = None


@record
class Withdraws(AmendingAct):
    """`withdraws errata`, `withdraws "E-12" of errata`: what a source did to the case, or the statement of that tag, is taken back."""

    source: str
    item: str | None = None


@record
class Renames(AmendingAct):
    """`renames "disordered" to "shaken", "disorder" to "shaking"`: a term of the whole book, each pair the old words and the new."""

    pairs: tuple[tuple[str, str], ...]


@record
class CorrectsPiece(AmendingAct):
    """`corrects strength of ziethen from 5 SP to 6 SP`: a field of a piece in a set-up."""

    field_name: str
    piece: str
    from_: Expr
    to: Expr


@record
class CorrectsCell(AmendingAct):
    """`corrects to_hit row "infantry" column "3" from 4 to 5`: a cell of a table."""

    table: str
    row: str
    column: str
    from_: Expr
    to: Expr


@record
class ActOnRow(AmendingAct):
    """An act on a row of a table; `table` None: the only table of the case."""

    cells: tuple[Cell, ...]
    table: str | None = None


@record
class AddsRow(ActOnRow):
    """`adds row | snow | 3 |`, `adds row to cost | snow | 3 |`: a row of a table, in full."""


@record
class DeletesRow(ActOnRow):
    """`deletes row | snow |`: the row with these keys. Further cells must equal those of the row."""


Act: TypeAlias = (
    ReplacesCase
    | DeletesCase
    | DeletesPart
    | Adds
    | Appends
    | Strikes
    | StrikesFrom
    | Inserts
    | ReplacesWords
    | ReplacesInRule
    | ReplacesTail
    | Redirects
    | Renumbers
    | Extends
    | Confirms
    | Withdraws
    | Renames
    | CorrectsPiece
    | CorrectsCell
    | AddsRow
    | DeletesRow
)
