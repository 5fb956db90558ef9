"""`rulewright impact`: show the cases that depend on a case, and the answers that would change without it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from rulewright.base.documents.versions import with_schema
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.interfaces.cli.common import book_argument, case_argument, edition_option, examples_epilog, format_count, format_option
from rulewright.interfaces.cli.reader import Reader, working_options
from rulewright.interfaces.cli.terminal import console, print_json, show_progress

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.analysis.comparison.impact import Dependent, Impact


@click.command(epilog=examples_epilog("rulewright impact leipzig spring.3", "rulewright impact la-grande-armee 8.6 --format json"))
@book_argument
@case_argument(required=True)
@edition_option
@format_option("text", "json")
@working_options
def command(book: str, case: str, edition: str | None, form: str, reader: Reader) -> None:
    """Show what depends on CASE of BOOK: which cases use its answer, override it, rule on it, refer to it, directly or through others.

    And which answers would change without it: every question that depends on its rules is compared over all situations, and is either shown
    with a situation (before: as it is; after: without the case), or unaffected, which is proved, or named as not decided.
    """
    from rulewright.interfaces.api.cases import find_case, name_of

    loaded = reader.book(book)
    name = loaded.edition(edition)
    number = name_of(find_case(loaded, name, case))

    def compute_impact() -> Impact:
        from rulewright.analysis.comparison.impact import impact_of_case

        with show_progress() as progress:
            return impact_of_case(
                loaded.graph(name),
                loaded.program(name),
                number,
                reader.budget or DEFAULT_BUDGET,
                done=lambda n, total: progress("questions", n, total),
            )

    effect = loaded.load_or_make(f"impact.{name}.{number}", compute_impact)
    if form == "json":
        from rulewright.analysis.comparison.comparison_json import impact_json

        print_json(with_schema("impact", {"book": loaded.name, **impact_json(effect)}))
    else:
        _show_impact(console(), loaded.name, effect)


def _show_impact(out: Console, book: str, impact: Impact) -> None:
    from rich.text import Text

    from rulewright.interfaces.cli.meanings import show_change

    direct = [dependent for dependent in impact.dependents if dependent.steps == 1]
    further = [dependent for dependent in impact.dependents if dependent.steps > 1]
    dependence = (
        f"{format_count(len(direct), 'case')} {'depends' if len(direct) == 1 else 'depend'} on it, {len(further):,} more through others"
    )
    out.print(Text.assemble((f"{book} {impact.case}", "bold"), f"   edition {impact.edition}: {dependence}"), soft_wrap=True)
    for relation, dependents in groupby(direct, key=lambda dependent: dependent.relation):
        out.print(Text.assemble((f"  {relation:<22}", "bold"), _case_numbers(list(dependents))), soft_wrap=True)
    for steps, dependents in groupby(further, key=lambda dependent: dependent.steps):
        out.print(Text.assemble((f"  {f'through {steps} steps':<22}", "dim"), _case_numbers(list(dependents))), soft_wrap=True)
    answers = ", ".join(impact.questions) or "nothing that can be asked"
    out.print(Text.assemble(("\nWithout it", "bold underline"), f"   (the case answers {answers})"), soft_wrap=True)
    for verdict in impact.verdicts:
        for change in verdict.changes:
            out.print()
            show_change(out, change, "  ")
    equal = [verdict.question for verdict in impact.verdicts if verdict.equal]
    if equal:
        out.print(Text.assemble(("\n  unaffected         ", "bold green"), ", ".join(equal)), soft_wrap=True)
    for question, reason in impact.not_analysed:
        out.print(Text.assemble(("\n  not decided        ", "dim italic"), (question, "bold"), f"  {reason}"), soft_wrap=True)
    if not impact.verdicts:
        out.print(Text("  no answer would change"), soft_wrap=True)


def _case_numbers(dependents: list[Dependent]) -> str:
    return ", ".join(dependent.number for dependent in dependents)
