"""Changes of words in a rule: `in 8.6.late replaces "17" with "15"`. The line is read as if it were so written."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any, TypeVar

from rulewright.base.prose_lists import listing
from rulewright.base.source import Span
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.cases import find_line
from rulewright.rulebook.clauses import line_name
from rulewright.rulebook.model import CaseInForce, CellCorrection, Formal, Origin
from rulewright.syntax import nodes
from rulewright.syntax.printer import PrintedLine, printed_lines
from rulewright.syntax.syntax_errors import Sentence

N = TypeVar("N")
MAX_CONTEXT = 20  # characters


def replace_rule_words(case: CaseInForce, act: nodes.ReplacesInRule, origin: Origin) -> tuple[CaseInForce, Sentence | None]:
    """Return the case with words of one of its rules replaced; the same case and the problem if the act does not fit."""
    address = act.line.removeprefix(f"{case.number}.")
    provision = find_line(case, address)
    if provision is None:
        names = [name for line in case.provisions if (name := line_name(line)) is not None]
        rule, _, item = address.partition(".")
        if item and find_line(case, rule) is not None:
            help = f"the words of an item are words of its rule: write `in {case.number}.{rule} replaces …`"
        else:
            help = did_you_mean(address, names) or (f"its lines are {listing(names, 'and')}" if names else "name a rule of this case")
        return case, Sentence("RW119", "correction-finds-nothing", f"case {case.number} has no rule `{address}`", help)
    if isinstance(provision.node, nodes.Table):
        help = f'correct a cell of it: `corrects {provision.node.name} row "…" column "…" from … to …`'
        return case, Sentence("RW119", "correction-finds-nothing", f"{act.line} is a table, not a rule", help)
    changed = _replace_words(provision.node, act)
    if isinstance(changed, Sentence):
        return case, changed
    corrections = (*provision.corrections, CellCorrection("", "", origin, act.span, tuple(tag.name for tag in act.tags)))
    provisions = tuple(replace(line, node=changed, corrections=corrections) if line is provision else line for line in case.provisions)
    return replace(case, provisions=provisions), None


def _replace_words(node: Formal, act: nodes.ReplacesInRule) -> Formal | Sentence:
    """Return the line with the new words, at the place of the old one, or what is wrong."""
    old, new = " ".join(act.old.split()), " ".join(act.new.split())
    lines = printed_lines(replace(node, name=None) if isinstance(node, nodes.Addressed) else node, 1)
    # A part of a word, of a path or of a decimal number is no word; an end of a range is one.
    pattern = re.compile(rf"(?<!\w)(?<!(?<!\.)\.){re.escape(old)}(?!\w|\.\w)" if old else r"(?!)")
    matches = [(index, match) for index, line in enumerate(lines) for match in pattern.finditer(line.text)]
    if not matches:
        help = f"cite words of the rule as it is at this point: `{lines[0].text}`"
        return Sentence("RW113", "words-not-in-text", f"the words `{old}` are not in the rule {act.line}", help)
    if len(matches) > 1:
        contexts = [f"`{_with_context(lines[index].text, match)}`" for index, match in matches]
        message = f"the words `{old}` occur {len(matches)} times in the rule {act.line}, and the amendment does not say which"
        return Sentence("RW118", "words-more-than-once", message, f"cite more words: {listing(contexts, 'or')}")
    [(index, match)] = matches
    text = lines[index].text
    lines[index] = lines[index]._replace(text=f"{text[: match.start()]}{new}{text[match.end() :]}")
    parsed = _parse_line(lines)
    if not isinstance(parsed, type(node)):
        reason = parsed if isinstance(parsed, str) else "it is no rule any more"
        return Sentence(
            "RW127",
            "changed-rule-not-read",
            f"with `{new}` for `{old}` the rule {act.line} cannot be read: {reason}",
            f"the line would be `{lines[index].text}`; correct the new words, or cite more of the old ones",
        )
    if isinstance(parsed, nodes.Addressed) and isinstance(node, nodes.Addressed):
        parsed = replace(parsed, name=node.name)
    return _at_span(parsed, node.span)


def _with_context(text: str, match: re.Match[str]) -> str:
    """Return a match with the words next to it."""
    start, end = max(0, match.start() - MAX_CONTEXT), match.end() + MAX_CONTEXT
    head, tail = text[start : match.start()], text[match.end() : end]
    return (head.partition(" ")[2] if start else head) + match[0] + (tail.rpartition(" ")[0] if end < len(text) else tail)


def _parse_line(lines: list[PrintedLine]) -> nodes.Node | str:
    """Return the only line of a case, or why it cannot be read."""
    from rulewright.syntax.parser import parse_source, source_of

    text = "\n".join("  " * line.depth + line.text + "".join(f"  @{tag.name}" for tag in line.tags) for line in lines)
    blocks, diagnostics = parse_source(source_of("", f"case 1\n{text}\n"))
    if diagnostics:
        return diagnostics[0].message
    body = blocks[0].block.body  # type: ignore[union-attr]  # a case
    return body[0] if len(body) == 1 else "it is several lines"


def _at_span(value: N, span: Span) -> N:
    """Return a node with all its parts at one place: where it is written, the new words are not."""
    if isinstance(value, tuple):
        return tuple(_at_span(part, span) for part in value)  # type: ignore[return-value]
    if not isinstance(value, nodes.Node):
        return value
    parts: dict[str, Any] = {
        each.name: _at_span(part, span) for each in fields(value) if isinstance(part := getattr(value, each.name), (nodes.Node, tuple))
    }
    return replace(value, **parts, span=span)
