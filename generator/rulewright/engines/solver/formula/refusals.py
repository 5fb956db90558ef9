"""What the procedure of decision gives up, with the reason."""

from __future__ import annotations


class NotAnalysable(Exception):
    """What the procedure does not look into; `reason` in the words of rulebooks."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
