"""The book's policy, read pair by pair: which line speaks about two rules that may clash, and which of them it puts first."""

from __future__ import annotations

from typing import assert_never

from rulewright.base.keywords import Verb
from rulewright.semantics.model import PolicyLine, Program, Rule, TableVerb


def may_clash(one: Rule, other: Rule) -> bool:
    """Whether two rules of one stage can disagree at all."""
    return other.verb in _against(one.verb)


def _against(verb: Verb | TableVerb) -> tuple[Verb | TableVerb, ...]:
    """The verbs that can disagree with one."""
    match verb:
        case Verb.IS | TableVerb.LOOK_UP:
            return (Verb.IS, TableVerb.LOOK_UP)
        case Verb.ROUNDED:
            return (Verb.ROUNDED,)
        case Verb.MAY:
            return (Verb.MAY_NOT,)
        case Verb.MAY_NOT:
            return (Verb.MAY, Verb.MUST)
        case Verb.MUST:
            return (Verb.MAY_NOT, Verb.NEED_NOT)
        case Verb.NEED_NOT:
            return (Verb.MUST,)
        case Verb.YES:
            return (Verb.NO,)
        case Verb.NO:
            return (Verb.YES,)
        case Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST:
            return ()
        case _:
            assert_never(verb)


def speaking(program: Program, one: Rule, other: Rule) -> tuple[PolicyLine, bool, bool] | None:
    """The first line about two rules, whether it puts the first before the second, and whether it comes before `stated`."""
    before_stated = True
    for line in program.policy:
        if line.over is None or line.under is None:
            before_stated = False
            continue
        if line.over in {"later source", "earlier source"}:
            later = _later(program, one, other)
            if later is not None:
                return line, later is (line.over == "later source"), before_stated
            continue
        for strong, weak, forward in ((one, other, True), (other, one, False)):
            if _is(strong, line.over, line) and _is(weak, line.under, line):
                return line, forward, before_stated
    return None


def _later(program: Program, one: Rule, other: Rule) -> bool | None:
    """Whether the first of two rules about the same case is of the later source; None where the line does not speak."""
    if not set(one.about) & set(other.about):
        return None
    ranks = [program.sources.index(rule.source) if rule.source in program.sources else None for rule in (one, other)]
    first, second = ranks
    return None if first is None or second is None or first == second else first > second


def _is(rule: Rule, side: str, line: PolicyLine) -> bool:
    """Whether a rule is what a side of a line names."""
    match side:
        case "never" | "always":
            return rule.force == side
        case "may" | "may not" | "must" | "need not":  # the plain forms: a line that means `may never` says so
            return rule.verb.value == side and rule.force is None
        case "scenario rule":
            return rule.scope.scenario is not None
        case "option rule":
            return rule.scope.option is not None
        case "ruling":
            return rule.clause == "ruling"
        case "general rule":
            plain = rule.scope.scenario is None and rule.scope.option is None
            return plain and (line.over != "ruling" or rule.clause != "ruling")
        case _:  # open: the name of a source
            return rule.source == side
