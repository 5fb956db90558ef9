"""The sentences of questions, facts and answers as templates, made of the phrases that a book declares; `{u}` is where an argument goes."""

from __future__ import annotations

import re
from typing import TypeAlias, assert_never

from rulewright.base.keywords import MODALS
from rulewright.core.model import Core
from rulewright.semantics.model import FactDecl, Param, Question, QuestionKind
from rulewright.semantics.types import Enumerated, NoneType, Numeric, PlaceOf, Thing, YesNo
from rulewright.site.wording.phrases import under, whole
from rulewright.site.wording.words import capital, denied, is_or_are, kind_worded, listed, negated, plural, under_modal, with_not, worded

Said: TypeAlias = dict[str, str]
"""`asks`: as a question. Then what an answer or a value says: `yes` and `no`; `permitted`, `forbidden` and `required`; or `is`, which the
value follows."""

_NOT = re.compile(r"(.+?) (is|are|was|were|has|have|does|do|did|can|could|will|would|must|may) ?not\b ?(.*)")
_THERE = re.compile(r"there (is|are) (.*)")
_WHICH = ("one", "another", "a third", "a fourth")
_BLANK = "…"
_ALL = 100
"""So long is a list of all values at most, where the name of their kind would not do."""


def said_of_question(question: Question) -> Said:
    """What is asked, and each answer as a sentence without capital."""
    phrase = _whole(question.phrase, question.params, is_statement=_is_statement(question)) or _named(question.name, question.params)
    if question.kind is QuestionKind.VERDICT:
        return {"asks": _may(phrase), **{value: under(phrase, modal) for value, modal in MODALS.items()}}
    if isinstance(question.type, YesNo):
        return _statement(phrase)
    return _amount(phrase)


def said_of_fact(fact: FactDecl) -> Said:
    """What is asked for, in the words of the book where it has some, and what each value says."""
    is_statement = isinstance(fact.type, YesNo)
    phrase = _whole(fact.phrase, fact.params, is_statement=is_statement) or _named(fact.name.rpartition(".")[2], fact.params)
    said = _statement(phrase) if is_statement else _amount(phrase)
    return {**said, "asks": fact.asks} if fact.asks else said


def said_of_open(question: Question, core: Core) -> dict[str, tuple[str, str]]:
    """What a question says for each argument that is not chosen yet, and what its choice is called: `one side`, `so many movement points`.

    Things are not among them: they have names from the beginning.
    """
    phrase = question.phrase or ""
    kinds = [one.type.name for one in question.params if isinstance(one.type, Enumerated)]
    found: dict[str, tuple[str, str]] = {}
    seen: dict[str, int] = {}
    for param in sorted(question.params, key=lambda one: phrase.find(f"{{{one.name}}}")):  # in the order in which they are said
        match param.type:
            case Enumerated():
                kind = kind_worded(param.type.name)
                at = seen[kind] = seen.get(kind, -1) + 1
                if kinds.count(param.type.name) > 1 and at < len(_WHICH):
                    said = f"{_WHICH[at]} {kind}"
                    found[param.name] = said, capital(said)
                else:
                    every = _one_of(param.type, core) if f"{{{param.name}}}" in phrase else None
                    the = "this" if phrase.startswith(f"the {kind} ") else "the"  # `the phase after this phase`
                    found[param.name] = every or f"{the} {kind}", capital(kind)
            case Numeric():
                found[param.name] = _so_many(param, param.type, phrase, core)
            case YesNo():
                found[param.name] = _BLANK, capital(worded(param.name))
            case PlaceOf():
                found[param.name] = f"a place of {worded(param.type.map)}", "Place"
            case Thing() | NoneType():
                pass
            case _:
                assert_never(param.type)
    return found


def _one_of(of: Enumerated, core: Core) -> str | None:
    """All values, where there are few of them and not each is the so-and-so: `by rail or in another way`."""
    enum = core.enums[of.name]
    titles = [enum.titles.get(one) or worded(one) for one in enum.values]
    said = listed(titles, "or")
    is_alike = len({one[:1].isupper() for one in titles}) == 1 or all(one in enum.titles for one in enum.values)
    is_plain = not any("," in one for one in titles) and not all(one.startswith("the ") for one in titles)
    return said if is_alike and is_plain and not of.or_none and len(titles) <= len(_WHICH) and len(said) <= _ALL else None


def _so_many(param: Param, of: Numeric, phrase: str, core: Core) -> tuple[str, str]:
    """`so many movement points`, `the date`, `so many` before what is counted, a blank for a number of another sort."""
    if of.calendar is not None:
        return "the date", "Date"
    if of.unit is not None and len(of.unit) == 1:
        name, _ = of.unit[0]
        unit = plural(core.measures.get(name, worded(name)))
        return f"so many {unit}", capital(unit)
    label = capital(worded(param.name)) if len(param.name) > 1 else "Number"
    counts = re.search(rf"(?:^|\b(?:for|at|least|most) )\{{{param.name}\}} (?:percent|\w{{3,}}s)\b", phrase)
    return "so many" if counts else _BLANK, label


def _is_statement(question: Question) -> bool:
    return question.kind is QuestionKind.VERDICT or isinstance(question.type, YesNo)


def _whole(phrase: str | None, params: tuple[Param, ...], *, is_statement: bool) -> str | None:
    values = [one.name for one in params if not isinstance(one.type, Thing)]
    return whole(phrase, values, is_statement=is_statement) if phrase else None


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
    if (parts := denied(phrase)) is not None:
        subject, verb, rest = parts
        return f"{capital(verb)} {subject} not {rest}?"
    found = _NOT.fullmatch(with_not(phrase) or "")
    if found is None:
        return f"Is it so that {phrase}?"
    subject, verb, rest = found.groups()
    return f"{capital(verb)} {' '.join(filter(None, (subject, rest)))}?"
