"""The numbers that a text says, in words and in figures: `two`, `2`, `one-half`, `1/2`, `double`, `2nd`, `twenty-four`, `1,000`.

What only looks like a number of the rule is left out: the number of a case (`[9.13]`, `12.79`), a year, a day.
0 and 1 are no witness, since `one`, `a` and `no` are said of everything: they are left out too. `more than 3` is 4 as well, and `3 or
less` at a bound stands next to 4: what a figure may be written as elsewhere is in `also`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from rulewright.base.records import record

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
CARDINALS = {
    **{word: value for value, word in enumerate(ONES.split())},
    **{word: 10 * value for value, word in enumerate(TENS.split(), 2)},
    "dozen": 12,
    "hundred": 100,
    "thousand": 1000,
}
TH = "second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
ORDINALS = {word: value for value, word in enumerate(TH.split(), 2)}
TIMES = {"twice": 2, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "thrice": 3, "triple": 3, "tripled": 3, "triples": 3}
HALVES = {word: Fraction(1, 2) for word in ["half", "halves", "halved", "halve", "halving"]}
PARTS = {"third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifths": 5, "tenths": 10}
WORDS: dict[str, Fraction] = {**{w: Fraction(v) for w, v in (CARDINALS | ORDINALS | TIMES).items()}, **HALVES, "quarter": Fraction(1, 4)}
POWERS = {"hundred": 100, "thousand": 1000}
ROMAN = {"II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
YEARS = (1500, 2000)
NO_WITNESS = frozenset((Fraction(0), Fraction(1)))

FEW = "two|three|four|five|six"
COUNTED = (
    "(?:kinds?|sorts|exceptions|entries|guidelines|stages|ways|cases|reasons|causes|uses|conditions|answers|sentences|examples|tests|lists)"
)
LABELLED = (
    "(?:pages?|cases?|paragraphs?|steps?|points?|guidelines?|sections?|footnotes?|options?|bullets?|rules?|scenarios?|bars?|detachment)"
)
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
NO_NUMBER = re.compile(
    rf"""\[[^\]]*\]                                                            # what prose refers to
    | (?<![IV]\ )\b(?:\d{{1,2}}\ )?(?:{MONTHS})(?:\ \d{{1,2}}(?!\d)(?:\ to\ \d+)?)?(?:,?\ \d{{4}})?\b   # days
    | \b1[5-9]\d\d\b(?!,\d)                                                  # years
    | \b[A-Z]{{1,4}}-?\d+[a-z]?\b | \b\d+[A-Z][A-Za-z]*\b | \#\d+ | (?<!,)\b0\d+\b  # names: B2825, Q10, 1D, 0110
    | \b\d+(?:\.\d+)+[a-z]?\b                                               # numbers of cases: 9.13, 5.3d
    """,
    re.VERBOSE,
)
DERIVED = re.compile(
    rf"""\b{LABELLED}\ \d+\b(?:,?\ (?:and|to|or)\ \d+|[-–]\d+|,\ \d+)*       # numbers of parts of the source
    | \b(?:{FEW})\ (?:\w+\ )?{COUNTED}\b                                     # what a text counts of itself
    | \b(?:the|these|those|all)\ (?:{FEW})\b                                  # what was named before
    | \bthe\ (?:second|third|fourth|fifth)\ (?:of|way|one)\b
    | \b\d*d\d+\b                                                            # dice
    """,
    re.VERBOSE | re.IGNORECASE,
)
FIGURE = re.compile(
    rf"""\b(?P<whole>(?:\d+|one|two|three|four|five)(?=\ and\ )|\d+(?=\ \d+/))(?:\ and\ (?:a|one)[ -]|\ )(?P<rest>half|\d+/\d+)\b
    | (?P<parts>\b(?P<many>one|two|three|{"|".join(TIMES)}|\d+)[- ](?P<part>{"|".join((*PARTS, *HALVES))})\b)
    | (?P<ratio>\b\d+/\d+\b)
    | \b(?:(?P<many_of>\d+|[a-z]+)\ )?(?P<power>hundred|thousand)\b
    | \b(?P<roman>II|III|IV|V|VI)(?=\ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))
    | \b\d*d(?P<faces>\d+)\b
    | (?P<digits>\b\d{{1,3}}(?:,\d{{3}})+\b|\b\d+)(?:st|nd|rd|th)?\b
    | \b(?P<ten>{TENS.replace(" ", "|")})-(?P<one>one|two|three|four|five|six|seven|eight|nine)\b
    | \b(?P<word>[A-Za-z]+)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
