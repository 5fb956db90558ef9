"""The rules for colours as a syntax file of Vim, which has a language of regular expressions of its own.

If several items begin at the same place, Vim takes the one defined last, so they are written from the last to the first.
"""

from __future__ import annotations

import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from typing import Any

from rulewright.interfaces.editors.colours import Colour, Colours, Region, Rule

GROUPS = {
    Colour.COMMENT: "Comment",
    Colour.TEXT: "String",
    Colour.PLACEHOLDER: "Special",
    Colour.LINK: "Underlined",
    Colour.TAG: "PreProc",
    Colour.ROW: "Constant",
    Colour.NUMBER: "Number",
    Colour.KEYWORD: "Statement",
    Colour.REFERENCE: "Label",
    Colour.NAME: "Identifier",
}
_HEAD = """\
" Vim syntax file: Rulewright, the language of rulebooks (*.case)
" Made from grammar/rulewright.lark by `make colours`: a change in this file is lost.
if exists("b:current_syntax")
  finish
endif
let s:cpo = &cpo
set cpo&vim
syntax case match
syntax sync minlines=60
"""
_TAIL = """\
let b:current_syntax = "rulewright"
let &cpo = s:cpo
unlet s:cpo
"""


def group_name(colour: Colour) -> str:
    """Return the name of a colour in Vim."""
    return f"rulewright{colour.capitalize()}"


def vim_syntax(colour_rules: Colours) -> str:
    """Return the syntax file."""
    lines = [_match_line(group_name(rule.colour), rule) for rule in reversed(colour_rules.rules)]
    for region in reversed(colour_rules.regions):
        lines += [_match_line(_contained_group(region, rule.colour), rule, " contained") for rule in reversed(region.rules)]
        lines.append(_region_line(region, colour_rules))
    links = {group_name(colour): target for colour, target in GROUPS.items()}
    links |= {_contained_group(region, rule.colour): group_name(rule.colour) for region in colour_rules.regions for rule in region.rules}
    return "\n".join([_HEAD, *lines, "", *(f"highlight default link {group} {target}" for group, target in links.items()), "", _TAIL])


def _contained_group(region: Region, colour: Colour) -> str:
    return f"{group_name(colour)}In{region.name.capitalize()}"


def _match_line(name: str, rule: Rule, suffix: str = "") -> str:
    """Return the command of a rule; the keyword comes before its look-behind, which is slow."""
    pattern = vim_pattern(rule.pattern)
    if rule.lookbehind:
        pattern = rf"\<{pattern}"
    if rule.colour is Colour.KEYWORD and rule.lookbehind:
        tree = parser.parse(rule.body)
        words, right = tree[:-1], tree[-1:]  # the rules for keywords end with a look-ahead
        lookback = _lookbehind_width(parser.parse(rule.lookbehind)) + tree.getwidth()[1]
        keyword, lookbehind = _sequence_pattern(words), vim_pattern(rule.lookbehind)
        pattern = rf"\<{keyword}\>\%({lookbehind}{keyword}\)\@{lookback}<={_sequence_pattern(right)}"
    return f"syntax match {name} /{pattern}/{suffix}"


def _lookbehind_width(tree: Any) -> int:
    """Return the greatest width of a pattern's look-behinds."""
    widest = 0
    for operator, operand in tree:
        if operator in (sre.ASSERT, sre.ASSERT_NOT) and operand[0] < 0:
            widest = max(widest, operand[1].getwidth()[1])
        elif operator is sre.BRANCH:
            widest = max(widest, *map(_lookbehind_width, operand[1]))
        elif operator is sre.SUBPATTERN:
            widest = max(widest, _lookbehind_width(operand[-1]))
    return widest


