"""Nodes of cases, amendments, rulings, readings, scenarios and of what stands in them, made as the parser reduces."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from rulewright.base.dates import date_text, read_date
from rulewright.base.keywords import Expected
from rulewright.base.source import Span
from rulewright.syntax import nodes as n
from rulewright.syntax.builder_values import End, Gathered, Said, between, every_other, free_name, lines, span_of, text, texts, up_to
from rulewright.syntax.reserved_names import AT_LINE_STARTS, IN_EXPRESSIONS
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token

Children = list[Any]

_CELL = re.compile(r"([^|]*)\|")


class _Absent(NamedTuple):
    """Whose words are not held, as the field of the act that says so."""

    field: str


def _act(kind: Callable[..., n.Node], **at: int) -> Any:
    """An act whose pieces stand at known places among the children; what is absent is said last, before the end of the line."""

    def build(_: object, c: Children) -> n.Node:
        pieces = {name: _piece(c[place]) for name, place in at.items() if c[place] is not None}
        if type(c[-2]) is _Absent:
            pieces[c[-2].field] = False
        return kind(tags=c[-1].tags, span=up_to(c[0], c[-1]), **pieces)

    return build


def _piece(child: Any) -> Any:
    if type(child) is Token:
        return child.value
    if type(child) is tuple and child and type(child[0]) is Token:
        return texts(child)
    return child


def _cells(token: Token) -> tuple[n.Cell, ...]:
    """The cells of a row, each with its place."""
    cells = []
    for found in _CELL.finditer(token.value, 1):
        inner = found[1].strip()
        column = token.column + found.start(1) + len(found[1]) - len(found[1].lstrip())
        span = Span(token.line, column, token.line, column + max(len(inner), 1))
        cells.append(n.Cell(" ".join(inner.split()), span=span))
    return tuple(cells)


class Cases:
    """The callbacks for the blocks that hold rules."""

    def case(self, c: Children) -> n.Block:
        return n.Case(c[1].value, text(c[2]), c[3] is not None, text(c[5]), tuple(lines(c[7:])), tags=c[6].tags, span=up_to(c[0], c[6]))

    def amendment(self, c: Children) -> n.Block:
        part = None if c[2] is None else " ".join(token.value for token in c[2])
        body = tuple(lines(c[9:]))
        return n.Amendment(c[1], c[4].value, c[6], part, text(c[7]), body, tags=c[8].tags, span=up_to(c[0], c[8]))

    def part(self, c: Children) -> Children:
        return c

    def kind(self, c: Children) -> str:
        return " ".join(token.value for token in c)

    def ruling(self, c: Children) -> n.Block:
        body = tuple(_ruling_line(line) for line in lines(c[7:]))
        return n.Ruling(c[1].value, c[3], c[5].value, body, tags=c[6].tags, span=up_to(c[0], c[6]))

    def reading(self, c: Children) -> n.Block:
        return n.Reading(c[1].value, c[3], c[6].value, tuple(lines(c[8:])), text(c[5]), tags=c[7].tags, span=up_to(c[0], c[7]))

    def scenario(self, c: Children) -> n.Block:
        return n.Scenario(c[1].value, c[2].value, text(c[4]), tuple(lines(c[6:])), tags=c[5].tags, span=up_to(c[0], c[5]))

    def choice_of_reading(self, c: Children) -> n.ReadingChoice:
        name, title, in_play = c[1].value, text(c[2]), c[3] is not None
        if isinstance(c[5], End):
            said = c[6:]
            return n.ReadingChoice(
                name,
                title,
                in_play,
                tuple(line for line in said if isinstance(line, n.Rule)),
                tuple(line for line in said if isinstance(line, n.Relation)),
                _paragraphs(said),
                tags=c[5].tags,
                span=up_to(c[0], c[5]),
            )
        if isinstance(c[6], n.Relation):
            return n.ReadingChoice(name, title, in_play, relations=(c[6],), span=between(c[0], c[6]))
        return n.ReadingChoice(name, title, in_play, (c[6],), span=between(c[0], c[6]))

    # ---- lines of a body ---------------------------------------------------------------------------------------------------------------

    def prose(self, c: Children) -> n.Prose:
        return n.Prose(c[0].value, tags=c[1].tags, span=span_of(c[0]))

    def commentary(self, c: Children) -> n.Commentary:
        return n.Commentary(c[1].value, tags=c[2].tags, span=up_to(c[0], c[2]))

    def step(self, c: Children) -> n.Step:
        return n.Step(c[1].value, c[2].value, tags=c[3].tags, span=up_to(c[0], c[3]))

    def component(self, c: Children) -> n.Component:
        return n.Component(c[2].value, None if c[1] is None else int(c[1].value), tags=c[3].tags, span=up_to(c[0], c[3]))

    def not_held(self, c: Children) -> n.NotHeld:
        return n.NotHeld(c[5] or (), c[7], False, tags=c[8].tags, span=up_to(c[0], c[8]))

    def bears_on(self, c: Children) -> n.NotHeld:
        return n.NotHeld(c[2], c[4], True, tags=c[5].tags, span=up_to(c[0], c[5]))

    def in_scenario(self, c: Children) -> n.InScenario:
        return n.InScenario(c[1].value, tags=c[2].tags, span=up_to(c[0], c[2]))

    def in_option(self, c: Children) -> n.InOption:
        return n.InOption(c[1].value, tags=c[2].tags, span=up_to(c[0], c[2]))

    def applies_to(self, c: Children) -> n.AppliesTo:
        return n.AppliesTo(texts(c[2]), tags=c[3].tags, span=up_to(c[0], c[3]))

    def reads(self, c: Children) -> n.Reads:
        return n.Reads(c[1].value, c[3].value, c[5].value, tags=c[6].tags, span=up_to(c[0], c[6]))

    def accepts(self, c: Children) -> n.Accepts:
        words = None if c[3] is None else c[3].value
        return n.Accepts(c[1].value, c[5] or (), c[7].value, words, tags=c[8].tags, span=up_to(c[0], c[8]))

    def does_not_matter(self, c: Children) -> n.DoesNotMatter:
        return n.DoesNotMatter(c[4], c[7], tags=c[8].tags, span=up_to(c[0], c[8]))

    def refers(self, c: Children) -> n.Refers:
        return n.Refers(c[2], tags=c[3].tags, span=up_to(c[0], c[3]))

    def asks(self, c: Children) -> Said:
        return Said("asks", c[1].value, up_to(c[0], c[2]), c[2].tags)

    def answers(self, c: Children) -> n.Answers:
        return n.Answers(c[1].value, tags=c[2].tags, span=up_to(c[0], c[2]))

    def settles(self, c: Children) -> n.Settles:
        return n.Settles(c[1].value, c[3].value, tags=c[4].tags, span=up_to(c[0], c[4]))

    def rule_name(self, c: Children) -> Token:
        token: Token = c[0]
        return token

    def named(self, c: Children) -> n.Addressed:
        name, line = c[0], c[2]
        if name.type == "NAME":
            free_name(name, IN_EXPRESSIONS)
        named: n.Addressed = replace(line, name=name.value, span=between(name, line))
        return named

    # ---- acts ----------------------------------------------------------------------------------------------------------------------------

    act_replaces_case = _act(n.ReplacesCase, by=4)
    act_deletes_case = _act(n.DeletesCase)
    act_deletes_part = _act(n.DeletesPart)
    act_adds = _act(n.Adds)
    act_appends = _act(n.Appends, new=1)
    act_strikes = _act(n.Strikes, old=1)
    act_strikes_from = _act(n.StrikesFrom, old=2)
    act_inserts = _act(n.Inserts, new=1, old=3)
    act_replaces = _act(n.ReplacesWords, old=1, new=3)
    act_replaces_tail = _act(n.ReplacesTail, new=4)
    act_redirects = _act(n.Redirects, old=1, new=3)
    act_renumbers = _act(n.Renumbers, new=2)
    act_extends = _act(n.Extends, games=2, when=4)
    act_confirms = _act(n.Confirms, words=1)
    act_corrects_piece = _act(n.CorrectsPiece, field_name=1, piece=3, from_=5, to=7)
    act_corrects_cell = _act(n.CorrectsCell, table=1, row=3, column=5, from_=7, to=9)

    def absent(self, c: Children) -> _Absent:
        return _Absent("words_held" if c[3] is None else "held_there")

    # ---- tables --------------------------------------------------------------------------------------------------------------------------

    def table(self, c: Children) -> n.Table:
        token, params = c[1]
        name = free_name(token, AT_LINE_STARTS)
        said = Gathered("table", c[6:], ("not held", "columns", "below the first", "above the last", "a row"), ("a row",))
        return n.Table(
            name,
            params,
            c[3],
            tuple(said.many["a row"]),
            text(c[4]),
            said.get("columns") or (),
            bool(said.get("not held")),
            bool(said.get("below the first")),
            bool(said.get("above the last")),
            tags=c[5].tags + said.tags,
            span=up_to(c[0], c[5]),
        )

    def table_not_held(self, c: Children) -> Said:
        return Said("not held", True, up_to(c[0], c[2]), c[2].tags)

    def table_columns(self, c: Children) -> Said:
        return Said("columns", texts(c[1]), up_to(c[0], c[2]), c[2].tags)

    def table_below(self, c: Children) -> Said:
        return Said("below the first", True, up_to(c[0], c[-1]), c[-1].tags)

    def table_above(self, c: Children) -> Said:
        return Said("above the last", True, up_to(c[0], c[-1]), c[-1].tags)

    def row(self, c: Children) -> Said:
        node = n.Row(_cells(c[0]), tags=c[1].tags, span=span_of(c[0]))
        return Said("a row", node, node.span, ())

    def act_adds_row(self, c: Children) -> n.AddsRow:
        return n.AddsRow(_cells(c[4]), text(c[3]), tags=c[5].tags, span=up_to(c[0], c[5]))

    def act_deletes_row(self, c: Children) -> n.DeletesRow:
        return n.DeletesRow(_cells(c[4]), text(c[3]), tags=c[5].tags, span=up_to(c[0], c[5]))

    # ---- set-up --------------------------------------------------------------------------------------------------------------------------

    def place(self, c: Children) -> n.Setup:
        return n.Setup(
            n.SetupKind.PLACE, c[1].value, text(c[2]), texts(c[4]), None, text(c[7]), c[9], tags=c[10].tags, span=up_to(c[0], c[10])
        )

    def enters(self, c: Children) -> n.Setup:
        date = read_date(c[4].value)
        turn = c[4].value if date is None else date_text(date)
        return n.Setup(
            n.SetupKind.ENTERS, c[1].value, text(c[2]), texts(c[6]), turn, text(c[9]), c[11], tags=c[12].tags, span=up_to(c[0], c[12])
        )

    def removes_piece(self, c: Children) -> n.Setup:
        return n.Setup(n.SetupKind.REMOVES, c[2].value, tags=c[3].tags, span=up_to(c[0], c[3]))

    def places(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def setup_fields(self, c: Children) -> tuple[tuple[str, n.Expr], ...]:
        return tuple(c[1::2])

    def setup_field(self, c: Children) -> tuple[str, n.Expr]:
        return c[0].value, c[1]

    # ---- examples ------------------------------------------------------------------------------------------------------------------------

    def example(self, c: Children) -> n.Example:
        said = _Circumstances(c[4:])
        return n.Example(
            c[1].value,
            tuple(said.then),
            said.first("edition"),
            **said.fields(),
            tags=c[2].tags + said.tags,
            span=up_to(c[0], c[2]),
        )

    def background(self, c: Children) -> n.Background:
        return _background("", None, c[3:], c[1], c[0])

    def background_decl(self, c: Children) -> n.Background:
        return _background(c[1].value, text(c[2]), c[5:], c[3], c[0])

    def world(self, c: Children) -> Said:
        return Said("world", c[1], up_to(c[0], c[2]), c[2].tags)

    def world_text(self, c: Children) -> tuple[tuple[str, str], ...]:
        return tuple(thing for part in every_other(c) for thing in part)

    def world_part(self, c: Children) -> tuple[tuple[str, str], ...]:
        return tuple((name, c[2].value) for name in texts(c[0]))

    def given(self, c: Children) -> Said:
        return Said("given", c[1], up_to(c[0], c[2]), c[2].tags)

    def given_block(self, c: Children) -> Said:
        items = [line for line in c[3:] if isinstance(line, Said)]
        tags = c[1].tags + tuple(tag for line in items for tag in line.tags)
        return Said("given", tuple(line.value for line in items), up_to(c[0], c[1]), tags)

    def given_item(self, c: Children) -> Said:
        return Said("given", c[0], c[0].span, c[1].tags)

    def with_edition(self, c: Children) -> Said:
        return Said("edition", (c[2].value,), up_to(c[0], c[3]), c[3].tags)

    def with_option(self, c: Children) -> Said:
        return Said("option", texts(c[2]), up_to(c[0], c[3]), c[3].tags)

    def with_scenario(self, c: Children) -> Said:
        return Said("scenario", (c[2].value,), up_to(c[0], c[3]), c[3].tags)

    def with_reading(self, c: Children) -> Said:
        return Said("reading", ((c[2].value, c[4].value),), up_to(c[0], c[5]), c[5].tags)

    def with_background(self, c: Children) -> Said:
        return Said("background", texts(c[2]), up_to(c[0], c[3]), c[3].tags)

    def then(self, c: Children) -> n.Then:
        kind, about, reading, why, lacks = c[1]
        return n.Then(kind, about, reading, why, lacks, tags=c[2].tags, span=up_to(c[0], c[2]))

    def expect(self, c: Children) -> Any:
        return Expected.HOLDS, c[0], None, None, ()

    def expect_permitted(self, c: Children) -> Any:
        return Expected.PERMITTED, c[1], None, None, ()

    def expect_forbidden(self, c: Children) -> Any:
        return Expected.FORBIDDEN, c[1], None, None, ()

    def expect_required(self, c: Children) -> Any:
        return Expected.REQUIRED, c[1], None, None, ()

    def expect_undetermined(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], text(c[4]), None, ()

    def expect_silent(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "silent", ()

    def expect_not_held(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "not held", ()

    def expect_tie(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "tie", ()

    def expect_conflict(self, c: Children) -> Any:
        return Expected.CONFLICT, c[1], None, None, ()

    def expect_missing(self, c: Children) -> Any:
        return Expected.MISSING, c[1], None, None, c[4] or ()

    # ---- names and numbers of cases ------------------------------------------------------------------------------------------------------

    def names(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def case_refs(self, c: Children) -> tuple[n.CaseRef, ...]:
        return every_other(c)

    def case_ref(self, c: Children) -> n.CaseRef:
        return n.CaseRef(c[0].value, c[1] is not None, span=between(c[0], c[2] or c[0]))

    def eol(self, c: Children) -> End:
        newline = c[-1]
        tags = tuple(n.Tag(token.value[1:], span=span_of(token)) for token in c[:-1]) if len(c) > 1 else ()
        return End(tags, newline.line, newline.column)


class _Circumstances:
    """The lines under an example or a background, by what they say; edition and scenario at most once.

    A named background names no other, so that none can name itself.
    """

    def __init__(self, children: Children, *, named: bool = False) -> None:
        self._said: dict[str, list[Any]] = {}
        self.then: list[n.Then] = []
        self.tags: tuple[n.Tag, ...] = ()
        for line in lines(children):
            if isinstance(line, n.Then):
                self.then.append(line)
                continue
            if line.what in ("edition", "scenario") and line.what in self._said:
                raise BuildError("twice", line.span, f"with {line.what}")
            if named and line.what == "background":
                help = "name both where they are used: `with background a, b`"
                raise BuildError("misplaced", line.span, "with background", "named background", help)
            self._said.setdefault(line.what, []).extend(line.value)
            self.tags += line.tags

    def all(self, what: str) -> tuple[Any, ...]:
        """All that is said of this kind."""
        return tuple(self._said.get(what, ()))

    def first(self, what: str) -> Any:
        """What is said once, or None."""
        return next(iter(self._said.get(what, ())), None)

    def fields(self) -> dict[str, Any]:
        """The fields of `Circumstances`, by name."""
        return {
            "world": self.all("world"),
            "given": self.all("given"),
            "options": self.all("option"),
            "scenario": self.first("scenario"),
            "readings": self.all("reading"),
            "backgrounds": self.all("background"),
        }


def _background(name: str, title: str | None, children: Children, end: End, first: Token) -> n.Background:
    said = _Circumstances(children, named=bool(name))
    return n.Background(name, title, **said.fields(), tags=end.tags + said.tags, span=up_to(first, end))


def _ruling_line(line: Any) -> Any:
    return n.AsksQuestion(line.value, tags=line.tags, span=line.span) if isinstance(line, Said) else line


def _paragraphs(said: Children) -> tuple[n.Prose, ...]:
    """The quotations of a choice, each with the tags of its line."""
    found = []
    for at, child in enumerate(said):
        if type(child) is Token and child.type == "STRING":
            found.append(n.Prose(child.value, tags=said[at + 1].tags, span=span_of(child)))
    return tuple(found)
