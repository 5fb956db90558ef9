"""The exception for questions that the solver does not analyse."""

from __future__ import annotations


class NotAnalysable(Exception):
    """Raised for a question that is not analysed; `reason` in the words of rulebooks."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
