"""Our one-line blocks of HTML, taken past the Markdown parser, which leaves them as they are but takes most of its time for it; and what
is done to the HTML of a page afterwards."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_BLOCK = re.compile(r"^<(div|p|ul|ol|dl|nav|details|button|section)\b[^\n]*</\1>$", re.MULTILINE)  # a whole element on one line
_COMMENT = re.compile(r"^<!--[^\n]*-->\n", re.MULTILINE)  # what the tests of the manual need to know is no one else's concern
_PLACE = re.compile(r"<p>rwblock(\d+)rwblock</p>")
_SCROLLS = '<div class="rw-scroll" tabindex="0" role="group" aria-label="Table">'  # reachable by keyboard
_INLINE = re.compile(r"(?<!<pre>)(?<!<span></span>)<code>[^<]*--[^<]*</code>")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_CODE = re.compile(r"(<pre\b[^>]*>\s*(?:<span></span>)?<code)\b")  # it scrolls, and must be reachable by keyboard
_TOGGLE = re.compile(r'<input class="md-toggle" data-md-toggle="(drawer|search)" type="checkbox" id="\w+" autocomplete="off">\s*')
_GAP = re.compile(r"\s*\n\s*")
LANGUAGE = "rulewright"


class Blocks:
    """The blocks of the pages that are being rendered, by page."""

    def __init__(self) -> None:
        self._kept: dict[str, list[str]] = {}

    def set_aside(self, page: str, markdown: str) -> str:
        """Return the Markdown of a page with a mark in place of each block."""
        blocks = self._kept.setdefault(page, [])

        def put_by(match: re.Match[str]) -> str:
            blocks.append(match[0])
            return f"rwblock{len(blocks) - 1}rwblock"

        return _BLOCK.sub(put_by, _COMMENT.sub("", markdown))

    def put_back(self, page: str, html: str) -> str:
        """Return the HTML of a page with its blocks where their marks are."""
        blocks = self._kept.pop(page, [])
        return _PLACE.sub(lambda match: blocks[int(match[1])] if int(match[1]) < len(blocks) else match[0], html)


def box_tables(html: str) -> str:
    """Give the tables of a hand-written page the box that those of rulebooks have."""
    return html.replace("<table>", f'<div class="rw-table rw-written">{_SCROLLS}<table>').replace("</table>", "</table></div></div>")


def keep_options_whole(html: str) -> str:
    """Let no line of a hand-written page end within the name of an option: `--with` would be broken after its dashes."""
    return _INLINE.sub(lambda code: _OPTION.sub(r'<span class="rw-option">\g<0></span>', code[0]), html)


def make_code_reachable(html: str) -> str:
    """Let the keyboard reach code, which scrolls."""
    return _CODE.sub(r'\1 tabindex="0"', html)


def tidy_page(page: str) -> str:
    """A page without the empty lines and the indentation that the templates leave around what is written on it, which stays as it is."""
    head, article, tail = _TOGGLE.sub(_toggle_button, page).partition("<article")
    tail, end, foot = tail.rpartition("</article>")
    return _GAP.sub("\n", head) + article + tail + end + _GAP.sub("\n", foot)


def _toggle_button(match: re.Match[str]) -> str:
    """The theme's switch of the drawer, as HTML allows it; its switch of a search is not used."""
    return '<input class="md-toggle" data-md-toggle="drawer" type="checkbox" id="__drawer">\n' if match[1] == "drawer" else ""


def highlight_source(source: str, *_: object, **__: object) -> str:
    """A block of our language in colours, as any other is; its lexer is looked up once, which takes long among all that there are."""
    from pygments import highlight

    html: str = highlight(source, *_lexer_and_formatter())
    return html.rstrip("\n")


@cache
def _lexer_and_formatter() -> tuple[Any, Any]:
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(LANGUAGE)
    except ClassNotFound:  # rulewright was installed before it had one
        lexer = TextLexer()
    return lexer, HtmlFormatter(cssclass="highlight", wrapcode=True)
