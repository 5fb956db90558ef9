"""`rulewright build`: check, test, then the site."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.base.diagnostics import Severity
from rulewright.base.resources import mkdocs_file
from rulewright.interfaces.cli.app import FINDINGS, WrongCommand
from rulewright.interfaces.cli.common import books_argument, examples_epilog, format_count, format_passing
from rulewright.interfaces.cli.reader import Reader, no_cache_option, workers_options
from rulewright.interfaces.cli.terminal import console, show_activity, show_progress

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.analysis.coverage import Coverage
    from rulewright.base.workers import Workers
    from rulewright.site import Rendered, SiteReport, SiteSettings
    from rulewright.workspace.open_book import OpenBook

Progress = Callable[[str, int, int], None]
"""A callback that receives the name of a stage, the number of parts done, and the number of all parts (0 if not known)."""


@click.command(epilog=examples_epilog("rulewright build", "rulewright build leipzig-lite --out build/site"))
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
    """Check and test rulebooks, and build their site.

    The site of one rulebook is as `mkdocs.yml` beside its front page says. Without a BOOK the site is that of `mkdocs.yml` in this folder,
    if that has the plugin `rulewright`; else that of all shipped rulebooks, with the manual.

    Exit status 1, and no site, if there is a finding of severity error or an example fails.
    """
    start = time.perf_counter()
    refuse_output_folder(out)
    if pdf:
        from rulewright.site.book_pdf import refuse_without_extra

        refuse_without_extra()
    site = Site.of_books(books)
    loaded = Reader(no_cache=no_cache, workers=workers).books(site.books)
    screen = console()
    if not check_and_test(loaded, screen):
        screen.print("no site was built: the findings above come first", style="bold red")
        ctx.exit(FINDINGS)
    if compare:
        _compare_editions(loaded, screen)
    if mutants:
        _try_slips(loaded, screen)
    report = build_with_progress(loaded, out, screen, compare, _previous_pages(no_cache), pdf=pdf, settings=site.choose_settings(loaded))
    for warning in report.warnings:
        screen.print(f"warning: {warning}", style="yellow", soft_wrap=True)
    screen.print(
        f"built {format_count(report.pages, 'page')} for {format_count(len(loaded), 'rulebook')} in {time.perf_counter() - start:.1f} s: "
        f"open {report.index.resolve()}",
        style="bold green",
        soft_wrap=True,
    )


@dataclass(frozen=True, slots=True)
class Site:
    """The rulebooks that a command is to show, and the settings of their site if it is not that of a single one."""

    books: tuple[str, ...]
    common: SiteSettings | None = None

    @classmethod
    def of_books(cls, names: Sequence[str]) -> Site:
        """Return the site of the named books; without a name, that of `mkdocs.yml` in this folder, else our own."""
        from rulewright.site.output.settings import settings_without_book

        if names:
            return cls(tuple(names))
        settings = settings_without_book(Path.cwd())
        is_ours = settings.file == mkdocs_file().resolve()
        return cls(() if is_ours else settings.book_names, settings)

    def choose_settings(self, open_books: Sequence[OpenBook]) -> SiteSettings:
        """Return the settings of the site: for a single book those beside it."""
        from rulewright.site import SiteSettings
        from rulewright.site.output.settings import settings_of_book

        if self.common is not None:
            return self.common
        return settings_of_book(open_books[0].folder) if len(open_books) == 1 else SiteSettings()


def _previous_pages(no_cache: bool) -> Rendered | None:
    """Return the cached pages of the last build; None without a cache."""
    from rulewright.base.resources import cache_folder
    from rulewright.base.store import Store
    from rulewright.site import Rendered

    folder = None if no_cache else cache_folder()
    return None if folder is None else Rendered(Store(folder / "site"))


def check_and_test(loaded: list[OpenBook], out: Console, *, coverage: bool = True) -> bool:
    """Check and test books; print findings, failures and a line per book; return True if all pass. `coverage` starts that work too."""
    from rulewright.interfaces.cli.findings import severity_summary, show_finding
    from rulewright.interfaces.cli.results import show_failure
    from rulewright.workspace.open_book import Part, start_work

    out.print(f"checking and testing {', '.join(book.name for book in loaded)}", soft_wrap=True)
    with show_activity() as report_step:
        report_step("reading and testing")
        start_work(loaded, Part.DECIDED, Part.EXAMPLES, Part.PRECEDENCE, *([Part.COVERAGE] if coverage else []))
    all_pass = True
    for number, book in enumerate(loaded, 1):
        with show_activity() as report_step:
            report_step(f"checking and testing {book.name} ({number} of {len(loaded)})")
            failed = [result for result in book.examples if not result.passed]
            book.diagnostics  # noqa: B018
        for finding in book.errors:
            show_finding(out, finding, book.source_lines())
        for result in failed:
            show_failure(out, result)
        all_pass = all_pass and not failed and not book.errors
        passed = len(book.examples) - len(failed)
        out.print(
            f"{book.name}: {severity_summary(book.diagnostics)}; {format_passing(passed, len(book.examples))}",
            style="red" if failed or book.errors else "",
            soft_wrap=True,
        )
    if any(finding.severity is Severity.INFO for book in loaded for finding in book.diagnostics):
        out.print("every note is counted, as by `check --all`", style="dim", soft_wrap=True)
    return all_pass


def _compare_editions(loaded: list[OpenBook], screen: Console) -> None:
    """Compare the editions of books whose comparison is not cached, which takes long."""
    from rulewright.workspace.open_book import Part, start_work

    uncached = [book.name for book in loaded if len(book.editions) > 1 and not book.has_changes]
    if uncached:
        screen.print(f"comparing the editions of {', '.join(uncached)}: this takes a while, and the result is kept", soft_wrap=True)
        with show_progress() as report_progress:
            start_work(loaded, Part.CHANGES)
            for number, book in enumerate(loaded):
                report_progress(f"comparing the editions of {book.name}", number, len(loaded))
                book.changes  # noqa: B018


def _try_slips(loaded: list[OpenBook], screen: Console) -> None:
    """Try mutants on books whose results are not cached, which takes minutes."""
    from rulewright.workspace.open_book import Part, start_work

    uncached = [book.name for book in loaded if not book.has_slips]
    if uncached:
        screen.print(
            f"changing one thing at a time in {', '.join(uncached)}: this takes some minutes, and the result is kept", soft_wrap=True
        )
        with show_progress() as report_progress:
            start_work(loaded, Part.SLIPS)
            for number, book in enumerate(loaded):
                report_progress(f"changing {book.name}", number, len(loaded))
                book.slips  # noqa: B018


def refuse_output_folder(out: Path) -> None:
    """Raise `WrongCommand` or `SiteError` if no site can be built at `out`; called before any work is done."""
    from rulewright.site import refuse_foreign

    if out.resolve() in (Path.cwd(), *Path.cwd().parents):
        raise WrongCommand(f"`{out}` is the folder you are working in, or one above it: a site needs a folder of its own")
    refuse_foreign(out.resolve())
    existing_folder = next(folder for folder in (out.resolve(), *out.resolve().parents) if folder.exists())
    if not os.access(existing_folder, os.W_OK):
        raise WrongCommand(f"`{out}` cannot be made: `{existing_folder}` cannot be written to")


def build_with_progress(
    loaded: list[OpenBook],
    out: Path,
    screen: Console,
    compare: bool = False,
    rendered: Rendered | None = None,
    covered: Mapping[str, Coverage] | None = None,
    *,
    settings: SiteSettings,
    pdf: bool = False,
) -> SiteReport:
    """Build the site, with a progress bar on a terminal; raise `WrongCommand` if it cannot be written."""
    from rulewright.site import build_site

    covered = covered or {}
    build = functools.partial(build_site, loaded, out, settings=settings, compare=compare, rendered=rendered, covered=covered, pdf=pdf)
    with show_progress() as report_progress:
        report_stage = None if screen.is_terminal else _stage_printer(screen)

        def report_both(stage: str, done: int, total: int) -> None:
            if report_stage is not None:
                report_stage(stage, done, total)
            report_progress(stage, done, total)

        return build(report_both)


def _stage_printer(screen: Console) -> Progress:
    """Return a callback for pipes that prints the name of a stage once, when it begins."""
    printed_stages: set[str] = set()

    def print_stage(stage: str, done: int, total: int) -> None:
        if stage not in printed_stages:
            printed_stages.add(stage)
            screen.print(f"  {stage}", soft_wrap=True)

    return print_stage
