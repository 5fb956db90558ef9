"""Markdown -> the text of a rulebook.

The parser of CommonMark gives the blocks. Twice they become clauses: the first time shows which heading has which number, so that links
between headings are references the second time.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from rulewright.importing.text.arrange import Line, LineKind, arrange_text
from rulewright.importing.text.inline_words import CELL_BAR, LineReader, code_words, language_words
from rulewright.importing.text.model import RulesText
from rulewright.importing.text.numbers import NumberedHead, read_heading, read_text_head

NOT_HELD = "<!-- not held -->"
"""The line of the file under a heading whose words are not in it."""
_FOOTNOTE = re.compile(r"^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*)$")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n(?:---|\.\.\.)\n", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_DEEPEST_LIST = 4


def read_markdown(text: str, name: str) -> RulesText:
    """Return the text of a rulebook in Markdown; `name` is its title where it has none."""
    source, footnotes, front_matter = _split_footnotes(text.replace("\r\n", "\n"))
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("text_join")
    tree = SyntaxTreeNode(parser.parse(source))
    anchors: dict[str, str] = {}
    arranged: RulesText | None = None
    for _ in range(2):
        reader = _BlockReader(parser, anchors.get, footnotes)
        lines = [*_front_matter_lines(front_matter), *reader.read_blocks(tree)]
        lines += [
            Line(LineKind.PASSAGE, reader.footnotes[key], line, marks=("a footnote of the text that no sentence cites",))
            for key, (_, line) in footnotes.items()
            if key not in reader.lines.cited_footnotes
        ]
        arranged, anchors = arrange_text(lines, name)
    assert arranged is not None
    return arranged


def _split_footnotes(text: str) -> tuple[str, dict[str, tuple[str, int]], str]:
    """Return the text without its footnotes and its front matter, on the same lines; the words of the footnotes; the front matter."""
    front = _FRONT_MATTER.match(text)
    front_matter = front[1] if front is not None and ":" in front[1] else ""
    lines = text.split("\n")
    skipped = front[0].count("\n") if front is not None and front_matter else 0
    body = [""] * skipped
    footnotes: dict[str, tuple[list[str], int]] = {}
    current: list[str] | None = None
    fence = ""
    for number, line in enumerate(lines[skipped:], skipped + 1):
        if (mark := _FENCE.match(line)) is not None:
            fence = "" if fence == mark[1] else fence or mark[1]
        match = None if fence else _FOOTNOTE.match(line)
        follows_at_once = number > 1 and lines[number - 2].strip() != ""
        if match is not None:
            current = footnotes.setdefault(match[1], ([], number))[0]
            current.append(match[2].strip())
        elif current is not None and line.strip() and (line.startswith(("  ", "\t")) or (follows_at_once and not _starts_block(line))):
            current.append(line.strip())
        else:
            current = None if line.strip() else current
            body.append(line)
            continue
        body.append("")
    return "\n".join(body), {key: (" ".join(filter(None, words)), line) for key, (words, line) in footnotes.items()}, front_matter


def _starts_block(line: str) -> bool:
    return re.match(r" {0,3}(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>|```|~~~|\|)", line) is not None


def _front_matter_lines(front_matter: str) -> Iterator[Line]:
    if front_matter:
        title = re.search(r"^title:\s*[\"']?(.*?)[\"']?\s*$", front_matter, re.MULTILINE)
        if title is not None:
            yield Line(LineKind.TITLE, language_words(title[1]), 1, level=1)
        yield Line(LineKind.PASSAGE, "", 1, marks=(f"the front matter of the file: {'; '.join(front_matter.splitlines())}",))


class _BlockReader:
    """Reads the blocks of a file into lines: headings, passages, clauses that begin in a paragraph or an item."""

    def __init__(self, parser: MarkdownIt, target: Callable[[str], str | None], footnotes: dict[str, tuple[str, int]]) -> None:
        self._slugs: Counter[str] = Counter()
        plain = LineReader(target, {})
        tokens = {key: parser.parseInline(words)[0].children or [] for key, (words, _) in footnotes.items()}
        self.footnotes = {key: plain.read_words(words).replace("\n", " ") for key, words in tokens.items()}
        self.lines = LineReader(target, self.footnotes)

    def read_blocks(self, parent: SyntaxTreeNode) -> Iterator[Line]:
        """Yield the lines of the blocks under a node."""
        previous: SyntaxTreeNode | None = None
        pending: Line | None = None
        for node in parent.children:
            for line in self._read_block(node):
                if pending is not None and previous is not None and _belongs_to(pending, line, previous, node):
                    pending = pending.joined_with(line)
                    continue
                if pending is not None:
                    yield pending
                pending = line
            previous = node
        if pending is not None:
            yield pending

    def _read_block(self, node: SyntaxTreeNode) -> Iterator[Line]:
        match node.type:
            case "heading":
                yield self._read_heading(node)
            case "paragraph":
                yield from self._read_paragraph(node)
            case "bullet_list" | "ordered_list":
                yield from self._read_list(node)
            case "table":
                yield self._passage(self._table_words(node), node)
            case "blockquote":
                for line in self.read_blocks(node):
                    yield line.quoted()
            case "fence" | "code_block":
                yield self._read_code(node)
            case "html_block":
                yield from self._read_html(node)
            case "hr":
                return
            case _:  # open: extensions of the parser that are not switched on
                yield self._passage(language_words(node.content), node)

    def _line_number(self, node: SyntaxTreeNode) -> int:
        return node.map[0] + 1 if node.map is not None else 1

    def _inline(self, node: SyntaxTreeNode) -> str:
        """Return the words of the line in a block, line ends as `\\n`."""
        tokens = [child.token for child in node.children if child.type == "inline" and child.token is not None]
        return "".join(self.lines.read_words(token.children or []) for token in tokens)

    def _passage(self, words: str, node: SyntaxTreeNode, marks: Sequence[str] = ()) -> Line:
        collected, refers = self.lines.take_aside()
        return Line(LineKind.PASSAGE, words, self._line_number(node), marks=(*marks, *collected), refers=refers)

    def _read_heading(self, node: SyntaxTreeNode) -> Line:
        words = self._inline(node).replace("\n", " ")
        head = read_heading(words)
        plain = "".join(child.content for child in node.children)
        marks, refers = self.lines.take_aside()
        anchors, self.lines.anchors = [*self.lines.anchors, *filter(None, [head.anchor]), self._slug(plain)], []
        return Line(LineKind.HEADING, words, self._line_number(node), int(node.tag[1]), head, marks, refers, tuple(anchors))

    def _slug(self, heading: str) -> str:
        """Return the anchor that sites give to a heading."""
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"[*`~]|\]\([^)]*\)", "", heading).lower().strip()).replace(" ", "-")
        self._slugs[slug] += 1
        return slug if self._slugs[slug] == 1 else f"{slug}-{self._slugs[slug] - 1}"

    def _read_paragraph(self, node: SyntaxTreeNode) -> Iterator[Line]:
        """Yield a paragraph; where lines of it begin with numbers of clauses, a clause for each."""
        rows: list[list[str]] = [[]]
        for row in self._inline(node).split("\n"):
            if rows[-1] and read_text_head(row) is not None:
                rows.append([])
            rows[-1].append(row)
        marks, refers = self.lines.take_aside()
        for place, clause_rows in enumerate(rows):
            words = " ".join(clause_rows)
            head = None if place == 0 and _begins_with_escape(node) else read_text_head(words)
            anchors, self.lines.anchors = tuple(self.lines.anchors), []
            kind = LineKind.PASSAGE if head is None else LineKind.CLAUSE
            yield Line(kind, words, self._line_number(node), 0, head, () if place else marks, () if place else refers, anchors)

    def _read_list(self, node: SyntaxTreeNode) -> Iterator[Line]:
        """Yield a list as one passage, or each item as a clause where items begin with numbers of clauses."""
        if self._has_clauses(node):
            for item in node.children:
                yield from self._read_item_clause(item)
            return
        start = int(node.attrs.get("start", 1))
        kind = LineKind.NUMBERED_LIST if node.type == "ordered_list" else LineKind.PASSAGE
        items = tuple(self._passage(self._item_words(item, 1), item) for item in node.children)
        signs = ["-" if kind is LineKind.PASSAGE else f"{start + place}." for place in range(len(items))]
        words = " ".join(" ".join(filter(None, (sign, item.words))) for sign, item in zip(signs, items, strict=True))
        marks = [mark for item in items for mark in item.marks]
        if kind is LineKind.NUMBERED_LIST and start != 1:
            marks.append(f"the list begins with {start}, and pages show it as words")
        refers = tuple(number for item in items for number in item.refers)
        yield Line(kind, words, self._line_number(node), 0, None, tuple(marks), refers, items=items)

    def _has_clauses(self, node: SyntaxTreeNode) -> bool:
        """Return True if items of a list begin with numbers of clauses."""
        firsts = [item.children[0] for item in node.children if item.children and item.children[0].type == "paragraph"]
        heads = [self._item_head(first) for first in firsts]
        self.lines.take_aside()
        self.lines.anchors = []
        return any(head is not None for head in heads)

    def _item_head(self, node: SyntaxTreeNode) -> NumberedHead | None:
        """Return the number of a clause with which the first paragraph of an item begins."""
        return None if _begins_with_escape(node) else read_text_head(self._inline(node).replace("\n", " "), in_list=True)

    def _read_item_clause(self, item: SyntaxTreeNode) -> Iterator[Line]:
        for place, child in enumerate(item.children):
            if place == 0 and child.type == "paragraph":
                words = self._inline(child).replace("\n", " ")
                marks, refers = self.lines.take_aside()
                anchors, self.lines.anchors = tuple(self.lines.anchors), []
                head = None if _begins_with_escape(child) else read_text_head(words, in_list=True)
                kind = LineKind.PASSAGE if head is None else LineKind.CLAUSE
                yield Line(kind, words, self._line_number(child), 0, head, marks, refers, anchors)
            else:
                yield from self._read_block(child)

    def _item_words(self, item: SyntaxTreeNode, depth: int) -> str:
        parts: list[str] = []
        for place, child in enumerate(item.children):
            if child.type in ("bullet_list", "ordered_list"):
                parts.append(self._inner_list_words(child, min(depth + 1, _DEEPEST_LIST)))
            elif child.type == "paragraph":
                parts.append(_item_text(self._inline(child).replace("\n", " ")))
            elif child.type in ("fence", "code_block"):
                parts.append(" ".join(code_words(row) for row in child.content.rstrip("\n").split("\n")))
            else:
                parts.append(_item_text(" ".join(line.words for line in self._read_block(child))))
                self.lines.marks.append("a block in an item of the list stands in its line")
            if place and child.type == "paragraph":
                self.lines.marks.append("an item of the list has several paragraphs, which are one here")
        return " ".join(filter(None, parts))

    def _inner_list_words(self, node: SyntaxTreeNode, depth: int) -> str:
        dashes = "-" * (depth - 1)
        start = int(node.attrs.get("start", 1))
        signs = [f"{dashes}-" if node.type == "bullet_list" else f"{dashes}{start + place}." for place in range(len(node.children))]
        words = [self._item_words(item, depth) for item in node.children]
        return " ".join(" ".join(filter(None, pair)) for pair in zip(signs, words, strict=True))

    def _table_words(self, node: SyntaxTreeNode) -> str:
        rows = [
            [self._inline(cell).replace("\n", " ").replace("|", CELL_BAR) for cell in row.children]
            for group in node.children
            for row in group.children
        ]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        lines.insert(1, "|" + "---|" * len(rows[0]))
        return re.sub(r"  +", " ", " ".join(lines))

    def _read_code(self, node: SyntaxTreeNode) -> Line:
        language = node.info.strip() if node.type == "fence" else ""
        words = " ".join(code_words(row) for row in node.content.rstrip("\n").split("\n"))
        return self._passage(words, node, [f"the code is marked as `{language}`"] if language else [])

    def _read_html(self, node: SyntaxTreeNode) -> Iterator[Line]:
        content = node.content.strip()
        if content == NOT_HELD:
            yield Line(LineKind.NOT_HELD, "", self._line_number(node))
        elif re.fullmatch(r"<!--.*-->", content, re.DOTALL):
            yield self._passage("", node, [f"a comment of the text: {content[4:-3].strip()}"])
        else:
            self.lines.anchors += re.findall(r"<\w+\s[^>]*?\b(?:id|name)\s*=\s*[\"']?([^\"'\s>]+)", content)
            words = language_words(html.unescape(_TAG.sub(" ", content))).replace("\n", " ")
            yield self._passage(words, node, [f"the text has HTML here, of which the words are held: {content}"])


def _begins_with_escape(node: SyntaxTreeNode) -> bool:
    """Return True if the first letter of a paragraph is written as a sign, so that its number begins no clause: `\\[2.1] …`."""
    tokens = [child.token for child in node.children if child.token is not None]
    letters = [token for token in (tokens[0].children or [] if tokens else []) if token.type != "text" or token.content]
    return bool(letters) and letters[0].type == "text_special"


def _item_text(words: str) -> str:
    """Return the words of an item without what begins another one."""
    return re.sub(r"(?<=\s)-(?=\s)", "–", re.sub(r"^-(?=\s)", "–", words))


def _belongs_to(pending: Line, line: Line, previous: SyntaxTreeNode, node: SyntaxTreeNode) -> bool:
    """Return True if a list, a table or code follows the colon of a paragraph without an empty line."""
    if previous.map is None or node.map is None or previous.type != "paragraph" or node.type not in _AFTER_COLON:
        return False
    is_table = node.type == "table"
    return node.map[0] == previous.map[1] and line.kind is not LineKind.CLAUSE and (is_table or pending.words.endswith(":"))


_AFTER_COLON = ("bullet_list", "ordered_list", "table", "fence")
