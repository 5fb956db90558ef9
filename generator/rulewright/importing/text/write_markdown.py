"""The text of an edition -> Markdown: titles and words of its cases, steps, rulings, components and tables as they stand; no rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.prose_layout import LayoutKind, ProseLayout, find_layout
from rulewright.importing.text.inline_words import CELL_BAR, code_content, markdown_of_line, markdown_of_words
from rulewright.importing.text.numbers import own_heading, read_text_head
from rulewright.importing.text.read_markdown import NOT_HELD
from rulewright.rulebook.model import CaseInForce, ClauseKind, EditionView, Rulebook
from rulewright.syntax import nodes

CHAPTER, CASE = "##", "###"


def edition_markdown(book: Rulebook, edition: str) -> str:
    """Return the text of an edition of a book as Markdown."""
    view = book.views[edition]
    blocks = [f"# {markdown_of_words(book.front.title)}", *(paragraph_markdown(words) for words in book.front.about)]
    for chapter, cases in cases_by_chapter(view):
        blocks += _chapter_blocks(book.chapters.get(chapter))
        blocks += [block for case in cases for block in _case_blocks(case)]
    return "\n\n".join(blocks) + "\n"


def cases_by_chapter(view: EditionView) -> Iterator[tuple[str, list[CaseInForce]]]:
    """Yield the cases in force in the order of the book, by the chapter of each; a ruling follows the case that it is on."""
    rulings: dict[str, list[CaseInForce]] = {}
    for ruling in view.rulings.values():
        rulings.setdefault(ruling.ruled_cases[0].number if ruling.ruled_cases else "", []).append(ruling)
    cases = [case for case in (*view.cases.values(), *view.scenarios.values()) if not case.deleted]
    chapters: dict[str, list[CaseInForce]] = {}
    for case in sorted(cases, key=lambda case: view.numbering.sort_key(case.number)):
        chapters.setdefault(case.chapter, []).extend([case, *rulings.pop(case.id.number, ())])
    for ruling in (ruling for group in rulings.values() for ruling in group):
        chapters.setdefault(ruling.chapter, []).append(ruling)
    yield from ((chapter, [case for case in group if not case.deleted]) for chapter, group in chapters.items())


def _chapter_blocks(chapter: nodes.Chapter | None) -> Iterator[str]:
    if chapter is None:
        return
    number = chapter.number or ""
    heading = own_heading(number, chapter.title) if number and not chapter.text else ""
    if not heading or heading.endswith("}"):
        anchor = f"#case-{number} " if number else ""
        heading = f"{chapter.title} {{{anchor}.chapter}}"
    yield f"{CHAPTER} {_heading_markdown(heading)}"
    if chapter.text:
        yield paragraph_markdown(chapter.text)


def _heading_markdown(heading: str) -> str:
    """Return a heading with its attributes as they are."""
    start = heading.rfind(" {") if heading.endswith("}") else len(heading)
    return f"{markdown_of_words(heading[:start])}{heading[start:]}"


def _case_blocks(case: CaseInForce) -> Iterator[str]:
    yield f"{CASE} {_heading_markdown(own_heading(case.number, case.title or ''))}"
    paragraphs = case_paragraphs(case)
    if not paragraphs and not case.held:
        yield NOT_HELD
    yield from map(paragraph_markdown, paragraphs)


def case_paragraphs(case: CaseInForce) -> list[str]:
    """Return the paragraphs of a case in the form of the language: its words, its steps, question and answer, components, tables."""
    words = [_step_words(each.step, each.text) for each in case.text if not each.struck and not each.commentary]
    lines = [line for line, _ in case.other]
    questions = [f"*Question:* {line.text}" for line in lines if isinstance(line, nodes.AsksQuestion)]
    answers = [f"*Answer:* {line.text}" for line in lines if isinstance(line, nodes.Answers)]
    components = [f"{'' if line.count is None else f'{line.count} '}{line.text}" for line in lines if isinstance(line, nodes.Component)]
    component_list = [" ".join(f"- {component}" for component in components)] if len(components) > 1 else components
    tables = [table for each in case.provisions if isinstance(each.node, nodes.Table) and (table := _table_words(each.node))]
    if case.kind is ClauseKind.RULING:
        return [*questions, *answers, *words, *component_list, *tables]
    return [*words, *questions, *answers, *component_list, *tables]


def _step_words(step: str | None, words: str) -> str:
    return words if step is None else f"**{step[:1].upper()}{step[1:]}.** {words}"


def _table_words(table: nodes.Table) -> str:
    """Return a table of the rules as one in prose; empty if its cells are not held."""
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    if not rows:
        return ""
    heads = [] if not rows[0][0] else [[" / ".join(param.name for param in table.params), *[table.name] * (len(rows[0]) - 1)]]
    lines = [f"| {' | '.join(row)} |" for row in (*heads, *rows)]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    phrase = re.sub(r"[{}]", "", table.phrase or "")
    return re.sub(r"  +", " ", f"{phrase}: {' '.join(lines)}" if phrase else " ".join(lines))


# ---- a paragraph ---------------------------------------------------------------------------------------------------------------------


def paragraph_markdown(words: str) -> str:
    """Return a paragraph of the language as a block of Markdown, which is read as the same paragraph."""
    layout = find_layout(words)
    if layout is None:
        return _own_line(words)
    if layout.kind is LayoutKind.QUOTATION:
        return "\n".join(f"> {line}".rstrip() for line in paragraph_markdown(words[2:]).split("\n"))
    lead: list[str] = [_own_line(words[: layout.lead_end])] if layout.lead_end else []
    if layout.kind is LayoutKind.CODE:
        lines = _code_lines(words, layout)
    else:
        lines = _table_lines(words, layout) if layout.kind is LayoutKind.TABLE else list(_list_lines(words, layout, ""))
    tail = words[slice(*layout.tail)]
    return "\n".join([*lead, *lines, *(["", _own_line(tail)] if tail else [])])


def _own_line(words: str, *, in_list: bool = False) -> str:
    """Return words as a line that begins no clause, even if they begin with a number: its first letter is then written as a sign."""
    line = markdown_of_line(words)
    if read_text_head(words, in_list=in_list) is None or line.startswith("\\"):
        return line
    return f"\\{line}" if line[0] in "[(*" else f"&#{ord(line[0])};{line[1:]}"


def _code_lines(words: str, layout: ProseLayout) -> list[str]:
    lines = [code_content(words[slice(*line)]) for (line,) in layout.rows]
    fence = "```"
    while any(fence in line for line in lines):
        fence += "`"
    return [fence, *lines, fence]


def _table_lines(words: str, layout: ProseLayout) -> list[str]:
    cells = [[markdown_of_words(words[slice(*cell)]).replace(CELL_BAR, "\\|") for cell in row] for row in layout.rows]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    lines.insert(1, "|" + "---|" * len(cells[0]))
    return lines


def _list_lines(words: str, layout: ProseLayout, indent: str) -> Iterator[str]:
    for place, ((item,), inner) in enumerate(zip(layout.rows, layout.inner, strict=True), 1):
        sign = "- " if layout.kind is LayoutKind.BULLETS else f"{place}. "
        yield f"{indent}{sign}{_own_line(words[slice(*item)], in_list=True)}".rstrip()
        if inner is not None:
            yield from _list_lines(words, inner, indent + " " * len(sign))
