"""Texts that name a term, or a fact: `what is a beachhead?`, `what if the leader dies?`. They ask for no answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from typing import Any

from rulewright.analysis.plain_questions.alike import ALIKE_STEMS
from rulewright.analysis.plain_questions.stems import LIGHT_STEMS, stems_of
from rulewright.analysis.plain_questions.table import Table
from rulewright.analysis.plain_questions.words import read_words
from rulewright.base.records import record
from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.semantics.model import FactDecl
from rulewright.semantics.types import Enumerated

_TERM_ASKED = re.compile(
    r"\W*(?:(?:what|who)(?:'s|\s+is|\s+are|\s+does|\s+do)|define|explain|(?:the\s+)?meaning\s+of)\s+(the\s+)?(?:an?\s+)?(.+?)"
    r"(?:\s+(?:mean|stand\s+for|good\s+for|used\s+for|for|do))?\W*",
    re.IGNORECASE,
)
_WHAT_IF = re.compile(r"\W*(?:(?:and|but|so)\s+)?what\s+(?:happens\s+)?if\s+(.+)", re.IGNORECASE)
LISTED_SHARE = 60
"""A fact is listed if it has at least so many percent of what the best one has of the words."""
ALIKE_SHARE = 75
"""How much a word counts that only means about the same, in percent."""


@record
class BearingFact:
    """A fact that some words name, the questions that depend on it, and the words that it does not account for."""

    fact: str
    questions: tuple[str, ...]
    unread: tuple[str, ...]


def find_asked_term(names: Mapping[str, Iterable[str]], text: str) -> tuple[str, bool] | None:
    """Return the term of which a text asks what it is, and whether that may be a question on its amount as well: `what is the allowance`.

    `names` are the terms, each with all that it is called.
    """
    match = _TERM_ASKED.fullmatch(text.strip())
    stems = stems_of(match[2]) if match is not None else []
    for term, term_names in names.items():
        if match is not None and stems and any(stems_of(name) == stems for name in term_names):
            return term, match[1] is not None
    return None


def find_bearing_facts(table: Table, text: str, limit: int) -> tuple[BearingFact, ...]:
    """Return the facts that a text like `what if it is dispersed?` names, the nearest first, with the questions that depend on them."""
    begun = _WHAT_IF.fullmatch(text.strip())
    if begun is None:
        return ()
    words, _ = read_words(table, begun[1])
    full = {word.stem: word.text for word in words if word.stem and word.stem not in LIGHT_STEMS}
    telling = {stem: word for stem, word in full.items() if stem not in table["nouns"]}
    enums = {enum: stems for stems, enum, *_ in table["values"] if full.keys() >= set(stems)}
    for texts in (telling, full):  # the name of a kind tells the least
        shares_of_facts = {
            fact: shares
            for fact, (stems, enum, _) in table["bears"].items()
            if (shares := _shares_of({*stems, *enums.get(enum, ())}, texts))
        }
        weights = {stem: int(table["rarity"].get(stem, table["rarest"])) for stem in texts}
        scores = {fact: sum(weights[stem] * share for stem, share in shares.items()) for fact, shares in shares_of_facts.items()}
        readers = {fact for fact, shares in shares_of_facts.items() if shares.keys() >= telling.keys()}
        is_idle = not any(table["bears"][fact][2] for fact in readers)  # what reads all words is named even where nothing depends on it
        listed_facts = [fact for fact in scores if table["bears"][fact][2] or (is_idle and fact in readers)]
        best = sorted(listed_facts, key=lambda fact: (-scores[fact], fact))
        if best:
            nearest = [fact for fact in best if scores[fact] * 100 >= scores[best[0]] * LISTED_SHARE][:limit]
            unread = [tuple(word for stem, word in telling.items() if stem not in shares_of_facts[fact]) for fact in nearest]
            return tuple(BearingFact(fact, tuple(table["bears"][fact][2]), texts) for fact, texts in zip(nearest, unread, strict=True))
    return ()


def _shares_of(stems: Set[str], word_stems: Iterable[str]) -> dict[str, int]:
    """Return how much each word that is asked for is in the words of a fact, in percent; those that are not in them are left out."""
    groups = (group for group in ALIKE_STEMS if any(phrase <= stems for phrase in group))
    alike = {stem for group in groups for phrase in group if len(phrase) == 1 for stem in phrase}
    return {stem: 100 if stem in stems else ALIKE_SHARE for stem in word_stems if stem in stems or stem in alike}


def bearing_facts(core: Core) -> dict[str, list[Any]]:
    """Return each fact, and each question: the stems of its words, the enum of its values, and the questions whose answers depend on it."""
    dependence = Dependence(core)
    questions: dict[str, list[str]] = {name: [] for name in (*core.facts, *core.on)}
    for question in core.on:
        for name in sorted({*dependence.facts_of_question(question), *dependence.called_questions(question)} - {question}):
            if name in questions:
                questions[name].append(question)
    return {name: [*_words_of_fact(core, name), names] for name, names in questions.items()}


def _words_of_fact(core: Core, name: str) -> tuple[list[str], str]:
    """Return the stems of the words of a fact or a question, and the name of the enum that its values are of, empty for none."""
    fact = core.facts[name] if name in core.facts else core.questions[name]
    asks = (fact.asks if isinstance(fact, FactDecl) else None) or ""
    stems = stems_of(re.sub(r"\{\w+\}", " ", f"{fact.phrase or re.sub('[_.]', ' ', name)} {asks}"))
    return list(dict.fromkeys(stems)), fact.type.name if isinstance(fact.type, Enumerated) else ""
