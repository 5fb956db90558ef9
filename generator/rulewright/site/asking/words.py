"""The sentences of questions, facts and answers as templates, made of the phrases that a book declares; `{u}` is where an argument goes."""

from __future__ import annotations

import re
from typing import TypeAlias

from rulewright.semantics.program import FactDecl, Param, Question, QuestionKind
from rulewright.semantics.types import YesNo
from rulewright.site.phrases import under
from rulewright.site.words import capital, is_or_are, listed, negated, under_modal, worded
from rulewright.words import MODALS

Said: TypeAlias = dict[str, str]
"""`asks`: as a question. Then what an answer or a value says: `yes` and `no`; `permitted`, `forbidden` and `required`; or `is`, which the
value follows."""

_NOT = re.compile(r"(.+?) (is|are|was|were|has|have|does|do|can|could|will|would|must|may) ?not\b ?(.*)")
_THERE = re.compile(r"there (is|are) (.*)")


def said_of_question(question: Question) -> Said:
    """What is asked, and each answer as a sentence without capital."""
    phrase = question.phrase or _named(question.name, question.params)
    if question.kind is QuestionKind.VERDICT:
        return {"asks": _may(phrase), **{value: under(phrase, modal) for value, modal in MODALS.items()}}
    if isinstance(question.type, YesNo):
        return _statement(phrase)
    return _amount(phrase)


def said_of_fact(fact: FactDecl) -> Said:
    """What is asked for, in the words of the book where it has some, and what each value says."""
    phrase = fact.phrase or _named(fact.name.rpartition(".")[2], fact.params)
    said = _statement(phrase) if isinstance(fact.type, YesNo) else _amount(phrase)
    return {**said, "asks": fact.asks} if fact.asks else said


def _named(name: str, params: tuple[Param, ...]) -> str:
    """What has no phrase, by its name: `the cost of {ground} and {arm}`."""
    of = listed([f"{{{one.name}}}" for one in params], "and")
    return f"the {worded(name)} of {of}" if of else f"the {worded(name)}"


def _statement(phrase: str) -> Said:
    return {"asks": as_question(phrase), "yes": phrase, "no": negated(phrase)}


def _amount(phrase: str) -> Said:
    verb = is_or_are(phrase)
    asked = "How much" if phrase.startswith("what ") else "What"
    return {"asks": f"{asked} {verb} {phrase}?", "is": f"{phrase} {verb}"}


def _may(phrase: str) -> str:
    """`May {u} draw forage at {t}?`"""
    parted = under_modal(phrase, "may")
    if parted is None:
        return f"Is it permitted that {phrase}?"
    before, _, after = parted.partition(" may ")
    return f"May {before} {after}?"


def as_question(phrase: str) -> str:
    """`{u} is in reserve` -> `Is {u} in reserve?`, `{u} draws forage` -> `Does {u} draw forage?`: by the verb that its negation has."""
    if (there := _THERE.fullmatch(phrase)) is not None:
        return f"{capital(there[1])} there {there[2]}?"
    turned = negated(phrase)
    found = _NOT.fullmatch(turned)
    if found is None or turned.startswith("it is not so that"):
        return f"Is it so that {phrase}?"
    subject, verb, rest = found.groups()
    return f"{capital(verb)} {' '.join(filter(None, (subject, rest)))}?"
