"""Which forms of the grammar texts use: of a fixture, the manual, the cheat sheet."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rulewright.syntax.grammar import Builder, Grammar, load_grammar
from rulewright.syntax.parser import parse_source, source_of


def forms_used(texts: Iterable[str]) -> tuple[set[str], set[str]]:
    """Every form that the grammar has, and those that are used; a form is named by what builds it."""
    table = load_grammar().table
    every = {rule.callback for rule in table.rules if rule.callback and not rule.passes}
    used: set[str] = set()

    class Watching(Builder):
        def __getattribute__(self, name: str) -> object:
            found = super().__getattribute__(name)
            if name not in every:
                return found

            def noted(children: list[object]) -> object:
                used.add(name)
                return found(children)

            return noted

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("rulewright.syntax.grammar.Builder", Watching)
        grammar = Grammar(table)
        patched.setattr("rulewright.syntax.recovery.load_grammar", lambda: grammar)
        for text in texts:
            parse_source(source_of("used.case", text))
    return every, used
