"""Entry point of the command `rulewright` and of `python -m rulewright`."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType


def main() -> None:
    """Run the command line. During start-up Ctrl-C ends the process at once; later the command line reports that it was stopped."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    from rulewright.interfaces.cli.app import STOPPED
    from rulewright.interfaces.cli.app import main as run

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = _stop_all_the_same
        run()
    except KeyboardInterrupt:  # before the command began, or after it ended
        sys.exit(STOPPED)


def _stop_all_the_same(unraisable: UnraisableHookArgs) -> None:
    """Raise Ctrl-C again at the next call, where it came as Python did away with an object: what is raised there is dropped."""

    def stop_at_next_call(frame: FrameType, _event: str, _arg: object) -> None:
        if frame.f_code is not _stop_all_the_same.__code__:
            raise KeyboardInterrupt

    if unraisable.exc_type is KeyboardInterrupt:
        sys.setprofile(stop_at_next_call)
    else:
        sys.__unraisablehook__(unraisable)


if __name__ == "__main__":  # a spawned worker imports this module
    main()
