"""Answers as text for people: the outcome on one line, and the explanation under it as a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from rulewright.core.query import Status
from rulewright.core.wording import NO_WORDING, Wording
from rulewright.engines.interpreter.answer import Answer
from rulewright.interfaces.api.answer_words import (
    COLOURS,
    Part,
    assumed_value,
    clash_parts,
    defeat_parts,
    effect_text,
    inapplicable_parts,
    missing_parts,
    open_rule_parts,
    out_of_range_parts,
    outcome,
    overruled_parts,
    played_outcome_parts,
    reason_parts,
    settled_reading_parts,
)
from rulewright.interfaces.api.value_words import value_text
from rulewright.interfaces.cli.shown_once import ShownAnswers, inner_answers
from rulewright.interfaces.cli.terminal import make_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulewright.analysis.comparison.why_not import WhyNot
    from rulewright.engines.interpreter.answer import MissingFact, ReadingOutcome

MAX_DOUBTFUL = 5
"""The number of facts that may matter which a brief answer names; the whole answer and JSON have them all."""


def show_answer(out: Console, answer: Answer, words: Wording = NO_WORDING) -> None:
    """Print an answer with its whole explanation; `out` must not interpret markup."""
    out.print(explanation_tree(answer, words), soft_wrap=not out.is_terminal)


def show_headline(out: Console, answer: Answer, words: Wording = NO_WORDING) -> None:
    """Print the outcome, the missing facts and the rules in conflict, on one line each."""
    lines = [_headline_text(answer, words)]
    certain = [fact.fact for fact in answer.missing if fact.certain]
    doubtful = [fact.fact for fact in answer.missing if not fact.certain]
    if certain:
        lines.append(Text(f"missing: {', '.join(certain)}"))
    if doubtful:
        rest_text = f", and {len(doubtful) - MAX_DOUBTFUL} more" if len(doubtful) > MAX_DOUBTFUL else ""
        lines.append(Text(f"may matter: {', '.join(doubtful[:MAX_DOUBTFUL])}{rest_text}"))
    if answer.conflict:
        lines.append(Text(f"in conflict: {', '.join(dict.fromkeys(clash.rule or clash.says for clash in answer.conflict))}"))
    lines += (_line(settled_reading_parts(reading)) for reading in answer.against_rulings)
    for line in lines:
        out.print(line, soft_wrap=not out.is_terminal)


def explanation_tree(answer: Answer, words: Wording = NO_WORDING) -> Tree:
    """Return an answer as a tree: outcome, reasons, defeated, inapplicable and undecided rules; each answer that it used appears once."""
    return _build_tree(answer, words, ShownAnswers(answer), 0)


def _build_tree(answer: Answer, words: Wording, shown_answers: ShownAnswers, depth: int) -> Tree:
    """Return the tree of an answer; answers that it used and that are in `shown_answers` already are only named."""
    tree = Tree(_headline_text(answer, words), guide_style="dim")
    _add_reasons(tree, answer, words)
    _add_clashes(tree, answer, words)
    if answer.out_of_range is not None:
        tree.add(_line(out_of_range_parts(answer.out_of_range, words)))
    _add_defeats(tree, answer, words)
    _add_inapplicable(tree, answer, words)
    _add_undecided_rules(tree, answer, words)
    _add_missing_facts(tree, answer)
    for fact in answer.overruled:
        tree.add(_line(overruled_parts(fact)))
    for reading in answer.against_rulings:
        tree.add(_line(settled_reading_parts(reading)))
    _add_assumptions(tree, answer)
    _add_readings(tree, answer, words)
    if answer.not_held:
        tree.add(Text.assemble(("the printed words of ", ""), (", ".join(answer.not_held), "bold"), " are not held here, and bear on this"))
    for each in answer.outlived:
        tree.add(Text.assemble((each.clause, "bold"), f" is on {each.case}, which {each.source} has {each.change} since", style="yellow"))
    if answer.advice is not None and answer.advice.outcome != (Status.ANSWERED, None):
        tree.add(explanation_tree(answer.advice, words))
    if shown_answers.record_shown(answer, depth):
        _add_inner_answers(tree, answer, words, shown_answers, depth)
    return tree


def _add_inner_answers(tree: Tree, answer: Answer, words: Wording, shown_answers: ShownAnswers, depth: int) -> None:
    """Add the answers that an answer used: on one line those shown above, the others in full, without reasons that were shown above."""
    inner = inner_answers(answer)
    repeated = [inner_answer for inner_answer in inner if shown_answers.was_shown(inner_answer)]
    if inner and len(repeated) == len(inner):
        tree.add(Text.assemble(("because of these answers, shown above: ", "bold"), _one_line_list(repeated, words)))
    if len(repeated) == len(inner):
        return
    branch = tree.add(Text("because of these answers", "bold"))
    if repeated:
        branch.add(Text.assemble(("shown above: ", "dim"), _one_line_list(repeated, words)))
    in_a_line: dict[int, tuple[Answer, list[Answer]]] = {}
    for inner_answer in inner:
        if shown_answers.was_shown(inner_answer):
            continue
        explained_answer = shown_answers.answer_with_same_reasons(inner_answer)
        if explained_answer is None:
            branch.add(_build_tree(inner_answer, words, shown_answers, depth + 1))
        elif shown_answers.has_unshown_parts(inner_answer):
            inner_branch = branch.add(
                Text.assemble(_headline_text(inner_answer, words), (f", {_same_reasons_text(explained_answer)}", "dim"))
            )
            if shown_answers.record_shown(inner_answer, depth + 1):
                _add_inner_answers(inner_branch, inner_answer, words, shown_answers, depth + 1)
        else:
            shown_answers.record_shown(inner_answer, 0)
            in_a_line.setdefault(id(explained_answer), (explained_answer, []))[1].append(inner_answer)
    for explained_answer, answers in in_a_line.values():
        branch.add(Text.assemble((f"{_same_reasons_text(explained_answer)}: ", "dim"), _one_line_list(answers, words)))


def _same_reasons_text(answer: Answer) -> str:
    return f'for the same reasons as "{answer.phrase or answer.question}"'


def _one_line_list(answers: list[Answer], words: Wording) -> Text:
    """Return answers as one line of text, without their reasons."""
    each = (Text.assemble(answer.phrase or answer.question, ": ", (outcome(answer, words), COLOURS[answer.status])) for answer in answers)
    return Text("; ").join(each)


def _headline_text(answer: Answer, words: Wording) -> Text:
    """Return the first line of an answer: the question, and the outcome with what would change it."""
    return Text.assemble(
        (answer.phrase or answer.question, "bold"),
        ": ",
        *played_outcome_parts(answer, words),
        (f"   {answer.book}, edition {answer.edition}{f', as of {words.as_of}' if words.as_of else ''}", "dim"),
    )


def _add_reasons(tree: Tree, answer: Answer, words: Wording) -> None:
    clashing = {clash.rule for clash in answer.conflict}
    undecided = {rule.rule for rule in answer.opened}  # listed in a branch of their own
    reasons = [reason for reason in answer.because if reason.rule not in clashing | undecided]
    if not reasons:
        return
    branch = tree.add(Text("because", "bold"))
    idle_reasons = [reason for reason in answer.idle_reasons if reason in reasons]
    for reason in reasons:
        if reason not in idle_reasons:
            branch.add(_line(reason_parts(reason, words, answer.cells_of(reason))))
    if len(answer.steps) > 1:
        steps = "  ".join(
            f"{stage}: {value_text(value, answer.unit, decimal=answer.decimal, words=words)}" for stage, value in answer.steps
        )
        branch.add(Text.assemble(("step by step  ", "dim"), steps))
    if idle_reasons:
        idle_rules = ", ".join(f"{reason.rule} ({effect_text(reason, words)})" for reason in idle_reasons)
        branch.add(Text.assemble(("changed nothing  ", "dim"), idle_rules))


def _line(parts: tuple[Part, ...]) -> Text:
    return Text.assemble(*parts)


def _add_branch(tree: Tree, title: Text, lines: Iterable[Text]) -> None:
    """Add a branch with these lines, unless there are none."""
    texts = list(lines)
    if texts:
        branch = tree.add(title)
        for line in texts:
            branch.add(line)


def _add_clashes(tree: Tree, answer: Answer, words: Wording) -> None:
    title = Text("these contradict each other, and nothing in the book says which goes first", "bold red")
    _add_branch(tree, title, (_line(clash_parts(clash, words)) for clash in answer.conflict))


def _add_defeats(tree: Tree, answer: Answer, words: Wording) -> None:
    _add_branch(tree, Text("defeated", "bold"), (_line(defeat_parts(defeat, words)) for defeat in answer.defeated))


def _add_inapplicable(tree: Tree, answer: Answer, words: Wording) -> None:
    # `means` makes several rules, one of each ground and one that says `no`, and `when and only when` makes two
    applied = {*(reason.rule for reason in answer.because), *(defeat.rule for defeat in answer.defeated)}
    applied |= {address.rpartition(".")[0] for address in applied}
    lines = (_line(inapplicable_parts(rule, words)) for rule in answer.inapplicable if rule.rule not in applied)
    _add_branch(tree, Text("did not apply", "bold"), lines)


def _add_undecided_rules(tree: Tree, answer: Answer, words: Wording) -> None:
    lines = (_line(open_rule_parts(rule, words)) for rule in answer.opened)
    title = "open" if answer.status is Status.UNDETERMINED else "it is open which of these apply; the outcome is the same either way"
    _add_branch(tree, Text(title, "bold"), lines)


def _add_missing_facts(tree: Tree, answer: Answer) -> None:
    if not answer.missing:
        return
    branch = tree.add(Text("missing", "bold"))
    for place, facts in group_by_place(answer.missing).items():
        place_branch = branch.add(Text(place, "bold")) if place else branch
        for fact in facts:
            place_branch.add(_line(missing_parts(fact)))
    if answer.left:
        branch.add(Text(answer.left, "dim"))


def group_by_place(facts: Iterable[MissingFact]) -> dict[str, list[MissingFact]]:
    """Group missing facts by the place where players find them, in order; facts without one are under an empty text, as the last group."""
    facts_by_place: dict[str, list[MissingFact]] = {}
    for fact in sorted(facts, key=lambda fact: not fact.found):
        facts_by_place.setdefault(fact.found, []).append(fact)
    return facts_by_place


def _add_assumptions(tree: Tree, answer: Answer) -> None:
    assumed = (Text.assemble((fact.fact, "bold cyan"), f"  {assumed_value(fact)}") for fact in answer.assumed)
    lines = (*_closed_kind_lines(answer), *assumed)
    _add_branch(tree, Text("assumed, since nothing else was given", "bold"), lines)


def _closed_kind_lines(answer: Answer) -> Iterable[Text]:
    """Yield a line for each kind of which the answer, also as it is played, takes it that only the named things are there."""
    premises = (*answer.rests_on, *(answer.as_played.rests_on if answer.as_played is not None else ()))
    for kind, has_named in dict.fromkeys((premise.kind, premise.has_named) for premise in premises if premise.kind is not None):
        name = ("no other " if has_named else "no ") + kind.replace("_", " ")
        yield Text.assemble((name, "bold cyan"), (f'  unless named with world="NAME: {kind}"', "dim"))


def _add_readings(tree: Tree, answer: Answer, words: Wording) -> None:
    if not answer.readings:
        return
    branch = tree.add(Text("open questions of interpretation", "bold"))
    for reading in answer.readings:
        below = branch.add(Text.assemble((reading.reading, "bold cyan"), f"  {reading.title}"))
        for choice, choice_answer in _choices_in_order(reading):
            played = ("  in play", "green") if choice == reading.in_play else ""
            below.add(Text.assemble((choice, "cyan"), ": ", (outcome(choice_answer, words), COLOURS[choice_answer.status]), played))


def _choices_in_order(reading: ReadingOutcome) -> list[tuple[str, Answer]]:
    """Return the choices of a reading with their outcomes, first the choice in play, which holds unless players agree otherwise."""
    return sorted(reading.outcomes, key=lambda pair: pair[0] != reading.in_play)


def readings_table(out: Console, answer: Answer, words: Wording = NO_WORDING) -> None:
    """Print a table of the open readings that bear on the question, with the outcome under each of their choices."""
    if not answer.readings:
        out.print(Text("no open reading bears on this question", "dim"))
        return
    choices_table = make_table(out, "reading", "choice", "outcome")
    for reading in answer.readings:
        for choice, choice_answer in _choices_in_order(reading):
            name = Text.assemble(choice, ("  in play", "green") if choice == reading.in_play else "")
            choices_table.add_row(Text(reading.reading), name, Text(outcome(choice_answer, words), COLOURS[choice_answer.status]))
    out.print(Text("\nEvery way to read it", "bold"))
    out.print(choices_table)


def show_why_not(out: Console, why_not: WhyNot, question: str) -> None:
    """Print the changes of facts that give the question another answer."""
    value = why_not.value
    if why_not.possible is None:
        lines = [Text.assemble((f"Whether {question} can be {value} was not decided: ", "bold yellow"), why_not.reason or "")]
    elif not why_not.possible:
        lines = [Text(f"No change of the facts makes {question} {value}, with these things and switches.", "bold red")]
    elif why_not.changes:
        lines = [Text(f"{question} is {value} with {'this change' if len(why_not.changes) == 1 else 'these changes'}:", "bold green")]
        lines += _change_lines(why_not)
        for other in why_not.others:
            lines += [Text("or:"), *_change_lines(other)]
    else:
        lines = [
            Text(f"{question} is {value} with what is given{', if:' if why_not.facts else '.'}", "bold green"),
            *_change_lines(why_not),
        ]
    for line in lines:
        out.print(line, soft_wrap=not out.is_terminal)


def _change_lines(why_not: WhyNot) -> list[Text]:
    lines = [Text.assemble("  ", (change.fact, "bold"), f"   {change.old} → {change.new}") for change in why_not.changes]
    return lines + [Text(f"  {name} is {value} (not given)") for name, value in why_not.facts]
