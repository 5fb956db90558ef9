"""What the policy of a book says about two rules."""

from __future__ import annotations

from rulewright.semantics import program as p


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
            if side(program, line.over, line, a, b) and side(program, line.under, line, b, a):
                return line, a, b
    return None, one, other


def side(program: p.Program, words: str, line: p.PolicyLine, rule: p.Rule, other: p.Rule) -> bool:
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
        case "general rule" if "scenario rule" in (line.over, line.under):
            return rule.scope.scenario is None
        case "general rule" if "option rule" in (line.over, line.under):
            return rule.scope.option is None
    raise NotImplementedError(words)
