"""Sections of a hand-written page: heading, address, the words that readers type for it, prose, and rows of tables.

What readers type for a section stands in a comment under its heading, which no page shows: `<!-- also: return code, $? -->`. The head of
a page may say, as it does for Material, that it is found later than others (`search: boost: 0.5`), or not at all (`search: exclude: true`).

A row that explains a form of the language has an address of its own; `base/form_rows.py` has these.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from rulewright.base.form_rows import FORM_HEADS, FORM_PAGES
from rulewright.base.records import record
from rulewright.base.resources import site_folder

_HEADING = re.compile(r"^(#{1,4}) +(.+?)(?: +\{ *(?:[^}]*?#([\w.-]+))?[^}]*\})?$")
_ALSO = re.compile(r"<!-- also: (.+?) -->", re.DOTALL)
_HEAD = re.compile(r"\A---\n(.*?)^---$\n", re.MULTILINE | re.DOTALL)
_BOOST = re.compile(r"^search:\n(?:  .*\n)*?  boost: *([\d.]+)$", re.MULTILINE)
_EXCLUDED = re.compile(r"^search:\n(?:  .*\n)*?  exclude: *true$", re.MULTILINE)
_COMMENT_OR_TAG = re.compile(r"<!--.*?-->|</?[a-z][^<>]*>|^\{:.*\}$|^> ?|!\[[^\]]*\]\([^)]*\)(?:\{[^}]*\})?", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"!?\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_CELL = re.compile(r"((?:`[^`]*`|\\\||[^|])*)\|")
_COUNTED = re.compile(r"(.+)_(\d+)")
_PLUS = re.compile(r"(?<=\S)\+")


@record
class Row:
    """A row of a table: what heads its first column, the first cell, the code in that, the other cells, and its anchor if it explains a
    form of the language."""

    head: str
    first: str
    forms: tuple[str, ...]
    others: tuple[str, ...]
    anchor: str = ""

    @property
    def meaning(self) -> str:
        """Return the other cells as one line."""
        return "; ".join(strip_links(cell) for cell in self.others if cell)


@record
class PageSection:
    """A section of a page: the page's address without ending, its title, the heading, its anchor ("" for the top of the page), the words
    that readers type for it, its blocks (paragraphs, list items, tables, code), how much it counts among what is found, and its level, 1
    for the top of the page."""

    page: str
    title: str
    heading: str
    anchor: str
    also: tuple[str, ...]
    blocks: tuple[str, ...]
    boost: float = 1
    level: int = 1

    @property
    def address(self) -> str:
        """Return the address on the site."""
        return f"{self.page}.html" + (f"#{self.anchor}" if self.anchor else "")

    def table_rows(self) -> Iterator[Row]:
        """Yield the rows of the tables."""
        for block in self.blocks:
            if block.startswith("|"):
                yield from read_rows(self.page, block)

    def address_of(self, row: Row) -> str:
        """Return the address of a row: its own, or else that of the section."""
        return f"{self.page}.html#{row.anchor}" if row.anchor else self.address

    def examples(self) -> Iterator[str]:
        """Yield the texts of the blocks in our language, without those of which the comment above says that they are refused."""
        for above, block in zip(("", *self.blocks), self.blocks, strict=False):
            if block.startswith("```rulewright") and not (above.startswith("<!--") and "errors:" in above):
                yield "\n".join(block.split("\n")[1:-1])

    def plain_paragraphs(self) -> Iterator[str]:
        """Yield paragraphs and list items without links, comments and tags."""
        for block in self.blocks:
            if not block.startswith(("```", "|")) and (text := _COMMENT_OR_TAG.sub("", block).strip()):
                yield strip_links(" ".join(text.split()))


@cache
def manual_sections() -> tuple[PageSection, ...]:
    """Return the sections of all pages of the manual."""
    folder = site_folder() / "pages"
    paths = sorted(path for path in folder.rglob("*.md") if path.relative_to(folder).as_posix() != "index.md")
    return tuple(
        section for path in paths for section in read_sections(path.relative_to(folder).with_suffix("").as_posix(), path.read_text("utf-8"))
    )


def read_sections(page: str, markdown: str, title: str = "") -> Iterator[PageSection]:
    """Yield the sections of a page; its title is that of the first heading unless it is known."""
    head = match[1] if (match := _HEAD.match(markdown)) else ""
    if _EXCLUDED.search(head):
        return
    boost = float(match[1]) if (match := _BOOST.search(head)) else 1
    heading, anchor, level, blocks = "", "", 1, []
    anchors: set[str] = set()
    for block in split_blocks(_HEAD.sub("", markdown)):
        match = _HEADING.match(block)
        if match is None:
            blocks.append(block)
            continue
        if heading:
            yield _make_section(page, title, heading, anchor, blocks, boost, level)
        heading, level, blocks = plain_heading(match[2]), len(match[1]), []
        title = title or heading
        anchor = match[3] or _unique_anchor(_anchor_from(heading), anchors)
        anchors.add(anchor)
        if match[1] == "#":
            anchor = ""
    if heading or blocks:
        yield _make_section(page, title, heading or title, anchor, blocks, boost, level)


def _make_section(page: str, title: str, heading: str, anchor: str, blocks: list[str], boost: float, level: int) -> PageSection:
    words = [word.strip() for block in blocks for line in _ALSO.findall(block) for word in line.split(",")]
    return PageSection(page, title, heading, anchor, tuple(filter(None, words)), tuple(blocks), boost, level)


def read_rows(page: str, table: str) -> Iterator[Row]:
    """Yield the rows of a table of a page, the page's address without ending."""
    head, _, *rows = [_cells_of(line) for line in table.split("\n")]
    has_forms = page in FORM_PAGES and len(head) == 2 and head[1] in FORM_HEADS
    for cells in rows:
        forms = tuple(_CODE.findall(cells[0]))
        yield Row(head[0], cells[0], forms, tuple(cells[1:]), _form_anchor(head[0], forms) if has_forms else "")


