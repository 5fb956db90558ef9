"""The kinds of defect, in the order in which they are shown."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """A slip of the hand or of the mind that a rulebook, once read, may still have."""

    UNIT = "wrong unit"
    MISSPELT = "field misspelt"
    COPIED = "rule copied two chapters away with another value"
    CASE_LOST = "referenced case deleted"
    CASE_ACTED = "referenced case deleted by an act"
    OPTION_TWICE = "option repeats another"
    UNLESS_LOST = "`unless` lost"
    OVERRIDES_NEXT = "override names the neighbouring case"
    SWAPPED = "arguments swapped"
    WHEN_LOST = "`when` lost"
    NOT_LOST = "negation lost"
    MODAL = "may for must, must for may"
    EXTREME = "greatest for least"
    JOINED = "and for or"
    AMENDS_NEXT = "amendment on the neighbouring case"
    ACT_TWICE = "act of an erratum twice"
    FIELD = "another field of the same type"
    OVERRIDES_ALWAYS = "override loses its `when`"
    NEXT_VALUE = "next value of an enum"
    CONJUNCT = "conjunct lost"
    BOUND = "one of two adjacent bounds off by one"
    CELLS = "table: cells swapped"
    HEADS = "table: column heads swapped"
    CELL = "table: a cell one more"
    AT_MOST = "at most for at least"
    CHOICES = "choices of a reading made alike"
    MOVED = "rule moved to the next case"
    EDITION = "order of an edition"
    WRONG_PART = "erratum replaces the wrong part"
    MISPRINT = "print slip that is not in the text"
    TAG = "ledger tag on the wrong case"
    PROSE = "number changed in the prose"


class Noticed(StrEnum):
    """How a defect is noticed: the first of these that is so."""

    PLACE = "place"
    """An error or a warning at what was changed, or one that names its case."""
    NOTE = "note"
    """A note there that `check` shows."""
    OTHER = "other"
    """A finding elsewhere, or notes that are gone."""
    EXAMPLE = "example"
    """`check` says nothing that it did not say before; an example fails."""
    NOTHING = "nothing"


BY_CHECK = (Noticed.PLACE, Noticed.NOTE, Noticed.OTHER)