NEXT_WORDS = re.compile(r"(?: [A-Za-z]+){0,3}")
ABOVE = re.compile(r"\b(more than|over|above|exceeds?|exceeding|beyond|greater than|after|past)(?: the| a)?\s*$", re.IGNORECASE)
BELOW = re.compile(r"\b(less than|under|below|fewer than|before|short of)(?: the| a)?\s*$", re.IGNORECASE)
ANOTHER = re.compile(r"\b(a|an|another|any)\s*$", re.IGNORECASE)


@record
class Figure:
    """A number that a text says: its value, how it is written there, and the values that say the same elsewhere."""

    value: Fraction
    written: str
    also: frozenset[Fraction] = frozenset()
    behind: str = ""
    """The next words of the text: what it is a number of."""

    @property
    def values(self) -> frozenset[Fraction]:
        return self.also | {self.value}


@lru_cache(maxsize=1 << 16)
def figures(text: str) -> tuple[Figure, ...]:
    """The numbers that a text says, in its order: those that can bear witness for a number said elsewhere."""
    return _found(NO_NUMBER.sub(_blank, text))


@lru_cache(maxsize=1 << 16)
def values_said(text: str) -> frozenset[Fraction]:
    """Every value that the numbers of a text are, or may be written as."""
    return all_values(figures(text))


@lru_cache(maxsize=1 << 16)
def own_figures(text: str) -> tuple[Figure, ...]:
    """The numbers that a text says of its matter, without those that it derives: `step 4`, `all three`, `two exceptions`."""
    return _found(DERIVED.sub(_blank, NO_NUMBER.sub(_blank, text)))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _found(plain: str) -> tuple[Figure, ...]:
    found: list[Figure] = []
    for match in FIGURE.finditer(plain):
        value = _value(match)
        if value is not None and value not in NO_WITNESS:
            before, behind = plain[: match.start()], plain[match.end() :]
            found.append(Figure(value, match[0], _also(match[0].lower(), value, before, behind), _next_words(behind)))
    return tuple(found)


def _next_words(behind: str) -> str:
    found = NEXT_WORDS.match(behind)
    return found[0].strip() if found is not None else ""


def _value(match: re.Match[str]) -> Fraction | None:
    """The number that is written; which kind it is says the last group of its kind."""
    match match.lastgroup:
        case "word":
            return WORDS.get(match["word"].lower())
        case "digits":
            return Fraction(match["digits"].replace(",", ""))
        case "parts":
            many, part = match["many"].lower(), match["part"].lower()
            return (Fraction(many) if many.isdigit() else WORDS[many]) * (HALVES.get(part) or Fraction(1, PARTS[part]))
        case "rest":
            whole, rest = match["whole"].lower(), match["rest"].lower()
            more = HALVES.get(rest) or _ratio(rest)
            return None if more is None else (Fraction(whole) if whole.isdigit() else WORDS[whole]) + more
        case "faces":
            return Fraction(match["faces"])
        case "ratio":
            return _ratio(match["ratio"])
        case "power":
            many = (match["many_of"] or "1").lower()
            return (Fraction(many) if many.isdigit() else WORDS.get(many, Fraction(1))) * POWERS[match["power"].lower()]
        case "roman":
            return Fraction(ROMAN[match["roman"].upper()])
        case "one":
            return WORDS[match["ten"].lower()] + WORDS[match["one"].lower()]
        case other:  # open: the groups of a pattern are words
            raise AssertionError(f"no group of the pattern is last in {other}")


def _ratio(text: str) -> Fraction | None:
    above, below = map(int, text.split("/"))
    return Fraction(above, below) if below else None


def _also(written: str, value: Fraction, before: str, after: str) -> frozenset[Fraction]:
    found = {value / 100, value * 100} if re.match(r"\s*(%|per ?cent)", after) or value.denominator > 1 else set()
    if ABOVE.search(before) or re.match(r"\s*\+|\s*or (more|higher|better|over)\b", after):
        found |= {value + 1, value - 1}
    if BELOW.search(before) or re.match(r"\s*or (less|fewer|lower|under)\b", after):
        found |= {value + 1, value - 1}
    if value.denominator > 1:
        found.add(1 / value)
    if written in ORDINALS and ANOTHER.search(before):
        found |= {value - 1, 1 / value}
    return frozenset(found)


def is_year(value: Fraction) -> bool:
    return value.denominator == 1 and YEARS[0] <= value < YEARS[1]


def all_values(said: Iterable[Figure]) -> frozenset[Fraction]:
    """Every value that the figures are, or may be written as."""
    return frozenset(value for one in said for value in one.values)
