"""Words of a line of Markdown -> words of the language, and back.

The language has `*so*`, `**so**`, `` `so` ``, `[text](address)` and `![text](picture)` as Markdown has them. A quotation mark, a
backquote in code and a bar in a cell end something there, so they are written with a sign of the same look, which goes back by the same
table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it.token import Token

from rulewright.base.control_characters import CONTROL_CHARACTERS

_DROPPED = re.compile(f"[{CONTROL_CHARACTERS}\x00\u200b\u2060]")
_OPENING = re.compile(r"(?:(?<=[\s(\[{—–/*])|^)\"(?=\S)")
NO_BREAK = "\u00a0"
_IN_CODE = str.maketrans({"`": "ˋ", '"': "″"})
_CODE_BLANKS = re.compile(r"^ +| {2,}| +$")
_OUT_OF_CODE = str.maketrans({"ˋ": "`", "″": '"', NO_BREAK: " "})
CELL_BAR = "∣"
"""The sign for a bar in a cell of a table."""

_RUNS = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*|\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*"
    r"|(?P<sign>!?)\[(?P<text>[^\[\]]*)\]\((?P<href>[^()\s<>]+)(?: '(?P<title>[^']*)')?\)"
)
_ACTING_ADDRESS = re.compile(r"//|(?!https?:|mailto:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
"""An address that may run something, or hides where it leads: such a link stays words."""

_SPECIAL = re.compile(r"[\\`*<{]|~(?=~)|(?<=~)~|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|!?\[(?=[^\]]*\]\()|\[(?=\^)")
_LINE_START = re.compile(r"(?:#{1,6}(?=\s|$)|[>+=|-]|~~~|(?=\[[^\]]*\]:))|(\d{1,9})(?=[.)](?:\s|$))")
_FOOTNOTE_MARK = re.compile(r"\s*\[\^([^\]\s]+)\]")


class LineReader:
    """Turns the tokens of lines into words, and collects what belongs to the passage beside them: references, marks.

    `target`: the number of the case to which an address in the file leads, None for none. `footnotes`: the words of each footnote.
    """

    def __init__(self, target: Callable[[str], str | None], footnotes: dict[str, str]) -> None:
        self._target = target
        self._footnotes = footnotes
        self.cited_footnotes: set[str] = set()
        self.refers: list[str] = []
        self.marks: list[str] = []
        self.anchors: list[str] = []

    def read_words(self, tokens: Sequence[Token]) -> str:
        """Return the words of the children of an inline token; a line end of the file is `\\n`."""
        words = self._join_tokens(tokens)
        return _FOOTNOTE_MARK.sub(self._footnote_words, language_words(words))

    def take_aside(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the marks and the references that were collected since the last call."""
        aside = tuple(dict.fromkeys(self.marks)), tuple(dict.fromkeys(self.refers))
        self.marks, self.refers = [], []
        return aside

    def _footnote_words(self, mark: re.Match[str]) -> str:
        words = self._footnotes.get(mark[1])
        if words is None:
            self.marks.append(f"the footnote `{mark[1]}` is not in the text")
            return mark[0]
        self.cited_footnotes.add(mark[1])
        return f" ({words})"

    def _join_tokens(self, tokens: Sequence[Token]) -> str:
        parts: list[str] = []
        links: list[tuple[str, str, int]] = []
        for token in tokens:
            match token.type:
                case "text" | "text_special":
                    parts.append(token.content)
                case "softbreak" | "hardbreak":
                    parts.append("\n")
                case "code_inline":
                    parts.append(code_words(token.content))
                case "em_open" | "em_close":
                    parts.append("*")
                case "strong_open" | "strong_close":
                    parts.append("**")
                case "s_open" | "s_close":
                    parts.append("~~")
                case "link_open":
                    links.append((str(token.attrs["href"]), str(token.attrs.get("title", "")), len(parts)))
                case "link_close":
                    href, title, start = links.pop()
                    parts[start:] = [self._link_words("".join(parts[start:]), href, title)]
                case "image":
                    parts.append("!" + _address_words(token.content, str(token.attrs["src"]), str(token.attrs.get("title", ""))))
                case "html_inline":
                    parts.append(self._html_words(token.content))
                case _:  # open: extensions of the parser that are not switched on
                    parts.append(token.content)
        return "".join(parts)

    def _link_words(self, words: str, href: str, title: str) -> str:
        number = self._target(href)
        if number is None:
            if href.startswith("#"):
                self.marks.append(f"the link to `{href}` leads to no heading of the text")
            return _address_words(words, href, title)
        if not number:
            self.marks.append(f"the link to `{href}` leads to a heading that is no case")
            return words
        cited = cite_case(words, number)
        if cited is None:
            self.refers.append(number)
        return cited or words

    def _html_words(self, tag: str) -> str:
        if anchor := re.fullmatch(r"<a\s+(?:id|name)\s*=\s*[\"']?([^\"'\s>]+)[\"']?\s*/?>|</a>", tag):
            self.anchors += [anchor[1]] if anchor[1] else []
            return ""
        if re.fullmatch(r"<br\s*/?>", tag, re.IGNORECASE):
            return "\n"
        if tag.startswith("<!--"):
            self.marks.append(f"a comment of the text: {tag[4:-3].strip()}")
            return ""
        if not tag.startswith("</"):
            self.marks.append(f"the text has HTML here, `{tag}`, which is left out")
        return ""


