"""The contextual lexer: text to the terminals of the grammar.

It differs from Lark's lexers in three ways. A word is read whole and is a keyword only if the parser's state accepts that keyword, so
nearly every word can also be a name: Lark's contextual lexer matches the prefix of a word where no name may be, and reads
`u.arm infantry` as `u.arm in fantry`. The lexer knows the layout (two spaces per level, continued lines, quotations over deeper lines), so
that a layout mistake is reported at its location. Some mistakes with a certain meaning (`if` for `when`) become the right terminal, with a
warning.

Patterns and keywords come from the grammar: nothing of the language is defined twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.names import NAME, find_no_letter, is_name, normalize_letters
from rulewright.base.source import Span
from rulewright.syntax.lalr import Table
from rulewright.syntax.layout import WORD, Layout
from rulewright.syntax.other_words import SIGN_HELP
from rulewright.syntax.reserved_names import IN_EXPRESSIONS
from rulewright.syntax.syntax_errors import LayoutError
from rulewright.syntax.tokens import NUMBERS, Accepted, Token, stack_after

# Words that nest their operands: counted, so that no line builds a syntax tree too deep for recursion.
NESTING = frozenset({"and", "or", "not", "of", "times", "up", "if", "rounded"})
MAX_BRACKETS = 40
MAX_NESTING = 120
MAX_DIGITS = 15

SIGNS = {
    "=": ("IS",),
    "==": ("IS",),
    "!=": ("IS", "NOT"),
    "≠": ("IS", "NOT"),
    ">=": ("IS", "AT", "LEAST"),
    "≥": ("IS", "AT", "LEAST"),
    "<=": ("IS", "AT", "MOST"),
    "≤": ("IS", "AT", "MOST"),
    ">": ("IS", "MORE", "THAN"),
    "<": ("IS", "LESS", "THAN"),
}
CLOSES = {")": "(", "}": "{"}

_MASTER = re.compile(
    rf"[ \xa0]*(?:({NAME})|([0-9]+(?:/[0-9]+|\.[0-9]+)?)|(\")|(\n|\Z)|(\.\.|[!<>=]=|[-(){{}}:,;./+*=<>≠≥≤])"
    r"|(@\S*)|(\|)|(#[^\n]*)|(“)|(.))"
)
_GOES_BEFORE = re.compile(r'[^"#:\n]* goes before ')
_SIGNED_NUMBER = re.compile(r"§[ \xa0]+([0-9]\w*)")
_THEN_KEYWORD = re.compile(r"\s*then\s")
_OF_RANGE = re.compile(r"\s*of\s+range\s")
_LETTERS_IN_PARTS = re.compile(r"[\w\u0300-\u036f]+")
_LOST_TAG = re.compile(r"[A-Z]+-[0-9][A-Za-z0-9]*")
_WORDS, _NUMBER, _QUOTE, _END, _SIGN, _TAG, _BAR, _COMMENT, _CURLY, _OTHER = range(1, 11)


class WordLexer:
    """A lexer that chooses terminals by the parser's state. Of a text it keeps only its last pass."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.keywords = table.keywords
        self.signs = table.signs
        # a label is followed by a space, so that `a.x` is no label
        self.patterns = {**table.patterns, "LABEL": table.patterns["LABEL"] + r"(?=[ \n])"}
        self.row = re.compile(table.patterns["ROW"])
        self.accepted_by_state: dict[int, Accepted] = {}
        self.last: Layout | None = None  # the last pass, with its notes and its position

    def accepted_in(self, state: int) -> Accepted:
        """Return the terminals accepted in a parser state; memoized."""
        accepted_set = self.accepted_by_state.get(state)
        if accepted_set is None:
            accepted_set = self.accepted_by_state[state] = Accepted(self.table.actions[state], self.keywords, self.patterns)
        return accepted_set

    def lex(self, text: str, stack: list[int], lines: bool) -> Iterator[Token]:
        """Return an iterator of the terminals of a text, each chosen by the parser's stack at that moment. Raises `LayoutError`.

        With `lines` the text is a block; without, it is a single expression in which line ends have no meaning.
        """
        run = self.last = _LexerPass(self, text, stack, lines)
        return run.tokens()


