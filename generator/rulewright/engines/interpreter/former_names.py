"""Old names in a question: the words of a question, of facts and of switches that a book has renamed, replaced by those of today."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.base.names import NAME, normalize_letters

_WORD = re.compile(rf'"[^"]*"|{NAME}')


class PresentNames:
    """Replaces former names by present ones, and records those that it has met."""

    def __init__(self, former_names: Mapping[str, str]) -> None:
        self._former_names = former_names
        self.renamed: dict[str, str] = {}

    def in_text(self, text: str) -> str:
        """Return a text with present names, each letter in its one form; words in quotation marks are kept unless one is a former name."""
        text = normalize_letters(text)
        return _WORD.sub(self._replace_word, text) if self._former_names else text

    def _replace_word(self, match: re.Match[str]) -> str:
        word = match[0].strip('"')
        present = self._former_names.get(word)
        if present is None:
            return match[0]
        self.renamed[word] = present
        return match[0].replace(word, present)

    def in_facts(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return facts by present names, their values too."""
        return {self.in_text(name): self.in_text(value) if isinstance(value, str) else value for name, value in facts.items()}

    def in_world(self, world: str | Mapping[str, str] | None) -> str | Mapping[str, str] | None:
        """Return the things of a world with the present names of their kinds."""
        if world is None or isinstance(world, str):
            return None if world is None else self.in_text(world)
        return {name: self.in_text(kind) for name, kind in world.items()}

    def in_names(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return names of options or facts as they are today."""
        return tuple(map(self.in_text, names))
