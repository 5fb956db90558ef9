"""What an amendment adds: paragraphs, rules, tables, examples and other lines; and its entry in the history of the case."""

from __future__ import annotations

from dataclasses import replace

from rulewright.rulebook import corrections, text_edits
from rulewright.rulebook.act_sentences import additions_in_words
from rulewright.rulebook.clauses import Content, addressed, provisions_of, within
from rulewright.rulebook.model import CaseId, CaseInForce, HistoryEntry, Origin
from rulewright.syntax import nodes


def add_to(
    case: CaseInForce, origin: Origin, content: Content, part: str | None, *, bearing: bool, also_of: tuple[CaseId, ...]
) -> CaseInForce:
    """The case with what one amendment adds.

    `bearing` is False for the second and later cases of a joint head: they get the text, while rules and examples stand once, at the
    first, whose provisions name the others in `also_of`.
    """
    text = text_edits.placed(case.text, part, content.text) if content.text else case.text
    if not bearing:
        return replace(case, text=text)
    provisions = case.provisions
    if content.formal:
        own = case.on[0] if case.on else CaseId(case.number)
        added = provisions_of(content, origin, own, within(case.scope, content.scope), also_of)
        provisions = addressed(case.number, provisions + added)
    removed = frozenset(line.piece for line, _ in content.other if isinstance(line, nodes.Setup) and line.kind is nodes.SetupKind.REMOVES)
    other = corrections.without_pieces(case.other, removed) if removed else case.other
    return replace(case, text=text, provisions=provisions, examples=case.examples + content.examples, other=other + content.other)


def entries(origin: Origin, content: Content, done: list[str], recorded: list[str]) -> tuple[HistoryEntry, ...]:
    """The history of one amendment: what was carried out, then, as an entry of its own, what could only be recorded."""
    carried_out = (*done, *additions_in_words(content))
    found = (HistoryEntry(origin, carried_out, True),) if carried_out or not recorded else ()
    return (*found, HistoryEntry(origin, tuple(recorded), False)) if recorded else found
