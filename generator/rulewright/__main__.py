"""The command `rulewright`, and `python -m rulewright`."""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Run the command. Ctrl-C before there is anything to stop ends it at once; later the command line says that it was stopped."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from rulewright.cli.app import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":  # a worker that is spawned imports it
    main()
