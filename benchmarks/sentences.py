"""How the sentences read that are made of the rules of the five books.

Of each rule of the newest edition there is one sentence, and of each relation with a condition. Counted are the words of whole
sentences, list and all, and of their lines: the main clause is a line, and so is each item of a list. `python -m benchmarks.sentences`
prints the figures and what is clumsy; with folders, those of the books in them. With `--sample 200 --seed 1` it prints so many drawn at
random, of all kinds that pages and answers have, to be read aloud: of the shipped books, and of those in the folders.
"""

from __future__ import annotations

import argparse
import io
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from benchmarks.frame import Row
from rulewright.engines.interpreter.ask import ask
from rulewright.interfaces.api.edition_words import edition_wording
from rulewright.interfaces.cli.answers import show_answer
from rulewright.semantics.model import FactDecl, Param, Question
from rulewright.semantics.types import Thing
from rulewright.site.asking.words import said_of_fact, said_of_open, said_of_question
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.slots import fill_slots
from rulewright.site.wording.words import capitalize, kind_worded
from rulewright.syntax import nodes
from rulewright.workspace.open_book import load

ROOT = Path(__file__).parent.parent
BOOKS = ("leipzig", "leipzig-lite", "war-in-europe", "la-grande-armee", "armee-du-nord")
MOST_IN_MEDIAN, MOST_AT_NINETY = 22, 40
FEW_WORDS = 5
"""A line of an answer with fewer words is no sentence."""
LABEL = re.compile(r"\([a-z0-9]+\)")
CLUMSY = {
    "there is some": r"\bthere is some\b",
    "such that": r"\bsuch that\b",
    "of the … of the … of the": r"\bof the [\w' ]+? of the [\w' ]+? of the\b",
    "is not … is not": r"\bis not\b.*\bis not\b",
    "the corps is the corps": r"\bthe (\w+) is the \1\b",
    "either": r"\beither\b",
    "for every": r"\bfor every\b",
    "over every": r"\bover every\b",
    "for which": r"\bfor which\b",
    "not not": r"\bnot not\b",
    "one noun four times": r"\b(the \w+)\b(?:.*\b\1\b){3}",
}
"""What makes a sentence clumsy, each with the pattern that finds it."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a book: `lines` are its main clause and the items of its list."""

    book: str
    address: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def sentences_of(folder: Path) -> Iterator[Sentence]:
    """Yield the sentences of the rules and relations of a book's newest edition."""
    book = load(str(folder)).book
    sentences = Sentences(book)
    for provision in list(book.views.values())[-1].provisions_in_force():
        node, address = provision.node, provision.id.text
        if isinstance(node, nodes.Rule):
            clause = sentences.rule_clause(node)
            items = (f"({label}) {words}" for label, words in clause.items)
            yield Sentence(folder.name, address, (clause.lead, *items))
        elif isinstance(node, nodes.Relation) and node.when is not None and not node.by:
            yield Sentence(folder.name, address, (sentences.relation_sentence(node, node.targets[0].number if node.targets else ""),))


def count_words(text: str) -> int:
    """Count the words of a text without the letters of lists."""
    return sum(not LABEL.fullmatch(word) for word in text.split())


def percentile(counts: Iterable[int], share: float) -> int:
    """Return the count below which a share of all counts lies."""
    ordered = sorted(counts)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0


def clumsy_counts(sentences: Sequence[Sentence]) -> dict[str, int]:
    """Count the sentences with each clumsy turn."""
    return {name: sum(re.search(pattern, sentence.text) is not None for sentence in sentences) for name, pattern in CLUMSY.items()}


def all_sentences() -> list[Sentence]:
    """Return the sentences of the five books."""
    return [sentence for book in BOOKS for sentence in sentences_of(ROOT / "rules" / book)]


def rows(sentences: Sequence[Sentence] | None = None) -> Iterator[Row]:
    """Yield the rows for the table of all benchmarks."""
    sentences = all_sentences() if sentences is None else sentences
    wholes = [count_words(sentence.text) for sentence in sentences]
    lines = [count_words(line) for sentence in sentences for line in sentence.lines]
    longest = [max(map(count_words, sentence.lines)) for sentence in sentences]
    note = f"{len(sentences):,} sentences, {len(lines):,} lines"
    yield Row("words of a sentence or item, median", percentile(lines, 0.5), "words", MOST_IN_MEDIAN, note=note)
    yield Row("words of a sentence or item, at 90 percent", percentile(lines, 0.9), "words", MOST_AT_NINETY)
    yield Row("words of the longest line of a rule, median", percentile(longest, 0.5), "words")
    yield Row("words of the longest line of a rule, at 90 percent", percentile(longest, 0.9), "words")
    yield Row("words of a rule with all items, median", percentile(wholes, 0.5), "words")
    yield Row("words of a rule with all items, at 90 percent", percentile(wholes, 0.9), "words")


