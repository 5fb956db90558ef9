"""`rulewright serve`: the site on this machine, built again as its sources change, and shown as it is built."""

from __future__ import annotations

import functools
import io
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from http.server import ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.base.diagnostics import Severity
from rulewright.base.errors import Error
from rulewright.base.runtime import garbage_collector
from rulewright.base.store import write_whole
from rulewright.base.workers import Interruptible, Overtaken, Workers, cores
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import books_argument, example
from rulewright.interfaces.cli.live import Quiet, State
from rulewright.interfaces.cli.reader import Reader
from rulewright.interfaces.cli.terminal import console
from rulewright.interfaces.cli.watching import stamp, watch

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.analysis.coverage import Coverage
    from rulewright.workspace.inputs import Inputs
    from rulewright.workspace.open_book import Loaded

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
    from rulewright.interfaces.cli.build import refuse

    screen = console()
    refuse(out)
    folders = [*(book.folder for book in Reader().books(books)), *_site_sources()]
    before = stamp(folders)
    builder = Builder(books, out, screen, folders)
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
    from rulewright.base.resources import site_folder

    return [site_folder()] if site_folder().is_dir() else []


class Builder:
    """Builds a site again and again: what was read, worked out and rendered the last time is at hand. No fault of the sources ends it.

    After an edit the pages of its chapters come first, then every page: this is what they are built from again. After an edit of a rule
    both come with the coverage of before; it takes every rule out in turn, and follows in one more build. If the files change again
    meanwhile, what would follow is left off.
    """

    def __init__(self, books: Sequence[str], out: Path, screen: Console, folders: Sequence[Path] = ()) -> None:
        from rulewright.base.store import Remembering
        from rulewright.site import Rendered

        self.state = State()
        self._books, self._out, self._screen = books, out, screen
        self._rendered = Rendered()
        self._stores = functools.cache(Remembering)
        self._covered: dict[str, Coverage] = {}
        self._read: dict[str, Inputs] = {}
        self._good: dict[Path, bytes] = {}
        """Of the last whole site, the pages that edited ones have taken the place of."""
        self._folders, self._began = folders, stamp(folders)
        self._may_leave_off = False
        self._start = 0.0

    def build(self, processes: int) -> bool:
        """Check, test and build; whether there is a new site."""
        self._began, self._may_leave_off, self._start = stamp(self._folders), False, time.perf_counter()
        try:
            with garbage_collector(running=False), self._workers(processes) as workers:
                wrong = self._built(Reader(workers=workers, stores=self._stores).books(self._books))
        except Overtaken:
            return True
        except (Error, WrongCommand, OSError) as fault:
            wrong = [str(fault)]
            self._screen.print(str(fault), style="bold red", soft_wrap=True)
        if wrong:
            self.state.is_wrong(wrong)
            self._screen.print("the site stays as it was", style="bold red")
        return not wrong

    def _workers(self, processes: int) -> Workers:
        from rulewright.workspace.open_book import prepare

        return Workers(processes, prepare) if processes > 1 else Interruptible(self._overtaken)

    def _overtaken(self) -> bool:
        return self._may_leave_off and stamp(self._folders) != self._began

    def _built(self, loaded: list[Loaded]) -> list[str]:
        """Build the site, unless something is wrong, which is then said."""
        from rulewright.interfaces.cli.build import passes
        from rulewright.workspace.open_book import Part

        late = {book.name: self._covered[book.name] for book in loaded if book.name in self._covered and not book.is_kept(Part.COVERAGE)}
        self._edited_first(loaded)
        if not passes(loaded, self._screen, coverage=not late):
            self._put_back()
            return list(islice(_wrong(loaded), SHOWN))
        if late:
            self._shown(loaded, late)
            self._may_leave_off = True
        self._covered = {book.name: book.coverage for book in loaded}
        self._may_leave_off = False
        self._shown(loaded, {})
        return []

    def _edited_first(self, loaded: list[Loaded]) -> None:
        """Put the pages of edited chapters into the site, if nothing is wrong with their texts; raise `Overtaken` if more was edited."""
        from rulewright.site import Early, show_edited

        edited = [(Early(book), files) for book in loaded if (files := _edited(self._read.get(book.name), book.inputs))]
        if any(one.severity is Severity.ERROR for book, _ in edited for one in book.diagnostics):
            return
        before = {path: data for book, files in edited for path, data in show_edited(book, files, self._out, self._rendered).items()}
        if before:
            self._good = before | self._good
            self.state.built()
            self._screen.print(f"{time.strftime('%H:%M:%S')} the edited pages in {time.perf_counter() - self._start:.1f} s", style="green")
            if stamp(self._folders) != self._began:
                raise Overtaken

    def _put_back(self) -> None:
        """Take the edited pages out of the site again: something is wrong with what they say, and the last good ones stay."""
        for path, data in self._good.items():
            write_whole(path, data)
        if self._good:
            self._good = {}
            self.state.built()

    def _shown(self, loaded: list[Loaded], covered: Mapping[str, Coverage]) -> None:
        """Build the pages, and let those that are open know; `covered` is the coverage of before, of books of which it is not known yet."""
        from rulewright.interfaces.cli.build import build

        pages = build(loaded, self._out, self._screen, rendered=self._rendered, covered=covered).pages
        self._read, self._good = {book.name: book.inputs for book in loaded}, {}
        self.state.built()
        said = f"{time.strftime('%H:%M:%S')} built {pages:,} pages in {time.perf_counter() - self._start:.1f} s"
        self._screen.print(said + ("; coverage is being worked out" if covered else ""), style="green")


def _edited(before: Inputs | None, now: Inputs) -> frozenset[str]:
    """The files of a book that are other than they were, by their paths as shown; none of a book that was not there before."""
    return frozenset() if before is None else frozenset(path for path, _ in set(before.files) ^ set(now.files))


def _wrong(loaded: Sequence[Loaded]) -> Iterator[str]:
    """What keeps the site from being built, each thing as a terminal shows it."""
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
