"""A page as plain Markdown: a head with its title, headings with stable ids, and blocks of HTML that are one line each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.history import earlier_editions
from rulewright.site.html.addresses import print_page_name
from rulewright.site.html.escape import Html, clean_line, el, escape_markdown, join_html, yaml_scalar
from rulewright.site.html.templates import Heading
from rulewright.site.wording.words import join_words, spell_out


@dataclass(frozen=True, slots=True)
class Page:
    """`path` below the pages' folder, with `/` and `.md`; `title` for the window, the navigation and the search."""

    path: str
    title: str
    markdown: str


def make_page(path: str, title: str, parts: Iterable[Html | Heading | str], *, number: str = "") -> Page:
    """A page of a title and parts, each a block of its own. `Html` parts hold no line ends, so Markdown hands them on untouched."""
    head = f"---\ntitle: {yaml_scalar(f'{number} {title}'.strip())}\n---\n"
    first = f"# {el('span', number, cls='rw-number') + ' ' if number else ''}{escape_markdown(title)}"
    blocks = [head + first]
    for part in parts:
        if isinstance(part, Heading):
            blocks.append(part.to_markdown())
        elif part:
            blocks.append(" ".join(part.split("\n")) if isinstance(part, Html) else part)
    return Page(path, clean_line(f"{number} {title}"), "\n\n".join(blocks) + "\n")


def book_page(site_book: BookOfSite, name: str, title: str, parts: Iterable[Html | Heading], *, number: str = "") -> Page:
    """A page of a book: its banner, then its parts."""
    return make_page(f"{site_book.folder}/{name}.md", title, (edition_banner(site_book), *parts), number=number)


def rendered_page(site_book: BookOfSite, writer: object, name: str, title: str, *, template: str = "", **values: Any) -> Page:
    """A page of a book that the template of its name makes, of these values and of `book`, `writer` and `page`, its own name."""
    blocks = site_book.templates.render_blocks(f"pages/{template or name}.html", book=site_book, writer=writer, page=name, **values)
    return book_page(site_book, name, title, blocks)


def edition_banner(site_book: BookOfSite) -> Html:
    """The line on every page of a book: what it shows, what is open and accepted, the way to all cases, and how the page may be read."""
    edition = site_book.book.editions[site_book.edition]
    titles = [site_book.book.sources[name].title if name in site_book.book.sources else spell_out(name) for name in edition.sources]
    included = f", made of {join_words(titles, 'and')}" if titles != [edition.title or spell_out(edition.name)] else ""
    title_element = el("b", edition.title or spell_out(edition.name), data_rw_title=True)
    dated = el("span", _with_comma(_dated_note(site_book, site_book.edition)), data_rw_dated=True)
    parts = [
        el("a", site_book.title, href="index.html"),
        el("span", "Edition ", title_element, dated, el("span", included, cls="rw-editor", data_rw_included=True)),
    ]
    if readings := _readings_note(site_book, site_book.edition):
        parts.append(el("a", readings, href="readings.html", data_rw_readings=True))
    if accepted := _accepted_note(site_book, site_book.edition):
        parts.append(el("a", accepted, href="findings.html#accepted", data_rw_accepted=True))
    parts.append(el("a", "All cases", href="cases.html"))
    parts.append(el("a", "Print", href=f"{print_page_name(site_book.edition)}.html", data_rw_paper=True))
    line = el("span", join_html(parts, Html(' <span aria-hidden="true">·</span> ')))
    return el("div", line, _switch_controls(site_book), cls="rw-banner", data_rw_book=site_book.folder, data_rw_now=site_book.edition)


def _with_comma(words: str) -> str:
    return f", {words}" if words else ""


def _readings_note(site_book: BookOfSite, name: str) -> str:
    """`3 open readings` of an edition; empty where there is none."""
    number = sum(reading.settled_as is None for reading in site_book.book.views[name].readings.values())
    return f"{number} open reading{'s' if number != 1 else ''}" if number else ""


def _accepted_note(site_book: BookOfSite, name: str) -> str:
    """`2 accepted contradictions` of an edition; empty where there is none."""
    number = len(site_book.accepted_contradictions(name))
    return f"{number} accepted contradiction{'s' if number != 1 else ''}" if number else ""


def _dated_note(site_book: BookOfSite, name: str) -> str:
    """The date of an edition: when it comes into force, or that of its last source."""
    edition = site_book.book.editions[name]
    if edition.since is not None:
        return f"from {edition.since}"
    last = site_book.book.sources.get(edition.sources[-1]) if edition.sources else None
    return (last.dated if last is not None else None) or ""


def _switch_controls(site_book: BookOfSite) -> Html:
    """Render the controls for the edition and for the view of a player or an editor; `editions.js` and `view.js` act on them.

    A choice of an edition carries what the line says of it.
    """
    earlier = earlier_editions(site_book)
    since = [el("option", f"What changed since {site_book.edition_title(name)}", value=f"since {name}") for name in earlier]
    was = [
        el(
            "option",
            f"As it was: {site_book.edition_title(name)}",
            value=f"as {name}",
            data_title=site_book.edition_title(name),
            data_paper=f"{print_page_name(name)}.html",
            data_dated=_with_comma(_dated_note(site_book, name)),
            data_readings=_readings_note(site_book, name) or "no open reading",
            data_accepted=_accepted_note(site_book, name) or "no accepted contradiction",
        )
        for name in earlier
    ]
    choice = el("select", el("option", "As it is now", value=""), *since, *was, aria_label="Edition to read", data_rw_editions=True)
    view = el("button", "Editor’s view", type="button", aria_pressed="false", data_rw_view=True)
    return el("span", choice if earlier else None, view, cls="rw-switches", hidden=True)
