"""The kinds of things that the answer to a question goes through: what it counts, sums or picks from, or asks whether one is so.

An answer that goes through things is about those that are named. Where none is, it is about none, which a page says and asks for.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.core.reads import union_of_reads


def kinds_by_question(core: Core) -> Mapping[str, tuple[str, ...]]:
    """Question -> the kinds of the things that it goes through, itself or in what it asks. Those that go through none are left out."""
    dependence = Dependence(core)
    kinds_of: dict[str, tuple[str, ...]] = {}
    for name in core.on:
        kinds = union_of_reads(map(dependence.reads_of_question, sorted(dependence.called_questions(name)))).kinds
        if kinds:
            kinds_of[name] = tuple(kind for kind in core.records if kind in kinds)
    return kinds_of
