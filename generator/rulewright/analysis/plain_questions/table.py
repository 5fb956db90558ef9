"""The data by which the words of a question are matched, made of the questions, facts and values of one edition.

It is plain data, as it is written into the pages of a book: texts, whole numbers, lists and dictionaries alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any, TypeAlias

from rulewright.analysis.plain_questions.alike import ALIKE_STEMS, NOUN_STEMS
from rulewright.analysis.plain_questions.stems import LIGHT_STEMS, base_of, full_words, pattern_of, singular_of, stems_of
from rulewright.base.limits import MAX_PROSE_WORDS
from rulewright.base.records import record
from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.semantics.model import FactDecl, Param, Question, QuestionKind
from rulewright.semantics.types import Enumerated, Numeric, Thing, YesNo

Table: TypeAlias = dict[str, Any]

PHRASE_LEVEL, TITLE_LEVEL, FACT_LEVEL, PROSE_LEVEL = 100, 60, 40, 35
"""How well a word of a question is accounted for, in percent, that occurs in the phrase or the name of the question, in the title of a case
with rules on it, in a fact that its answer depends on, in the text of such a case."""

ALIKE_LEVEL = 75
"""The same of a word that players use for one of the phrase."""

_DENIED = re.compile(r"(?:no|not|without)\b", re.IGNORECASE)
"""The beginning of a value that needs such a word: *across a river* is not `no_river`."""

_DENIED_WITHIN = re.compile(r"\s(?:not|no|never|without)\b", re.IGNORECASE)
"""Words that deny, within a value: *in no way* is not said by *way*."""

GOING_ON = frozenset(["run", "occur", "happen", "progres", "declar"])
"""Stems that may be left out at the end of what is going on: *an Armistice is running*, *during an Armistice*."""

SCENARIO, OPTION = "--scenario", "--option"
"""The targets of words that name a scenario or an option, as on the command line."""

SWITCH_STEMS = ("scenario", "gam", "campaign", "rul", "option", "optional")
"""Stems that name a scenario or an option together with another word: *the Ney rule*."""

_NUMBER_BEFORE = re.compile(r"^[\d.]+(?: \(\d+\))? ")
"""The number of a rule before the title of an option."""

_DENIES = re.compile(r"\b(?:not|no|never|without)\b")
"""Words that deny, anywhere in a phrase."""

COMMON_COUNT = 4
"""A word in the phrases of so many questions is a common one."""


@record
class CaseWords:
    """The title of a case, its text in force, and names of terms that are said to be in it."""

    title: str
    text: str
    terms: tuple[str, ...]


def make_table(
    core: Core, cases: Mapping[str, CaseWords], synonyms: Iterable[tuple[str, str]], other_texts: Mapping[str, Sequence[str]]
) -> Table:
    """Return the table of an edition.

    `synonyms` are pairs of a text and the term of the book that it means; `other_texts` say how people call a question, a fact or a value.
    """
    dependence = Dependence(core)
    entries = {name: _QuestionEntry(core, entry.question, dependence, cases, other_texts) for name, entry in core.on.items()}
    names = {stem: None for entry in entries.values() for stem in entry.levels}
    spread = Counter(stem for entry in entries.values() for stem, level in entry.levels.items() if level >= TITLE_LEVEL)
    count = len(entries)
    rarity = {stem: round(100 * log(1 + count / max(spread[stem], 1))) for stem in names}
    kinds = frozenset(_noun_stems(core, set()))
    states = _state_forms(core, other_texts, kinds)
    values = list(_enum_values(core, _common_stems(entries.values()), other_texts))
    stems_of_book = {stem for entry in entries.values() for stem, level in entry.levels.items() if level >= TITLE_LEVEL}
    value_stems = {stem for stems, *_ in values for stem in stems}
    value_stems |= {stem for forms in states.values() for stems, _ in forms for stem in stems}
    stems_of_book |= value_stems
    pairs = [*map(_synonym_stems, synonyms), *_pairs_of_players(stems_of_book)]
    return {
        "rarity": rarity,
        "rarest": round(100 * log(1 + count)),
        "questions": {name: entry.to_json(rarity, states) for name, entry in entries.items()},
        "values": values,
        "states": states,
        "switches": list(_switch_forms(core, other_texts)),
        "known": _known_facts(core, states),
        "kinds": {name: stems_of(name.replace("_", " ")) for name in core.records},
        "nouns": _noun_stems(core, {stems[0] for stems, *_ in values if len(stems) == 1}),
        "measures": _measure_stems(core),
        "amounts": _amounts(core, other_texts),
        "derived": _derived_stems({*rarity, *value_stems}),
        "also": [pair for pair in dict.fromkeys(pairs) if pair[0] and pair[1] and pair[0] != pair[1]],
    }


def _switch_forms(core: Core, other_texts: Mapping[str, Sequence[str]]) -> Iterator[list[Any]]:
    """Yield how scenarios and options are named, the longest first: `the Ulm campaign` -> `[["ulm", "campaign"], ["--scenario"], "19.12"]`.

    A title of one word needs *scenario* or *rule* beside it; one of several may be named without. What people call it stands as it is.
    """
    texts: list[tuple[tuple[str, ...], str, Sequence[str]]]
    texts = [((SCENARIO,), number, other_texts.get(f"scenario {number}", ())) for number in core.scenarios]
    texts += [((OPTION, option.name), "yes", (option.title, *other_texts.get(option.name, ()))) for option in core.options.values()]
    forms: dict[tuple[tuple[str, ...], tuple[str, ...], str], None] = {}
    for target, value, (title, *others) in ((target, value, titles) for target, value, titles in texts if titles):
        stems = [stem for stem in pattern_of(_NUMBER_BEFORE.sub("", title)) if stem not in SWITCH_STEMS]
        ways = [stems] if len(stems) > 1 else [[*stems, ending] for ending in SWITCH_STEMS if stems]
        for way in (*ways, *map(pattern_of, others)):
            forms[tuple(way), target, value] = None
    for name_stems, target, value in sorted(forms, key=lambda form: (-len(form[0]), form)):
        if name_stems:
            yield [list(name_stems), list(target), value]


def _declared(core: Core) -> Iterator[FactDecl | Question]:
    """Yield all facts and questions."""
    yield from core.facts.values()
    yield from (entry.question for entry in core.on.values())


def _known_facts(core: Core, states: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Enum, or `yes/no` -> the facts that have such a value, each with the kind of thing that it is about, empty for none.

    What words give is read where the answer does not depend on it, too: it does not bear on it.
    """
    facts_by_kind: dict[str, list[list[str]]] = {}
    for fact in core.facts.values():
        kind = fact.type.name if isinstance(fact.type, Enumerated) else "yes/no" if fact.name in states else None
        owner = fact.params[0].type if len(fact.params) == 1 else None
        if kind is not None and (isinstance(owner, Thing) or not fact.params):
            facts_by_kind.setdefault(kind, []).append([fact.name, owner.record if isinstance(owner, Thing) else ""])
    return facts_by_kind


