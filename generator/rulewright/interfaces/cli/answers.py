"""An answer for people: the outcome in one line, and the argument under it as a tree."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from rulewright.base.numerals import number_text
from rulewright.core.query import Plain, Status
from rulewright.core.wording import NO_WORDING, Wording
from rulewright.engines.interpreter.answer import NOT_REQUIRED, Answer, Why
from rulewright.interfaces.cli.shown_once import Shown, all_answers, inner_answers
from rulewright.interfaces.cli.terminal import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulewright.analysis.comparison.why_not import WhyNot
    from rulewright.engines.interpreter.answer import Assumption, Clash, Defeat, MissingFact, Overruled, ReadingOutcome

COLOURS = {Status.ANSWERED: "bold green", Status.CONFLICT: "bold red", Status.UNDETERMINED: "bold yellow", Status.MISSING: "bold cyan"}

WORLD = 'Only the things named in the question and the facts were counted; declare others with world="v: unit".'


def show_answer(out: Console, answer: Answer, words: Wording = NO_WORDING) -> None:
    """The whole argument; `out` must not read markup."""
    out.print(argument(answer, words), soft_wrap=not out.is_terminal)
    if answer.status is Status.ANSWERED and counts_things(answer):
        out.print(Text(WORLD, "dim"), soft_wrap=not out.is_terminal)


def show_headline(out: Console, answer: Answer) -> None:
    """The outcome, the facts that are missing and the rules that contradict each other, a line each."""
    lines = [_headline(answer)]
    if answer.missing:
        lines.append(Text(f"missing: {', '.join(one.fact for one in answer.missing)}"))
    if answer.conflict:
        lines.append(Text(f"in conflict: {', '.join(dict.fromkeys(one.rule or one.says for one in answer.conflict))}"))
    for line in lines:
        out.print(line, soft_wrap=not out.is_terminal)


_OVER_THINGS = re.compile(
    r"\b(?:some|no|every) \w+ \w+ (?:with|among|satisfies)\b|\bthe (?:number|sum) of\b|\bover\b|\bthe only\b|\bthat has the\b"
)


def counts_things(answer: Answer) -> bool:
    """Whether the argument speaks of some, no or all things of a kind, so that it depends on which things there are."""
    return any(_OVER_THINGS.search(said) for one in all_answers(answer) for said in _said(one))


def _said(answer: Answer) -> list[str]:
    return [one.says for one in answer.because] + [_failed(one.first_false)[1] for one in answer.inapplicable]


def argument(answer: Answer, words: Wording = NO_WORDING) -> Tree:
    """The answer as a tree: outcome, reasons, what was defeated, what did not apply, what is open; each answer that went into it once."""
    return _argument(answer, words, Shown(answer), 0)


def _argument(answer: Answer, words: Wording, shown: Shown, depth: int) -> Tree:
    """The tree of an answer; of those that went into it, what was `shown` before is only named."""
    tree = Tree(_headline(answer), guide_style="dim")
    _reasons(tree, answer, words)
    _clashes(tree, answer, words)
    _defeats(tree, answer, words)
    _inapplicable(tree, answer, words)
    _opened(tree, answer, words)
    _missing(tree, answer)
    for one in answer.overruled:
        tree.add(_overruled(one))
    _assumed(tree, answer)
    _readings(tree, answer)
    if answer.not_held:
        tree.add(Text.assemble(("the printed words of ", ""), (", ".join(answer.not_held), "bold"), " are not held here, and bear on this"))
    if shown.note(answer, depth):
        _inner(tree, answer, words, shown, depth)
    return tree


def _inner(tree: Tree, answer: Answer, words: Wording, shown: Shown, depth: int) -> None:
    """The answers that went into one: those shown before in one line, the others in full, but for reasons that were shown."""
    inner = inner_answers(answer)
    again = [one for one in inner if shown.before(one)]
    if inner and len(again) == len(inner):
        tree.add(Text.assemble(("because of these answers, shown above: ", "bold"), _in_a_line(again)))
    if len(again) == len(inner):
        return
    branch = tree.add(Text("because of these answers", "bold"))
    if again:
        branch.add(Text.assemble(("shown above: ", "dim"), _in_a_line(again)))
    in_a_line: dict[int, tuple[Answer, list[Answer]]] = {}
    for one in inner:
        if shown.before(one):
            continue
        like = shown.like(one)
        if like is None:
            branch.add(_argument(one, words, shown, depth + 1))
        elif shown.tells_more(one):
            under = branch.add(Text.assemble(_headline(one), (f", {_for_reasons_of(like)}", "dim")))
            if shown.note(one, depth + 1):
                _inner(under, one, words, shown, depth + 1)
        else:
            shown.note(one, 0)
            in_a_line.setdefault(id(like), (like, []))[1].append(one)
    for like, several in in_a_line.values():
        branch.add(Text.assemble((f"{_for_reasons_of(like)}: ", "dim"), _in_a_line(several)))


def _for_reasons_of(answer: Answer) -> str:
    return f'for the same reasons as "{answer.phrase or answer.question}"'


def _in_a_line(answers: list[Answer]) -> Text:
    """Answers with their outcomes alone."""
    each = (Text.assemble(one.phrase or one.question, ": ", (outcome(one), COLOURS[one.status])) for one in answers)
    return Text("; ").join(each)


def outcome(answer: Answer) -> str:
    """The outcome in words: `5 MP`, `forbidden`, `undetermined (silent)`."""
    if answer.status is Status.ANSWERED:
        return value_text(answer.value, answer.unit, decimal=answer.decimal, date=answer.date)
    if answer.status is Status.UNDETERMINED and answer.undetermined is not None:
        if answer.undetermined.why is Why.SILENT and answer.because:
            return f"undetermined ({_not_enough(answer)})"
        of = f", {answer.undetermined.case}" if answer.undetermined.case else ""
        return f"undetermined ({answer.undetermined.why.value}{of})"
    return {Status.MISSING: "facts are missing", Status.CONFLICT: "conflict"}.get(answer.status, answer.status.value)


def _not_enough(answer: Answer) -> str:
    """What is missing where rules speak, and say too little for an answer."""
    if any(reason.effect == NOT_REQUIRED for reason in answer.because):
        return "not required, but no rule says whether it is permitted"
    return "it is changed, but no rule says from what"


def value_text(value: Plain, unit: str | None, *, decimal: bool = False, date: str | None = None) -> str:
    """`yes`, `5 MP`, `3/2`, `2.5 MP`, `6 air points`, `33 turn (May 1942)`, `none`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = number_text(value, decimal=decimal) if isinstance(value, Fraction) else str(value)
    return text + (f" {spoken_unit(unit, value)}" if unit else "") + (f" ({date})" if date else "")


