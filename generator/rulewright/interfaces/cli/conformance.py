"""`rulewright conformance`: write cores and questions with their outcomes, for the comparison of engines."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.interfaces.cli.common import books_argument, examples_epilog, format_count
from rulewright.interfaces.cli.kits import kit_options
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import console


@click.command(
    epilog=examples_epilog(
        "rulewright conformance --out build/kit", "rulewright conformance leipzig --out build/kit --questions 1000 --seed 7"
    )
)
@books_argument
@click.option("--out", "folder", type=click.Path(file_okay=False, path_type=Path), required=True, help="The folder to write to.")
@kit_options
@reading_options
def command(books: tuple[str, ...], folder: Path, questions: int, seed: int, reader: Reader) -> None:
    """Write, for every edition of rulebooks, its core and a file of questions with facts, switches, outcome and argument.

    The questions are every example and as many drawn at random as asked for, some with facts unknown or readings open. The core is valid
    against core.schema.json, the questions against conformance.schema.json.
    """
    from rulewright.engines.conformance.kit import make_kit
    from rulewright.engines.conformance.write import write_kit

    out = console()
    for book in reader.books(books):
        for core in book.cores.values():
            kit = make_kit(core, questions, seed)
            _, path = write_kit(folder, core, kit)
            left_out_note = (
                f"; {format_count(len(kit.left_out), 'question')} left out, which the reference does not answer for sure"
                if kit.left_out
                else ""
            )
            out.print(f"{path}: {format_count(len(kit.questions), 'question')}{left_out_note}", soft_wrap=True)
