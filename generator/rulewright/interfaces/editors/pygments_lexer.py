"""The rules for colours as a lexer for Pygments, with which MkDocs colours the manual."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, include
from pygments.token import Comment, Keyword, Literal, Name, Number, String, Text, _TokenType

from rulewright.interfaces.editors.colours import Colour, Colours, Region, Rule
from rulewright.interfaces.editors.files import load_colours

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
_SEPARATORS = (r"[ \n(),.:;]+", Text)  # no rule begins with one of these, so none need be tried
_ANYTHING = (r"\n|.", Text)


def _lexer_states(colour_rules: Colours) -> dict[str, list[Any]]:
    states: dict[str, list[Any]] = {region.name: _region_rules(region) for region in colour_rules.regions}
    states["rules"] = [_begin_rule(region) for region in colour_rules.regions if region.colour] + _token_rules(colour_rules.quick_rules)
    states["root"] = [
        _SEPARATORS,
        *(_begin_rule(region) for region in colour_rules.regions if not region.colour),
        include("rules"),
        _ANYTHING,
    ]
    return states


def _begin_rule(region: Region) -> Any:
    return region.begin, TOKENS[region.colour] if region.colour else Text, region.name


def _region_rules(region: Region) -> list[Any]:
    colour = TOKENS[region.colour] if region.colour else Text
    included = [] if region.exclusive else [_SEPARATORS, include("rules")]
    return [(region.end, colour, "#pop"), *_token_rules(region.rules), *included, (_ANYTHING[0], colour)]


def _token_rules(rules: tuple[Rule, ...]) -> list[Any]:
    return [(rule.pattern, TOKENS[rule.colour]) for rule in rules]


class RulewrightLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """The language of `.case` files."""

    name = "Rulewright"
    aliases: ClassVar[list[str]] = ["rulewright", "case"]
    filenames: ClassVar[list[str]] = ["*.case"]
    tokens: ClassVar[dict[str, list[Any]]] = _lexer_states(load_colours())
