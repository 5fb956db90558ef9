"""What harmless means, for each kind of text that leaves the product: a rule is a function that raises `AssertionError` where it is broken."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import markdown as python_markdown
import quickjs

from hostile.texts import MARK, WORKED_OUT

Rule = Callable[[str], None]

BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
MARKS_OF_DIRECTION = "\u061c\u200e\u200f"
ENDS_OF_LINES = "\u2028\u2029"
"""Ends of lines to some programs, and to others not."""
ACTIVE = {"script", "style", "iframe", "frame", "object", "embed", "applet", "form", "base", "link", "template", "noscript", "textarea"}
"""Elements whose attributes and contents do something."""
ADDRESSES = {"href", "src", "action", "formaction", "data", "poster", "srcset", "style", "xlink:href", "background", "cite", "ping"}
OWN_ADDRESS = re.compile(r"(?!//)[\w./~-]*(?:\?[\w.%&=+*~-]*)?(?:#[\w.%&=+*~-]*)?")
"""A place of the site itself, whatever it is called."""
SARIF = Path(__file__).parents[1] / "checks" / "vendor" / "sarif-2.1.0-rtm.5.json"


def acting(text: str) -> list[str]:
    """The characters of a text that act on a terminal, or turn the order of letters round."""
    return [
        f"U+{ord(one):04X}"
        for one in text
        if (unicodedata.category(one) == "Cc" and one != "\n")
        or unicodedata.bidirectional(one) in BIDI
        or one in MARKS_OF_DIRECTION + ENDS_OF_LINES
    ]


def plain(text: str) -> None:
    """Text for a terminal or a reader."""
    assert not acting(text), acting(text)[:5]
    assert WORKED_OUT not in text


def in_a_job(text: str) -> None:
    """Text that a job on GitHub may print: it takes a line that begins with `::` as a command, wherever the line's words are from."""
    plain(text)
    assert not re.search(r"^\s*::|##\[", text, re.MULTILINE), re.findall(r"^\s*::.*|.*##\[.*", text, re.MULTILINE)[:3]


def json_text(text: str) -> None:
    """JSON that every reader reads, and that acts on no terminal."""

    def refuse(name: str) -> Any:
        raise AssertionError(f"{name} is no JSON")

    json.loads(text, parse_constant=refuse)
    assert not acting(text.replace("\t", "")), acting(text)[:5]
    text.encode()


def script(text: str) -> None:
    """A script of data: it can be in a page, it runs, and it sets nothing that a text of the book would set."""
    assert not set(text) & {"<", *ENDS_OF_LINES}, "it could end the script"
    assert not acting(text.replace("\t", " ")), acting(text)[:5]
    context = quickjs.Context()
    context.eval(ANYTHING)
    for _ in range(20):
        try:
            context.eval(text)
            break
        except quickjs.JSException as fault:
            unknown = re.search(r"(\w+)'? is not defined", str(fault))
            if unknown is None or unknown[1] == MARK:
                raise
            context.eval(f"globalThis.{unknown[1]} = anything")
    assert context.eval(f"typeof globalThis.{MARK}") == "undefined"


ANYTHING = """
var anything = new Proxy(function () {}, {
  get: (_, name) => name === Symbol.toPrimitive ? () => "" : anything, apply: () => anything, construct: () => anything
});
var window = globalThis, self = globalThis, addEventListener = anything;
"""
"""A browser of which every part is there and does nothing."""


# ---- pages -------------------------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A page as it is read: its elements, the text in each, its comments and declarations."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, list[tuple[str, str]]]] = []
        self.texts: list[tuple[str, str]] = []
        self.asides: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, [(name, value or "") for name, value in attrs]))

    def handle_data(self, data: str) -> None:
        self.texts.append((self.cdata_elem or "", data))

    def handle_comment(self, data: str) -> None:
        self.asides.append(data)

    def handle_decl(self, decl: str) -> None:
        self.asides.append(decl)

    handle_pi = unknown_decl = handle_comment


def html(text: str) -> None:
    """A page, or a piece of one: what the book says is text in it, and nothing else."""
    page = Page(text)
    for name, attributes in page.elements:
        _element(name, attributes)
    kinds = (dict(attributes).get("type", "") for name, attributes in page.elements if name == "script")
    for inside, said in page.texts:
        kind = next(kinds, "") if inside == "script" else ""
        if MARK in said and inside:
            assert kind == "application/json", (inside, said[:80])
            json_text(said)
        assert WORKED_OUT not in said
        assert not acting(said.replace("\t", " ").replace("\r", " ")), said[:80]
    assert not [one for one in page.asides if MARK in one]


def _element(name: str, attributes: list[tuple[str, str]]) -> None:
    assert MARK not in name
    for key, value in attributes:
        shown = f"<{name} {key}={value[:80]!r}>"
        assert MARK not in key and not key.startswith("on"), shown
        assert not (name in ACTIVE and MARK in value), shown
        assert not (name == "meta" and key != "content" and MARK in value), shown
        assert not acting(value.replace("\t", " ")), shown
        if key in ADDRESSES and MARK in value:
            assert OWN_ADDRESS.fullmatch(value), shown
        assert not re.match(r"\s*(?:javascript|data|vbscript):", value, re.IGNORECASE) or key not in ADDRESSES or value.startswith(IMAGE), (
            shown
        )


