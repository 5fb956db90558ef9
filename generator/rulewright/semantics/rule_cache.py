"""Rules that were read before: of a book that differs in a line or a clause from one that was read, only what differs is read again.

A rule is what its provision says under the book's declarations. Where both are as they were, so is the rule, except for its number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeAlias

from rulewright.rulebook.model import Provision
from rulewright.semantics.model import Rule
from rulewright.semantics.symbols import Vocabulary
from rulewright.syntax import nodes

Read: TypeAlias = tuple[tuple[Rule, nodes.Head], ...]
"""The rules of a provision, each with the head that it was made of."""

_DECLARED = attrgetter("measures", "conversions", "calendars", "enums", "classes", "records", "maps", "facts", "questions")


@dataclass(slots=True)
class RulesRead:
    """What whoever resolves a book again and again keeps, from one time to the next."""

    _declared: tuple[Any, ...] | None = None
    _of: dict[tuple[str, str], tuple[Provision, Read]] = field(default_factory=dict)

    def under(self, vocabulary: Vocabulary) -> RulesRead | None:
        """Itself where the book declares what it did the first time; None where what was read is of no use."""
        groups = {name: (head.node, head.params, head.record) for name, head in vocabulary.groups.items()}
        kinds = {name: calls for name, (calls, _) in vocabulary.kinds.items()}
        declared = (_DECLARED(vocabulary), groups, kinds)
        if self._declared is None:
            self._declared = _copied(declared)
        return self if declared == self._declared else None

    def of(self, provision: Provision) -> Read | None:
        """The rules of a provision that was read; None where it was not."""
        known = self._of.get(_key(provision))
        return known[1] if known is not None and known[0] == provision else None

    def note(self, provision: Provision, rules: Read) -> None:
        """These are the rules of a provision, and nothing is wrong with them."""
        self._of[_key(provision)] = (provision, rules)


def _key(provision: Provision) -> tuple[str, str]:
    """What is the same of a provision in most books that are read: where it is not, it is read anew."""
    return str(provision.id), provision.origin.source


def _copied(declared: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same, untouched by what the resolver notes in its own later."""
    names, groups, kinds = declared
    return tuple(dict(one) for one in names), groups, kinds
