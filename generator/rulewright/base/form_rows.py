"""Rows of the manual that explain forms of the language: where they are, and how a form is written in its place.

A table of forms has their place in its head (`under source`), and in each row forms, then their gloss and what else there is to know.
Forms that are apart by ` · ` are several; the lines of one are apart by `<br>`, each `&emsp;` is two spaces.
"""

from __future__ import annotations

FORM_PAGES = tuple(
    f"language/{name}"
    for name in ("front-page", "vocabulary", "dates", "cases", "rules", "expressions", "tables", "examples", "editions", "layout")
)
"""The pages whose tables have the forms of the language, in the order in which they are listed."""
FORM_HEADS = frozenset({"is", "holds where"})
"""The heads of the second column of a table of forms; that of the first says where they stand."""
_IN_CASE = 'case 9.1 "…"\n  '
_OPENINGS = {
    "at the margin": "",
    "under `rulebook`": 'rulebook ferry "…"\n  ',
    "under `source`": 'source errata "…"\n  ',
    "under `precedence`": "precedence\n  ",
    "after the colon": "fact F: ",
    "under a fact, a field": "fact F: yes/no\n  ",
    "under what is named": "fact F: yes/no\n  ",
    "under `status`": "status S of unit\n  ",
    "under `value`": "value V: 0..9\n  ",
    "under `verdict`": "verdict P\n  ",
    "under `predicate`": "predicate H\n  ",
    "under `reading`": 'reading R1 on 9.1 "…"\n  ',
    "in a case": _IN_CASE,
    "a line of a case": _IN_CASE,
    "lists": _IN_CASE,
    "under a rule, or a line": _IN_CASE,
    "under a rule only": f"{_IN_CASE}may P(u)\n    ",
    "after `when`": f"{_IN_CASE}H(u) when ",
    "after `is`": f"{_IN_CASE}V(u) is ",
    "under `table`": f"{_IN_CASE}table cost(w: weather): 0..9\n    ",
    "in a scenario": 'scenario 19.4 "…"\n  ',
    "examples": _IN_CASE,
    "under `example`": f'{_IN_CASE}example "…"\n    ',
    "under `amend`": "amend 9.1 in errata as correction\n  ",
    "anywhere": _IN_CASE,
}
"""By the head of a table of forms, what a file has before a form in that place."""


def split_forms(cell: str) -> list[str]:
    """Return the forms of the first cell of a row, each with its lines."""
    return [_join_lines(form.strip().split("<br>")) for form in cell.split(" · ")]


def place_form(place: str, form: str) -> str:
    """Return the lines of a file with a form in its place."""
    opening = _OPENINGS[place]
    last_line = opening.rpartition("\n")[2]
    indent = " " * (len(last_line) - len(last_line.lstrip()))
    return opening + form.replace("\n", f"\n{indent}")


def _join_lines(lines: list[str]) -> str:
    return "\n".join("  " * line.count("&emsp;") + line.replace("&emsp;", "").strip()[1:-1] for line in lines)
