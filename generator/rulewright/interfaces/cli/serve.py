"""`rulewright serve`: serve the site on this machine, and rebuild it when its sources change."""

from __future__ import annotations

import functools
import io
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.base.diagnostics import Severity
from rulewright.base.errors import Error
from rulewright.base.runtime import garbage_collector
from rulewright.base.store import write_whole
from rulewright.base.workers import InterruptibleWorkers, Superseded, Workers, available_cores
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import books_argument, examples_epilog
from rulewright.interfaces.cli.live import Quiet, QuietServer, State
from rulewright.interfaces.cli.reader import Reader
from rulewright.interfaces.cli.serving import extra_missing, site_option
from rulewright.interfaces.cli.terminal import console
from rulewright.interfaces.cli.watching import stamp_files, watch
from rulewright.interfaces.service.hosts import allowed_hosts

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.analysis.coverage import Coverage
    from rulewright.workspace.inputs import Inputs
    from rulewright.workspace.open_book import OpenBook

MAX_FINDINGS_SHOWN = 20
"""Maximum number of faults shown on a page."""


@click.command(epilog=examples_epilog("rulewright serve", "rulewright serve leipzig-lite --port 9000", "rulewright serve --api leipzig"))
@books_argument
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("build/site"), show_default=True, help="The folder of the site."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any that is free.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 or :: opens it to the network, to any name."
)
@click.option("--api", is_flag=True, help="Serve the books to programs, as JSON, and no site.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="N", help="With --api: the time of a request, by default 30.")
@site_option
@click.pass_context
def command(
    ctx: click.Context, books: tuple[str, ...], out: Path, port: int, host: str, api: bool, seconds: float | None, site: str
) -> None:
    """Serve the site at http://127.0.0.1:8000, to this machine only, and build it again when a source changes.

    A page that is open reloads by itself and stays where one reads. If a change has errors the page shows them, and the site stays as it
    was. Ctrl-C ends it.

    With --api the books are served to programs instead: many questions in one request, each with its own answer or error. The manual's
    page on services has the addresses, and /openapi.json the facts and answers of these books.
    """
    has_out = ctx.get_parameter_source("out") is not click.core.ParameterSource.DEFAULT
    if api and has_out:
        raise WrongCommand("`--out` is the folder of a site, and `--api` serves none")
    if not api and (seconds is not None or site):
        raise WrongCommand("`--seconds` and `--site` are of `--api`")
    with garbage_collector(running=True):  # a long-running command
        if api:
            _serve_api(books, host, port, seconds, site)
        else:
            _serve_site(books, out, host, port)


def _serve_api(books: Sequence[str], host: str, port: int, seconds: float | None, site: str) -> None:
    from rulewright.interfaces.cli.answer_text import answer_text
    from rulewright.interfaces.service.books import ServedBooks

    try:
        from rulewright.interfaces.service.http_server import open_port, serve_http
    except ModuleNotFoundError as missing:
        raise extra_missing(missing, "programs are served by starlette and uvicorn", "api", ("starlette", "uvicorn", "anyio")) from None
    served = ServedBooks(Reader().books(books), answer_text, site)
    with _port_errors(host, port):
        listener = open_port(host, port)
    limits = {} if seconds is None else {"seconds": seconds}
    serve_http(served, listener, host, lambda address: _show_address(console(), address), **limits)


def _show_address(screen: Console, address: str) -> None:
    screen.print(f"serving {address}   Ctrl-C ends it", style="bold green")


@contextmanager
def _port_errors(host: str, port: int) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        sentence = f"port {port} of {host} cannot be used: {(fault.strerror or 'unknown fault').lower()}"
        raise WrongCommand(sentence, ["try another with `--port`"]) from None


def _serve_site(books: Sequence[str], out: Path, host: str, port: int) -> None:
    from rulewright.interfaces.cli.build import Site, refuse_output_folder

    screen = console()
    refuse_output_folder(out)
    folders = [*(book.folder for book in Reader().books(Site.of_books(books).books)), *_site_sources()]
    builder = Builder(books, out, screen, folders)
    before_build = builder.stamp()
    if not builder.build_site(available_cores()) and not (out / "index.html").is_file():
        raise WrongCommand("there is no site to serve yet: the findings above come first")
    with _port_errors(host, port):
        server = QuietServer((host, port), functools.partial(Quiet, directory=str(out), state=builder.state, hosts=allowed_hosts(host)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _show_address(screen, f"http://{f'[{host}]' if ':' in host else host}:{server.server_address[1]}")
    try:
        watch(
            builder.stamp, before_build, lambda: builder.build_site(1)
        )  # an edit is little work, and the server has a thread of its own by now
    except KeyboardInterrupt:
        screen.print("stopped")
    finally:
        server.shutdown()


def _site_sources() -> list[Path]:
    from rulewright.base.resources import site_folder

    return [site_folder()] if site_folder().is_dir() else []


class Builder:
    """Builds a site repeatedly and keeps what the last build read, computed and rendered. A fault in the sources does not end it.

    After an edit the pages of the edited chapters are built first, then every page. After an edit of a rule both use the previous
    coverage; the new one takes every rule out in turn, and follows in one more build. If the files change again meanwhile, that build is
    abandoned.
    """

    def __init__(self, books: Sequence[str], out: Path, screen: Console, folders: Sequence[Path] = ()) -> None:
        from rulewright.base.store import CachingStore
        from rulewright.site import Rendered

        self.state = State()
        self._books, self._out, self._screen = books, out, screen
        self._rendered = Rendered()
        self._stores = functools.cache(CachingStore)
        self._last_coverage: dict[str, Coverage] = {}
        self._last_inputs: dict[str, Inputs] = {}
        self._replaced_pages: dict[Path, bytes] = {}
        """Pages of the last complete site that edited pages have replaced, by path."""
        self.stamp = functools.partial(stamp_files, folders, out)
        """The state of the files that the site is built of."""
        self._start_stamp = self.stamp()
        self._may_abandon = False
        self._start = 0.0

    def build_site(self, processes: int) -> bool:
        """Check, test and build; return True if there is a new site, or if newer edits overtook this build."""
        from rulewright.interfaces.cli.build import Site

        self._start_stamp, self._may_abandon, self._start = self.stamp(), False, time.perf_counter()
        try:
            with garbage_collector(running=False), self._make_workers(processes) as workers:
                faults = self._build_unless_wrong(Reader(workers=workers, stores=self._stores).books(Site.of_books(self._books).books))
        except Superseded:
            return True
        except (Error, WrongCommand, OSError) as fault:
            faults = [str(fault)]
            self._screen.print(str(fault), style="bold red", soft_wrap=True)
        if faults:
            self.state.is_wrong(faults)
            self._screen.print("the site stays as it was", style="bold red")
        return not faults

    def _make_workers(self, processes: int) -> Workers:
        from rulewright.workspace.open_book import prepare_processes

        return Workers(processes, prepare_processes) if processes > 1 else InterruptibleWorkers(self._is_overtaken)

    def _is_overtaken(self) -> bool:
        return self._may_abandon and self.stamp() != self._start_stamp

    def _build_unless_wrong(self, loaded: list[OpenBook]) -> list[str]:
        """Build the site, or return the faults that prevent it as texts for people."""
        from rulewright.interfaces.cli.build import check_and_test
        from rulewright.workspace.open_book import Part

        outdated_coverage = {
            book.name: self._last_coverage[book.name]
            for book in loaded
            if book.name in self._last_coverage and not book.has_result(Part.COVERAGE)
        }
        self._show_edited_pages(loaded)
        if not check_and_test(loaded, self._screen, coverage=not outdated_coverage):
            self._restore_pages()
            return list(islice(_fault_texts(loaded), MAX_FINDINGS_SHOWN))
        if outdated_coverage:
            self._build_pages(loaded, outdated_coverage)
            self._may_abandon = True
        self._last_coverage = {book.name: book.coverage for book in loaded}
        self._may_abandon = False
        self._build_pages(loaded, {})
        return []

    def _show_edited_pages(self, loaded: list[OpenBook]) -> None:
        """Put the pages of edited chapters into the site, unless their texts have errors; raise `Superseded` after a further edit."""
        from rulewright.site import Early, show_edited

        edited = [(Early(book), files) for book in loaded if (files := _edited_files(self._last_inputs.get(book.name), book.inputs))]
        if any(diagnostic.severity is Severity.ERROR for book, _ in edited for diagnostic in book.diagnostics):
            return
        replaced_pages = {
            path: data for book, files in edited for path, data in show_edited(book, files, self._out, self._rendered).items()
        }
        if replaced_pages:
            self._replaced_pages = replaced_pages | self._replaced_pages
            self.state.built()
            self._screen.print(f"{time.strftime('%H:%M:%S')} the edited pages in {time.perf_counter() - self._start:.1f} s", style="green")
            if self.stamp() != self._start_stamp:
                raise Superseded

    def _restore_pages(self) -> None:
        """Restore the last good pages in place of the edited ones, whose sources turned out to be wrong."""
        for path, data in self._replaced_pages.items():
            write_whole(path, data)
        if self._replaced_pages:
            self._replaced_pages = {}
            self.state.built()

    def _build_pages(self, loaded: list[OpenBook], covered: Mapping[str, Coverage]) -> None:
        """Build the pages and notify open ones; `covered` is the previous coverage of the books whose coverage is not computed yet."""
        from rulewright.interfaces.cli.build import Site, build_with_progress

        settings = Site.of_books(self._books).choose_settings(loaded)
        report = build_with_progress(loaded, self._out, self._screen, rendered=self._rendered, covered=covered, settings=settings)
        self._last_inputs, self._replaced_pages = {book.name: book.inputs for book in loaded}, {}
        self.state.built()
        status_line = f"{time.strftime('%H:%M:%S')} built {report.pages:,} pages in {time.perf_counter() - self._start:.1f} s"
        self._screen.print(status_line + ("; coverage is being worked out" if covered else ""), style="green")


def _edited_files(previous: Inputs | None, current: Inputs) -> frozenset[str]:
    """Return the displayed paths of the files of a book that were added, removed or edited; none for a new book."""
    return frozenset() if previous is None else frozenset(path for path, _ in set(previous.files) ^ set(current.files))


def _fault_texts(loaded: Sequence[OpenBook]) -> Iterator[str]:
    """Yield the errors and failed examples that prevent the build, as a terminal shows them."""
    from rulewright.interfaces.cli.findings import causes_first, show_finding
    from rulewright.interfaces.cli.results import show_failure
    from rulewright.interfaces.cli.screen import Screen

    for book in loaded:
        for finding, followed_by in causes_first(book.errors):
            out = io.StringIO()
            show_finding(Screen(file=out, width=100), finding, book.source_lines(), followed_by)
            yield out.getvalue().strip()
        for result in () if book.errors else book.examples:
            if not result.passed:
                out = io.StringIO()
                show_failure(Screen(file=out, width=100), result)
                yield out.getvalue().strip()
