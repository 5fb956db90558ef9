"""Which two rules of one question could disagree if both stood, judged by what they say."""

from __future__ import annotations

from rulewright.language import nodes
from rulewright.language.nodes import long_forms
from rulewright.words import Verb

OPPOSITE = ((Verb.MAY, Verb.MAY_NOT), (Verb.MUST, Verb.MAY_NOT), (Verb.MUST, Verb.NEED_NOT), (Verb.YES, Verb.NO))


def can_clash(one: nodes.Rule, other: nodes.Rule) -> bool:
    """Whether two rules say opposite things of one part of a verdict, opposite things of a predicate, or give a value different results."""
    a, b = ({form.verb for form in long_forms(rule.verb)} for rule in (one, other))
    if any((x in a and y in b) or (x in b and y in a) for x, y in OPPOSITE):
        return True
    return one.verb is other.verb is Verb.IS and one.otherwise == other.otherwise and one.effect != other.effect