def _region_line(region: Region, colour_rules: Colours) -> str:
    contained = [_contained_group(region, rule.colour) for rule in region.rules]
    if not region.exclusive:
        contained += [group_name(rule.colour) for rule in colour_rules.rules] + [
            _region_name(other) for other in colour_rules.regions if other.colour
        ]
    flag = "" if region.colour else "transparent "
    start = vim_pattern(region.begin) if region.colour else rf"\<{vim_pattern(region.begin)}"
    ends = f"start=/{start}/ end=/{vim_pattern(region.end)}/"
    return f"syntax region {_region_name(region)} {flag}{ends} contains={','.join(dict.fromkeys(contained))}"


def _region_name(region: Region) -> str:
    return group_name(region.colour) if region.colour else f"rulewright{region.name.capitalize()}"


# ---- patterns ------------------------------------------------------------------------------------------------------------------------


_OR = r"\|"


def vim_pattern(pattern: str) -> str:
    """Return a regular expression in the dialect of Vim. Raises `ValueError` for syntax that not all editors share."""
    return _sequence_pattern(parser.parse(pattern))


def _sequence_pattern(tree: Any) -> str:
    return "".join(_node_pattern(operator, operand) for operator, operand in tree)


def _node_pattern(operator: Any, operand: Any) -> str:
    if operator is sre.LITERAL:
        return _literal_pattern(operand)
    if operator is sre.ANY:
        return "."
    if operator is sre.IN:
        return _class_pattern(operand)
    if operator is sre.AT:
        return {sre.AT_BEGINNING: r"\_^", sre.AT_END: r"\_$", sre.AT_BOUNDARY: r"\%(\<\|\>\)"}[operand]
    if operator is sre.SUBPATTERN:
        return rf"\%({_sequence_pattern(operand[-1])}\)"
    if operator is sre.BRANCH:
        return rf"\%({_OR.join(map(_sequence_pattern, operand[1]))}\)"
    if operator is sre.MAX_REPEAT:
        low, high, inner = operand
        return rf"\%({_sequence_pattern(inner)}\){_repeat_pattern(low, high)}"
    if operator in (sre.ASSERT, sre.ASSERT_NOT):
        direction, inner = operand
        limit = f"{inner.getwidth()[1]}<" if direction < 0 else ""
        return rf"\%({_sequence_pattern(inner)}\)\@{limit}{'=' if operator is sre.ASSERT else '!'}"
    raise ValueError(f"not in every editor's language of patterns: {operator}")


def _repeat_pattern(low: int, high: Any) -> str:
    return {(0, 1): r"\=", (0, sre.MAXREPEAT): "*", (1, sre.MAXREPEAT): r"\+"}.get((low, high)) or rf"\{{{low},{high}}}"


def _literal_pattern(code: int) -> str:
    sign = chr(code)
    return r"\n" if sign == "\n" else "\\" + sign if sign in r"\/.*[]^$~" else sign


_FIRST_LETTER = [(sre.NEGATE, None), (sre.CATEGORY, sre.CATEGORY_NOT_WORD), (sre.CATEGORY, sre.CATEGORY_DIGIT)]


def _class_pattern(items: Any) -> str:
    """Return a character class. A negated one never matches the end of a line in Vim, so that need not be excluded.

    A sign of a word is one of Vim's option `iskeyword`, for its own `\\w` has the letters a to z alone.
    """
    if items == _FIRST_LETTER:
        return r"\%(\d\@![[:keyword:]]\)"
    signs = ""
    for operator, operand in items:
        if operator is sre.NEGATE:
            signs += "^"
        elif operator is sre.RANGE:
            signs += f"{chr(operand[0])}-{chr(operand[1])}"
        elif operator is sre.LITERAL and operand != ord("\n"):
            signs += "\\" * (chr(operand) in r"\]^-/") + chr(operand)
        elif operator is sre.CATEGORY and operand is sre.CATEGORY_WORD:
            signs += "[:keyword:]"
        elif operator is sre.CATEGORY and operand is sre.CATEGORY_NOT_WORD:
            return r"\%([[:keyword:]]\@!.\)"
        elif operator is not sre.LITERAL:
            raise ValueError(f"not in every editor's language of patterns: {operator}")
    return f"[{signs}]"
