"""Textual difference of two editions, case by case: cases added, deleted or renumbered, their words and rules, and the acts responsible.

Words are compared word by word, rules as their one-line text. The effect on answers is not examined here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any, TypeAlias

from rulewright.base.records import fields_json
from rulewright.rulebook.act_sentences import act_sentence
from rulewright.rulebook.clauses import without_name
from rulewright.rulebook.model import CaseInForce, EditionView, Formal, HistoryEntry, Renaming, Rulebook
from rulewright.rulebook.renaming import is_throughout, rename_case
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of as block_text
from rulewright.syntax.node_text import text_of


class ChangeKind(StrEnum):
    ADDED = "added"
    DELETED = "deleted"
    CHANGED = "changed"
    RENUMBERED = "renumbered"


class WordStatus(StrEnum):
    KEPT = "same"
    REMOVED = "out"
    ADDED = "in"


@dataclass(frozen=True, slots=True)
class WordRun:
    """A run of words that both editions have, that was removed, or that was added; `is_paragraph` if it is whole paragraphs."""

    step: WordStatus
    text: str
    is_paragraph: bool = False


@dataclass(frozen=True, slots=True)
class CaseChange:
    """The change of one case. `number` is its number in the later edition (of a deleted case, in the earlier); `was` an earlier number.

    `words` is empty if the text is the same; `rules_out` and `rules_in` are rules, tables and relations as text of the language.
    """

    number: str
    title: str | None
    change: ChangeKind
    acts: tuple[str, ...]
    sources: tuple[str, ...]
    was: str | None = None
    words: tuple[WordRun, ...] = ()
    rules_out: tuple[str, ...] = ()
    rules_in: tuple[str, ...] = ()
    text_held: bool = True


@dataclass(frozen=True, slots=True)
class RenamedTerm:
    """A term that a source renames throughout: the act as a sentence, and the number of cases whose words it changes."""

    sentence: str
    source: str
    case_count: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes between two editions of a book, in the order of the later one.

    What a renaming alone changes is in `renamed_terms`, and no change of a case.
    """

    book: str
    from_edition: str
    to_edition: str
    cases: tuple[CaseChange, ...]
    renamed_terms: tuple[RenamedTerm, ...] = ()


def diff_editions(book: Rulebook, from_edition: str, to_edition: str) -> Difference:
    """Return the difference between two editions by name; both must exist."""
    from_view, to_view = book.views[from_edition], book.views[to_edition]
    return Difference(book.slug, from_edition, to_edition, _compare_views(from_view, to_view, book), _renamed_terms(from_view, to_view))


def diff_books(from_book: Rulebook, from_edition: str, to_book: Rulebook, to_edition: str, names: tuple[str, str]) -> Difference:
    """Return the difference between editions of two books, such as two states of a folder; `names` are used for the editions."""
    from_view, to_view = from_book.views[from_edition], to_book.views[to_edition]
    return Difference(to_book.slug, *names, _compare_views(from_view, to_view, to_book), _renamed_terms(from_view, to_view))


def _compare_views(from_view: EditionView, to_view: EditionView, book: Rulebook) -> tuple[CaseChange, ...]:
    old_cases, new_cases = _cases_in_force(from_view), _cases_in_force(to_view)
    for renaming in _new_renamings(from_view, to_view):
        old_cases = {key: rename_case(case, renaming.renames.pairs) for key, case in old_cases.items()}
    changes: list[CaseChange] = []
    for key in dict.fromkeys((*new_cases, *old_cases)):
        change = _compare_case(old_cases.get(key), new_cases.get(key), to_view)
        if change is not None:
            changes.append(change)
    changes.sort(key=lambda case_change: book.numbering.sort_key(case_change.number))
    return tuple(changes)


def _new_renamings(from_view: EditionView, to_view: EditionView) -> list[Renaming]:
    old_renamings = [(renaming.origin.source, renaming.renames) for renaming in from_view.renamings]
    return [renaming for renaming in to_view.renamings if (renaming.origin.source, renaming.renames) not in old_renamings]


def _renamed_terms(from_view: EditionView, to_view: EditionView) -> tuple[RenamedTerm, ...]:
    return tuple(
        RenamedTerm(act_sentence(renaming.renames, None), renaming.origin.source, len(renaming.cases))
        for renaming in _new_renamings(from_view, to_view)
    )


