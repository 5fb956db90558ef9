"""`rulewright serve`: the site on this machine, built again as its sources change, and shown as it is built."""

from __future__ import annotations

import functools
import io
import threading
import time
from collections.abc import Iterator, Sequence
from http.server import ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.app import WrongCommand
from rulewright.cli.common import books_argument, example
from rulewright.cli.live import Quiet, State
from rulewright.cli.reader import Reader
from rulewright.cli.terminal import console
from rulewright.cli.watching import stamp, watch
from rulewright.errors import Error
from rulewright.runtime import garbage_collector
from rulewright.workers import Workers, cores

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.loaded import Loaded

SHOWN = 20
"""So many findings are shown in a page."""


@click.command(epilog=example("rulewright serve", "rulewright serve leipzig-lite --port 9000"))
@books_argument
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("build/site"), show_default=True, help="The folder of the site."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any that is free.")
def command(books: tuple[str, ...], out: Path, port: int) -> None:
    """Serve the site at http://127.0.0.1:8000, to this machine only, and build it again when a source changes.

    A page that is open reloads by itself and stays where one reads. If a change has errors the page shows them, and the site stays as it
    was. Ctrl-C ends it.
    """
    with garbage_collector(running=True):  # this command lives long
        _serve(books, out, port)


def _serve(books: Sequence[str], out: Path, port: int) -> None:
    from rulewright.cli.build import refuse

    screen = console()
    refuse(out)
    folders = [*(book.folder for book in Reader().books(books)), *_site_sources()]
    before = stamp(folders)
    builder = Builder(books, out, screen)
    if not builder.build(cores()) and not (out / "index.html").is_file():
        raise WrongCommand("there is no site to serve yet: the findings above come first")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=str(out), state=builder.state))
    except OSError as fault:
        raise WrongCommand(
            f"port {port} cannot be used: {(fault.strerror or 'unknown fault').lower()}", ["try another with `--port`"]
        ) from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    screen.print(f"serving http://127.0.0.1:{server.server_address[1]}   Ctrl-C ends it", style="bold green")
    try:
        watch(folders, before, lambda: builder.build(1))  # an edit is little work, and there is a second thread now
    except KeyboardInterrupt:
        screen.print("stopped")
    finally:
        server.shutdown()


def _site_sources() -> list[Path]:
    from rulewright.resources import site_folder

    return [site_folder()] if site_folder().is_dir() else []


class Builder:
    """Builds a site again and again: what was read, worked out and rendered the last time is at hand. No fault of the sources ends it."""

    def __init__(self, books: Sequence[str], out: Path, screen: Console) -> None:
        from rulewright.site import Rendered
        from rulewright.store import Remembering

        self.state = State()
        self._books, self._out, self._screen = books, out, screen
        self._rendered = Rendered()
        self._stores = functools.cache(Remembering)

    def build(self, processes: int) -> bool:
        """Check, test and build; whether there is a new site."""
        from rulewright.loaded import prepare

        start = time.perf_counter()
        try:
            with garbage_collector(running=False), Workers(processes, prepare) as workers:
                wrong, pages = self._built(Reader(workers=workers, stores=self._stores).books(self._books))
        except (Error, WrongCommand, OSError) as fault:
            wrong, pages = [str(fault)], 0
            self._screen.print(str(fault), style="bold red", soft_wrap=True)
        if wrong:
            self.state.is_wrong(wrong)
            self._screen.print("the site stays as it was", style="bold red")
            return False
        self.state.built()
        self._screen.print(f"{time.strftime('%H:%M:%S')} built {pages:,} pages in {time.perf_counter() - start:.1f} s", style="green")
        return True

    def _built(self, loaded: list[Loaded]) -> tuple[list[str], int]:
        """Build the site, unless something is wrong, which is then said; with how many pages there are."""
        from rulewright.cli.build import build, passes

        if passes(loaded, self._screen):
            return [], build(loaded, self._out, self._screen, rendered=self._rendered).pages
        return list(islice(_wrong(loaded), SHOWN)), 0


def _wrong(loaded: Sequence[Loaded]) -> Iterator[str]:
    """What keeps the site from being built, each thing as a terminal shows it."""
    from rulewright.cli.findings import causes_first, show_finding
    from rulewright.cli.results import show_failure
    from rulewright.cli.screen import Screen

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
