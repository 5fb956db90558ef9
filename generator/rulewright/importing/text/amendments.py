"""The text of a book and a later version of it -> the amendments that lead from one to the other.

A case is the case of the same number; where the words of another number are those of it, it is renumbered. Words that differ are replaced
by acts that quote them; each act quotes as much as makes it the only place. A case whose changes cannot be told so is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from rulewright.base.records import record
from rulewright.base.steps import count_step
from rulewright.importing.text.model import Clause, Passage, RulesText
from rulewright.importing.text.write_cases import TODO, clause_lines
from rulewright.importing.text.write_markdown import case_paragraphs, cases_by_chapter
from rulewright.rulebook.model import CaseInForce, ClauseKind, EditionView
from rulewright.rulebook.prose import redirect_references
from rulewright.syntax import nodes
from rulewright.syntax.formatter import format_source

LIKE_SHARE = 0.6
"""The share of words from which a case of another number may be the same one."""
_GAP = 3
"""Words between two changes up to which they are one."""


@record
class CaseText:
    """A case as it is before the amendments: its title, its paragraphs, and whether it has rules that a replacement would take out."""

    number: str
    title: str
    paragraphs: tuple[str, ...]
    has_rules: bool
    is_ruling: bool


@record
class Revision:
    """The change of a case: its acts as lines of the language, and why in a sentence. `number` is that before, or of a new case."""

    number: str
    kind: str
    lines: tuple[str, ...]
    reason: str
    todo: str = ""


def case_texts(view: EditionView) -> dict[str, CaseText]:
    """Return the text of each case in force of an edition."""
    cases = (case for _, group in cases_by_chapter(view) for case in group)
    return {case.number: _case_text(case) for case in cases}


def _case_text(case: CaseInForce) -> CaseText:
    has_rules = any(not isinstance(provision.node, nodes.NotHeld) for provision in case.provisions)
    return CaseText(case.number, case.title or "", tuple(case_paragraphs(case)), has_rules, case.kind is ClauseKind.RULING)


def revise_text(old: Mapping[str, CaseText], new: RulesText, source: str, whole_cases: Collection[str] = ()) -> list[Revision]:
    """Return the revisions that lead from a text to a later one. `whole_cases`: numbers of cases to replace, not to change in words."""
    clauses = {clause.number: clause for clause in new.all_clauses()}
    renumbered = _renumbered_cases(old, clauses)
    unmoved = {number: clauses[number] for number in old if number in clauses and number not in renumbered}
    unmoved = {number: clause for number, clause in unmoved.items() if clause.number not in renumbered.values()}
    revisions: list[Revision] = []
    for number, case in old.items():
        count_step()
        target = clauses.get(renumbered.get(number, "")) or unmoved.get(number)
        if target is None:
            revisions.append(_delete_case(case, source))
        elif (revision := _revise_case(case, target, source, renumbered, is_whole=number in whole_cases)) is not None:
            revisions.append(revision)
    matched = {clause.number for clause in unmoved.values()} | set(renumbered.values())
    revisions += [
        Revision(clause.number, "new", tuple(clause_lines(clause, f"new in {source}")), "the text has no such case before")
        for clause in clauses.values()
        if clause.number not in matched
    ]
    return revisions


def _delete_case(case: CaseText, source: str) -> Revision:
    lines = (f"amend {case.number} in {source} as change", "  deletes the case")
    return Revision(case.number, "deleted", lines, "the later text has no such case")


# ---- which case is which -------------------------------------------------------------------------------------------------------------


def _renumbered_cases(old: Mapping[str, CaseText], new: Mapping[str, Clause]) -> dict[str, str]:
    """Return the new number of each case that has another one: its words are under a number that had other words, or none."""
    strangers = [case for number, case in old.items() if number not in new or not _are_alike(case, new[number])]
    arrivals = [clause for number, clause in new.items() if number not in old or not _are_alike(old[number], clause)]
    renumbered: dict[str, str] = {}
    for case in strangers:
        ratio, clause = max(((_share_of_words(case, clause), clause) for clause in arrivals), key=lambda pair: pair[0], default=(0.0, None))
        if clause is not None and ratio >= LIKE_SHARE and clause.number not in renumbered.values() and clause.number != case.number:
            renumbered[case.number] = clause.number
    return renumbered


def _are_alike(case: CaseText, clause: Clause) -> bool:
    """Return True if a case and the clause of its number are one case: by title, or by most words."""
    return (case.title != "" and case.title == clause.title) or _share_of_words(case, clause) >= LIKE_SHARE / 2


def _share_of_words(case: CaseText, clause: Clause) -> float:
    first, second = _words_of([case.title, *case.paragraphs]), _words_of([clause.title, *clause.words])
    return SequenceMatcher(None, first, second, autojunk=False).ratio() if first or second else 1.0


def _words_of(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in re.findall(r"\w+", text)]


# ---- what changes in a case ------------------------------------------------------------------------------------------------------------


def _revise_case(case: CaseText, clause: Clause, source: str, renumbered: Mapping[str, str], *, is_whole: bool) -> Revision | None:
    """Return the revision of a case, None if it stays as it is."""
    earlier = tuple(_redirect_paragraph(paragraph, renumbered) for paragraph in case.paragraphs)
    moved = [f"  renumbers to {clause.number}"] if clause.number != case.number else []
    head = f"amend {case.number} in {source} as change"
    if case.title == clause.title and earlier == clause.words:
        return Revision(case.number, "renumbered", (head, *moved), f"its words are those of {clause.number}") if moved else None
    if case.is_ruling:
        return Revision(case.number, "ruling", (), "", f"{case.number} is a ruling, and other words of it are no amendment: see {source}")
    acts = None if is_whole or case.title != clause.title else _acts_on_words(earlier, clause.words)
    if acts is not None:
        parts, lines = acts
        blocks = [line for part in parts for line in (f"amend {case.number} {part} in {source} as change", "  deletes the part")]
        own_lines = [*moved, *lines]
        return Revision(case.number, "changed", (*blocks, *([head, *own_lines] if own_lines else [])), "its words differ")
    todo = f"{case.number} is replaced, and its rules with it: write them again below the new words" if case.has_rules else ""
    passages = "title" if case.title != clause.title else "words"
    if case.title == clause.title:
        lines = [head, *moved, "  replaces the case", *_passage_lines(clause.passages)]
    else:
        lines = [head, f"  replaces the case by {clause.number}", *clause_lines(clause, f"new in {source}")]
    return Revision(case.number, "replaced", tuple(lines), f"its {passages} differ", todo)


def _redirect_paragraph(paragraph: str, renumbered: Mapping[str, str]) -> str:
    """Return a paragraph with its references to renumbered cases as they then are."""
    for place, number in enumerate(renumbered):
        paragraph = redirect_references(paragraph, number, f"§§{place}")
    for place, number in enumerate(renumbered.values()):
        paragraph = paragraph.replace(f"§§{place}", number)
    return paragraph


def _passage_lines(passages: Sequence[Passage]) -> Iterator[str]:
    yield from (f'  "{passage.words}"' for passage in passages if passage.words)


def _acts_on_words(earlier: Sequence[str], later: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Return the parts that are deleted, and lines of acts on words; None if paragraphs come in between, where no act puts them."""
    parts: list[str] = []
    lines: list[str] = []
    opcodes = SequenceMatcher(None, earlier, later, autojunk=False).get_opcodes()
    text = " ¶ ".join(earlier)
    for tag, start, end, new_start, new_end in opcodes:
        pairs = min(end - start, new_end - new_start)
        if tag == "equal":
            continue
        for old_words, new_words in zip(earlier[start : start + pairs], later[new_start : new_start + pairs], strict=True):
            acts = list(_word_acts(old_words, new_words, text))
            if not acts:
                return None
            lines += acts
        parts += [f"paragraph {place + 1}" for place in range(start + pairs, end)]
        if new_end - new_start > pairs:
            if end < len(earlier):
                return None
            lines += ["  adds", *(f'  "{paragraph}"' for paragraph in later[new_start + pairs : new_end])]
    return (parts, lines) if len(parts) < 2 else None


