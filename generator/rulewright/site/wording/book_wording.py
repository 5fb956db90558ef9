"""A book's rules and conditions in words for people, edition by edition: the sentences that its pages, its calculators and `ask` show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.core.wording import TableWords, Wording
from rulewright.semantics.presence import presence_conditions
from rulewright.site.wording.sentences import Sentences
from rulewright.site.wording.tables import table_words
from rulewright.site.wording.words import plural
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.rulebook.model import EditionView


def wording_of(sentences: Sentences, view: EditionView) -> Wording:
    """The words of one edition."""
    rules: dict[str, str] = {}
    conditions: dict[str, str] = {}
    tables: dict[str, TableWords] = {}
    for provision in view.provisions_in_force():
        rule = provision.node
        if isinstance(rule, nodes.Table) and rule.rows:
            tables[provision.id.text] = table_words(rule, sentences)
        if not isinstance(rule, nodes.Rule):
            continue
        address, clause = provision.id.text, sentences.rule_clause(rule)
        rules[address] = clause.text
        lead_of_ground = re.sub(r" when any of these hold(?:, and only then)?:$", " when", clause.lead)
        for label, words in clause.items if any(item.label for guard in rule.guards for item in guard.items) else ():
            rules[f"{address}.{label}"] = f"{lead_of_ground} ({label}) {re.sub(r';(?: and)?$', '', words)}"
        scope = sentences.condition_scope(rule)
        for condition in _rule_conditions(rule):
            text, denied = text_of(condition), sentences.negated_expr(condition, scope)
            conditions.setdefault(text, sentences.phrase_of(condition, scope))
            conditions.setdefault(f"not ({text})", denied)  # of `unless`
            conditions.setdefault(f"not {text}", denied)
    return Wording(rules, conditions, tables)


def measure_forms(core: Core) -> dict[str, tuple[str, str]]:
    """Return one and several of what each measure counts, in words."""
    return {name: (title, plural(title)) for name, title in core.measures.items()}


def _rule_conditions(rule: nodes.Rule) -> Iterator[nodes.Expr]:
    """Yield the conditions of a rule, whole and in their parts, and those that its amount implies."""
    pending = [item.condition for guard in rule.guards for item in guard.items]
    yield from presence_conditions(rule.effect)
    while pending:
        condition = pending.pop()
        yield condition
        if isinstance(condition, nodes.And | nodes.Or):
            pending.extend(condition.parts)
        elif isinstance(condition, nodes.Not):
            pending.append(condition.of)
