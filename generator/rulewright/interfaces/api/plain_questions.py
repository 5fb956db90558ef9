"""Questions in plain words: which question of a book is meant, and which facts the words give."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.analysis.plain_questions.asked_part import FIRST_WORDS
from rulewright.base.arguments import check_arguments
from rulewright.base.prose_lists import listing

if TYPE_CHECKING:
    from rulewright.analysis.plain_questions.match import Candidate
    from rulewright.analysis.plain_questions.places import Mentions, Place
    from rulewright.analysis.plain_questions.table import Table
    from rulewright.core.model import Core
    from rulewright.engines.interpreter.questions import ArgumentInfo
    from rulewright.semantics.model import FactDecl, Question
    from rulewright.workspace.open_book import OpenBook


def begins_as_question(text: str) -> bool:
    """Return True for a text that ends or begins as a question does.

    >>> [begins_as_question(text) for text in ("can cannons shoot over a hill", "wagons in mud?", "u.arm is wagon")]
    [True, True, False]
    """
    first = re.match(r"\W*([a-z]+)\b(?!\s*\()", text.lower())
    return text.rstrip().endswith("?") or (first is not None and first[1] in FIRST_WORDS)


def is_plain(text: str) -> bool:
    """Return True for a text that may be a question in plain words: several words or one with a question mark, and no call in it.

    >>> [is_plain(text) for text in ("may a wagon cross in mud?", "who wins", "allowance(u) is 5 MP", "allowance")]
    [True, True, False, False]
    """
    return re.search(r"\w\(", text) is None and (text.rstrip().endswith("?") or len(text.split()) > 1)


@dataclass(frozen=True)
class OpenArgument:
    """An argument of a question that some words do not give: its domain in words, its values if the book lists them, how to ask for it."""

    name: str
    domain: str
    values: tuple[str, ...] | None
    asks: str

    def to_json(self) -> dict[str, Any]:
        """Return an entry of `arguments`."""
        return {"name": self.name, "domain": self.domain, "values": self.values and list(self.values)}


@dataclass(frozen=True)
class QuestionCandidate:
    """A question of a book that some words may mean, and what they give.

    `question` is what `ask` takes; things, and arguments that the words do not give, have the names of their parameters there. `facts` are
    the given facts by name, `options` and `scenario` those that the words name, `sentences` the question and each fact in words, `unread`
    the words that it does not account for. `score` is from 0 to 1: how much of the words the question accounts for, and how much of the
    question the words have, less 4 % for each word that is not read; it orders the candidates of the same words, and is no probability.
    """

    name: str
    parameters: tuple[str, ...]
    arguments: Mapping[str, str]
    facts: Mapping[str, str]
    open_arguments: tuple[OpenArgument, ...]
    sentences: tuple[str, ...]
    unread: tuple[str, ...]
    is_field: bool
    options: tuple[str, ...] = ()
    scenario: str | None = None
    score: float = 0.0

    @property
    def question(self) -> str:
        """The question in the language. It can be asked as it stands: the answer then names the arguments that are missing."""
        return self.call_with({})

    @check_arguments
    def call_with(self, arguments: Mapping[str, str]) -> str:
        """Return the question with values for open arguments, by the names of their parameters."""
        values = {**self.arguments, **arguments}
        return self._write_call([values.get(name, name) for name in self.parameters])

    @property
    def signature(self) -> str:
        """The question with the names of its parameters, as `questions` lists it."""
        return self._write_call(self.parameters)

    def _write_call(self, operands: Sequence[str]) -> str:
        if self.is_field:
            return f"{operands[0]}.{self.name.rpartition('.')[2]}"
        return f"{self.name}({', '.join(operands)})" if operands else self.name

    @property
    def sentence(self) -> str:
        """The question with its facts, as one says it: `May the unit cross the river, if the weather is mud?`"""
        question, *facts = self.sentences
        return f"{question.removesuffix('?')}{', if ' if facts else ''}{listing(facts, 'and')}?"

    @property
    def clause(self) -> str:
        """The same as a part of a line: `may the unit cross the river, the weather is mud`."""
        question, *facts = self.sentences
        return ", ".join([question[:1].lower() + question[1:].removesuffix("?"), *facts])

    def to_json(self) -> dict[str, Any]:
        """Return an entry of `candidates` in the document of `ask --format json`, without what it needs."""
        return {
            "question": self.question,
            "says": self.sentences[0],
            "facts": dict(self.facts),
            "options": list(self.options),
            "scenario": self.scenario,
            "arguments": [argument.to_json() for argument in self.open_arguments],
            "unread": list(self.unread),
            "score": self.score,
        }


@dataclass(frozen=True)
class TermEntry:
    """A term of the glossary of which words ask what it is: what it is `also` called, and the cases that it is in or that speak of it."""

    name: str
    text: str
    also: tuple[str, ...]
    cases: tuple[Place, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `term` in the document of `ask --format json`."""
        return {"name": self.name, "text": self.text, "also": list(self.also), "cases": [case.to_json() for case in self.cases]}


