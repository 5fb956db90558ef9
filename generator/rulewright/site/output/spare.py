"""The theme's style sheets without the rules for what no page of the site has: most of them, and every page loads what is left.

A rule stays if each class that its selector needs is on some page or named in some script of ours. What a selector says of attributes and
elements, and what stands in brackets (`:not(.x)`), is not looked at: such rules stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from pathlib import Path

_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_CLASSES = re.compile(r'class="([^"]*)"|class=([^\s">]+)')
_WORD = re.compile(r"[A-Za-z][\w-]*")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_NESTING = ("@media", "@supports", "@layer", "@container")


def spare_sheets(site: Path) -> None:
    """Shorten the style sheets of the theme in a built site."""
    used = used_names(site)
    for path in sorted((site / "assets" / "stylesheets").glob("*.css")):
        path.write_text(spared(path.read_text(encoding="utf-8"), used), encoding="utf-8")


def used_names(site: Path) -> Set[str]:
    """Every class on a page, and every word of a script next to the pages, which may set it."""
    found: set[str] = set()
    for path in site.rglob("*.html"):
        for quoted, bare in _CLASSES.findall(path.read_text(encoding="utf-8")):
            found.update((quoted or bare).split())
    for path in (site / "assets").glob("*.js"):
        found.update(_WORD.findall(path.read_text(encoding="utf-8")))
    for path in (site / "assets" / "ask").glob("*.js"):
        found.update(_WORD.findall(path.read_text(encoding="utf-8")))
    return found


def spared(css: str, used: Set[str]) -> str:
    """The style sheet without what needs a class that is not used."""
    kept = []
    for head, body in _rules(css):
        if body is None:  # `@charset "UTF-8";`
            kept.append(head)
        elif head.startswith(_NESTING):
            kept += [f"{head}{{{inner}}}"] if (inner := spared(body, used)) else []
        elif head.startswith("@"):
            kept.append(f"{head}{{{body}}}")
        else:
            selectors = [one for one in _selectors(head) if _is_met(one, used)]
            kept += [f"{','.join(selectors)}{{{body}}}"] if selectors else []
    return "".join(kept)


def _is_met(selector: str, used: Set[str]) -> bool:
    before = None
    while before != selector:
        before, selector = selector, _BRACKETS.sub("", selector)
    return all(name in used for name in _CLASS.findall(selector))


def _selectors(head: str) -> Iterator[str]:
    """The parts of a list of selectors; commas in brackets part nothing."""
    depth = start = 0
    for at, sign in enumerate(head):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            yield head[start:at]
            start = at + 1
    yield head[start:]


def _rules(css: str) -> Iterator[tuple[str, str | None]]:
    """(what stands before the braces, what is in them) of each rule; texts and comments are passed over whole."""
    depth = start = opened = 0
    for found in re.finditer(r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^"')]*\)|[{};]""", css, re.DOTALL):
        sign = found[0]
        if sign == "{":
            depth += 1
            opened = found.end() if depth == 1 else opened
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield css[start : opened - 1].strip(), css[opened : found.start()]
                start = found.end()
        elif sign == ";" and depth == 0:
            yield css[start : found.end()], None
            start = found.end()
        elif sign.startswith("/*") and depth == 0:
            start = found.end() if not css[start : found.start()].strip() else start
