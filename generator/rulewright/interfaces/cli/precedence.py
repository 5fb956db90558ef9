"""`rulewright precedence`: show the principle that decides each pair of rules with opposite answers in some situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.base.documents.versions import with_schema
from rulewright.interfaces.cli.common import book_argument, case_argument, edition_option, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, working_options
from rulewright.interfaces.cli.terminal import console, print_json, show_activity

if TYPE_CHECKING:
    from rulewright.analysis.verdicts.findings import EditionVerdicts, SettledPair
    from rulewright.workspace.open_book import OpenBook

UNSETTLED = "nothing"


@click.command(
    epilog=examples_epilog(
        "rulewright precedence la-grande-armee", "rulewright precedence leipzig-lite movement.3", "rulewright explain RW301"
    )
)
@book_argument
@case_argument()
@edition_option
@format_option("text", "json")
@working_options
def command(book: str, case: str | None, edition: str | None, form: str, reader: Reader) -> None:
    """Show all pairs of rules that give opposite answers in some situation: which goes first, why, and such a situation.

    A statement of the book (`overrides`, `except`, `sets aside`) or a line of its policy decides; if nothing does, that is a contradiction.
    With CASE, only pairs with a rule of that case.
    """
    loaded = reader.book(book)
    name = loaded.edition(edition)
    with show_activity() as report_step:
        report_step(f"looking for pairs of rules in {loaded.name}")
        decided = _settled_pairs(loaded, name, case)
    not_analysed = [(leftover.question, leftover.reason) for leftover in decided.not_analysed]
    pairs = [pair for pair in decided.settled if case is None or case in pair.cases]
    if form == "json":
        print_json(
            with_schema(
                "precedence",
                {
                    "book": loaded.name,
                    "edition": name,
                    "pairs": [_as_json(pair) for pair in pairs],
                    "not_analysed": [{"question": question, "reason": reason} for question, reason in not_analysed],
                },
            )
        )
    else:
        _show_pairs(pairs, not_analysed)


def _settled_pairs(loaded: OpenBook, edition: str, case: str | None) -> EditionVerdicts:
    """Return the decided pairs of an edition; for a case only those of its questions, unless the pairs of the edition are cached."""
    from rulewright.analysis.verdicts.precedence_pairs import settle_pairs

    if case is None or loaded.has_precedence_report(edition):
        return loaded.precedence_report(edition)
    return settle_pairs(loaded.core(edition), questions=_questions_of_case(loaded, edition, case))


def _questions_of_case(loaded: OpenBook, edition: str, case: str) -> list[str]:
    from rulewright.base.suggestions import did_you_mean
    from rulewright.interfaces.cli.app import WrongCommand

    core = loaded.core(edition)
    cases = {rule.case for rule in core.written_rules()}
    if case not in cases:
        raise WrongCommand(f"`{loaded.name}` has no rule of the case `{case}`", [did_you_mean(case, cases)])
    return list(dict.fromkeys(rule.question for rule in core.written_rules() if rule.case == case))


def _as_json(pair: SettledPair) -> Mapping[str, Any]:
    from rulewright.analysis.situations import situation_json

    return {
        "question": pair.question,
        "rules": list(pair.rules),
        "cases": list(pair.cases),
        "principle": pair.principle or None,
        "winner": pair.winner or None,
        "witness": None if pair.situation is None else situation_json(pair.situation),
    }


def _show_pairs(pairs: Sequence[SettledPair], not_analysed: Sequence[tuple[str, str]]) -> None:
    from rich.text import Text

    from rulewright.analysis.situations import situation_text

    out = console()
    for question in dict.fromkeys(pair.question for pair in pairs):
        out.print(Text(question, "bold"))
        for pair in (pair for pair in pairs if pair.question == question):
            first, second = pair.rules
            if pair.winner == second:
                first, second = second, first
            order = f"{first} before {second}" if pair.winner in pair.rules else f"{first} and {second}"
            principle = f"{pair.winner} sets aside" if pair.principle == "set aside" else pair.principle or UNSETTLED
            line = Text.assemble(f"  {order}: ", (principle, "bold green" if pair.principle else "bold red"))
            if pair.situation is not None:
                line.append(f"  {situation_text(pair.situation) or 'always'}", "dim")
            out.print(line, soft_wrap=True)
    if not pairs and all(question for question, _ in not_analysed):
        out.print("no two rules give opposite answers in any situation")
    for question, reason in not_analysed:
        out.print(Text(f"{question}: not analysed: {reason}" if question else f"not analysed: {reason}", "yellow"), soft_wrap=True)
