"""What can be written at a place: the words of the language that its grammar accepts there, and where it accepts a name, the names.

The block is read up to the place, as the parser reads it. After a comparison the values of what is compared come first; after a number
the measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum

from rulewright.base.records import record
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import Name, NameKind
from rulewright.interfaces.lsp.places import block_at
from rulewright.syntax import nodes
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.formatter import text_of
from rulewright.syntax.grammar import load_grammar
from rulewright.syntax.syntax_errors import LayoutError
from rulewright.syntax.tokens import stack_after

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_FIELD = re.compile(r"(?:([A-Za-z_]\w*)\.)\Z")
_COMPARED = re.compile(r"((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:\([^()]*\))?\s+(?:is(?:\s+not)?|in(?:\s+\{)?(?:[^{}]*,)?)\s*\Z")
_NUMBER = re.compile(r"\b[0-9]+(?:[./][0-9]+)?\s+\Z")
_ADDRESS = re.compile(r"\[([\w./]*)\Z")


class Rank(IntEnum):
    """What comes first in the list."""

    VALUE = 0
    NAME = 1
    WORD = 2


@record
class Offer:
    """Something that can be written: the word, what it is, what is said of it, how it is written in full."""

    word: str
    kind: NameKind | None
    detail: str = ""
    rank: Rank = Rank.NAME
    written: str = ""


def completions(draft: Draft, path: str, line: int, column: int) -> list[Offer]:
    """What can be written at a place, the likeliest first; the client leaves out what does not begin with what is there."""
    text = draft.sources.get(path, "")
    lines = text.split("\n")
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    word = _WORD.search(before)
    start = before[: word.start()] if word else before
    if _in_comment(start):
        return []
    if start.count('"') % 2 or _in_quotation(draft, path, line):
        return list(_references(draft, start + (word[0] if word else "")))
    if field := _FIELD.search(start):
        return list(_fields(draft, path, line, field[1]))
    offers = [*_compared(draft, path, line, start), *_measures(draft, start)]
    accepted = accepted_after(_block_before(lines, line, start))
    if "CASE" in accepted:
        offers.extend(_cases(draft))
    if "NAME" in accepted:
        offers.extend(_names(draft, path, line))
    words = load_grammar().lexer.keywords
    offers.extend(Offer(one, None, "", Rank.WORD) for one, terminal in words.items() if terminal in accepted)
    return list({(one.word, one.kind): one for one in sorted(offers, key=lambda one: (one.rank, one.word), reverse=True)}.values())[::-1]


def _in_comment(start: str) -> bool:
    return "#" in re.sub(r'"[^"]*"', "", start)


def _in_quotation(draft: Draft, path: str, line: int) -> bool:
    """Whether a line goes on a quotation that was begun above it."""
    placed = block_at(draft, path, line)
    if placed is None:
        return False
    above = draft.block_texts.get((path, placed.place.first_line), "").split("\n")[: line - placed.place.first_line]
    return sum(re.sub(r"#[^\"]*$", "", one).count('"') for one in above) % 2 == 1


def _block_before(lines: list[str], line: int, start: str) -> str:
    """The text of the block up to the place."""
    above = "\n".join([*lines[: line - 1], start])
    blocks = split_blocks(above)
    if not start.strip() and not start.startswith(" "):
        return ""
    return blocks[-1].text if blocks else ""


def accepted_after(text: str) -> frozenset[str]:
    """The terminals that can follow a text that begins a block."""
    grammar = load_grammar()
    table = grammar.table
    stack = before_end = [table.starts["start"]]
    begins_line = not text.rstrip(" ") or text.rstrip(" ").endswith("\n")
    if text.strip():
        try:
            for token, before in grammar.tokens(text.rstrip() + "\n" if begins_line else text.rstrip()):
                if token.type == "$END":
                    break
                if token.type == "_NEWLINE":
                    before_end = before
                after = stack_after(table, before, token.type)
                if after is None and token.type == "_NEWLINE":
                    break
                if after is None:
                    return frozenset()
                stack = after
        except LayoutError:
            return frozenset()
        stack = _at_depth(text, stack) if begins_line else before_end
    return frozenset(name for name in table.actions[stack[-1]] if stack_after(table, stack, name) is not None)


def _at_depth(text: str, stack: list[int]) -> list[int]:
    """The parser's stack where a new line begins: deeper than the line above if it is, and if something fits there."""
    lines = text.split("\n")
    above = next((one for one in reversed(lines[:-1]) if one.strip()), "")
    depth, before = len(lines[-1]), len(above) - len(above.lstrip(" "))
    if depth > before:
        return stack_after(load_grammar().table, stack, "_INDENT") or stack
    return stack


