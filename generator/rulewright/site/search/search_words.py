"""The words by which a case is found besides its number, title and prose: of its tables, set-up, rulings, rules, examples and ledger rows.

Each field is a line of words, every word once: how often one is said does not matter to who looks for it, and the index stays small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulewright.base.names import NAME
from rulewright.rulebook.model import CaseInForce, LedgerRow, Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.wording.tables import param_name, table_title
from rulewright.site.wording.words import capitalize, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.traversal import walk_nodes

_WORD = re.compile(r"[^\W_]+(?:[.'’/-][^\W_]+)*")
_NAME = re.compile(NAME)


def words_of(site_book: BookOfSite, case: CaseInForce, ledger: Mapping[str, LedgerRow]) -> dict[str, str]:
    """Field -> its words, fields without any left out."""
    fields = {
        "d": [
            line
            for provision in case.provisions
            if isinstance(provision.node, nodes.Table)
            for line in table_words(site_book, provision.node)
        ],
        "p": list(_set_up_words(site_book, case)),
        "q": [line for ruling in site_book.rulings_on.get(case.number, ()) for line in said_in(ruling)],
        "f": list(_rule_sentences(site_book, case.provisions)),
        "l": [ledger[name].summary for name in _tag_names(case) if name in ledger],
        "e": [example.title for example, _ in case.examples],
    }
    return {key: unique for key, lines in fields.items() if (unique := join_unique(lines))}


def join_unique(lines: Iterable[str]) -> str:
    """The words of some lines, each one time, in the order in which they come."""
    return " ".join(dict.fromkeys(word for line in lines for word in _WORD.findall(line)))


def said_in(ruling: CaseInForce) -> Iterator[str]:
    """The kind of a ruling, its question and its answer."""
    if ruling.ruling_kind:
        yield f"{capitalize(spell_out(ruling.ruling_kind))}:"
    yield from (line.text for line, _ in ruling.other if isinstance(line, nodes.AsksQuestion | nodes.Answers))
    yield from (paragraph.text for paragraph in ruling.text if not paragraph.struck)


def table_words(site_book: BookOfSite, table: nodes.Table) -> Iterator[str]:
    """Title, headings and cells of a table, as its readers see them."""
    yield table_title(table)
    yield spell_out(table.name)
    yield from (param_name(param) for param in table.params)
    for row in table.rows:
        for cell in row.cells:
            yield _NAME.sub(lambda match: site_book.sentences.value_name(match[0]), cell.text)


def _set_up_words(site_book: BookOfSite, case: CaseInForce) -> Iterator[str]:
    """Pieces, and the places where they are set up."""
    for line, _ in case.other:
        if isinstance(line, nodes.Setup):
            yield line.title or site_book.sentences.value_name(line.piece)
            yield from (site_book.sentences.value_name(place) for place in line.at)
        elif isinstance(line, nodes.Component):
            yield line.text


def _rule_sentences(site_book: BookOfSite, provisions: Iterable[Provision]) -> Iterator[str]:
    """Yield the phrases of the questions that the rules of a case decide and of the facts that they read."""
    for provision in provisions:
        if isinstance(provision.node, nodes.Rule):
            clause = site_book.sentences.rule_clause(provision.node)
            yield clause.lead
            yield from (words for _, words in clause.items)


def _tag_names(case: CaseInForce) -> Iterator[str]:
    """The statements of the ledger that a case accounts for, those of what amended it too."""
    blocks = {id(block): block for block in (case.origin.block, *(entry.origin.block for entry in case.history))}
    for block in blocks.values():
        yield from (tag.name for tag in walk_nodes(block) if isinstance(tag, nodes.Tag))