def _word_acts(old: str, new: str, text: str) -> Iterator[str]:
    """Yield acts that make the words of a paragraph those of another, each quoting words that are in the text once."""
    earlier, later = old.split(" "), new.split(" ")
    for start, end, new_start, new_end in _merged_changes(earlier, later, text):
        old_words, new_words = " ".join(earlier[start:end]), " ".join(later[new_start:new_end])
        if not new_words:
            yield f'  strikes "{old_words}"'
        elif new_words.startswith(f"{old_words} "):
            yield f'  inserts "{new_words[len(old_words) + 1 :]}" after "{old_words}"'
        else:
            yield f'  replaces "{old_words}" with "{new_words}"'


def _merged_changes(earlier: Sequence[str], later: Sequence[str], text: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield where words differ, widened until the old words are in the text once; changes that then meet are one."""
    opcodes = SequenceMatcher(None, earlier, later, autojunk=False).get_opcodes()
    changes = [list(each[1:]) for each in opcodes if each[0] != "equal"]
    merged: list[list[int]] = []
    for change in changes:
        if merged and change[0] - merged[-1][1] <= _GAP:
            merged[-1][1], merged[-1][3] = change[1], change[3]
        else:
            merged.append(change)
    widened: list[list[int]] = []
    for change in merged:
        while not _is_unique(" ".join(earlier[change[0] : change[1]]), text) and (change[0] > 0 or change[1] < len(earlier)):
            if change[0] > 0:
                change[0], change[2] = change[0] - 1, change[2] - 1
            if change[1] < len(earlier) and not _is_unique(" ".join(earlier[change[0] : change[1]]), text):
                change[1], change[3] = change[1] + 1, change[3] + 1
        if widened and change[0] <= widened[-1][1]:
            widened[-1][1], widened[-1][3] = max(widened[-1][1], change[1]), max(widened[-1][3], change[3])
        else:
            widened.append(change)
    yield from ((start, end, new_start, new_end) for start, end, new_start, new_end in widened)


def _is_unique(words: str, text: str) -> bool:
    """Return True if words are in a text once, as whole words."""
    if not words.strip():
        return False
    first, last = "(?<!\\w)" if words[0].isalnum() else "", "(?!\\w)" if words[-1].isalnum() else ""
    return len(re.findall(f"{first}{re.escape(words)}{last}", text)) == 1


# ---- the file ------------------------------------------------------------------------------------------------------------------------


def revision_file(revisions: Sequence[Revision], marks: Sequence[str], name: str) -> str:
    """Return the text of a `.case` file with revisions; `marks` say what of the later text no amendment can say."""
    lines = [f"# What leads to {name}, case by case."]
    lines += [f"{TODO}{mark}" for mark in marks]
    for revision in revisions:
        lines += ["", *([f"{TODO}{revision.todo}"] if revision.todo else []), *revision.lines]
    return format_source("\n".join(lines) + "\n")


def marks_of_revision(
    title: str, introduction: Sequence[str], chapters: Sequence[tuple[str, str]], old: Mapping[str, CaseText], new: RulesText
) -> list[str]:
    """Return what differs outside of cases, where the language has no acts: the title, what is about the book, the chapters.

    Of cases that differ, what is marked in the later text is added.
    """
    marks = [] if title == new.title else [f"the title is now “{new.title}”"]
    if list(introduction) != [passage.words for passage in new.introduction if passage.words]:
        marks.append("what stands before the first case differs")
    later_chapters = [(chapter.title, " ".join(passage.words for passage in chapter.passages)) for chapter in new.chapters if chapter.title]
    marks += [
        f"the heading “{heading}” or the words below it are new" for heading, words in later_chapters if (heading, words) not in chapters
    ]
    differing = [clause for clause in new.all_clauses() if clause.number not in old or old[clause.number].paragraphs != clause.words]
    passages = [passage for clause in differing for passage in clause.passages]
    return marks + [f"line {passage.line:,} of the later text: {mark}" for passage in passages for mark in passage.marks]
