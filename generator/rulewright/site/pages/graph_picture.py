"""The graph as a picture for the site: every case in the order of the book, chapter by chapter, and arcs between them.

Chapters fill columns, as many as make a sheet that is a little wider than high. Within a column references run on the right, what decides
between cases (overrides, settings aside, exceptions) on the left; between columns an arc leaves on the side where it goes. Every number is
a link and lies over the arcs; every arc says in words what it stands for.

The layout is that of the book, worked out here: a reader knows where a chapter is, and the same book has the same picture. For scripts a
number has `data-n`, its place in the picture, and an arc `data-e`, the places of the two that it joins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from math import sqrt
from typing import TYPE_CHECKING

from rulewright.analysis.dependencies.export import picture_graph
from rulewright.analysis.dependencies.model import EdgeKind, Vertex, VertexKind
from rulewright.rulebook.model import EditionView, Rulebook

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph

ROW, HEAD, TOP = 22, 34, 64  # pixels: a case, a chapter's heading, the legend
LEFT, TEXT, RIGHT = 170, 360, 200
COLUMN = LEFT + TEXT + RIGHT
WIDER = 1.5  # a sheet is so much wider than high, about
INDENT = 26  # of rulings and readings
_LABEL = 44  # letters of a label that fit

STYLE = """
.rw-graph{font:14px system-ui,sans-serif;max-width:100%;height:auto}
.rw-graph text{fill:var(--md-default-fg-color,#1f1f1f)}
.rw-graph .chapter{font-weight:700}
.rw-graph .stripe{fill:var(--md-default-fg-color,#1f1f1f);opacity:.045}
.rw-graph a text{fill:var(--md-typeset-a-color,#2b4a9b)}
.rw-graph a:hover text,.rw-graph a:focus text{text-decoration:underline}
.rw-graph .deleted text{text-decoration:line-through}
.rw-graph .unheld text{font-style:italic}
.rw-graph path{fill:none;stroke-width:1.4;opacity:.75}
.rw-graph path:hover{stroke-width:3;opacity:1}
.rw-graph .refers{stroke:var(--md-default-fg-color--light,#6b6b6b)}
.rw-graph .overrides{stroke:#c2410c}
.rw-graph .sets-aside{stroke:#7e22ce}
.rw-graph .other{stroke:#0f766e}
.rw-graph marker path{stroke:none;opacity:1}
.rw-graph a rect{fill:none;pointer-events:all}
.rw-graph .m-refers{fill:var(--md-default-fg-color--light,#6b6b6b)}
.rw-graph .m-overrides{fill:#c2410c}
.rw-graph .m-sets-aside{fill:#7e22ce}
.rw-graph .m-other{fill:#0f766e}
"""
"""How a picture looks: in the file itself, or in a style sheet next to the page that it is put into."""
_CLASSES = {
    EdgeKind.REFERS: "refers",
    EdgeKind.OVERRIDES: "overrides",
    EdgeKind.EXCEPTS: "overrides",
    EdgeKind.SETS_ASIDE: "sets-aside",
}
_EDGE_WORDS = {EdgeKind.REFERS: "refers to", EdgeKind.EXCEPTS: "gives way to"}
LEGEND = (
    ("refers", "refers to"),
    ("overrides", "overrides"),
    ("sets-aside", "sets aside"),
    ("other", "reads, rules on, restates or settles"),
)
"""The kinds of arcs, by their classes, with what each says."""


@dataclass(frozen=True, slots=True)
class _Row:
    y_position: int
    vertex: Vertex
    called: str  # as the book prints its number; the title comes after it
    left: int  # of its column's text
    y: int
    home: str | None  # the case that it stands under

    @property
    def label(self) -> str:
        return f"{self.called}{self.vertex.label[len(self.vertex.name) :]}"

    @property
    def x(self) -> int:
        return self.left if self.home is None else self.left + INDENT


@dataclass(frozen=True, slots=True)
class _Layout:
    rows: dict[str, _Row]
    headings: list[tuple[str, int, int]]  # of chapters, with their places
    columns: int
    height: int


def picture(
    book: Rulebook,
    graph: Graph,
    link: Callable[[str], str] | None = None,
    name: Callable[[str], str] | None = None,
    *,
    styled: bool = True,
) -> str:
    """An SVG document, to be put into a page or a file. `link` gives the address of a case by number; without it nothing is a link. `name`
    gives the id that a number has in the picture; without it none has one.

    `styled`: whether it holds its style and the legend; a page has these next to it, where they stay when the picture is moved.
    """
    edition = graph.graph["edition"]
    vertices, edges = picture_graph(graph, None)
    layout = _lay_out(book, edition, vertices)
    rows, height = layout.rows, layout.height
    width, above = layout.columns * COLUMN, 0 if styled else TOP
    title = f"{book.front.title}: how its cases bear on each other"
    count = sum(row.home is None for row in rows.values())
    desc = (
        f"{count} cases in the order of the book, edition {edition}. "
        "Readings and rulings are listed under their case. "
        "An arc leads from each case to those that it refers to, overrides or sets aside."
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rw-graph" role="group" aria-labelledby="rw-graph-title rw-graph-desc" '
        f'viewBox="0 {above} {width} {height - above}" width="{width}" height="{height - above}">',
        f'<title id="rw-graph-title">{escape(title)}</title>',
        f'<desc id="rw-graph-desc">{escape(desc)}</desc>',
        *((f"<style>{STYLE}</style>",) if styled else ()),
        _markers_svg(),
        *((_legend_svg(),) if styled else ()),
    ]
    parts.extend(f'<text class="chapter" x="{x}" y="{y}">{escape(title)}</text>' for title, x, y in layout.headings)
    parts.extend(_stripes_svg(rows.values()))
    parts.extend(_arcs_svg(edges, rows))
    parts.extend(_label_svg(row, link, name) for row in rows.values())
    return "\n".join((*parts, "</svg>")) + "\n"


def _lay_out(book: Rulebook, edition: str, vertices: Iterable[Vertex]) -> _Layout:
    """A row a case, chapter by chapter in the order in which chapters first appear. A chapter is never split between columns.

    Rulings and readings stand indented under the first case that they are on.
    """
    chapters = _rows_by_chapter(book, edition, vertices)
    heights = {stem: HEAD + ROW * len(rows) for stem, rows in chapters.items()}
    deepest = max(max(heights.values(), default=0), sum(heights.values()) // _column_count(sum(heights.values())))
    rows: dict[str, _Row] = {}
    headings: list[tuple[str, int, int]] = []
    column, y, lowest = 0, TOP, TOP
    for stem, chapter_rows in chapters.items():
        if y > TOP and y - TOP + heights[stem] // 2 > deepest:
            column, y = column + 1, TOP
        text_left = column * COLUMN + LEFT
        y += HEAD
        headings.append((_chapter_title(book, stem), text_left, y - 8))
        for vertex, home in chapter_rows:
            rows[vertex.key] = _Row(len(rows), vertex, _vertex_label(book, vertex), text_left, y + ROW // 2, home)
            y += ROW
        lowest = max(lowest, y)
    return _Layout(rows, headings, column + 1, lowest + ROW)


def _column_count(height: int) -> int:
    """Return the number of columns that gives a list of this height the wanted shape."""
    return max(1, round(sqrt(height * WIDER / COLUMN)))


def _rows_by_chapter(book: Rulebook, edition: str, vertices: Iterable[Vertex]) -> dict[str, list[tuple[Vertex, str | None]]]:
    """The rows of each chapter, each with the case that it stands under."""
    view = book.views[edition]
    sub_vertices: dict[str, list[Vertex]] = {}
    chapters: dict[str, list[Vertex]] = {}
    for vertex in vertices:
        home = _home_chapter(view, vertex)
        if home is not None:
            sub_vertices.setdefault(home, []).append(vertex)
            continue
        case = view.find_case(vertex.case)
        chapters.setdefault(case.chapter if case is not None else "", []).append(vertex)
    return {
        stem: [
            row
            for vertex in vertices_inside
            for row in ((vertex, None), *((below, vertex.name) for below in sub_vertices.get(vertex.name, ())))
        ]
        for stem, vertices_inside in chapters.items()
    }


def _home_chapter(view: EditionView, vertex: Vertex) -> str | None:
    """The case that a ruling or reading stands under."""
    if vertex.kind is VertexKind.READING:
        return view.readings[vertex.name].cases[0].number
    if vertex.kind is VertexKind.RULING:
        case = view.find_case(vertex.name)
        return case.ruled_cases[0].number if case is not None and case.ruled_cases else None
    return None


def _chapter_title(book: Rulebook, stem: str) -> str:
    chapter = book.chapters.get(stem)
    if chapter is None:
        return stem.replace("_", " ").replace("-", " ").capitalize()
    return f"{chapter.number} {chapter.title}" if chapter.number else chapter.title


def _vertex_label(book: Rulebook, vertex: Vertex) -> str:
    return book.numbering.display(vertex.name).replace("_", " ")


def _shorten_label(label: str) -> str:
    return label if len(label) <= _LABEL else label[: _LABEL - 1].rstrip() + "…"


def _label_svg(row: _Row, link: Callable[[str], str] | None, name: Callable[[str], str] | None) -> str:
    words = "deleted" if row.vertex.deleted else "unheld" if not row.vertex.held else "held"
    full = row.label + (" (deleted)" if row.vertex.deleted else "" if row.vertex.held else " (printed words not here)")
    short = _shorten_label(row.label)
    tooltip = "" if short == full else f"<title>{escape(full)}</title>"
    text = f'<text x="{row.x}" y="{row.y + 5}">{escape(short)}{tooltip}</text>'
    if link is None:
        return f'<g class="{words}">{text}</g>'
    id_attribute = f' id="{escape(name(row.vertex.name), quote=True)}"' if name is not None else ""
    reach = f'<rect x="{row.x - 6}" y="{row.y - ROW // 2}" width="{row.left + TEXT - row.x}" height="{ROW}"/>'
    return (
        f'<a{id_attribute} data-n="{row.y_position}" class="{words}" href="{escape(link(row.vertex.name), quote=True)}">{reach}{text}</a>'
    )


def _stripes_svg(rows: Iterable[_Row]) -> Iterable[str]:
    """A tint behind every second row leads the eye from a number to its arcs."""
    for index, row in enumerate(rows):
        if index % 2 == 0:
            yield f'<rect class="stripe" x="{row.left - LEFT}" y="{row.y - ROW // 2}" width="{COLUMN}" height="{ROW}"/>'


def _arcs_svg(edges: Iterable[tuple[str, str, EdgeKind]], rows: dict[str, _Row]) -> Iterable[str]:
    for tail_key, head_key, kind in edges:
        if tail_key not in rows or head_key not in rows:
            continue
        tail, head = rows[tail_key], rows[head_key]
        if kind in (EdgeKind.READS, EdgeKind.RULES_ON) and tail.home == head.vertex.name:
            continue  # it stands there
        style = _CLASSES.get(kind, "other")
        words = f"{tail.called} {_EDGE_WORDS.get(kind, kind.value)} {head.called}"
        yield (
            f'<path class="{style}" data-e="{tail.y_position} {head.y_position}" marker-end="url(#rw-{style})"'
            f' d="{_arc_path(tail, head, style)}">'
            f"<title>{escape(words)}</title></path>"
        )


def _arc_path(tail: _Row, head: _Row, style: str) -> str:
    """The line from one row to another: a bow at the side of their column, or a wave to another column."""
    if tail.left == head.left:
        reach = min(26 + abs(tail.y - head.y) * 0.3, 150 if style != "refers" else 180)
        x = tail.left + TEXT if style == "refers" else tail.left - 8
        bend = x + reach if style == "refers" else x - reach
        return f"M{x} {tail.y}C{bend:.0f} {tail.y} {bend:.0f} {head.y} {x} {head.y}"
    if head.left > tail.left:
        start, end = tail.left + TEXT, head.left - 8
    else:
        start, end = tail.left - 8, head.left + TEXT
    half = (end - start) // 2
    return f"M{start} {tail.y}C{start + half} {tail.y} {end - half} {head.y} {end} {head.y}"


def _markers_svg() -> str:
    parts = ["<defs>"]
    for style, _ in LEGEND:
        parts.append(
            f'<marker id="rw-{style}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" '
            f'orient="auto"><path class="m-{style}" d="M0 1L10 5L0 9z"/></marker>'
        )
    return "".join((*parts, "</defs>"))


def _legend_svg() -> str:
    parts = []
    for index, (style, words) in enumerate(LEGEND):
        x = 20 + index % 2 * 340
        y = 18 + index // 2 * 22
        parts.append(f'<path class="{style}" marker-end="url(#rw-{style})" d="M{x} {y}h40"/><text x="{x + 50}" y="{y + 5}">{words}</text>')
    return "".join(parts)
