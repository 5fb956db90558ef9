"""Numbers in prose, as words and as figures: `two`, `2`, `one-half`, `1/2`, `double`, `2nd`, `twenty-four`, `1,000`.

Case numbers (`[9.13]`, `12.79`), years and days are skipped, since they only look like numbers of the rule. So are 0 and 1, which
confirm nothing: `one`, `a` and `no` occur everywhere. `more than 3` is 4 as well, and `3 or less` at a bound is adjacent to 4:
`equivalents` holds the values that may express a figure elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from rulewright.base.records import record

BELOW_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
CARDINALS = {
    **{word: value for value, word in enumerate(BELOW_TWENTY.split())},
    **{word: 10 * value for value, word in enumerate(TENS.split(), 2)},
    "dozen": 12,
    "hundred": 100,
    "thousand": 1000,
}
ORDINAL_WORDS = "second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
ORDINALS = {word: value for value, word in enumerate(ORDINAL_WORDS.split(), 2)}
TIMES = {"twice": 2, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2, "thrice": 3, "triple": 3, "tripled": 3, "triples": 3}
HALVES = {word: Fraction(1, 2) for word in ["half", "halves", "halved", "halve", "halving"]}
PARTS = {"third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifths": 5, "tenths": 10}
WORDS: dict[str, Fraction] = {**{w: Fraction(v) for w, v in (CARDINALS | ORDINALS | TIMES).items()}, **HALVES, "quarter": Fraction(1, 4)}
POWERS = {"hundred": 100, "thousand": 1000}
ROMAN = {"II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
YEARS = (1500, 2000)
NO_WITNESS = frozenset((Fraction(0), Fraction(1)))

TWO_TO_SIX = "two|three|four|five|six"
COUNTED = (
    "(?:kinds?|sorts|exceptions|entries|guidelines|stages|ways|cases|reasons|causes|uses|conditions|answers|sentences|examples|tests|lists)"
)
LABELLED = (
    "(?:pages?|cases?|paragraphs?|steps?|points?|guidelines?|sections?|footnotes?|options?|bullets?|rules?|scenarios?|bars?|detachment)"
)
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
NO_NUMBER = re.compile(
    rf"""\[[^\]]*\]                                                            # references in prose
    | (?<![IV]\ )\b(?:\d{{1,2}}\ )?(?:{MONTHS})(?:\ \d{{1,2}}(?!\d)(?:\ to\ \d+)?)?(?:,?\ \d{{4}})?\b   # days
    | \b1[5-9]\d\d\b(?!,\d)                                                  # years
    | \b[A-Z]{{1,4}}-?\d+[a-z]?\b | \b\d+[A-Z][A-Za-z]*\b | \#\d+ | (?<!,)\b0\d+\b  # names: B2825, Q10, 1D, 0110
    | \b(?:[A-Z]+\.)?\d+(?:\.\d+)+[a-z]?\b | \b[A-Z]+\.\d+[a-z]?\b | §\ ?\d+[a-z]?\b   # numbers of cases: 9.13, 5.3d, IX.4, §3a
    """,
    re.VERBOSE,
)
DERIVED = re.compile(
    rf"""\b{LABELLED}\ \d+\b(?:,?\ (?:and|to|or)\ \d+|[-–]\d+|,\ \d+)*       # numbers of parts of the source
    | \b(?:{TWO_TO_SIX})\ (?:\w+\ )?{COUNTED}\b                                     # parts that a text counts of itself
    | \b(?:the|these|those|all|between)\ (?:{TWO_TO_SIX})\b                          # references to things named earlier
    | \b(?:its|their|both|the)\ halves\b                                              # parts of a thing
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
DENIED = re.compile(r"\b(?:not|instead of|rather than)(?: (?:by|at|to|a|the))*\s*$", re.IGNORECASE)
DENIED_FACTOR = re.compile(
    r"\b(?:not?|nor|never|neither|without|cannot|\w+n't|instead of|rather than)\b(?! (?:only|less|more|fewer)\b)[^.,;:]{0,40}$",
    re.IGNORECASE,
)
"""Before a word such as *halved* or *double*, a denial may stand further off."""
ANOTHER = re.compile(r"\b(a|an|another|any)\s*$", re.IGNORECASE)


@record
class Figure:
    """A number in a text: its value, its spelling there, and the values that may express it elsewhere."""

    value: Fraction
    spelling: str
    equivalents: frozenset[Fraction] = frozenset()
    following: str = ""
    """The next words of the text, which name what is counted."""
    is_denied: bool = False
    """True if the text says that it is not so: `not halved`, `and not 3`."""

    @property
    def possible_values(self) -> frozenset[Fraction]:
        return self.equivalents | {self.value}


