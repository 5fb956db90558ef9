"""A question in plain words on the command line: which question of the book it is taken as, or which it may mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.base.prose_lists import listing
from rulewright.core.wording import value_text
from rulewright.engines.interpreter.answer import Answer, MissingFact
from rulewright.interfaces.api.command_lines import ask_command, quote_argument
from rulewright.interfaces.api.facts import NOT_GIVEN, WORLD, flat_facts
from rulewright.interfaces.api.plain_questions import PlainReading, QuestionCandidate, TermEntry, begins_as_question, is_plain
from rulewright.interfaces.cli.interview import list_choices, prompt_for_fact
from rulewright.interfaces.cli.terminal import print_text

if TYPE_CHECKING:
    from rulewright.analysis.plain_questions.places import Place
    from rulewright.interfaces.cli.inquiry import Inquiry

MOST_LISTED = 8
"""So many cases of a term, and questions that depend on a fact, are shown."""
MOST_SAMPLES = 8
"""So many missing facts are shown with words that give them."""


class PlainInquiry:
    """Words that are asked for by an inquiry, and the question that they are taken as, if it is clear or chosen."""

    def __init__(self, inquiry: Inquiry, reading: PlainReading, fault: WrongInput) -> None:
        """`fault` is what is wrong with the words as a question in the language."""
        self._inquiry = inquiry
        self._fault = fault
        self.reading = reading
        self.candidate = reading.clear_candidate

    @property
    def _book_name(self) -> str:
        return self._inquiry.book._loaded.command_line_name

    def choose_candidate(self) -> None:
        """Ask the person which of the candidates is meant; leave it open if they quit."""
        candidates = self.reading.candidates
        print_text(f"`{self.reading.words}` may mean several questions. Which is meant? Answer with its number; `quit` stops.", dim=True)
        for number, candidate in enumerate(candidates, 1):
            print_text(f"  {number}. {candidate.clause}")
        while self.candidate is None:
            try:
                reply = input("> ").strip()
            except EOFError:
                print_text()
                return
            if reply in ("q", "quit", "exit"):
                return
            if reply.isdecimal() and 0 < int(reply) <= len(candidates):
                self.candidate = candidates[int(reply) - 1]

    def adopt_candidate(self, candidate: QuestionCandidate, *, interactive: bool) -> tuple[MissingFact, ...]:
        """Let the inquiry ask that question with what the words give, unless it is given besides; return the arguments that are missing."""
        facts = dict(self._inquiry.facts)
        world = {WORLD: facts.pop(WORLD)} if WORLD in facts else {}
        facts = flat_facts(facts)
        values = {argument.name: facts.pop(argument.name, None) for argument in candidate.open_arguments}
        arguments = {name: value_text(value) for name, value in values.items() if value is not None and value != NOT_GIVEN}
        missing = []
        for argument in candidate.open_arguments:
            if argument.name not in arguments:
                missing_argument = MissingFact(argument.name, argument.domain, asks=argument.asks)
                reply = _prompt_for_argument(missing_argument) if interactive else None
                if reply is None:
                    missing.append(missing_argument)
                else:
                    arguments[argument.name] = reply
        self._inquiry.question = candidate.call_with(arguments)
        self._inquiry.facts = {**candidate.facts, **facts, **world}
        self._inquiry.options = tuple(dict.fromkeys((*self._inquiry.options, *candidate.options)))
        self._inquiry.scenario = self._inquiry.scenario or candidate.scenario
        return tuple(missing)

    def missing_answer(self, missing: Iterable[MissingFact]) -> Answer:
        """Return the answer where arguments of the question are missing."""
        from rulewright.core.query import Status

        inquiry, candidate = self._inquiry, self.candidate
        phrase = "" if candidate is None else candidate.sentences[0].removesuffix("?")
        return Answer(inquiry.book.name, inquiry.edition or "", inquiry.question, Status.MISSING, missing=tuple(missing), phrase=phrase)

    def unclear_error(self) -> WrongInput:
        """Return the error for words that may mean several questions or none, or of which not all are read."""
        reading = self.reading
        if reading.depends:
            return WrongInput(reading.why_unclear, hints=list(self._dependent_lines()))
        lines = self._candidate_lines() if reading.candidates else ()
        return WrongInput(reading.why_unclear, hints=[*lines, *self._place_lines()])

    def _candidate_lines(self) -> Iterable[str]:
        candidates = self.reading.candidates[:1] if self.reading.is_clear else self.reading.candidates
        if self.reading.is_clear:
            yield "without that, this is asked:"
        else:
            yield "ask one of these:" if len(candidates) > 1 else "it may mean this one:"
        for number, candidate in enumerate(candidates, 1):
            yield f"{number}. {candidate.clause}"
            yield f"   {ask_command(self._book_name, candidate.question, candidate.facts, candidate.options, candidate.scenario)}"
            if candidate.unread:
                yield f"   not read: {', '.join(candidate.unread)}"
        if self.reading.tied_count:
            yield f"and {self.reading.tied_count} more that fit as well as the last"
        message = self._fault.message
        is_name_misused = "it is a" in message  # as in `may mud`
        if is_name_misused or not ("is not a question" in message or begins_as_question(self.reading.words)):
            yield f"in the language: {message}"

    def _dependent_lines(self) -> Iterable[str]:
        """Yield the facts that the words suppose, with the questions that depend on each, and how one is asked with the fact."""
        for number, supposed in enumerate(self.reading.depends, 1):
            unread = f", not read: {', '.join(supposed.unread)}" if supposed.unread else ""
            yield f"{number}. {supposed.sentence} `{supposed.fact}`{unread}"
            yield "   on this depends:" if supposed.questions else "   no answer to another question depends on it"
            first_questions = list(supposed.questions.items())[:MOST_LISTED]
            yield from (f"   {sentence} `{question}`" for question, sentence in first_questions)
            if len(supposed.questions) > MOST_LISTED:
                yield f"   and {len(supposed.questions) - MOST_LISTED} more"
        if any(supposed.questions for supposed in self.reading.depends):
            yield f'ask one of them, and give the fact: `rulewright ask {self._book_name} "QUESTION" "FACT=VALUE"`'

    def _place_lines(self) -> Iterable[str]:
        """Yield where the book speaks of the words, the words of which it does not speak, and the next step."""
        mentions = self.reading.mentions
        if mentions.unknown:
            yield f"the book does not speak of {listing([f'`{word}`' for word in mentions.unknown], 'or')}"
        if mentions.places:
            yield "it speaks of these words in"
            for place in mentions.places:
                yield f"  {_place_words(place)}"
        yield f"`rulewright questions {self._book_name}` lists what there is"

    def show_candidate(self) -> None:
        """Print what the words are taken as, how that is asked in the language, and which words were not read."""
        candidate = self.candidate
        if candidate is None:
            return
        print_text(f"taken as: {candidate.clause}", bold=True)
        command = ask_command(self._book_name, self._inquiry.question, candidate.facts, candidate.options, candidate.scenario)
        print_text(f"  {command}", dim=True)
        if candidate.unread:
            print_text(f"  not read: {', '.join(candidate.unread)}", dim=True)

    def show_term(self, term: TermEntry) -> None:
        """Print the entry of a term: what it is, what else it is called, and the cases that use it."""
        print_text(f"{term.name}: {term.text}", bold=True)
        if term.also:
            print_text(f"also {listing(list(term.also), 'and')}")
        for case in term.cases[:MOST_LISTED]:
            print_text(f"  {_place_words(case)}")
        if len(term.cases) > MOST_LISTED:
            print_text(f"  and {len(term.cases) - MOST_LISTED} more cases")
        if not term.cases:
            print_text("no case that is held here uses it")

    # ---- JSON ----------------------------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return what a document of `ask --format json` has besides for a question in plain words."""
        candidates = [{**candidate.to_json(), "needs": self._needed_facts(candidate)} for candidate in self.reading.candidates]
        if self.candidate is None:
            mentions = self.reading.mentions
            others: dict[str, Any] = {"mentions": [place.to_json() for place in mentions.places], "unknown": list(mentions.unknown)}
            depends = [supposed.to_json() for supposed in self.reading.depends]
            others |= {"depends": depends} if depends else {}
            return {"why_unclear": self.reading.why_unclear, "candidates": candidates, **others}
        taken_as = {"words": self.reading.words, "sentence": self.candidate.clause, **self.candidate.to_json()}
        return {"taken": taken_as, "candidates": candidates}

    def unclear_json(self) -> dict[str, Any]:
        """Return the document for words that may mean several questions, or that ask for a term."""
        from rulewright.core.query import Status

        inquiry = self._inquiry
        empty = Answer(inquiry.book.name, inquiry.edition or "", self.reading.words, Status.MISSING).to_json()
        term = self.reading.term
        return {**empty, "status": "unclear", **self.to_json()} if term is None else {**empty, "status": "term", "term": term.to_json()}

    def _needed_facts(self, candidate: QuestionCandidate) -> list[dict[str, Any]]:
        """Return the facts that the answer to a candidate needs besides what the words give; none where arguments are open."""
        if candidate.open_arguments:
            return []
        inquiry = replace(
            self._inquiry,
            question=candidate.question,
            facts=dict(candidate.facts),
            options=candidate.options or self._inquiry.options,
            scenario=self._inquiry.scenario or candidate.scenario,
            brief=True,
            over=(),
            least=False,
            most=False,
        )
        try:
            missing = inquiry.compute_answer().missing
        except WrongInput:  # what the words give is impossible together
            return []
        return [{"fact": fact.fact, "domain": fact.domain, "asks": fact.asks or None, "certain": fact.certain} for fact in missing]


