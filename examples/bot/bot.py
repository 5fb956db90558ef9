"""A chat bot for any rulebook, on standard input and output: python bot.py BOOK [ADDRESS OF ITS SITE]

It takes plain words, asks back where they are not clear, asks for the one fact that matters next, and remembers what it was told.
`facts` shows that, `NAME=VALUE` tells it a fact, and `undo` takes the last line back.
"""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import rulewright


class State(NamedTuple):
    situation: rulewright.Situation
    facts: dict[str, Any]
    question: rulewright.QuestionCandidate | None
    arguments: dict[str, str]


class Talk:
    """A talk about one book: what is known, the question, and for `undo` what they were before each line."""

    def __init__(self, book: rulewright.Book, site: str = "") -> None:
        self.book, self.site = book, site
        self.situation = book.situation()
        self.question: rulewright.QuestionCandidate | None = None
        self.arguments: dict[str, str] = {}
        self.choices: tuple[rulewright.QuestionCandidate, ...] = ()
        self.asked_fact = ""
        self.history: list[State] = []

    def reply(self, line: str) -> Iterator[str]:
        if line == "facts":
            yield ", ".join(f"{name}: {value}" for name, value in self.situation.facts.items()) or "I know nothing yet."
        elif line == "undo":
            yield from self.undo() if self.history else ["There is nothing to take back."]
        else:
            self.history.append(State(self.situation, self.situation.facts, self.question, dict(self.arguments)))
            try:
                yield from self.take_line(line)
            except rulewright.Error as error:  # such as a value that the fact cannot have: forget it, and ask again
                yield " ".join((error.message, *error.hints))
                yield from self.undo()

    def undo(self) -> Iterator[str]:
        self.situation, facts, self.question, self.arguments = self.history.pop()
        for name in self.situation.facts:
            self.situation.take_back(name)
        self.situation.give(facts)
        yield from self.give_answer()

    def take_line(self, line: str) -> Iterator[str]:
        name, is_fact, value = line.partition("=")
        if is_fact:
            yield from self.give_fact(name.strip(), value.strip())
        elif self.asked_fact and not line.endswith("?"):
            yield from self.give_fact(self.asked_fact, line)
        elif line.isdecimal() and 0 < int(line) <= len(self.choices):
            yield from self.ask_question(self.choices[int(line) - 1])
        else:
            yield from self.read_words(line)

    def read_words(self, words: str) -> Iterator[str]:
        reading = self.book.find_questions(words)
        if reading.clear_candidate:
            yield from self.ask_question(reading.clear_candidate)
        elif reading.term:
            yield f"{reading.term.name}: {reading.term.text}"
        else:
            self.choices, self.asked_fact = reading.candidates[:3], ""
            yield reading.why_unclear
            for number, candidate in enumerate(self.choices, 1):
                yield f"  {number}  {candidate.sentence}" + "".join(f" (without `{word}`)" for word in candidate.unread)

    def ask_question(self, question: rulewright.QuestionCandidate) -> Iterator[str]:
        yield question.sentence
        self.question, self.arguments, self.choices = question, {}, ()
        if question.options or question.scenario:
            known = self.situation.facts
            self.situation = self.book.situation(known, options=question.options, scenario=question.scenario)
        self.situation.give(question.facts)
        yield from self.give_answer()

    def give_fact(self, name: str, value: str) -> Iterator[str]:
        if self.question and any(name == argument.name for argument in self.question.open_arguments):
            self.arguments[name] = value  # of this question only, and no fact of the situation
        else:
            self.situation.give(name, value)
        yield from self.give_answer()

    def give_answer(self) -> Iterator[str]:
        self.asked_fact = ""
        if self.question is None:
            yield "What do you want to know?"
            return
        answer = self.situation.ask(self.question.call_with(self.arguments))
        if answer.missing:
            fact = answer.missing[0]
            self.asked_fact = fact.fact
            asks = {argument.name: argument.asks for argument in self.question.open_arguments}
            yield f"{asks.get(fact.fact) or fact.asks or fact.fact} ({fact.domain})"
            return
        yield str(answer)
        for reason in answer.because:
            yield f"  {reason.phrase} [{self.book.link(reason.rule, base=self.site)}]"
        for rule in () if answer.because else answer.inapplicable:
            yield f"  {rule} [{self.book.link(rule.rule, base=self.site)}]"
        for assumption in answer.assumed:
            yield f"  {assumption}"


def main(book: str, site: str = "") -> None:
    talk = Talk(rulewright.load(book), site)
    print(f"{talk.book.name}: what do you want to know?")
    for line in sys.stdin:
        if line.strip():
            print(*talk.reply(line.strip()), sep="\n", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
