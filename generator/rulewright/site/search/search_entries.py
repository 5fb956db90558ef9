"""Entries of the search in one book: one for every case, ruling, amendment, table, example, question, term, reading and chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulewright.rulebook.model import CaseInForce, ClauseKind
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import NOT_HERE, entry_kind, source_title
from rulewright.site.html.escape import anchor_id
from rulewright.site.pages.case_index import first_question
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.search.search_words import join_unique, said_in, table_words, words_of
from rulewright.site.wording.tables import table_title
from rulewright.site.wording.words import capitalize, spell_out
from rulewright.syntax import nodes

Entry = dict[str, Any]
TEXT_LIMIT = 1200  # characters of a case's text that its entry holds
_MARKUP = re.compile(r"[\[\]*`]")


def entries_of(site_book: BookOfSite) -> Iterator[Entry]:
    """Everything of one book. Keys: k kind, u address, n numbers, t title, c chapter, s synonyms, x text, m small print, `of` the number of
    the case that it is in, and the fields of `search_words`.
    """
    ledger = {row.item: row for row in site_book.book.ledger}
    synonyms = _synonyms_by_term(site_book)
    for case in site_book.view.all_cases():
        entry = _of_case(site_book, case, synonyms.get(case.number, []))
        yield entry | (words_of(site_book, case, ledger) if case.kind is not ClauseKind.RULING else {})
        yield from _amendment_entries(site_book, case, entry)
        yield from _tables_and_examples(site_book, case, entry)
    yield from _declaration_entries(site_book, synonyms)
    yield from _reading_entries(site_book)
    yield from _chapter_entries(site_book)


def synonym_groups(site_book: BookOfSite) -> list[list[str]]:
    """Words of the book that mean the same: a term with what it is `also` called, a word with what it means."""
    groups = []
    for declared in site_book.book.declarations:
        if isinstance(declared.node, nodes.Term) and declared.node.also:
            groups.append([declared.node.name, *declared.node.also])
        elif isinstance(declared.node, nodes.Word):
            groups.append([spell_out(declared.node.name), spell_out(declared.node.means)])
    return groups


def example_number(site_book: BookOfSite) -> str:
    """A number as this book has it, shown where one can be typed: of digits where it has such; empty for a book without cases."""
    numbers = [site_book.printed_number(case.number) for case in site_book.view.cases.values() if not case.deleted]
    numbers = [number for number in numbers if number[:1].isdigit()] or numbers
    return numbers[len(numbers) // 2] if numbers else ""


def plain_text(text: str) -> str:
    """Text without the marks that the language has in prose."""
    return " ".join(_MARKUP.sub("", text).split())


def _of_case(site_book: BookOfSite, case: CaseInForce, synonyms: list[str]) -> Entry:
    ruling = case.kind is ClauseKind.RULING
    lines = said_in(case) if ruling else (paragraph.text for paragraph in case.text if not paragraph.struck)
    text = " ".join(line for line in lines if not (ruling and line == first_question(case)))
    entry = _make_entry(case.kind.value, site_book, _href_of_case(site_book, case), case.title or first_question(case), text)
    entry["n"] = list(
        dict.fromkeys((site_book.printed_number(case.number), case.number, case.first_number, site_book.printed_number(case.first_number)))
    )
    entry["c"] = " ".join(filter(None, chapter_title(site_book, case.chapter)))
    if synonyms:
        entry["s"] = synonyms
    if site_book.asking.of_case(case.number):
        entry["a"] = 1  # its rules can be asked
    if case.deleted or case.new or not (case.held or text):
        entry["m"] = "deleted" if case.deleted else source_title(site_book, case.source) if case.new else NOT_HERE
    return entry


def _href_of_case(site_book: BookOfSite, case: CaseInForce) -> str:
    address = site_book.addresses.address_of_case(case.number)
    return address.href_from() if address is not None else "cases.html"


def _make_entry(kind: str, site_book: BookOfSite, href: str, title: str, text: str) -> Entry:
    entry: Entry = {"k": kind, "u": f"{site_book.folder}/{href}", "t": title}
    if body := plain_text(text)[:TEXT_LIMIT]:
        entry["x"] = body
    return entry


def _make_sub_entry(kind: str, home: Entry, title: str, text: str, href: str = "") -> Entry:
    """Return an entry for a part of a case; `of` is the number of the case."""
    entry: Entry = {"k": kind, "u": href or home["u"], "t": title, "of": home["n"][0]}
    if body := plain_text(text)[:TEXT_LIMIT]:
        entry["x"] = body
    return entry


def _amendment_entries(site_book: BookOfSite, case: CaseInForce, home: Entry) -> Iterator[Entry]:
    """The clauses that amended a case: their titles, and what they did with the words that they brought."""
    seen_blocks: set[int] = set()
    for entry in case.history:
        block = entry.origin.block
        if entry.origin.kind is not ClauseKind.AMENDMENT or id(block) in seen_blocks:
            continue
        seen_blocks.add(id(block))
        subject = getattr(block, "title", None) or home["t"]
        entry_of_act = _make_sub_entry(
            "amendment", home, f"{capitalize(entry_kind(entry))}: {subject}", "; ".join(acts_said(site_book, entry))
        )
        yield entry_of_act | {"m": source_title(site_book, entry.origin.source)}


def _tables_and_examples(site_book: BookOfSite, case: CaseInForce, home: Entry) -> Iterator[Entry]:
    page = home["u"].partition("#")[0]
    for provision in case.provisions:
        if isinstance(provision.node, nodes.Table):
            title = capitalize(table_title(provision.node))
            place = f"{page}#{anchor_id('rule', provision.id.text)}"
            yield _make_sub_entry("table", home, title, join_unique(table_words(site_book, provision.node)), place)
    for example, _ in case.examples:
        givens, expectations = site_book.sentences.example_sentences(example)
        yield _make_sub_entry("example", home, example.title, join_unique((*givens, *expectations)))


def _declaration_entries(site_book: BookOfSite, synonyms: dict[str, list[str]]) -> Iterator[Entry]:
    """The options, the terms, and the questions, which are found by the titles and terms of their cases too."""
    for option in site_book.book.options.values():
        yield _make_entry("option", site_book, "scenarios.html#options", capitalize(option.title or spell_out(option.name)), "")
    titles = {case.number: case.title for case in site_book.view.all_cases()}
    for declared in site_book.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Term):
            address = site_book.addresses.address_of_term(node.name)
            entry = _make_entry("term", site_book, address.href_from() if address else "glossary.html", node.name, node.text)
            yield entry | ({"s": list(node.also)} if node.also else {})
        elif isinstance(node, nodes.Value | nodes.Verdict | nodes.Predicate):
            name = spell_out(node.name)
            sentence = site_book.asking.question_sentence(node.name) if node.name in site_book.asking.questions_by_name else name
            cases = site_book.asking.cases_by_question.get(node.name, ())
            keywords = join_unique(line for number in cases for line in (titles.get(number) or "", *synonyms.get(number, ())))
            entry = _make_entry("question", site_book, link_to(node.name), sentence, "")
            yield entry | ({"s": [name]} if name != sentence else {}) | ({"e": keywords} if keywords else {})


def _reading_entries(site_book: BookOfSite) -> Iterator[Entry]:
    for reading in site_book.view.readings.values():
        address = site_book.addresses.address_of_reading(reading.name)
        text = " ".join(paragraph.text for paragraph in reading.text)
        yield _make_entry("reading", site_book, address.href_from() if address else "readings.html", reading.title, text) | {
            "s": [reading.name]
        }


def _chapter_entries(site_book: BookOfSite) -> Iterator[Entry]:
    used_chapters = {case.chapter for case in site_book.cases}
    for stem, name in site_book.addresses.chapters.items():
        if stem in used_chapters or stem in site_book.book.chapters:
            number, title = chapter_title(site_book, stem)
            chapter = site_book.book.chapters.get(stem)
            yield _make_entry(
                "chapter", site_book, f"{name}.html", " ".join(filter(None, (number, title))), (chapter and chapter.text) or ""
            )


def _synonyms_by_term(site_book: BookOfSite) -> dict[str, list[str]]:
    """Number of a case -> names and synonyms of the terms that are said to stand in it, and the words that mean another there."""
    words: dict[str, list[str]] = {}
    for declared in site_book.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Term):
            names, cases = [node.name, *node.also], node.cases
        elif isinstance(node, nodes.Word):
            names, cases = [spell_out(node.name), spell_out(node.means)], node.cases
        else:
            continue
        for ref in cases:
            number = site_book.addresses.case_number(ref.number)
            if number is not None:
                words.setdefault(number, []).extend(names)
    return words
