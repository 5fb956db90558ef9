"""Errors in the input: one base class for every exception that a user of rulewright is to see.

The message is a sentence in lower case without a full stop, the reader's own text in backticks; `hints` say what to do, a line each. A
command prints them and ends with status 2; a program catches `rulewright.Error`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.suggestions import as_question


class Error(Exception):
    """An error in the input: a book, a question, a fact, a document. `message` says what is wrong in one sentence, `hints` what to do.

    `place` is the file, folder or document that is wrong; empty if it is none of these, or not known.

    >>> raise Error("there is no case `9.9`", ["did you mean `9.8`?"])
    Traceback (most recent call last):
    rulewright.base.errors.Error: there is no case `9.9`
    """

    def __init__(self, message: str, hints: Sequence[str] = (), *, place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hints = tuple(hints)
        self.place = place


class WrongInput(Error, ValueError):
    """A question, case, fact, option, reading or value that the book does not have; `suggestions` are the likely intentions.

    >>> WrongInput("there is no fact `wether`", ("weather",)).hints
    ('did you mean `weather`?',)
    """

    def __init__(self, message: str, suggestions: tuple[str, ...] = (), hints: Sequence[str] = ()) -> None:
        super().__init__(message, hints or ([as_question(suggestions)] if suggestions else []))
        self.suggestions = suggestions
