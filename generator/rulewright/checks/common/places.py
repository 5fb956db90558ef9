"""Mentions of cases as findings show them: where the words stand, and who names what, in words."""

from __future__ import annotations

from rulewright.base.diagnostics import Label
from rulewright.base.keywords import RelationKind
from rulewright.base.source import Location
from rulewright.rulebook.mentions import Mention, Way
from rulewright.syntax import nodes

_WORDS: dict[Way | RelationKind, str] = {Way.PROSE: "refers to", Way.ACCEPTS: "accepts a finding with"}


def in_words(mention: Mention) -> str:
    """``8.6 refers to `9.13` ``."""
    return f"{mention.teller} {_WORDS.get(mention.way, mention.way.value)} `{mention.number}`"


def at_mention(mention: Mention, text: str = "") -> Label:
    """A label on the number, as exactly as its place is known."""
    return Label(place_in(mention.location, mention.node, mention.text, mention.number), text)


def place_in(whole: Location, node: nodes.Node | None, text: str, words: str) -> Location:
    """Where `words` of `text` stand: exactly if `node`, at `whole`, is one line that holds all of the text; else the whole of it."""
    match node:
        case nodes.Prose(tags=()) | nodes.Component(tags=()) | nodes.AsksQuestion(tags=()) | nodes.Answers(tags=()):
            written = node.text
        case _:  # open: of other lines the text is not one piece
            return whole
    if whole.line != whole.end_line or written != text:
        return whole
    found = text.find(words)
    start = whole.end_column - 1 - len(text) + found  # the text ends before the closing quote
    if found < 0 or start <= whole.column:
        return whole
    return Location(whole.path, whole.line, start, whole.line, start + len(words))
