"""Statements about a thing that compare one of its features: `the unit is cavalry`, `the unit is in the hex`, `… in the same hex as …`.

Only of features whose phrase is `the NOUN of {it}`: a feature that names a place is where the thing is, one that names a group is what
it is of, and one that names a kind is what it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.site.wording.mentions import CLAUSE, DEMONSTRATIVE, MENTION, mention, with_article
from rulewright.site.wording.words import bare_verb, with_not

_FEATURE = re.compile(r"the ([\w'’-]+(?: (?!of\b|in\b|that\b|at\b)[\w'’-]+){0,2}) of (\x01[^\x02]*\x02)\Z")
_OBJECT = re.compile(r"the ([\w'’-]+) that (\x01[^\x02]*\x02) ([a-z]+)((?: (?:in|on|at|to|into|from|with|over|under|for))?)")
_ACTOR = re.compile(
    r"(?:(?P<actor>who|what)|the (?P<noun>[\w'’-]+) (?:that|who|which)) (?P<verb>[a-z]+)(?P<rest>(?: .*|))", re.DOTALL
)  # what is said to be the one that does something
_ACTS = frozenset({"has", "had", "made", "took", "wins", "won", "pays", "controls", "controlled", "emptied"})
_ACTED_ON = re.compile(r" (?:(?:the|an?|its|his|in|on|at|to|for|from|with|by) |\x01)")
_OBJECT_OF = re.compile(
    r"the (?P<noun>[\w'’-]+) (?:(?P<preposition>in|from|at|on|to|into|over|by) which|where) "
    r"(?P<owner>\x01[^\x02]*\x02) (?P<predicate>[a-z].*)",
    re.DOTALL,
)
_PLACES = frozenset(
    {"hex", "square", "town", "city", "province", "area", "region", "box", "space", "place", "zone", "room", "land", "district"}
)
_GROUPS = frozenset({"side", "corps", "army", "nation", "division", "power", "country", "brigade", "team", "faction", "stack", "formation"})
_UNCOUNTED = re.compile(r"an? |the |[A-Z][\w.'’-]*(?: (?:(?:of|the|de|von) )*[A-Z][\w.'’-]*)*(?<!s)\Z|[a-z -]*(?:ry|ed|ous|ish)\Z")
_KINDS = frozenset({"arm", "kind", "type", "sort", "name"})


def feature_of(phrase: str) -> tuple[str, str] | None:
    """(noun, mention) of a phrase like `the hex of the unit`; None for another one."""
    match = _FEATURE.fullmatch(phrase.lstrip(CLAUSE))
    return (match[1], match[2]) if match is not None else None


def kind_subject(phrase: str, values: Sequence[str]) -> str:
    """`the unit` for `the arm of the unit` before `cavalry`: a thing is the kind that it is of, where the names of the kinds can say so.

    They can with an article (`a Depot`), as proper names, and as what is not counted (`infantry`); other phrases are left as they are.
    """
    feature = feature_of(phrase)
    fits = feature is not None and feature[0] in _KINDS and all(_UNCOUNTED.match(value) for value in values)
    return feature[1] if feature is not None and fits else phrase


def comparison_clause(operand: str, right: str, *, denied: bool) -> str | None:
    """Two features that are (not) the same, or one that is a place or group, as a statement about the thing; None where neither fits."""
    clause = _subject_clause(operand, right, denied=denied) or _object_clause(operand, right, denied=denied)
    if clause is not None:
        return clause
    thing = MENTION.fullmatch(right)
    if thing is not None and re.match(rf"the (?:[\w'’-]+ )?{re.escape(thing[2])} (?!of \x01)", operand.lstrip(CLAUSE)):
        return f"{operand} is{' not' if denied else ''} {mention(thing[1], thing[2], DEMONSTRATIVE)}"
    if MENTION.fullmatch(operand) is not None and MENTION.fullmatch(right) is None:
        operand, right = right, operand
    feature, other = feature_of(operand), feature_of(right)
    if feature is None:
        return None
    no = " not" if denied else ""
    noun, owner = feature
    preposition = "in" if noun in _PLACES else "of"
    if right == "none":
        if noun in _PLACES:
            return f"{owner} is in {'a' if denied else 'no'} {noun}"
        return f"{owner} has {with_article(noun) if denied else f'no {noun}'}"
    if other is not None and other[0] == noun:
        if noun in _PLACES | _GROUPS | _KINDS:
            return f"{owner} is{no} {preposition} the same {noun} as {other[1]}"
        return f"{owner} {'does not have' if denied else 'has'} the same {noun} as {other[1]}"
    thing = MENTION.fullmatch(right)
    if thing is not None and thing[2] == noun and noun in _PLACES | _GROUPS | _KINDS:
        return f"{owner} is{no} {preposition} {mention(thing[1], noun, DEMONSTRATIVE)}"
    if thing is not None and noun.split()[-1] == thing[2]:
        return f"{operand} is{no} {mention(thing[1], thing[2], DEMONSTRATIVE)}"
    if noun in _PLACES and (thing is not None or right.startswith("the ")):
        return f"{owner} is{no} in {right}"
    return None


def _subject_clause(operand: str, right: str, *, denied: bool) -> str | None:
    """`the person has borrowed the item` for `who has borrowed the item is the person`; `nobody has …` for none."""
    match = _ACTOR.fullmatch(operand.lstrip(CLAUSE))
    if match is None:
        return None
    acts = match["verb"] in _ACTS or (bare_verb(match["verb"]) is not None and _ACTED_ON.match(match["rest"]) is not None)
    if match["actor"] != "who" and not acts:
        return None
    predicate = f"{match['verb']}{match['rest']}"
    if right == "none":
        nobody, somebody = {"who": ("nobody", "somebody"), "what": ("nothing", "something")}.get(match["actor"]) or (
            f"no {match['noun']}",
            with_article(match["noun"]),
        )
        return f"{somebody if denied else nobody} {predicate}"
    if MENTION.fullmatch(right) is None and not right.startswith("the ") and (match["actor"] != "what") and not right[:1].isupper():
        return None
    if re.match(r"[\d-]", right):
        return None
    if denied and match["verb"] == "had":
        return f"{right} did not have{match['rest']}"
    statement = with_not(f"{{x}} {predicate}") if denied else f"{{x}} {predicate}"
    return None if statement is None else statement.replace("{x}", right)


def _object_clause(operand: str, right: str, *, denied: bool) -> str | None:
    """`the feature lies in that hex` for `the hex that the feature lies in is the hex`."""
    thing = MENTION.fullmatch(right)
    place = _OBJECT_OF.fullmatch(operand.lstrip(CLAUSE))
    if place is not None and (thing is not None or right.startswith("the ")):
        statement = f"{{x}} {place['predicate']}"
        statement = (with_not(statement) if denied else statement) or ""
        preposition = "by" if place["noun"] == "way" else place["preposition"] or "in"
        return f"{statement.replace('{x}', place['owner'])} {preposition} {right}" if statement else None
    match = _OBJECT.fullmatch(operand.lstrip(CLAUSE))
    if match is None or (thing is None and right != "none" and not right.startswith("the ")):
        return None
    noun, owner, verb, ending = match.groups()
    bare = bare_verb(verb)
    if bare is None or verb in ("has", "is", "does"):
        return None
    if right == "none":
        return f"{owner} {verb}{ending} {with_article(noun) if denied else f'no {noun}'}"
    what = mention(thing[1], noun, "that") if thing is not None and thing[2] == noun else right
    return f"{owner} {f'does not {bare}' if denied else verb}{ending} {what}"