def spoken_unit(unit: str, value: Plain) -> str:
    """A unit as it is read: `MP` as it is, `air_point` as `air points`."""
    words = unit.replace("_", " ")
    return words if words == unit or value == 1 or words.endswith("s") else f"{words}s"


def _headline(answer: Answer) -> Text:
    asked, played = answer.phrase or answer.question, answer.as_played
    return Text.assemble(
        (asked, "bold"),
        ": ",
        (outcome(answer), COLOURS[answer.status]),
        *(() if played is None else ("; as it is played: ", (outcome(played), COLOURS[played.status]))),
        (f"   {answer.book}, edition {answer.edition}", "dim"),
    )


def _reasons(tree: Tree, answer: Answer, words: Wording) -> None:
    clashing = {clash.rule for clash in answer.conflict}
    opened = {rule.rule for rule in answer.opened}  # listed by themselves
    reasons = [reason for reason in answer.because if reason.rule not in clashing | opened]
    if not reasons:
        return
    branch = tree.add(Text("because", "bold"))
    for reason in reasons:
        line = Text.assemble((reason.rule, "bold cyan"), f"  {words.rule(reason.rule, reason.phrase or reason.says)}")
        if reason.effect and reason.effect not in (reason.phrase, reason.says):
            through = f", through {reason.through}" if reason.through else ""
            line.append(f"  → {reason.effect + through}", "green")
        formed = f", formed by {', '.join(reason.formed_by)}" if reason.formed_by else ""
        where = f", {reason.location.path}:{reason.location.line}" if reason.location else ""
        line.append(f"  ({reason.source}{formed}{where})", "dim")
        branch.add(line)
    if len(answer.steps) > 1:
        steps = "  ".join(f"{stage}: {value_text(value, answer.unit, decimal=answer.decimal)}" for stage, value in answer.steps)
        branch.add(Text.assemble(("step by step  ", "dim"), steps))


