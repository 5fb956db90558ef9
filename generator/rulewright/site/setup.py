"""Set-up of a scenario as a table: piece, place, turn, and what else a line says."""

from __future__ import annotations

from rulewright.language import nodes
from rulewright.rulebook.model import CaseInForce
from rulewright.site.badges import tags_html
from rulewright.site.escape import EMPTY, Html, el
from rulewright.site.given import BookOfSite
from rulewright.site.words import capital, listed, worded


def setup_html(of: BookOfSite, case: CaseInForce, page: str) -> Html:
    """The set-up lines of a case or scenario; nothing if it has none."""
    lines = [line for line, _ in case.other if isinstance(line, nodes.Setup)]
    if not lines:
        return EMPTY
    head = el("tr", *(el("th", words, scope="col") for words in ("Piece", "Place", "When", "Besides")))
    table = el("table", el("caption", "Set-up"), el("thead", head), el("tbody", *(_row(of, line) for line in lines)))
    return el("div", el("div", table, cls="rw-scroll", tabindex="0", role="group", aria_label=f"Set-up of {case.number}"), cls="rw-table")


def _row(of: BookOfSite, line: nodes.Setup) -> Html:
    places = listed([worded(place) for place in line.at], "or")
    chooser = f" ({worded(line.chooser)} chooses)" if line.chooser else ""
    when = {"place": "at the start", "enters": f"turn {line.turn}" if line.turn else "later", "removes piece": "removed"}[line.kind.value]
    besides = ", ".join(f"{worded(name)} {of.sentences.condition(value)}" for name, value in line.fields)
    cells = (line.title or capital(worded(line.piece)), places + chooser, when, besides)
    return el("tr", el("th", cells[0], tags_html(line.tags), scope="row"), *(el("td", cell) for cell in cells[1:]))
