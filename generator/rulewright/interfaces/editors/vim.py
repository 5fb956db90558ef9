"""The rules for colours as a syntax file of Vim, which has a language of regular expressions of its own.

Of items that begin at the same place Vim takes the one that is defined last, so they are written from the last to the first.
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


def group(colour: Colour) -> str:
    """The name of a colour in Vim."""
    return f"rulewright{colour.capitalize()}"


def vim(made: Colours) -> str:
    """The syntax file."""
    lines = [_match(group(rule.colour), rule) for rule in reversed(made.rules)]
    for region in reversed(made.regions):
        lines += [_match(_group_in(region, rule.colour), rule, " contained") for rule in reversed(region.rules)]
        lines.append(_region(region, made))
    links = {group(colour): to for colour, to in GROUPS.items()}
    links |= {_group_in(region, rule.colour): group(rule.colour) for region in made.regions for rule in region.rules}
    return "\n".join([_HEAD, *lines, "", *(f"highlight default link {one} {to}" for one, to in links.items()), "", _TAIL])


def _group_in(region: Region, colour: Colour) -> str:
    return f"{group(colour)}In{region.name.capitalize()}"


def _match(name: str, rule: Rule, more: str = "") -> str:
    """With the word before what is on its left, which is slow to look for."""
    pattern = vim_pattern(rule.pattern)
    if rule.left:
        pattern = rf"\<{pattern}"
    if rule.colour is Colour.KEYWORD and rule.left:
        tree = parser.parse(rule.body)
        words, right = tree[:-1], tree[-1:]  # the rules for keywords end with what is on their right
        back = _width(parser.parse(rule.left)) + tree.getwidth()[1]
        pattern = rf"\<{_sequence(words)}\>\%({vim_pattern(rule.left)}{_sequence(words)}\)\@{back}<={_sequence(right)}"
    return f"syntax match {name} /{pattern}/{more}"


def _width(tree: Any) -> int:
    """How far a pattern looks back, at most."""
    widest = 0
    for what, given in tree:
        if what in (sre.ASSERT, sre.ASSERT_NOT) and given[0] < 0:
            widest = max(widest, given[1].getwidth()[1])
        elif what is sre.BRANCH:
            widest = max(widest, *map(_width, given[1]))
        elif what is sre.SUBPATTERN:
            widest = max(widest, _width(given[-1]))
    return widest


def _region(region: Region, made: Colours) -> str:
    inside = [_group_in(region, rule.colour) for rule in region.rules]
    if not region.only:
        inside += [group(rule.colour) for rule in made.rules] + [_name(one) for one in made.regions if one.colour]
    how = "" if region.colour else "transparent "
    start = vim_pattern(region.begin) if region.colour else rf"\<{vim_pattern(region.begin)}"
    ends = f"start=/{start}/ end=/{vim_pattern(region.end)}/"
    return f"syntax region {_name(region)} {how}{ends} contains={','.join(dict.fromkeys(inside))}"


def _name(region: Region) -> str:
    return group(region.colour) if region.colour else f"rulewright{region.name.capitalize()}"


# ---- patterns ------------------------------------------------------------------------------------------------------------------------


_OR = r"\|"


def vim_pattern(pattern: str) -> str:
    """A regular expression in the language of Vim. What not all editors read alike is refused."""
    return _sequence(parser.parse(pattern))


def _sequence(tree: Any) -> str:
    return "".join(_piece(what, given) for what, given in tree)


def _piece(what: Any, given: Any) -> str:
    if what is sre.LITERAL:
        return _literal(given)
    if what is sre.ANY:
        return "."
    if what is sre.IN:
        return _class(given)
    if what is sre.AT:
        return {sre.AT_BEGINNING: r"\_^", sre.AT_END: r"\_$", sre.AT_BOUNDARY: r"\%(\<\|\>\)"}[given]
    if what is sre.SUBPATTERN:
        return rf"\%({_sequence(given[-1])}\)"
    if what is sre.BRANCH:
        return rf"\%({_OR.join(map(_sequence, given[1]))}\)"
    if what is sre.MAX_REPEAT:
        least, most, inner = given
        return rf"\%({_sequence(inner)}\){_times(least, most)}"
    if what in (sre.ASSERT, sre.ASSERT_NOT):
        direction, inner = given
        behind = f"{inner.getwidth()[1]}<" if direction < 0 else ""
        return rf"\%({_sequence(inner)}\)\@{behind}{'=' if what is sre.ASSERT else '!'}"
    raise ValueError(f"not in every editor's language of patterns: {what}")


def _times(least: int, most: Any) -> str:
    return {(0, 1): r"\=", (0, sre.MAXREPEAT): "*", (1, sre.MAXREPEAT): r"\+"}.get((least, most)) or rf"\{{{least},{most}}}"


def _literal(code: int) -> str:
    sign = chr(code)
    return r"\n" if sign == "\n" else "\\" + sign if sign in r"\/.*[]^$~" else sign


def _class(given: Any) -> str:
    """A class of signs. One that says what it is not never fits the end of a line in Vim, which need not be said then."""
    signs = ""
    for what, one in given:
        if what is sre.NEGATE:
            signs += "^"
        elif what is sre.RANGE:
            signs += f"{chr(one[0])}-{chr(one[1])}"
        elif what is sre.LITERAL and one != ord("\n"):
            signs += "\\" * (chr(one) in r"\]^-/") + chr(one)
        elif what is not sre.LITERAL:
            raise ValueError(f"not in every editor's language of patterns: {what}")
    return f"[{signs}]"
