"""Rules for colours: what each word of a line is, by regular expressions.

They are written in the part of the language of regular expressions that Python, Oniguruma (TextMate, VS Code) and Vim share: what is looked
for on the left has a fixed width. So a neighbour is one blank away, as `rulewright fmt` sets it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from rulewright.interfaces.editors.neighbours import END, LINE, Neighbours, Pairs
from rulewright.syntax.lalr import Table
from rulewright.syntax.layout import GOING_ON, JOINING
from rulewright.syntax.reserved_names import AFTER_NUMBERS, IN_EXPRESSIONS


class Colour(StrEnum):
    """What a word is."""

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
    """What fits `body` has the colour, where `left` fits before it."""

    colour: Colour
    body: str
    left: str = ""

    @property
    def pattern(self) -> str:
        """Both in one."""
        return self.left + self.body


@dataclass(frozen=True, slots=True)
class Region:
    """From where `begin` fits to where `end` does, with rules of its own; what these leave has the colour.

    After its own rules come all others, and the regions that have a colour; with `only` they do not.
    """

    name: str
    begin: str
    end: str
    rules: tuple[Rule, ...]
    colour: Colour | None = None
    only: bool = False


@dataclass(frozen=True, slots=True)
class Colours:
    """Rules and regions; the first that fits at a place counts, regions before rules."""

    regions: tuple[Region, ...]
    rules: tuple[Rule, ...]
    keywords: frozenset[str]
    first_words: tuple[str, ...]
    """The keywords that can begin a line."""

    @property
    def quick_rules(self) -> tuple[Rule, ...]:
        """The rules, with one more that finds most names before the rules for keywords are tried."""
        at = next(at for at, rule in enumerate(self.rules) if rule.colour is Colour.KEYWORD)
        others = Rule(Colour.NAME, self.rules[-1].body, rf"(?!(?:{'|'.join(sorted(self.keywords))})(?!{WORD}))")
        return (*self.rules[:at], others, *self.rules[at:])


WORD = r"[A-Za-z0-9_]"
_SPACED = {"STRING": '"', "RPAR": ")", "RBRACE": "}", "COMMA": ",", "COLON": ":", "SEMICOLON": ";", "PLUS": "+", "MINUS": "-"}
_SPACED |= {"STAR": "*", "SLASH": "/", "EQUAL": "=", "ROW": "|", "LABEL": "."}
_CLOSE = {"LPAR": "(", "LBRACE": "{", "SLASH": "/", "MINUS": "-", "DOTS": "."}
"""What ends a left neighbour, with a blank after it or without one."""
_WORDS = frozenset({"NAME", "CASE", "NUMBER", "FRACTION", "DOTTED_NUMBER", "DICE", "DATE", "MONTH_DATE"})
_AFTER_BLANK = {
    "NAME": "A-Za-z_",
    "CASE": "A-Za-z0-9_",
    "MONTH_DATE": "A-Z0-9",
    "LABEL": "a-z0-9",
    "STRING": '"',
    "LPAR": "(",
    "LBRACE": "{",
}
_AFTER_BLANK |= dict.fromkeys(("NUMBER", "FRACTION", "DOTTED_NUMBER", "DICE", "DATE"), "0-9")
_AFTER_BLANK |= {"MINUS": r"\-", "PLUS": "+", "STAR": "*", "SLASH": "/", "EQUAL": "=", "ROW": "|"}
_AT_ONCE = {"COMMA": ",", "COLON": ":", "SEMICOLON": ";", "RPAR": ")", "RBRACE": "}", "SLASH": "/", "DOTS": "."}
"""What begins a right neighbour, after a blank or at once."""

_LINE_START = "(?:^|(?<=  ))"
_LINE_END = " *(?:$|[@#])"
_AND_BELOW = "and(?= below)|(?<=and )below"


def colours(table: Table) -> Colours:
    """The rules for the language of a table."""
    neighbours = Neighbours(table)
    pairs = {word: neighbours.of(terminal) for word, terminal in table.keywords.items()}
    reference = table.patterns["CASE"]
    return Colours(
        (_text(), *_statements(reference), _references(table, neighbours)),
        (
            Rule(Colour.COMMENT, "#.*"),
            Rule(Colour.TAG, table.patterns["TAG"]),
            Rule(Colour.ROW, table.patterns["ROW"]),
            Rule(Colour.REFERENCE, rf"(?:{table.patterns['LABEL']})(?= )", _LINE_START),
            Rule(Colour.REFERENCE, rf"(?:{_list_of(reference)})(?= goes before )", "(?:^|(?<=  )|(?<=: ))"),
            *_numbers(table),
            *_certain_names(table, pairs),
            *_keywords(table, pairs),
            Rule(Colour.NAME, table.patterns["NAME"]),
        ),
        frozenset(pairs),
        tuple(sorted(word for word, found in pairs.items() if LINE in found)),
    )


# ---- regions -----------------------------------------------------------------------------------------------------------------------


def _text() -> Region:
    inside = (Rule(Colour.PLACEHOLDER, r"\{[^{}\n]*\}"), Rule(Colour.LINK, r"\[[^\[\]\n]*\]"))
    return Region("text", '"', '"', inside, Colour.TEXT, only=True)


def _statements(reference: str) -> Iterator[Region]:
    """Lines in which neighbours do not tell a number of a case from a name: the word that begins the line does."""
    for word, before in (("word", ("in",)), ("redirects", ("redirects", "to")), ("accepts", ("with",))):
        left = _one_of([*(f"(?<= {one} )" for one in before), "(?<= below, )"])
        rules = (Rule(Colour.KEYWORD, _AND_BELOW), Rule(Colour.REFERENCE, left + _list_of(reference)))
        yield Region(word, rf"(?:(?<=^{word} )|(?<=  {word} ))(?={WORD})", '(?=")|$', rules)
    # the part of a case is named in free words: `amend 7.23 last sentence in errata`
    part = (
        Rule(Colour.REFERENCE, rf"(?<=^amend ){_list_of(reference)}"),
        Rule(Colour.NUMBER, rf"(?<= )[0-9]+(?!{WORD})"),
        Rule(Colour.NAME, rf"(?<= )[A-Za-z_]{WORD}*"),
    )
    yield Region("amend", f"(?<=^amend )(?={WORD})", "(?= in )|$", part, only=True)


def _references(table: Table, neighbours: Neighbours) -> Region:
    """A list of numbers of cases, over more lines where a line ends in a comma."""
    inside = (Rule(Colour.KEYWORD, _AND_BELOW), Rule(Colour.REFERENCE, table.patterns["CASE"]))
    end = rf"(?<={WORD})(?!{WORD}|[./]{WORD}|,| and below)"
    return Region("references", _before_references(table, neighbours) + f"(?={WORD})", end, inside, only=True)


def _before_references(table: Table, neighbours: Neighbours) -> str:
    """What tells that the number of a case comes: one keyword, or two where a name may come after the second."""
    words = {terminal: word for word, terminal in table.keywords.items()}
    found: list[str] = []
    for terminal in sorted(neighbours.of("CASE").keys() & words.keys(), key=lambda one: words[one]):
        word = words[terminal]
        cases, names = neighbours.left_of_pair(terminal, "CASE"), neighbours.left_of_pair(terminal, "NAME")
        for left in sorted(cases - names):
            if left in words:
                found.append(rf"(?<=\b{words[left]} {word} )")
            elif left == LINE:
                found += [f"(?<=^{word} )", f"(?<=  {word} )"]
            elif left == "COLON":
                found.append(f"(?<=: {word} )")
        if names <= words.keys() and "NAME" in cases:
            after = sorted(words[one] for right in neighbours.of(terminal).values() for one in right & words.keys())
            others = "".join(rf"(?<!\b{words[left]} {word} )" for left in sorted(names))
            found.append(rf"{others}(?<={WORD} {word} )(?!(?:{'|'.join(after)})\b)")
    return f"(?:{'|'.join(found)})"


def _list_of(reference: str) -> str:
    return f"(?:{reference})(?:, (?:{reference}))*"


# ---- words and numbers ---------------------------------------------------------------------------------------------------------------


def _numbers(table: Table) -> Iterator[Rule]:
    for name in ("MONTH_DATE", "DATE", "DICE", "FRACTION", "DOTTED_NUMBER", "NUMBER"):
        yield Rule(Colour.NUMBER, rf"(?:{table.patterns[name]})(?!{WORD})", f"(?<!{WORD})")


def _certain_names(table: Table, pairs: Mapping[str, Pairs]) -> Iterator[Rule]:
    """Words that are spelt like keywords and are names whatever is on their right: no keyword can follow what is on their left."""
    name = table.patterns["NAME"]
    begin = [word for word, found in sorted(pairs.items()) if found.get(LINE) == frozenset({"NAME"})]
    yield Rule(Colour.NAME, name, _one_of([f"(?<=^{word} )|(?<=  {word} )" for word in begin]))
    for word in sorted(AFTER_NUMBERS - IN_EXPRESSIONS):
        right = frozenset().union(*pairs[word].values())
        if "NAME" in right:
            after = sorted(keyword for keyword, terminal in table.keywords.items() if terminal in right)
            yield Rule(Colour.NAME, name, rf"(?<= {word} )(?!{_one_of(after)}(?!{WORD}))")


def _keywords(table: Table, pairs: Mapping[str, Pairs]) -> Iterator[Rule]:
    """A rule for all keywords that have the same neighbours."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for word, found in sorted(pairs.items()):
        for left, right in _sides(table, word, found):
            groups[left, right].append(word)
    for (left, right), words in groups.items():
        either = words[0] if len(words) == 1 else f"(?:{'|'.join(words)})"
        yield Rule(Colour.KEYWORD, f"{either}{right}", left)


