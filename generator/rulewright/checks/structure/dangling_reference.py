"""a case is named that is not there

## What it does
Looks at every number of a case that a rulebook names: in `overrides`, `sets aside`, `except`, `restates`, `besides`, `as in`,
`refers to`, in the places of terms and words, and in prose, whether in brackets (`[9.13]`, `[5.2] to [5.4]`) or spoken
(`cases 5.2 to 5.4`): in the text of a case, in notes, components and misprints, in the question and answer of a ruling and in the words
of a reading and its choices. Each is looked up in the edition in which it stands: a case that the errata add does not exist for
the printed text.

## Why it matters
A reader who follows the reference finds nothing, and a precedence that names a missing case has no effect.

## Example
```case
case 5.1 "Order"
  "Units move by [5.4], in the order of cases 5.2 to 5.3."

case 5.2 "First"
  "The first player moves."
```

## Use instead
```case
case 5.1 "Order"
  "Units move by [5.2], in the order of cases 5.2 to 5.3."

case 5.2 "First"
  "The first player moves."

case 5.3 "Second"
  not held
```

## Limits
In prose without brackets only numbers after the word *case*, *rule*, *section* or *paragraph* are looked up, and of a range its two ends.
The numbers of chapters and of headings that have sub-cases count as cases, even if no case has that number. Vocabulary belongs to no
source: what it names must exist in some edition.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.places import at_mention, in_words
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.rulebook.case_numbers import heading_of
from rulewright.rulebook.mentions import Mention, Way
from rulewright.syntax import nodes

CHECK = Check("RW302", "dangling-reference", Severity.ERROR)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for mention in given.here.mentions:
        if not _is_there(here, mention):
            number = mention.number
            help = _meant(here, number) or f"if its text is not held, declare it: `case {number}` with the line `not held`"
            yield CHECK.finding(
                f"{in_words(mention)}, and there is no such case",
                [at_mention(mention, "" if here.is_there(number) or not _elsewhere(given, number) else "not in this edition")],
                help=help,
                cases=[mention.teller],
            )
    yield from _in_vocabulary(given)


def _is_there(here: EditionIndex, mention: Mention) -> bool:
    """Prose may also name a chapter or a heading; what a line or relation names must be there itself."""
    return mention.reached is not None or (mention.way is Way.PROSE and here.is_there(mention.number))


def _elsewhere(given: CheckInput, number: str) -> bool:
    return any(index.is_there(number) for index in given.everywhere.values())


def _meant(here: EditionIndex, number: str) -> str:
    """The "did you mean" among the numbers of the same chapter: a book has too many to compare them all."""
    heading = heading_of(number)
    near = [known for known in here.by_number if heading_of(known) == heading] or list(here.chapter_numbers)
    return did_you_mean(number, near)


def _in_vocabulary(given: CheckInput) -> Iterator[Diagnostic]:
    """Vocabulary belongs to no edition: a case that any edition has is there, and the same is said of it in all."""
    latest = given.everywhere[given.book.default_edition]
    for declared in given.book.declarations:
        node = declared.node
        if not isinstance(node, nodes.Term | nodes.Word):
            continue
        named = [(ref.number, declared.place.at(ref.span)) for ref in node.cases]
        if isinstance(node, nodes.Term):
            named += [(number, declared.place.at(node.span)) for number in _in_prose(given, node.text)]
        for number, at in named:
            if not _elsewhere(given, number):
                message = f"`{node.name}` is said of `{number}`, and there is no such case"
                yield CHECK.finding(message, [Label(at)], help=_meant(latest, number))


def _in_prose(given: CheckInput, text: str) -> Iterator[str]:
    """The numbers that a text names, both ends of a range; not those that may be quantities."""
    for reference in given.whole.texts.references(text):
        if not reference.bare:
            yield from (number for number in (reference.number, reference.last) if number is not None)
