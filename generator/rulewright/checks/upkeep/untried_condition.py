"""no example gives what a condition of a rule asks for

## What it does
Looks at each fact that a condition of a rule asks for, and at each value that it is compared with, and whether an example gives it: one of
the same case, or one that asks for what the rule decides; where there is none, any that depends on it. Of a list of values, one is enough.

## Why it matters
A condition that no example meets is a condition that nobody has tried. Mostly it has a wrong fact or a wrong value in it.

## Example
```case
enum ground: clear, rough
record hex
  ground: ground
verdict camp(h: hex)

case 8.7 "Camps"
  "No camp is made on rough ground."
  may not camp(h) when h.ground is clear

  example "a camp on rough ground"
    given h.ground is rough
    then forbidden camp(h)
```

## Use instead
```diff
-  may not camp(h) when h.ground is clear
+  may not camp(h) when h.ground is rough
```

## Limits
A case without examples is reported as `untested-case` or not at all. Numbers are left to `rulewright coverage --mutants`, and so is
whether the example would fail with another value. What rules decide is tried where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from rulewright.checks.accounts import Account
from rulewright.checks.base import Check, CheckInput, Judged
from rulewright.checks.tried import Test, Tried, names_in, tests_in
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes
from rulewright.semantics.types import listing

CHECK = Check("RW433", "untried-condition", Severity.WARNING, Judged.BOOK, by_absence=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    seen = _Seen(given)
    for account in given.whole.accounts.all:
        for rule in account.rules:
            near = seen.near(account, rule)
            wanted = dict.fromkeys(test for guard in rule.guards for test in tests_in(guard) if seen.is_fact(test)) if near else {}
            untried = [test for test in wanted if not seen.gives(test, near)]
            if untried:
                yield CHECK.finding(
                    f"no example gives {listing([_said(test) for test in untried], 'or')}, which a rule of {account.cases[0]} asks for",
                    [account.at(rule)],
                    help="write an example in which it is so, or correct the condition",
                    cases=account.cases,
                )


def _said(test: Test) -> str:
    return f"`{test.name} is {' or '.join(sorted(test.values))}`" if test.values else f"`{test.name}`"


class _Seen:
    """What examples give, and what a player sees: facts that no rule decides."""

    def __init__(self, given: CheckInput) -> None:
        self._given = given

    @cached_property
    def _facts(self) -> frozenset[str]:
        cores = [here.core for here in self._given.everywhere.values()]
        decided = {name.rpartition(".")[2] for core in cores for name in core.questions} | self._given.whole.gathered.in_rules.heads
        return frozenset(name.rpartition(".")[2] for core in cores for name in core.facts) - decided

    @cached_property
    def _values(self) -> dict[str, frozenset[str]]:
        """By the name of a value or a class, the values that it is or has in it."""
        declared = [one.node for one in self._given.book.declarations]
        lists = [node.values for node in declared if isinstance(node, nodes.Enum | nodes.Scale)]
        found = {value.name: frozenset((value.name,)) for values in lists for value in values}
        classes = {node.name: node.members for node in declared if isinstance(node, nodes.Class)}
        for _ in classes:  # a class may be of classes
            for name, members in classes.items():
                found[name] = frozenset((name,)).union(*(found.get(one, frozenset()) for one in members))
        return found

    def is_fact(self, test: Test) -> bool:
        """Whether a test is of a fact that no rule decides, with values that have names."""
        return test.name in self._facts and all(value in self._values for value in test.values)

    def near(self, account: Account, rule: nodes.Rule) -> list[Tried]:
        """The examples that ask for what the rule decides, and those of its case for which it matters; else all for which it does."""
        heads = {head.name for head in rule.heads}
        every = self._given.whole.tried
        near = [one for one in every if not heads.isdisjoint(one.asked) or (one.number in account.cases and self._matters(heads, one))]
        return near or [one for one in every if self._matters(heads, one)]

    def _matters(self, heads: set[str], one: Tried) -> bool:
        return any(not heads.isdisjoint(here.read_for(name)) for here in self._given.everywhere.values() for name in one.asked)

    @cached_property
    def _tied(self) -> dict[str, set[str]]:
        """The facts that are named together where the book says what is impossible: one of them may decide the other."""
        found: dict[str, set[str]] = {}
        for declared in self._given.book.declarations:
            if isinstance(declared.node, nodes.Impossible | nodes.OneOf):
                together = names_in(declared.node)
                for name in together:
                    found.setdefault(name, set()).update(together)
        return found

    def gives(self, test: Test, near: Sequence[Tried]) -> bool:
        given = [fact for one in near for fact in one.given]
        if not test.values:
            tied = self._tied.get(test.name, {test.name})
            return any(not tied.isdisjoint(fact.names) for fact in given)
        wanted = frozenset[str]().union(*(self._values[value] for value in test.values))
        return any(one.name == test.name and not wanted.isdisjoint(one.values) for fact in given for one in fact.tests)
