"""The act stated by the words of a statement: `should read`, `delete`, `add`, `replace … with`, `change … to`."""

from __future__ import annotations

import re

from rulewright.importing.sheet.labels import label_at
from rulewright.importing.sheet.model import Act
from rulewright.importing.sheet.numbers import NUMBER

QUOTED = r"[\"“]([^\"“”]{1,400})[\"”]"
WAS = r"(?:was|old(?: text| wording)?|original(?: text)?|before)\b[*_]{0,3}:?[*_]{0,3} ?"
NOW = r"[ ,.;*_]{0,9}(?:(?:is |reads )?now|new(?: text| wording)?|revised(?: text)?)\b[*_]{0,3}:?[*_]{0,3} ?"
CASE_WORD = r"(?:(?:rule|case|section|paragraph|article|law) )?"
A_CASE = r"(?:this|the|that)(?: entire| whole)? (?:case|rule|section|paragraph)"

REPLACING = 'replaces "{0}" with "{1}"'
STRIKES, REPLACES = 'strikes "…" words not held there', 'replaces "…" with "…" words not held there'
"""The acts with unquoted words: a person has to find them."""

DO = (
    r"(?:^|[.:;)\]]\s|\b(?:also|instead)\s|\bin (?:rule |case |section )?[\d.]+\d[a-z]?,\s|"
    r"\b(?:line|sentence|paragraph|bullet|row|column) \d+,?\s|"
    r"\b(?:first|second|third|last) (?:line|sentence|paragraph|bullet|row|column),?\s)[\W\d]*(?:also )?"
)
"""The context before a verb that orders a change; elsewhere the verb belongs to a rule."""

HABITS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(habit, re.IGNORECASE), line)
    for habit, line in (
        (
            rf"(?:cases?|rules?|references?(?: to)?) ({NUMBER}) (?:should|ought to) (?:be|read)(?: cases?| rules?)? ({NUMBER})",
            "redirects {0} to {1}",
        ),
        (rf"\b{WAS}{QUOTED}{NOW}{QUOTED}", 'replaces "{0}" with "{1}"'),
        (r"\b(?:was|old text|original):\s.{1,400}?\b(?:now|new text|revised):\s", REPLACES),
        (rf"^\W*(?:{NUMBER}\W*)?(?:(?:has|have|is|was) (?:been )?)?(?:removed|deleted|cancelled)\W*$", "deletes the case"),
        (
            rf"{DO}(?:replaced?|changed?|substitute):? (?:the (?:words?|phrase|text) )?{QUOTED},? "
            rf"(?:with|by|to|into)(?: the following)?:? {QUOTED}",
            REPLACING,
        ),
        (rf"{QUOTED} (?:should|ought to) (?:instead )?(?:read|be|say|be spelled):? {QUOTED}", REPLACING),
        (rf"{QUOTED} is now {QUOTED}", 'replaces "{0}" with "{1}"'),
        (rf"(?:is|are) changed from {QUOTED} to {QUOTED}", 'replaces "{0}" with "{1}"'),
        (rf"{DO}(?:replace|scrap|rewrite) {A_CASE}", "replaces the case"),
        (
            rf"{DO}(?:delete|omit|disregard|ignore|strike|cancel) {A_CASE}|{A_CASE} (?:is|should be) (?:deleted|omitted|ignored|removed)",
            "deletes the case",
        ),
        (rf"{DO}(?:delete|omit|strike|remove)(?: out)?(?: the words?)? {QUOTED}", 'strikes "{0}"'),
        (rf"{DO}(?:delete|omit|strike) (?:the |any )?(?:references?|last|first|second|rest|remainder|words?|sentence)\b", STRIKES),
        (rf"{QUOTED} (?:should|must) be (?:deleted|omitted|removed|struck)\b", 'strikes "{0}"'),
        (r"\bshould be (?:deleted|omitted)\b", STRIKES),
        (
            r"\b(?:sentence|paragraph|word|line|bullet|phrase)s? (?:of|in) [^.]{0,20}[\d.]+ (?:is|are) (?:deleted|omitted|removed)\b",
            STRIKES,
        ),
        (rf"^\W*(?:delete|omit|strike|ignore|disregard|cancel) {CASE_WORD}{NUMBER}\W*$", "deletes the case"),
        (rf"^\W*replace {CASE_WORD}{NUMBER} (?:with|by)\b", "replaces the case"),
        (rf"^\W*add to (?:the end of )?{CASE_WORD}{NUMBER}:? {QUOTED}", 'appends "{0}" words not held there'),
        (rf"{DO}add to the end of [^\"“]{{0,40}}{QUOTED}", 'appends "{0}"'),
        (rf"\bat the end(?: of [^\"“]{{0,40}})?,? add:? {QUOTED}", 'appends "{0}"'),
        (rf"\bafter {QUOTED},? (?:add|insert):? {QUOTED}", 'inserts "{1}" after "{0}"'),
        (
            rf"{DO}(?:add|insert) (?:the words? )?{QUOTED} (?:directly |immediately )?after (?:the words? )?{QUOTED}",
            'inserts "{0}" after "{1}"',
        ),
        (rf"{DO}(?:add|insert) (?:the words? )?{QUOTED} before (?:the words? )?{QUOTED}", 'replaces "{1}" with "{0} {1}"'),
        (rf"\bbefore {QUOTED},? (?:add|insert):? {QUOTED}", 'replaces "{0}" with "{1} {0}"'),
        (rf"^\W*renumbered (?:rule |case |section )?{NUMBER} (?:to|as) (?:rule |case )?({NUMBER})(?! ?(?:,|and|&))", "renumbers to {0}"),
        (rf"^\W*(?:removed|deleted) (?:rules? |cases? |sections? )?{NUMBER}(?:(?:,| and|,? &) {NUMBER})*\W*$", "deletes the case"),
        (rf"(?:extended|expanded) to include:? {QUOTED}", 'appends "{0}"'),
        (rf"{DO}add {QUOTED} (?:to|at|after)\b", 'appends "{0}" words not held there'),
        (rf"{DO}add:? {QUOTED}\W*$", 'appends "{0}" words not held there'),
        (rf"^\W*[\d.,\]\s]*\(?add(?:ed)? (?:to|at) (?:the )?end\b|{DO}add (?:the following|to)\b", "adds"),
        (r"(?:should|ought to) (?:instead )?(?:read|say)\b|\b(?:is|are) changed (?:from|to)\b", REPLACES),
        (rf"{DO}change\b[^.]{{1,60}}\bto\b|{DO}(?:replace|substitute)\b", REPLACES),
        (r"(?<![\w.])[+–-]?\d+(?: \w+)?,? (?:and )?not (?:an? )?[+–-]?\d", REPLACES),
        (r"\bnot [^.;()]{1,40}, as (?:\w+ )?(?:stated|printed|written)\b", REPLACES),
        (r"(?:should|ought to) (?:be|have)\b[^.;]{1,60},? not\b|\bbelongs? in\b[^.;]{1,60}\bnot\b", REPLACES),
    )
)
"""Patterns of words, and the line that a draft proposes for each; the first match wins."""


