"""`rulewright check --watch`: check again after every change of a file, until interrupted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.base.errors import Error
from rulewright.base.runtime import garbage_collector
from rulewright.base.store import CachingStore
from rulewright.interfaces.cli.app import WRONG, WrongCommand
from rulewright.interfaces.cli.check_text import check_as_text
from rulewright.interfaces.cli.terminal import console, print_text
from rulewright.interfaces.cli.watching import stamp_files, watch

if TYPE_CHECKING:
    from rulewright.interfaces.cli.reader import Reader


def check_again(books: Sequence[str], reader: Reader, every: bool, all_left: bool, baseline_file: Path | None) -> int:
    """Check books and print the findings, and again after every change; return the exit status of the last check once Ctrl-C ends it."""
    reader = replace(reader, stores=cache(CachingStore)) if not reader.no_cache else reader
    folders = [book.folder for book in reader.books(books)]
    if reader.with_folder is not None:
        folders.append(reader.with_folder)
    exit_status = 0

    def check_once() -> None:
        nonlocal exit_status
        started = time.perf_counter()
        try:
            with garbage_collector(running=False):
                exit_status = check_as_text(reader.books(books), every, all_left, baseline_file)
        except (Error, WrongCommand, OSError) as fault:  # a folder may be absent for a moment
            print_text(f"rulewright: {fault}", err=True)
            exit_status = WRONG
        seconds = time.perf_counter() - started
        console().print(f"{time.strftime('%H:%M:%S')} checked in {seconds:.1f} s; waiting for a change, Ctrl-C ends it", style="dim")

    try:
        with garbage_collector(running=True):  # a long-running command
            start = stamp_files(folders)
            check_once()
            watch(partial(stamp_files, folders), start, check_once)
    except KeyboardInterrupt:
        print_text()
    return exit_status
