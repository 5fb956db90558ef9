"""Rules for colours: regular expressions that classify the words of a line.

They are written in the dialect of regular expressions that Python, Oniguruma (TextMate, VS Code) and Vim share: a look-behind has a
fixed width. So a neighbour is one blank away, as `rulewright fmt` writes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from rulewright.base.names import NAME
from rulewright.interfaces.editors.neighbours import END, LINE, Neighbours, Pairs
from rulewright.syntax.lalr import Table
from rulewright.syntax.layout import CONTINUING_TERMINALS, JOINING
from rulewright.syntax.reserved_names import AFTER_NUMBERS, IN_EXPRESSIONS


class Colour(StrEnum):
    """The class of a word."""

    COMMENT = "comment"
    TEXT = "text"
    PLACEHOLDER = "placeholder"  # in a text: `{it}`
    LINK = "link"  # in a text: `[8.6]`
    TAG = "tag"
    ROW = "row"
    NUMBER = "number"
    KEYWORD = "keyword"
    REFERENCE = "reference"  # the number of a case, of a part of it, of a line in a list
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Rule:
    """A match of `body` preceded by `lookbehind` gets the colour."""

    colour: Colour
    body: str
    lookbehind: str = ""

    @property
    def pattern(self) -> str:
        """The look-behind and the body as one pattern."""
        return self.lookbehind + self.body


@dataclass(frozen=True, slots=True)
class Region:
    """The text from a match of `begin` to a match of `end`, with rules of its own; the rest of it gets the colour.

    After its own rules all others apply, and the regions that have a colour; with `exclusive` they do not.
    """

    name: str
    begin: str
    end: str
    rules: tuple[Rule, ...]
    colour: Colour | None = None
    exclusive: bool = False


@dataclass(frozen=True, slots=True)
class Colours:
    """Rules and regions; the first match at a position counts, regions before rules."""

    regions: tuple[Region, ...]
    rules: tuple[Rule, ...]
    keywords: frozenset[str]
    first_words: tuple[str, ...]
    """The keywords that can begin a line."""

    @property
    def quick_rules(self) -> tuple[Rule, ...]:
        """The rules, with an additional one that finds most names before the rules for keywords are tried."""
        index = next(index for index, rule in enumerate(self.rules) if rule.colour is Colour.KEYWORD)
        catch_all = Rule(Colour.NAME, self.rules[-1].body, rf"(?!(?:{'|'.join(sorted(self.keywords))})(?!{WORD}))")
        return (*self.rules[:index], catch_all, *self.rules[index:])


WORD = r"\w"
_SPACED = {"STRING": '"', "RPAR": ")", "RBRACE": "}", "COMMA": ",", "COLON": ":", "SEMICOLON": ";", "PLUS": "+", "MINUS": "-"}
_SPACED |= {"CASE": "+", "STAR": "*", "SLASH": "/", "EQUAL": "=", "ROW": "|", "LABEL": "."}
_CLOSE = {"LPAR": "(", "LBRACE": "{", "SLASH": "/", "MINUS": "-", "DOTS": "."}
"""The ends of left neighbours, with a blank after them or without one."""
_WORDS = frozenset({"NAME", "CASE", "NUMBER", "FRACTION", "DOTTED_NUMBER", "DICE", "DATE", "MONTH_DATE"})
_AFTER_BLANK = {
    "CASE": r"§\w",
    "MONTH_DATE": "A-Z0-9",
    "LABEL": "a-z0-9",
    "STRING": '"',
    "LPAR": "(",
    "LBRACE": "{",
}
_AFTER_BLANK |= dict.fromkeys(("NUMBER", "FRACTION", "DOTTED_NUMBER", "DICE", "DATE"), "0-9")
_AFTER_BLANK |= {"MINUS": r"\-", "PLUS": "+", "STAR": "*", "SLASH": "/", "EQUAL": "=", "ROW": "|"}
_AT_ONCE = {"COMMA": ",", "COLON": ":", "SEMICOLON": ";", "RPAR": ")", "RBRACE": "}", "SLASH": "/", "DOTS": "."}
"""The beginnings of right neighbours, after a blank or without one."""

_FIRST_LETTER = r"[^\W\d]"
_LINE_START = "(?:^|(?<=  ))"
_LINE_END = " *(?:$|[@#])"
_AND_BELOW = "and(?= below)|(?<=and )below"


def make_colours(table: Table) -> Colours:
    """Return the rules for the language of a table."""
    neighbours = Neighbours(table)
    pairs = {word: neighbours.pairs_of(terminal) for word, terminal in table.keywords.items()}
    reference = table.patterns["CASE"]
    return Colours(
        (_text_region(), *_statement_regions(reference), _reference_region(table, neighbours)),
        (
            Rule(Colour.COMMENT, "#.*"),
            Rule(Colour.TAG, table.patterns["TAG"]),
            Rule(Colour.ROW, table.patterns["ROW"]),
            Rule(Colour.REFERENCE, rf"(?:{table.patterns['LABEL']})(?= )", _LINE_START),
            Rule(Colour.REFERENCE, rf"(?:{_list_of(reference)})(?= goes before )", "(?:^|(?<=  )|(?<=: ))"),
            *_number_rules(table),
            *_certain_name_rules(table, pairs),
            *_keyword_rules(table, pairs),
            Rule(Colour.NAME, table.patterns["NAME"]),
        ),
        frozenset(pairs),
        tuple(sorted(word for word, word_pairs in pairs.items() if LINE in word_pairs)),
    )


# ---- regions -----------------------------------------------------------------------------------------------------------------------


def _text_region() -> Region:
    rules = (Rule(Colour.PLACEHOLDER, r"\{[^{}\n]*\}"), Rule(Colour.LINK, r"\[[^\[\]\n]*\]"))
    return Region("text", '"', '"', rules, Colour.TEXT, exclusive=True)


def _statement_regions(reference: str) -> Iterator[Region]:
    """Yield lines in which the first word, not the neighbours, tells a number of a case from a name."""
    for word, prefixes in (("word", ("in",)), ("redirects", ("redirects", "to")), ("accepts", ("with",))):
        lookbehind = _alternation([*(f"(?<= {prefix} )" for prefix in prefixes), "(?<= below, )"])
        rules = (Rule(Colour.KEYWORD, _AND_BELOW), Rule(Colour.REFERENCE, lookbehind + _list_of(reference)))
        yield Region(word, rf"(?:(?<=^{word} )|(?<=  {word} ))(?={WORD})", '(?=")|$', rules)
    # the part of a case is named in free words: `amend 7.23 last sentence in errata`
    part = (
        Rule(Colour.REFERENCE, rf"(?<=^amend ){_list_of(reference)}"),
        Rule(Colour.NUMBER, rf"(?<= )[0-9]+(?!{WORD})"),
        Rule(Colour.NAME, rf"(?<= ){NAME}"),
    )
    yield Region("amend", f"(?<=^amend )(?={WORD})", "(?= in )|$", part, exclusive=True)


def _reference_region(table: Table, neighbours: Neighbours) -> Region:
    """Return the region of a list of case numbers, which continues on the next line after a comma."""
    rules = (Rule(Colour.KEYWORD, _AND_BELOW), Rule(Colour.REFERENCE, table.patterns["CASE"]))
    end = rf"(?<=[\w+])(?![\w+]|[./]{WORD}|,| and below)"
    return Region("references", _reference_lookbehind(table, neighbours) + f"(?={WORD})", end, rules, exclusive=True)


def _reference_lookbehind(table: Table, neighbours: Neighbours) -> str:
    """Return the look-behind of a case number: one keyword, or two if a name may come after the second."""
    words = {terminal: word for word, terminal in table.keywords.items()}
    lookbehinds: list[str] = []
    for terminal in sorted(neighbours.pairs_of("CASE").keys() & words.keys(), key=lambda symbol: words[symbol]):
        word = words[terminal]
        cases, names = neighbours.left_of_pair(terminal, "CASE"), neighbours.left_of_pair(terminal, "NAME")
        for neighbour in sorted(cases - names):
            if neighbour in words:
                lookbehinds.append(rf"(?<=\b{words[neighbour]} {word} )")
            elif neighbour == LINE:
                lookbehinds += [f"(?<=^{word} )", f"(?<=  {word} )"]
            elif neighbour == "COLON":
                lookbehinds.append(f"(?<=: {word} )")
        if names <= words.keys() and "NAME" in cases:
            followers = sorted(words[symbol] for right in neighbours.pairs_of(terminal).values() for symbol in right & words.keys())
            exclusions = "".join(rf"(?<!\b{words[name]} {word} )" for name in sorted(names))
            lookbehinds.append(rf"{exclusions}(?<={WORD} {word} )(?!(?:{'|'.join(followers)})\b)")
    return f"(?:{'|'.join(lookbehinds)})"


def _list_of(reference: str) -> str:
    return f"(?:{reference})(?:, (?:{reference}))*"


# ---- words and numbers ---------------------------------------------------------------------------------------------------------------


def _number_rules(table: Table) -> Iterator[Rule]:
    for name in ("MONTH_DATE", "DATE", "DICE", "FRACTION", "DOTTED_NUMBER", "NUMBER"):
        yield Rule(Colour.NUMBER, rf"(?:{table.patterns[name]})(?!{WORD})", f"(?<!{WORD})")


def _certain_name_rules(table: Table, pairs: Mapping[str, Pairs]) -> Iterator[Rule]:
    """Yield rules for words spelt like keywords that are names whatever is on their right: no keyword can follow their left neighbour."""
    name = table.patterns["NAME"]
    begin = [word for word, word_pairs in sorted(pairs.items()) if word_pairs.get(LINE) == frozenset({"NAME"})]
    yield Rule(Colour.NAME, name, _alternation([f"(?<=^{word} )|(?<=  {word} )" for word in begin]))
    for word in sorted(AFTER_NUMBERS - IN_EXPRESSIONS):
        right = frozenset().union(*pairs[word].values())
        if "NAME" in right:
            followers = sorted(keyword for keyword, terminal in table.keywords.items() if terminal in right)
            yield Rule(Colour.NAME, name, rf"(?<= {word} )(?!{_alternation(followers)}(?!{WORD}))")


def _keyword_rules(table: Table, pairs: Mapping[str, Pairs]) -> Iterator[Rule]:
    """Yield one rule for all keywords that have the same neighbours."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for word, word_pairs in sorted(pairs.items()):
        for lookbehind, lookahead in _keyword_sides(table, word, word_pairs):
            groups[lookbehind, lookahead].append(word)
    for (lookbehind, lookahead), words in groups.items():
        alternatives = words[0] if len(words) == 1 else f"(?:{'|'.join(words)})"
        yield Rule(Colour.KEYWORD, f"{alternatives}{lookahead}", lookbehind)


