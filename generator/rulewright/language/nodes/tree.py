"""A whole rulebook as it is written."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from rulewright.language.nodes.base import CaseRef, Tag
from rulewright.language.nodes.cases import Amendment, BodyLine, Case, Reading, Ruling, Scenario
from rulewright.language.nodes.declarations import (
    Calendar,
    Class,
    Enum,
    EnumValue,
    Fact,
    FieldDecl,
    Group,
    Impossible,
    Map,
    Measure,
    OneOf,
    Param,
    Predicate,
    Record,
    Scale,
    Stage,
    Term,
    TypeExpr,
    Value,
    Verdict,
    Word,
)
from rulewright.language.nodes.examples import Background, Then
from rulewright.language.nodes.expressions import Binder, Expr, Member
from rulewright.language.nodes.front import Chapter, Edition, Exclusion, Game, Option, PolicyLine, Precedence, RulebookDecl, SourceDecl
from rulewright.language.nodes.rules import ForEach, Guard, Item
from rulewright.language.nodes.tables import Cell, Row
from rulewright.records import record
from rulewright.source import Place

Block: TypeAlias = (
    RulebookDecl
    | Game
    | SourceDecl
    | Edition
    | Precedence
    | Option
    | Exclusion
    | Chapter
    | Background
    | Measure
    | Calendar
    | Enum
    | Scale
    | Class
    | Record
    | Map
    | Fact
    | Value
    | Verdict
    | Predicate
    | Group
    | Impossible
    | OneOf
    | Term
    | Word
    | Case
    | Amendment
    | Ruling
    | Reading
    | Scenario
)

Part: TypeAlias = (
    Tag
    | CaseRef
    | TypeExpr
    | Param
    | Stage
    | EnumValue
    | FieldDecl
    | PolicyLine
    | ForEach
    | Item
    | Guard
    | Binder
    | Member
    | Cell
    | Row
    | Then
)
"""What stands inside a block, a line or an expression and is none of these itself."""

AnyNode: TypeAlias = Block | BodyLine | Expr | Part


@record
class Placed:
    """A block and where it stands."""

    block: Block
    place: Place = field(compare=False)
    chapter: str = ""  # the file's stem


@record
class SyntaxTree:
    """A whole rulebook as written: every block of every `.case` file of one folder, by file name and then by line."""

    folder: str
    blocks: tuple[Placed, ...]
