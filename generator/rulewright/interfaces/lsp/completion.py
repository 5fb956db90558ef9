"""Completion: the keywords that the grammar accepts at a position, and names if it accepts one.

The block is parsed up to the position. After a comparison the values of its other side come first; after a number the measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum

from rulewright.base.names import NAME, is_name
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

_WORD = re.compile(rf"{NAME}\Z")
_FIELD = re.compile(rf"(?:({NAME})\.)\Z")
_COMPARED = re.compile(rf"((?:{NAME}\.)*{NAME})(?:\([^()]*\))?\s+(?:is(?:\s+not)?|in(?:\s+\{{)?(?:[^{{}}]*,)?)\s*\Z")
_OF_KIND = re.compile(r"\s(?:add|take)\s.*\sas\s+\Z")
_NUMBER = re.compile(r"\b[0-9]+(?:[./][0-9]+)?\s+\Z")
_ADDRESS = re.compile(r"\[([\w./+]*)\Z")


class Rank(IntEnum):
    """The rank of an offer in the list."""

    VALUE = 0
    NAME = 1
    WORD = 2


@record
class Offer:
    """An offer: the word, its kind, a detail, and the full text to insert."""

    word: str
    kind: NameKind | None
    detail: str = ""
    rank: Rank = Rank.NAME
    insert_text: str = ""


def completion_offers(draft: Draft, path: str, line: int, column: int) -> list[Offer]:
    """Return the offers at a position, the likeliest first; the client filters them by the word at the position."""
    text = draft.sources.get(path, "")
    lines = text.split("\n")
    line_start = lines[line - 1][: column - 1] if line <= len(lines) else ""
    word = _WORD.search(line_start)
    start = line_start[: word.start()] if word else line_start
    if _in_comment(start):
        return []
    if start.count('"') % 2 or _in_quotation(draft, path, line):
        return list(_reference_offers(draft, start + (word[0] if word else "")))
    if field := _FIELD.search(start):
        return list(_field_offers(draft, path, line, field[1]))
    offers = [*_value_offers(draft, path, line, start), *_measure_offers(draft, start)]
    accepted = accepted_after(_block_before(lines, line, start))
    if "CASE" in accepted:
        offers.extend(_case_offers(draft))
    if "NAME" in accepted:
        offers.extend(_name_offers(draft, path, line))
    words = load_grammar().lexer.keywords
    offers.extend(Offer(keyword, None, "", Rank.WORD) for keyword, terminal in words.items() if terminal in accepted)
    return list(
        {(offer.word, offer.kind): offer for offer in sorted(offers, key=lambda offer: (offer.rank, offer.word), reverse=True)}.values()
    )[::-1]


def _in_comment(start: str) -> bool:
    return "#" in re.sub(r'"[^"]*"', "", start)


def _in_quotation(draft: Draft, path: str, line: int) -> bool:
    """Return True if a line continues a quotation that begins above it."""
    placed_block = block_at(draft, path, line)
    if placed_block is None:
        return False
    above = draft.block_texts.get((path, placed_block.place.first_line), "").split("\n")[: line - placed_block.place.first_line]
    return sum(re.sub(r"#[^\"]*$", "", line_above).count('"') for line_above in above) % 2 == 1


def _block_before(lines: list[str], line: int, start: str) -> str:
    """Return the text of the block up to the position."""
    above = "\n".join([*lines[: line - 1], start])
    blocks = split_blocks(above)
    if not start.strip() and not start.startswith(" "):
        return ""
    return blocks[-1].text if blocks else ""


def accepted_after(text: str) -> frozenset[str]:
    """Return the terminals that can follow the beginning of a block."""
    grammar = load_grammar()
    table = grammar.table
    stack = before_end = [table.starts["start"]]
    begins_line = not text.rstrip(" ") or text.rstrip(" ").endswith("\n")
    if text.strip():
        try:
            for token, stack_before in grammar.tokens_with_stacks(text.rstrip() + "\n" if begins_line else text.rstrip()):
                if token.type == "$END":
                    break
                if token.type == "_NEWLINE":
                    before_end = stack_before
                next_stack = stack_after(table, stack_before, token.type)
                if next_stack is None and token.type == "_NEWLINE":
                    break
                if next_stack is None:
                    return frozenset()
                stack = next_stack
        except LayoutError:
            return frozenset()
        stack = _at_depth(text, stack) if begins_line else before_end
    return frozenset(name for name in table.actions[stack[-1]] if stack_after(table, stack, name) is not None)


def _at_depth(text: str, stack: list[int]) -> list[int]:
    """Return the parser's stack at the beginning of a new line: with an indent if it is deeper and the grammar accepts that."""
    lines = text.split("\n")
    above = next((line_above for line_above in reversed(lines[:-1]) if line_above.strip()), "")
    depth, depth_above = len(lines[-1]), len(above) - len(above.lstrip(" "))
    if depth > depth_above:
        return stack_after(load_grammar().table, stack, "_INDENT") or stack
    return stack


