"""Additions of an amendment to a case: paragraphs, rules, tables, examples and other lines; and its entry in the history of the case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.rulebook import corrections, text_edits
from rulewright.rulebook.act_sentences import addition_phrases
from rulewright.rulebook.clauses import Content, assign_addresses, build_provisions, merge_scopes
from rulewright.rulebook.model import CaseId, CaseInForce, HistoryEntry, Origin
from rulewright.syntax import nodes


def add_content(
    case: CaseInForce, origin: Origin, content: Content, part: str | None, *, keeps_rules: bool, also_of: tuple[CaseId, ...]
) -> CaseInForce:
    """Return the case with the additions of one amendment.

    `keeps_rules` is False for the second and later cases of a joint head: they get the text, while rules and examples are added once, to
    the first case, whose provisions name the others in `also_of`.
    """
    text = text_edits.place_paragraphs(case.text, part, content.text) if content.text else case.text
    if not keeps_rules:
        return replace(case, text=text)
    provisions = case.provisions
    if content.formal:
        home_case = case.ruled_cases[0] if case.ruled_cases else CaseId(case.number)
        added = build_provisions(content, origin, home_case, merge_scopes(case.scope, content.scope), also_of)
        provisions = assign_addresses(case.number, provisions + added)
    removed = frozenset(line.piece for line, _ in content.other if isinstance(line, nodes.Setup) and line.kind is nodes.SetupKind.REMOVES)
    other = corrections.without_pieces(case.other, removed) if removed else case.other
    return replace(case, text=text, provisions=provisions, examples=case.examples + content.examples, other=other + content.other)


def history_entries(origin: Origin, content: Content, done: Sequence[str], recorded: Sequence[str]) -> tuple[HistoryEntry, ...]:
    """Return the history entries of one amendment: the acts carried out, then, as a second entry, the acts only recorded."""
    carried_out = (*done, *addition_phrases(content))
    carried_entries = (HistoryEntry(origin, carried_out, True),) if carried_out or not recorded else ()
    return (*carried_entries, HistoryEntry(origin, tuple(recorded), False)) if recorded else carried_entries