def _place_words(place: Place) -> str:
    """Return `8.6 Movement in mud`, `the table of 8.6: the allowance of …`, `the term zoc`."""
    if place.kind == "case":
        return f"{place.name} {place.title}".rstrip()
    return f"the table of {place.name}: {place.title}" if place.kind == "table" else f"the {place.kind} `{place.name}`"


def read_words(inquiry: Inquiry, fault: WrongInput) -> PlainInquiry:
    """Return the words of an inquiry as a question in plain words; raise the fault of the language again where they are none."""
    if not is_plain(inquiry.question):
        raise fault
    reading = inquiry.book.find_questions(inquiry.question, inquiry.edition)
    if not reading.candidates and reading.term is None and not begins_as_question(inquiry.question):
        raise fault
    return PlainInquiry(inquiry, reading, fault)


def show_samples(missing: tuple[MissingFact, ...]) -> None:
    """Print words that give each missing fact."""
    if not missing:
        return
    print_text("add what you know, for example:")
    for fact in missing[:MOST_SAMPLES]:
        print_text(f"  {quote_argument(f'{fact.fact}={_sample_value(fact.domain)}')}   {fact.asks or fact.domain}")


def _sample_value(domain: str) -> str:
    """Return a value of a domain in words: `clear` of `clear, mud or snow`, `0` of `0..12 SP`, a name for a thing."""
    choices = list_choices(domain)
    low, dots, high = domain.partition("..")
    return choices[0] if choices else "1" if domain.startswith("a number") else (low or high.split()[0]).strip() if dots else "NAME"


def _prompt_for_argument(argument: MissingFact) -> str | None:
    """Return the reply for an argument, or None if the person stops."""
    while True:
        reply = prompt_for_fact(argument, undoable=False)
        if reply == "quit":
            return None
        if reply == "?":
            print_text(f"  it can be: {argument.domain}", dim=True)
        else:
            return str(reply)
