"""What can be found in one book: an entry for every case, ruling, amendment, table, example, question, term, reading and chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulewright.rulebook.model import CaseInForce, ClauseKind
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import NOT_HERE, entry_kind, source_title
from rulewright.site.html.escape import anchor
from rulewright.site.pages.case_index import first_question
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.search.search_words import once, said_in, table_words, words_of
from rulewright.site.wording.tables import table_title
from rulewright.site.wording.words import capital, worded
from rulewright.syntax import nodes

Entry = dict[str, Any]
TEXT_LIMIT = 1200  # characters of a case's text that its entry holds
_MARKUP = re.compile(r"[\[\]*`]")


def entries_of(of: BookOfSite) -> Iterator[Entry]:
    """Everything of one book. Keys: k kind, u address, n numbers, t title, c chapter, s synonyms, x text, m small print, `of` the number of
    the case that it is in, and the fields of `search_words`.
    """
    ledger = {row.item: row for row in of.book.ledger}
    synonyms = _synonyms(of)
    for case in of.view.every_case():
        entry = _of_case(of, case, synonyms.get(case.number, []))
        yield entry | (words_of(of, case, ledger) if case.kind is not ClauseKind.RULING else {})
        yield from _amendments(of, case, entry)
        yield from _tables_and_examples(of, case, entry)
    yield from _declared(of)
    yield from _readings(of)
    yield from _chapters(of)


def synonym_groups(of: BookOfSite) -> list[list[str]]:
    """Words of the book that mean the same: a term with what it is `also` called, a word with what it means."""
    found = []
    for declared in of.book.declarations:
        if isinstance(declared.node, nodes.Term) and declared.node.also:
            found.append([declared.node.name, *declared.node.also])
        elif isinstance(declared.node, nodes.Word):
            found.append([worded(declared.node.name), worded(declared.node.means)])
    return found


def plain(text: str) -> str:
    """Text without the marks that the language has in prose."""
    return " ".join(_MARKUP.sub("", text).split())


def _of_case(of: BookOfSite, case: CaseInForce, synonyms: list[str]) -> Entry:
    ruling = case.kind is ClauseKind.RULING
    lines = said_in(case) if ruling else (paragraph.text for paragraph in case.text if not paragraph.struck)
    text = " ".join(line for line in lines if not (ruling and line == first_question(case)))
    entry = _entry(case.kind.value, of, _href(of, case), case.title or first_question(case), text)
    entry["n"] = list(dict.fromkeys((of.number(case.number), case.number, case.first_number, of.number(case.first_number))))
    entry["c"] = " ".join(filter(None, chapter_title(of, case.chapter)))
    if synonyms:
        entry["s"] = synonyms
    if of.asking.of_case(case.number):
        entry["a"] = 1  # its rules can be asked
    if case.deleted or case.new or not (case.held or text):
        entry["m"] = "deleted" if case.deleted else source_title(of, case.source) if case.new else NOT_HERE
    return entry


def _href(of: BookOfSite, case: CaseInForce) -> str:
    address = of.addresses.case(case.number)
    return address.href() if address is not None else "cases.html"


def _entry(kind: str, of: BookOfSite, href: str, title: str, text: str) -> Entry:
    entry: Entry = {"k": kind, "u": f"{of.folder}/{href}", "t": title}
    if said := plain(text)[:TEXT_LIMIT]:
        entry["x"] = said
    return entry


def _beside(kind: str, home: Entry, title: str, text: str, href: str = "") -> Entry:
    """What stands in a case and leads to it: `of` is the number of the case."""
    entry: Entry = {"k": kind, "u": href or home["u"], "t": title, "of": home["n"][0]}
    if said := plain(text)[:TEXT_LIMIT]:
        entry["x"] = said
    return entry


def _amendments(of: BookOfSite, case: CaseInForce, home: Entry) -> Iterator[Entry]:
    """The clauses that amended a case: their titles, and what they did with the words that they brought."""
    seen: set[int] = set()
    for entry in case.history:
        block = entry.origin.block
        if entry.origin.kind is not ClauseKind.AMENDMENT or id(block) in seen:
            continue
        seen.add(id(block))
        about = getattr(block, "title", None) or home["t"]
        made = _beside("amendment", home, f"{capital(entry_kind(entry))}: {about}", "; ".join(acts_said(of, entry)))
        yield made | {"m": source_title(of, entry.origin.source)}


def _tables_and_examples(of: BookOfSite, case: CaseInForce, home: Entry) -> Iterator[Entry]:
    page = home["u"].partition("#")[0]
    for provision in case.provisions:
        if isinstance(provision.node, nodes.Table):
            title = capital(table_title(provision.node))
            place = f"{page}#{anchor('rule', provision.id.text)}"
            yield _beside("table", home, title, once(table_words(of, provision.node)), place)
    for example, _ in case.examples:
        given, then = of.sentences.example(example)
        yield _beside("example", home, example.title, once((*given, *then)))


def _declared(of: BookOfSite) -> Iterator[Entry]:
    for declared in of.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Term):
            address = of.addresses.term(node.name)
            entry = _entry("term", of, address.href() if address else "glossary.html", node.name, node.text)
            yield entry | ({"s": list(node.also)} if node.also else {})
        elif isinstance(node, nodes.Value | nodes.Verdict | nodes.Predicate):
            phrase = of.asking.statement(node.name) if node.name in of.asking.questions else ""
            yield _entry("question", of, link_to(node.name), worded(node.name), phrase)


def _readings(of: BookOfSite) -> Iterator[Entry]:
    for reading in of.view.readings.values():
        address = of.addresses.reading(reading.name)
        text = " ".join(paragraph.text for paragraph in reading.text)
        yield _entry("reading", of, address.href() if address else "readings.html", reading.title, text) | {"s": [reading.name]}


def _chapters(of: BookOfSite) -> Iterator[Entry]:
    used = {case.chapter for case in of.cases}
    for stem, name in of.addresses.chapters.items():
        if stem in used or stem in of.book.chapters:
            number, title = chapter_title(of, stem)
            chapter = of.book.chapters.get(stem)
            yield _entry("chapter", of, f"{name}.html", " ".join(filter(None, (number, title))), (chapter and chapter.text) or "")


def _synonyms(of: BookOfSite) -> dict[str, list[str]]:
    """Number of a case -> names and synonyms of the terms that are said to stand in it, and the words that mean another there."""
    words: dict[str, list[str]] = {}
    for declared in of.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Term):
            names, cases = [node.name, *node.also], node.cases
        elif isinstance(node, nodes.Word):
            names, cases = [worded(node.name), worded(node.means)], node.cases
        else:
            continue
        for ref in cases:
            number = of.addresses.case_number(ref.number)
            if number is not None:
                words.setdefault(number, []).extend(names)
    return words
