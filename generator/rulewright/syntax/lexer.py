"""Words, numbers, quotations and layout: text to the terminals of the grammar.

Three things make this lexer and not one of Lark's. A word is read whole and only then asked whether it is a keyword, which it is if the
parser's state accepts that keyword; so nearly every word can also be a name. Layout (two blanks a level, joined lines, quotations that go
on over deeper lines) is known here, so that a mistake in it is reported where it stands. Some mistakes whose meaning is certain (`if` for
`when`) become the right terminal and are noted.

Patterns and keywords come from the grammar: nothing of the language is said twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.source import Span
from rulewright.syntax.lalr import Table
from rulewright.syntax.layout import WORD, Layout
from rulewright.syntax.reserved_names import IN_EXPRESSIONS
from rulewright.syntax.syntax_errors import LayoutError
from rulewright.syntax.tokens import NUMBERS, Accepted, Token, stack_after

# Words that nest what follows them: counted, so that a line can never build a tree too deep to walk.
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
    r"[ \xa0]*(?:([A-Za-z_][A-Za-z0-9_]*)|([0-9]+(?:/[0-9]+|\.[0-9]+)?)|(\")|(\n|\Z)|(\.\.|[!<>=]=|[-(){}:,;./+*=<>≠≥≤])"
    r"|(@\S*)|(\|)|(#[^\n]*)|(“)|(.))"
)
_GOES_BEFORE = re.compile(r'[^"#:\n]* goes before ')
_THEN = re.compile(r"\s*then\s")
_LOST_TAG = re.compile(r"[A-Z]+-[0-9][A-Za-z0-9]*")
_WORDS, _NUMBER, _QUOTE, _END, _SIGN, _TAG, _BAR, _COMMENT, _CURLY, _OTHER = range(1, 11)


class WordLexer:
    """Terminals of texts, chosen in the parser's state. It keeps nothing about a text but its last pass."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.keywords = table.keywords
        self.signs = table.signs
        # a label is followed by a blank, so that `a.x` is no label
        self.patterns = {**table.patterns, "LABEL": table.patterns["LABEL"] + r"(?=[ \n])"}
        self.row = re.compile(table.patterns["ROW"])
        self.known: dict[int, Accepted] = {}
        self.last: Layout | None = None  # the last pass: its notes, and how far it came

    def accepted(self, state: int) -> Accepted:
        """What the parser accepts in a state, worked out once."""
        found = self.known.get(state)
        if found is None:
            found = self.known[state] = Accepted(self.table.actions[state], self.keywords, self.patterns)
        return found

    def lex(self, text: str, stack: list[int], lines: bool) -> Iterator[Token]:
        """The terminals of a text, each chosen as the parser's stack stands at that moment. Raises `LayoutError`.

        With `lines` the text is a block; without, it is a single expression, whose line ends mean nothing.
        """
        run = self.last = _Run(self, text, stack, lines)
        return run.tokens()