def _listed(tree: Tree, title: Text, lines: Iterable[Text]) -> None:
    """A branch with these lines, if there are any."""
    several = list(lines)
    if several:
        branch = tree.add(title)
        for line in several:
            branch.add(line)


def _clashes(tree: Tree, answer: Answer, words: Wording) -> None:
    title = Text("these contradict each other, and nothing in the book says which goes first", "bold red")
    _listed(tree, title, (_clash(clash, answer, words) for clash in answer.conflict))


def _clash(clash: Clash, answer: Answer, words: Wording) -> Text:
    says = f"  {words.rule(clash.rule, clash.says)}"
    return Text.assemble((clash.rule, "bold cyan"), says, ("  → " + value_text(clash.value, answer.unit, decimal=answer.decimal), "red"))


def _defeats(tree: Tree, answer: Answer, words: Wording) -> None:
    _listed(tree, Text("defeated", "bold"), (_defeat(defeat, words) for defeat in answer.defeated))


def _defeat(defeat: Defeat, words: Wording) -> Text:
    by = f"  by {defeat.by} ({defeat.why})"
    return Text.assemble((defeat.rule, "cyan"), f"  {words.rule(defeat.rule, defeat.says)}", (by, "yellow"))


def _inapplicable(tree: Tree, answer: Answer, words: Wording) -> None:
    applied = {reason.rule for reason in answer.because}
    idle = [rule for rule in answer.inapplicable if rule.rule not in applied]  # `means` is two rules, and one of them always applies
    lines = []
    for one in idle:
        what, condition = _failed(one.first_false)
        lines.append(Text.assemble((one.rule, "cyan"), (f"  {what}: ", "dim"), words.condition(condition)))
    _listed(tree, Text("did not apply", "bold"), lines)


def _failed(condition: str) -> tuple[str, str]:
    """What a condition that did not hold comes to: `not (a and b)` fails where `a and b` is true, and is said so."""
    inner = condition.removeprefix("not ")
    if inner == condition:
        return "not true", condition
    if not inner.startswith("("):
        return ("true", inner) if " and " not in inner and " or " not in inner else ("not true", condition)
    depth = 0
    for at, sign in enumerate(inner):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return ("true", inner[1:-1]) if at == len(inner) - 1 else ("not true", condition)
    return "not true", condition


def _opened(tree: Tree, answer: Answer, words: Wording) -> None:
    lines = (Text.assemble((one.rule, "cyan"), f"  {words.rule(one.rule, one.says)}") for one in answer.opened)
    title = "open" if answer.status is Status.UNDETERMINED else "these may apply, by what is not given; the outcome is the same either way"
    _listed(tree, Text(title, "bold"), lines)


def _missing(tree: Tree, answer: Answer) -> None:
    if not answer.missing:
        return
    branch = tree.add(Text("missing", "bold"))
    for place, facts in by_place(answer.missing).items():
        under = branch.add(Text(place, "bold")) if place else branch
        for fact in facts:
            under.add(_fact(fact))
    if answer.left:
        branch.add(Text(answer.left, "dim"))