def _sides(table: Table, word: str, pairs: Pairs) -> Iterator[tuple[str, str]]:
    """What must be on the left and on the right of a keyword, as regular expressions."""
    lefts: dict[frozenset[str], set[str]] = defaultdict(set)
    everywhere = frozenset().union(*pairs.values())
    on_next_line = {END} if table.keywords[word] in GOING_ON else set()
    for left, right in pairs.items():
        lefts[right | on_next_line].add(left)
    if word in JOINING or word in IN_EXPRESSIONS:  # it may be where a line goes on
        lefts[everywhere | on_next_line].add(LINE)
    names = {terminal: keyword for keyword, terminal in table.keywords.items()}
    yield from sorted((_on_the_left(before, names), _on_the_right(after, names)) for after, before in lefts.items())


def _on_the_left(terminals: Set[str], words: Mapping[str, str]) -> str:
    found = [_LINE_START] if LINE in terminals else []
    blank = "".join(sorted({_SPACED[one] for one in terminals & _SPACED.keys()}))
    if terminals & _WORDS:
        blank = "A-Za-z0-9_" + blank
    else:
        found += [rf"(?<=\b{words[one]} )" for one in sorted(terminals & words.keys())]
    if blank:
        found.append(f"(?<=[{_in_class(blank)}] )")
    if close := "".join(sorted({_CLOSE[one] for one in terminals & _CLOSE.keys()})):
        found.append(f"(?<=[{_in_class(close)}])")
    return _one_of(found)


def _on_the_right(terminals: Set[str], words: Mapping[str, str]) -> str:
    found = [_LINE_END] if END in terminals else []
    blank = "".join(sorted({_AFTER_BLANK[one] for one in terminals & _AFTER_BLANK.keys()}))
    if "NAME" not in terminals and (after := sorted(words[one] for one in terminals & words.keys())):
        found.append(rf" {_one_of(after)}\b")
    if blank:
        found.append(f" [{blank}]")
    if close := "".join(sorted({_AT_ONCE[one] for one in terminals & _AT_ONCE.keys()})):
        found.append(f"[{close}]")
    return f"(?={_one_of(found)})"


def _in_class(signs: str) -> str:
    """Signs for between `[` and `]`."""
    return signs.replace("-", r"\-").replace(r"A\-Za\-z0\-9", "A-Za-z0-9")


def _one_of(patterns: Sequence[str]) -> str:
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"
