"""Look-up of any words in the manual: the sections, forms and checks that answer, the best first.

The entries are those of the search of the site, so that a word which readers type is written in one place: the line `also:` of a section.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import takewhile

from rulewright.analysis.plain_questions.stems import SMALL_WORDS, plain_text, stem_of
from rulewright.base.page_sections import PageSection, Row, manual_sections
from rulewright.base.records import record
from rulewright.checks.messages import check_of_message
from rulewright.checks.registry import registry
from rulewright.interfaces.api.manual import Explained, Use
from rulewright.site.search.page_entries import all_check_entries, check_entry, section_entries
from rulewright.site.search.search_entries import Entry

WEIGHTS = {"t": 5.0, "s": 4.0, "x": 2.0, "c": 1.0, "d": 1.2}
"""How much a word counts by the field that it stands in."""
KINDS = {"section": 1.0, "form": 1.0, "page": 1.0, "check": 0.7}
EXACT = 1.6
"""The factor of an entry whose title, or a word that readers type for it, is all that was asked for."""
MAX_PARAGRAPHS, MAX_ROWS = 3, 5
"""The maximum number of paragraphs of a section that are shown, and of rows of its tables."""
_WORD = re.compile(r"[^\W_]+")


@record
class Hit:
    """An entry of the manual that answers: kind, title, address on the site, place, text, and whether any of the words is in its names."""

    kind: str
    title: str
    address: str
    place: str
    text: str
    is_called_so: bool


@record
class _Indexed:
    entry: Entry
    weights: Mapping[str, float]
    names: frozenset[tuple[str, ...]]


def look_up(text: str, limit: int = 3) -> tuple[Hit, ...]:
    """Return what the manual says of some words, the best first: a check for a message of it, else sections, forms and checks."""
    code = code_in_message(text)
    entries = _ranked_entries(text)
    if code is not None:
        entries = [check_entry(code), *(entry for entry in entries if entry["u"] != f"checks/{code.lower()}.html")]
    hits: dict[str, Hit] = {}
    for entry in entries:
        hits.setdefault(section_address(str(entry["u"])), _hit_of(entry, frozenset(_all_stems(text))))
    return tuple(hits.values())[:limit]


def code_in_message(text: str) -> str | None:
    """Return the code of the check that a message is of; None if it is of none."""
    code = check_of_message(text)
    return code if code in registry() else None


def explain_hit(text: str, hit: Hit) -> Explained:
    """Return what the manual says at a hit: the row of the form, or the first paragraphs of the section with the rows and the example that
    fit best, or the headings below it where it has no text."""
    section = next(section for section in manual_sections() if section.address == section_address(hit.address))
    uses: tuple[Use, ...] = (Use(hit.title, hit.text),)
    example = ""
    if hit.kind != "form":
        rows = [Use(", ".join(row.forms) or row.first, row.meaning) for row in _rows_about(section, text)]
        paragraphs = list(section.plain_paragraphs())[:MAX_PARAGRAPHS] or ([] if rows else _headings_below(section))
        uses = (*(Use("", paragraph.removeprefix("- ")) for paragraph in paragraphs), *rows)
        example = next(section.examples(), "")
    return Explained(text, uses, example, section.title, section.heading, section.page, hit.address)


def _rows_about(section: PageSection, text: str) -> list[Row]:
    """Return the rows of a section that have most of the words, in their order; the first of them if none has any."""
    words = frozenset(_telling_stems(text))
    rows = [row for row in section.table_rows() if row.meaning]
    ranked = sorted(rows, key=lambda row: -len(words.intersection(_all_stems(f"{row.first} {row.meaning}"))))
    return [row for row in rows if row in ranked[:MAX_ROWS]]


def _headings_below(section: PageSection) -> list[str]:
    sections = manual_sections()
    later_sections = sections[sections.index(section) + 1 :]
    return [later.heading for later in takewhile(lambda later: later.page == section.page and later.level > section.level, later_sections)]


def _hit_of(entry: Entry, stems: frozenset[str]) -> Hit:
    names = _all_stems(" ".join([entry["t"], *entry.get("s", ())]))
    return Hit(entry["k"], entry["t"], entry["u"], entry.get("c", ""), entry.get("x", ""), not stems.isdisjoint(names))


@cache
def _sections_of_rows() -> Mapping[str, str]:
    return {section.address_of(row): section.address for section in manual_sections() for row in section.table_rows() if row.anchor}


def section_address(address: str) -> str:
    """Return the address of the section that an entry stands in, which may be the row of a form."""
    return _sections_of_rows().get(address, address)


def _ranked_entries(text: str) -> list[Entry]:
    words = _telling_stems(text)
    index, frequencies = _entry_index()
    importance = {word: math.log(1 + len(index) / frequencies[word]) for word in words if frequencies[word]}
    if len(importance) * 2 <= len(set(words)):
        return []
    scores = [(_score_entry(indexed, tuple(words), importance), place) for place, indexed in enumerate(index)]
    return [index[place].entry for score, place in sorted(scores, key=lambda pair: (-pair[0], pair[1])) if score]


def _score_entry(indexed: _Indexed, words: tuple[str, ...], importance: Mapping[str, float]) -> float:
    common_words = [word for word in importance if word in indexed.weights]
    if not common_words:
        return 0
    share = len(common_words) / len(importance)
    value = sum(importance[word] * indexed.weights[word] for word in common_words)
    exact = EXACT if words in indexed.names else 1
    return value * share**2 * exact * KINDS[indexed.entry["k"]] * float(indexed.entry.get("w", 1))


@cache
def _entry_index() -> tuple[tuple[_Indexed, ...], Counter[str]]:
    """Return all entries with the weights of their words, and in how many entries each word is."""
    entries = [entry for section in manual_sections() for entry in section_entries(section)]
    index = tuple(_index_entry(entry) for entry in (*entries, *all_check_entries()))
    return index, Counter(word for indexed in index for word in indexed.weights)


def _index_entry(entry: Entry) -> _Indexed:
    weights: dict[str, float] = {}
    names = [str(entry["t"]), *entry.get("s", ())]
    for field, weight in WEIGHTS.items():
        value = entry.get(field, "")
        stems = _all_stems(" ".join(value) if isinstance(value, list) else value)
        part = weight / math.sqrt(1 + len(stems) / 8)  # of a few words each says more
        for word in stems:
            weights[word] = max(weights.get(word, 0), part)
    return _Indexed(entry, weights, frozenset(tuple(_telling_stems(name)) for name in names))


def _telling_stems(text: str) -> list[str]:
    """Return the stems of a text without the words that tell nothing, where there are others."""
    words = _WORD.findall(plain_text(text))
    large = [word for word in words if word not in SMALL_WORDS]
    return [_word_stem(word) for word in large or words]


def _all_stems(text: str) -> list[str]:
    return [_word_stem(word) for word in _WORD.findall(plain_text(text))]


@cache
def _word_stem(word: str) -> str:
    return stem_of(word)
