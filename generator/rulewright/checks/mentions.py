"""Every place of an edition that names a case: relations, `refers to`, prose; each with what it names and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.checks.edition_index import EditionIndex, clause_number
from rulewright.diagnostics import Label
from rulewright.language import nodes
from rulewright.rulebook.model import Origin, Paragraph
from rulewright.rulebook.numbers import heading_of
from rulewright.source import Location
from rulewright.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Mention:
    """`number` as written; `ref` where it is formal (a rule of a case may be meant); `clause` in which it stands; `how` it is named."""

    number: str
    ref: nodes.CaseRef | None
    clause: str
    how: str
    where: Paragraph | tuple[Origin, nodes.Node]

    def label(self, text: str) -> Label:
        """A label on it; worked out only when there is something to say."""
        if isinstance(self.where, Paragraph):
            return Label(place_in(self.where, self.number), text)
        origin, node = self.where
        return Label(origin.place.at(node.span), text)


def mentions(here: EditionIndex) -> Iterator[Mention]:
    """All mentions of one edition, in the order of its provisions, lines and texts."""
    for provision, relation in here.relations:
        for ref in relation.targets:
            yield Mention(ref.number, ref, str(provision.case), relation.kind.value, (provision.origin, ref))
    for clause, line, origin in here.lines():
        yield from _of_line(here, clause_number(clause), line, origin)
    for clause, paragraph in here.paragraphs():
        for number in here.prose(paragraph.text).cases:
            yield Mention(number, None, clause_number(clause), "refers to", paragraph)


def _of_line(here: EditionIndex, clause: str, line: nodes.BodyLine, origin: Origin) -> Iterator[Mention]:
    match line:
        case nodes.Refers() | nodes.Accepts():
            how = "refers to" if isinstance(line, nodes.Refers) else "accepts a finding with"
            for ref in line.cases:
                yield Mention(ref.number, ref, clause, how, (origin, ref))
        case nodes.Reads():
            for number in here.prose(line.because).cases:
                yield Mention(number, None, clause, "refers to", (origin, line))
        case _:  # open: other lines mention cases in their words or their relations
            return


def place_in(paragraph: Paragraph, words: str) -> Location:
    """Where words of a paragraph stand: exactly if it was written on one line, else the paragraph."""
    whole = paragraph.location
    node = paragraph.node
    if not isinstance(node, nodes.Prose) or node.tags or whole.line != whole.end_line or node.text != paragraph.text:
        return whole
    found = paragraph.text.find(words)
    start = whole.end_column - 1 - len(paragraph.text) + found  # the text ends before the closing quote
    if found < 0 or start <= whole.column:
        return whole
    return Location(whole.path, whole.line, start, whole.line, start + len(words))


def meant(here: EditionIndex, number: str) -> str:
    """The "did you mean" among the numbers of the same chapter: a book has too many to compare them all."""
    heading = heading_of(number)
    near = [known for known in here.by_number if heading_of(known) == heading] or list(here.chapter_numbers)
    return did_you_mean(number, near)
