"""Where the parser stopped: what stood there, what would have fitted, and words for both."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rulewright.base.prose_lists import listing
from rulewright.base.source import Span
from rulewright.syntax.tokens import NUMBERS, Token

# What can begin a condition or an amount.
OPERANDS = frozenset(
    {"NAME", *NUMBERS, "MONTH_DATE", "STRING", "NOT", "SOME", "EVERY", "NO", "THE", "MINUS", "YES", "NONE", "LPAR", "MAY", "MUST"}
)
COMPARISONS = frozenset({"IS", "IN", "NOT"})
ARITHMETIC = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "ROUNDED", "DOT", "UP", "AS"})
LAYOUT = frozenset({"_NEWLINE", "_INDENT", "_DEDENT"})

_NAMES = {
    "NAME": "a name",
    "NUMBER": "a number",
    "FRACTION": "a fraction",
    "DOTTED_NUMBER": "a decimal",
    "STRING": "a quotation",
    "CASE": "the number of a case",
    "LABEL": "a label such as `a.`",
    "ROW": "a table row",
    "DATE": "a date such as `1984-06-01`",
    "MONTH_DATE": "a date such as `May 1942`",
    "DICE": "dice such as `1d6`",
    "TAG": "a tag",
    "_NEWLINE": "the end of the line",
    "_INDENT": "a deeper line",
    "_DEDENT": "the end of the block",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "EQUAL": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "SLASH": "`/`",
    "DOT": "`.`",
    "DOTS": "`..`",
}


class Stop(NamedTuple):
    """Where reading stopped.

    `bad` is the terminal that does not fit, `before` all terminals before it, `statement` those of its own line, `lines` the lines of
    the block,
    `accepted` what would have fitted (asked before any conclusion), `accepted_at` the same for any terminal by its place in `before`,
    `accepts_under` whether a terminal would fit on a deeper line here, `begin` where the statement begins in `before`.
    """

    bad: Token
    before: list[Token]
    statement: list[Token]
    lines: list[str]
    words: dict[str, str]
    accepted: frozenset[str]
    accepted_at: Callable[[int], frozenset[str]]
    accepts_under: Callable[[str], bool]
    begin: int

    @property
    def first(self) -> Token:
        """The first terminal of the statement."""
        return self.statement[0] if self.statement else self.bad

    @property
    def last(self) -> Token | None:
        """The terminal before the bad one, on the same statement."""
        return self.statement[-1] if self.statement else None

    @property
    def line(self) -> str:
        """The line of text on which the bad terminal stands."""
        return self.lines[self.bad.line - 1] if self.bad.line <= len(self.lines) else ""

    def keywords(self, accepted: frozenset[str]) -> list[str]:
        """The keywords among accepted terminals, as words."""
        return sorted(self.words[name] for name in accepted if name in self.words)


def place(token: Token) -> Span:
    """A terminal's place; the end of a line is one column wide."""
    return Span(token.line, token.column, token.end_line, max(token.end_column, token.column + 1))


def near(word: str, keywords: list[str]) -> str | None:
    """The keyword that a word is a misspelling of: one letter wrong, missing, doubled or swapped; two in a long word.

    >>> near("overides", ["overrides", "option"]), near("May", ["may"]), near("form", ["from", "for"]), near("house", ["hex"])
    ('overrides', 'may', 'from', None)
    """
    small = word.lower()
    room = 0 if len(small) < 2 else 1 if len(small) < 7 else 2
    best = sorted((_distance(small, keyword), -len(keyword), keyword) for keyword in keywords if abs(len(keyword) - len(small)) <= room)
    return best[0][2] if best and best[0][0] <= room else None


def _distance(one: str, other: str) -> int:
    """How many letters must be put in, left out, changed or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]


def shown(token: Token) -> str:
    """A terminal as the author wrote it, cut short if it is long."""
    text = f'"{token.value}"' if token.type == "STRING" else token.value
    return text if len(text) <= 40 else text[:37] + "…"


def wanted(accepted: frozenset[str], words: dict[str, str]) -> str:
    """What would fit, in a few words."""
    names = set(accepted)
    parts = []
    if {"NAME", "NUMBER", "LPAR"} <= names:
        names -= OPERANDS | {"AT", "BETWEEN", "MORE", "LESS"}
        parts.append("a condition" if "SOME" in accepted else "an amount")
    if {"PLUS", "STAR"} <= names:
        names -= ARITHMETIC
    if "_NEWLINE" in names and len(names) > 6:
        names &= {"_NEWLINE", "AND", "OR", "WHEN", "UNLESS", "COMMA", "IS", "IN"}
    keywords = sorted(f"`{words[name]}`" for name in names if name in words)
    others = [_NAMES[name] for name in _NAMES if name in names and not (name == "NAME" and len(keywords) > 8)]
    if len(keywords) > 7:
        keywords = ["a word of the language"]
    return listing([*parts, *keywords, *others] or ["something else"])


def expected(stop: Stop, accepted: frozenset[str]) -> str:
    """Help that lists the words that fit, if they are not too many to be of help."""
    keywords = stop.keywords(accepted)
    if not keywords or len(keywords) > 60:
        return ""
    return "expected here: " + ", ".join(f"`{word}`" for word in keywords)
