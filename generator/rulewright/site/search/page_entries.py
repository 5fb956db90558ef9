"""Entries of the search in pages that belong to no book: the sections of each, the rows of forms as entries of their own, and the checks.

Keys: k kind, u address, t title, c where it stands, m small print, s what readers type for it, x text, d other words, w how
much it counts unless that is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from rulewright.analysis.plain_questions.stems import SMALL_WORDS, plain_text, stem_of
from rulewright.base.page_sections import PageSection, read_sections
from rulewright.checks.explain import Section, explain
from rulewright.checks.messages import example_messages
from rulewright.checks.registry import registry
from rulewright.site.case.page import Page
from rulewright.site.search.search_entries import Entry

TEXT_LENGTH = 240
"""The characters of a section's text that its entry shows; its other words are kept once each."""
FEW_FORMS = 3
"""The number of forms of a row that name its entry."""
_SMALL = frozenset(SMALL_WORDS)
_WORD = re.compile(r"[^\W_]+")
_CHECK = re.compile(r"checks/(rw\d{3})\.md")
_CONSOLE = re.compile(r"^\$ (rulewright .*)$", re.MULTILINE)
_MARKS = re.compile(r"[`*]|\\(?=[|<])")


def page_entries(pages: Iterable[Page]) -> Iterator[Entry]:
    """Yield the entries of all pages, those of a page one after the other."""
    for page in pages:
        check = _CHECK.fullmatch(page.path)
        if check is not None:
            yield check_entry(check[1].upper())
        else:
            for section in read_sections(page.path.removesuffix(".md"), page.markdown, page.title):
                yield from section_entries(section)


def section_entries(section: PageSection) -> Iterator[Entry]:
    """Yield the entry of a section and those of its forms."""
    weight = {"w": section.boost} if section.boost != 1 else {}
    is_page = not section.anchor
    rows = list(section.table_rows())
    forms = [row for row in rows if (row.forms or row.first.isdecimal()) and row.meaning]
    lines = [_strip_marks(line) for line in section.plain_paragraphs()]
    lines += [_strip_marks(" ".join((row.head, row.first, *row.others))) for row in rows if row not in forms]
    lines += [command for block in section.blocks if block.startswith("```") for command in _CONSOLE.findall(block)]
    text = " ".join(lines)
    cut = text[:TEXT_LENGTH].rpartition(" ")[0] if len(text) > TEXT_LENGTH else text
    yield _without_empty(
        {
            "k": "page" if is_page else "section",
            "u": section.address,
            "t": section.title if is_page else section.heading,
            "c": "" if is_page else section.title,
            "s": list(section.also),
            "x": cut,
            "d": _further_words(text[len(cut) :], cut),
        }
        | weight
    )
    for row in forms:
        entry: Entry = {"k": "form", "u": section.address_of(row), "t": _strip_marks(" · ".join(row.forms[:FEW_FORMS]))}
        if row.first.isdecimal():
            entry |= {"t": f"{row.head} {row.first}", "s": [row.first]}
        others = _further_words(_strip_marks(" ".join(row.forms[FEW_FORMS:])), "")
        yield _without_empty(entry | {"c": f"{section.title}, {section.heading}", "x": _strip_marks(row.meaning), "d": others} | weight)


def check_entry(code: str) -> Entry:
    """Return the entry of a check: its summary, what it says, and the words of its page."""
    explained = explain(code)
    sections = (explained.sections.get(name.value, "") for name in (Section.WHAT, Section.WHY, Section.LIMITS))
    return _without_empty(
        {
            "k": "check",
            "u": f"checks/{code.lower()}.html",
            "t": f"{code} {explained.entry.name.replace('-', ' ')}",
            "m": explained.entry.severity.value,
            "x": _strip_marks(" · ".join([explained.entry.summary, *example_messages().get(code, ())[:1]])),
            "d": _further_words(_strip_marks(" ".join(sections)), explained.entry.summary),
        }
    )


def all_check_entries() -> Iterator[Entry]:
    """Yield the entry of every check."""
    yield from map(check_entry, registry())


def _further_words(text: str, excerpt: str) -> str:
    """Return the words of a text that are not in the excerpt, one of each stem, without those that tell nothing.

    How often a word is said, and in which form, does not matter to who looks for it.
    """
    words = {_word_stem(word): word for word in reversed(_WORD.findall(text)) if word.lower() not in _SMALL}
    for word in _WORD.findall(excerpt):
        words.pop(_word_stem(word), None)
    return " ".join(reversed(words.values()))


@cache
def _word_stem(word: str) -> str:
    return stem_of(plain_text(word))


def _strip_marks(text: str) -> str:
    return " ".join(_MARKS.sub("", text).split())


def _without_empty(entry: Entry) -> Entry:
    return {key: value for key, value in entry.items() if value}
