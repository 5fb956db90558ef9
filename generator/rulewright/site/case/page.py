"""A page as plain Markdown: a head with its title, headings with stable ids, and blocks of HTML that are one line each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.folds import count_text
from rulewright.site.case.history import earlier_editions
from rulewright.site.html.addresses import print_page_name
from rulewright.site.html.escape import Html, clean_line, escape_markdown, escape_text, yaml_scalar
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
    shown_number = f'<span class="rw-number">{escape_text(number)}</span> ' if number else ""
    blocks = [f"{head}# {shown_number}{escape_markdown(title)}"]
    for part in parts:
        if isinstance(part, Heading):
            blocks.append(part.to_markdown())
        elif part:
            blocks.append(" ".join(part.split("\n")) if isinstance(part, Html) else part)
    return Page(path, clean_line(f"{number} {title}"), "\n\n".join(blocks) + "\n")


def book_page(site_book: BookOfSite, name: str, title: str, parts: Iterable[Html | Heading], *, number: str = "") -> Page:
    """A page of a book: its banner, then its parts."""
    return make_page(f"{site_book.folder}/{name}.md", title, (edition_banner(site_book), *parts), number=number)


def rendered_page(
    site_book: BookOfSite, writer: object, name: str, title: str, *, template: str = "", title_number: str = "", **values: Any
) -> Page:
    """A page of a book that the template of its name makes, of these values and of `book`, `writer` and `page`, its own name."""
    blocks = site_book.templates.render_blocks(f"pages/{template or name}.html", book=site_book, writer=writer, page=name, **values)
    return book_page(site_book, name, title, blocks, number=title_number)


@dataclass(frozen=True, slots=True)
class _EditionNote:
    """An edition as the banner has it: its title and date, what is open and accepted in it, and its page to print."""

    name: str
    title: str
    dated: str
    readings: str
    accepted: str
    paper: str


def edition_banner(site_book: BookOfSite) -> Html:
    """The line on every page of a book: what it shows, what is open and accepted, the way to all cases, and how the page may be read."""

    def render_banner() -> Html:
        now, *earlier = (_edition_note(site_book, name) for name in (site_book.edition, *earlier_editions(site_book)))
        sources = site_book.book.editions[site_book.edition].sources
        titles = [site_book.book.sources[name].title if name in site_book.book.sources else spell_out(name) for name in sources]
        made_of = join_words(titles, "and") if titles != [now.title] else ""
        return site_book.templates.render_html("parts/banner.html", book=site_book, now=now, earlier=earlier, made_of=made_of)

    return site_book.memoize(("banner", ""), render_banner)


def _edition_note(site_book: BookOfSite, name: str) -> _EditionNote:
    open_readings = sum(reading.settled_as is None for reading in site_book.book.views[name].readings.values())
    return _EditionNote(
        name,
        site_book.edition_title(name),
        _dated_note(site_book, name),
        count_text(open_readings, "open reading"),
        count_text(len(site_book.accepted_contradictions(name)), "accepted contradiction"),
        f"{print_page_name(name)}.html",
    )


def _dated_note(site_book: BookOfSite, name: str) -> str:
    """The date of an edition: when it comes into force, or that of its last source."""
    edition = site_book.book.editions[name]
    if edition.since is not None:
        return f"from {edition.since}"
    last = site_book.book.sources.get(edition.sources[-1]) if edition.sources else None
    return (last.dated if last is not None else None) or ""
