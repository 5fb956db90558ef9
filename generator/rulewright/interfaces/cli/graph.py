"""`rulewright graph`: print the graph of cases and rules."""

from __future__ import annotations

import click

from rulewright.interfaces.cli.common import book_argument, case_argument, edition_option, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import print_json, print_text


@click.command(
    epilog=examples_epilog(
        "rulewright graph leipzig-lite movement.3",
        "rulewright graph la-grande-armee --format dot | dot -Tsvg > graph.svg",
        "rulewright graph la-grande-armee 14.43 --format json",
    )
)
@book_argument
@case_argument()
@edition_option
@format_option("mermaid", "dot", "graphml", "json")
@reading_options
def command(book: str, case: str | None, edition: str | None, form: str, reader: Reader) -> None:
    """Print the graph of BOOK, or the neighbourhood of CASE: who refers to, amends, overrides, defines, uses and tests what."""
    from rulewright.analysis.dependencies import export

    loaded = reader.book(book)
    name = loaded.edition(edition)
    number = None
    if case is not None:
        from rulewright.interfaces.api.cases import find_case, name_of

        number = name_of(find_case(loaded, name, case))
    graph = loaded.graph(name)
    if form == "json":
        print_json(export.to_json(graph, number))
    else:
        print_text({"mermaid": export.to_mermaid, "dot": export.to_dot, "graphml": export.to_graphml}[form](graph, number))
