"""Entry point of the command `rulewright` and of `python -m rulewright`."""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Run the command line. During start-up Ctrl-C ends the process at once; later the command line reports that it was stopped."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    from rulewright.interfaces.cli.app import STOPPED
    from rulewright.interfaces.cli.app import main as run

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:  # before the command began, or after it ended
        sys.exit(STOPPED)


if __name__ == "__main__":  # a spawned worker imports this module
    main()
