"""Directives of an author's page, a line each: `::: case 4.2`, `::: table march`, `::: ask allowance` and `::: books`.

They show something of the rulebooks of the site, with links that lead to the pages of the book. `references` has the links between words.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence

from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.content import BookContent
from rulewright.site.html.escape import Html
from rulewright.site.references import Problem, References, Target, lines_outside_code
from rulewright.site.start import book_cards

_DIRECTIVE = re.compile(r"^::: +(\S+)(?: +(.*?))? *$")
_LINK = re.compile(r'(\s(?:href|src)=")(#|(?![a-z][a-z0-9+.-]*:|/))')
_ID = re.compile(r'\s(?:id|aria-describedby|aria-labelledby)="[^"]*"')
_TABLE = re.compile(r'<div id="rule-([^"]*)" class="rw-table[^"]*"(?![^>]* hidden)[^>]*>')
_TAG = re.compile(r"<(/?)div\b")


class Directives:
    """The directives and references of the pages of a site."""

    def __init__(self, contents: Sequence[BookContent]) -> None:
        self._books = [content.site_book for content in contents]
        self._pages = {page.path: page.markdown for content in contents for page in content.pages}
        self._references = References(self._books)
        self._makers: Mapping[str, Callable[[str, str], Html | str]] = {
            "case": self._show_case,
            "table": self._show_table,
            "ask": self._show_question,
        }

    def expand_page(self, path: str, url: str, markdown: str) -> tuple[str, list[Problem]]:
        """Return the Markdown of a page with its directives carried out and its labels defined, and what is wrong with them.

        `url`: the address of the page in the site.
        """
        definitions, problems = self._references.define_labels(path, markdown)
        lines = markdown.split("\n")
        for number, line in lines_outside_code(markdown):
            if (match := _DIRECTIVE.match(line)) is None:
                continue
            output = self._carry_out(match[1], (match[2] or "").strip(), posixpath.dirname(url))
            if isinstance(output, Html):
                lines[number - 1] = f"\n{output}\n"
            else:
                problems.append((number, output))
        return "\n".join([*lines, "", definitions] if definitions else lines), sorted(problems)

    def _carry_out(self, name: str, argument: str, folder: str) -> Html | str:
        """Return what a directive shows, or a sentence on why it shows nothing."""
        if name == "books":
            return book_cards(self._books, "" if not folder else "../" * (folder.count("/") + 1))
        if name not in self._makers:
            return f"there is no directive `{name}`: there are `case`, `table`, `ask` and `books`"
        if not argument:
            return f"`::: {name}` says nothing of which: write it behind, as in `::: {name} {_EXAMPLES[name]}`"
        return self._makers[name](argument, folder)

    def _show_case(self, label: str, folder: str) -> Html | str:
        target = self._references.resolve_label(label)
        if isinstance(target, str):
            return target
        if not target.number:
            return f"`{label}` is a term: a link shows it, `[{label}][]`"
        body = self._body_of(target)
        prefix = _prefix_of(target.site_book, folder)
        href = f"{prefix}{target.address.page}.html#{target.address.anchor}"
        number = target.site_book.printed_number(target.number)
        return target.site_book.templates.render_html(
            "parts/shown-case.html",
            book=target.site_book,
            number=number,
            title=target.title.removeprefix(number).strip(),
            href=href,
            body=_relocate_html(body, prefix, target.address.page),
        )

    def _show_table(self, label: str, folder: str) -> Html | str:
        """Show a table by its name (`march`, `2.1.march`), or the first one of a case."""
        target = self._references.resolve_label(label)
        if isinstance(target, Target) and target.number:
            if (table := _first_table(self._body_of(target), label.rpartition(".")[2])) is not None:
                return self._shown_table(target.site_book, table, target.address.page, folder)
            return f"case `{label}` has no table"
        for site_book in self._books:
            name = label.rpartition(" ")[2]
            for page in site_book.addresses.chapters.values():
                table = _first_table(self._pages.get(f"{site_book.folder}/{page}.md", ""), name, must_be_named=True)
                if table is not None:
                    return self._shown_table(site_book, table, page, folder)
        return f"there is no table `{label}`"

    def _shown_table(self, site_book: BookOfSite, table: str, page: str, folder: str) -> Html:
        return Html(f'<div class="rw-book rw-shown">{_relocate_html(table, _prefix_of(site_book, folder), page)}</div>')

    def _show_question(self, label: str, folder: str) -> Html | str:
        """Show a box that asks a question, by its name (`allowance`)."""
        name = label.rpartition(" ")[2]
        for site_book in self._books:
            if name in site_book.asking.questions_by_name and label in (name, f"{site_book.folder} {name}"):
                return site_book.templates.render_html(
                    "parts/shown-question.html",
                    book=site_book,
                    question=site_book.asking.question_sentence(name),
                    href=_prefix_of(site_book, folder) + link_to(name),
                )
        return f"there is no question `{label}`, of those that can be asked on a page"

    def _body_of(self, target: Target) -> str:
        """The blocks of a case, as the page of its chapter has them."""
        markdown = self._pages[f"{target.site_book.folder}/{target.address.page}.md"]
        start = re.search(rf"^#+ .*\{{#{re.escape(target.address.anchor)}[ }}].*$", markdown, re.MULTILINE)
        if start is None:
            return ""
        end = re.compile(r"^#+ |^<nav ", re.MULTILINE).search(markdown, start.end())
        return markdown[start.end() : end.start() if end is not None else None].strip()


_EXAMPLES = {"case": "4.2", "table": "march", "ask": "allowance"}


def _prefix_of(site_book: BookOfSite, folder: str) -> str:
    """The way from a folder of the site to that of a book."""
    return f"{posixpath.relpath(site_book.folder, folder or '.')}/"


def _relocate_html(html: str, prefix: str, page: str) -> Html:
    """A piece of a page of a book as a page elsewhere may show it: links lead into the book's folder, and no id stands there twice."""

    def lead_there(match: re.Match[str]) -> str:
        return f"{match[1]}{prefix}{page}.html#" if match[2] else f"{match[1]}{prefix}"

    return Html(" ".join(_LINK.sub(lead_there, _ID.sub("", html)).split("\n")))


def _first_table(html: str, name: str, *, must_be_named: bool = False) -> str | None:
    """The table of that name in a piece of HTML, else the first; None where there is none."""
    matches = list(_TABLE.finditer(html))
    table_match = next((match for match in matches if match[1].rpartition(".")[2] == name), None)
    start = table_match or (matches[0] if matches and not must_be_named else None)
    return None if start is None else html[start.start() : _end_of_box(html, start.start())]


def _end_of_box(html: str, start: int) -> int:
    """The place behind the end of a `div`."""
    depth = 0
    for match in _TAG.finditer(html, start):
        depth += -1 if match[1] else 1
        if depth == 0:
            return html.index(">", match.end()) + 1
    return len(html)
