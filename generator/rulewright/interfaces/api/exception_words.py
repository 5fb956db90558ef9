"""The exceptions to an answer in words, for its first line: what would change it, and which rules would."""

from __future__ import annotations

import re

from rulewright.base.prose_lists import listing
from rulewright.core.wording import Wording, fill_phrase
from rulewright.engines.interpreter.answer import Answer, Assumption, Contrary, Premise
from rulewright.interfaces.api.value_words import value_text

_VOWEL = re.compile(r"(?!uni(?!n)|us[eu]|eu|one\b)[aeiou]")
"""The beginning of a noun with the article `an`: `army`, not `unit`."""
_MAX_NAMED = 3
"""So many premises are named in the first line; the rest is counted there, and listed under the answer."""


def exception_clause(answer: Answer, words: Wording) -> str:
    """Return the exceptions to an answer, as the end of its first line: `, unless there is another unit`; empty if nothing would."""
    if answer.contrary:
        return f"; {_contrary_text(answer.contrary, words)}"
    necessary = [premise for premise in answer.rests_on if premise.decisive]
    first_ones = necessary if len(necessary) == _MAX_NAMED + 1 else necessary[:_MAX_NAMED]
    exceptions = [_exception_text(premise, words) for premise in first_ones]
    if len(necessary) > len(first_ones):
        exceptions.append(f"one of the {len(necessary) - len(first_ones)} other assumptions below is wrong")
    return f", unless {listing(exceptions)}" if exceptions else ""


def _exception_text(premise: Premise, words: Wording) -> str:
    """Return the statement that holds if a premise does not: `there is another unit`, `u is in reserve`, `the weather is not clear`."""
    if premise.assumption is None:
        return f"there is {_another_thing(premise)}"
    return _denial(premise.assumption, words)


def _another_thing(premise: Premise) -> str:
    kind = (premise.kind or "").replace("_", " ")
    if premise.has_named:
        return f"another {kind}"
    return f"{'an' if _VOWEL.match(kind) else 'a'} {kind}"


def _denial(assumption: Assumption, words: Wording) -> str:
    from rulewright.site.wording.words import denied_value, is_or_are, negate_phrase

    phrase, value = assumption.phrase, assumption.value
    if isinstance(value, bool):
        if not phrase:
            return f"{assumption.fact} is {'no' if value else 'yes'}"
        return fill_phrase(negate_phrase(phrase) if value else phrase, assumption.slots)  # a thing that is called `a` is no article
    subject = fill_phrase(phrase, assumption.slots) or assumption.fact
    value_words = assumption.date or value_text(value, assumption.unit, decimal=assumption.decimal, words=words).replace("_", " ")
    return f"{subject} {is_or_are(subject)} {denied_value(value_words)}"


def _contrary_text(rules: tuple[Contrary, ...], words: Wording) -> str:
    """Return the rules that would say something else, with their conditions, which are not known to hold."""
    first, *others = rules
    conditions = " and ".join(words.condition_clause(condition) for condition in first.conditions)
    also = f", and {len(others)} more" if others else ""
    return f"{value_text(first.value, None)} by {first.rule}{also} if {conditions or 'it applies'} (not said)"
