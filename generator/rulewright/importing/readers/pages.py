"""Entries by pages: `Page 36 – Stand Firm: …`, `p. 28: …`, `Game Sequence (page 6)` on a line of its own."""

from __future__ import annotations

import re

from rulewright.importing.readers import parts, titles
from rulewright.importing.readers.passage import Passage, label_after
from rulewright.importing.sheet.headings import SHEETS, is_title_case
from rulewright.importing.sheet.model import Head
from rulewright.importing.sheet.numbers import PAGE

QUOTED_TITLE = re.compile(r"['‘\"“]([^'’\"”\n]{3,60})['’\"”]\s*[.:,]\s+")
DASH = re.compile(r"[\s–—-]*")
PLAIN_PAGE = re.compile(r"^on |[\s,:;.–—-]+$", re.IGNORECASE)
TITLE_LINE = re.compile(r"([^\n]{3,75}?)[ \t]*[*_]*[ \t]*(?:\n|$)")
BEFORE_PAGE = re.compile(
    rf"[*_]*([A-Z][^\n()\[\]]{{2,70}}?)[*_]*\s*[(\[]({PAGE.pattern})[)\]][*_]*[ \t]*:?[*_]*[ \t]*"
    r"(?:\n|$|[.:][*_]*\s+(?=\S)|(?=(?:Add|Change|Replace|Delete|Remove|Insert|Ignore|In the)\s))",
    re.IGNORECASE,
)


def read_title_with_page(passage: Passage) -> Head | None:
    """Read a line that is a title and its page."""
    match = BEFORE_PAGE.match(passage.text, passage.offset, passage.end)
    if match is None or match[1][:1].islower() or not is_title_case(match[1]):
        return None
    doubt = "the title of the sheet may be in its title" if SHEETS.search(match[1]) else ""
    label = label_after(passage.text, match.end(), passage.end)
    kind, body = label or (None, match.end())
    return Head(body, title=match[1].strip(), label=kind, page=True, doubt=doubt)


def read_page(passage: Passage) -> Head | None:
    """Read what follows a page: a title in quotes, before a colon, or as the rest of the line; without one, the case is not known."""
    if not passage.page:
        return None
    text, end = passage.text, passage.end
    dash = DASH.match(text, passage.offset, end)
    offset = dash.end() if dash else passage.offset
    if quoted := QUOTED_TITLE.match(text, offset, end):
        return Head(quoted.end(), title=quoted[1], page=True)
    line = TITLE_LINE.match(text, offset, end)
    if line and is_title_case(line[1]) and line[1][-1:] not in ".!?:;":
        return Head(line.end(), title=line[1].strip(" *_"), page=True)
    title, label, body = titles.title_and_label(text, offset, end, titles=True)
    title, part = parts.without_part(title)
    page = PLAIN_PAGE.sub("", passage.page)
    doubt = "" if title else f"`{page}` is named, and no title or number of a case after it"
    return Head(body, title=title, label=label, part=part or ("" if title else page), page=True, doubt=doubt)