@dataclass(frozen=True)
class DependentQuestions:
    """A fact that words like `what if it is dispersed?` name, in words, and the questions, in words, whose answers depend on it.

    `unread` are the words that the fact does not account for.
    """

    fact: str
    sentence: str
    questions: Mapping[str, str]
    unread: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return an entry of `depends` in the document of `ask --format json`."""
        return {"fact": self.fact, "says": self.sentence, "questions": dict(self.questions), "unread": list(self.unread)}


@dataclass(frozen=True)
class PlainReading:
    """The questions that some words may mean, the best first; `is_clear`: the first is clearly the one.

    `candidates` is empty where the words are about nothing that the book answers; `tied_count` more fit as well as the last. `mentions` are
    the cases, tables, terms and options that speak of the words, and the words of which the book does not speak. `term` is the entry of the
    glossary that the words ask for; `depends` is what depends on a fact that they suppose.
    """

    words: str
    candidates: tuple[QuestionCandidate, ...]
    is_clear: bool
    tied_count: int = 0
    mentions: Mentions = field(kw_only=True)
    term: TermEntry | None = field(default=None, kw_only=True)
    depends: tuple[DependentQuestions, ...] = field(default=(), kw_only=True)
    doubt: str = field(default="", kw_only=True)
    """Why the first candidate is not clearly the one, if it is not."""

    @property
    def why_unclear(self) -> str:
        """The sentence why there is no `clear_candidate`; empty if there is one."""
        if self.clear_candidate is not None:
            return ""
        if self.term is not None:
            return f"`{self.words}` asks what a term is, {self.term.name}"
        if self.depends:
            return f"`{self.words}` asks for no answer, but for what depends on a fact"
        if self.is_clear:
            unread = self.candidates[0].unread
            words = listing([f"`{word}`" for word in unread], "and")
            return f"nothing is answered, since {words} in the question {'is' if len(unread) == 1 else 'are'} not read"
        if not self.candidates:
            return f"`{self.words}` is not a question that the book answers"
        return f"it is not clear which question of the book `{self.words}` means: {self.doubt}"

    @property
    def clear_candidate(self) -> QuestionCandidate | None:
        """The question that is clearly meant, if all words are read; else None: what is not read may change the answer."""
        if self.term is not None or self.depends:
            return None
        return self.candidates[0] if self.is_clear and not self.candidates[0].unread else None


def read_plain_question(book: OpenBook, words: str, edition: str | None) -> PlainReading:
    """Return the questions of an edition (None: the last) that some words may mean, and what else the book has of them."""
    from rulewright.analysis.plain_questions.match import match_words
    from rulewright.analysis.plain_questions.named import find_asked_term
    from rulewright.analysis.plain_questions.places import find_mentions

    core = book.core(edition)
    table = book.plain_table(core.edition)
    match = match_words(table, words)
    candidates = tuple(_describe_candidate(core, candidate) for candidate in match.candidates)
    is_read = match.is_taken and not candidates[0].unread
    asked_term = find_asked_term({name: (name, *also) for name, (_, also, _) in table["terms"].items()}, words)
    entry = None if asked_term is None or (asked_term[1] and is_read) else _term_entry(table, asked_term[0])
    depends = () if entry is not None else _find_dependents(core, table, words)
    mentions = find_mentions(table, words)
    return PlainReading(
        words, candidates, match.is_taken, match.tied_count, mentions=mentions, term=entry, depends=depends, doubt=match.doubt
    )


def _term_entry(table: Table, name: str) -> TermEntry:
    """Return the entry of a term, with the cases that are said to have it, then those whose words have all of its own."""
    from rulewright.analysis.plain_questions.places import Place
    from rulewright.analysis.plain_questions.stems import stems_of

    definition, also, said_cases = table["terms"][name]
    declared = set(said_cases)
    name_stems = [frozenset(stems_of(text)) for text in (name, *also)]
    cases = [(number, case_title, {*title, *text}) for kind, number, case_title, title, text in table["places"] if kind == "case"]
    using = [case for case in cases if case[0] in declared or any(stems and stems <= case[2] for stems in name_stems)]
    using.sort(key=lambda case: case[0] not in declared)
    return TermEntry(name, definition, tuple(also), tuple(Place("case", number, title) for number, title, _ in using))


def _find_dependents(core: Core, table: Table, words: str) -> tuple[DependentQuestions, ...]:
    from rulewright.analysis.plain_questions.named import find_bearing_facts
    from rulewright.base.limits import MAX_SUPPOSED_FACTS
    from rulewright.core.wording import question_text
    from rulewright.semantics.types import Thing
    from rulewright.site.asking.spoken import spoken_question

    result = []
    for supposed in find_bearing_facts(table, words, MAX_SUPPOSED_FACTS):
        fact = core.facts[supposed.fact] if supposed.fact in core.facts else core.on[supposed.fact].question
        owners = tuple(
            param.type.record[0] if param.name == "it" and isinstance(param.type, Thing) else param.name for param in fact.params
        )
        call = question_text(core, supposed.fact, owners)
        dependents = [core.on[name].question for name in supposed.questions]
        questions = {
            question_text(core, question.name, tuple(param.name for param in question.params)): spoken_question(core, question, {})
            for question in dependents
        }
        result.append(DependentQuestions(call, _describe_fact(core, fact), questions, supposed.unread))
    return tuple(result)


def _describe_fact(core: Core, fact: FactDecl | Question) -> str:
    """Return how a fact is asked for: `Is the unit dispersed?`, `What is the arm of the unit?`"""
    from rulewright.semantics.model import Question
    from rulewright.site.asking.spoken import spoken_question, thing_words
    from rulewright.site.asking.words import said_of_fact
    from rulewright.site.wording.slots import fill_slots
    from rulewright.site.wording.words import capitalize

    if isinstance(fact, Question):
        return spoken_question(core, fact, {})
    things = thing_words(fact.params)
    slots = {"it": next(iter(things.values()), ""), **things}
    return capitalize(fill_slots(said_of_fact(fact)["asks"], slots))


def _describe_candidate(core: Core, candidate: Candidate) -> QuestionCandidate:
    from rulewright.analysis.plain_questions.match import rank_of
    from rulewright.analysis.plain_questions.table import OPTION, SCENARIO
    from rulewright.core.wording import question_text
    from rulewright.site.asking.spoken import parameter_words, spoken_fact, spoken_question

    question = core.on[candidate.question].question
    params = [param.name for param in question.params]
    arguments, facts = {}, {}
    options: list[str] = []
    scenario = None
    sentences = []
    things = parameter_words(question, core)
    for value in candidate.values:
        target, *operands = value.target
        if isinstance(target, int):
            arguments[params[target]] = value.value
            continue
        if target == OPTION:
            options.append(str(operands[0]))
            sentences.append(f"the option {core.options[str(operands[0])].title} is in play")
            continue
        if target == SCENARIO:
            scenario = value.value
            sentences.append(f"the scenario is {scenario}")
            continue
        facts[question_text(core, target, tuple(operands))] = value.value
        fact = core.facts[target] if target in core.facts else core.on[target].question
        owner = things.get(str(operands[0]), str(operands[0])) if operands else ""
        sentences.append(spoken_fact(core, fact, owner, value.value))
    return QuestionCandidate(
        candidate.question,
        tuple(params),
        arguments,
        facts,
        _open_arguments(core, candidate.question, arguments),
        (spoken_question(core, question, arguments), *sentences),
        candidate.unread,
        is_field=candidate.question in core.facts and core.facts[candidate.question].kind in {"field", "status"},
        options=tuple(options),
        scenario=scenario,
        score=rank_of(candidate) / 100_000,
    )


def _open_arguments(core: Core, name: str, arguments: Mapping[str, str]) -> tuple[OpenArgument, ...]:
    """Return the arguments that are values, and that the words do not give."""
    from rulewright.engines.interpreter.questions import argument_info
    from rulewright.semantics.types import Numeric, Thing
    from rulewright.site.asking.words import said_of_open

    question = core.on[name].question
    labels = said_of_open(question, core)
    result = []
    for param in question.params:
        if isinstance(param.type, Thing) or param.name in arguments:
            continue
        info: ArgumentInfo = argument_info(core, param)
        label = labels.get(param.name, ("", ""))[1].lower() or param.name
        asks = f"{'How many' if isinstance(param.type, Numeric) and label.endswith('s') else 'Which'} {label}?"
        result.append(
            OpenArgument(param.name, info.domain, None if info.values is None else tuple(value for value, _ in info.values), asks)
        )
    return tuple(result)