def _cases_in_force(view: EditionView) -> dict[tuple[str, ...], CaseInForce]:
    """Return the cases in force, by kind and first number; a case that has the first number of a renumbered one, by its source too."""
    cases: dict[tuple[str, ...], CaseInForce] = {}
    for case in sorted((case for case in view.all_cases() if not case.deleted), key=lambda case: case.number == case.first_number):
        key = (case.kind.value, case.first_number)
        cases[key if key not in cases else (*key, case.source)] = case
    return cases


def _compare_case(old: CaseInForce | None, new: CaseInForce | None, to_view: EditionView) -> CaseChange | None:
    if old is None:
        assert new is not None
        acts = _act_sentences([entry for entry in new.history if not is_throughout(entry.origin)]) or ("new case",)
        return CaseChange(
            new.number,
            new.title,
            ChangeKind.ADDED,
            acts,
            _source_names(new.history, new),
            words=diff_words("", text_in_force(new)),
            rules_in=tuple(_rule_texts(new)),
            text_held=new.held,
        )
    if new is None:
        deleted_case = to_view.find_case(old.number)
        history = deleted_case.history[len(old.history) :] if deleted_case is not None and deleted_case.deleted else ()
        return CaseChange(
            old.number,
            old.title,
            ChangeKind.DELETED,
            _act_sentences(history),
            _source_names(history, old) if history else (),
            words=diff_words(text_in_force(old), ""),
            rules_out=tuple(_rule_texts(old)),
            text_held=old.held,
        )
    old_entries = {_entry_key(entry) for entry in old.history}
    history = tuple(entry for entry in new.history if _entry_key(entry) not in old_entries and not is_throughout(entry.origin))
    words = diff_words(text_in_force(old), text_in_force(new))
    out, into = _changed_rules(old, new)
    was = old.number if old.number != new.number else None
    if not words and not out and not into and was is None and not history:
        return None
    change = ChangeKind.RENUMBERED if was is not None and not words and not out and not into else ChangeKind.CHANGED
    return CaseChange(new.number, new.title, change, _act_sentences(history), _source_names(history, new), was, words, out, into, new.held)


def _entry_key(entry: HistoryEntry) -> tuple[str, str, tuple[str, ...]]:
    """Return the key by which two history entries are equal, regardless of location."""
    return entry.origin.source, entry.origin.number, entry.acts


def _act_sentences(history: Sequence[HistoryEntry]) -> tuple[str, ...]:
    return tuple(act for entry in history for act in entry.acts)


def _source_names(history: Sequence[HistoryEntry], case: CaseInForce) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.origin.source for entry in history)) or (case.source,)


def text_in_force(case: CaseInForce) -> str:
    """Return the words of a case, paragraph by paragraph, without struck paragraphs and commentary."""
    return "\n".join(paragraph.text for paragraph in case.text if not paragraph.struck and not paragraph.commentary)


def _rule_texts(case: CaseInForce) -> list[str]:
    return [formal_text(provision.node) for provision in case.provisions]


def formal_text(node: Formal) -> str:
    """Return a formal statement as text of the language, without tags if it is a rule or relation."""
    return text_of(node) if isinstance(node, (nodes.Rule, nodes.Relation)) else block_text(without_name(node))


def _changed_rules(old: CaseInForce, new: CaseInForce) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if [provision.node for provision in old.provisions] == [provision.node for provision in new.provisions]:
        return (), ()
    old_rules, new_rules = _rule_texts(old), _rule_texts(new)
    gone, come = Counter(old_rules) - Counter(new_rules), Counter(new_rules) - Counter(old_rules)
    return tuple(_pick_counted(old_rules, gone)), tuple(_pick_counted(new_rules, come))


def _pick_counted(rules: Sequence[str], count: Counter[str]) -> list[str]:
    """Return the elements of `rules` that `count` still counts, in order."""
    picked: list[str] = []
    for rule in rules:
        if count[rule] > 0:
            count[rule] -= 1
            picked.append(rule)
    return picked


_PARAGRAPH = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\n|[^\s]+")
MAX_MARKED_CHANGES = 2
"""So many changes are marked word by word wherever they are; more only among enough words that stay."""
MIN_WORDS_BETWEEN = 3
_MARKS = {"delete": (WordStatus.REMOVED,), "insert": (WordStatus.ADDED,), "replace": (WordStatus.REMOVED, WordStatus.ADDED)}
Words: TypeAlias = Sequence[str]


