"""The syntax tree of a whole rulebook."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from rulewright.base.records import record
from rulewright.base.source import Place
from rulewright.syntax.nodes.base import CaseRef, Tag
from rulewright.syntax.nodes.cases import BodyLine, ClauseBlock
from rulewright.syntax.nodes.declarations import Declaration, EnumValue, FieldDecl, Param, Stage, TypeExpr
from rulewright.syntax.nodes.examples import Then
from rulewright.syntax.nodes.expressions import Binder, Expr, Member
from rulewright.syntax.nodes.front import Chapter, FrontBlock, PolicyLine
from rulewright.syntax.nodes.rules import ForEach, Guard, Item
from rulewright.syntax.nodes.tables import Cell, Row

Block: TypeAlias = FrontBlock | Chapter | Declaration | ClauseBlock

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
"""A part of a block, a line or an expression that is none of these itself."""

AnyNode: TypeAlias = Block | BodyLine | Expr | Part


@record
class Placed:
    """A block with its location and its chapter."""

    block: Block
    place: Place = field(compare=False)
    chapter: str = ""  # the file's stem


@record
class SyntaxTree:
    """A whole rulebook as written: all blocks of the `.case` files of one folder, by file name and then by line."""

    folder: str
    blocks: tuple[Placed, ...]
