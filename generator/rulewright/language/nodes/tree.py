"""A whole rulebook as it is written."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from rulewright.language.nodes.cases import Amendment, Case, Reading, Ruling, Scenario
from rulewright.language.nodes.declarations import (
    Class,
    Enum,
    Fact,
    Group,
    Impossible,
    Map,
    Measure,
    Predicate,
    Record,
    Scale,
    Term,
    Value,
    Verdict,
    Word,
)
from rulewright.language.nodes.front import Chapter, Edition, Exclusion, Game, Option, Precedence, RulebookDecl, SourceDecl
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
    | Measure
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
    | Term
    | Word
    | Case
    | Amendment
    | Ruling
    | Reading
    | Scenario
)


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
