"""A term renamed throughout: whole words of texts, titles and phrases change in each edition that has the source of the renaming.

Names of the language are not prose and stay: placeholders of phrases, addresses of rules, the names of declarations and of examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from rulewright.rulebook.act_sentences import act_sentence
from rulewright.rulebook.cases import Clause
from rulewright.rulebook.model import CaseInForce, HistoryEntry, Origin, ReadingInForce, Renaming, Rulebook
from rulewright.syntax import nodes

N = TypeVar("N")
Pairs = tuple[tuple[str, str], ...]

_PROSE: dict[type[nodes.Node], tuple[str, ...]] = {
    nodes.Prose: ("text",),
    nodes.Commentary: ("text",),
    nodes.Step: ("text",),
    nodes.Component: ("text",),
    nodes.AsksQuestion: ("text",),
    nodes.Answers: ("text",),
    nodes.Reading: ("title",),
    nodes.ReadingChoice: ("title",),
    nodes.Table: ("phrase",),
    nodes.Setup: ("title",),
    nodes.Measure: ("title",),
    nodes.Calendar: ("title",),
    nodes.Record: ("title",),
    nodes.Map: ("title",),
    nodes.FieldDecl: ("phrase", "asks"),
    nodes.Fact: ("phrase", "asks", "lasts"),
    nodes.Value: ("phrase",),
    nodes.Verdict: ("phrase",),
    nodes.Predicate: ("phrase",),
    nodes.Group: ("phrase",),
    nodes.Term: ("name", "text"),
    nodes.Option: ("title",),
    nodes.Game: ("title",),
    nodes.Chapter: ("title", "text"),
}
"""The fields of each kind of node that are prose."""

# What is no prose inside a text, and is left as it is: placeholders and the addresses of links.
_NO_PROSE = r"\{[^{}\n]*\}|\]\([^()\n]*\)"


def rename_text(text: str, pairs: Pairs) -> str:
    """Return a text with all its old words renamed at once; a word that begins with a capital letter keeps it."""
    pattern, new_words = _compile_pattern(pairs)
    return pattern.sub(lambda match: new_words.get(" ".join(match[0].split()), match[0]), text)


@lru_cache(maxsize=64)
def _compile_pattern(pairs: Pairs) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of all old words, the longest first, and the new words of each spelling."""
    new_words: dict[str, str] = {}
    for old, new in pairs:
        for spelling in _spellings(old):
            new_words.setdefault(spelling, _with_first_letter_of(spelling, old, new))
    longest_first = sorted(new_words, key=lambda spelling: (-len(spelling), spelling))
    words = "|".join(r"\s+".join(re.escape(word) for word in spelling.split()) for spelling in longest_first)
    return re.compile(rf"{_NO_PROSE}|(?<![\w.])(?:{words})(?![\w(])" if words else _NO_PROSE), new_words


def _spellings(old: str) -> list[str]:
    """Return the words as written, and with the first letter in the other case; nothing if there are none."""
    words = " ".join(old.split())
    if not words:
        return []
    other = words[0].swapcase()
    return [words] if len(other) != 1 or other == words[0] else [words, other + words[1:]]


def _with_first_letter_of(spelling: str, old: str, new: str) -> str:
    if not new or spelling == " ".join(old.split()):
        return new
    return (new[0].upper() if spelling[0].isupper() else new[0].lower()) + new[1:]


def rename_node(node: N, pairs: Pairs) -> N:
    """Return a node with the prose in it renamed; the same object if nothing changes."""
    return _rename_value(node, pairs)  # type: ignore[no-any-return]


def _rename_value(value: object, pairs: Pairs):  # type: ignore[no-untyped-def]  # the result has the type of `value`
    if isinstance(value, tuple):
        parts = tuple(_rename_value(part, pairs) for part in value)
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    if not isinstance(value, nodes.Node) or isinstance(value, nodes.Example):
        return value
    changed: dict[str, Any] = {}
    for name in value.__dataclass_fields__:
        old = getattr(value, name)
        new = rename_text(old, pairs) if isinstance(old, str) and name in _PROSE.get(type(value), ()) else _rename_value(old, pairs)
        if new is not old and new != old:
            changed[name] = new
    if isinstance(value, nodes.EnumValue):
        changed = _renamed_title(value, pairs)
    elif isinstance(value, nodes.Term) and (also := tuple(rename_text(name, pairs) for name in value.also)) != value.also:
        changed["also"] = also
    return replace(value, **changed) if changed else value