class _Run(Layout):
    """One pass over one text."""

    def __init__(self, lexer: WordLexer, text: str, stack: list[int], lines: bool) -> None:
        super().__init__(text, lexer.table, stack, lines)
        self.lexer = lexer

    def tokens(self) -> Iterator[Token]:
        """The whole stream. A word and a number, by far the most frequent, are dealt with here; the rest has a method each."""
        text, master, known, stack = self.text, _MASTER.match, self.lexer.known, self.stack
        position = self._first_line() if self.lines else 0
        while True:
            state = stack[-1]
            accepted = known.get(state) or self.lexer.accepted(state)
            if accepted.special is not None:
                token = self._special(accepted, position)
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
                name, read = accepted.words.get(word), word
                if name is None:
                    name, read = self._other_word(word, accepted, match.start(1))
                if self.tags:
                    self._tag_inside(match.start(1))
                if word in NESTING:
                    self._nest(word, match.start(1))
                column = match.start(1) - self.line_start + 1
                self.last = token = Token(name, read, self.line, column, self.line, column + len(word))
                yield token
            elif kind == _END:
                tokens, position = self._end_of_line(match.start(_END))
                for token in tokens:
                    yield token
                if position < 0:
                    return
            else:
                tokens, position = self._rest(kind or _OTHER, match, accepted)
                for token in tokens:
                    self.last = token
                    yield token

    # ---- words -------------------------------------------------------------------------------------------------------------------

    def _special(self, accepted: Accepted, position: int) -> Token | None:
        """A label, dice or the number of a case, if one stands here."""
        assert accepted.special is not None
        match = accepted.special.match(self.text, position)
        if match is None:
            return None
        name = match.lastgroup
        assert name is not None
        value, start = match[name], match.start(name)
        if name == "CASE":
            plain = not any(sign.isdigit() or sign in "./" for sign in value)
            first = "NAME" in accepted.terminals and self._begins_line(start)
            if first and (value in accepted.words or not _GOES_BEFORE.match(self.text, start)):
                return None
            if plain and not first and not self._can_number(value, accepted):
                return None
            if self.text[match.end() : match.end() + 1] == "," and self.text[match.end() + 1 : match.end() + 2].isdigit():
                raise LayoutError("comma in number", self._spot(start, match.end() + 2), value)
        if self.tags:
            self._tag_inside(start)
        column = start - self.line_start + 1
        return Token(name, value, self.line, column, self.line, column + len(value))

    def _begins_line(self, start: int) -> bool:
        """Whether nothing is before this on its line, or only the name of what follows."""
        before = self.text[self.line_start : start].strip(" \xa0")
        return not before or before.endswith(":")

    def _can_number(self, word: str, accepted: Accepted) -> bool:
        """Whether a plain word may be the number of a case (a heading): not where that keyword fits, nor said twice."""
        twice = self.last is not None and self.last.value == word
        return not (twice or word in IN_EXPRESSIONS or word in accepted.words)

    def _other_word(self, word: str, accepted: Accepted, start: int) -> tuple[str, str]:
        """What a word is that is no sure keyword here, and how it is read.

        It is a name, unless no name may stand here and it is plainly a keyword misspelt.
        """
        if word == "if" and self._after_number() and stack_after(self.table, self.stack, self.lexer.keywords["when"]):
            return self._when(start)
        if word in accepted.doubtful:
            name = accepted.doubtful[word]
            return name if stack_after(self.table, self.stack, name) else "NAME", word
        if "NAME" not in accepted.terminals:
            small = word.lower()
            if small != word and small in accepted.words:
                self._note("capital keyword", start, start + len(word), word, small)
                return accepted.words[small], small
            if word == "if" and "when" in accepted.words:
                return self._when(start)
        return "NAME", word

    def _when(self, start: int) -> tuple[str, str]:
        """`if` read as `when`, which is what it means here."""
        self._note("if for when", start, start + len("if"), "if", "when")
        return self.lexer.keywords["when"], "when"

    def _after_number(self) -> bool:
        """Whether a word here would be the measure of a number."""
        return self.last is not None and self.last.type in NUMBERS

    def _nest(self, word: str, start: int) -> None:
        """Counts what nests inside the innermost bracket; `and`, `or` and a comma begin anew, since their parts stand side by side."""
        if word in ("and", "or"):
            self.depths[-1] = min(self.depths[-1], 1)
            return
        self.depths[-1] += 1
        if sum(self.depths) > MAX_NESTING:
            raise LayoutError("too deep", self._spot(start, start + 1))

    # ---- everything else ---------------------------------------------------------------------------------------------------------

    def _rest(self, kind: int, match: re.Match[str], accepted: Accepted) -> tuple[list[Token], int]:
        start, end = match.start(kind), match.end(kind)
        if self.tags and kind not in (_TAG, _COMMENT):
            self._tag_inside(start)
        if kind == _SIGN:
            return self._sign(match[kind], start, accepted), end
        if kind == _NUMBER:
            return [self._number(match[kind], start, end)], end
        if kind == _QUOTE:
            return self._quotation(start, '"')
        if kind == _TAG:
            self._tag(match[kind], start)
            return [], end
        if kind == _BAR:
            return self._row(start)
        if kind == _COMMENT:
            return [], end
        if kind == _CURLY:
            return self._quotation(start, "”")
        if match[kind] == "–" and "DOTS" in accepted.terminals:
            self._note("dash in range", start, end, "–", "..")
            return [self._token("DOTS", "..", start, end)], end
        raise LayoutError("character", self._spot(start, end), match[kind])

    def _sign(self, sign: str, start: int, accepted: Accepted) -> list[Token]:
        end = start + len(sign)
        if sign in "({":
            self.brackets.append((sign, self.line, start - self.line_start + 1))
            self.depths.append(1)
            if len(self.brackets) > MAX_BRACKETS or sum(self.depths) > MAX_NESTING:
                raise LayoutError("too deep", self._spot(start, end))
        elif sign in CLOSES:
            self._close(sign, start)
        elif sign == ",":
            self.depths[-1] = min(self.depths[-1], 1)
        elif sign == "-":
            self._hyphen(start)
        if sign in "+-*/.":
            self._nest(sign, start)
        if sign == ":" and self.last is not None and self.last.type == "OF" and "COLON" not in accepted.terminals:
            self._note("colon after of", start, end, ":", "")
            return []
        if sign == "," and _THEN.match(self.text, end) and stack_after(self.table, self.stack, self.lexer.keywords["then"]):
            self._note("comma before then", start, end, ",", "")
            return []
        name = self.lexer.signs.get(sign)
        if sign in SIGNS and (name is None or name not in accepted.terminals):
            return [self._token(name, sign, start, end) for name in SIGNS[sign]]
        if name is None:
            raise LayoutError("character", self._spot(start, end), sign)
        return [self._token(name, sign, start, end)]

    def _close(self, sign: str, start: int) -> None:
        if not self.brackets:
            raise LayoutError("closing bracket", self._spot(start, start + 1), sign)
        opened, line, column = self.brackets[-1]
        if opened != CLOSES[sign]:
            raise LayoutError("open bracket", Span(line, column, line, column + 1), opened)
        self.brackets.pop()
        self.depths.pop()

    def _hyphen(self, start: int) -> None:
        """A minus without blanks after a name: a hyphen, or a tag that has lost its sign."""
        last = self.last
        if last is None or last.type != "NAME" or not self.text[start - 1 : start].isalnum():
            return
        begin = start - len(last.value)
        tag = _LOST_TAG.match(self.text, begin)
        if tag is not None:
            raise LayoutError("lost at sign", self._spot(begin, tag.end()), tag[0])
        after = WORD.match(self.text, start + 1)
        if after is not None:
            raise LayoutError("hyphen", self._spot(begin, after.end()), last.value + "-" + after[0])

    def _number(self, digits: str, start: int, end: int) -> Token:
        text = self.text
        after = text[end : end + 1]
        if after.isalpha() or after == "_":
            word = WORD.match(text, end)
            raise LayoutError("number and letters", self._spot(start, word.end() if word else end + 1), digits, word[0] if word else after)
        if after == "." and text[end + 1 : end + 2].isdigit():
            stop = self._outline_end(end)
            raise LayoutError("outline number", self._spot(start, stop), text[start:stop])
        if after == "," and text[end + 1 : end + 2].isdigit():
            stop = self._digits_end(end + 1)
            if not self.brackets or (stop - end == 4 and self.brackets[-1][0] == "("):
                raise LayoutError("comma in number", self._spot(start, stop), text[start:stop])
        if len(digits) > MAX_DIGITS:
            raise LayoutError("long number", self._spot(start, end))
        if "/" in digits:
            if not int(digits.split("/")[1]):
                raise LayoutError("zero below", self._spot(start, end), digits)
            return self._token("FRACTION", digits, start, end)
        return self._token("DOTTED_NUMBER" if "." in digits else "NUMBER", digits, start, end)

    def _outline_end(self, position: int) -> int:
        """Where the number of a case ends that goes on here: `6.2.1`, `1/2.5`."""
        while self.text[position : position + 1] in {".", "/"} and self.text[position + 1 : position + 2].isdigit():
            position = self._digits_end(position + 2)
        return position

    def _digits_end(self, position: int) -> int:
        while self.text[position : position + 1].isdigit():
            position += 1
        return position

    def _quotation(self, start: int, closing: str) -> tuple[list[Token], int]:
        """A quotation; where it goes on over more lines, these stand deeper than the line that began it."""
        text = self.text
        end = text.find(closing, start + 1)
        line_end = self._line_end(start)
        opened = self._spot(start, start + 1)
        if end < 0 or (end > line_end and not self._stays_deeper(line_end, end)):
            raise LayoutError("open quote", opened)
        after = text[end + 1 : end + 2]
        if after.isalnum() or after in ('"', "_"):
            raise LayoutError(
                "quote in quotation" if end < line_end else "open quote", self._spot(end, end + 1) if end < line_end else opened
            )
        raw = text[start + 1 : end]
        if closing != '"' and '"' in raw:
            raise LayoutError("open quote", opened)
        line, column = self.line, start - self.line_start + 1
        if end > line_end:
            self.line += text.count("\n", start, end)
            self.line_start = text.rfind("\n", start, end) + 1
        token = Token("STRING", _folded(raw), line, column, self.line, end + 2 - self.line_start)
        return [token], end + 1

    def _stays_deeper(self, line_end: int, end: int) -> bool:
        depth = self.indents[-1]
        for line in self.text[line_end + 1 : end + 1].split("\n"):
            bare = line.lstrip(" ")
            if bare and len(line) - len(bare) <= depth:
                return False
        return bool(bare[:-1].strip())

    def _row(self, start: int) -> tuple[list[Token], int]:
        line_end = self._line_end(start)
        found = self.lexer.row.match(self.text, start, line_end)
        if found is None or not re.fullmatch(r" *([@#].*)?", self.text[found.end() : line_end]):
            stop = re.search(r" *(?=[@#]|$)", self.text[start:line_end])
            end = start + (stop.start() if stop else 1)
            raise LayoutError("open row", self._spot(start, end))
        return [self._token("ROW", found[0], start, found.end())], found.end()

    def _tag(self, word: str, start: int) -> None:
        pattern = self.lexer.patterns["TAG"]
        if not re.fullmatch(pattern, word):
            comma = re.fullmatch(f"({pattern}),.*", word)
            raise LayoutError("tag comma" if comma else "tag", self._spot(start, start + len(word)), word)
        column = start - self.line_start + 1
        if self.last is None or self.last.line < self.started:
            raise LayoutError("tag alone", self._spot(start, start + len(word)), word)
        self.tags.append(Token("TAG", word, self.line, column, self.line, column + len(word)))

    def _tag_inside(self, start: int) -> None:
        """Something follows a tag: allowed only on the next line, where the statement goes on."""
        tag = self.tags[-1]
        if tag.line == self.line:
            what = "tag comma" if self.text[start] == "," else "tag inside"
            raise LayoutError(what, Span(tag.line, tag.column, tag.end_line, tag.end_column), tag.value)


def _folded(raw: str) -> str:
    return re.sub(r"[ \n]+", " ", raw).strip(" ")
