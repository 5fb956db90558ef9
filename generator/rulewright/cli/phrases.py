"""A book's rules and conditions in words for people: the site's sentences, worked out once and kept, since `ask` must be quick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.language import nodes
    from rulewright.loaded import Loaded


@dataclass(frozen=True)
class Wording:
    """`rules`: the sentence of each rule by its address; `conditions`: the clause of each condition by its text in the language."""

    rules: dict[str, str]
    conditions: dict[str, str]

    def rule(self, address: str, otherwise: str) -> str:
        """The sentence of a rule; of a ground (`14.43.3.b`) that of its rule; else what is given."""
        return self.rules.get(address) or self.rules.get(address.rpartition(".")[0]) or otherwise

    def condition(self, text: str) -> str:
        """The clause of a condition, else its text. A label before it (`b. …`) stays."""
        if text in self.conditions:
            return self.conditions[text]
        label, dot, rest = text.partition(" ")
        return f"{label} {self.conditions[rest]}" if dot and rest in self.conditions else text


NO_WORDING = Wording({}, {})


def wording(loaded: Loaded, edition: str) -> Wording:
    """The words of one edition, from disk where they are kept."""
    return loaded.keep(f"wording.{edition}", lambda: _worded(loaded, edition))


def _worded(loaded: Loaded, edition: str) -> Wording:
    from rulewright.language import nodes
    from rulewright.language.text import text_of
    from rulewright.site.sentences import Sentences

    sentences = Sentences(loaded.book)
    rules: dict[str, str] = {}
    conditions: dict[str, str] = {}
    for provision in loaded.book.views[edition].provisions():
        rule = provision.node
        if not isinstance(rule, nodes.Rule):
            continue
        address, clause = provision.id.text, sentences.rule(rule)
        rules[address] = f"{clause.lead} {'; '.join(f'({label}) {words}' for label, words in clause.items)}".rstrip()
        for label, words in clause.items:
            rules[f"{address}.{label}"] = f"{clause.lead} ({label}) {words}"
        scope = sentences.scope_of(rule)
        for condition in _conditions(rule):
            conditions.setdefault(text_of(condition), sentences.expr(condition, scope))
    return Wording(rules, conditions)


def _conditions(rule: nodes.Rule) -> Iterator[nodes.Expr]:
    """Each condition of a rule, whole and in its parts."""
    from rulewright.language import nodes

    waiting = [item.condition for guard in rule.guards for item in guard.items]
    while waiting:
        condition = waiting.pop()
        yield condition
        if isinstance(condition, nodes.And | nodes.Or):
            waiting.extend(condition.parts)
        elif isinstance(condition, nodes.Not):
            waiting.append(condition.of)
