"""What changed in answers, for people: question by question, and amendment by amendment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.analysis.comparison.core_difference import Effect
from rulewright.interfaces.cli.common import count

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
    from rulewright.analysis.comparison.core_difference import Change
    from rulewright.analysis.verdicts.findings import Witness

WORDS = {
    Effect.CONFLICT.value: ("opens a conflict", "bold red"),
    Effect.CHANGES.value: ("changes answers", "bold yellow"),
    Effect.OPENS.value: ("leaves open", "bold magenta"),
    Effect.SETTLES.value: ("settles", "bold green"),
    "adds": ("adds questions", "bold cyan"),
    "none": ("changes no answer", "dim"),
    "not decided": ("not decided", "dim italic"),
}
"""What an effect is called, and its colour."""
MOST_CHANGES = 3
"""So many changes of one amendment are shown; JSON has them all."""


def show_meaning(out: Console, meaning: Meaning) -> None:
    """Answers first, amendments after."""
    differences = meaning.differences
    out.print(Text("\nAnswers", "bold underline"))
    for line in _counted(meaning):
        out.print(Text(f"  {line}"), soft_wrap=True)
    for number, change in enumerate(differences.changes):
        out.print()
        causes = [meaning.amendments[place] for place in meaning.causes[number]] if meaning.causes else []
        show_change(out, change, "  ", causes)
    for question, reason in differences.not_analysed:
        out.print(Text.assemble(("\n  not decided   ", "dim italic"), (question, "bold"), f"  {reason}"), soft_wrap=True)
    if meaning.amendments:
        out.print(Text("\nAmendments", "bold underline"))
        for one in meaning.amendments:
            _show_amendment(out, one)


def _counted(meaning: Meaning) -> list[str]:
    differences = meaning.differences
    effects = Counter(change.effect for change in differences.changes)
    lines = [f"{count(len(differences.equal), 'question')} with the same answer in every situation"]
    phrases = {
        Effect.CHANGES: "with another answer in some situation",
        Effect.SETTLES: "answered where there was no single answer",
        Effect.OPENS: "left undetermined where there was an answer",
        Effect.CONFLICT: "in conflict where there was none",
    }
    lines += [f"{count(effects[effect], 'question')} {words}" for effect, words in phrases.items() if effects[effect]]
    for names, words in ((differences.added, "only in the later"), (differences.removed, "only in the earlier")):
        if names:
            lines.append(f"{count(len(names), 'question')} {words}: {', '.join(names)}")
    lines += [f"the {one.kind} {one.name}: {one.before or 'not there'} → {one.after or 'not there'}" for one in differences.unlike]
    if differences.not_analysed:
        lines.append(f"{count(len(differences.not_analysed), 'question')} not fully decided")
    return lines


def show_change(out: Console, change: Change, indent: str, causes: Sequence[AmendmentEffect] = ()) -> None:
    """One situation whose answer changes, and what brings that about."""
    words, style = WORDS[change.effect.value]
    head = Text.assemble((f"{indent}{words:<18}", style), (change.situation.question, "bold"), "   ", change.before.text)
    out.print(head.append(f" → {change.after.text}"), soft_wrap=True)
    for line in situation_lines(change.situation):
        out.print(Text(f"{indent}  {line}"), soft_wrap=True)
    if causes:
        named = ", ".join(dict.fromkeys(f"{one.source} on {one.number}" for one in causes))
        out.print(Text(f"{indent}  by {named}", "dim"), soft_wrap=True)
    elif change.cases:
        out.print(Text(f"{indent}  by {', '.join(change.cases)}", "dim"), soft_wrap=True)


def situation_lines(case: Witness) -> list[str]:
    """A situation in lines: facts, what is switched, and things that nothing else names."""
    lines = []
    if case.facts:
        lines.append("when " + ", ".join(f"{name} is {value}" for name, value in case.facts))
    switched = [f"option {name}" for name in case.options] + ([f"scenario {case.scenario}"] if case.scenario else [])
    switched += [f"{name} read as {choice}" for name, choice in case.readings]
    if switched:
        lines.append("with " + ", ".join(switched))
    named = " ".join([case.question, *(f"{name} {value}" for name, value in case.facts)])
    others = [f"{thing}, a {kind.replace('_', ' ')}" for thing, kind in case.world if thing not in named]
    if others:
        lines.append("there is " + "; ".join(others))
    return lines


def _show_amendment(out: Console, one: AmendmentEffect) -> None:
    words, style = WORDS[one.word]
    title = f"  {one.title}" if one.title else ""
    kind = "" if one.kind.value == "amendment" else f" ({one.kind.value})"
    out.print(Text.assemble((f"\n  {words:<18}", style), (f"{one.source} on {one.number}", "bold"), kind, title), soft_wrap=True)
    changes = [change for verdict in one.verdicts for change in verdict.changes]
    for change in changes[:MOST_CHANGES]:
        show_change(out, change, "    ")
    if len(changes) > MOST_CHANGES:
        out.print(Text(f"    and {count(len(changes) - MOST_CHANGES, 'change')} more", "dim"), soft_wrap=True)
    if one.added:
        out.print(Text(f"    brings {', '.join(one.added)}"), soft_wrap=True)
    for question, reason in one.not_analysed:
        out.print(Text(f"    not decided: {question}, {reason}", "dim italic"), soft_wrap=True)
