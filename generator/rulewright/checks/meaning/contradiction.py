"""two rules that both stand say opposite things

## What it does
Looks, for every question, through all situations: facts within their domains, every scenario and every choice of a reading, with no option
where that is enough. It reports each pair of rules that have no precedence between them and that, in one and the same situation, give
different values, or of which one permits or requires what the other forbids; with the smallest such situation, and an example that proves
it.

## Why it matters
At the table both players are right. An answer that meets the contradiction is a conflict.

## Example
```case
enum arm: infantry, cavalry
record unit
  arm: arm
  in_fortress: yes/no
verdict leave(u: unit)

case 8.1 "Combat"
  must leave(u) when u.arm is infantry

case 8.2 "Fortresses"
  may not leave(u) when u.in_fortress
```

## Use instead
```diff
 case 8.2 "Fortresses"
+  overrides 8.1
```

## Limits
What cannot be decided is listed as not analysed, with the reason. Where things of a kind are counted, situations with
up to three of them are tried. Where the source contradicts itself, write `accepts contradiction with CASE because "…"`: the finding is
then `info`, and an answer that meets it is still a conflict.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import replace

from rulewright.analysis.situations import example_of, shown_in, witness_of
from rulewright.analysis.verdicts.findings import Finding, Kind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.decided import asked, each, label, of_kind, rule_of, says, speakers
from rulewright.semantics.model import Rule

CHECK = Check("RW301", "contradiction", Severity.ERROR, of_verdicts=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    alike: dict[Hashable, list[Finding]] = defaultdict(list)
    for found in of_kind(given, Kind.CONTRADICTION):
        alike[found.question, frozenset(_line_of(given, found, said.who) for said in found.said)].append(found)
    for first, *others in alike.values():
        finding = clash_finding(CHECK, given, first, "")
        yield replace(finding, notes=(*finding.notes, *(f"{each(speakers(other))} likewise" for other in others)))


def _line_of(given: CheckInput, found: Finding, id: str) -> Hashable:
    """Rules that say one thing: grounds of one line, and choices of a reading that say it in the same words."""
    rule = rule_of(given, found.question, id)
    if rule is None:
        return id
    return rule.written_at if rule.scope.reading is None else (rule.scope.reading, rule.says)


def clash_finding(check: Check, given: CheckInput, found: Finding, before: str) -> Diagnostic:
    """Two rules, what each says, the situation, and what would settle it; `before` is how the sentence begins."""
    first, second = found.said
    assert found.situation is not None
    question = f"`{asked(found, given)}`"
    who = speakers(found)
    return check.finding(
        f"{before}{who[0]} says that {question} {says(first.value)}, and {who[1]} that it {says(second.value)}",
        [label(given, found.question, said.who, said.value) for said in found.said],
        help=_settles(given, found),
        notes=(shown_in(found.situation),),
        cases=found.cases,
        example=example_of(found, f"{each(who)} contradict each other"),
        witness=witness_of(found),
    )


def _settles(given: CheckInput, found: Finding) -> str:
    """What would settle it."""
    first, second = found.said
    one, other = speakers(found)
    ways = [f"write `overrides {other}` in {one}, or the other way round"]
    rules = [rule_of(given, found.question, said.who) for said in found.said]
    line = None if rules[0] is None or rules[1] is None else policy_line(rules[0], rules[1])
    if line is not None:
        ways.append(f"let the policy say `{line}`")
    ways.append("write a reading where the text can be understood either way")
    with_ = "" if first.case == second.case else f" with {second.case}"
    ways.append(f'if the source contradicts itself: `accepts contradiction{with_} because "…"` in {first.case}')
    return "; ".join(ways)


def policy_line(one: Rule, other: Rule) -> str | None:
    """A line of the policy that would speak about two rules."""
    for special in ("scenario", "option"):
        if (getattr(one.scope, special) is None) is not (getattr(other.scope, special) is None):
            return f"{special} rule over general rule"
    if one.clause != other.clause and "ruling" in (one.clause, other.clause):
        return "ruling over general rule"
    if one.source != other.source and set(one.about) & set(other.about):
        return "later source over earlier source"
    words = [rule.force or rule.verb.value for rule in (one, other)]
    verdicts = {"may", "may not", "must", "need not", "never", "always"}
    return f"{words[0]} over {words[1]}` or `{words[1]} over {words[0]}" if set(words) <= verdicts and words[0] != words[1] else None