def _form_anchor(place: str, forms: tuple[str, ...]) -> str:
    """Return the anchor of the row of a form, which is that of the first form in its place."""
    return _anchor_from(_PLUS.sub(" plus", f"{place} {forms[0]}"))


def split_blocks(text: str) -> Iterator[str]:
    """Yield headings, tables, paragraphs and list items; a fenced block is one block, including its blank lines."""
    gathered: list[str] = []
    fenced = False
    for line in [*text.split("\n"), ""]:
        fence = line.lstrip().startswith("```")
        if not fenced and (fence or not line.strip() or line.startswith(("#", "- "))) and gathered:
            yield "\n".join(gathered)
            gathered = []
        if line.strip() or fenced:
            gathered.append(line)
        if fence:
            fenced = not fenced
            if not fenced:
                yield "\n".join(gathered)
                gathered = []
        elif not fenced and line.startswith("#"):
            yield line
            gathered = []


def strip_links(text: str) -> str:
    """Return a text with the words of its links alone."""
    return _LINK.sub(r"\1", text)


def plain_heading(text: str) -> str:
    """Return a heading without links and marks."""
    return re.sub(r"[`*]", "", strip_links(text)).strip()


def _cells_of(line: str) -> list[str]:
    return [cell.replace("\\|", "|").strip() for cell in _CELL.findall(line.strip().removeprefix("|"))]


def _anchor_from(heading: str) -> str:
    """Return the anchor that the Markdown parser gives to a heading."""
    text = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def _unique_anchor(anchor: str, anchors: set[str]) -> str:
    while anchor in anchors or not anchor:
        match = _COUNTED.fullmatch(anchor)
        anchor = f"{match[1]}_{int(match[2]) + 1}" if match else f"{anchor}_1"
    return anchor
