"""The book's policy applied to pairs of rules: the first line that applies to two rules that may clash, and the rule it prefers."""

from __future__ import annotations

from typing import assert_never

from rulewright.base.keywords import Verb
from rulewright.semantics.model import PolicyLine, Program, Rule, TableVerb


def may_clash(lhs: Rule, rhs: Rule) -> bool:
    """Return True if two rules of one stage can disagree at all."""
    return rhs.verb in _opposing_verbs(lhs.verb)


def can_clash(rule: Rule) -> bool:
    """Return True if a rule of some verb can disagree with this one; none can with a change or a limit."""
    return bool(_opposing_verbs(rule.verb))


def _opposing_verbs(verb: Verb | TableVerb) -> tuple[Verb | TableVerb, ...]:
    """Return the verbs that can disagree with `verb`."""
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


def first_line_about(program: Program, lhs: Rule, rhs: Rule) -> tuple[PolicyLine, bool, bool] | None:
    """Return the first policy line that applies to two rules, or None.

    The line comes with two truths: it prefers `lhs` to `rhs`, and it comes before `stated`.
    """
    before_stated = True
    for line in program.policy:
        if line.over is None or line.under is None:
            before_stated = False
            continue
        if line.over in {"later source", "earlier source"}:
            later = _has_later_source(program, lhs, rhs)
            if later is not None:
                return line, later is (line.over == "later source"), before_stated
            continue
        for strong, weak, forward in ((lhs, rhs, True), (rhs, lhs, False)):
            if _matches_side(program, strong, line.over, line) and _matches_side(program, weak, line.under, line):
                return line, forward, before_stated
    return None


def _has_later_source(program: Program, lhs: Rule, rhs: Rule) -> bool | None:
    """Return True if `lhs` is of a later source than `rhs`; None if the rules share no case or their sources have no order."""
    if not set(lhs.about) & set(rhs.about):
        return None
    ranks = [program.sources.index(rule.source) if rule.source in program.sources else None for rule in (lhs, rhs)]
    first, second = ranks
    return None if first is None or second is None or first == second else first > second


def home_source(program: Program, rule: Rule) -> str:
    """Return the source of the case that a rule is about: of a rule of an amendment, a ruling or a reading, that of the case it is on.

    It is the rule's own source if the rule is about cases of several sources.
    """
    sources = {program.case_sources[case] for case in rule.about if case in program.case_sources}
    return declared_source(program, sources.pop() if len(sources) == 1 else rule.source)


def declared_source(program: Program, source: str) -> str:
    """Return the source as the front page names it, also of what it brings into force on a day of its own."""
    return program.parts_of.get(source, source)


def _matches_side(program: Program, rule: Rule, side: str, line: PolicyLine) -> bool:
    """Return True if a rule matches what one side of a policy line names."""
    match side:
        case "never" | "always":
            return rule.force == side
        case "may" | "may not" | "must" | "need not":  # the plain forms: `may never` is a side of its own
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
            source = declared_source(program, rule.source)
            if source in (line.over, line.under):  # a line that names the source of the rule itself speaks of it by that
                return source == side
            return home_source(program, rule) == side