def cite_case(words: str, number: str) -> str | None:
    """Return the words of a link with the number of the case that it leads to in brackets; None if they do not name it."""
    mention = re.search(rf"(?<![\w.]){re.escape(number)}(?:\((?:[a-z]|[ivx]{{2,4}})\))*(?![\w(]|\.\w)", words)
    if mention is None:
        return None
    if words[: mention.start()].endswith("[") and words[mention.end() :].startswith("]"):
        return words
    other_words = words[: mention.start()] + words[mention.end() :]
    return f"[{mention[0]}]" if not re.search(r"\w", other_words) else f"{words[: mention.start()]}[{mention[0]}]{words[mention.end() :]}"


def _address_words(words: str, address: str, title: str) -> str:
    plain = re.sub(r"[\[\]]", "", words)
    quoted_title = title.replace("'", "’").replace('"', "″")
    return f"[{plain}]({re.sub(r'[()<>]', lambda sign: f'%{ord(sign[0]):X}', address)}" + (f" '{quoted_title}')" if title else ")")


def code_words(content: str) -> str:
    """Return a line of code as a word of the language."""
    blanks_held = _CODE_BLANKS.sub(lambda blanks: NO_BREAK * len(blanks[0]), _DROPPED.sub("", content.expandtabs(4)).translate(_IN_CODE))
    return f"`{blanks_held or NO_BREAK}`"


def code_content(word: str) -> str:
    """Return the line of code that a word of the language has in its backquotes."""
    return "" if word == NO_BREAK else word.translate(_OUT_OF_CODE)


def language_words(words: str) -> str:
    """Return a text with typographic quotation marks and without the signs that no text may have; line ends stay."""
    plain = _DROPPED.sub("", words.replace("\t", " "))
    return re.sub(r" *\n *|  +", lambda gap: "\n" if "\n" in gap[0] else " ", _OPENING.sub("“", plain).replace('"', "”")).strip()


def markdown_of_line(words: str) -> str:
    """Return words of the language as a line of Markdown that is read as the same words."""
    line = markdown_of_words(words)
    start = _LINE_START.match(line)
    return line if start is None else f"{start[1]}\\{line[start.end() :]}" if start[1] else f"\\{line}"


def markdown_of_words(words: str) -> str:
    """Return words of the language as Markdown within a line."""
    parts: list[str] = []
    end = 0
    for run in _RUNS.finditer(words):
        parts.append(_escape_plain(words[end : run.start()]))
        parts.append(_markdown_of_run(run))
        end = run.end()
    return "".join([*parts, _escape_plain(words[end:])])


def _markdown_of_run(run: re.Match[str]) -> str:
    if run["code"] is not None:
        content = code_content(run["code"])
        fence = "`" * (max((len(each) for each in re.findall(r"`+", content)), default=0) + 1)
        pad = " " if content[:1] in ("`", " ", "") or content[-1:] in ("`", " ") else ""
        return f"{fence}{pad}{content}{pad}{fence}"
    if run["strong"] is not None:
        return f"**{_escape_plain(run['strong'])}**"
    if run["em"] is not None:
        return f"*{_escape_plain(run['em'])}*"
    if _ACTING_ADDRESS.match(run["href"]):
        return _escape_plain(run[0])
    title = f" '{run['title']}'" if run["title"] is not None else ""
    return f"{run['sign']}[{_escape_plain(run['text'])}]({run['href']}{title})"


def _escape_plain(words: str) -> str:
    """Return words as Markdown has them; not every reader of Markdown takes a backslash before `<`."""
    return _SPECIAL.sub(lambda sign: "".join("&lt;" if letter == "<" else f"\\{letter}" for letter in sign[0]), words)
