"""Odds as a table with a bar in each line: the bar is a drawing (SVG), the numbers next to it are text.

The parts of a bar come in the order of the columns and differ in how light they are, so that they can be told apart on paper too; who
cannot see them reads the numbers. No style is written into the page: classes and attributes only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, assert_never

from rulewright.analysis.odds.shares import Bar, NoEntry, Outcome, QuestionOdds, TableOdds, odds_of_questions, odds_of_table
from rulewright.analysis.odds.thrown import DiceFlow, Throw
from rulewright.base.keywords import Comparison
from rulewright.base.numerals import number_text
from rulewright.engines.interpreter.answer import Stretch
from rulewright.semantics.model import AnyKey, FactDecl, From, Key, OneOf
from rulewright.semantics.types import Thing
from rulewright.site.html.addresses import number_in
from rulewright.site.wording.slots import fill_slots
from rulewright.site.wording.words import capitalize, spell_out

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.semantics.terms import Plain
    from rulewright.site.book.book_data import BookOfSite

WIDTH = 600
"""The width of a bar, in units of its drawing."""


class BarShown(NamedTuple):
    """A line of odds: its keys, the parts of its bar as (left, width, shade), and each share as (fraction, hundredths)."""

    keys: tuple[str, ...]
    parts: tuple[tuple[str, str, int], ...]
    shares: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OddsShown:
    """Odds as a page shows them: the heads of the keys, each outcome as (shade, words), and a bar in each line."""

    title: str
    label: str
    heads: tuple[str, ...]
    outcomes: tuple[tuple[int, str], ...]
    bars: tuple[BarShown, ...]
    width: int = WIDTH


class OddsWriter:
    """Draws the odds of one book in one of its editions."""

    def __init__(self, site_book: BookOfSite, edition: str) -> None:
        self._of, self._edition = site_book, edition
        self._core: Core = site_book.data.cores[edition]
        self._throws = DiceFlow(self._core)
        self._by_case: dict[str, list[QuestionOdds]] = {}
        for odds in odds_of_questions(self._core, self._throws):
            case = next(self._core.on[odds.question].written_rules()).case
            self._by_case.setdefault(number_in(site_book.book.views[edition], case) or case, []).append(odds)

    def of_table(self, table: str) -> tuple[OddsShown, ...]:
        """Return the odds of a table, or nothing if no dice are thrown on it."""
        declared = self._core.tables.get(table)
        odds = odds_of_table(self._core, self._throws, declared) if declared is not None else None
        if odds is None or declared is None:
            return ()
        params = self._core.questions[declared.question].params
        heads = [self._param_name(params[slot].name, params[slot].type) for slot in odds.params]
        heads += [] if odds.comparison is None else ["Number"]
        labels = (
            [_of_comparison(odds.comparison)] if odds.comparison is not None else [self._outcome_text(outcome) for outcome in odds.outcomes]
        )
        return (self._odds_shown(f"Odds of {_throw_text(odds.throw)}", heads, labels, odds),)

    def of_case(self, number: str) -> tuple[OddsShown, ...]:
        """Return the odds of the questions whose first rule is in a case."""
        return tuple(map(self._of_question, self._by_case.get(number, ())))

    def _of_question(self, odds: QuestionOdds) -> OddsShown:
        heads = [] if odds.fact is None else [self._fact_text(self._core.facts[odds.fact])]
        title = f"{self._of.asking_in(self._edition).question_sentence(odds.question)} Odds of {_throw_text(odds.throw)}"
        return self._odds_shown(title, heads, [self._outcome_text(outcome) for outcome in odds.outcomes], odds)

    # ---- words ---------------------------------------------------------------------------------------------------------------------

    @staticmethod
    def _param_name(name: str, kind: object) -> str:
        return capitalize(spell_out(kind.record if isinstance(kind, Thing) and len(name) < 3 else name))

    @staticmethod
    def _fact_text(fact: FactDecl) -> str:
        names = {
            param.name: f"the {spell_out(param.type.record)}" if isinstance(param.type, Thing) else spell_out(param.name)
            for param in fact.params
        }
        return capitalize(fill_slots(fact.phrase, names) if fact.phrase else spell_out(fact.name.rpartition(".")[2]))

    def _outcome_text(self, outcome: Outcome) -> str:
        return "no entry" if isinstance(outcome, NoEntry) else self._value_text(outcome)

    def _value_text(self, value: Plain) -> str:
        match value:
            case bool():
                return "yes" if value else "no"
            case None:
                return "none"
            case str():
                return self._of.sentences.value_name(value)
            case _:  # open: what is left are numbers
                return number_text(value)

    def _key_text(self, key: Key | Stretch) -> str:
        match key:
            case AnyKey():
                return "any"
            case OneOf(values=values):
                return ", ".join(self._value_text(value) for value in values)
            case From(low=low, high=high):
                return self._range_text(low, high)
            case Stretch(values=values, in_order=True):
                return self._range_text(values[0], values[-1])
            case Stretch(values=values):
                return ", ".join(self._value_text(value) for value in values)
            case _:
                assert_never(key)

    def _range_text(self, low: Plain, high: Plain) -> str:
        if low is None:
            return f"{self._value_text(high)} or less"
        if high is None:
            return f"{self._value_text(low)} or more"
        return self._value_text(low) if low == high else f"{self._value_text(low)}–{self._value_text(high)}"

    # ---- the lines -----------------------------------------------------------------------------------------------------------------

    def _odds_shown(self, title: str, heads: Sequence[str], outcomes: Sequence[str], odds: TableOdds | QuestionOdds) -> OddsShown:
        shades = [_shade(index, len(outcomes)) for index in range(len(outcomes))]
        return OddsShown(
            title,
            f"Odds of {odds.throw.name}",
            tuple(heads),
            tuple(zip(shades, map(capitalize, outcomes), strict=True)),
            tuple(self._bar_shown(bar, len(heads)) for bar in odds.bars),
        )

    def _bar_shown(self, bar: Bar, heads: int) -> BarShown:
        keys = [self._key_text(key) for key in bar.keys]
        if bar.number is not None:
            keys.append(number_text(bar.number))
        return BarShown(tuple(keys[:heads]), tuple(_bar_parts(bar.shares)), tuple(map(_share_texts, bar.shares)))


def _throw_text(throw: Throw) -> str:
    return f"a throw of {throw.name}" + (", before anything is added to it or taken from it" if throw.changed else "")


def _of_comparison(comparison: Comparison) -> str:
    """`at least the number`, `the number`."""
    return f"{comparison.value.removeprefix('is').strip()} the number".strip()


def _share_texts(share: Fraction) -> tuple[str, str]:
    """`1/6` and its hundredths; a share that is nothing is empty, one that is all says so."""
    return ("" if share == 0 else "always", "") if share in (0, 1) else (str(share), _percent_text(share))


def _percent_text(share: Fraction) -> str:
    """Whole hundredths, but never 0 of something nor 100 of less than all."""
    return str(min(max(round(share * 100), 1), 99))


def _shade(index: int, count: int) -> int:
    """The shade of a part: from dark to light in even steps, whatever their number."""
    return index * 7 // max(count - 1, 1)


def _bar_parts(shares: Sequence[Fraction]) -> Iterator[tuple[str, str, int]]:
    """Yield (left, width, shade) for each outcome that can come, as wide as its share."""
    offset = Fraction(0)
    for index, share in enumerate(shares):
        if share:
            yield _coordinate(offset * WIDTH), _coordinate(share * WIDTH), _shade(index, len(shares))
        offset += share


def _coordinate(exact: Fraction) -> str:
    """A place in the drawing, to a hundredth of its unit."""
    return number_text(round(exact, 2), decimal=True)
