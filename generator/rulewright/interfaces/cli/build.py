"""`rulewright build`: check, test, then the site."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.interfaces.cli.app import FINDINGS, WrongCommand
from rulewright.interfaces.cli.common import books_argument, count, example, passing
from rulewright.interfaces.cli.reader import Reader, no_cache_option, workers_options
from rulewright.interfaces.cli.terminal import console

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.analysis.coverage import Coverage
    from rulewright.base.workers import Workers
    from rulewright.site import Rendered, SiteReport
    from rulewright.workspace.open_book import Loaded

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many of its parts are done, and how many there are (0: not known)."""


@click.command(epilog=example("rulewright build", "rulewright build leipzig-lite --out build/site"))
@books_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build/site"),
    show_default=True,
    help="The folder of the site. The old site in it is replaced once the new one is complete; files that are not of it stay.",
)
@click.option(
    "--compare/--no-compare",
    default=True,
    help="Whether to work out what changed between editions; if not, only results that are kept are shown.",
)
@click.option(
    "--mutants/--no-mutants",
    default=False,
    help="Whether the pages of coverage say which small changes no example would notice; if not, only results that are kept are shown.",
)
@click.option("--pdf", is_flag=True, help="Also print each book as PDF, into the folder of its pages. Needs the extra `pdf` and Chromium.")
@no_cache_option
@workers_options
@click.pass_context
def command(
    ctx: click.Context, books: tuple[str, ...], out: Path, compare: bool, mutants: bool, pdf: bool, no_cache: bool, workers: Workers
) -> None:
    """Check and test rulebooks, by default every shipped one, and build their site.

    Exit status 1, and no site, if there is a finding of severity error or an example fails.
    """
    start = time.perf_counter()
    refuse(out)
    if pdf:
        from rulewright.site.book_pdf import refuse_without_extra

        refuse_without_extra()
    loaded = Reader(no_cache=no_cache, workers=workers).books(books)
    screen = console()
    if not passes(loaded, screen):
        screen.print("no site was built: the findings above come first", style="bold red")
        ctx.exit(FINDINGS)
    if compare:
        _compare(loaded, screen)
    if mutants:
        _try_slips(loaded, screen)
    report = build(loaded, out, screen, compare, _rendered_before(no_cache), pdf=pdf)
    for warning in report.warnings:
        screen.print(f"warning: {warning}", style="yellow", soft_wrap=True)
    screen.print(
        f"built {count(report.pages, 'page')} for {count(len(loaded), 'rulebook')} in {time.perf_counter() - start:.1f} s: "
        f"open {report.index.resolve()}",
        style="bold green",
        soft_wrap=True,
    )


def _rendered_before(no_cache: bool) -> Rendered | None:
    """The pages of the last build, as far as they are kept."""
    from rulewright.base.resources import cache_folder
    from rulewright.base.store import Store
    from rulewright.site import Rendered

    folder = None if no_cache else cache_folder()
    return None if folder is None else Rendered(Store(folder / "site"))


def passes(loaded: list[Loaded], out: Console, *, coverage: bool = True) -> bool:
    """Check and test; one line a book where all is well, the findings and failures where it is not. With `coverage` that is started too."""
    from rulewright.interfaces.cli.findings import show_finding, summary
    from rulewright.interfaces.cli.results import show_failure
    from rulewright.workspace.open_book import Part, start

    out.print(f"checking and testing {', '.join(book.name for book in loaded)}", soft_wrap=True)
    start(loaded, Part.DECIDED, Part.EXAMPLES, Part.SETTLED, *([Part.COVERAGE] if coverage else []))
    good = True
    for book in loaded:
        failed = [result for result in book.examples if not result.passed]
        for finding in book.errors:
            show_finding(out, finding, book.source_lines())
        for result in failed:
            show_failure(out, result)
        good = good and not failed and not book.errors
        passed = len(book.examples) - len(failed)
        out.print(
            f"{book.name}: {summary(book.diagnostics)}; {passing(passed, len(book.examples))}",
            style="red" if failed or book.errors else "",
            soft_wrap=True,
        )
    return good


def _compare(loaded: list[Loaded], screen: Console) -> None:
    """Work out what changed between editions, which takes long the first time."""
    from rulewright.workspace.open_book import Part, start

    cold = [book.name for book in loaded if len(book.editions) > 1 and not book.changes_are_kept]
    if cold:
        screen.print(f"comparing the editions of {', '.join(cold)}: this takes a while, and the result is kept", soft_wrap=True)
        start(loaded, Part.CHANGES)
        for book in loaded:
            book.changes  # noqa: B018


def _try_slips(loaded: list[Loaded], screen: Console) -> None:
    """Work out which slips no example would notice, which takes minutes the first time."""
    from rulewright.workspace.open_book import Part, start

    cold = [book.name for book in loaded if not book.slips_are_kept]
    if cold:
        screen.print(f"changing one thing at a time in {', '.join(cold)}: this takes some minutes, and the result is kept", soft_wrap=True)
        start(loaded, Part.SLIPS)
        for book in loaded:
            book.slips  # noqa: B018


def refuse(out: Path) -> None:
    """Raise `WrongCommand` or `SiteError`, before any work is done, where no site can be built at `out`."""
    from rulewright.site import refuse_foreign

    if out.resolve() in (Path.cwd(), *Path.cwd().parents):
        raise WrongCommand(f"`{out}` is the folder you are working in, or one above it: a site needs a folder of its own")
    refuse_foreign(out.resolve())
    there = next(folder for folder in (out.resolve(), *out.resolve().parents) if folder.exists())
    if not os.access(there, os.W_OK):
        raise WrongCommand(f"`{out}` cannot be made: `{there}` cannot be written to")


def build(
    loaded: list[Loaded],
    out: Path,
    screen: Console,
    compare: bool = False,
    rendered: Rendered | None = None,
    covered: Mapping[str, Coverage] | None = None,
    *,
    pdf: bool = False,
) -> SiteReport:
    """Build the site with a progress bar on a terminal; raises `WrongCommand` if it cannot be written."""
    from rulewright.site import build_site

    covered = covered or {}
    if not screen.is_terminal:
        return build_site(loaded, out, _lines(screen), compare=compare, rendered=rendered, covered=covered, pdf=pdf)
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    with Bar(SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=screen, transient=True) as bar:
        task = bar.add_task("building the site", total=None)

        def progress(stage: str, done: int, total: int) -> None:
            bar.update(task, description=stage, completed=done, total=total or None)

        return build_site(loaded, out, progress, compare=compare, rendered=rendered, covered=covered, pdf=pdf)


def _lines(screen: Console) -> Progress:
    """In a pipe: each stage once, as a line."""
    seen: set[str] = set()

    def progress(stage: str, done: int, total: int) -> None:
        if stage not in seen:
            seen.add(stage)
            screen.print(f"  {stage}", soft_wrap=True)

    return progress
