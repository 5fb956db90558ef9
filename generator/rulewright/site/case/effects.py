"""The effect of an amendment on answers, in words: its class with a colour, and a mark that links to its impact."""

from __future__ import annotations

from rulewright.analysis.comparison.answer_change import Effect
from rulewright.rulebook.model import Origin
from rulewright.site.book.book_data import BookOfSite

CLASSES = (
    (Effect.CONFLICT.value, "opens a conflict", "deleted", "With it, rules contradict each other in some situation where they did not."),
    (
        Effect.OUT_OF_RANGE.value,
        "leads out of range",
        "deleted",
        "With it, a result is outside of its range in some situation where it was not.",
    ),
    (Effect.CHANGES.value, "changes answers", "change", "In some situation the answer is different."),
    (Effect.OPENS.value, "leaves something open", "open", "In some situation there was an answer, and there is none now."),
    (Effect.SETTLES.value, "settles", "new", "In some situation there was no single answer, and there is now."),
    ("adds", "adds questions", "clarification", "It brings questions that could not be asked, and touches no others."),
    ("none", "changes no answer", "plain", "Every question has the same answer without it, in every situation: a true clarification."),
    ("not decided", "not decided", "held", "What it does could not be decided; nothing was found that it changes."),
)
"""Class of an amendment, what it is called, the colour of its badge, what that means; the gravest first."""
CALLED = {name: (called, colour) for name, called, colour, _ in CLASSES}


def effect_badge(site_book: BookOfSite, origin: Origin) -> tuple[str, str, str] | None:
    """(words, colour, address of its impact) of an amendment by its block; None where it was not compared."""
    effect = site_book.effects.get(origin.place.location_of(origin.block.span))
    if effect is None:
        return None
    page, number, word = effect
    return (*CALLED[word], f"{page}.html#amendment-{number}")
