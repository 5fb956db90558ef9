"""An answer as `ask` prints it, as text for a program."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.workspace.open_book import OpenBook


def answer_text(workspace: OpenBook, answer: Answer) -> str:
    """Return the answer with its argument, in words, in lines that are not wrapped."""
    from rulewright.interfaces.api.edition_words import edition_wording
    from rulewright.interfaces.cli.answers import show_answer
    from rulewright.interfaces.cli.screen import Screen

    out = io.StringIO()
    screen = Screen(file=out, width=10_000, color_system=None, highlight=False, markup=False, emoji=False)
    show_answer(screen, answer, edition_wording(workspace, answer.edition))
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n"))
