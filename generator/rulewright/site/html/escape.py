"""The one place where text of a rulebook becomes part of a page: HTML, attributes, addresses, Markdown and script data.

`Html` is text that is safe to stand in a page; everything else is escaped where a template shows it (`templates.py`), so escaping cannot be
forgotten: a plain `str` never gets through unescaped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from rulewright.base.control_characters import CONTROL_CHARACTERS


class Html(str):
    """A piece of HTML that may stand in a page, and in a template, as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


EMPTY = Html("")
_NO_TEXT = CONTROL_CHARACTERS + "\ufffe\uffff\ud800-\udfff"
"""What no page may hold."""
_UNSAFE = re.compile(f"[&<>\"'`{_NO_TEXT}]")
_CONTROLS = re.compile(f"[{_NO_TEXT}]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "`": "&#96;"}


def clean_line(plain: str) -> str:
    """Plain text on one line that others will escape: without the characters that no page may hold."""
    return _SPACES.sub(" ", _CONTROLS.sub("\ufffd", plain)).strip()


def escape_text(plain: str) -> Html:
    """Escaped for the body of a page and for a quoted attribute; what no page may hold (controls, lone surrogates, signs that
    turn the direction of writing for what follows) becomes the replacement character."""
    if not _UNSAFE.search(plain):
        return Html(plain)
    return Html(_UNSAFE.sub(lambda match: _ENTITIES.get(match[0], "\ufffd"), plain))


def escape_preformatted(plain: str) -> Html:
    """Escaped for `pre`, on one line of the page's source: line ends are `&#10;`, so that Markdown sees one line."""
    return Html("&#10;".join(escape_text(line) for line in plain.split("\n")))


def trusted_html(html: str) -> Html:
    """HTML or SVG that another module has made and escaped; what no page may hold is replaced, line ends become blanks."""
    return Html(_CONTROLS.sub("\ufffd", html).replace("\n", " "))


def attributes_html(attributes: Mapping[str, str | bool | None]) -> Html:
    """The attributes of an element as they stand in its tag, with a blank before each."""
    if not attributes:
        return EMPTY
    words = ""
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = "class" if key == "cls" else key.replace("_", "-")
        words += f" {attribute}" if value is True else f' {attribute}="{escape_text(value)}"'
    return Html(words)


_NOT_IN_ANCHOR = re.compile(r"[^\w.-]+")
_NOT_IN_NAME = re.compile(r"[^a-z0-9_-]+")


def anchor_id(kind: str, name: str) -> str:
    """An id that is the same in an attribute, an address and a selector: of `19.4/9` it is `case-19.4-9`, of `A1a+` `case-A1a-plus`."""
    return f"{kind}-{_NOT_IN_ANCHOR.sub('-', name.replace('+', '-plus'))}"


def file_name(name: str) -> str:
    """The name of a page or folder made of any text: lower case letters, digits, `_` and `-`; `page` where nothing is left."""
    return _NOT_IN_NAME.sub("-", name.lower()).strip("-") or "page"


_MARKDOWN = re.compile(r"[^\w .,\u00a0-\U0010ffff]|_")
_SPACES = re.compile(r"\s+")


def escape_markdown(plain: str) -> str:
    """Escaped for a line of Markdown: every sign that any dialect could read as a mark is a numeric entity, which HTML shows as itself."""
    folded = _SPACES.sub(" ", _UNSAFE.sub(lambda found: found[0] if found[0] in _ENTITIES else " ", plain)).strip()
    return _MARKDOWN.sub(lambda match: f"&#{ord(match[0])};", folded)


def yaml_scalar(plain: str) -> str:
    """A double-quoted YAML scalar on one line, for the head of a page."""
    return json.dumps(
        _SPACES.sub(" ", _UNSAFE.sub(lambda match: match[0] if match[0] in _ENTITIES else " ", plain)).strip(), ensure_ascii=False
    )


_IN_SCRIPT = re.compile(f"[<>&{CONTROL_CHARACTERS}]")


def script_data(value: Any) -> str:
    """JSON that is also JavaScript and may stand in a `<script>`: no text in it can end the element, open a comment or act on a reader."""
    json_text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()
    return _IN_SCRIPT.sub(lambda match: f"\\u{ord(match[0]):04x}", json_text)


def script_text(plain: str) -> str:
    """A text as a JavaScript string that may stand in a `<script>`; JSON in it stays as short as it is, for its quotes stay themselves."""
    inner = script_data(plain)[1:-1]  # where each quote, and nothing else, has one backslash of its own before it
    return "'" + inner.replace('\\"', '"').replace("'", "\\u0027") + "'"
