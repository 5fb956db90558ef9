"""How the sentences read that are made of the rules of the five books.

Of each rule of the newest edition there is one sentence, and of each relation with a condition. Counted are the words of whole
sentences, list and all, and of their lines: the main clause is a line, and so is each item of a list. `python -m benchmarks.sentences`
prints the figures and what is clumsy; with a folder, those of the book in it; with `--sample 200 --seed 1` it prints so many drawn at
random, to be read aloud.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.frame import Row
from rulewright.site.wording.sentences import Sentences
from rulewright.syntax import nodes
from rulewright.workspace.open_book import load

ROOT = Path(__file__).parent.parent
BOOKS = ("leipzig", "leipzig-lite", "war-in-europe", "la-grande-armee", "armee-du-nord")
MOST_IN_MEDIAN, MOST_AT_NINETY = 22, 40
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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sentences", description="How the sentences of rules read.")
    parser.add_argument("folder", nargs="?", type=Path, help="a book of one's own")
    parser.add_argument("--sample", type=int, default=0, help="print so many sentences")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=0, help="print so many of the longest sentences")
    options = parser.parse_args()
    sentences = list(sentences_of(options.folder)) if options.folder else all_sentences()
    for row in rows(sentences):
        print(f"{row.what}: {row.measured:g}")
    for name, count in clumsy_counts(sentences).items():
        print(f"{count:5}  {name}")
    drawn = random.Random(options.seed).sample(sentences, min(options.sample, len(sentences)))
    longest = sorted(sentences, key=lambda sentence: -count_words(sentence.text))[: options.longest]
    for number, sentence in enumerate((*drawn, *longest), 1):
        print(f"{number}. {sentence.book} {sentence.address} ({count_words(sentence.text)}): {sentence.text}")


if __name__ == "__main__":
    main()