def _overruled(one: Overruled) -> Text:
    """What was given, and what the rules say instead."""
    return Text.assemble(
        (one.fact, "bold cyan"),
        f" was given as {value_text(one.given, one.unit, decimal=one.decimal)}; {', '.join(one.rules)} says ",
        (value_text(one.value, one.unit, decimal=one.decimal), "bold"),
        ", and that stands",
    )


def _fact(fact: MissingFact) -> Text:
    line = Text.assemble((fact.fact, "bold cyan"), f"  {fact.domain}")
    if fact.asks:
        line.append(f"  {fact.asks}", "italic")
    if not fact.certain:
        line.append("  (may matter)", "dim")
    return line


def by_place(facts: Iterable[MissingFact]) -> dict[str, list[MissingFact]]:
    """Missing facts by where they are found, in their order; those of which nothing is said under an empty text, as the last."""
    found: dict[str, list[MissingFact]] = {}
    for fact in sorted(facts, key=lambda fact: not fact.found):
        found.setdefault(fact.found, []).append(fact)
    return found


def _assumed(tree: Tree, answer: Answer) -> None:
    _listed(tree, Text("assumed, since nothing else was given", "bold"), map(_assumption, answer.assumed))


def _assumption(one: Assumption) -> Text:
    return Text.assemble((one.fact, "bold cyan"), f"  {value_text(one.value, one.unit, decimal=one.decimal, date=one.date)}")


def _readings(tree: Tree, answer: Answer) -> None:
    if not answer.readings:
        return
    branch = tree.add(Text("open questions of interpretation", "bold"))
    for reading in answer.readings:
        below = branch.add(Text.assemble((reading.reading, "bold cyan"), f"  {reading.title}"))
        for choice, under in _in_play_first(reading):
            played = ("  in play", "green") if choice == reading.in_play else ""
            below.add(Text.assemble((choice, "cyan"), ": ", (outcome(under), COLOURS[under.status]), played))


def _in_play_first(reading: ReadingOutcome) -> list[tuple[str, Answer]]:
    """Each choice with its outcome, the one that players use unless they agree otherwise first."""
    return sorted(reading.outcomes, key=lambda one: one[0] != reading.in_play)


def readings_table(out: Console, answer: Answer) -> None:
    """Every open reading that the question met, with the outcome under each of its choices."""
    if not answer.readings:
        out.print(Text("no open reading bears on this question", "dim"))
        return
    ways = table(out, "reading", "choice", "outcome")
    for reading in answer.readings:
        for choice, under in _in_play_first(reading):
            name = Text.assemble(choice, ("  in play", "green") if choice == reading.in_play else "")
            ways.add_row(Text(reading.reading), name, Text(outcome(under), COLOURS[under.status]))
    out.print(Text("\nEvery way to read it", "bold"))
    out.print(ways)


def show_why_not(out: Console, why_not: WhyNot, question: str) -> None:
    """What it takes for an answer to be another."""
    asked, value = question, why_not.value
    if why_not.possible is None:
        lines = [Text.assemble((f"Whether {asked} can be {value} was not decided: ", "bold yellow"), why_not.reason or "")]
    elif not why_not.possible:
        lines = [Text(f"No change of the facts makes {asked} {value}, with these things and switches.", "bold red")]
    elif why_not.changes:
        lines = [Text(f"{asked} is {value} with {'this change' if len(why_not.changes) == 1 else 'these changes'}:", "bold green")]
        lines += _way(why_not)
        for other in why_not.others:
            lines += [Text("or:"), *_way(other)]
    else:
        lines = [Text(f"{asked} is {value} with what is given{', if:' if why_not.facts else '.'}", "bold green"), *_way(why_not)]
    for line in lines:
        out.print(line, soft_wrap=not out.is_terminal)


def _way(found: WhyNot) -> list[Text]:
    lines = [Text.assemble("  ", (one.fact, "bold"), f"   {one.old} → {one.new}") for one in found.changes]
    return lines + [Text(f"  {name} is {value} (not given)") for name, value in found.facts]