IMAGE = "data:image/"


def markdown(text: str) -> None:
    """Markdown, as it is rendered."""
    plain(text)
    html(python_markdown.markdown(text, extensions=["tables", "attr_list", "md_in_html", "def_list"]))


# ---- XML ---------------------------------------------------------------------------------------------------------------------------


def xml(text: str) -> None:
    """XML without declarations of its own; what it says is HTML is held to the rule for that."""
    assert "<!DOCTYPE" not in text and "<!ENTITY" not in text
    assert not acting(text.replace("\t", " ")), acting(text)[:5]
    for element in ElementTree.fromstring(text.encode()).iter():
        assert MARK not in str(element.tag)
        for key, value in element.attrib.items():
            assert MARK not in key
            if key in ADDRESSES and MARK in value:
                assert OWN_ADDRESS.fullmatch(value), value
        if element.get("type") in ("html", "xhtml"):
            html(element.text or "")


def svg(text: str) -> None:
    """A picture that runs nothing."""
    xml(text)
    html(text)
    names = {str(element.tag).rpartition("}")[2] for element in ElementTree.fromstring(text.encode()).iter()}
    assert not names & {"script", "foreignObject", "iframe"}


# ---- what programs read ------------------------------------------------------------------------------------------------------------


def sarif(text: str) -> None:
    """A log in the form of the standard. `[…](…)` in a message is a link to those who show it."""
    json_text(text)
    log = json.loads(text)
    jsonschema.validate(log, json.loads(SARIF.read_text("utf-8")))
    for run in log["runs"]:
        for result in run["results"]:
            assert "](" not in result["message"]["text"], result["message"]["text"][:80]


def github(text: str) -> None:
    """Lines by which a job marks places: each is one command, of the three that there are."""
    plain(text)
    for line in text.splitlines():
        assert re.fullmatch(r"::(?:error|warning|notice) (?:[a-zA-Z]+=[^:,\n]*,?)*::.*", line), line[:120]


def mermaid(text: str) -> None:
    """A flowchart whose labels end where they end. `%%{` would be a setting, wherever it is."""
    plain(text)
    assert "%%" not in text
    kinds = (r"flowchart LR", r'  c\d+(\[|\(\[)"[^"<>`]*"(\]|\]\))', r'  c\d+ -\.?->\|"[\w ]+"\| c\d+', r"  class(Def)? [\w, :-]+", "")
    for line in text.splitlines():
        assert re.fullmatch("|".join(kinds), line), line[:120]


def dot(text: str) -> None:
    """A digraph whose quotations end where they end."""
    plain(text)
    left = re.sub(r'"(?:[^"\\]|\\.)*"', "Q", text)
    assert MARK not in left
    for line in left.splitlines():
        assert re.fullmatch(r"digraph Q \{|  rankdir=LR;|  node \[[\w=, ]+\];|  Q( -> Q)? \[label=Q(, style=\w+)?\];|\}|", line), line[:120]


def case_file(text: str) -> None:
    """A file of the language that was made of a stranger's words: they are in comments, between quotation marks, and names."""
    plain(text)
    left = re.sub(r'#[^\n]*|"[^"]*"', "", text)
    assert MARK not in re.sub(r"^(?:rulebook|case|amend) \w+", "", left, flags=re.MULTILINE), left[:200]


def ledger(text: str) -> None:
    """A table of which no cell is a formula to a program of tables."""
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell[:80]
            assert not acting(cell), cell[:80]


FORMATS: dict[str, Rule] = {
    "text": in_a_job,
    "json": json_text,
    "sarif": sarif,
    "github": github,
    "junit": xml,
    "mermaid": mermaid,
    "dot": dot,
    "graphml": xml,
    "markdown": markdown,
    "md": markdown,
    "csv": ledger,
}
"""The rule for each value of `--format`, whatever the command."""


# ---- files -------------------------------------------------------------------------------------------------------------------------


def silent(text: str) -> None:
    """A file in which nothing of a book has a place."""
    raise AssertionError("a text of the book is in it")


FILES: dict[str, Rule] = {
    ".html": html,
    ".js": script,
    ".json": json_text,
    ".webmanifest": json_text,
    ".xml": xml,
    ".svg": svg,
    ".txt": plain,
    ".md": markdown,
    ".case": case_file,
    ".csv": ledger,
    ".css": silent,
    ".map": silent,
    ".rulewright-site": plain,
    ".inv": plain,
}
"""The rule for each kind of file, by the end of its name."""


def files(folder: Path) -> Iterator[Path]:
    """Every file below a folder in which a text of the book is, held to the rule for its kind."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if path.suffix == ".inv":  # four lines, and the rest of it packed
            *head, packed = content.split(b"\n", 4)
            content = b"\n".join((*head, zlib.decompress(packed)))
        if MARK.encode() not in content:
            continue
        kind = path.with_suffix("").suffix if path.suffix == ".gz" else path.suffix or path.name
        assert kind in FILES, f"no rule says what is harmless in `{path.name}`: add one to tests/hostile/harmless.py"
        try:
            FILES[kind](content.decode())
        except Exception as fault:
            raise AssertionError(f"{path.relative_to(folder)}: {fault}") from fault
        yield path