def _name_offers(draft: Draft, path: str, line: int) -> Iterator[Offer]:
    """Yield the facts and questions, the kinds, and the variables of the line."""
    declared = draft.names.declared
    for name, params in declared.params.items():
        callable_name = declared.callable_name(name) or Name(NameKind.QUESTION, name)
        yield Offer(
            name,
            callable_name.kind,
            _declaration_line(draft, callable_name),
            Rank.NAME,
            f"{name}({', '.join(param.name for param in params)})" if params else "",
        )
    for record_name in declared.records:
        yield Offer(record_name, NameKind.KIND)
    for use in draft.names.of_file(path):
        if use.name.kind is NameKind.THING and use.location.line in (line, line - 1):
            yield Offer(use.name.text, NameKind.THING)


def _declaration_line(draft: Draft, name: Name) -> str:
    """Return the first line of a declaration."""
    declaration = draft.names.declared.declarations.get(name)
    return "" if declaration is None else text_of(declaration[0]).split("\n")[0]  # type: ignore[arg-type]


def _field_offers(draft: Draft, path: str, line: int, thing: str) -> Iterator[Offer]:
    """Yield the fields of a thing: of its kind if the line determines it, else of all kinds."""
    declared = draft.names.declared
    owners = _possible_kinds(draft, path, line, thing)
    for owner in owners or declared.records:
        for name in declared.records.get(owner, {}):
            yield Offer(name, NameKind.FIELD, _declaration_line(draft, Name(NameKind.FIELD, f"{owner}.{name}")))
    for name, kinds in declared.owners.items():
        if name in declared.facts and (not owners or set(kinds) & set(owners)):
            yield Offer(name, NameKind.FACT, _declaration_line(draft, Name(NameKind.FACT, name)))


def _possible_kinds(draft: Draft, path: str, line: int, thing: str) -> list[str]:
    """Return the possible kinds of a thing, from the calls and declarations in its line."""
    declared = draft.names.declared
    text = draft.sources[path].split("\n")[line - 1]
    kinds: list[str] = []
    for call in re.finditer(rf"({NAME})\(([^()]*)\)", text):
        for arg, param in zip(call[2].split(","), declared.params.get(call[1], ()), strict=False):
            if arg.strip() == thing and (kind := declared.kind_of(param.type)) in declared.records:
                kinds.append(str(kind))
    kinds += [kind for word in re.findall(rf"({NAME})\s+{re.escape(thing)}\b", text) if (kind := declared.record_of(word))]
    return list(dict.fromkeys(kinds))


def _value_offers(draft: Draft, path: str, line: int, start: str) -> Iterator[Offer]:
    """Yield the values of the expression in a comparison; those of all enums where the kind of an amount stands."""
    declared = draft.names.declared
    if _OF_KIND.search(start):
        yield from (Offer(value, NameKind.VALUE, "", Rank.VALUE) for value in declared.values)
    comparison = _COMPARED.search(start)
    if comparison is None:
        return
    words = comparison[1].split(".")
    kind = None
    if len(words) == 1:
        kind = declared.kind_of(declared.results.get(words[0]))
    else:
        owners = _possible_kinds(draft, path, line, words[0]) or declared.owners.get(words[-1], [])
        kind = next(
            (owner_kind for owner in owners if (owner_kind := declared.kind_of(declared.records.get(owner, {}).get(words[-1])))), None
        )
    for value, enums in declared.values.items():
        if kind in enums:
            node = declared.declarations[Name(NameKind.VALUE, f"{kind}.{value}")][0]
            title = node.title or "" if isinstance(node, nodes.EnumValue) else ""
            yield Offer(value if is_name(value) else f'"{value}"', NameKind.VALUE, title, Rank.VALUE)


def _measure_offers(draft: Draft, start: str) -> Iterator[Offer]:
    if _NUMBER.search(start):
        for name in draft.names.declared.declarations:
            if name.kind is NameKind.MEASURE:
                yield Offer(name.text, NameKind.MEASURE, _declaration_line(draft, name), Rank.VALUE)


def _case_offers(draft: Draft) -> Iterator[Offer]:
    titles = {case.number: case.title or "" for view in draft.loaded.book.views.values() for case in view.all_cases()}
    for number in draft.names.declared.cases:
        yield Offer(number, NameKind.CASE, titles.get(number, ""), Rank.VALUE)


def _reference_offers(draft: Draft, start: str) -> Iterator[Offer]:
    """Yield the cases and terms that can stand in brackets in a text."""
    if _ADDRESS.search(start) or start.rstrip().endswith("["):
        yield from _case_offers(draft)
        for name in draft.names.declared.terms.values():
            yield Offer(name.text, NameKind.TERM)
