"""Odds as a table with a bar in each line: the bar is a drawing (SVG), the numbers next to it are text.

The parts of a bar come in the order of the columns and differ in how light they are, so that they can be told apart on paper too; who
cannot see them reads the numbers. No style is written into the page: classes and attributes only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from rulewright.analysis.odds.shares import Bar, NoEntry, Outcome, QuestionOdds, TableOdds, odds_of_questions, odds_of_table
from rulewright.analysis.odds.thrown import DiceFlow, Throw
from rulewright.base.keywords import Comparison
from rulewright.base.numerals import number_text
from rulewright.engines.interpreter.answer import Stretch
from rulewright.semantics.model import AnyKey, FactDecl, From, Key, OneOf
from rulewright.semantics.types import Thing
from rulewright.site.html.addresses import number_in
from rulewright.site.html.escape import EMPTY, Html, Piece, el, escape_text, join_html
from rulewright.site.wording.slots import fill_slots
from rulewright.site.wording.words import capitalize, spell_out

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.semantics.terms import Plain
    from rulewright.site.book.book_data import BookOfSite

_WIDTH, _HEIGHT = 600, 20


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

    def of_table(self, table: str) -> Html:
        """Return the odds of a table, or nothing if no dice are thrown on it."""
        declared = self._core.tables.get(table)
        odds = odds_of_table(self._core, self._throws, declared) if declared is not None else None
        if odds is None or declared is None:
            return EMPTY
        params = self._core.questions[declared.question].params
        heads = [self._param_name(params[slot].name, params[slot].type) for slot in odds.params]
        heads += [] if odds.comparison is None else ["Number"]
        labels = (
            [_of_comparison(odds.comparison)] if odds.comparison is not None else [self._outcome_text(outcome) for outcome in odds.outcomes]
        )
        return self._odds_table(f"Odds of {_throw_text(odds.throw)}", heads, labels, odds)

    def of_case(self, number: str) -> Html:
        """Return the odds of the questions whose first rule is in a case."""
        return join_html(self._of_question(odds) for odds in self._by_case.get(number, ()))

    def _of_question(self, odds: QuestionOdds) -> Html:
        heads = [] if odds.fact is None else [self._fact_text(self._core.facts[odds.fact])]
        title = join_html(
            [escape_text(self._of.asking_in(self._edition).question_sentence(odds.question)), f" Odds of {_throw_text(odds.throw)}"]
        )
        return self._odds_table(title, heads, [self._outcome_text(outcome) for outcome in odds.outcomes], odds)

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

    # ---- the drawing ---------------------------------------------------------------------------------------------------------------

    def _odds_table(self, title: Html | str, heads: Sequence[str], outcomes: Sequence[str], odds: TableOdds | QuestionOdds) -> Html:
        columns = [
            *(el("th", head, scope="col") for head in heads),
            el("td", cls="rw-odds-bar"),
            *(
                el("th", _swatch_html(index, len(outcomes)), capitalize(outcome), scope="col", cls="rw-odds-of")
                for index, outcome in enumerate(outcomes)
            ),
        ]
        rows = [el("tr", *self._bar_cells(bar, len(heads))) for bar in odds.bars]
        table = el("table", el("caption", title), el("thead", el("tr", *columns)), el("tbody", *rows))
        label = f"Odds of {odds.throw.name}"
        return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=label), cls="rw-table rw-odds")

    def _bar_cells(self, bar: Bar, heads: int) -> Iterator[Html]:
        keys = [self._key_text(key) for key in bar.keys]
        if bar.number is not None:
            keys.append(number_text(bar.number))
        yield from (el("th", key, scope="row") for key in keys[:heads])
        yield el("td", _bar_svg(bar.shares), cls="rw-odds-bar")
        yield from (el("td", *_share_parts(share)) for share in bar.shares)


def _throw_text(throw: Throw) -> str:
    return f"a throw of {throw.name}" + (", before anything is added to it or taken from it" if throw.changed else "")


def _of_comparison(comparison: Comparison) -> str:
    """`at least the number`, `the number`."""
    return f"{comparison.value.removeprefix('is').strip()} the number".strip()


def _share_parts(share: Fraction) -> tuple[Piece, ...]:
    """`1/6` and its hundredths; a share that is nothing or all says so."""
    if share in (0, 1):
        return (el("span", "–", cls="rw-nothing"),) if share == 0 else ("always",)
    return (str(share), " ", el("span", f"{_percent_text(share)} %", cls="rw-from"))


def _percent_text(share: Fraction) -> str:
    """Whole hundredths, but never 0 of something nor 100 of less than all."""
    return str(min(max(round(share * 100), 1), 99))


def _shade_class(index: int, count: int) -> str:
    """The class of a part: from dark to light in even steps, whatever their number."""
    return f"rw-share-{index * 7 // max(count - 1, 1)}"


def _swatch_html(index: int, count: int) -> Html | None:
    if count == 1:
        return None
    return el(
        "svg",
        el("rect", width="12", height="12", cls=_shade_class(index, count)),
        viewBox="0 0 12 12",
        aria_hidden="true",
        cls="rw-odds-swatch",
    )


def _bar_svg(shares: Sequence[Fraction]) -> Html:
    """The bar: a rectangle for each outcome that can come, as wide as its share."""
    parts, offset = [el("rect", width=str(_WIDTH), height=str(_HEIGHT), cls="rw-share-rest")], Fraction(0)
    for index, share in enumerate(shares):
        if share:
            size = {"x": _coordinate(offset * _WIDTH), "width": _coordinate(share * _WIDTH), "height": str(_HEIGHT)}
            parts.append(el("rect", **size, cls=_shade_class(index, len(shares))))
        offset += share
    return el("svg", *parts, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", preserveAspectRatio="none", aria_hidden="true")


def _coordinate(exact: Fraction) -> str:
    """A place in the drawing, to a hundredth of its unit."""
    return number_text(round(exact, 2), decimal=True)
