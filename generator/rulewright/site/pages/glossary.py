"""The glossary: terms with their synonyms, words that mean another in some cases, and the vocabulary that the rules are written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.base.dates import date_text
from rulewright.base.keywords import DEFAULT_SOURCES, FactSource
from rulewright.base.numerals import number_text
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import tags_html
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.escape import Html, el, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.wording.phrases import Phrases
from rulewright.site.wording.words import capitalize, join_words, spell_out
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


def glossary_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(site_book, "glossary", "Glossary", _parts(site_book, writer))


def _parts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    terms = sorted(
        (declared.node for declared in site_book.book.declarations if isinstance(declared.node, nodes.Term)),
        key=lambda one: one.name.casefold(),
    )
    if terms:
        yield Heading(2, "Terms", "terms")
        yield el("dl", *(_term(site_book, writer, term) for term in terms), cls="rw-glossary")
    words = [declared.node for declared in site_book.book.declarations if isinstance(declared.node, nodes.Word)]
    if words:
        yield Heading(2, "Words that mean another", "words")
        yield el("ul", *(_word(writer, word) for word in words))
    yield from _vocabulary(site_book)


def _term(site_book: BookOfSite, writer: CaseWriter, term: nodes.Term) -> Html:
    address = site_book.addresses.address_of_term(term.name)
    also = [el("span", "also ", join_words([f"“{synonym}”" for synonym in term.also], "and"), cls="rw-from")] if term.also else []
    cases = join_html([writer.case_link(ref.number, "glossary") for ref in term.cases], ", ")
    references = [el("span", "in ", cases, cls="rw-from")] if term.cases else []
    head = el("dt", term.name, id=address.anchor if address else None)
    return el(
        "div", head, el("dd", join_html([writer.prose.render_inline(term.text, "glossary"), *also, *references, tags_html(term.tags)], " "))
    )


def _word(writer: CaseWriter, word: nodes.Word) -> Html:
    cases = join_html([writer.case_link(ref.number, "glossary") for ref in word.cases], ", ")
    return el("li", "“", spell_out(word.name), "” means “", spell_out(word.means), "” in ", cases, tags_html(word.tags))


def _vocabulary(site_book: BookOfSite) -> Iterator[Html | Heading]:
    """Yield the vocabulary of the formal rules: kinds of things with their traits, facts, and sets of values."""
    records = [declared.node for declared in site_book.book.declarations if isinstance(declared.node, nodes.Record)]
    if records:
        yield Heading(2, "Kinds of things", "things")
        for record in records:
            yield Heading(3, capitalize(record.title or spell_out(record.name)), f"kind-{record.name}")
            yield _table(
                ("Trait", "In words", "Values"),
                [_fact_row(site_book, f".{field.name}", field, _where_found(field)) for field in record.fields],
            )
    facts = [declared.node for declared in site_book.book.declarations if isinstance(declared.node, nodes.Fact)]
    if facts:
        yield Heading(2, "Facts of play", "facts")
        for place, facts_found in _by_place(facts).items():
            yield Heading(3, capitalize(PLACES[place]), f"facts-{place or 'elsewhere'}".replace(" ", "-"))
            yield _table(
                ("Fact", "In words", "Values"), [_fact_row(site_book, signature(fact.name, fact.params), fact) for fact in facts_found]
            )
    sets = [declared.node for declared in site_book.book.declarations if isinstance(declared.node, nodes.Enum | nodes.Scale)]
    if sets:
        yield Heading(2, "Sets of values", "values")
        rows = [
            (
                el("code", class_decl.name),
                escape_text(", ".join(value.title or spell_out(value.name) for value in class_decl.values)),
                tags_html(class_decl.tags),
            )
            for class_decl in sets
        ]
        rows += [
            (
                el("code", declared.node.name),
                escape_text(", ".join(site_book.sentences.value_name(value) for value in declared.node.members)),
                tags_html(declared.node.tags),
            )
            for declared in site_book.book.declarations
            if isinstance(declared.node, nodes.Class)
        ]
        yield _table(("Set", "Values", "Ledger"), rows)
    measures = [declared.node for declared in site_book.book.declarations if isinstance(declared.node, nodes.Measure)]
    calendars = [declared.node for declared in site_book.book.declarations if isinstance(declared.node, nodes.Calendar)]
    if measures:
        yield Heading(2, "Measures", "measures")
        yield el(
            "p",
            join_html(
                [join_html([el("code", measure.name), f" {measure.title}{_amount(site_book, measure)}"]) for measure in measures], ", "
            ),
        )
    if calendars:
        yield Heading(2, "Calendars", "calendars")
        yield _table(("Calendar", "Turns", "Ledger"), [_calendar_row(calendar) for calendar in calendars])


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


def _fact_row(site_book: BookOfSite, name: str, fact: nodes.Fact | nodes.FieldDecl, where_found: str = "") -> tuple[Html, Html, Html]:
    usual = "" if fact.usual is None else f"usually {spell_out(text_of(fact.usual))}"
    remarks = "; ".join(filter(None, (domain(fact.type, site_book.sentences), usual, where_found)))
    return el("code", name), escape_text(_fact_words(fact)), join_html([escape_text(remarks), tags_html(fact.tags)])


def _fact_words(fact: nodes.Fact | nodes.FieldDecl) -> str:
    """A fact in words, with what is said of its two arguments: `next to; the same in either order, never of a thing and itself`."""
    remarks: list[str] = []
    if isinstance(fact, nodes.Fact):
        remarks += ["the same in either order"] * fact.symmetric + ["never of a thing and itself"] * fact.never_of_itself
    return "; ".join(filter(None, (_plain(fact.phrase), ", ".join(remarks))))


def _amount(site_book: BookOfSite, measure: nodes.Measure) -> str:
    """` (2 turns)`; nothing for a measure that converts into no other."""
    amount = measure.amount
    return "" if amount is None else f" ({site_book.sentences.number_with_unit(amount.value, amount.unit, decimal=amount.decimal)})"


def _calendar_row(calendar: nodes.Calendar) -> tuple[Html, Html, Html]:
    text = f"{calendar.title}: turn {calendar.turn} is {date_text(calendar.first.date)}, by {calendar.period}"
    return el("code", calendar.name), escape_text(text), tags_html(calendar.tags)


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


def _table(heads: tuple[str, ...], rows: list[tuple[Html, Html, Html]]) -> Html:
    head = el("thead", el("tr", *(el("th", heading, scope="col") for heading in heads)))
    body = el("tbody", *(el("tr", *(el("td", cell) for cell in row)) for row in rows))
    box = el("div", el("table", head, body), cls="rw-scroll", tabindex="0", role="group", aria_label=heads[0])
    return el("div", box, cls="rw-table")