def _amounts(core: Core, other_texts: Mapping[str, Sequence[str]]) -> dict[str, list[Any]]:
    """Return by what amounts are known: fact or answer -> its measure, its words, those of its phrase, and how many of these must be said.

    Of a fact half of them must be, of an answer all.
    """
    amounts: dict[str, list[Any]] = {}
    for fact in _declared(core):
        if isinstance(fact.type, Numeric) and len(fact.params) <= 1:
            is_fact = isinstance(fact, FactDecl)
            texts = (fact.phrase or "", (fact.asks or "") if isinstance(fact, FactDecl) else "", re.sub(r"[_.]", " ", fact.name))
            stems = list(dict.fromkeys(stems_of(_without_params(" ".join((*texts, *other_texts.get(fact.name, ())))))))
            phrase = list(dict.fromkeys(stems_of(_without_params(fact.phrase or fact.name.replace("_", " ")))))
            amounts[fact.name] = [_unit_name(fact.type), stems, phrase, (len(phrase) + 1) // 2 if is_fact else len(phrase)]
    return amounts


def _derived_stems(stems: Iterable[str]) -> dict[str, str]:
    """Return base -> the one stem of the book that is made of it or is the base itself; those of which a book has several are left out."""
    stems_by_base: dict[str, list[str]] = {}
    for stem in sorted(stems):
        stems_by_base.setdefault(base_of(stem), []).append(stem)
    return {base: alternatives[0] for base, alternatives in stems_by_base.items() if len(alternatives) == 1} | {
        base: base for base, alternatives in stems_by_base.items() if len(alternatives) > 1 and base in alternatives
    }


def _noun_stems(core: Core, value_stems: set[str]) -> list[str]:
    """Return the stems that name a kind and nothing of it: of measures, and of things and closed lists where no value is called so."""
    measures = _single_stems([*core.measures, *core.measures.values()])
    return sorted(measures | (_single_stems([*core.records, *core.enums]) - value_stems))


def _single_stems(names: Iterable[str]) -> set[str]:
    """Return the stems of names of one word."""
    return {stems[0] for name in names if len(stems := stems_of(name.replace("_", " "))) == 1}


def _measure_stems(core: Core) -> list[list[Any]]:
    """Return the stems by which measures are named, the longest first: `25 hexes`, `3 MP`, `2 movement points`."""
    entries = {(tuple(stems_of(text)), name) for name, title in core.measures.items() for text in (name, title)}
    return [[list(stems), name] for stems, name in sorted(entries, key=lambda entry: (-len(entry[0]), entry)) if stems]


def _pairs_of_players(stems_of_book: set[str]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield words of players that a book does not have with the one word that it has for the same."""
    for group in NOUN_STEMS:
        present = [stems for stems in group if stems_of_book.issuperset(stems)]
        if len(present) == 1:
            yield from ((stems, present[0]) for stems in group if stems != present[0])


def _synonym_stems(pair: tuple[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    other, term = pair
    return tuple(stems_of(other)), tuple(stems_of(term))


def _common_stems(entries: Iterable[_QuestionEntry]) -> frozenset[str]:
    """Return the stems of words that are in the phrases of many questions."""
    counts = Counter(stem for entry in entries for stem in {*entry.phrase, *entry.name})
    return frozenset(stem for stem, count in counts.items() if count >= COMMON_COUNT)


def _enum_values(core: Core, common: frozenset[str], other_texts: Mapping[str, Sequence[str]]) -> Iterator[list[Any]]:
    """Yield the values of enums, the longest first: `a supply unit` -> `[["supply", "unit"], "kind", "supply", [], False, ""]`.

    The last three are the stems of which one must be near, whether it needs a denial, and the form of a value of one word: *supplied* is
    not `supply`. A common word gives a value next to the name of its kind alone, as in `the Movement Phase`.
    """
    entries: dict[tuple[tuple[str, ...], str, str, bool, str], None] = {}
    for enum in core.enums.values():
        for value in enum.values:
            for text in (enum.titles.get(value, ""), value.replace("_", " "), *other_texts.get(f"{enum.name}.{value}", ())):
                stems = tuple(pattern_of(text))
                if full_words(text) and not _DENIED_WITHIN.search(text):
                    form = singular_of(full_words(text)[0]) if len(stems) == 1 else ""
                    entries[stems, enum.name, value, _DENIED.match(text) is not None, form] = None
    for stems, kind, value, denies, form in sorted(entries, key=lambda entry: (-len(entry[0]), entry)):
        yield [list(stems), kind, value, stems_of(kind.replace("_", " ")) if common.issuperset(stems) else [], denies, form]


def _state_forms(core: Core, other_texts: Mapping[str, Sequence[str]], kinds: frozenset[str]) -> dict[str, list[list[Any]]]:
    """Return how each yes/no fact or answer about one thing or none is said, without its subject: `{it} is dispersed` -> `["dispers"]`.

    Each way has its stems, and the form of the first word if it is the only one or a participle: *may it move* does not say *moved*. What
    denies something is left out. At the end may go the name of its kind, or a word that it goes on: *a Mountain hex*, *an Armistice is
    running*.
    """
    forms: dict[str, list[list[Any]]] = {}
    for state in _declared(core):
        if not isinstance(state.type, YesNo) or len(state.params) > 1:
            continue
        owner = state.params[0].type if state.params else None
        own_kind = stems_of(owner.record.replace("_", " ")) if isinstance(owner, Thing) else []
        ways: dict[tuple[str, ...], str] = {}
        for text in (state.phrase or "", *other_texts.get(state.name, ())):
            words = full_words(_without_params(text))
            if _DENIES.search(text) or not words:
                continue
            stems, form = pattern_of(_without_params(text)), words[0]
            ways[tuple(stems)] = form if len(stems) == 1 or form.endswith("ed") else ""
            if len(stems) > 1 and (stems[-1:] == own_kind or (not state.params and stems[-1] in GOING_ON)):
                ways[tuple(stems[:-1])] = form if len(stems) == 2 or form.endswith("ed") else ""
        ways = {stems: form for stems, form in ways.items() if not kinds.union(LIGHT_STEMS).issuperset(stems)}
        if ways:
            forms[state.name] = [[list(stems), form] for stems, form in sorted(ways.items(), key=lambda way: (-len(way[0]), way))]
    return forms


def _without_params(phrase: str | None) -> str:
    """Return a phrase without the things that it is about."""
    return re.sub(r"\{\w+\}", " ", phrase or "")


def _phrase_stems(phrase: str | None) -> list[str]:
    """Return the stems of a phrase, each once, without those that say nothing beside others: *makes an assault*."""
    stems = list(dict.fromkeys(stems_of(_without_params(phrase))))
    return [stem for stem in stems if stem not in LIGHT_STEMS] or stems


class _QuestionEntry:
    """One question while the table is made: how well each stem is accounted for by it."""

    def __init__(
        self,
        core: Core,
        question: Question,
        dependence: Dependence,
        cases: Mapping[str, CaseWords],
        other_texts: Mapping[str, Sequence[str]],
    ) -> None:
        self.core, self.question, self.other_texts = core, question, other_texts
        facts = dependence.facts_of_question(question.name)
        questions_used = dependence.called_questions(question.name) - {question.name}
        self.used = [entry.question for name, entry in core.on.items() if name in questions_used]
        self.facts = [fact for name, fact in core.facts.items() if name in facts]
        self.name = list(dict.fromkeys(stems_of(re.sub(r"[_.]", " ", question.name))))
        self.kinds = list(dict.fromkeys(stem for param in question.params for stem in _kind_stems(param)))
        self.phrase = _phrase_stems(question.phrase)
        unit = _unit_name(question.type) if isinstance(question.type, Numeric) else ""
        self.measure = list(dict.fromkeys(stems_of(f"{unit} {core.measures[unit]}"))) if unit in core.measures else []
        self.other_phrases = [_phrase_stems(text) for text in other_texts.get(question.name, ())]
        case_words = [cases[case] for case in dependence.cases_of_question(question.name) if case in cases]
        self.levels: dict[str, int] = {}
        self._add_texts(PROSE_LEVEL, (case.text for case in case_words))
        self._add_texts(FACT_LEVEL, (f"{fact.phrase or ''} {fact.asks or ''}" for fact in self.facts))
        self._add_texts(TITLE_LEVEL, (" ".join((case.title, *case.terms)) for case in case_words))
        own_stems = {*self.name, *self.phrase, *(stem for phrase in self.other_phrases for stem in phrase)}
        for group in ALIKE_STEMS:
            if any(words <= own_stems for words in group):
                self._raise_levels(ALIKE_LEVEL, (stem for words in group for stem in words))
        self.levels |= dict.fromkeys((*self.kinds, *self.measure, *own_stems), PHRASE_LEVEL)

    def _add_texts(self, level: int, texts: Iterable[str]) -> None:
        for text in texts:
            self._raise_levels(level, stems_of(_without_params(text)))

    def _raise_levels(self, level: int, stems: Iterable[str]) -> None:
        for part in stems:
            self.levels[part] = max(level, self.levels.get(part, 0))

    def to_json(self, rarity: Mapping[str, int], states: Mapping[str, Any]) -> dict[str, Any]:
        prose = sorted((stem for stem, level in self.levels.items() if level == PROSE_LEVEL), key=lambda stem: (-rarity[stem], stem))
        dropped = set(prose[MAX_PROSE_WORDS:])
        return {
            "kind": _kind_of(self.question),
            "phrase": self.phrase or self.name,
            "name": self.name,
            "measure": self.measure,
            "others": [phrase for phrase in self.other_phrases if phrase],
            "levels": {stem: level for stem, level in self.levels.items() if stem not in dropped},
            "open": [
                [slot, _kind_stems(param) or stems_of(param.name)]
                for slot, param in enumerate(self.question.params)
                if not isinstance(param.type, Thing)
            ],
            "things": self._things(),
            "numbers": self._number_targets(),
            "values": self._value_targets(),
            "states": self._state_targets(states),
        }

    def _things(self) -> list[list[str]]:
        """The things that the question is about with their kinds, in the order in which its phrase names them."""
        phrase = self.question.phrase or ""
        things = [[param.name, param.type.record] for param in self.question.params if isinstance(param.type, Thing)]
        return sorted(things, key=lambda thing: phrase.find(f"{{{thing[0]}}}") % (len(phrase) + 1))

    def _number_targets(self) -> list[list[Any]]:
        """The amounts that can be given, arguments, facts and answers about nothing or one thing: each with what is said of it, or None.

        Of an argument its measure is enough.
        """
        targets: list[list[Any]] = [
            [[slot], [_unit_name(param.type), self.phrase, [], 0]]
            for slot, param in enumerate(self.question.params)
            if isinstance(param.type, Numeric)
        ]
        return targets + [
            [key, None] for fact in self.givable_facts() if isinstance(fact.type, Numeric) and (key := self._key_of(fact)) is not None
        ]

    def givable_facts(self) -> list[FactDecl | Question]:
        """The facts on which the answer depends, and the answers by way of which it does: each may be given."""
        return [*self.facts, *self.used]

    def _value_targets(self) -> dict[str, list[list[Any]]]:
        """Enum -> the arguments that have its values; where there are none, the facts; where there are none, the answers on the way.

        A fact is a list of its name and its arguments.
        """
        targets: dict[str, list[list[Any]]] = {}
        for slot, param in enumerate(self.question.params):
            if isinstance(param.type, Enumerated):
                targets.setdefault(param.type.name, []).append([slot])
        declared: Sequence[FactDecl | Question]
        for declared in (self.facts, self.used):
            known_enums = set(targets)
            for fact in declared:
                if isinstance(fact.type, Enumerated) and fact.type.name not in known_enums and (key := self._key_of(fact)) is not None:
                    targets.setdefault(fact.type.name, []).append(key)
        return targets

    def _state_targets(self, states: Mapping[str, Any]) -> list[list[Any]]:
        return [key for state in self.givable_facts() if state.name in states and (key := self._key_of(state)) is not None]

    def _key_of(self, fact: FactDecl | Question) -> list[Any] | None:
        """Return a fact about nothing, or about the only argument of its kind."""
        if not fact.params:
            return [fact.name]
        if len(fact.params) > 1 or not isinstance(fact.params[0].type, Thing):
            return None
        owners = [param.name for param in self.question.params if param.type == fact.params[0].type]
        return [fact.name, owners[0]] if len(owners) == 1 else None


def _unit_name(numeric: Numeric) -> str:
    """Return the measure of a number, empty for a bare number and a compound one."""
    return numeric.unit[0][0] if numeric.unit is not None and len(numeric.unit) == 1 else ""


def _kind_stems(param: Param) -> list[str]:
    match param.type:
        case Thing(record=name) | Enumerated(name=name):
            return stems_of(name.replace("_", " "))
        case _:  # open: numbers, yes/no and places are called by the words of the phrase
            return []


def _kind_of(question: Question) -> str:
    """`may`, `is`, `much` or `what`: what the words ask for that mean it."""
    if question.kind is QuestionKind.VERDICT:
        return "may"
    if question.type is None or isinstance(question.type, YesNo):
        return "is"
    return "much" if isinstance(question.type, Numeric) else "what"