@lru_cache(maxsize=1 << 16)
def figures_in_text(text: str) -> tuple[Figure, ...]:
    """Return the numbers of a text, in its order, that can confirm a number elsewhere."""
    return _find_figures(NO_NUMBER.sub(_blank_out, text))


@lru_cache(maxsize=1 << 16)
def values_in_text(text: str) -> frozenset[Fraction]:
    """Return the values of the numbers of a text, with those that they may be written as."""
    return all_values(figures_in_text(text))


@lru_cache(maxsize=1 << 16)
def figures_of_subject(text: str) -> tuple[Figure, ...]:
    """Return the numbers that a text asserts of its subject, without those of its structure (`step 4`, `all three`) and those it denies."""
    plain = DERIVED.sub(_blank_out, NO_NUMBER.sub(_blank_out, text))
    return tuple(figure for figure in _find_figures(plain) if not figure.is_denied)


def _blank_out(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _find_figures(plain: str) -> tuple[Figure, ...]:
    result: list[Figure] = []
    for match in FIGURE.finditer(plain):
        value = _figure_value(match)
        if value is not None and value not in NO_WITNESS:
            preceding, following = plain[: match.start()], plain[match.end() :]
            result.append(
                Figure(
                    value,
                    match[0],
                    _equivalent_values(match[0].lower(), value, preceding, following),
                    _next_words(following),
                    (DENIED_FACTOR if match[0].lower() in TIMES | HALVES else DENIED).search(preceding) is not None,
                )
            )
    return tuple(result)


def _next_words(following: str) -> str:
    match = NEXT_WORDS.match(following)
    return match[0].strip() if match is not None else ""


def _figure_value(match: re.Match[str]) -> Fraction | None:
    """Return the number of a match, by the name of its last group; None if it is no number."""
    match match.lastgroup:
        case "word":
            return WORDS.get(match["word"].lower())
        case "digits":
            return Fraction(match["digits"].replace(",", ""))
        case "parts":
            count, part = match["many"].lower(), match["part"].lower()
            return (Fraction(count) if count.isdigit() else WORDS[count]) * (HALVES.get(part) or Fraction(1, PARTS[part]))
        case "rest":
            integer, fraction = match["whole"].lower(), match["rest"].lower()
            fraction_value = HALVES.get(fraction) or _parse_ratio(fraction)
            return None if fraction_value is None else (Fraction(integer) if integer.isdigit() else WORDS[integer]) + fraction_value
        case "faces":
            return Fraction(match["faces"])
        case "ratio":
            return _parse_ratio(match["ratio"])
        case "power":
            count = (match["many_of"] or "1").lower()
            return (Fraction(count) if count.isdigit() else WORDS.get(count, Fraction(1))) * POWERS[match["power"].lower()]
        case "roman":
            return Fraction(ROMAN[match["roman"].upper()])
        case "one":
            return WORDS[match["ten"].lower()] + WORDS[match["one"].lower()]
        case other:  # open: the groups of a pattern are words
            raise AssertionError(f"no group of the pattern is last in {other}")


def _parse_ratio(text: str) -> Fraction | None:
    above, below = map(int, text.split("/"))
    return Fraction(above, below) if below else None


def _equivalent_values(spelling: str, value: Fraction, preceding: str, following: str) -> frozenset[Fraction]:
    equivalents = {value / 100, value * 100} if re.match(r"\s*(%|per ?cent)", following) or value.denominator > 1 else set()
    if ABOVE.search(preceding) or re.match(r"\s*\+|\s*or (more|higher|better|over)\b", following):
        equivalents |= {value + 1, value - 1}
    if BELOW.search(preceding) or re.match(r"\s*or (less|fewer|lower|under)\b", following):
        equivalents |= {value + 1, value - 1}
    if value.denominator > 1:
        equivalents.add(1 / value)
    if spelling in ORDINALS and ANOTHER.search(preceding):
        equivalents |= {value - 1, 1 / value}
    return frozenset(equivalents)


def is_year(value: Fraction) -> bool:
    return value.denominator == 1 and YEARS[0] <= value < YEARS[1]


def all_values(numbers: Iterable[Figure]) -> frozenset[Fraction]:
    """Return the values of the figures, with those that they may be written as."""
    return frozenset(value for figure in numbers for value in figure.possible_values)
