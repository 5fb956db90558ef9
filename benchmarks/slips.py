"""Slips between a source and its book, sown at random: how many of them the source as a witness notices, and at the right place.

One at a time, a number of the prose is changed, a tag is moved to a line of another case, the first words of a `reads` are misspelt, or
the verb of a rule is turned. A slip is noticed at the right place where a warning that was not there before has a label on the line that
changed. The checks of the source run, and nothing else: no rule is decided. `python -m benchmarks.slips [HOW MANY] [SEED]` prints a table.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from benchmarks.frame import Row
from benchmarks.reading import folder_as_text
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.resources import book_folder, shipped_books
from rulewright.base.source import Source
from rulewright.checks import evidence
from rulewright.checks.accepted import apply_accepts
from rulewright.checks.common.check import CheckInput, CheckModule, CheckScope
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.clauses import body_lines, clause_numbers
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.checks.registry import check_modules
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source

HOW_MANY = 12
SEED = 1
NEXT_TO_IT = {"RW324"}
"""Checks of what the source says that are kept elsewhere."""
WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"]
NUMBER = re.compile(rf"(?<![\w.,#/-])(?:{'|'.join(WORDS)}|\d{{1,3}})(?![\w/-]|[.,]\d)", re.IGNORECASE)
REFERENCE = re.compile(r"\[[^\]]*\]")
TAG = re.compile(r"\s*@[A-Z]+-\d+[a-z]?")
READS = re.compile(r'(\s*reads ")([^"]+)(" as )')
VERBS = (
    (r"^(\s*(?:\w+: )?)may not ", r"\1may "),
    (r"^(\s*(?:\w+: )?)must ", r"\1may "),
    (r"^(\s*(?:\w+: )?)may (?!not|only|never)", r"\1may not "),
)


class Slip(StrEnum):
    """What is sown."""

    NUMBER = "a number of the prose is another"
    TAG = "a tag is at another case"
    MISPRINT = "the words of a misprint are not those of the print"
    VERB = "the verb of a rule is turned"


@dataclass(frozen=True, slots=True)
class Sown:
    """One slip: the file that it is in, its text with it, the lines that changed, and what they were and are."""

    slip: Slip
    path: str
    text: str
    lines: tuple[int, ...]
    was: str
    now: str


class Book:
    """A book whose files are read once, and whose witnesses are asked again with one file changed."""

    def __init__(self, folder: Path) -> None:
        self.files = folder_as_text(folder)
        self.placed = {name: _parsed(name, text) for name, text in self.files.items() if name.endswith(".case")}
        book = _folded(self.placed, self.files)
        self.core: Core = lower(resolve(book, book.default_edition)[0])
        self.clean = {_key(one) for one in self.found({})}

    def found(self, changed: Mapping[str, str]) -> list[Diagnostic]:
        """What the witnesses say of the book with some of its files changed; what the book accepts is left out."""
        placed = {**self.placed, **{name: _parsed(name, text) for name, text in changed.items()}}
        book = _folded(placed, self.files)
        whole = BookIndex(book)
        given = CheckInput(book, book.default_edition, whole, {book.default_edition: EditionIndex(book, self.core, whole)})
        found = [one for module in _modules() for one in module.find(given)]
        return [one for one in apply_accepts(found, {given.edition: given}, None) if one.severity is not Severity.INFO]

    def noticed(self, sown: Sown) -> tuple[bool, bool]:
        """Whether anything is said of a slip, and whether it is said at its place."""
        new = [one for one in self.found({sown.path: sown.text}) if _key(one) not in self.clean]
        there = [
            one
            for one in new
            for label in one.labels
            for line in sown.lines
            if label.location.path == sown.path and label.location.line <= line <= label.location.end_line
        ]
        return bool(new), bool(there)


def _modules() -> list[CheckModule]:
    return [
        module
        for module in check_modules()
        if (getattr(module, "__name__", "").startswith(evidence.__name__) and module.CHECK.scope is CheckScope.BOOK)
        or module.CHECK.code in NEXT_TO_IT
    ]


def _parsed(name: str, text: str) -> Sequence[nodes.Placed]:
    return parse_source(Source(name, text))[0]


def _folded(placed: Mapping[str, Sequence[nodes.Placed]], files: Mapping[str, str]) -> Rulebook:
    tree = nodes.SyntaxTree("book", tuple(block for name in sorted(placed) for block in placed[name]))
    return build_rulebook(tree, ledger=files.get("ledger.csv"), slug="book")[0]


def _key(found: Diagnostic) -> tuple[str, str]:
    return (found.code, found.message)


# ---- sowing ------------------------------------------------------------------------------------------------------------------------


def slips(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Every slip that can be sown in a book."""
    for name, placed in book.placed.items():
        lines = book.files[name].split("\n")
        for block in placed:
            for line in body_lines(block.block):
                span = range(block.place.location_of(line.span).line, block.place.location_of(line.span).end_line + 1)
                if isinstance(line, nodes.Prose | nodes.Step | nodes.Answers):
                    yield from _numbers(name, lines, span, chance)
                elif isinstance(line, nodes.Reads):
                    yield from _misprint(name, lines, span.start, chance)
                elif isinstance(line, nodes.Rule):
                    yield from _verb(name, lines, span.start)
                    yield from _tag(book, name, lines, span, set(clause_numbers(block.block)), chance)


