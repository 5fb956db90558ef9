"""Which two rules of one question could disagree if both stood, judged by what they say."""

from __future__ import annotations

from rulewright.language import nodes
from rulewright.language.nodes import ShortVerb
from rulewright.words import Verb

PERMITS = frozenset({Verb.MAY, ShortVerb.MAY_ALWAYS, Verb.MUST})
FORBIDS = frozenset({Verb.MAY_NOT, ShortVerb.MAY_NEVER, ShortVerb.MAY_ONLY})


def can_clash(one: nodes.Rule, other: nodes.Rule) -> bool:
    """Whether two rules say opposite things of one part of a verdict, opposite things of a predicate, or give a value different results."""
    a, b = one.verb, other.verb
    for x, y in ((a, b), (b, a)):
        if (x in PERMITS and y in FORBIDS) or (x is Verb.MUST and y is Verb.NEED_NOT):
            return True
        if (x is Verb.YES and y in {Verb.NO, ShortVerb.MEANS}) or (x is Verb.NO and y is ShortVerb.MEANS):
            return True
    if a is b is ShortVerb.MEANS:
        return True
    return a is b is Verb.IS and one.otherwise == other.otherwise and one.effect != other.effect
