"""The glossary: terms with their synonyms, words that mean another in some cases, and the vocabulary that the rules are written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeVar

from rulewright.base.dates import date_text
from rulewright.base.keywords import DEFAULT_SOURCES, FactSource
from rulewright.base.numerals import number_text
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.wording.phrases import Phrases
from rulewright.site.wording.words import capitalize, join_words, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

T = TypeVar("T")
_Row: TypeAlias = tuple[str, str, str, tuple[nodes.Tag, ...]]
"""A row of a table: a name of the language, what it is in words, remarks, and its tags."""
_Table: TypeAlias = tuple[int, str, str, tuple[str, ...], list[_Row]]
"""Level and title of the heading, its anchor, the heads of columns, and the rows."""


def glossary_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None for a book that declares no word."""
    if not site_book.book.declarations:
        return None
    calendars = [
        _table_row(calendar.name, _calendar_text(calendar), "", calendar.tags) for calendar in _declarations_of(site_book, nodes.Calendar)
    ]
    return rendered_page(
        site_book,
        writer,
        "glossary",
        "Glossary",
        terms=sorted(_declarations_of(site_book, nodes.Term), key=lambda term: term.name.casefold()),
        synonyms=lambda term: join_words([f"“{synonym}”" for synonym in term.also], "and"),
        words=[(word, spell_out(word.name), spell_out(word.means)) for word in _declarations_of(site_book, nodes.Word)],
        tables=list(_vocabulary_tables(site_book)),
        measures=[(measure, _amount_text(site_book, measure)) for measure in _declarations_of(site_book, nodes.Measure)],
        calendars=[(2, "Calendars", "calendars", ("Calendar", "Turns", "Ledger"), calendars)] if calendars else [],
    )


def _declarations_of(site_book: BookOfSite, *kinds: type[T]) -> list[T]:
    """The declarations of some kinds, in their order."""
    return [declared.node for declared in site_book.book.declarations if isinstance(declared.node, kinds)]


def _vocabulary_tables(site_book: BookOfSite) -> Iterator[_Table]:
    """Yield the vocabulary of the formal rules: kinds of things with their traits, facts, and sets of values."""
    if records := _declarations_of(site_book, nodes.Record):
        yield 2, "Kinds of things", "things", (), []
    for record in records:
        rows = [_fact_row(site_book, f".{field.name}", field, _where_found(field)) for field in record.fields]
        title = capitalize(record.title or spell_out(record.name))
        yield 3, title, f"kind-{record.name}", ("Trait", "In words", "Values"), rows
    if facts := _declarations_of(site_book, nodes.Fact):
        yield 2, "Facts of play", "facts", (), []
    for place, facts_found in _by_place(facts).items():
        rows = [_fact_row(site_book, signature(fact.name, fact.params), fact) for fact in facts_found]
        anchor = f"facts-{place or 'elsewhere'}".replace(" ", "-")
        yield 3, capitalize(PLACES[place]), anchor, ("Fact", "In words", "Values"), rows
    name_value = site_book.sentences.value_name
    sets: list[nodes.Enum | nodes.Scale] = _declarations_of(site_book, nodes.Enum, nodes.Scale)
    if sets:
        rows = [
            _table_row(node.name, ", ".join(value.title or spell_out(value.name) for value in node.values), "", node.tags) for node in sets
        ]
        classes = _declarations_of(site_book, nodes.Class)
        rows += [_table_row(node.name, ", ".join(name_value(member) for member in node.members), "", node.tags) for node in classes]
        yield 2, "Sets of values", "values", ("Set", "Values", "Ledger"), rows


PLACES: Mapping[FactSource | None, str] = {
    FactSource.ON_THE_MAP: "on the map",
    FactSource.ON_THE_COUNTER: "on the counters",
    FactSource.IN_THE_BOOKLET: "in the booklet",
    FactSource.THROWN: "thrown",
    FactSource.DECIDED: "decided by a player",
    FactSource.REMEMBERED: "remembered from earlier play",
    None: "found elsewhere",
}


def _by_place(facts: list[nodes.Fact]) -> dict[FactSource | None, list[nodes.Fact]]:
    """Facts by where a player finds them, those of which nothing is said as the last."""
    facts_by_place: dict[FactSource | None, list[nodes.Fact]] = {place: [] for place in PLACES}
    for fact in facts:
        facts_by_place[fact.found or DEFAULT_SOURCES.get(fact.kind)].append(fact)
    return {place: facts_there for place, facts_there in facts_by_place.items() if facts_there}


def _where_found(fact: nodes.Fact | nodes.FieldDecl) -> str:
    """Return where a fact is found in play, and who decides it."""
    if fact.found is None:
        return ""
    return f"{fact.found} by {spell_out(fact.found_by)}" if fact.found_by else fact.found.value


def _table_row(name: str, words: str, remarks: str, tags: tuple[nodes.Tag, ...]) -> _Row:
    return name, words, remarks, tags


def _fact_row(site_book: BookOfSite, name: str, fact: nodes.Fact | nodes.FieldDecl, where_found: str = "") -> _Row:
    usual = "" if fact.usual is None else f"usually {spell_out(text_of(fact.usual))}"
    remarks = "; ".join(filter(None, (domain(fact.type, site_book.sentences), usual, where_found)))
    return name, _fact_words(fact), remarks, fact.tags


def _fact_words(fact: nodes.Fact | nodes.FieldDecl) -> str:
    """A fact in words, with what is said of its two arguments: `next to; the same in either order, never of a thing and itself`."""
    remarks: list[str] = []
    if isinstance(fact, nodes.Fact):
        remarks += ["the same in either order"] * fact.symmetric + ["never of a thing and itself"] * fact.never_of_itself
        remarks += ["the day asked"] * fact.day_asked
    return "; ".join(filter(None, (_plain(fact.phrase), ", ".join(remarks))))


def _amount_text(site_book: BookOfSite, measure: nodes.Measure) -> str:
    """`2 turns`; nothing for a measure that converts into no other."""
    amount = measure.amount
    return "" if amount is None else site_book.sentences.number_with_unit(amount.value, amount.unit, decimal=amount.decimal)


def _calendar_text(calendar: nodes.Calendar) -> str:
    return f"{calendar.title}: turn {calendar.turn} is {date_text(calendar.first.date)}, by {calendar.period}"


def _plain(phrase: str | None) -> str:
    """A phrase with its slots as words: `the arm of {it}` -> `the arm of it`."""
    return (phrase or "").replace("{", "").replace("}", "")


def signature(name: str, params: tuple[nodes.Param, ...]) -> str:
    """`distance(u, t)`."""
    return f"{name}({', '.join(param.name for param in params)})" if params else name


def domain(type_: nodes.TypeExpr, phrases: Phrases) -> str:
    """Return the domain of a type in words: `0 to 20 movement points`."""
    match type_:
        case nodes.YesNo():
            return "yes or no"
        case nodes.Range():
            low, high = (number_text(end, decimal=True) if end is not None else None for end in (type_.low, type_.high))
            upper = f"{low} or more" if high is None else f"{low} to {high}"
            counted = f"{upper} {phrases.unit_name(type_.unit)}" if type_.unit else upper
            return f"{counted} of the calendar {type_.calendar}" if type_.calendar else counted
        case nodes.Named():
            return spell_out(type_.name) + (" or none" if type_.or_none else "")