def _sown(slip: Slip, name: str, lines: list[str], changes: Mapping[int, str], told: tuple[int, ...]) -> Sown:
    after = [changes.get(number, line) for number, line in enumerate(lines, 1)]
    first = next(iter(changes))
    return Sown(slip, name, "\n".join(after), told, lines[first - 1].strip(), changes[first].strip())


def _numbers(name: str, lines: list[str], span: range, chance: random.Random) -> Iterator[Sown]:
    for number in span:
        line = lines[number - 1]
        plain = REFERENCE.sub(lambda found: " " * len(found[0]), line)
        for found in NUMBER.finditer(plain):
            if found[0] not in ("0", "1"):
                changed = line[: found.start()] + _another(found[0], chance) + line[found.end() :]
                yield _sown(Slip.NUMBER, name, lines, {number: changed}, (number,))


def _another(written: str, chance: random.Random) -> str:
    if not written.isdigit():
        return chance.choice([word for word in WORDS if word != written.lower()])
    value = int(written)
    return str(chance.choice([one for one in (value - 1, value + 1, 2 * value, value + 10) if one > 1]))


def _misprint(name: str, lines: list[str], number: int, chance: random.Random) -> Iterator[Sown]:
    found = READS.match(lines[number - 1])
    places = [] if found is None else [at for at in range(found.start(2), found.end(2)) if lines[number - 1][at].isalpha()]
    if places:
        line, at = lines[number - 1], chance.choice(places)
        letter = chance.choice([one for one in "aeiourst" if one != line[at].lower()])
        yield _sown(Slip.MISPRINT, name, lines, {number: line[:at] + letter + line[at + 1 :]}, (number,))


def _verb(name: str, lines: list[str], number: int) -> Iterator[Sown]:
    for pattern, by in VERBS:
        if re.match(pattern, lines[number - 1]):
            yield _sown(Slip.VERB, name, lines, {number: re.sub(pattern, by, lines[number - 1])}, (number,))
            return


def _tag(book: Book, name: str, lines: list[str], span: range, cases: set[str], chance: random.Random) -> Iterator[Sown]:
    """The last tag of a rule goes to the end of a rule of another case in the same file."""
    number = next((number for number in reversed(span) if TAG.search(lines[number - 1])), None)
    if number is None:
        return
    tag = TAG.findall(lines[number - 1])[-1]
    others = [
        block.place.location_of(line.span).end_line
        for block in book.placed[name]
        for line in body_lines(block.block)
        if isinstance(line, nodes.Rule) and not line.relations and cases.isdisjoint(clause_numbers(block.block))
    ]
    others = [other for other in others if tag.strip() not in lines[other - 1] and not lines[other - 1].lstrip().startswith('"')]
    if others:
        there = chance.choice(others)
        moved = {number: lines[number - 1].replace(tag, "", 1).rstrip(), there: f"{lines[there - 1]}  {tag.strip()}"}
        yield _sown(Slip.TAG, name, lines, moved, (number, there))


# ---- the table ---------------------------------------------------------------------------------------------------------------------


def drawn(book: Book, how_many: int, seed: int) -> list[Sown]:
    """So many slips of each kind, places drawn at random and always the same."""
    chance = random.Random(seed)
    every = list(slips(book, chance))
    return [one for slip in Slip for one in _some([one for one in every if one.slip is slip], how_many, chance)]


def _some(every: list[Sown], how_many: int, chance: random.Random) -> list[Sown]:
    return every if len(every) <= how_many else chance.sample(every, how_many)


def measured(how_many: int, seed: int, tell: Callable[[str], None] = lambda line: None) -> dict[Slip, Counter[str]]:
    """Over the shipped books: sown, noticed, and noticed at the right place."""
    found: dict[Slip, Counter[str]] = {slip: Counter() for slip in Slip}
    for name in shipped_books():
        book = Book(book_folder(name))
        for sown in drawn(book, how_many, seed):
            said, there = book.noticed(sown)
            found[sown.slip].update({"sown": 1, "noticed": said, "at its place": there})
            if not there:
                tell(f"{name}/{sown.path}:{sown.lines[0]}: {sown.slip}: `{sown.was}` became `{sown.now}`")
    return found


def rows() -> Iterator[Row]:
    """For `make bench`: how many are noticed at the right place."""
    for slip, count in measured(HOW_MANY, SEED).items():
        yield Row(f"slips noticed: {slip}", count["at its place"], f"of {count['sown']}", note=f"{count['noticed']} noticed anywhere")


def main(arguments: Sequence[str]) -> int:
    how_many = int(arguments[0]) if arguments else HOW_MANY
    found = measured(how_many, int(arguments[1]) if len(arguments) > 1 else SEED, print)
    print("| slip | sown | noticed | at its place |", "|---|--:|--:|--:|", sep="\n")
    for slip, count in found.items():
        print(f"| {slip} | {count['sown']} | {count['noticed']} | {count['at its place']} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
