"""A cache of elaborated rules: of a book that differs in a line or a clause from an earlier one, only the difference is read again.

A rule depends on its provision and on the book's declarations only. If both are unchanged, so is the rule, except for its uid.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeAlias

from rulewright.rulebook.model import Provision
from rulewright.semantics.model import Rule
from rulewright.semantics.symbols import Vocabulary
from rulewright.syntax import nodes

CachedRules: TypeAlias = tuple[tuple[Rule, nodes.Head], ...]
"""The rules of a provision, each with its head."""

_DECLARED = attrgetter("measures", "conversions", "calendars", "enums", "classes", "records", "maps", "facts", "questions")


@dataclass(slots=True)
class RuleCache:
    """A cache of rules by provision, for callers that resolve variants of a book repeatedly."""

    _declared: tuple[Any, ...] | None = None
    _entries: dict[tuple[str, str], tuple[Provision, CachedRules]] = field(default_factory=dict)

    def for_vocabulary(self, vocabulary: Vocabulary) -> RuleCache | None:
        """Return the cache if the declarations are those of its first use; None if its rules do not apply."""
        groups = {name: (head.node, head.params, head.record) for name, head in vocabulary.groups.items()}
        kinds = {name: calls for name, (calls, _) in vocabulary.kinds.items()}
        declared = (_DECLARED(vocabulary), groups, kinds)
        if self._declared is None:
            self._declared = _copy_declared(declared)
        return self if declared == self._declared else None

    def rules_of(self, provision: Provision) -> CachedRules | None:
        """Return the cached rules of a provision; None if it has none, or the provision differs."""
        entry = self._entries.get(_cache_key(provision))
        return entry[1] if entry is not None and entry[0] == provision else None

    def store_rules(self, provision: Provision, rules: CachedRules) -> None:
        """Store the rules of a provision that has no errors."""
        self._entries[_cache_key(provision)] = (provision, rules)


def _cache_key(provision: Provision) -> tuple[str, str]:
    """Return the cache key of a provision, which most variants of a book share; a provision with another key is read again."""
    return str(provision.id), provision.origin.source


def _copy_declared(declared: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a copy that later changes of the symbol table do not affect."""
    names, groups, kinds = declared
    return tuple(dict(table) for table in names), groups, kinds
