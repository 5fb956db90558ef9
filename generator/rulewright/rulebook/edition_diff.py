"""What changed from one edition to another, case by case: which came, went or moved, their words, their rules, and the acts that did it.

Words are compared word by word, rules as their one-line text. Nothing here asks what the change means for answers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from rulewright.base.records import fields_json
from rulewright.rulebook.case_numbers import sort_key
from rulewright.rulebook.clauses import nameless
from rulewright.rulebook.model import CaseInForce, EditionView, Formal, HistoryEntry, Rulebook
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of as block_text
from rulewright.syntax.node_text import text_of


class Change(StrEnum):
    ADDED = "added"
    DELETED = "deleted"
    CHANGED = "changed"
    RENUMBERED = "renumbered"


class Step(StrEnum):
    SAME = "same"
    OUT = "out"
    IN = "in"


@dataclass(frozen=True, slots=True)
class Words:
    """A run of words that both editions have, that went out, or that came in."""

    step: Step
    text: str


@dataclass(frozen=True, slots=True)
class CaseChange:
    """What happened to one case. `number` is its number in the later edition (of a deleted one, in the earlier); `was` the one before.

    `words` is empty where the text is the same; `rules_out` and `rules_in` are rules, tables and relations as text of the language.
    """

    number: str
    title: str | None
    change: Change
    acts: tuple[str, ...]
    sources: tuple[str, ...]
    was: str | None = None
    words: tuple[Words, ...] = ()
    rules_out: tuple[str, ...] = ()
    rules_in: tuple[str, ...] = ()
    text_held: bool = True


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed between two editions of a book, in the order of the later one."""

    book: str
    from_edition: str
    to_edition: str
    cases: tuple[CaseChange, ...]


def difference(book: Rulebook, from_edition: str, to_edition: str) -> Difference:
    """The difference between two editions by name; both must be there."""
    changes = _changes(book.views[from_edition], book.views[to_edition], book)
    return Difference(book.slug, from_edition, to_edition, changes)


def difference_of_books(before: Rulebook, from_edition: str, after: Rulebook, to_edition: str, names: tuple[str, str]) -> Difference:
    """The difference between an edition of one book and one of another, such as two states of a folder; `names` are theirs."""
    changes = _changes(before.views[from_edition], after.views[to_edition], after)
    return Difference(after.slug, names[0], names[1], changes)


def _changes(from_view: EditionView, to_view: EditionView, book: Rulebook) -> tuple[CaseChange, ...]:
    before, after = _in_force(from_view), _in_force(to_view)
    changes: list[CaseChange] = []
    for key in dict.fromkeys((*after, *before)):
        change = _compared(before.get(key), after.get(key), to_view)
        if change is not None:
            changes.append(change)
    headings = book.front.headings
    changes.sort(key=lambda one: sort_key(one.number, headings))
    return tuple(changes)


def _in_force(view: EditionView) -> dict[tuple[str, str], CaseInForce]:
    """Cases that are in force, by what they are and the number they were born with."""
    return {(case.kind.value, case.first_number): case for case in view.every_case() if not case.deleted}


def _compared(old: CaseInForce | None, new: CaseInForce | None, to_view: EditionView) -> CaseChange | None:
    if old is None:
        assert new is not None
        acts = _acts(new.history) or ("new case",)
        return CaseChange(
            new.number,
            new.title,
            Change.ADDED,
            acts,
            _sources(new.history, new),
            words=diff_words("", text_in_force(new)),
            rules_in=tuple(_rules(new)),
            text_held=new.held,
        )
    if new is None:
        gone = to_view.find(old.number)
        history = gone.history[len(old.history) :] if gone is not None and gone.deleted else ()
        return CaseChange(
            old.number,
            old.title,
            Change.DELETED,
            _acts(history),
            _sources(history, old) if history else (),
            words=diff_words(text_in_force(old), ""),
            rules_out=tuple(_rules(old)),
            text_held=old.held,
        )
    before = {_act(entry) for entry in old.history}
    history = tuple(entry for entry in new.history if _act(entry) not in before)
    words = diff_words(text_in_force(old), text_in_force(new))
    out, into = _rules_changed(old, new)
    was = old.number if old.number != new.number else None
    if not words and not out and not into and was is None and not history:
        return None
    change = Change.RENUMBERED if was is not None and not words and not out and not into else Change.CHANGED
    return CaseChange(new.number, new.title, change, _acts(history), _sources(history, new), was, words, out, into, new.held)


def _act(entry: HistoryEntry) -> tuple[str, str, tuple[str, ...]]:
    """What makes two entries the same, wherever they are written."""
    return entry.origin.source, entry.origin.number, entry.acts


def _acts(history: Sequence[HistoryEntry]) -> tuple[str, ...]:
    return tuple(act for entry in history for act in entry.acts)


def _sources(history: Sequence[HistoryEntry], case: CaseInForce) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.origin.source for entry in history)) or (case.source,)


def text_in_force(case: CaseInForce) -> str:
    """The words of a case, paragraph by paragraph; struck paragraphs and commentary are not in force."""
    return "\n".join(one.text for one in case.text if not one.struck and not one.commentary)


def _rules(case: CaseInForce) -> list[str]:
    return [formal_text(one.node) for one in case.provisions]


def formal_text(node: Formal) -> str:
    """A formal statement as text of the language, without tags where it is a rule or relation."""
    return text_of(node) if isinstance(node, (nodes.Rule, nodes.Relation)) else block_text(nameless(node))


def _rules_changed(old: CaseInForce, new: CaseInForce) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if [one.node for one in old.provisions] == [one.node for one in new.provisions]:
        return (), ()
    before, after = _rules(old), _rules(new)
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return tuple(_left(before, gone)), tuple(_left(after, come))


def _left(rules: Sequence[str], count: Counter[str]) -> list[str]:
    """Those of `rules` that `count` counts, in their order."""
    found: list[str] = []
    for rule in rules:
        if count[rule] > 0:
            count[rule] -= 1
            found.append(rule)
    return found


_WORD = re.compile(r"\n|[^\s]+")


def diff_words(old: str, new: str) -> tuple[Words, ...]:
    """Runs of words that stayed, went and came; empty where nothing changed. A paragraph's end counts as a word."""
    if old == new:
        return ()
    before, after = _WORD.findall(old), _WORD.findall(new)
    found: list[Words] = []
    for step, low, high, new_low, new_high in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if step == "equal":
            found.append(Words(Step.SAME, _run(before[low:high])))
            continue
        if high > low:
            found.append(Words(Step.OUT, _run(before[low:high])))
        if new_high > new_low:
            found.append(Words(Step.IN, _run(after[new_low:new_high])))
    return tuple(found)


def _run(words: Sequence[str]) -> str:
    return " ".join(words).replace(" \n ", "\n").replace("\n ", "\n").replace(" \n", "\n")


def difference_json(found: Difference) -> dict[str, Any]:
    """The document of `diff --format json`, without what changed in answers: `meaning` is empty here."""
    return {
        "book": found.book,
        "from": found.from_edition,
        "to": found.to_edition,
        "cases": [_change_json(one) for one in found.cases],
        "meaning": [],
    }


def _change_json(one: CaseChange) -> dict[str, Any]:
    return {
        "case": one.number,
        **fields_json(one, "title", "change", "was", "acts", "sources", "text_held"),
        "text": [fields_json(words, "step", "text") for words in one.words],
        **fields_json(one, "rules_out", "rules_in"),
    }