def _names(draft: Draft, path: str, line: int) -> Iterator[Offer]:
    """What can be called, the kinds, and the variables of the line."""
    declared = draft.names.declared
    for name, params in declared.params.items():
        called = declared.called(name) or Name(NameKind.QUESTION, name)
        yield Offer(
            name, called.kind, _detail(draft, called), Rank.NAME, f"{name}({', '.join(one.name for one in params)})" if params else ""
        )
    for record_name in declared.records:
        yield Offer(record_name, NameKind.KIND)
    for use in draft.names.of_file(path):
        if use.name.kind is NameKind.THING and use.at.line in (line, line - 1):
            yield Offer(use.name.text, NameKind.THING)


def _detail(draft: Draft, name: Name) -> str:
    """The first line of a declaration."""
    found = draft.names.declared.declarations.get(name)
    return "" if found is None else text_of(found[0]).split("\n")[0]  # type: ignore[arg-type]


def _fields(draft: Draft, path: str, line: int, of: str) -> Iterator[Offer]:
    """The fields of a thing: of its kind where that is known from another place in the line, else of all kinds."""
    declared = draft.names.declared
    owners = _owners(draft, path, line, of)
    for owner in owners or declared.records:
        for name in declared.records.get(owner, {}):
            yield Offer(name, NameKind.FIELD, _detail(draft, Name(NameKind.FIELD, f"{owner}.{name}")))
    for name, kinds in declared.owners.items():
        if name in declared.facts and (not owners or set(kinds) & set(owners)):
            yield Offer(name, NameKind.FACT, _detail(draft, Name(NameKind.FACT, name)))


def _owners(draft: Draft, path: str, line: int, of: str) -> list[str]:
    """The kinds that a thing of a line can be: what the names around it say of it."""
    declared = draft.names.declared
    text = draft.sources[path].split("\n")[line - 1]
    found: list[str] = []
    for call in re.finditer(r"([A-Za-z_]\w*)\(([^()]*)\)", text):
        for arg, param in zip(call[2].split(","), declared.params.get(call[1], ()), strict=False):
            if arg.strip() == of and (kind := declared.kind_of(param.type)) in declared.records:
                found.append(str(kind))
    found += [kind for word in re.findall(rf"([A-Za-z_]\w*)\s+{re.escape(of)}\b", text) if (kind := declared.record_of(word))]
    return list(dict.fromkeys(found))


def _compared(draft: Draft, path: str, line: int, start: str) -> Iterator[Offer]:
    """The values that what is compared can have."""
    found = _COMPARED.search(start)
    if found is None:
        return
    declared = draft.names.declared
    words = found[1].split(".")
    kind = None
    if len(words) == 1:
        kind = declared.kind_of(declared.results.get(words[0]))
    else:
        owners = _owners(draft, path, line, words[0]) or declared.owners.get(words[-1], [])
        kind = next((made for owner in owners if (made := declared.kind_of(declared.records.get(owner, {}).get(words[-1])))), None)
    for value, enums in declared.values.items():
        if kind in enums:
            node = declared.declarations[Name(NameKind.VALUE, f"{kind}.{value}")][0]
            title = node.title or "" if isinstance(node, nodes.EnumValue) else ""
            yield Offer(value if value.isidentifier() else f'"{value}"', NameKind.VALUE, title, Rank.VALUE)


def _measures(draft: Draft, start: str) -> Iterator[Offer]:
    if _NUMBER.search(start):
        for name in draft.names.declared.declarations:
            if name.kind is NameKind.MEASURE:
                yield Offer(name.text, NameKind.MEASURE, _detail(draft, name), Rank.VALUE)


def _cases(draft: Draft) -> Iterator[Offer]:
    titles = {one.number: one.title or "" for view in draft.loaded.book.views.values() for one in view.every_case()}
    for number in draft.names.declared.cases:
        yield Offer(number, NameKind.CASE, titles.get(number, ""), Rank.VALUE)


def _references(draft: Draft, start: str) -> Iterator[Offer]:
    """In a text, what may be in brackets: cases and terms."""
    if _ADDRESS.search(start) or start.rstrip().endswith("["):
        yield from _cases(draft)
        for name in draft.names.declared.terms.values():
            yield Offer(name.text, NameKind.TERM)
