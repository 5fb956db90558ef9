"""A small book for each kind of slip, with an example that notices it and one that does not."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.analysis.mutation.model import SlipKind
from rulewright.base.source import Source
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source

WORDS = """
rulebook small "Small"
  numbering decimal

source printed "Printed"

edition printed = printed

measure MP "movement point"
enum weather: clear, mud, snow
enum arm: foot, horse, guns
record unit
  arm: arm
  tired: yes/no
  sick: yes/no
fact weather: weather
fact hexes: 0..9
fact miles: 0..9
value allowance(u: unit): 0..20 MP
value way: 0..9
verdict rest(u: unit)
predicate fresh(u: unit)
"""


@dataclass(frozen=True)
class Known:
    """A slip of a book of one or two cases: with the example `sees` it is noticed, with `blind` it is not."""

    kind: SlipKind
    rules: str
    was: str
    now: str
    sees: tuple[str, str]
    blind: tuple[str, str]


TABLE = """
case 1.1
  table cost(w: weather): 0..9 MP
    | clear | 1 |
    | mud   | 3 |
    | snow  | 4 |
"""
KNOWN = (
    Known(
        SlipKind.BOUND,
        "\ncase 1.1\n  may rest(u) when and only when hexes is at most 3\n",
        "3",
        "4",
        ("hexes is 4", "forbidden rest(u)"),
        ("hexes is 5", "forbidden rest(u)"),
    ),
    Known(
        SlipKind.BOUND,
        "\ncase 1.1\n  fresh(u) means hexes is between 3 and 5\n",
        "3",
        "2",
        ("hexes is 2", "not fresh(u)"),
        ("hexes is 3", "fresh(u)"),
    ),
    Known(
        SlipKind.VALUE,
        "\ncase 1.1\n  allowance(u) is 5 MP when u.arm is foot\n  allowance(u) is 8 MP when u.arm is not foot\n",
        "5 MP",
        "6 MP",
        ("u.arm is foot", "allowance(u) is 5 MP"),
        ("u.arm is horse", "allowance(u) is 8 MP"),
    ),
    Known(
        SlipKind.VALUE,
        "\ncase 1.1\n  fresh(u) means u.arm in {foot, horse}\n",
        "u.arm in {foot, horse}",
        "u.arm in {foot}",
        ("u.arm is horse", "fresh(u)"),
        ("u.arm is foot", "fresh(u)"),
    ),
    Known(
        SlipKind.VERB,
        "\ncase 1.1\n  may rest(u) when u.tired\n  may not rest(u) when u.sick and not u.tired\n",
        "may",
        "must",
        ("u.tired", "permitted rest(u)"),
        ("u.sick, not u.tired", "forbidden rest(u)"),
    ),
    Known(
        SlipKind.CONDITION,
        "\ncase 1.1\n  may rest(u) when and only when u.tired and not u.sick\n",
        "not u.sick",
        "",
        ("u.tired, u.sick", "forbidden rest(u)"),
        ("not u.tired, u.sick", "forbidden rest(u)"),
    ),
    Known(
        SlipKind.UNLESS,
        "\ncase 1.1\n  may rest(u) when u.tired unless u.sick\n",
        "unless u.sick",
        "",
        ("u.tired, u.sick", "undetermined rest(u)"),
        ("u.tired, not u.sick", "permitted rest(u)"),
    ),
    Known(
        SlipKind.EXTREME,
        "\ncase 1.1\n  way is the greatest of (hexes, miles)\n",
        "greatest",
        "least",
        ("hexes is 2, miles is 3", "way is 3"),
        ("hexes is 3, miles is 3", "way is 3"),
    ),
    Known(
        SlipKind.PRECEDENCE,
        "\ncase 1.1\n  may rest(u) when u.tired\n\ncase 1.2\n  overrides 1.1\n  may not rest(u) when u.sick\n",
        "overrides 1.1",
        "",
        ("u.tired, u.sick", "forbidden rest(u)"),
        ("not u.tired, u.sick", "forbidden rest(u)"),
    ),
    Known(
        SlipKind.CELLS,
        TABLE,
        "| mud | 3 | | snow | 4 |",
        "| mud | 4 | | snow | 3 |",
        ("weather is mud", "cost(weather) is 3 MP"),
        ("weather is clear", "cost(weather) is 1 MP"),
    ),
    Known(
        SlipKind.ROW,
        TABLE,
        "| mud | 3 |",
        "",
        ("weather is mud", "cost(weather) is 3 MP"),
        ("weather is clear", "cost(weather) is 1 MP"),
    ),
)


def example(title: str, said: tuple[str, str]) -> str:
    """An example of what is given and what follows."""
    return f'\n  example "{title}"\n    given {said[0]}\n    then {said[1]}\n'


def book_of(rules: str) -> Rulebook:
    """A book with these cases, without a fault in its words."""
    blocks, found = parse_source(Source("small.case", WORDS + rules))
    book, more = build_rulebook(SyntaxTree("small", tuple(blocks)), ledger=None, slug="small")
    assert not found and not more, [one.message for one in (*found, *more)]
    return book
