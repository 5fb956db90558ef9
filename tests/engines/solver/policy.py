"""What the policy of a book says about two rules, and which rule another repeats."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.semantics import model as p


def rank_of(program: p.Program, line: p.PolicyLine | None) -> int:
    """The place of a line in the policy; None is `stated`, which comes first if it is not listed."""
    places = [index for index, found in enumerate(program.policy) if found == line or (line is None and found.over is None)]
    return places[0] if places else -1


def speaking(program: p.Program, one: p.Rule, other: p.Rule) -> tuple[p.PolicyLine | None, p.Rule, p.Rule]:
    """The first line of the policy, but `stated`, about two rules, with the stronger and the weaker."""
    for line in program.policy:
        if line.over is None or line.under is None:
            continue
        for a, b in ((one, other), (other, one)):
            if side(program, line.over, a, b) and side(program, line.under, b, a):
                return line, a, b
    return None, one, other


def side(program: p.Program, words: str, rule: p.Rule, other: p.Rule) -> bool:
    order = program.sources
    match words:
        case "never" | "always":
            return rule.force == words
        case "may" | "may not" | "must" | "need not":
            return rule.verb.value == words and rule.force is None
        case "later source" | "earlier source":
            if not set(rule.about) & set(other.about) or rule.source not in order or other.source not in order:
                return False
            later = order.index(rule.source) - order.index(other.source)
            return later > 0 if words == "later source" else later < 0
        case "scenario rule":
            return rule.scope.scenario is not None
        case "option rule":
            return rule.scope.option is not None
        case "general rule":
            return rule.scope.scenario is None and rule.scope.option is None
        case _:
            raise NotImplementedError(words)


def restated(rules: Mapping[int, p.Rule], uid: int) -> int | None:
    """The rule that a rule restates; of the grounds of a block, the one with its own letter."""
    targets = [other for other in rules[uid].restates if other in rules and other != uid]
    alike = [other for other in targets if rules[other].label == rules[uid].label]
    return next(iter([*alike, *targets]), None)
