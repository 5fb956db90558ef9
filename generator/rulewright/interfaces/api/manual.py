"""Look-up of language words in the manual: rows of its tables, sentences and examples, found by a word.

No explanation is written here: all come from the pages under `site/pages/language`, so the two cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rulewright.base.form_rows import place_form, split_forms
from rulewright.base.page_sections import PageSection, Row, manual_sections
from rulewright.base.records import record
from rulewright.base.suggestions import closest_names
from rulewright.syntax.grammar import load_grammar

PAGES = (
    "rules",
    "cases",
    "vocabulary",
    "dates",
    "front-page",
    "expressions",
    "tables",
    "examples",
    "editions",
    "layout",
    "answers",
    "meaning",
    "ferry",
)
"""The pages that explain words, the best first."""
THEORY = ("meaning",)
"""The pages of the formal definition, whose rows rank below those of the others."""
ROW, LATER_CELL, SENTENCE = (0, 2), 4, 4
MAX_USES = 4
"""The maximum number of uses of a word that are shown."""

_CODE = re.compile(r"`([^`]+)`")
_CODE_OR_BOLD = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*")
_SENTENCE = re.compile(r"(?<=[.:?])\s+(?=[A-Z`])")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_PROSE = re.compile(r'"[^"]*"|#.*')


@record
class Use:
    """A use of a word: its form and its meaning."""

    form: str
    meaning: str


@record
class Explained:
    """The manual's explanation of a word, with an example and its source: the title of the page, the heading, the name of the page, and the
    address on the site."""

    word: str
    uses: tuple[Use, ...]
    example: str
    title: str
    section: str
    page: str
    address: str

    def markdown(self) -> str:
        """Return the explanation as Markdown."""
        lines = [f"# {self.word}", "", *(f"- `{use.form}`: {use.meaning}" if use.form else f"- {use.meaning}" for use in self.uses)]
        if self.example:
            lines += ["", "```rulewright", self.example, "```"]
        return "\n".join([*lines, "", f"In the manual: *{self.title}*, under *{self.section}* ({self.address})", ""])


@record
class _ManualEntry:
    """A row of a table or a sentence of the manual: the code in it, each with its rank (less is better), the use that it explains, its
    section and its row."""

    codes: tuple[tuple[str, int], ...]
    use: Use
    section: PageSection
    row: Row | None

    @property
    def address(self) -> str:
        """Return the address of the row, or else of the section."""
        return self.section.address_of(self.row) if self.row is not None else self.section.address


def language_words() -> frozenset[str]:
    """Return the words of the grammar."""
    return frozenset(word for word in load_grammar().table.keywords if _WORD.fullmatch(word))


def explain_word(word: str) -> Explained | None:
    """Return the manual's explanation of a word of the language, or of a sequence of words; None if it has none."""
    searched = _words_of(word)
    if not searched or not language_words().issuperset(searched):
        return None
    ranked = [(_rank_entry(entry, searched), entry) for entry in _manual_entries()]
    best = min((rank for rank, _ in ranked if rank is not None), default=None)
    if best is None:
        return None
    best_entries = [entry for rank, entry in ranked if rank == best][:MAX_USES]
    uses = tuple(dict.fromkeys(entry.use for entry in best_entries))
    section = best_entries[0].section
    name = section.page.removeprefix("language/")
    example = _find_example(section.page, searched) or _place_row(best_entries[0].row, searched)
    return Explained(" ".join(searched), uses, example, section.title, section.heading, name, best_entries[0].address)


def near_words(word: str) -> tuple[str, ...]:
    """Return the words of the language that are similar to an unknown one."""
    return closest_names(word, language_words())


def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower()))


def _rank_entry(entry: _ManualEntry, searched: tuple[str, ...]) -> int | None:
    """Return the rank of an entry for the searched words, 0 the best: rows before sentences, matches at the start before later ones."""
    ranks = []
    for code, rank in entry.codes:
        code_words = tuple(_WORD.findall(code))
        places = [start for start in range(len(code_words)) if code_words[start : start + len(searched)] == searched]
        ranks += [rank + min(start, 1) for start in places]
    return min(ranks, default=None)


# ---- the pages ---------------------------------------------------------------------------------------------------------------------------


@cache
def _language_sections() -> tuple[PageSection, ...]:
    """Return the sections of the pages that explain words, the best page first."""
    pages = [f"language/{name}" for name in PAGES]
    return tuple(sorted((section for section in manual_sections() if section.page in pages), key=lambda section: pages.index(section.page)))


@cache
def _manual_entries() -> tuple[_ManualEntry, ...]:
    return tuple(entry for section in _language_sections() for entry in _section_entries(section))


def _section_entries(section: PageSection) -> Iterator[_ManualEntry]:
    """Yield the rows that explain a form, the form in the first cell and its meaning in the others; and the sentences with code."""
    for row in section.table_rows():
        if row.forms and row.others:
            rank = ROW[section.page.endswith(THEORY)]
            codes = [(code, rank) for code in row.forms] + [(code, LATER_CELL) for cell in row.others for code in _CODE.findall(cell)]
            yield _ManualEntry(tuple(codes), Use(", ".join(row.forms), row.meaning), section, row)
    for paragraph in section.plain_paragraphs():
        for sentence in _SENTENCE.split(paragraph):
            codes = [(code or bold, SENTENCE) for code, bold in _CODE_OR_BOLD.findall(sentence)]
            if codes:
                yield _ManualEntry(tuple(codes), Use("", sentence.lstrip("- ")), section, None)


def _find_example(page: str, searched: tuple[str, ...]) -> str:
    """Return the first example with these words, of a page or else of any, with the lines that enclose it."""
    for section in sorted(_language_sections(), key=lambda section: section.page != page):
        for example in section.examples():
            lines = example.split("\n")
            for index, line in enumerate(_without_prose(example).split("\n")):
                if _has_words(line, searched):
                    return "\n".join([*_parent_lines(lines, index), lines[index]])
    return ""


def _place_row(row: Row | None, searched: tuple[str, ...]) -> str:
    """Return the form of a row with these words, in its place in a file."""
    if row is None or not row.anchor:
        return ""
    return next((place_form(row.head, form) for form in split_forms(row.first) if _has_words(_without_prose(form), searched)), "")


def _without_prose(text: str) -> str:
    """Return a text without what is quoted and without comments, with as many lines."""
    return _PROSE.sub(lambda prose: '""' + "\n" * prose[0].count("\n"), text)


def _has_words(line: str, searched: tuple[str, ...]) -> bool:
    """Return True if a line without prose has these words in a row."""
    line_words = _words_of(line)
    return any(line_words[i : i + len(searched)] == searched for i in range(len(line_words)))


def _parent_lines(lines: list[str], index: int) -> list[str]:
    """Return the lines that enclose a line of an example, by indentation."""
    parents: list[str] = []
    indent = len(lines[index]) - len(lines[index].lstrip())
    for line in reversed(lines[:index]):
        line_indent = len(line) - len(line.lstrip())
        if line.strip() and line_indent < indent:
            parents.insert(0, line)
            indent = line_indent
    return parents
