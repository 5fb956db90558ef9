"""The theme's style sheets without the rules for what no page of the site has: most of them, and every page loads what is left.

A rule stays if each class that its selector needs is on some page or named in some script of ours. What a selector says of attributes and
elements, and what stands in brackets (`:not(.x)`), is not looked at: such rules stay.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Set
from pathlib import Path

_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_CLASSES = re.compile(r'class="([^"]*)"|class=([^\s">]+)')
_WORD = re.compile(r"[A-Za-z][\w-]*")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_SPACES = re.compile(r"""("[^"\n]*"|'[^'\n]*'|url\([^)]*\))|/\*.*?\*/|\s*([{};,])\s*|(:)\s+|\s+""", re.DOTALL)
_NESTING = ("@media", "@supports", "@layer", "@container")
NOT_NEEDED = ("assets/javascripts", "assets/images")
"""What the theme ships for scripts, a search and a server that a site in our frame does not have."""
SITE_MAP = ("sitemap.xml", "sitemap.xml.gz")


def drop_unneeded_files(site: Path, *, keep_map: bool) -> None:
    """Drop from a built site what the theme ships and no page of it needs; an author's own files stay."""
    from material import __file__ as theme

    shipped = Path(theme).parent / "templates"
    for name in (*NOT_NEEDED, *(() if keep_map else SITE_MAP)):
        path = site / name
        if path.is_dir():
            for file in [file for file in path.rglob("*") if file.is_file() and (shipped / file.relative_to(site)).is_file()]:
                file.unlink()
            if not any(file.is_file() for file in path.rglob("*")):
                shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in site.rglob("*.map"):
        path.unlink()


def spare_sheets(site: Path) -> None:
    """Shorten the style sheets of the theme in a built site."""
    names_in_use = used_names(site)
    for path in sorted((site / "assets" / "stylesheets").glob("*.min.css")):
        path.write_text(drop_unused_rules(path.read_text(encoding="utf-8"), names_in_use), encoding="utf-8")


def used_names(site: Path) -> Set[str]:
    """Return the classes on all pages, and the words of the scripts next to them, which may set classes."""
    names: set[str] = set()
    for path in site.rglob("*.html"):
        for quoted, bare in _CLASSES.findall(path.read_text(encoding="utf-8")):
            names.update((quoted or bare).split())
    for folder in ("assets", "assets/ask", "assets/find"):
        for path in (site / folder).glob("*.js"):
            names.update(_WORD.findall(path.read_text(encoding="utf-8")))
    return names


def lean_sheet(css: str) -> str:
    """A style sheet of ours without comments, and without the spaces that part nothing."""
    return (
        _SPACES.sub(lambda match: match[1] or match[2] or match[3] or ("" if match[0].startswith("/*") else " "), css)
        .replace(";}", "}")
        .strip()
    )


def drop_unused_rules(css: str, names: Set[str]) -> str:
    """The style sheet without what needs a class that is not used."""
    rules = []
    for head, body in _split_rules(css):
        if body is None:  # `@charset "UTF-8";`
            rules.append(head)
        elif head.startswith(_NESTING):
            rules += [f"{head}{{{inner}}}"] if (inner := drop_unused_rules(body, names)) else []
        elif head.startswith("@"):
            rules.append(f"{head}{{{body}}}")
        else:
            selectors = [selector for selector in _split_selectors(head) if _is_met(selector, names)]
            rules += [f"{','.join(selectors)}{{{body}}}"] if selectors else []
    return "".join(rules)


OURS = ":where(.rw-book, .rw-book *, .rw-search, .rw-search *, .rw-preview, .rw-preview *)"
"""The parts of a page that are ours where its frame is not."""
_ANY_SCHEME = "[data-md-color-scheme]"
_WITHOUT_SCHEME = f":root,{_ANY_SCHEME}"
"""Material gives a page no scheme where its settings have no palette."""
_MATERIAL = (
    "--rw-paper:var(--md-default-bg-color);--rw-raised:var(--md-code-bg-color);--rw-ink:var(--md-typeset-color);"
    "--rw-link:var(--md-typeset-a-color);--rw-serif:var(--md-text-font-family)"
)


def sheet_in_other_frame(css: str) -> str:
    """Our style sheet for pages in a frame that is not ours: our colours by their names, every other rule for our parts of a page alone."""
    sheet = []
    for head, body in _split_rules(css):
        if body is None or head.startswith(("@font-face", "@page")):
            continue
        if head.startswith("@media screen") and "[data-md-color-scheme" in body:
            names = (f"{inner_head}{{{_own_names(inner)}}}" for inner_head, inner in _split_rules(body) if inner is not None)
            sheet.append(f"{head}{{{''.join(names)}}}")
        elif head.startswith("[data-md-color-scheme]"):
            sheet.append(f"{head.replace(_ANY_SCHEME, _WITHOUT_SCHEME)}{{{_own_names(body)}}}")
        else:
            sheet.append(_restrict_rule(head, body))
    links = f"{OURS}{{--md-typeset-a-color:var(--rw-link)}}"  # as a colour of words it can be read, which that of the theme need not be
    return "\n".join([*sheet, f"{_WITHOUT_SCHEME}{{{_MATERIAL}}}", links, ""])


def _restrict_rule(head: str, body: str) -> str:
    """A rule that holds for our parts of a page alone."""
    if head.startswith(_NESTING):
        return f"{head}{{{''.join(_restrict_rule(inner_head, inner) for inner_head, inner in _split_rules(body) if inner is not None)}}}"
    if head.startswith("@"):
        return f"{head}{{{body}}}"
    selectors = []
    for selector in _split_selectors(head):
        subject, mark, pseudo_element = selector.strip().partition("::")
        selectors.append(f"{subject}{OURS}{mark}{pseudo_element}")
    return f"{','.join(selectors)}{{{body}}}"


def _own_names(body: str) -> str:
    """The declarations of a rule that give our own names a value."""
    declarations = (declaration.strip() for declaration in body.split(";"))
    return ";".join(declaration for declaration in declarations if declaration.startswith("--rw-"))


def _is_met(selector: str, names: Set[str]) -> bool:
    previous = None
    while previous != selector:
        previous, selector = selector, _BRACKETS.sub("", selector)
    return all(name in names for name in _CLASS.findall(selector))


def _split_selectors(head: str) -> Iterator[str]:
    """The parts of a list of selectors; commas in brackets part nothing."""
    depth = start = 0
    for index, sign in enumerate(head):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            yield head[start:index]
            start = index + 1
    yield head[start:]


def _split_rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Yield (head, body) of each rule; strings and comments are passed over whole."""
    depth = start = body_start = 0
    for match in re.finditer(r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^"')]*\)|[{};]""", css, re.DOTALL):
        sign = match[0]
        if sign == "{":
            depth += 1
            body_start = match.end() if depth == 1 else body_start
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield css[start : body_start - 1].strip(), css[body_start : match.start()]
                start = match.end()
        elif sign == ";" and depth == 0:
            yield css[start : match.end()], None
            start = match.end()
        elif sign.startswith("/*") and depth == 0:
            start = match.end() if not css[start : match.start()].strip() else start
