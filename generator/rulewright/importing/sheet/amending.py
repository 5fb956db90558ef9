"""A statement -> the change that it orders, by the grammar of amending (`grammar/errata.lark`): its cases, its part, and the act."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, ClassVar

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import BasicLexer, Lexer, LexerThread

from rulewright.base.records import record
from rulewright.base.resources import errata_grammar_file
from rulewright.importing.sheet.labels import label_at
from rulewright.importing.sheet.model import Act
from rulewright.importing.sheet.numbers import CASE_WORD, COUNT

LONGEST_ORDER = 5_000
"""The most letters of a statement that orders a change; more are the text of a rule."""

LONGEST_ROW = 500
MOST_TOKENS = 80
GONE = re.compile(r"\W*(?:removed|deleted|omitted)\W*", re.IGNORECASE)
QUOTED = re.compile(r"[\"“]([^\"“”]{1,1500})[\"”]")
IS_PLACE = re.compile(
    r"\b(?:in|under|of|on|at|the|for|from|section|case|rule|entry|table|chart|phrase|word|words|paragraph|before|after|titled|called|an?)\s*$",
    re.IGNORECASE,
)
"""The words before a quotation that names a place of the text and not a change."""

IS_CHANGED = re.compile(r" (?:is|are) changed (?:from|in)\b", re.IGNORECASE)
"""The words after a quotation whose own change follows."""

UNHELD = " words not held there"
STRIKES, REPLACES = f'strikes "…"{UNHELD}', f'replaces "…" with "…"{UNHELD}'
"""The acts with unquoted words: a person has to find them."""

NEW_TEXT = re.compile(r"\b(?:to|with|by|as|reads?|says?|now|follows):?\s[\"“][^\"“”]*[\"”]\W*$", re.IGNORECASE)
"""The one quotation of a statement at its end, after words that introduce a new text."""

SINGLE = re.compile(r"(?<!\w)['‘]([^'‘’\"\n]{1,200})['’](?!\w)")
"""Words between single quotation marks."""

VERB = re.compile(
    r"delet|omit|str[iu]|remov|repeal|revok|leave out|cancel|ignore|disregard|scrap|add|insert|append|creat|includ|replac|substitut|"
    r"chang|revis|"
    r"\bsays\b|^\W*(?:\w{1,3}[.)]\s+)?in\s+\S+\s+\d\S*\W*$|rewr|reword|rescind|designat|move|"
    r"^\W*section:|amend|renumber|becom|refer|read|say|should|ought|must|\bnew\b|introduc|\bnow\b|\bnot\b|extended|expanded|goes|rises|falls|raised|increased|reduced|lowered|[→⇒]|[-=]>",
    re.IGNORECASE,
)
"""A word without which nothing is amended."""


MARKS = re.compile(r"~~|</?(?:del|ins|s)>|\[-|\{\+", re.IGNORECASE)
STRUCK = re.compile(
    r"(?:~~|<(?:del|s)>|\[-)(.+?)(?:~~|</(?:del|s)>|-\])(?:\s*(?:\*\*|<(?:ins|b|u)>|\{\+)(.+?)(?:\*\*|</(?:ins|b|u)>|\+\}))?", re.IGNORECASE
)
WHOLE_STRUCK = re.compile(r"\W*(?:~~[^~]+~~|<(?:del|s)>(?:(?!</).)+</(?:del|s)>)\W*", re.IGNORECASE)
"""Words that are struck through, and the new ones after them."""

LIST_MARK = re.compile(rf"^\W*{COUNT}|^(?:\W*(?:\d{{1,2}}|[a-z])[.)]\s+(?!\d))+|^\d{{1,2}}\s+(?=(?:In |After )?(?i:{CASE_WORD})\s)")
"""The number of a statement in a list."""

TITLE_AFTER_NUMBER = re.compile(r"(?<=\d)\s\([A-Z][a-z][^()\d]{1,60}\)")
"""`By-law 8 (Dogs) is revoked`: the title of the case between its number and the verb."""

BOLD = re.compile(r"\*\*|__")
NUMBER_AS_CASE = re.compile(r"\brenumbered (?:as |to )?(?=\d{1,3}[A-Za-z]?\b(?!\.\d))", re.IGNORECASE)
"""The words before a whole number that is the new one of a case."""

WAS_AND_NOW = re.compile(
    r"(?:was|before|(?:old|former|previous)(?: text| wording)?): ([^\"“”]+?) (?:now|after|(?:new|revised)(?: text| wording)?): ([^\"“”]+)$",
    re.IGNORECASE,
)
"""An old and a new text in one line."""


@record
class Amending:
    """The change that a statement orders: the cases that it names, the part of the case, the lines of the act."""

    numbers: tuple[str, ...]
    part: str
    act: Act | None
    creates: bool = False
    is_loose: bool = False  # its words are not quoted, or stand in a sentence of another form


def act_of_row(row: str) -> Act | None:
    """Return the act of a table row that gives the old and the new text of a case."""
    was, *later_cells = [cell.strip() for cell in re.split(r"[|\t]", row.strip().strip("|"))][1:] or [""]
    if not was or not later_cells or len(row) > LONGEST_ROW or label_at(was, 0, len(was)):
        return None
    return Act(("deletes the case" if GONE.fullmatch(later_cells[0]) else f'replaces "{was}" with "{later_cells[0]}"',))


def orders_more(words: str, act: Act) -> bool:
    """Return True if words are quoted that no line of an act has, and that do not name a place."""
    text = _with_double_quotes(words)
    lines = " ".join(act.lines)
    if '"' not in lines:
        return False
    unexplained = [match for match in QUOTED.finditer(text) if match[1] not in lines]
    return any(
        not (IS_PLACE.search(text[max(0, match.start() - 20) : match.start()]) or IS_CHANGED.match(text, match.end()))
        for match in unexplained
    )


def act_of_marks(text: str) -> Act | None:
    """Return the act of words that are struck through or marked as new: `~~ten~~ **twelve**`, `<del>ten</del><ins>twelve</ins>`."""
    line = LIST_MARK.sub("", _one_line(text)).replace('"', "'")
    if WHOLE_STRUCK.fullmatch(line):
        return Act(("deletes the case",))
    lines: list[str] = []
    for match in STRUCK.finditer(line):
        old, new = match[1], match[2]
        lines.append(f'replaces "{old.strip()}" with "{new.strip()}"' if new else f'strikes "{old.strip()}"')
    return Act(tuple(lines)) if lines else None


def act_of(*readings: str) -> Act | None:
    """Return the act that words state, or None: with their head, or without; the more exact reading counts."""
    act: Act | None = None
    for words in dict.fromkeys(readings):
        amending = amending_of(words)
        if amending and amending.act and not amending.is_loose:
            return amending.act
        act = act or (amending.act if amending else None)
    return act


@lru_cache(maxsize=4096)
def amending_of(words: str) -> Amending | None:
    """Return the change that the words order; None if they have no form of the grammar."""
    if len(words) > LONGEST_ORDER or not VERB.search(words):
        return None
    text = _with_double_quotes(TITLE_AFTER_NUMBER.sub("", NUMBER_AS_CASE.sub(r"\g<0>rule ", LIST_MARK.sub("", BOLD.sub("", words)))))
    try:
        tokens = [token.type for token in _tokens_of(text)]
        is_sentence = len(tokens) > 1 and tokens[0] == "W" and tokens[1] not in AFTER_FIRST_WORD
        starts = [start for start, excluded in (("start", NO_ORDER), ("loose", NO_LOOSE_ORDER)) if set(tokens) - excluded]
        starts = starts[1:] if is_sentence and starts[:1] == ["start"] else starts
    except LarkError:
        return None
    if was_now := WAS_AND_NOW.search(text):
        numbers = _numbers_of([token for token in _tokens_of(text[: was_now.start()]) if token.type == "CASE"])
        return Amending(numbers, "", Act((f'replaces "{was_now[1]}" with "{was_now[2]}"',)))
    for start in starts:
        with contextlib.suppress(LarkError):
            amending = _Derivation(_grammar().parse(text, start)).build_amending(is_loose=start == "loose")
            return _check_loose(amending, text, set(tokens)) if start == "loose" else amending
    return None


def _check_loose(amending: Amending, text: str, tokens: set[str]) -> Amending:
    """Return an amending of unquoted words, with the new text if it is the one that is quoted: `Change the second sentence to "…"`.

    It has no act if it may delete the whole case as well as words of it.
    """
    is_on_case = "CASE" in tokens and not tokens & {"PART", "WORDS", "QUOTED", "REFERS", "PLACE"}
    if is_on_case and amending.act and amending.act.lines == (STRIKES,):
        return replace(amending, act=None)
    quoted = QUOTED.findall(text)
    if amending.act is None or amending.act.lines != (REPLACES,) or len(quoted) != 1 or not NEW_TEXT.search(text):
        return amending
    return replace(amending, act=Act((f'replaces "…" with "{quoted[0].strip()}"{UNHELD}',)))


@cache
def _grammar() -> Lark:
    return Lark(errata_grammar_file().read_text("utf-8"), start=["start", "loose"], parser="earley", lexer=_Words, maybe_placeholders=False)


class _Words(Lexer):
    """The terminals of a statement that is scanned already."""

    scanner: ClassVar[BasicLexer]

    def __init__(self, lexer_conf: Any) -> None:
        type(self).scanner = BasicLexer(lexer_conf)

    def lex(self, data: str) -> Iterator[Token]:  # type: ignore[override]  # the form of it that takes a text
        """Yield the terminals."""
        yield from _tokens_of(data)


@lru_cache(maxsize=256)
def _tokens_of(text: str) -> tuple[Token, ...]:
    """Return the terminals of a statement: other words in a row are one, and punctuation counts only after them."""
    tokens: list[Token] = []
    for token in _split_texts(_scan(text)):
        last_type = tokens[-1].type if tokens else ""
        if not ((token.type == "W" and last_type == "W") or (token.type in ("S", "COLON") and last_type != "W")):
            tokens.append(token)
    return tuple(tokens[:MOST_TOKENS])


def _scan(text: str) -> Iterator[Token]:
    _grammar()
    tokens: Iterator[Token] = LexerThread.from_text(_Words.scanner, text).lex(None)  # type: ignore[no-untyped-call]
    return tokens


def _split_texts(tokens: Iterator[Token]) -> Iterator[Token]:
    """Yield the tokens; a text after a colon is the new one only after a verb, and else words of the statement."""
    has_verb = False
    for token in tokens:
        has_verb = has_verb or token.type in VERBS_OF_TEXT
        if token.type == "TEXT" and not has_verb:
            yield from _split_texts(_scan(token.lstrip()))
        else:
            yield token


VERBS_OF_TEXT = frozenset(["INSERT", "REPLACE", "CHANGE", "AMEND", "READ", "NEW", "IS_NEW", "IS_CHANGED", "IS_INSERTED", "FOLLOWING"])
"""The terminals before a colon after which the new text stands."""

NO_ORDER = frozenset(
    [
        "W",
        "S",
        "COLON",
        "IN",
        "TO",
        "QUOTED",
        "PART",
        "THIS",
        "PAGE",
        "PLACE",
        "WORDS",
        "AT_END",
        "AFTER",
        "BEFORE",
        "FOR",
        "WE",
        "FOLLOWING",
        "TEXT",
    ]
)
"""The terminals of which no order consists."""

AFTER_FIRST_WORD = ("COLON", "S", "PAGE", "IN", "AMEND")
"""The terminals that follow words before an order: a label, a page, a place."""

NO_LOOSE_ORDER = NO_ORDER | {
    "CASE",
    "NEW",
    "IS_NEW",
    "AMEND",
    "RENUMBER",
    "IS_RENUMBERED",
    "REFERS",
    "REFERS_TO",
    "SAYS",
    "IS_INSERTED",
    "EXTENDED",
}
"""The terminals of which no order consists whose words are not quoted."""

SUBPARTS = re.compile(r"(?<=[\w\])])\s?((?:\((?:[a-z]|\d{1,2}[a-z]?|[ivx]{1,4})\)|\[[A-Z]\])(?:\s?\(\w{1,4}\))*)", re.IGNORECASE)
NUMBERS = re.compile(r"(?<![\w(.])(?:[A-Z](?=\d{1,2}\.)|[A-Z]\.)?\d{1,3}(?:\.(?:\d{1,3}|[A-Z](?![a-z])))*[A-Za-z]?(?!\w)")
NUMBER_FIRST = re.compile(
    rf"\W*(?:{CASE_WORD}\s*)?((?:[A-Z]\.?)?\d{{1,3}}(?:\.\w{{1,3}})*[A-Za-z]?)(?=[.\s)])",
    re.IGNORECASE,
)
"""The number at the beginning of the text of a new case: `"6A. No boat …"`."""

INNER = re.compile(r"sentence|line|word|phrase|column|row|page|half", re.IGNORECASE)
"""Parts that are words of a text, and no part of its case."""


TEMPLATES = {
    "changes_quoted": 'replaces "{1}" with "{2}"',  # the first quotation names the place
    "replaces_backwards": 'replaces "{1}" with "{0}"',
    "inserts_after": 'inserts "{1}" after "{0}"',
    "inserts_words": 'inserts "{0}" after "{1}"',
    "inserts_before": 'replaces "{0}" with "{1} {0}"',
    "inserts_in_front": 'replaces "{1}" with "{0} {1}"',
    "replaces_case": "replaces the case",
    "replaces_unquoted": REPLACES,
    "change_of_words": REPLACES,
    "strikes_unquoted": STRIKES,
    "adds_text": "adds",
}
"""The line of the language that an alias of the grammar means, with the words that are quoted; the other aliases have methods."""


class _Derivation:
    """The derivation of a statement: the tokens before its changes, and the changes. A method is an alias of the grammar."""

    def __init__(self, tree: Tree[Token]) -> None:
        places = ("place", "case", "on")
        self.changes = [child for child in tree.children if isinstance(child, Tree) and child.data not in places]
        outer = [child.children if isinstance(child, Tree) and child.data in places else [child] for child in tree.children]
        first_change = next((index for index, child in enumerate(tree.children) if child in self.changes), 0)
        self.leads = [token for children in outer[:first_change] for token in children if isinstance(token, Token)]
        self.tree = tree
        self.numbers: tuple[str, ...] = ()
        self.creates = False

    def build_amending(self, *, is_loose: bool) -> Amending:
        """Return the change that the statement orders, with the acts of all its clauses."""
        lines = _exchanged([line for change in self.changes for line in self._lines_of(change)])
        places = [*self.leads, *(place for change in self.changes for place in _Clause(change).places)]
        later = [token for place in self.tree.find_data("on") for token in place.children if isinstance(token, Token)]
        inner = [token for change in self.changes for token in _Clause(change).places if token.type == "CASE"]
        inner = inner or [token for token in later if token.type == "CASE"]
        case_tokens = [token for token in (*places, *inner) if token.type == "CASE"]
        numbers = self.numbers or _numbers_of(inner or case_tokens[-1:])
        parts = [part.strip() for token in case_tokens for part in SUBPARTS.findall(token)] + [
            _one_line(token).lower().removeprefix("the ") for token in places if token.type == "PART"
        ]
        return Amending(
            numbers, ", ".join(dict.fromkeys(parts)), Act(tuple(dict.fromkeys(lines))) if lines else None, self.creates, is_loose
        )

    def _lines_of(self, change: Tree[Token]) -> list[str]:
        clause = _Clause(change)
        template = TEMPLATES.get(change.data)
        lines: list[str] = getattr(self, change.data)(clause) if template is None else [template.format(*clause.quoted)]
        return lines

    def deletes_place(self, clause: _Clause) -> list[str]:
        """A case, a part of it, or words."""
        if clause.quoted:
            return [f'strikes "{words}"' for words in clause.quoted]
        places = [*clause.places, *self.leads]
        parts = [token for token in places if token.type == "PART"]
        if clause.has_token("WORDS") or any(INNER.search(part) for part in parts):
            return [STRIKES]
        return [
            "deletes the part" if parts or any(SUBPARTS.search(token) for token in places if token.type == "CASE") else "deletes the case"
        ]

    deletes_all = deletes_place

    def opens_case(self, clause: _Clause) -> list[str]:
        """A case whose changes follow."""
        self.numbers = _numbers_of([token for token in clause.tokens if token.type == "CASE"])
        return []

    def replaces_words(self, clause: _Clause) -> list[str]:
        """Old words by new ones, several times."""
        return [f'replaces "{old}" with "{new}"' for old, new in zip(clause.quoted[::2], clause.quoted[1::2], strict=False)]

    def appends_at_end(self, clause: _Clause) -> list[str]:
        """Words at the end of the case, or of a sentence in it."""
        inner = any(token.type in ("PART", "WORDS") and INNER.search(token) for token in (*self.leads, *clause.places))
        return [f'appends "{clause.new_text}"{UNHELD if inner else ""}']

    def appends_words(self, clause: _Clause) -> list[str]:
        """Words of which it is not said that the end is their place."""
        return [f'appends "{clause.new_text}"{UNHELD}']

    def creates_case(self, clause: _Clause) -> list[str]:
        """A case that was not there."""
        own_numbers = _numbers_of([token for token in clause.tokens if token.type == "CASE" and token not in clause.places_after])
        first = NUMBER_FIRST.match(clause.new_text)
        self.numbers = own_numbers or ((first[1],) if first else ())
        self.creates = bool(self.numbers)
        return [] if self.creates or not clause.new_text else self.appends_words(clause)

    def renumbers_case(self, clause: _Clause) -> list[str]:
        """A case gets another number."""
        old, new = (_numbers_of([token]) for token in clause.tokens if token.type == "CASE")
        self.numbers = old
        return [f"renumbers to {new[0]}"] if len(old) == len(new) == 1 else []

    def redirects_reference(self, clause: _Clause) -> list[str]:
        """A reference to a case becomes one to another."""
        old, new = [_numbers_of([token]) for token in clause.tokens if token.type == "CASE"][-2:]
        self.numbers = _numbers_of([token for token in self.leads if token.type == "CASE"][-1:])
        return [f"redirects {old[0]} to {new[0]}"]


def _exchanged(lines: list[str]) -> list[str]:
    """Return the lines, with words that are struck and words that are added in their place as one replacement."""
    joined: list[str] = []
    for line in lines:
        addition = re.fullmatch(rf'appends (".*"){UNHELD}', line)
        if addition and joined and (struck_line := re.fullmatch(r'strikes (".*")', joined[-1])):
            joined[-1] = f"replaces {struck_line[1]} with {addition[1]}"
        else:
            joined.append(line)
    return joined


class _Clause:
    """One change: its tokens, the places that it is on, the words that it quotes."""

    def __init__(self, change: Tree[Token]) -> None:
        self.tokens = list(change.scan_values(lambda _: True))
        self.places = [
            token
            for place in change.find_pred(lambda node: node.data in ("place", "case", "on"))
            for token in place.children
            if isinstance(token, Token)
        ]
        self.places_after = [token for place in change.find_data("after") for token in place.children if isinstance(token, Token)]
        self.quoted = [token[1:-1].strip() for token in self.tokens if token.type == "QUOTED"]

    def has_token(self, kind: str) -> bool:
        """Return True if a token of a kind is in it."""
        return any(token.type == kind for token in self.tokens)

    @property
    def new_text(self) -> str:
        """The new text: the last words that are quoted, or those after a colon."""
        texts = [str(token) for token in self.tokens if token.type in ("TEXT", "READS")]
        return _one_line(self.quoted[-1] if self.quoted else texts[-1] if texts else "")


def _numbers_of(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(number for token in tokens for number in NUMBERS.findall(token)))


def _one_line(words: str) -> str:
    return re.sub(r"\s+", " ", words).strip()


def _with_double_quotes(words: str) -> str:
    """Return words on one line; quotations in single marks get double ones, if there are no others."""
    text = re.sub(r"`([^`]{1,200})`", r'"\1"', _one_line(words))
    return text if re.search('["“]', text) else SINGLE.sub(r'"\1"', text)
