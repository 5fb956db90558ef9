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

from rulewright.analysis.situations import example_for_finding, situation_note, witness_json
from rulewright.analysis.verdicts.findings import Finding, FindingKind
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.prose_lists import listing
from rulewright.checks.common.check import Check, CheckInput, stable_address
from rulewright.checks.common.decided import (
    effect_phrase,
    findings_of_kind,
    join_cases,
    label_of,
    question_of,
    question_text,
    rule_of,
    speaker_names,
)
from rulewright.semantics.advice import is_advice
from rulewright.semantics.model import Rule

CHECK = Check("RW301", "contradiction", Severity.ERROR, reads_verdicts=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    alike: dict[Hashable, list[Finding]] = defaultdict(list)
    for finding in findings_of_kind(check_input, FindingKind.CONTRADICTION):
        if is_advice(question_of(check_input, finding.question)):
            continue  # a check of its own
        alike[finding.question, frozenset(_line_of(check_input, finding, statement.who) for statement in finding.statements)].append(
            finding
        )
    for first, *likewise in alike.values():
        diagnostic = clash_finding(CHECK, check_input, first, "")
        yield replace(diagnostic, notes=(*diagnostic.notes, *(f"{join_cases(speaker_names(further))} likewise" for further in likewise)))


def _line_of(check_input: CheckInput, finding: Finding, id: str) -> Hashable:
    """Return a key that is equal for grounds of one line, and for choices of a reading with the same words."""
    rule = rule_of(check_input, finding.question, id)
    if rule is None:
        return id
    return rule.written_at if rule.scope.reading is None else (rule.scope.reading, rule.says)


def clash_finding(check: Check, check_input: CheckInput, finding: Finding, opening: str, accepted: str = "contradiction") -> Diagnostic:
    """Return the diagnostic on two clashing rules: their effects, the situation and the remedies; the message begins with `opening`.

    `accepted` is the name by which a book accepts it.
    """
    first, second = finding.statements
    assert finding.situation is not None
    question = f"`{question_text(finding, check_input)}`"
    speaker, rival = speaker_names(finding)
    return check.finding(
        f"{opening}{speaker} says that {question} {effect_phrase(first.value)}, and {rival} that it {effect_phrase(second.value)}",
        [label_of(check_input, finding.question, statement.who, statement.value) for statement in finding.statements],
        help=_clash_remedies(check_input, finding, accepted),
        notes=(situation_note(finding.situation),),
        cases=finding.cases,
        example=example_for_finding(finding, f"{join_cases((speaker, rival))} contradict each other"),
        witness=witness_json(finding),
    )


def _clash_remedies(check_input: CheckInput, finding: Finding, accepted: str) -> str:
    """Return the remedies for a clash, as one help text."""
    first, second = finding.statements
    winner, loser = speaker_names(finding)
    remedies = [_suggest_precedence(check_input, winner, loser)]
    rules = [rule_of(check_input, finding.question, statement.who) for statement in finding.statements]
    line = None if rules[0] is None or rules[1] is None else policy_line(rules[0], rules[1])
    if line is not None:
        remedies.append(f"let the policy say `{line}`")
    remedies.append("write a reading where the text can be understood either way")
    with_ = "" if first.case == second.case else f" with {second.case}"
    remedies.append(f'if the source contradicts itself: `accepts {accepted}{with_} because "…"` in {first.case}')
    return "; ".join(remedies)


def _suggest_precedence(check_input: CheckInput, winner: str, loser: str) -> str:
    """Return the advice to let one rule override the other; rules that are addressed by their place are named first."""
    names: list[str] = []
    addresses = {winner: winner, loser: loser}
    for speaker in addresses:
        target = check_input.edition_index.addresses.resolve_address(speaker)
        if target is not None and not target.is_whole and target.provisions:
            name, addresses[speaker] = stable_address(check_input, target.provisions[0], speaker)
            names += [f"`{name}: ` before {speaker}"] if name else []
    first_step = f"write {listing(names, 'and')}, then " if names else "write "
    return f"{first_step}`overrides {addresses[loser]}` in {addresses[winner]}, or the other way round"


def policy_line(first: Rule, second: Rule) -> str | None:
    """Return a line of the policy that would rank two rules, or None."""
    for special in ("scenario", "option"):
        if (getattr(first.scope, special) is None) is not (getattr(second.scope, special) is None):
            return f"{special} rule over general rule"
    if first.clause != second.clause and "ruling" in (first.clause, second.clause):
        return "ruling over general rule"
    if first.source != second.source and set(first.about) & set(second.about):
        return "later source over earlier source"
    verbs = [rule.force or rule.verb.value for rule in (first, second)]
    verdicts = {"may", "may not", "must", "need not", "never", "always"}
    return f"{verbs[0]} over {verbs[1]}` or `{verbs[1]} over {verbs[0]}" if set(verbs) <= verdicts and verbs[0] != verbs[1] else None
