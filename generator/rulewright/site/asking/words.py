"""The sentences of questions, facts and answers as templates, made of the phrases that a book declares; `{u}` is where an argument goes."""

from __future__ import annotations

import re
from typing import TypeAlias, assert_never

from rulewright.base.keywords import MODALS, Advice
from rulewright.core.model import Core
from rulewright.semantics.advice import PHRASE_START, is_advice
from rulewright.semantics.model import FactDecl, Param, Question, QuestionKind
from rulewright.semantics.types import Enumerated, NoneType, Numeric, PlaceOf, Thing, Type, YesNo
from rulewright.site.wording.slots import complete_phrase, put_under_modal
from rulewright.site.wording.words import (
    bare_verb,
    capitalize,
    is_or_are,
    join_words,
    kind_worded,
    negate_phrase,
    noun_phrase,
    plural,
    spell_out,
    split_denial,
    under_modal,
    with_not,
)

Templates: TypeAlias = dict[str, str]
"""`asks`: as a question. Then what an answer or a value says: `yes` and `no`; `permitted`, `forbidden` and `required`; or `is`, which the
value follows."""

_NOT = re.compile(r"(.+?) (is|are|was|were|has|have|does|do|did|can|could|will|would|must|may) ?not\b ?(.*)")
_THERE_IS = re.compile(r"there (is|are) (.*)")
_ASKING = re.compile(
    r"(who|whom|whose|what|where|when|why|which [a-z-]+|how (?:far|long|often|soon|fast|high|well)"
    r"|how (?:many|much)(?: [a-z -]+?s(?= \{| the )| [a-z-]+)?)\b ?"
)
_FINITE = frozenset(
    {"is", "are", "was", "were", "has", "have", "may", "must", "can", "will", "would", "could", "went", "took", "won", "lost", "made"}
)
_BEHIND_VERB = re.compile(r"(?:for|in|on|at|to|from|by|with|into|the|an?|his|its|their|as|of|all|every|no)\b")
_NUMBER_OF = re.compile(r"the number of ([a-z -]+s) (?:that|who|which) ((?:may|must|can|are|have|were) .+)")
_WHICH = ("one", "another", "a third", "a fourth")
_BLANK = "…"
_ALL = 100
"""So long is a list of all values at most, where the name of their kind would not do."""


def said_of_question(question: Question) -> Templates:
    """Return the question and each answer as a sentence without a capital."""
    phrase = _whole_phrase(question.phrase, question.params, is_statement=_is_statement(question)) or _spelled_name(
        question.name, question.params
    )
    if question.kind is QuestionKind.VERDICT:
        return {
            "asks": modal_question(phrase, "may", "permitted"),
            **{value: put_under_modal(phrase, modal) for value, modal in MODALS.items()},
        }
    if isinstance(question.type, YesNo):
        return _statement_templates(phrase)
    if is_advice(question) and phrase.startswith(PHRASE_START):
        action = phrase.removeprefix(PHRASE_START)
        advice = {
            Advice.ADVISED.value: put_under_modal(action, "should"),
            Advice.ADVISED_AGAINST.value: put_under_modal(action, "should not"),
        }
        return {**_amount_templates(phrase, question.type), "asks": modal_question(action, "should", "advised"), **advice}
    return _amount_templates(phrase, question.type)


def said_of_fact(fact: FactDecl) -> Templates:
    """Return the question for a fact, in the words of the book if it has some, and a sentence for each value."""
    is_statement = isinstance(fact.type, YesNo)
    phrase = _whole_phrase(fact.phrase, fact.params, is_statement=is_statement) or _spelled_name(fact.name.rpartition(".")[2], fact.params)
    templates = _statement_templates(phrase) if is_statement else _amount_templates(phrase, fact.type)
    return {**templates, "asks": fact.asks} if fact.asks else templates


def said_of_open(question: Question, core: Core) -> dict[str, tuple[str, str]]:
    """Return the words for each argument that is not chosen yet, and the name of its choice: `one side`, `so many movement points`.

    Things are not among them: they have names from the beginning.
    """
    phrase = question.phrase or ""
    kinds = [param.type.name for param in question.params if isinstance(param.type, Enumerated)]
    phrases: dict[str, tuple[str, str]] = {}
    counts: dict[str, int] = {}
    for param in sorted(question.params, key=lambda candidate: phrase.find(f"{{{candidate.name}}}")):  # in the order in which they are said
        match param.type:
            case Enumerated():
                kind = kind_worded(param.type.name)
                index = counts[kind] = counts.get(kind, -1) + 1
                if kinds.count(param.type.name) > 1 and index < len(_WHICH):
                    wording = f"{_WHICH[index]} {kind}"
                    phrases[param.name] = wording, capitalize(wording)
                else:
                    every = _one_of(param.type, core) if f"{{{param.name}}}" in phrase else None
                    the = "this" if phrase.startswith(f"the {kind} ") else "the"  # `the phase after this phase`
                    the = "a given" if re.search(rf"\ban? \{{{param.name}\}}", phrase) else the  # `the loan period of a {kind}`
                    phrases[param.name] = every or f"{the} {kind}", capitalize(kind)
            case Numeric():
                phrases[param.name] = _so_many(param, param.type, phrase, core)
            case YesNo():
                phrases[param.name] = _BLANK, capitalize(spell_out(param.name))
            case PlaceOf():
                phrases[param.name] = f"a place of {spell_out(param.type.map)}", "Place"
            case Thing() | NoneType():
                pass
            case _:
                assert_never(param.type)
    return phrases