def _renamed_title(value: nodes.EnumValue, pairs: Pairs) -> dict[str, str]:
    """Return the new title of a value; one without a title is spelled as its name, so its new spelling becomes its title."""
    title = value.title or value.name.replace("_", " ")
    renamed = rename_text(title, pairs)
    return {"title": renamed} if renamed != title else {}


def rename_case(case: CaseInForce, pairs: Pairs) -> CaseInForce:
    """Return a case with its title, words in force and tables' labels renamed; the same object if it has none of the words."""
    if case.deleted:
        return case
    title = None if case.title is None else rename_text(case.title, pairs)
    text = tuple(
        paragraph if paragraph.struck or (words := rename_text(paragraph.text, pairs)) == paragraph.text else replace(paragraph, text=words)
        for paragraph in case.text
    )
    provisions = tuple(
        provision if (node := rename_node(provision.node, pairs)) is provision.node else replace(provision, node=node)
        for provision in case.provisions
    )
    other = tuple((rename_node(line, pairs), origin) for line, origin in case.other)
    if (title, text, provisions, other) == (case.title, case.text, case.provisions, case.other):
        return case
    return replace(case, title=title, text=text, provisions=provisions, other=other)


def rename_reading(reading: ReadingInForce, pairs: Pairs) -> ReadingInForce:
    """Return a reading with its title, words and choices renamed."""
    text = tuple(replace(paragraph, text=rename_text(paragraph.text, pairs)) for paragraph in reading.text)
    provisions = tuple(replace(provision, node=rename_node(provision.node, pairs)) for provision in reading.provisions)
    other = tuple((rename_node(line, pairs), origin) for line, origin in reading.other)
    title, choices = rename_text(reading.title, pairs), rename_node(reading.choices, pairs)
    return replace(reading, title=title, text=text, choices=choices, provisions=provisions, other=other)


def rename_throughout(cases: dict[str, CaseInForce], renaming_clauses: Sequence[Clause]) -> tuple[Renaming, ...]:
    """Carry out the renamings of one source on all cases, with an entry in the history of each that changes; return what was renamed."""
    renamings: list[Renaming] = []
    for origin, renames in ((clause.origin, line) for clause in renaming_clauses for line in renames_of(clause.origin)):
        changed: list[str] = []
        used_words = [old for old, new in renames.pairs if any(rename_case(case, ((old, new),)) is not case for case in cases.values())]
        for number, case in tuple(cases.items()) if used_words else ():
            renamed = rename_case(case, renames.pairs)
            if renamed is not case:
                entry = HistoryEntry(origin, (act_sentence(renames, None),), True)
                cases[number] = replace(renamed, history=(*renamed.history, entry))
                changed.append(number)
        renamings.append(Renaming(origin, renames, tuple(changed), tuple(used_words)))
    return tuple(renamings)


def renames_of(origin: Origin) -> Iterator[nodes.Renames]:
    """Yield the renamings of a clause."""
    return (line for line in origin.block.body if isinstance(line, nodes.Renames))


def is_throughout(origin: Origin) -> bool:
    """Return True for an amendment of the whole book."""
    return isinstance(origin.block, nodes.Amendment) and not origin.block.targets


def book_of_edition(book: Rulebook, edition: str) -> Rulebook:
    """Return the book with the vocabulary, chapters, options and games in the words of an edition; the same object without a renaming."""
    for renaming in book.views[edition].renamings:
        book = _rename_vocabulary(book, renaming.renames.pairs)
    return book


def _rename_vocabulary(book: Rulebook, pairs: Pairs) -> Rulebook:
    return replace(
        book,
        declarations=tuple(replace(declared, node=rename_node(declared.node, pairs)) for declared in book.declarations),
        options={name: rename_node(option, pairs) for name, option in book.options.items()},
        chapters={stem: rename_node(chapter, pairs) for stem, chapter in book.chapters.items()},
        games=rename_node(book.games, pairs),
    )


def unused_words(book: Rulebook, renamings: Sequence[Renaming]) -> Iterator[tuple[Renaming, str]]:
    """Yield the old words that occur in no case, reading or declaration on which their renaming acts."""
    readings = tuple(entry.block for entry in book.clauses if isinstance(entry.block, nodes.Reading))
    for renaming in renamings:
        for pair in renaming.renames.pairs:
            in_vocabulary = _rename_vocabulary(book, (pair,)) != book
            if pair[0] not in renaming.used_words and not in_vocabulary and rename_node(readings, (pair,)) == readings:
                yield renaming, pair[0]
        book = _rename_vocabulary(book, renaming.renames.pairs)
        readings = rename_node(readings, renaming.renames.pairs)