def _keyword_sides(table: Table, word: str, pairs: Pairs) -> Iterator[tuple[str, str]]:
    """Yield the contexts on the left and on the right of a keyword, as regular expressions."""
    lefts: dict[frozenset[str], set[str]] = defaultdict(set)
    everywhere = frozenset().union(*pairs.values())
    on_next_line = {END} if table.keywords[word] in CONTINUING_TERMINALS else set()
    for left_terminal, right in pairs.items():
        lefts[right | on_next_line].add(left_terminal)
    if word in JOINING or word in IN_EXPRESSIONS:  # it may stand on a continuation line
        lefts[everywhere | on_next_line].add(LINE)
    names = {terminal: keyword for keyword, terminal in table.keywords.items()}
    yield from sorted(
        (_left_pattern(left_terminals, names), _right_pattern(right_terminals, names)) for right_terminals, left_terminals in lefts.items()
    )


def _left_pattern(terminals: Set[str], words: Mapping[str, str]) -> str:
    patterns = [_LINE_START] if LINE in terminals else []
    blank = "".join(sorted({_SPACED[terminal] for terminal in terminals & _SPACED.keys()}))
    if terminals & _WORDS:
        blank = r"\w" + blank
    else:
        patterns += [rf"(?<=\b{words[terminal]} )" for terminal in sorted(terminals & words.keys())]
    if blank:
        patterns.append(f"(?<=[{_escape_class(blank)}] )")
    if close := "".join(sorted({_CLOSE[terminal] for terminal in terminals & _CLOSE.keys()})):
        patterns.append(f"(?<=[{_escape_class(close)}])")
    return _alternation(patterns)


def _right_pattern(terminals: Set[str], words: Mapping[str, str]) -> str:
    patterns = [_LINE_END] if END in terminals else []
    blank = "".join(sorted({_AFTER_BLANK[terminal] for terminal in terminals & _AFTER_BLANK.keys()}))
    if "NAME" not in terminals and (followers := sorted(words[terminal] for terminal in terminals & words.keys())):
        patterns.append(rf" {_alternation(followers)}\b")
    if "NAME" in terminals and r"\w" not in blank:
        patterns.append(f" {_FIRST_LETTER}")
    if blank:
        patterns.append(f" [{blank}]")
    if close := "".join(sorted({_AT_ONCE[terminal] for terminal in terminals & _AT_ONCE.keys()})):
        patterns.append(f"[{close}]")
    return f"(?={_alternation(patterns)})"


def _escape_class(signs: str) -> str:
    """Escape signs for use between `[` and `]`."""
    return signs.replace("-", r"\-")


def _alternation(patterns: Sequence[str]) -> str:
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"
