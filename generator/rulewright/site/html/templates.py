"""Templates of the pages: Jinja files under `rulewright/` of the theme, each of which a site may override with one of its own.

Every value that a template shows is escaped by `escape_text`, unless it is `Html`; nothing is shown in silence where a value is missing.
A template may be indented as its author likes: `fold_html` takes the line ends out again, since a block of HTML is one line of a page.
What is HTML is here; in Python are the lines of Markdown that MkDocs must see (headings, the head of a page), the attributes of an element
from a mapping (`escape`), and pictures whose places are computed (`pages/graph_picture`, `case/odds_chart`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from rulewright.base import resources
from rulewright.site.html.escape import Html, anchor_id, attributes_html, escape_markdown, escape_preformatted, escape_text

FOLDER = "rulewright"
"""The folder of the templates, in the theme and in a folder of overrides."""
ORIGINAL = "original"
"""The prefix under which an overriding template finds the one that it overrides: `{% extends "original/pages/chapter.html" %}`."""
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_FIRST_TAG = re.compile(r"\s*<(div|ul|ol|dl|nav|details|section)\b")
_CODE = re.compile(r"`([^`]*)`")


class PageTemplateError(Exception):
    """A template that cannot be read, or that asks for what no page gives it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its id: `number` is set in front as a link to the heading itself. `editions`: those that have it, if not all do."""

    level: int
    title: str
    anchor: str
    number: str = ""
    editions: str = ""

    def to_markdown(self) -> str:
        number = f'<a href="#{escape_text(self.anchor)}" class="rw-number">{_number_html(self.number)}</a> ' if self.number else ""
        marks = f" .rw-case{'' if self.title else ' .rw-untitled'}" if self.number else ""
        marks += f' data-rw-in="{escape_text(self.editions)}"' if self.editions else ""
        return f"{'#' * self.level} {number}{escape_markdown(self.title)} {{#{self.anchor}{marks}}}"


class Templates:
    """The templates of a site. `overrides`: folders whose `rulewright/NAME` comes before our own, the first of them first."""

    def __init__(self, overrides: tuple[Path, ...] = ()) -> None:
        self._environment = make_environment(overrides)

    def render_html(self, name: str, **values: Any) -> Html:
        """Return the piece of HTML that a template makes, on one line."""
        return fold_html(self._render_text(name, values))

    def render_blocks(self, name: str, **values: Any) -> Iterator[Html]:
        """Yield the blocks of a page that a template makes, each on one line: what stands between blank lines, headings as Markdown.

        A blank line within an element is none between blocks: macros that are called there leave some.
        """
        for block in _whole_elements(_BLANK_LINES.split(self._render_text(name, values))):
            if folded := fold_html(block):
                yield folded

    def render_macro(self, file: str, macro: str, *values: Any) -> Html:
        """Return what a macro of a template makes of values, on one line; blanks at its ends stay, for it may be part of a sentence."""
        with _named_faults(f"{file}, {macro}"):
            return _join_lines(str(getattr(self._environment.get_template(file).module, macro)(*values)))

    def _render_text(self, name: str, values: Mapping[str, Any]) -> str:
        with _named_faults(name):
            return self._environment.get_template(name).render(values)


@contextmanager
def _named_faults(name: str) -> Iterator[None]:
    """Raise what goes wrong in a template with its place, or with the name of the template."""
    try:
        yield
    except TemplateSyntaxError as error:
        raise PageTemplateError(f"{error.filename or error.name}:{error.lineno}: {error.message}") from error
    except TemplateError as error:
        raise PageTemplateError(f"{name}: {error.message}") from error


def _whole_elements(parts: Iterable[str]) -> Iterator[str]:
    """Join each part that begins with an element with those after it up to the one that ends the element."""
    joined: list[str] = []
    tag, depth = "", 0
    for part in parts:
        if not joined:
            match = _FIRST_TAG.match(part)
            tag, depth = match[1] if match is not None else "", 0
        joined.append(part)
        if tag:
            depth += sum(-1 if end else 1 for end in re.findall(rf"<(/?){tag}\b", part))
        if depth <= 0:
            yield "\n".join(joined)
            joined = []
    if joined:
        yield "\n".join(joined)


def fold_html(text: str) -> Html:
    """HTML on one line: a line end between two tags is nothing, any other is a blank, as a browser has it."""
    return _join_lines(text.strip())


def _join_lines(text: str) -> Html:
    if "\n" not in text:
        return Html(text)
    joined, last = [], ""
    for part in text.split("\n"):
        if line := part.strip():
            if last and not (last.endswith(">") and line.startswith("<")):
                joined.append(" ")
            joined.append(line)
            last = line
    return Html("".join(joined))


def sentence(plain: str) -> Html:
    """A message as a sentence of a page: a capital first (not inside of code), a full stop last."""
    ended = plain if plain.rstrip().endswith((".", "?", "!", ":")) else f"{plain.rstrip()}."
    return coded(_capitalize(ended))


def coded(plain: str) -> Html:
    """A message with what stands in backticks as code."""
    parts = map(escape_text, _CODE.split(plain))
    return Html("".join(f"<code>{part}</code>" if position % 2 else part for position, part in enumerate(parts)))


@cache
def packaged_templates() -> Templates:
    """Our own templates, without overrides."""
    return Templates()


class _Ours(dict[type, bool]):
    """Type -> whether it is one of our values; a text is not, which could be a format that reads attributes."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = kind.__module__.startswith("rulewright.") and not issubclass(kind, str)
        return self[kind]