class Drawn:
    """Draws sentences of the newest edition of a book, each method one kind."""

    def __init__(self, folder: Path) -> None:
        self._opened = load(str(folder))
        self._sentences, self._core = Sentences(self._opened.book), self._opened.core()
        view = list(self._opened.book.views.values())[-1]
        self._statements = [
            one.node
            for one in view.provisions_in_force()
            if isinstance(one.node, nodes.Rule | nodes.NotHeld | nodes.DoesNotMatter)
            or (isinstance(one.node, nodes.Relation) and one.node.when is not None)
        ]
        self._examples = [example for case in view.all_cases() for example, _ in case.examples]

    def statement(self, chance: random.Random) -> str:
        """A rule, a relation with a condition, or what a case bears on."""
        node = chance.choice(self._statements)
        if isinstance(node, nodes.Rule):
            return self._sentences.rule_clause(node).text
        if isinstance(node, nodes.Relation):
            return self._sentences.relation_sentence(node, node.targets[0].number if node.targets else "")
        return self._sentences.bearing_clause(node).text

    def example(self, chance: random.Random) -> str:
        """An example: what is given, and what follows; a statement where the book has none."""
        if not self._examples:
            return self.statement(chance)
        givens, thens = self._sentences.example_sentences(chance.choice(self._examples))
        return f"Given: {'; '.join(givens) or 'nothing'}. Then: {'; '.join(thens)}"

    def question(self, chance: random.Random) -> str:
        """A question of a calculator, or for a fact that it needs, before anything is chosen."""
        questions_and_facts: list[Question | FactDecl] = [*self._core.questions.values(), *self._core.facts.values()]
        asked = chance.choice(questions_and_facts)
        said = said_of_question(asked) if isinstance(asked, Question) else said_of_fact(asked)
        chosen = said_of_open(asked, self._core) if isinstance(asked, Question) else {}
        kinds = {param.name: kind_worded(_kind_of(param)) for param in asked.params}
        several = {kind for kind in kinds.values() if list(kinds.values()).count(kind) > 1}
        words = {name: f"{kind} {name}" if kind in several else f"the {kind}" for name, kind in kinds.items()}
        words.update({name: choice for name, (choice, _) in chosen.items()})
        return capitalize(fill_slots(said["asks"], words))

    def answer(self, chance: random.Random) -> str:
        """A line of what `ask` answers where nothing is given."""
        questions = [
            one
            for one in self._core.questions.values()
            if "." not in one.name and all(isinstance(param.type, Thing) for param in one.params)
        ]
        asked = chance.choice(questions)
        text = f"{asked.name}({', '.join(param.name for param in asked.params)})" if asked.params else asked.name
        answer, out = ask(self._core, text, closed=True, assume_usual=True, premises=True), io.StringIO()
        show_answer(Console(file=out, width=10_000), answer, edition_wording(self._opened, self._core.edition))
        lines = [line.strip("│├└─ \n") for line in out.getvalue().splitlines()]
        return chance.choice([line for line in lines if len(line.split()) >= FEW_WORDS] or lines)


def _kind_of(param: Param) -> str:
    return param.type.record if isinstance(param.type, Thing) else str(getattr(param.type, "name", param.name))


def draw(folders: Sequence[Path], number: int, seed: int) -> list[str]:
    """Draw sentences of these books, each book as often: half of them are statements, a sixth each examples, questions and answers."""
    chance, books = random.Random(seed), [Drawn(folder) for folder in folders]
    drawn: list[str] = []
    while len(drawn) < number:
        book = books[len(drawn) % len(books)]
        kind = chance.choice((book.statement, book.statement, book.statement, book.example, book.question, book.answer))
        sentence = kind(chance)
        if sentence not in drawn:
            drawn.append(sentence)
    return drawn


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sentences", description="How the sentences of rules read.")
    parser.add_argument("folder", nargs="*", type=Path, help="books of one's own")
    parser.add_argument("--sample", type=int, default=0, help="print so many sentences of all kinds, also of the shipped books")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=0, help="print so many of the longest sentences")
    options = parser.parse_args()
    if options.sample:
        for number, text in enumerate(draw([*(ROOT / "rules" / book for book in BOOKS), *options.folder], options.sample, options.seed), 1):
            print(f"{number}. {text}")
        return
    sentences = [sentence for folder in options.folder for sentence in sentences_of(folder)] or all_sentences()
    for row in rows(sentences):
        print(f"{row.what}: {row.measured:g}")
    for name, count in clumsy_counts(sentences).items():
        print(f"{count:5}  {name}")
    longest = sorted(sentences, key=lambda sentence: -count_words(sentence.text))[: options.longest]
    for number, sentence in enumerate(longest, 1):
        print(f"{number}. {sentence.book} {sentence.address} ({count_words(sentence.text)}): {sentence.text}")


if __name__ == "__main__":
    main()
