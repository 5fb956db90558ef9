"""The command `rulewright`, and `python -m rulewright`."""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Run the command. Ctrl-C where there is nothing to stop ends it at once; later the command line says that it was stopped."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    from rulewright.interfaces.cli.app import STOPPED
    from rulewright.interfaces.cli.app import main as run

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:  # before the command began, or when it had ended
        sys.exit(STOPPED)


if __name__ == "__main__":  # a worker that is spawned imports it
    main()
