"""Presentation of mentions of cases: their locations, and a phrase that says who names what."""

from __future__ import annotations

from rulewright.base.diagnostics import Label
from rulewright.base.keywords import RelationKind
from rulewright.base.source import Location
from rulewright.rulebook.mentions import Mention, MentionKind
from rulewright.syntax import nodes

_WORDS: dict[MentionKind | RelationKind, str] = {MentionKind.PROSE: "refers to", MentionKind.ACCEPTS: "accepts a finding with"}


def describe_mention(mention: Mention) -> str:
    """Return a phrase for a mention: ``8.6 refers to `9.13` ``."""
    return f"{mention.mentioned_in} {_WORDS.get(mention.kind, mention.kind.value)} `{mention.number}`"


def at_mention(mention: Mention, text: str = "") -> Label:
    """Return a label on the number, as exactly as its location is known."""
    return Label(location_of_words(mention.location, mention.node, mention.text, mention.number), text)


def location_of_words(location: Location, node: nodes.Node | None, text: str, words: str) -> Location:
    """Return the location of `words` within `text`: exact if `node`, at `location`, is one line that has them; else `location`.

    Where an edition has amended the text, the line must have the words once, as the text has: so one slip is at one place in all editions.
    """
    match node:
        case nodes.Prose(tags=()) | nodes.Component(tags=()) | nodes.AsksQuestion(tags=()) | nodes.Answers(tags=()):
            line_text = node.text
        case _:  # open: the text of other lines is not contiguous
            return location
    is_there = line_text == text or line_text.count(words) == text.count(words) == 1
    if location.line != location.end_line or not is_there:
        return location
    offset = line_text.find(words)
    start = location.end_column - 1 - len(line_text) + offset  # the text ends before the closing quote
    if offset < 0 or start <= location.column:
        return location
    return Location(location.path, location.line, start, location.line, start + len(words))