class _LexerPass(Layout):
    """A single pass over one text."""

    def __init__(self, lexer: WordLexer, text: str, stack: list[int], lines: bool) -> None:
        super().__init__(text, lexer.table, stack, lines)
        self.lexer = lexer

    def tokens(self) -> Iterator[Token]:
        """Yield all terminals. Words and line ends, by far the most frequent, are handled inline; other terminals have a method each."""
        text, master, accepted_by_state, stack = self.text, _MASTER.match, self.lexer.accepted_by_state, self.stack
        position = self._skip_to_first_line() if self.lines else 0
        while True:
            state = stack[-1]
            accepted = accepted_by_state.get(state) or self.lexer.accepted_in(state)
            if accepted.special is not None:
                token = self._special_token(accepted, position)
                if token is not None:
                    position = self.line_start + token.end_column - 1
                    self.last = token
                    yield token
                    continue
            match = master(text, position)
            assert match is not None
            kind = match.lastindex
            position = match.end()
            if kind == _WORDS:
                word = match[1]
                name, text_read = accepted.words.get(word), word
                if name is None:
                    name, text_read = self._classify_word(word, accepted, match.start(1))
                elif word == "out" and not _OF_RANGE.match(text, position):
                    name = "NAME"
                if self.tags:
                    self._check_tag_position(match.start(1))
                if word in NESTING:
                    self._count_nesting(word, match.start(1))
                column = match.start(1) - self.line_start + 1
                self.last = token = Token(name, text_read, self.line, column, self.line, column + len(word))
                yield token
            elif kind == _END:
                tokens, position = self._end_of_line(match.start(_END))
                for token in tokens:
                    yield token
                if position < 0:
                    return
            else:
                tokens, position = self._other_tokens(kind or _OTHER, match, accepted)
                for token in tokens:
                    self.last = token
                    yield token

    # ---- words -------------------------------------------------------------------------------------------------------------------

    def _special_token(self, accepted: Accepted, position: int) -> Token | None:
        """Return the special terminal at a position (a label, dice, a date or a case number), or None."""
        assert accepted.special is not None
        match = accepted.special.match(self.text, position)
        if match is None:
            return None
        name = match.lastgroup
        assert name is not None
        value, start = match[name], match.start(name)
        if name == "CASE":
            is_word = not any(sign.isdigit() or sign in "./+" for sign in value)
            begins_line = "NAME" in accepted.terminals and self._begins_line(start)
            if begins_line and (value in accepted.words or not _GOES_BEFORE.match(self.text, start)):
                return None
            if is_word and not begins_line and not self._can_number(value, accepted):
                return None
            if self.text[match.end() : match.end() + 1] == "," and self.text[match.end() + 1 : match.end() + 2].isdigit():
                raise LayoutError("comma in number", self._span(start, match.end() + 2), value)
        if self.tags:
            self._check_tag_position(start)
        if not value.isascii() and name == "CASE":
            self._check_letters(match.end() - 1)
        column = start - self.line_start + 1
        return Token(name, value, self.line, column, self.line, column + len(value))

    def _begins_line(self, start: int) -> bool:
        """Return True if only blanks or a rule's name precede this position on its line."""
        prefix = self.text[self.line_start : start].strip(" \xa0")
        return not prefix or prefix.endswith(":")

    def _can_number(self, word: str, accepted: Accepted) -> bool:
        """Return True if a plain word may be a case number (a heading): not where that keyword fits, nor if the word is repeated."""
        repeated = self.last is not None and self.last.value == word
        return not (repeated or word in IN_EXPRESSIONS or word in accepted.words)

    def _classify_word(self, word: str, accepted: Accepted, start: int) -> tuple[str, str]:
        """Return the terminal and the canonical text of a word that is not certainly a keyword here.

        It is a name, unless names are not accepted here and the word is plainly a misspelt keyword.
        """
        if not word.isascii():
            self._check_letters(start)
        if word == "if" and self._follows_number() and stack_after(self.table, self.stack, self.lexer.keywords["when"]):
            return self._read_as_when(start)
        if word in accepted.doubtful:
            name = accepted.doubtful[word]
            if stack_after(self.table, self.stack, name):
                return name, word
        if "NAME" not in accepted.terminals:
            lowered = word.lower()
            if lowered != word and lowered in accepted.words:
                self._add_note("capital keyword", start, start + len(word), word, lowered)
                return accepted.words[lowered], lowered
            if word == "if" and "when" in accepted.words:
                return self._read_as_when(start)
        return "NAME", word

    def _read_as_when(self, start: int) -> tuple[str, str]:
        """Read `if` as `when`, with a note."""
        self._add_note("if for when", start, start + len("if"), "if", "when")
        return self.lexer.keywords["when"], "when"

    def _follows_number(self) -> bool:
        """Return True if a word here would be the measure of a number."""
        return self.last is not None and self.last.type in NUMBERS

    def _count_nesting(self, word: str, start: int) -> None:
        """Count nesting operators in the innermost bracket; `and`, `or` and a comma reset the count, since their operands are siblings."""
        if word in ("and", "or"):
            self.depths[-1] = min(self.depths[-1], 1)
            return
        self.depths[-1] += 1
        if sum(self.depths) > MAX_NESTING:
            raise LayoutError("too deep", self._span(start, start + 1))

    # ---- everything else ---------------------------------------------------------------------------------------------------------

    def _other_tokens(self, kind: int, match: re.Match[str], accepted: Accepted) -> tuple[list[Token], int]:
        start, end = match.start(kind), match.end(kind)
        if self.tags and kind not in (_TAG, _COMMENT):
            self._check_tag_position(start)
        if kind == _SIGN:
            return self._sign_tokens(match[kind], start, accepted), end
        if kind == _NUMBER:
            return [self._number_token(match[kind], start, end)], end
        if kind == _QUOTE:
            return self._quotation_tokens(start, '"')
        if kind == _TAG:
            self._add_tag(match[kind], start)
            return [], end
        if kind == _BAR:
            return self._row_tokens(start)
        if kind == _COMMENT:
            return [], end
        if kind == _CURLY:
            return self._quotation_tokens(start, "”")
        if match[kind] == "–" and "DOTS" in accepted.terminals:
            self._add_note("dash in range", start, end, "–", "..")
            return [self._make_token("DOTS", "..", start, end)], end
        if (signed := _SIGNED_NUMBER.match(self.text, start)) is not None:
            raise LayoutError("section sign", self._span(start, signed.end()), signed[1])
        self._check_letters(start)
        raise LayoutError("character", self._span(start, end), match[kind], SIGN_HELP.get(match[kind], ""))

    def _check_letters(self, position: int) -> None:
        """Report the word around a position if its letters are in parts, as a letter and an accent, or if a sign of it is no letter."""
        word = next((word for word in _LETTERS_IN_PARTS.finditer(self.text, self.line_start) if word.end() > position), None)
        if word is None or word.start() > position:
            return
        if word[0] != normalize_letters(word[0]) and is_name(normalize_letters(word[0])):
            raise LayoutError("letter in parts", self._span(word.start(), word.end()), normalize_letters(word[0]))
        if (index := find_no_letter(word[0])) is not None:
            start = word.start() + index
            raise LayoutError("character", self._span(start, start + 1), self.text[start], "")

    def _sign_tokens(self, sign: str, start: int, accepted: Accepted) -> list[Token]:
        end = start + len(sign)
        if sign in "({":
            self.brackets.append((sign, self.line, start - self.line_start + 1))
            self.depths.append(1)
            if len(self.brackets) > MAX_BRACKETS or sum(self.depths) > MAX_NESTING:
                raise LayoutError("too deep", self._span(start, end))
        elif sign in CLOSES:
            self._close_bracket(sign, start)
        elif sign == ",":
            self.depths[-1] = min(self.depths[-1], 1)
        elif sign == "-":
            self._check_hyphen(start)
        if sign in "+-*/.":
            self._count_nesting(sign, start)
        if sign == ":" and self.last is not None and self.last.type == "OF" and "COLON" not in accepted.terminals:
            self._add_note("colon after of", start, end, ":", "")
            return []
        if sign == "," and _THEN_KEYWORD.match(self.text, end) and stack_after(self.table, self.stack, self.lexer.keywords["then"]):
            self._add_note("comma before then", start, end, ",", "")
            return []
        name = self.lexer.signs.get(sign)
        if sign in SIGNS and (name is None or name not in accepted.terminals):
            return [self._make_token(name, sign, start, end) for name in SIGNS[sign]]
        if name is None:
            raise LayoutError("character", self._span(start, end), sign, "")
        return [self._make_token(name, sign, start, end)]

    def _close_bracket(self, sign: str, start: int) -> None:
        if not self.brackets:
            raise LayoutError("closing bracket", self._span(start, start + 1), sign)
        open_sign, line, column = self.brackets[-1]
        if open_sign != CLOSES[sign]:
            raise LayoutError("open bracket", Span(line, column, line, column + 1), open_sign)
        self.brackets.pop()
        self.depths.pop()

    def _check_hyphen(self, start: int) -> None:
        """Report a minus directly after a name: a hyphen in a name, or a tag without its `@`."""
        last = self.last
        if last is None or last.type != "NAME" or not self.text[start - 1 : start].isalnum():
            return
        begin = start - len(last.value)
        tag = _LOST_TAG.match(self.text, begin)
        if tag is not None:
            raise LayoutError("lost at sign", self._span(begin, tag.end()), tag[0])
        suffix = WORD.match(self.text, start + 1)
        if suffix is not None:
            raise LayoutError("hyphen", self._span(begin, suffix.end()), last.value + "-" + suffix[0])

    def _number_token(self, digits: str, start: int, end: int) -> Token:
        text = self.text
        following = text[end : end + 1]
        if following.isalpha() or following == "_":
            word = WORD.match(text, end)
            raise LayoutError(
                "number and letters", self._span(start, word.end() if word else end + 1), digits, word[0] if word else following
            )
        if following == "." and text[end + 1 : end + 2].isdigit():
            stop = self._outline_end(end)
            raise LayoutError("outline number", self._span(start, stop), text[start:stop])
        if following == "," and text[end + 1 : end + 2].isdigit():
            stop = self._digits_end(end + 1)
            if not self.brackets or (stop - end == 4 and self.brackets[-1][0] == "("):
                raise LayoutError("comma in number", self._span(start, stop), text[start:stop])
        if len(digits) > MAX_DIGITS:
            raise LayoutError("long number", self._span(start, end))
        if "/" in digits:
            if not int(digits.split("/")[1]):
                raise LayoutError("zero below", self._span(start, end), digits)
            return self._make_token("FRACTION", digits, start, end)
        return self._make_token("DOTTED_NUMBER" if "." in digits else "NUMBER", digits, start, end)

    def _outline_end(self, position: int) -> int:
        """Return the end of the case number that continues at `position`: `6.2.1`, `1/2.5`."""
        while self.text[position : position + 1] in {".", "/"} and self.text[position + 1 : position + 2].isdigit():
            position = self._digits_end(position + 2)
        return position

    def _digits_end(self, position: int) -> int:
        while self.text[position : position + 1].isdigit():
            position += 1
        return position

    def _quotation_tokens(self, start: int, closing: str) -> tuple[list[Token], int]:
        """Return the token of a quotation and its end; continuation lines must be deeper than its first line."""
        text = self.text
        end = text.find(closing, start + 1)
        line_end = self._line_end(start)
        opening_span = self._span(start, start + 1)
        if end < 0 or (end > line_end and not self._is_indented_deeper(line_end, end)):
            raise LayoutError("open quote", opening_span)
        following = text[end + 1 : end + 2]
        if following.isalnum() or following in ('"', "_"):
            raise LayoutError(
                "quote in quotation" if end < line_end else "open quote", self._span(end, end + 1) if end < line_end else opening_span
            )
        raw = text[start + 1 : end]
        if closing != '"' and '"' in raw:
            raise LayoutError("open quote", opening_span)
        line, column = self.line, start - self.line_start + 1
        if end > line_end:
            self.line += text.count("\n", start, end)
            self.line_start = text.rfind("\n", start, end) + 1
        token = Token("STRING", _fold_blanks(raw), line, column, self.line, end + 2 - self.line_start)
        return [token], end + 1

    def _is_indented_deeper(self, line_end: int, end: int) -> bool:
        depth = self.indents[-1]
        for line in self.text[line_end + 1 : end + 1].split("\n"):
            bare = line.lstrip(" ")
            if bare and len(line) - len(bare) <= depth:
                return False
        return bool(bare[:-1].strip())

    def _row_tokens(self, start: int) -> tuple[list[Token], int]:
        line_end = self._line_end(start)
        match = self.lexer.row.match(self.text, start, line_end)
        if match is None or not re.fullmatch(r" *([@#].*)?", self.text[match.end() : line_end]):
            stop = re.search(r" *(?=[@#]|$)", self.text[start:line_end])
            end = start + (stop.start() if stop else 1)
            raise LayoutError("open row", self._span(start, end))
        return [self._make_token("ROW", match[0], start, match.end())], match.end()

    def _add_tag(self, word: str, start: int) -> None:
        pattern = self.lexer.patterns["TAG"]
        if not re.fullmatch(pattern, word):
            comma = re.fullmatch(f"({pattern}),.*", word)
            raise LayoutError("tag comma" if comma else "tag", self._span(start, start + len(word)), word)
        column = start - self.line_start + 1
        if self.last is None or self.last.line < self.statement_line:
            raise LayoutError("tag alone", self._span(start, start + len(word)), word)
        self.tags.append(Token("TAG", word, self.line, column, self.line, column + len(word)))

    def _check_tag_position(self, start: int) -> None:
        """Report a terminal after a tag, which is allowed only on a continuation line."""
        tag = self.tags[-1]
        if tag.line == self.line:
            key = "tag comma" if self.text[start] == "," else "tag inside"
            raise LayoutError(key, Span(tag.line, tag.column, tag.end_line, tag.end_column), tag.value)


def _fold_blanks(raw: str) -> str:
    return re.sub(r"[ \n]+", " ", raw).strip(" ")
