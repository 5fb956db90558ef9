"""The words by which a case is found besides its number, title and prose: of its tables, set-up, rulings, rules, examples and ledger rows.

Each field is a line of words, every word once: how often one is said does not matter to who looks for it, and the index stays small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulewright.rulebook.model import CaseInForce, LedgerRow, Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.wording.tables import param_name, table_title
from rulewright.site.wording.walk import walk
from rulewright.site.wording.words import worded
from rulewright.syntax import nodes

_WORD = re.compile(r"[^\W_]+(?:[.'’/-][^\W_]+)*")
_NAME = re.compile(r"[A-Za-z]\w*")


def words_of(of: BookOfSite, case: CaseInForce, ledger: Mapping[str, LedgerRow]) -> dict[str, str]:
    """Field -> its words, fields without any left out."""
    fields = {
        "d": [line for one in case.provisions if isinstance(one.node, nodes.Table) for line in table_words(of, one.node)],
        "p": list(_set_up(of, case)),
        "q": [line for ruling in of.rulings_on.get(case.number, ()) for line in said_in(ruling)],
        "f": list(_sentences(of, case.provisions)),
        "l": [ledger[name].summary for name in _tags(case) if name in ledger],
        "e": [example.title for example, _ in case.examples],
    }
    return {key: said for key, lines in fields.items() if (said := once(lines))}


def once(lines: Iterable[str]) -> str:
    """The words of some lines, each one time, in the order in which they come."""
    return " ".join(dict.fromkeys(word for line in lines for word in _WORD.findall(line)))


def said_in(ruling: CaseInForce) -> Iterator[str]:
    """Question and answer of a ruling."""
    yield from (line.text for line, _ in ruling.other if isinstance(line, nodes.AsksQuestion | nodes.Answers))
    yield from (paragraph.text for paragraph in ruling.text if not paragraph.struck)


def table_words(of: BookOfSite, table: nodes.Table) -> Iterator[str]:
    """Title, headings and cells of a table, as its readers see them."""
    yield table_title(table)
    yield worded(table.name)
    yield from (param_name(param) for param in table.params)
    for row in table.rows:
        for cell in row.cells:
            yield _NAME.sub(lambda found: of.sentences.value_name(found[0]), cell.text)


def _set_up(of: BookOfSite, case: CaseInForce) -> Iterator[str]:
    """Pieces, and the places where they are set up."""
    for line, _ in case.other:
        if isinstance(line, nodes.Setup):
            yield line.title or of.sentences.value_name(line.piece)
            yield from (of.sentences.value_name(place) for place in line.at)
        elif isinstance(line, nodes.Component):
            yield line.text


def _sentences(of: BookOfSite, provisions: Iterable[Provision]) -> Iterator[str]:
    """What the rules of a case decide and the facts that they ask for, in the words of both."""
    for provision in provisions:
        if isinstance(provision.node, nodes.Rule):
            clause = of.sentences.rule(provision.node)
            yield clause.lead
            yield from (words for _, words in clause.items)


def _tags(case: CaseInForce) -> Iterator[str]:
    """The statements of the ledger that a case accounts for, those of what amended it too."""
    blocks = {id(block): block for block in (case.origin.block, *(entry.origin.block for entry in case.history))}
    for block in blocks.values():
        yield from (one.name for one in walk(block) if isinstance(one, nodes.Tag))
