"""The graph of a book as an SVG: cases on a ring, chapter by chapter, and a curve for every edge, coloured by what it does."""

from __future__ import annotations

from math import cos, pi, sin

from rulewright.site.bearings import Bearing, Edge
from rulewright.site.chapter import chapter_title
from rulewright.site.escape import Html, el, join
from rulewright.site.given import BookOfSite

SIZE = 900
RADIUS = 300
GAP = 2  # empty places between two chapters
MOST_EDGES = 3000  # beyond that a picture is a blot: only what overrides and sets aside is drawn
_CLASS = {Bearing.OVERRIDES: "overrides", Bearing.SETS_ASIDE: "sets-aside"}


def picture(of: BookOfSite) -> Html:
    """The picture; dots are links, and every dot and curve has a title."""
    angles, chapters = _places(of)
    edges = [edge for edge in of.bearings.edges if edge.source in angles and edge.target in angles]
    if len(edges) > MOST_EDGES:
        edges = [edge for edge in edges if edge.bearing in _CLASS]
    drawn = sorted(edges, key=lambda edge: edge.bearing in _CLASS)
    parts: list[Html] = [_curve(of, edge, angles) for edge in drawn]
    parts.extend(_dot(of, number, angle) for number, angle in angles.items())
    parts.extend(_label(of, stem, angle) for stem, angle in chapters.items())
    half = SIZE / 2
    return el("svg", *parts, viewBox=f"{-half:g} {-half:g} {SIZE} {SIZE}", role="img", aria_label=f"Graph of {of.title}", cls="rw-graph")


def _places(of: BookOfSite) -> tuple[dict[str, float], dict[str, float]]:
    """Angle of every case, and the middle angle of every chapter, in radians; the first case stands on top."""
    groups: dict[str, list[str]] = {}
    for case in of.cases:
        if not case.deleted:
            groups.setdefault(case.chapter, []).append(case.number)
    whole = sum(len(numbers) + GAP for numbers in groups.values()) or 1
    angles: dict[str, float] = {}
    chapters: dict[str, float] = {}
    at = 0.0
    for stem, numbers in groups.items():
        chapters[stem] = _angle(at + (len(numbers) - 1) / 2, whole)
        for number in numbers:
            angles[number] = _angle(at, whole)
            at += 1
        at += GAP
    return angles, chapters


def _angle(place: float, of_all: int) -> float:
    return 2 * pi * place / of_all - pi / 2


def _point(angle: float, radius: float) -> str:
    return f"{radius * cos(angle):.0f},{radius * sin(angle):.0f}"


def _curve(of: BookOfSite, edge: Edge, angles: dict[str, float]) -> Html:
    start, end = _point(angles[edge.source], RADIUS - 6), _point(angles[edge.target], RADIUS - 6)
    title = el("title", f"{of.number(edge.source)} {edge.bearing.value} {of.number(edge.target)}")
    return el("path", title, d=f"M{start}Q0,0 {end}", cls=f"rw-edge rw-edge-{_CLASS.get(edge.bearing, 'refers')}")


def _dot(of: BookOfSite, number: str, angle: float) -> Html:
    address = of.addresses.case(number)
    x, _, y = _point(angle, RADIUS).partition(",")
    case = of.view.find(number)
    name = f"{of.number(number)} {case.title or ''}".strip() if case is not None else number
    dot = el("circle", el("title", name), cx=x, cy=y, r="4", cls="rw-dot")
    return el("a", dot, href=address.href("graph") if address else None, tabindex="-1", aria_label=name)


def _label(of: BookOfSite, stem: str, angle: float) -> Html:
    number, title = chapter_title(of, stem)
    x, _, y = _point(angle, RADIUS + 16).partition(",")
    anchor = "middle" if abs(cos(angle)) < 0.2 else "start" if cos(angle) > 0 else "end"
    shown = f"{number} {title}".strip()
    shown = shown if len(shown) <= 22 else shown[:21].rstrip() + "…"
    return join([el("text", shown, x=x, y=y, text_anchor=anchor, dominant_baseline="middle", cls="rw-graph-label")])