def diff_words(old: str, new: str) -> tuple[WordRun, ...]:
    """Return runs of words kept, removed and added; empty if nothing changed. The end of a paragraph counts as a word.

    A paragraph of which little stays is a run of its own, and so is what stands in its place.
    """
    if old == new:
        return ()
    old_paragraphs, new_paragraphs = ([_WORD.findall(paragraph) for paragraph in _PARAGRAPH.findall(text)] for text in (old, new))
    runs: list[tuple[WordStatus, bool, list[str]]] = []
    for old_words, new_words in _pair_paragraphs(old_paragraphs, new_paragraphs):
        opcodes = compare_words(old_words, new_words)
        for step, low, high, new_low, new_high in opcodes:
            for status in _MARKS.get(step, (WordStatus.KEPT,)):
                words = new_words[new_low:new_high] if status is WordStatus.ADDED else old_words[low:high]
                is_whole = len(opcodes) == 1 and status is not WordStatus.KEPT
                if runs and runs[-1][0] is status and (runs[-1][1] == is_whole or runs[-1][2] == ["\n"]):
                    runs[-1] = (status, is_whole, [*runs[-1][2], *words])
                else:
                    runs.append((status, is_whole, list(words)))
    return tuple(WordRun(status, _join_words(words), is_whole and words != ["\n"]) for status, is_whole, words in runs)


def _pair_paragraphs(old: Sequence[Words], new: Sequence[Words]) -> Iterator[tuple[Words, Words]]:
    """Yield each paragraph with the one that it became, in order; one that is gone or new, or little like any other, with no words."""
    old_texts, new_texts = ([" ".join(words).rstrip() for words in paragraphs] for paragraphs in (old, new))
    matcher = SequenceMatcher(None, old_texts, new_texts, autojunk=False)
    for step, low, high, new_low, new_high in matcher.get_opcodes():
        if step == "equal":
            yield from zip(old[low:high], new[new_low:new_high], strict=True)
            continue
        come: list[Words] = []
        for words in new[new_low:new_high]:
            place = next((place for place in range(low, high) if len(compare_words(old[place], words)) > 1), None)
            if place is None:
                come.append(words)
                continue
            yield from ((gone, ()) for gone in old[low:place])
            yield from (((), added) for added in come)
            yield old[place], words
            low, come = place + 1, []
        yield from ((gone, ()) for gone in old[low:high])
        yield from (((), added) for added in come)


def compare_words(old: Words, new: Words) -> Sequence[tuple[str, int, int, int, int]]:
    """Return the steps from words to others, as `difflib` has them; one step if most words are others, or those that stay are scattered.

    Marks word by word could not be read then.
    """
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    unchanged = sum(high - low for step, low, high, _, _ in opcodes if step == "equal")
    changes = sum(step != "equal" for step, *_ in opcodes)
    is_scattered = changes > MAX_MARKED_CHANGES and unchanged < MIN_WORDS_BETWEEN * changes
    if is_scattered or min(len(old), len(new)) > 2 * unchanged:
        return [("replace", 0, len(old), 0, len(new))]
    return opcodes


def _join_words(words: Sequence[str]) -> str:
    return " ".join(words).replace(" \n ", "\n").replace("\n ", "\n").replace(" \n", "\n")


def lines_of(runs: Sequence[WordRun]) -> Iterator[Sequence[WordRun]]:
    """Yield the runs line by line: whole paragraphs that went or came have a line of their own."""
    line: list[WordRun] = []
    for run in runs:
        if run.is_paragraph and line:
            yield line
            line = []
        line.append(run)
        if run.is_paragraph:
            yield line
            line = []
    if line:
        yield line


def difference_json(diff: Difference) -> dict[str, Any]:
    """Return the document of `diff --format json` without the changes of answers: `meaning` is empty here."""
    return {
        "book": diff.book,
        "from": diff.from_edition,
        "to": diff.to_edition,
        "cases": [_change_json(change) for change in diff.cases],
        "meaning": [],
        **(
            {"renamed_terms": [{"act": term.sentence, "source": term.source, "cases": term.case_count} for term in diff.renamed_terms]}
            if diff.renamed_terms
            else {}
        ),
    }


def _change_json(change: CaseChange) -> dict[str, Any]:
    return {
        "case": change.number,
        **fields_json(change, "title", "change", "was", "acts", "sources", "text_held"),
        "text": [
            fields_json(run, "step", "text") | ({"whole": True} if run.is_paragraph and len(change.words) > 1 else {})
            for run in change.words
        ],
        **fields_json(change, "rules_out", "rules_in"),
    }
