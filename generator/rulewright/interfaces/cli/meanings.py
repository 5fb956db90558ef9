"""Changes of answers between editions as text for people: by question, and by amendment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.analysis.comparison.answer_change import Effect
from rulewright.interfaces.cli.common import format_count

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
    from rulewright.analysis.comparison.answer_change import Change
    from rulewright.analysis.comparison.core_difference import QuestionDifference
    from rulewright.analysis.verdicts.findings import Witness

EFFECT_STYLES = {
    Effect.CONFLICT.value: ("opens a conflict", "bold red"),
    Effect.OUT_OF_RANGE.value: ("leads out of range", "bold red"),
    Effect.CHANGES.value: ("changes answers", "bold yellow"),
    Effect.OPENS.value: ("leaves open", "bold magenta"),
    Effect.SETTLES.value: ("settles", "bold green"),
    "adds": ("adds questions", "bold cyan"),
    "none": ("changes no answer", "dim"),
    "not decided": ("not decided", "dim italic"),
}
"""Words and style for each effect."""
MAX_CHANGES_SHOWN = 3
"""Maximum number of changes shown per amendment; JSON has them all."""


def show_meaning(out: Console, meaning: Meaning) -> None:
    """Print the changes of answers, then the effects of amendments."""
    differences = meaning.differences
    out.print(Text("\nAnswers", "bold underline"))
    for line in _count_lines(meaning):
        out.print(Text(f"  {line}"), soft_wrap=True)
    for number, change in enumerate(differences.changes):
        out.print()
        causes = [meaning.amendments[place] for place in meaning.causes[number]] if meaning.causes else []
        show_change(out, change, "  ", causes)
    for question, reason in _reasons_of_doubt(differences.verdicts):
        out.print(Text.assemble(("\n  not decided   ", "dim italic"), (question, "bold"), f"  {reason}"), soft_wrap=True)
    if meaning.amendments:
        out.print(Text("\nAmendments", "bold underline"))
        for amendment in meaning.amendments:
            _show_amendment(out, amendment)


def _count_lines(meaning: Meaning) -> list[str]:
    differences = meaning.differences
    effects = Counter(change.effect for change in differences.changes)
    lines = [f"{format_count(len(differences.equal), 'question')} with the same answer in every situation"]
    phrases = {
        Effect.CHANGES: "with another answer in some situation",
        Effect.SETTLES: "answered where there was no single answer",
        Effect.OPENS: "left undetermined where there was an answer",
        Effect.CONFLICT: "in conflict where there was none",
        Effect.OUT_OF_RANGE: "out of range where it was not",
    }
    lines += [f"{format_count(effects[effect], 'question')} {words}" for effect, words in phrases.items() if effects[effect]]
    for names, words in ((differences.added, "only in the later"), (differences.removed, "only in the earlier")):
        if names:
            lines.append(f"{format_count(len(names), 'question')} {words}: {', '.join(names)}")
    lines += [
        f"the {declaration.kind} {declaration.name}: {declaration.text_before or 'not there'} → {declaration.text_after or 'not there'}"
        for declaration in differences.unlike
    ]
    if differences.not_analysed:
        lines.append(f"{format_count(len(differences.not_analysed), 'question')} not fully decided")
    return lines


def show_change(out: Console, change: Change, indent: str, causes: Sequence[AmendmentEffect] = ()) -> None:
    """Print one situation whose answer changes, and the amendments or cases that cause it."""
    words, style = EFFECT_STYLES[change.effect.value]
    head = Text.assemble((f"{indent}{words:<18}", style), (change.situation.question, "bold"), "   ", change.outcome_before.text)
    out.print(head.append(f" → {change.outcome_after.text}"), soft_wrap=True)
    for line in situation_lines(change.situation):
        out.print(Text(f"{indent}  {line}"), soft_wrap=True)
    if causes:
        amendment_names = ", ".join(dict.fromkeys(f"{amendment.source} on {amendment.number}" for amendment in causes))
        out.print(Text(f"{indent}  by {amendment_names}", "dim"), soft_wrap=True)
    elif change.cases:
        out.print(Text(f"{indent}  by {', '.join(change.cases)}", "dim"), soft_wrap=True)


def situation_lines(case: Witness) -> list[str]:
    """Return a situation as lines: facts, switches, and the things that neither the question nor the facts name."""
    lines = []
    if case.facts:
        lines.append("when " + ", ".join(f"{name} is {value}" for name, value in case.facts))
    switched = [f"option {name}" for name in case.options] + ([f"scenario {case.scenario}"] if case.scenario else [])
    switched += [f"{name} read as {choice}" for name, choice in case.readings]
    if switched:
        lines.append("with " + ", ".join(switched))
    all_names = " ".join([case.question, *(f"{name} {value}" for name, value in case.facts)])
    others = [f"{thing}, a {kind.replace('_', ' ')}" for thing, kind in case.world if thing not in all_names]
    if others:
        lines.append("there is " + "; ".join(others))
    return lines


def _show_amendment(out: Console, amendment: AmendmentEffect) -> None:
    words, style = EFFECT_STYLES[amendment.word]
    title = f"  {amendment.title}" if amendment.title else ""
    kind = "" if amendment.kind.value == "amendment" else f" ({amendment.kind.value})"
    out.print(
        Text.assemble((f"\n  {words:<18}", style), (f"{amendment.source} on {amendment.number}", "bold"), kind, title), soft_wrap=True
    )
    changes = [change for verdict in amendment.verdicts for change in verdict.changes]
    for change in changes[:MAX_CHANGES_SHOWN]:
        is_by_itself = len(change.cases) == 1 and f"{amendment.number}.".startswith(f"{change.cases[0]}.")
        show_change(out, replace(change, cases=()) if is_by_itself else change, "    ")
    if len(changes) > MAX_CHANGES_SHOWN:
        out.print(Text(f"    and {format_count(len(changes) - MAX_CHANGES_SHOWN, 'change')} more", "dim"), soft_wrap=True)
    if amendment.added:
        out.print(Text(f"    brings {', '.join(amendment.added)}"), soft_wrap=True)
    for question, reason in _reasons_of_doubt(amendment.verdicts):
        out.print(Text(f"    not decided: {question}, {reason}", "dim italic"), soft_wrap=True)


def _reasons_of_doubt(verdicts: Sequence[QuestionDifference]) -> Iterator[tuple[str, str]]:
    """Yield the questions that were not fully decided, with the reason, and what is left to decide where a change is shown."""
    for verdict in verdicts:
        if verdict.reason is not None:
            remainder = "whether it changes in other ways, too: " if verdict.changes else ""
            yield verdict.question, remainder + verdict.reason