class _Environment(SandboxedEnvironment):
    """The environment of the templates: what begins with an underscore is hidden from them, as is all that acts on Python itself."""

    _ours = _Ours()

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute of a value; of one of ours, which holds nothing of Python itself, only the name counts, and that is quick."""
        if self._ours[type(obj)] and not attribute.startswith("_"):
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass
        return super().getattr(obj, attribute)


def make_environment(overrides: tuple[Path, ...]) -> Environment:
    """The environment of Jinja in which templates are read: values are escaped, what is missing is an error, and Python is out of reach."""
    ours = FileSystemLoader(resources.site_folder() / "theme" / FOLDER)
    environment = _Environment(
        loader=ChoiceLoader([*(FileSystemLoader(folder / FOLDER) for folder in overrides), ours, PrefixLoader({ORIGINAL: ours})]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_escape_value,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=bool(overrides),
        cache_size=-1,
    )
    environment.globals.update(heading=Heading, anchor_id=anchor_id)
    environment.filters.update(
        plural=_format_count,
        attributes=attributes_html,
        preformatted=escape_preformatted,
        sentence=sentence,
        coded=coded,
        capital=_capitalize,
    )
    return environment


def _escape_value(value: Any) -> Any:
    """Return a shown value as safe HTML: `Html` and what templates made stand as they are, any other text is escaped, None is nothing.

    A heading is a block of Markdown of its own, in which the table of contents of the page has it.
    """
    if isinstance(value, (Html, Markup)):
        return value
    if isinstance(value, Heading):
        return Html(f"\n\n{value.to_markdown()}\n\n")
    return "" if value is None else escape_text(str(value))


def _format_count(count: int, singular: str, plural: str | None = None) -> str:
    """`3 | plural("rule")` is `3 rules`."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def _capitalize(text: str) -> str:
    """The text with a capital first; `capitalize` of Jinja would take all other capitals away."""
    return text[:1].upper() + text[1:]


def _number_html(number: str) -> str:
    """`Movement (5)` in two parts, so that the heading may stand small over the point."""
    head, space, point = number.rpartition(" ")
    return f'<span class="rw-number-head">{escape_text(head + space)}</span>{escape_text(point)}' if head else escape_text(number)