LONGEST_ROW = 500
LONGEST_ORDER = 5_000
"""The most letters of a statement that orders a change; more are the text of a rule."""

GONE = re.compile(r"\W*(?:removed|deleted|omitted)\W*", re.IGNORECASE)
SINGLE = re.compile(r"(?<!\w)['‘]([^'‘’\"\n]{1,200})['’](?!\w)")
"""Words between single quotation marks."""

PAIR = re.compile(rf"{QUOTED},?\s?(?:to|with|by|into|(?:should|ought to) (?:instead )?(?:read|be|say)|is now):? {QUOTED}", re.IGNORECASE)
"""Old and new words of one of several replacements."""

IS_PLACE = re.compile(
    r"\b(?:in|under|of|on|at|the|for|from|section|case|rule|entry|table|chart|phrase|word|words|paragraph|before|after|titled|called|an?)\s*$",
    re.IGNORECASE,
)
"""The words before a quotation that names a place of the text and not a change."""


IS_CHANGED = re.compile(r" (?:is|are) changed (?:from|in)\b", re.IGNORECASE)
"""The words after a quotation whose own change follows."""


def act_of_row(row: str) -> Act | None:
    """Return the act of a table row that gives the old and the new text of a case."""
    was, *later_cells = [cell.strip() for cell in re.split(r"[|\t]", row.strip().strip("|"))][1:] or [""]
    if not was or not later_cells or len(row) > LONGEST_ROW or label_at(was, 0, len(was)):
        return None
    return Act(("deletes the case" if GONE.fullmatch(later_cells[0]) else f'replaces "{was}" with "{later_cells[0]}"',))


def act_of(words: str) -> Act | None:
    """Return the act that the words state, or None; several replacements in one statement are one act of several lines."""
    if len(words) > LONGEST_ORDER:
        return None
    text = _with_double_quotes(words)
    for habit, line in HABITS:
        if match := habit.search(text):
            first = line.format(*(group or "" for group in match.groups()))
            pairs = [f'replaces "{old}" with "{new}"' for old, new in PAIR.findall(text)] if line == REPLACING else []
            return Act(tuple(dict.fromkeys((first, *pairs))))
    return None


def orders_more(words: str, act: Act) -> bool:
    """Return True if words are quoted that no line of an act has, and that do not name a place."""
    text = _with_double_quotes(words)
    lines = " ".join(act.lines)
    if '"' not in lines or "…" in lines:
        return False
    unexplained = [match for match in re.finditer(QUOTED, text) if match[1] not in lines]
    return any(
        not (IS_PLACE.search(text[max(0, match.start() - 20) : match.start()]) or IS_CHANGED.match(text, match.end()))
        for match in unexplained
    )


def _with_double_quotes(words: str) -> str:
    """Return words on one line; quotations in single marks get double ones, if there are no others."""
    text = re.sub(r"\s+", " ", words)
    return text if re.search('["“]', text) else SINGLE.sub(r'"\1"', text)
