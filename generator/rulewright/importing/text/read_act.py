"""An act in Akoma Ntoso or USLM -> the text of a rulebook, by its own `num`, `heading`, `eId` or `identifier`, and `ref`.

Both mark up the same things by other names. A section or article is a case; what has a number in it is a paragraph or an item of a list;
parts and chapters are chapters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.base.errors import WrongInput
from rulewright.importing.names import case_name
from rulewright.importing.text.inline_words import cite_case, language_words
from rulewright.importing.text.model import Clause, Passage, RulesText, TextChapter
from rulewright.importing.text.numbers import counts_by_section, read_heading
from rulewright.importing.xml_tree import Element

UNITS = frozenset(["section", "article", "rule", "regulation", "courtRule"])
QUOTED = frozenset(["quotedStructure", "quotedContent", "quotedText"])
_SKIPPED = frozenset(["meta", "toc", "num", "heading", "subheading", "editionNote"])
_BLOCKS = frozenset(
    [
        *("content", "p", "intro", "chapeau", "continuation", "wrapUp", "text", "block", "alinea", "listIntroduction", "listWrapUp"),
        *("proviso", "longTitle", "enactingFormula", "note", "notes", "sourceCredit", "docTitle", "preface", "preamble", "conclusions"),
        *(
            "formula",
            "recital",
            "recitals",
            "citation",
            "citations",
            "blockContainer",
            "tblock",
            "foreign",
            "signatureBlock",
            "crossHeading",
            "actionDescription",
        ),
    ]
)
_TITLES = ("docTitle", "shortTitle", "longTitle", "officialTitle", "title")
_ROOTS = ("akomaNtoso", "lawDoc", "pLaw", "bill", "resolution", "uscDoc", "uslm", "statuteCompilation", "document")


def read_act(root: Element, name: str) -> RulesText:
    """Return the text of an act. Raises `WrongInput` for XML of another kind, and for an act without sections or articles."""
    if root.name not in _ROOTS:
        raise WrongInput(f"`{name}` is no act in Akoma Ntoso or USLM: its root is `{root.name}`")
    return ActReader(root, name).read_text()


class ActReader:
    """Reads one document; `numbers` has the number of the case for each identifier in it."""

    def __init__(self, root: Element, name: str) -> None:
        self._root, self._name_of = root, name
        self._body = next((each for each in root.all_elements() if each.name in ("body", "mainBody", "main")), root)
        self._units = (
            UNITS if any(each.name in UNITS for each in self._body.all_elements()) else frozenset(["clause", "paragraph", "hcontainer"])
        )
        self.numbers: dict[str, str] = {}
        self._case_numbers: dict[int, str] = {}
        self._number_units()

    def read_text(self) -> RulesText:
        """Return the whole text."""
        chapters = list(self._read_chapters(self._body))
        if not any(chapter.clauses for chapter in chapters):
            raise WrongInput(f"`{self._name_of}` has no section and no article")
        title_elements = [each for label in _TITLES for each in self._root.all_elements() if each.name == label and each.plain_text()]
        outside = [each for each in self._outside_blocks(self._root) if each is not (title_elements[0] if title_elements else None)]
        introduction = tuple(passage for each in outside for passage in self._read_block(each, 0))
        title = language_words(title_elements[0].plain_text()) if title_elements else self._name_of
        numbers = [clause.number for chapter in chapters for clause in chapter.clauses]
        return RulesText(title, introduction, tuple(chapters), None, counts_by_section(numbers))

    def _outside_blocks(self, element: Element) -> Iterator[Element]:
        """Yield what stands before and behind the body, but no metadata."""
        for child in element.elements():
            if child is self._body or child.name in _SKIPPED:
                continue
            if any(each is self._body for each in child.all_elements()):
                yield from self._outside_blocks(child)
            else:
                yield child

    # ---- numbers -----------------------------------------------------------------------------------------------------------------------

    def is_unit(self, element: Element) -> bool:
        """Return True for an element that is a case: it has no section or article in it, but in quotations."""
        return element.name in self._units and not any(
            each.name in self._units for each in _unquoted_elements(element) if each is not element
        )

    def _number_units(self) -> None:
        for element in _unquoted_elements(self._body):
            if not self.is_unit(element):
                continue
            number = number_of(element) or case_name(_heading_of(element)) or "section"
            while number in self._case_numbers.values():
                number += "+"
            self._case_numbers[id(element)] = number
            for each in _unquoted_elements(element):
                self.numbers |= {each.attributes[key]: number for key in ("eId", "id", "wId", "identifier") if key in each.attributes}

    def target_of(self, href: str) -> str | None:
        """Return the number of the case in this act to which a reference leads, None for another text."""
        local = href.removeprefix("#").removeprefix("~")
        while local and local not in self.numbers:
            local = local.rpartition("/" if "/" in local else "__")[0]
        return self.numbers.get(local)

    # ---- chapters and cases ------------------------------------------------------------------------------------------------------------

    def _read_chapters(self, container: Element) -> Iterator[TextChapter]:
        """Yield the chapter that a container is, then those in it; cases on both sides of an inner one are chapters of their own."""
        clauses: list[Clause] = []
        passages: list[Passage] = []
        is_first = True

        def finish_chapter() -> TextChapter:
            head = read_heading(_num_text(container))
            title = _heading_of(container) or (_num_text(container) if container is not self._body else "")
            number = head.number if title and title != _num_text(container) else ""
            return TextChapter(number, title if is_first else "", tuple(passages), tuple(clauses), container.line)

        for element in container.elements():
            if self.is_unit(element):
                clauses.append(self._read_clause(element))
            elif any(self.is_unit(each) for each in _unquoted_elements(element)):
                if clauses or (is_first and (_heading_of(container) or passages)):
                    yield finish_chapter()
                    is_first = False
                clauses, passages = [], []
                yield from self._read_chapters(element)
            elif element.name not in _SKIPPED:
                passages += self._read_block(element, 0)
        if passages and not _heading_of(container) and clauses:
            last = clauses[-1]
            marked = tuple(Passage(each.words, each.line, (*each.marks, "it stands beside the sections of the act")) for each in passages)
            clauses[-1] = Clause(last.number, last.title, (*last.passages, *marked), last.line, last.evidence, last.marks)
            passages = []
        if clauses or (is_first and (_heading_of(container) or passages)):
            yield finish_chapter()

    def _read_clause(self, element: Element) -> Clause:
        number = self._case_numbers[id(element)]
        passages = tuple(self.read_passages(element, 0))
        marks = (f"the act has {number.rstrip('+')} twice",) if number.endswith("+") else ()
        evidence = f"<{element.name}> with the number “{_num_text(element)}”" if _num_text(element) else f"<{element.name}>"
        return Clause(number, _heading_of(element), passages, element.line, evidence, marks)

    def read_passages(self, element: Element, depth: int) -> Iterator[Passage]:
        """Yield the paragraphs of an element: its blocks, what has a number in it, tables; deeper numbers are items of a list."""
        items: list[Element] = []
        if depth == 0 and element.name in _BLOCKS and not _has_blocks(element):
            yield from self._read_passage(element, self.line_words(element))
            return
        for child in element.children:
            if isinstance(child, str):
                if child.strip() and element.name not in _BLOCKS:
                    yield from self._read_passage(element, child)
                continue
            is_item = depth > 0 and (child.first_element("num") is not None or child.name in ("blockList", "list"))
            if items and not is_item:
                yield from self._list_passage(items)
                items = []
            if is_item:
                items.append(child)
            elif child.name == "subheading" or (child.name == "heading" and depth > 0):
                yield from self._read_passage(child, f"**{self.line_words(child)}**")
            elif child.name == "table":
                yield from self._read_passage(child, self._table_words(child))
            elif child.first_element("num") is not None:
                yield from self._numbered_passages(child)
            elif child.name not in _SKIPPED:
                yield from self._read_block(child, depth)
        if items:
            yield from self._list_passage(items)

    def _read_block(self, element: Element, depth: int) -> Iterator[Passage]:
        """Yield the paragraphs of an element without a number, its heading before them."""
        heading = element.first_element("heading")
        if heading is not None and _heading_of(element):
            yield Passage(f"**{_heading_of(element)}**", heading.line)
        if heading is not None or _has_blocks(element):
            yield from self.read_passages(element, depth)
        else:
            yield from self._read_passage(element, self.line_words(element))

    def _numbered_passages(self, element: Element) -> Iterator[Passage]:
        """Yield the paragraphs of a subsection: the first begins with its number and its heading."""
        heading = _heading_of(element)
        lead = " ".join(filter(None, (_num_text(element), f"*{heading}*" if heading else "")))
        inner = Element(element.name, {}, element.line, [child for child in element.children if _name_of(child) not in ("num", "heading")])
        is_first = True
        for passage in self.read_passages(inner, 1):
            words = f"{lead} {passage.words}" if is_first and not passage.words.startswith(("- ", "| ")) else passage.words
            if is_first and words == passage.words:
                yield Passage(language_words(lead), element.line)
            yield Passage(words, passage.line, passage.marks, passage.refers)
            is_first = False
        if is_first:
            yield Passage(language_words(lead), element.line)

    def _list_passage(self, items: Sequence[Element]) -> Iterator[Passage]:
        refers: list[str] = []
        words = " ".join(self._item_words(item, "-", refers) for item in items)
        yield Passage(re.sub(r"  +", " ", words), items[0].line, (), tuple(refers))

    def _item_words(self, element: Element, dashes: str, refers: list[str]) -> str:
        """Return a numbered element as an item of a list, with the items in it a dash deeper."""
        if element.name in ("blockList", "list") and element.first_element("num") is None:
            return " ".join(self._item_words(each, dashes, refers) for each in element.elements())
        parts: list[str] = []
        for child in element.children:
            if isinstance(child, Element) and child.name not in ("num", "heading") and child.first_element("num") is not None:
                parts.append(self._item_words(child, f"{dashes}-"[:4], refers))
            else:
                parts.append(language_words(self._words_of(child, refers)).replace("\n", " ") if _name_of(child) != "toc" else "")
        return " ".join([dashes, *filter(None, parts)])

    def _read_passage(self, element: Element, words: str) -> Iterator[Passage]:
        refers: list[str] = []
        plain = language_words(words if words else self._words_of(element, refers)).replace("\n", " ")
        refers += [
            number for each in _unquoted_elements(element) if each.name == "ref" and (number := self._unnamed_target(each)) is not None
        ]
        if plain:
            yield Passage(plain, element.line, (), tuple(dict.fromkeys(refers)))

    # ---- words -------------------------------------------------------------------------------------------------------------------------

    def line_words(self, element: Element) -> str:
        """Return the words of an element on one line."""
        return language_words(self._words_of(element, [])).replace("\n", " ")

    def _words_of(self, node: Element | str, refers: list[str]) -> str:
        if isinstance(node, str):
            return re.sub(r"\s+", " ", node)
        inner = "".join(self._words_of(child, refers) for child in node.children)
        match node.name:
            case "ref":
                number = self.target_of(node.attributes.get("href", ""))
                return inner if number is None else cite_case(inner, number) or inner
            case "b" | "strong":
                return f"**{inner.strip()}**" if inner.strip() else ""
            case "i" | "em":
                return f"*{inner.strip()}*" if inner.strip() else ""
            case "authorialNote" | "footnote":
                return f" ({inner.strip()})"
            case "img":
                return f"![{node.attributes.get('alt', '')}]({node.attributes.get('src', '').replace(' ', '%20')})"
            case "quotedText":
                return node.attributes.get("startQuote", "") + inner + node.attributes.get("endQuote", "")
            case "num" | "heading":
                return f"{inner} "
            case "meta" | "toc":
                return ""
            case _ if node.name in _BLOCKS or node.name in QUOTED or node.first_element("num") is not None:
                return f" {inner} "
            case _:  # open: other elements are words within a sentence
                return inner

    def _unnamed_target(self, reference: Element) -> str | None:
        number = self.target_of(reference.attributes.get("href", ""))
        return number if number is not None and cite_case(reference.plain_text(), number) is None else None

    def _table_words(self, table: Element) -> str:
        rows = [
            [self.line_words(cell).replace("|", "∣") for cell in row.elements("th", "td")]
            for row in table.all_elements()
            if row.name == "tr"
        ]
        rows = [row for row in rows if row]
        if len(rows) < 2:
            return self.line_words(table)
        width = max(len(row) for row in rows)
        lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
        lines.insert(1, "|" + "---|" * width)
        return " ".join(lines)


def _name_of(node: Element | str) -> str:
    return node.name if isinstance(node, Element) else ""


def _unquoted_elements(element: Element) -> Iterator[Element]:
    """Yield an element and all in it that is not quoted from another text."""
    yield element
    for child in element.elements():
        if child.name not in QUOTED:
            yield from _unquoted_elements(child)


def _has_blocks(element: Element) -> bool:
    """Return True if an element has paragraphs in it, and no words between them."""
    if any(isinstance(child, str) and child.strip() for child in element.children):
        return False
    return any(child.name in _BLOCKS or child.name == "table" or child.first_element("num") is not None for child in element.elements())


def _num_text(element: Element) -> str:
    num = element.first_element("num")
    return num.plain_text() if num is not None else ""


def _heading_of(element: Element) -> str:
    heading = element.first_element("heading")
    return language_words(heading.plain_text()).rstrip(".—–- ") if heading is not None else ""


def number_of(element: Element) -> str:
    """Return the number of a section: that of its `num`, or of its identifier; empty for none."""
    num = element.first_element("num")
    texts = () if num is None else (num.attributes.get("value", ""), num.plain_text().strip("“”\"'[] "))
    for text in texts:
        head = read_heading(text.strip(" .—–-"))
        if head.number:
            return head.number
    identifier = re.split(r"__|/", element.attributes.get("eId", element.attributes.get("identifier", "")))[-1]
    match = re.fullmatch(r"[a-z]+_?(\d\w*)", identifier)
    return match[1] if match else ""
