"""Builders of the nodes of cases, amendments, rulings, readings, scenarios and their lines, called at each reduction."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from rulewright.base.dates import date_text, read_date
from rulewright.base.keywords import Expected
from rulewright.base.source import Span
from rulewright.syntax import nodes as n
from rulewright.syntax.builder_values import (
    DeclarationBody,
    DeclarationLine,
    End,
    block_lines,
    every_other,
    free_name,
    span_between,
    span_of,
    span_up_to,
    token_text,
    token_texts,
)
from rulewright.syntax.reserved_names import AT_LINE_STARTS, IN_EXPRESSIONS
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token

Children = list[Any]

_CELL = re.compile(r"([^|]*)\|")


class _NotHeldWords(NamedTuple):
    """A marker that words are not held; `field` is the field of the act that becomes False."""

    field: str


def _act_builder(kind: Callable[..., n.Node], **positions: int) -> Any:
    """Return a callback for an act whose fields are the children at `positions`; `words not held` comes last, before the line end."""

    def build(_: object, c: Children) -> n.Node:
        act_fields = {name: _act_field(c[position]) for name, position in positions.items() if c[position] is not None}
        if type(c[-2]) is _NotHeldWords:
            act_fields[c[-2].field] = False
        return kind(tags=c[-1].tags, span=span_up_to(c[0], c[-1]), **act_fields)

    return build


def _act_field(child: Any) -> Any:
    if type(child) is Token:
        return child.value
    if type(child) is tuple and child and type(child[0]) is Token:
        return token_texts(child)
    return child


def _cells(token: Token) -> tuple[n.Cell, ...]:
    """Return the cells of a row, each with its span."""
    cells = []
    for match in _CELL.finditer(token.value, 1):
        inner = match[1].strip()
        column = token.column + match.start(1) + len(match[1]) - len(match[1].lstrip())
        span = Span(token.line, column, token.line, column + max(len(inner), 1))
        cells.append(n.Cell(" ".join(inner.split()), span=span))
    return tuple(cells)


def _split_table(joint_table: n.Table, other_tables: list[n.Table]) -> list[n.Table]:
    """Return a table that gives several values as one table for each, with the column that its heading has for the value."""
    names = [joint_table.name, *(table.name for table in other_tables)]
    columns = [cell.text for cell in joint_table.rows[0].cells[1:]] if joint_table.rows else names
    if sorted(columns) != sorted(names) or (joint_table.rows and joint_table.rows[0].cells[0].text):
        raise BuildError("no heading of values", joint_table.span, f"|  | {' | '.join(names)} |")
    for row in joint_table.rows:
        if len(row.cells) != len(columns) + 1:
            raise BuildError("cells of values", row.span, str(len(columns)))
    tags = tuple(tag for tagged in (joint_table, *joint_table.rows[:1]) for tag in tagged.tags)
    tables = []
    for table in (joint_table, *other_tables):
        column = columns.index(table.name) + 1
        rows = tuple(replace(row, cells=(row.cells[0], row.cells[column])) for row in joint_table.rows[1:])
        heading = joint_table.rows[0].cells[column].span if joint_table.rows else n.NO_SPAN
        column_alone = replace(joint_table, name=table.name, type=table.type, phrase=table.phrase, rows=rows, heading=heading)
        tables.append(replace(column_alone, tags=tags, span=table.span))
    return tables


class Cases:
    """The callbacks for the blocks that hold rules."""

    def case(self, c: Children) -> n.Block:
        return n.Case(
            c[1].value,
            token_text(c[2]),
            c[3] is not None,
            token_text(c[5]),
            tuple(block_lines(c[9:])),
            c[7],
            tags=c[8].tags,
            span=span_up_to(c[0], c[8]),
        )

    def amendment(self, c: Children) -> n.Block:
        part = None if c[2] is None else " ".join(token.value for token in c[2])
        body = tuple(block_lines(c[11:]))
        for line in body:
            if isinstance(line, n.Renames):
                raise BuildError("renames in a case", line.span)
        head = span_up_to(c[0], c[10])
        return n.Amendment(c[1], c[4].value, c[6], part, token_text(c[7]), body, c[9], tags=c[10].tags, span=head)

    def amendment_throughout(self, c: Children) -> n.Block:
        body = tuple(block_lines(c[10:]))
        for line in body:
            if not isinstance(line, n.Renames):
                raise BuildError("not throughout", line.span)
        head = span_up_to(c[0], c[9])
        return n.Amendment((), c[3].value, c[5], None, token_text(c[6]), body, c[8], tags=c[9].tags, span=head)

    def part(self, c: Children) -> Children:
        return c

    def kind(self, c: Children) -> str:
        return " ".join(token.value for token in c)

    def ruling(self, c: Children) -> n.Block:
        body = tuple(_ruling_line(line) for line in block_lines(c[9:]))
        return n.Ruling(c[1].value, c[3], c[5].value, body, token_text(c[7]), tags=c[8].tags, span=span_up_to(c[0], c[8]))

    def reading(self, c: Children) -> n.Block:
        return n.Reading(
            c[1].value, c[3], c[6].value, tuple(block_lines(c[8:])), token_text(c[5]), tags=c[7].tags, span=span_up_to(c[0], c[7])
        )

    def scenario(self, c: Children) -> n.Block:
        return n.Scenario(c[1].value, c[2].value, token_text(c[4]), tuple(block_lines(c[6:])), tags=c[5].tags, span=span_up_to(c[0], c[5]))

    def choice_of_reading(self, c: Children) -> n.ReadingChoice:
        name, title, in_play = c[1].value, token_text(c[2]), c[3] is not None
        if isinstance(c[5], End):
            body = c[6:]
            return n.ReadingChoice(
                name,
                title,
                in_play,
                tuple(line for line in body if isinstance(line, n.Rule)),
                tuple(line for line in body if isinstance(line, n.Relation)),
                _paragraphs(body),
                tags=c[5].tags,
                span=span_up_to(c[0], c[5]),
            )
        if isinstance(c[6], n.Relation):
            return n.ReadingChoice(name, title, in_play, relations=(c[6],), span=span_between(c[0], c[6]))
        return n.ReadingChoice(name, title, in_play, (c[6],), span=span_between(c[0], c[6]))

    # ---- lines of a body ---------------------------------------------------------------------------------------------------------------

    def prose(self, c: Children) -> n.Prose:
        return n.Prose(c[0].value, tags=c[1].tags, span=span_of(c[0]))

    def commentary(self, c: Children) -> n.Commentary:
        return n.Commentary(c[1].value, tags=c[2].tags, span=span_up_to(c[0], c[2]))

    def step(self, c: Children) -> n.Step:
        return n.Step(c[1].value, c[2].value, tags=c[3].tags, span=span_up_to(c[0], c[3]))

    def component(self, c: Children) -> n.Component:
        return n.Component(c[2].value, None if c[1] is None else int(c[1].value), tags=c[3].tags, span=span_up_to(c[0], c[3]))

    def not_held(self, c: Children) -> n.NotHeld:
        return n.NotHeld(c[5] or (), c[7], False, tags=c[8].tags, span=span_up_to(c[0], c[8]))

    def bears_on(self, c: Children) -> n.NotHeld:
        return n.NotHeld(c[2], c[4], True, tags=c[5].tags, span=span_up_to(c[0], c[5]))

    def in_scenario(self, c: Children) -> n.InScenario:
        return n.InScenario(c[1].value, tags=c[2].tags, span=span_up_to(c[0], c[2]))

    def in_option(self, c: Children) -> n.InOption:
        return n.InOption(c[1].value, tags=c[2].tags, span=span_up_to(c[0], c[2]))

    def applies_to(self, c: Children) -> n.AppliesTo:
        return n.AppliesTo(token_texts(c[2]), tags=c[3].tags, span=span_up_to(c[0], c[3]))

    def reads(self, c: Children) -> n.Reads:
        return n.Reads(c[1].value, c[3].value, c[5].value, tags=c[6].tags, span=span_up_to(c[0], c[6]))

    def accepts(self, c: Children) -> n.Accepts:
        words = None if c[3] is None else c[3].value
        return n.Accepts(c[1].value, c[5] or (), c[7].value, words, tags=c[8].tags, span=span_up_to(c[0], c[8]))

    def does_not_matter(self, c: Children) -> n.DoesNotMatter:
        return n.DoesNotMatter(c[4], c[7], tags=c[8].tags, span=span_up_to(c[0], c[8]))

    def refers(self, c: Children) -> n.Refers:
        return n.Refers(c[2], tags=c[3].tags, span=span_up_to(c[0], c[3]))

    def asks(self, c: Children) -> DeclarationLine:
        return DeclarationLine("asks", c[1].value, span_up_to(c[0], c[2]), c[2].tags)

    def answers(self, c: Children) -> n.Answers:
        return n.Answers(c[1].value, tags=c[2].tags, span=span_up_to(c[0], c[2]))

    def settles(self, c: Children) -> n.Settles:
        return n.Settles(c[1].value, c[3].value, tags=c[4].tags, span=span_up_to(c[0], c[4]))

    def rule_name(self, c: Children) -> Token:
        token: Token = c[0]
        return token

    def named(self, c: Children) -> n.Addressed:
        name, line = c[0], c[2]
        if name.type == "NAME":
            free_name(name, IN_EXPRESSIONS)
        addressed: n.Addressed = replace(line, name=name.value, span=span_between(name, line))
        return addressed

    # ---- acts ----------------------------------------------------------------------------------------------------------------------------

    act_replaces_case = _act_builder(n.ReplacesCase, by=4)
    act_deletes_case = _act_builder(n.DeletesCase)
    act_deletes_part = _act_builder(n.DeletesPart)
    act_adds = _act_builder(n.Adds)
    act_appends = _act_builder(n.Appends, new=1)
    act_strikes = _act_builder(n.Strikes, old=1)
    act_strikes_from = _act_builder(n.StrikesFrom, old=2)
    act_inserts = _act_builder(n.Inserts, new=1, old=3)
    act_replaces = _act_builder(n.ReplacesWords, old=1, new=3)
    act_replaces_in_rule = _act_builder(n.ReplacesInRule, line=1, old=3, new=5)
    act_replaces_tail = _act_builder(n.ReplacesTail, new=4)
    act_redirects = _act_builder(n.Redirects, old=1, new=3)
    act_renumbers = _act_builder(n.Renumbers, new=2)
    act_extends = _act_builder(n.Extends, games=2, when=4)
    act_confirms = _act_builder(n.Confirms, words=1)
    act_withdraws = _act_builder(n.Withdraws, source=1)
    act_withdraws_item = _act_builder(n.Withdraws, item=1, source=3)

    def act_renames(self, c: Children) -> n.Renames:
        pairs = tuple(pair for pair in c[1:-1] if type(pair) is tuple)  # without the commas
        return n.Renames(pairs, tags=c[-1].tags, span=span_up_to(c[0], c[-1]))

    def renamed_words(self, c: Children) -> tuple[str, str]:
        return c[0].value, c[2].value

    act_corrects_piece = _act_builder(n.CorrectsPiece, field_name=1, piece=3, from_=5, to=7)
    act_corrects_cell = _act_builder(n.CorrectsCell, table=1, row=3, column=5, from_=7, to=9)

    def empty_cell(self, c: Children) -> n.Quoted:
        return n.Quoted("-", span=span_of(c[0]))

    def absent(self, c: Children) -> _NotHeldWords:
        return _NotHeldWords("words_held" if c[3] is None else "held_there")

    # ---- tables --------------------------------------------------------------------------------------------------------------------------

    def table(self, c: Children) -> n.Table | list[n.Table]:
        token, params = c[1]
        name = free_name(token, AT_LINE_STARTS)
        other_tables: list[n.Table] = c[5]
        only_of_one = () if other_tables else ("columns", "formerly")
        body = DeclarationBody(
            "table of several values" if other_tables else "table",
            c[7:],
            ("not held", *only_of_one, "below the first", "above the last", "a row"),
            ("a row",),
        )
        table = n.Table(
            name,
            params,
            c[3],
            tuple(body.repeated["a row"]),
            token_text(c[4]),
            body.get("columns") or (),
            bool(body.get("not held")),
            bool(body.get("below the first")),
            bool(body.get("above the last")),
            body.get("formerly") or (),
            tags=c[6].tags + body.tags,
            span=span_up_to(c[0], c[6]),
        )
        return _split_table(table, other_tables) if other_tables else table

    def more_values(self, c: Children) -> list[n.Table]:
        tables = []
        for name, kind, phrase in zip(c[1::5], c[3::5], c[4::5], strict=True):
            tables.append(n.Table(free_name(name, AT_LINE_STARTS), (), kind, (), token_text(phrase), span=span_of(name)))
        return tables

    def table_not_held(self, c: Children) -> DeclarationLine:
        return DeclarationLine("not held", True, span_up_to(c[0], c[2]), c[2].tags)

    def table_columns(self, c: Children) -> DeclarationLine:
        return DeclarationLine("columns", token_texts(c[1]), span_up_to(c[0], c[2]), c[2].tags)

    def table_below(self, c: Children) -> DeclarationLine:
        return DeclarationLine("below the first", True, span_up_to(c[0], c[-1]), c[-1].tags)

    def table_above(self, c: Children) -> DeclarationLine:
        return DeclarationLine("above the last", True, span_up_to(c[0], c[-1]), c[-1].tags)

    def row(self, c: Children) -> DeclarationLine:
        node = n.Row(_cells(c[0]), tags=c[1].tags, span=span_of(c[0]))
        return DeclarationLine("a row", node, node.span, ())

    def act_adds_row(self, c: Children) -> n.AddsRow:
        return n.AddsRow(_cells(c[4]), token_text(c[3]), tags=c[5].tags, span=span_up_to(c[0], c[5]))

    def act_deletes_row(self, c: Children) -> n.DeletesRow:
        return n.DeletesRow(_cells(c[4]), token_text(c[3]), tags=c[5].tags, span=span_up_to(c[0], c[5]))

    # ---- set-up --------------------------------------------------------------------------------------------------------------------------

    def place(self, c: Children) -> n.Setup:
        return n.Setup(
            n.SetupKind.PLACE,
            c[1].value,
            token_text(c[2]),
            token_texts(c[4]),
            None,
            token_text(c[7]),
            c[9],
            tags=c[10].tags,
            span=span_up_to(c[0], c[10]),
        )

    def enters(self, c: Children) -> n.Setup:
        date = read_date(c[4].value)
        turn = c[4].value if date is None else date_text(date)
        return n.Setup(
            n.SetupKind.ENTERS,
            c[1].value,
            token_text(c[2]),
            token_texts(c[6]),
            turn,
            token_text(c[9]),
            c[11],
            tags=c[12].tags,
            span=span_up_to(c[0], c[12]),
        )

    def removes_piece(self, c: Children) -> n.Setup:
        return n.Setup(n.SetupKind.REMOVES, c[2].value, tags=c[3].tags, span=span_up_to(c[0], c[3]))

    def places(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def setup_fields(self, c: Children) -> tuple[tuple[str, n.Expr], ...]:
        return tuple(c[1::2])

    def setup_field(self, c: Children) -> tuple[str, n.Expr]:
        return c[0].value, c[1]

    # ---- examples ------------------------------------------------------------------------------------------------------------------------

    def example(self, c: Children) -> n.Example:
        circumstances = _CircumstanceLines(c[6:])
        return n.Example(
            c[1].value,
            tuple(circumstances.expectations),
            circumstances.first_value("edition"),
            c[2] is not None,
            **circumstances.node_fields(),
            tags=c[4].tags + circumstances.tags,
            span=span_up_to(c[0], c[4]),
        )

    def background(self, c: Children) -> n.Background:
        return _background("", None, c[3:], c[1], c[0])

    def background_decl(self, c: Children) -> n.Background:
        return _background(c[1].value, token_text(c[2]), c[5:], c[3], c[0])

    def world(self, c: Children) -> DeclarationLine:
        return DeclarationLine("world", c[1], span_up_to(c[0], c[2]), c[2].tags)

    def world_text(self, c: Children) -> tuple[tuple[str, str], ...]:
        return tuple(thing for part in every_other(c) for thing in part)

    def world_part(self, c: Children) -> tuple[tuple[str, str], ...]:
        return tuple((name, c[2].value) for name in token_texts(c[0]))

    def given(self, c: Children) -> DeclarationLine:
        return DeclarationLine("given", c[1], span_up_to(c[0], c[2]), c[2].tags)

    def given_block(self, c: Children) -> DeclarationLine:
        items = [line for line in c[3:] if isinstance(line, DeclarationLine)]
        tags = c[1].tags + tuple(tag for line in items for tag in line.tags)
        return DeclarationLine("given", tuple(line.value for line in items), span_up_to(c[0], c[1]), tags)

    def given_item(self, c: Children) -> DeclarationLine:
        return DeclarationLine("given", c[0], c[0].span, c[1].tags)

    def with_edition(self, c: Children) -> DeclarationLine:
        return DeclarationLine("edition", (c[2].value,), span_up_to(c[0], c[3]), c[3].tags)

    def with_option(self, c: Children) -> DeclarationLine:
        return DeclarationLine("option", token_texts(c[2]), span_up_to(c[0], c[3]), c[3].tags)

    def with_scenario(self, c: Children) -> DeclarationLine:
        return DeclarationLine("scenario", (c[2].value,), span_up_to(c[0], c[3]), c[3].tags)

    def with_reading(self, c: Children) -> DeclarationLine:
        return DeclarationLine("reading", ((c[2].value, c[4].value),), span_up_to(c[0], c[5]), c[5].tags)

    def with_background(self, c: Children) -> DeclarationLine:
        return DeclarationLine("background", token_texts(c[2]), span_up_to(c[0], c[3]), c[3].tags)

    def then(self, c: Children) -> n.Then:
        kind, subject, reading, why, lacks = c[1]
        return n.Then(kind, subject, reading, why, lacks, tags=c[2].tags, span=span_up_to(c[0], c[2]))

    def expect(self, c: Children) -> Any:
        return Expected.HOLDS, c[0], None, None, ()

    def expect_permitted(self, c: Children) -> Any:
        return Expected.PERMITTED, c[1], None, None, ()

    def expect_forbidden(self, c: Children) -> Any:
        return Expected.FORBIDDEN, c[1], None, None, ()

    def expect_required(self, c: Children) -> Any:
        return Expected.REQUIRED, c[1], None, None, ()

    def expect_undetermined(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], token_text(c[4]), None, ()

    def expect_silent(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "silent", ()

    def expect_not_held(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "not held", ()

    def expect_option_off(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "option off", ()

    def expect_no_scenario(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "no scenario", ()

    def expect_no_row(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "no row", ()

    def expect_empty_cell(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "empty cell", ()

    def expect_tie(self, c: Children) -> Any:
        return Expected.UNDETERMINED, c[1], None, "tie", ()

    def expect_conflict(self, c: Children) -> Any:
        return Expected.CONFLICT, c[1], None, None, ()

    def expect_out_of_range(self, c: Children) -> Any:
        return Expected.OUT_OF_RANGE, c[3], None, None, ()

    def expect_missing(self, c: Children) -> Any:
        return Expected.MISSING, c[1], None, None, c[4] or ()

    # ---- names and numbers of cases ------------------------------------------------------------------------------------------------------

    def names(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def case_refs(self, c: Children) -> tuple[n.CaseRef, ...]:
        return every_other(c)

    def case_ref(self, c: Children) -> n.CaseRef:
        return n.CaseRef(c[0].value, c[1] is not None, span=span_between(c[0], c[2] or c[0]))

    def eol(self, c: Children) -> End:
        newline = c[-1]
        tags = tuple(n.Tag(token.value[1:], span=span_of(token)) for token in c[:-1]) if len(c) > 1 else ()
        return End(tags, newline.line, newline.column)


class _CircumstanceLines:
    """The lines under an example or a background by key; edition and scenario occur at most once.

    A named background cannot include another, which rules out cycles.
    """

    def __init__(self, children: Children, *, is_named: bool = False) -> None:
        self._values_by_key: dict[str, list[Any]] = {}
        self.expectations: list[n.Then] = []
        self.tags: tuple[n.Tag, ...] = ()
        for line in block_lines(children):
            if isinstance(line, n.Then):
                self.expectations.append(line)
                continue
            if line.key in ("edition", "scenario") and line.key in self._values_by_key:
                raise BuildError("twice", line.span, f"with {line.key}")
            if is_named and line.key == "background":
                help = "name both where they are used: `with background a, b`"
                raise BuildError("misplaced", line.span, "with background", "named background", help)
            self._values_by_key.setdefault(line.key, []).extend(line.value)
            self.tags += line.tags

    def values_of(self, key: str) -> tuple[Any, ...]:
        """Return all values of a key."""
        return tuple(self._values_by_key.get(key, ()))

    def first_value(self, key: str) -> Any:
        """Return the first value of a key, or None."""
        return next(iter(self._values_by_key.get(key, ())), None)

    def node_fields(self) -> dict[str, Any]:
        """Return the fields of `Circumstances` by name."""
        return {
            "world": self.values_of("world"),
            "given": self.values_of("given"),
            "options": self.values_of("option"),
            "scenario": self.first_value("scenario"),
            "readings": self.values_of("reading"),
            "backgrounds": self.values_of("background"),
        }


def _background(name: str, title: str | None, children: Children, end: End, first: Token) -> n.Background:
    circumstances = _CircumstanceLines(children, is_named=bool(name))
    return n.Background(name, title, **circumstances.node_fields(), tags=end.tags + circumstances.tags, span=span_up_to(first, end))


def _ruling_line(line: Any) -> Any:
    return n.AsksQuestion(line.value, tags=line.tags, span=line.span) if isinstance(line, DeclarationLine) else line


def _paragraphs(body: Children) -> tuple[n.Prose, ...]:
    """Return the paragraphs of a choice, each with the tags of its line."""
    paragraphs = []
    for index, child in enumerate(body):
        if type(child) is Token and child.type == "STRING":
            paragraphs.append(n.Prose(child.value, tags=body[index + 1].tags, span=span_of(child)))
    return tuple(paragraphs)
