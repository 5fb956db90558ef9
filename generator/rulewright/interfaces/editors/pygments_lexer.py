"""The rules for colours as a lexer for Pygments, which MkDocs colours the manual with."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, include
from pygments.token import Comment, Keyword, Literal, Name, Number, String, Text, _TokenType

from rulewright.interfaces.editors.colours import Colour, Colours, Region, Rule
from rulewright.interfaces.editors.files import kept_colours

TOKENS: dict[Colour, _TokenType] = {
    Colour.COMMENT: Comment.Single,
    Colour.TEXT: String,
    Colour.PLACEHOLDER: String.Interpol,
    Colour.LINK: String.Other,
    Colour.TAG: Name.Decorator,
    Colour.ROW: Literal,
    Colour.NUMBER: Number,
    Colour.KEYWORD: Keyword,
    Colour.REFERENCE: Name.Label,
    Colour.NAME: Name,
}
_BETWEEN = (r"[ \n(),.:;]+", Text)  # no rule begins with one of these, which spares trying them all
_ANYTHING = (r"\n|.", Text)


def _states(made: Colours) -> dict[str, list[Any]]:
    states: dict[str, list[Any]] = {region.name: _inside(region) for region in made.regions}
    states["rules"] = [_begin(region) for region in made.regions if region.colour] + _rules(made.quick_rules)
    states["root"] = [_BETWEEN, *(_begin(region) for region in made.regions if not region.colour), include("rules"), _ANYTHING]
    return states


def _begin(region: Region) -> Any:
    return region.begin, TOKENS[region.colour] if region.colour else Text, region.name


def _inside(region: Region) -> list[Any]:
    colour = TOKENS[region.colour] if region.colour else Text
    more = [] if region.only else [_BETWEEN, include("rules")]
    return [(region.end, colour, "#pop"), *_rules(region.rules), *more, (_ANYTHING[0], colour)]


def _rules(rules: tuple[Rule, ...]) -> list[Any]:
    return [(rule.pattern, TOKENS[rule.colour]) for rule in rules]


class RulewrightLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """The language of `.case` files."""

    name = "Rulewright"
    aliases: ClassVar[list[str]] = ["rulewright", "case"]
    filenames: ClassVar[list[str]] = ["*.case"]
    tokens: ClassVar[dict[str, list[Any]]] = _states(kept_colours())
