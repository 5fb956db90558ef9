"""The words of the language as the manual explains them: the rows of its tables, its sentences and its examples, found by a word.

Nothing is said of a word here: whatever explains it is a page under `site/pages/language`, and so is true of that page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulewright.base.records import record
from rulewright.base.resources import site_folder
from rulewright.base.suggestions import closest
from rulewright.syntax.grammar import load_grammar

PAGES = ("rules", "cases", "vocabulary", "expressions", "tables", "editions", "layout", "meaning", "tour")
"""The pages that explain words, those first that explain them best."""
THEORY = ("meaning",)
"""A page for those who want it exact: its rows come after those of the others."""
ROW, LATER_CELL, SENTENCE = (0, 2), 4, 4
MOST = 4
"""So many ways to use a word are shown."""

_CODE = re.compile(r"`([^`]+)`")
_NAMED = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_CELL = re.compile(r"(?<!\\)\|")
_SENTENCE = re.compile(r"(?<=[.:?])\s+(?=[A-Z`])")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)


@record
class Use:
    """One way to use a word: how it is written, and what that means."""

    form: str
    meaning: str


@record
class Explained:
    """What the manual says of a word, with an example and the place: the page's title, its heading, and the page's name."""

    word: str
    uses: tuple[Use, ...]
    example: str
    title: str
    section: str
    page: str

    def markdown(self) -> str:
        """All of it as a text."""
        lines = [f"# {self.word}", "", *(f"- `{one.form}`: {one.meaning}" if one.form else f"- {one.meaning}" for one in self.uses)]
        if self.example:
            lines += ["", "```rulewright", self.example, "```"]
        return "\n".join([*lines, "", f"In the manual: *{self.title}*, under *{self.section}*", ""])


@record
class _Said:
    """A row of a table or a sentence: what a word is looked for in, each with its rank, which is less for what explains better."""

    codes: tuple[tuple[str, int], ...]
    use: Use
    title: str
    section: str
    page: str


def words() -> frozenset[str]:
    """Every word that the grammar has."""
    return frozenset(word for word in load_grammar().table.keywords if _WORD.fullmatch(word))


def explain_word(word: str) -> Explained | None:
    """What the manual says of a word of the language, or of several words in a row; None where it says nothing."""
    wanted = _words_of(word)
    if not wanted or not words().issuperset(wanted):
        return None
    ranked = [(_rank(said, wanted), said) for said in _said()]
    best = min((rank for rank, _ in ranked if rank is not None), default=None)
    if best is None:
        return None
    some = [said for rank, said in ranked if rank == best][:MOST]
    uses = tuple(dict.fromkeys(one.use for one in some))
    return Explained(" ".join(wanted), uses, _example(some[0].page, wanted), some[0].title, some[0].section, some[0].page)


def near_words(word: str) -> tuple[str, ...]:
    """Words of the language that look like one that is none."""
    return closest(word, words())


def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower()))


def _rank(said: _Said, wanted: tuple[str, ...]) -> int | None:
    """How well something explains words, 0 the best: rows before sentences, and forms that begin with them before those that go on so."""
    ranks = []
    for code, rank in said.codes:
        there = tuple(_WORD.findall(code))
        places = [at for at in range(len(there)) if there[at : at + len(wanted)] == wanted]
        ranks += [rank + min(at, 1) for at in places]
    return min(ranks, default=None)


# ---- the pages ---------------------------------------------------------------------------------------------------------------------------


@cache
def _pages() -> dict[str, str]:
    folder: Path = site_folder() / "pages" / "language"
    return {name: (folder / f"{name}.md").read_text("utf-8") for name in PAGES}


@cache
def _said() -> tuple[_Said, ...]:
    return tuple(said for name, text in _pages().items() for said in _of_page(name, text))


def _of_page(name: str, text: str) -> Iterator[_Said]:
    title = section = ""
    for block in _blocks(text):
        if block.startswith("#"):
            heading = _plain(block.lstrip("# "))
            title, section = title or heading, heading
        elif block.startswith("|"):
            yield from _rows(block, name, title, section)
        elif not block.startswith(("```", "<!--")):
            for sentence in _SENTENCE.split(" ".join(block.split())):
                codes = tuple((code or bold, SENTENCE) for code, bold in _NAMED.findall(sentence))
                if codes:
                    yield _Said(codes, Use("", _plain(sentence.lstrip("- "))), title, section, name)


def _blocks(text: str) -> Iterator[str]:
    """Headings, tables, paragraphs and points of lists; what is fenced is one block, however many lines are empty in it."""
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


def _rows(table: str, name: str, title: str, section: str) -> Iterator[_Said]:
    """The rows of a table that say what a form means: the form first, its meaning last."""
    for row in table.split("\n")[2:]:
        cells = [cell.replace("\\|", "|").strip() for cell in _CELL.split(row.strip().strip("|"))]
        forms = _CODE.findall(cells[0])
        if forms and len(cells) > 1:
            rank = ROW[name in THEORY]
            said = [(code, rank) for code in forms] + [(code, LATER_CELL) for cell in cells[1:] for code in _CODE.findall(cell)]
            yield _Said(tuple(said), Use(", ".join(forms), "; ".join(_plain(cell) for cell in cells[1:])), title, section, name)


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", text)


def _example(page: str, wanted: tuple[str, ...]) -> str:
    """The first example of a page, else of any, in which the words are, with the lines that it is under."""
    for name in (page, *(other for other in PAGES if other != page)):
        for block in _blocks(_pages()[name]):
            lines = block.split("\n")[1:-1] if block.startswith("```rulewright") else []
            for at, line in enumerate(lines):
                there = _words_of(re.sub(r'"[^"]*"|#.*', '""', line))
                if any(there[i : i + len(wanted)] == wanted for i in range(len(there))):
                    return "\n".join([*_above(lines, at), line])
    return ""


def _above(lines: list[str], at: int) -> list[str]:
    """The lines that a line of an example is under."""
    found: list[str] = []
    indent = len(lines[at]) - len(lines[at].lstrip())
    for line in reversed(lines[:at]):
        there = len(line) - len(line.lstrip())
        if line.strip() and there < indent:
            found.insert(0, line)
            indent = there
    return found
