"""The point at which the parser stopped: the offending terminal, the accepted terminals, and text for both."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rulewright.base.prose_lists import listing
from rulewright.base.source import Span
from rulewright.syntax.tokens import NUMBERS, Token

# Terminals that can begin a condition or an amount.
OPERANDS = frozenset(
    {
        "NAME",
        *NUMBERS,
        "MONTH_DATE",
        "STRING",
        "NOT",
        "EITHER",
        "NEITHER",
        "SOME",
        "EVERY",
        "NO",
        "THE",
        "MINUS",
        "YES",
        "NONE",
        "LPAR",
        "MAY",
        "MUST",
        "SHOULD",
    }
)
COMPARISONS = frozenset({"IS", "IN", "NOT"})
ARITHMETIC = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "ROUNDED", "DOT", "UP", "AS", "FOR_EACH"})
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
    "STEP_TO": "`to` with a step",
    "FOR_EACH": "`for each`",
    "DECIDED_IF": "`if`",
    "WITHIN": "`within` with a number",
    "ADVISED": "`advised`",
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
    """The point at which the parser stopped.

    `bad` is the unexpected terminal, `preceding` all terminals before it, `statement` those of its own line, `lines` the lines of the
    block. `accepted` are the terminals accepted at this point (before any reduction), `accepted_at` the same for a terminal by its index
    in `preceding`. `accepts_under` is True of a terminal that fits on a deeper line here. `begins_under` gives the terminals that begin a
    line under a text that ends in the head of a block. `reads_with` is True if a terminal's line can be read with another word in its
    place. `begin` is the index in `preceding` of the first terminal of the statement.
    """

    bad: Token
    preceding: list[Token]
    statement: list[Token]
    lines: list[str]
    words: dict[str, str]
    accepted: frozenset[str]
    accepted_at: Callable[[int], frozenset[str]]
    accepts_under: Callable[[str], bool]
    begins_under: Callable[[str], frozenset[str]]
    reads_with: Callable[[Token, str], bool]
    begin: int

    @property
    def first(self) -> Token:
        """The first terminal of the statement."""
        return self.statement[0] if self.statement else self.bad

    @property
    def last(self) -> Token | None:
        """The terminal before the unexpected one in the same statement, or None."""
        return self.statement[-1] if self.statement else None

    @property
    def text_line(self) -> str:
        """The line of text that contains the unexpected terminal."""
        return self.lines[self.bad.line - 1] if self.bad.line <= len(self.lines) else ""

    def keyword_words(self, accepted: frozenset[str]) -> list[str]:
        """Return the words of the keywords among accepted terminals, sorted."""
        return sorted(self.words[name] for name in accepted if name in self.words)


def token_span(token: Token) -> Span:
    """Return the span of a terminal; the end of a line is one column wide."""
    return Span(token.line, token.column, token.end_line, max(token.end_column, token.column + 1))


def closest_keyword(word: str, keywords: list[str]) -> str | None:
    """Return the keyword that `word` misspells, or None: one letter wrong, missing, doubled or swapped; two in a long word.

    >>> closest_keyword("overides", ["overrides", "option"]), closest_keyword("May", ["may"])
    ('overrides', 'may')
    >>> closest_keyword("form", ["from", "for"]), closest_keyword("house", ["hex"])
    ('from', None)
    """
    lowered = word.lower()
    max_distance = 0 if len(lowered) < 2 else 1 if len(lowered) < 7 else 2
    best = sorted(
        (_edit_distance(lowered, keyword), -len(keyword), keyword)
        for keyword in keywords
        if abs(len(keyword) - len(lowered)) <= max_distance
    )
    return best[0][2] if best and best[0][0] <= max_distance else None


def _edit_distance(source: str, target: str) -> int:
    """Return the edit distance: insertions, deletions, substitutions and swaps of neighbours (Damerau-Levenshtein)."""
    previous: list[int] = []
    row = list(range(len(target) + 1))
    for i, a in enumerate(source, 1):
        second_previous, previous, row = previous, row, [i]
        for j, b in enumerate(target, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == target[j - 2] and source[i - 2] == b:
                cost = min(cost, second_previous[j - 2] + 1)
            row.append(cost)
    return row[-1]


def token_excerpt(token: Token) -> str:
    """Return a terminal as the author wrote it, shortened to 40 characters."""
    text = f'"{token.value}"' if token.type == "STRING" else token.value
    return text if len(text) <= 40 else text[:37] + "…"


def describe_accepted(accepted: frozenset[str], words: dict[str, str]) -> str:
    """Describe the accepted terminals in a few words."""
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


def expected_keywords(stop: Stop, accepted: frozenset[str]) -> str:
    """Return help that lists the accepted keywords, or an empty text if there are none or too many."""
    keywords = stop.keyword_words(accepted)
    if not keywords or len(keywords) > 60:
        return ""
    return "expected here: " + ", ".join(f"`{word}`" for word in keywords)