def _one_of(enum_type: Enumerated, core: Core) -> str | None:
    """List all values if they are few and not all begin with an article: `by rail or in another way`. Else return None."""
    enum = core.enums[enum_type.name]
    titles = [enum.titles.get(value) or spell_out(value) for value in enum.values]
    titles_text = join_words(titles, "or")
    is_alike = len({title[:1].isupper() for title in titles}) == 1 or all(title in enum.titles for title in enum.values)
    is_plain = not any("," in title for title in titles) and not all(title.startswith("the ") for title in titles)
    return (
        titles_text if is_alike and is_plain and not enum_type.or_none and len(titles) <= len(_WHICH) and len(titles_text) <= _ALL else None
    )


def _so_many(param: Param, number_type: Numeric, phrase: str, core: Core) -> tuple[str, str]:
    """`so many movement points`, `the date`, `so many` before what is counted, a blank for a number of another sort."""
    if number_type.calendar is not None:
        return "the date", "Date"
    if number_type.unit is not None and len(number_type.unit) == 1:
        name, _ = number_type.unit[0]
        unit = plural(core.measures.get(name, spell_out(name)))
        return f"so many {unit}", capitalize(unit)
    label = capitalize(spell_out(param.name)) if len(param.name) > 1 else "Number"
    counts = re.search(rf"(?:^|\b(?:for|at|least|most) )\{{{param.name}\}} (?:percent|\w{{3,}}s)\b", phrase)
    return "so many" if counts else _BLANK, label


def _is_statement(question: Question) -> bool:
    return question.kind is QuestionKind.VERDICT or isinstance(question.type, YesNo)


def _whole_phrase(phrase: str | None, params: tuple[Param, ...], *, is_statement: bool) -> str | None:
    values = [param.name for param in params if not isinstance(param.type, Thing)]
    return complete_phrase(phrase, values, is_statement=is_statement) if phrase else None


def _spelled_name(name: str, params: tuple[Param, ...]) -> str:
    """Return words for a name without a phrase: `the cost of {ground} and {arm}`."""
    parameters = join_words([f"{{{param.name}}}" for param in params], "and")
    return f"the {spell_out(name)} of {parameters}" if parameters else f"the {spell_out(name)}"


def _statement_templates(phrase: str) -> Templates:
    return {"asks": as_question(phrase), "yes": phrase, "no": negate_phrase(phrase)}


def _amount_templates(phrase: str, answers: Type | None) -> Templates:
    return {"asks": amount_question(phrase, is_number=isinstance(answers, Numeric)), "is": f"{noun_phrase(phrase)} {is_or_are(phrase)}"}


def amount_question(phrase: str, *, is_number: bool) -> str:
    """Return `What is the strength of {u}?`, `Who pays for {p}?`, `How many items may {p} have at once?`, `How many stands are in {q}?`"""
    if (counted := _NUMBER_OF.fullmatch(phrase)) is not None:
        return f"How many {counted[1]} {counted[2]}?"
    question_word = _ASKING.match(phrase)
    if question_word is None:
        return f"What {is_or_are(phrase)} {phrase}?"
    word, statement = question_word[1], phrase[question_word.end() :]
    asking = "How much" if word == "what" and is_number else capitalize(word)
    verb, _, tail = statement.partition(" ")
    is_verb = bare_verb(verb) is not None and (_BEHIND_VERB.match(tail) is not None or re.match(r"[a-z]", tail) is None)
    if is_verb or verb in _FINITE:
        return f"{asking} {statement}?"
    question = as_question(statement)
    if question.startswith("Is it so that"):
        return f"What is {phrase}?"
    return f"{asking} {question[:1].lower()}{question[1:]}"


def modal_question(phrase: str, modal: str, state: str) -> str:
    """`May {u} draw forage at {t}?`; where no verb is found `Is it permitted that …?`, by the word for the state."""
    parted = under_modal(phrase, modal)
    if parted is None:
        return f"Is it {state} that {phrase}?"
    subject, _, predicate = parted.partition(f" {modal} ")
    return f"{capitalize(modal)} {subject} {predicate}?"


def as_question(phrase: str) -> str:
    """`{u} is in reserve` -> `Is {u} in reserve?`, `{u} draws forage` -> `Does {u} draw forage?`: by the verb that its negation has."""
    if (match := _THERE_IS.fullmatch(phrase)) is not None:
        return f"{capitalize(match[1])} there {match[2]}?"
    if (parts := split_denial(phrase)) is not None:
        subject, verb, predicate = parts
        return f"{capitalize(verb)} {subject} not {predicate}?"
    found = _NOT.fullmatch(with_not(phrase) or "")
    if found is None:
        return f"Is it so that {phrase}?"
    subject, verb, predicate = found.groups()
    return f"{capitalize(verb)} {' '.join(filter(None, (subject, predicate)))}?"
