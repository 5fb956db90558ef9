"""`rulewright serve`: the site on this machine, built again as its sources change."""

from __future__ import annotations

import functools
import io
import threading
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias
from urllib.parse import urlsplit

import click

from rulewright.cli.app import WrongCommand
from rulewright.cli.common import books_argument, example
from rulewright.cli.reader import Reader
from rulewright.cli.terminal import console
from rulewright.errors import Error
from rulewright.runtime import garbage_collector
from rulewright.workers import Workers, cores

if TYPE_CHECKING:
    from rich.console import Console

Stamp: TypeAlias = dict[str, tuple[int, int]]

POLL = 0.5  # seconds
LOCAL = {"127.0.0.1", "localhost"}
PATIENCE = 0.25  # seconds without a change before the site is built


@click.command(epilog=example("rulewright serve", "rulewright serve leipzig-lite --port 9000"))
@books_argument
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("build/site"), show_default=True, help="The folder of the site."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any that is free.")
def command(books: tuple[str, ...], out: Path, port: int) -> None:
    """Serve the site at http://127.0.0.1:8000, to this machine only, and build it again when a source changes.

    If a change has errors they are shown, and the site stays as it was. Ctrl-C ends it.
    """
    with garbage_collector(running=True):  # this command lives long
        _serve(books, out, port)


def _serve(books: Sequence[str], out: Path, port: int) -> None:
    from rulewright.cli.build import refuse

    screen = console()
    refuse(out)
    folders = [*(book.folder for book in Reader().books(books)), *_site_sources()]
    before = stamp(folders)
    if not _rebuild(books, out, screen, cores()) and not (out / "index.html").is_file():
        raise WrongCommand("there is no site to serve yet: the findings above come first")
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=str(out)))
    except OSError as fault:
        raise WrongCommand(
            f"port {port} cannot be used: {(fault.strerror or 'unknown fault').lower()}", ["try another with `--port`"]
        ) from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    screen.print(f"serving http://127.0.0.1:{server.server_address[1]}   Ctrl-C ends it", style="bold green")
    try:
        watch(folders, before, lambda: _rebuild(books, out, screen, 1))  # an edit is little work, and there is a second thread now
    except KeyboardInterrupt:
        screen.print("stopped")
    finally:
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A file server that says nothing, and lets nothing be kept, so that a reload shows what was built last.

    It answers only to names of this machine: else a page of the internet could read the site through a name that it points here.
    """

    def log_message(self, format: str, *args: Any) -> None:
        return

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        from rulewright.site.offline import WORKER

        if urlsplit(f"//{self.headers.get('Host', '')}").hostname not in LOCAL:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this server answers to 127.0.0.1 and localhost only")
            return None
        if urlsplit(self.path).path == f"/{WORKER}":  # a browser that keeps the site would show what was built before
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        try:
            return super().send_head()
        except ValueError:  # a path that no file can have
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def watch(folders: Sequence[Path], before: Stamp, changed: Callable[[], object]) -> None:
    """Call `changed` whenever the files of the folders have changed since `before` and been quiet for a moment."""
    while True:
        time.sleep(POLL)
        now = stamp(folders)
        if now == before:
            continue
        while True:  # an editor writes several files: wait until it is done
            time.sleep(PATIENCE)
            later = stamp(folders)
            if later == now:
                break
            now = later
        before = now
        changed()


def stamp(folders: Sequence[Path]) -> Stamp:
    """Every file below the folders with its time of change and size."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            try:
                status = path.stat()
            except OSError:  # gone between listing and looking
                continue
            if path.is_file():
                found[str(path)] = (status.st_mtime_ns, status.st_size)
    return found


def _site_sources() -> list[Path]:
    from rulewright.resources import site_folder

    return [site_folder()] if site_folder().is_dir() else []


def _rebuild(books: Sequence[str], out: Path, screen: Console, processes: int) -> bool:
    """Check, test and build; whether there is a new site. No fault of the sources ends the server."""
    from rulewright.cli.build import build, passes
    from rulewright.loaded import prepare

    start = time.perf_counter()
    try:
        with garbage_collector(running=False), Workers(processes, prepare) as workers:
            loaded = Reader(workers=workers).books(books)
            if not passes(loaded, screen):
                screen.print("the site stays as it was", style="bold red")
                return False
            report = build(loaded, out, screen)
    except (Error, WrongCommand, OSError) as fault:
        screen.print(f"the site stays as it was: {fault}", style="bold red", soft_wrap=True)
        return False
    screen.print(f"{time.strftime('%H:%M:%S')} built {report.pages:,} pages in {time.perf_counter() - start:.1f} s", style="green")
    return True
