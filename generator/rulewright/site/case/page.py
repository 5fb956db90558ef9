"""A page as plain Markdown: a head with its title, headings with stable ids, and blocks of HTML that are one line each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.history import earlier_editions
from rulewright.site.html.escape import Html, Piece, clean, el, join, markdown, text, yaml
from rulewright.site.wording.words import listed, worded


@dataclass(frozen=True, slots=True)
class Page:
    """`path` below the pages' folder, with `/` and `.md`; `title` for the window, the navigation and the search."""

    path: str
    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its id: `number` is set in front as a link to the heading itself. `editions`: those that have it, if not all do."""

    level: int
    title: str
    anchor: str
    number: str = ""
    editions: str = ""

    def markdown(self) -> str:
        number = el("a", *_number(self.number), href=f"#{self.anchor}", cls="rw-number") + " " if self.number else ""
        marks = f" .rw-case{'' if self.title else ' .rw-untitled'}" if self.number else ""
        marks += f' data-rw-in="{text(self.editions)}"' if self.editions else ""
        return f"{'#' * self.level} {number}{markdown(self.title)} {{#{self.anchor}{marks}}}"


def _number(number: str) -> tuple[Piece, ...]:
    """`Movement (5)` in two parts, so that the heading may stand small over the point."""
    head, space, point = number.rpartition(" ")
    return (el("span", head + space, cls="rw-number-head"), point) if head else (number,)


def page(path: str, title: str, parts: Iterable[Html | Heading | str], *, number: str = "") -> Page:
    """A page of a title and parts, each a block of its own. `Html` parts hold no line ends, so Markdown hands them on untouched."""
    head = f"---\ntitle: {yaml(f'{number} {title}'.strip())}\n---\n"
    first = f"# {el('span', number, cls='rw-number') + ' ' if number else ''}{markdown(title)}"
    blocks = [head + first]
    for part in parts:
        if isinstance(part, Heading):
            blocks.append(part.markdown())
        elif part:
            blocks.append(" ".join(part.split("\n")) if isinstance(part, Html) else part)
    return Page(path, clean(f"{number} {title}"), "\n\n".join(blocks) + "\n")


def book_page(of: BookOfSite, name: str, title: str, parts: Iterable[Html | Heading], *, number: str = "") -> Page:
    """A page of a book: its banner, then its parts."""
    return page(f"{of.folder}/{name}.md", title, (banner(of), *parts), number=number)


def banner(of: BookOfSite) -> Html:
    """The line on every page of a book: what it shows, what is open and accepted, the way to all cases, and how the page may be read."""
    edition = of.book.editions[of.edition]
    titles = [of.book.sources[name].title if name in of.book.sources else worded(name) for name in edition.sources]
    included = f", made of {listed(titles, 'and')}" if titles != [edition.title or worded(edition.name)] else ""
    named = el("b", edition.title or worded(edition.name), data_rw_title=True)
    dated = el("span", _comma(_dated(of, of.edition)), data_rw_dated=True)
    parts = [
        el("a", of.title, href="index.html"),
        el("span", "Edition ", named, dated, el("span", included, cls="rw-editor", data_rw_included=True)),
    ]
    if readings := _readings(of, of.edition):
        parts.append(el("a", readings, href="readings.html", data_rw_readings=True))
    if accepted := _accepted(of, of.edition):
        parts.append(el("a", accepted, href="findings.html#accepted", data_rw_accepted=True))
    parts.append(el("a", "All cases", href="cases.html"))
    line = el("span", join(parts, Html(' <span aria-hidden="true">·</span> ')))
    return el("div", line, _switches(of), cls="rw-banner", data_rw_book=of.folder, data_rw_now=of.edition)


def _comma(words: str) -> str:
    return f", {words}" if words else ""


def _readings(of: BookOfSite, name: str) -> str:
    """`3 open readings` of an edition; empty where there is none."""
    many = sum(one.settled_as is None for one in of.book.views[name].readings.values())
    return f"{many} open reading{'s' if many != 1 else ''}" if many else ""


def _accepted(of: BookOfSite, name: str) -> str:
    """`2 accepted contradictions` of an edition; empty where there is none."""
    many = len(of.accepted_contradictions(name))
    return f"{many} accepted contradiction{'s' if many != 1 else ''}" if many else ""


def _dated(of: BookOfSite, name: str) -> str:
    """The date of an edition: when it comes into force, or that of its last source."""
    edition = of.book.editions[name]
    if edition.since is not None:
        return f"from {edition.since}"
    last = of.book.sources.get(edition.sources[-1]) if edition.sources else None
    return (last.dated if last is not None else None) or ""


def _switches(of: BookOfSite) -> Html:
    """Which edition is read, and whether as a player or as an editor; `editions.js` and `view.js` act on them and show them.

    A choice of an edition carries what the line says of it.
    """
    earlier = earlier_editions(of)
    since = [el("option", f"What changed since {of.edition_title(name)}", value=f"since {name}") for name in earlier]
    was = [
        el(
            "option",
            f"As it was: {of.edition_title(name)}",
            value=f"as {name}",
            data_title=of.edition_title(name),
            data_dated=_comma(_dated(of, name)),
            data_readings=_readings(of, name) or "no open reading",
            data_accepted=_accepted(of, name) or "no accepted contradiction",
        )
        for name in earlier
    ]
    choice = el("select", el("option", "As it is now", value=""), *since, *was, aria_label="Edition to read", data_rw_editions=True)
    view = el("button", "Editor’s view", type="button", aria_pressed="false", data_rw_view=True)
    return el("span", choice if earlier else None, view, cls="rw-switches", hidden=True)
