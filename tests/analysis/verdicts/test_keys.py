"""What is in the key of a kept verdict, and in a fingerprint: of each part of a core, whether another one there makes another key.

Books are drawn, lowered, and one part of their core at a time is replaced by another. The parts that ever make another key are listed here,
all of them: one that is left out of the key keeps a verdict that does not hold any more, and one too many decides again for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, get_args

import pytest

from engines.solver.some_books import some_books
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.switches import NoneOf, Switching
from rulewright.semantics import terms, types
from rulewright.semantics.terms import Term
from semantics.small import core_of
from written import program_of

DECLARED = ("enums", "facts", "groups", "tables", "readings", "options", "overrides", "asides")
WHOLE = ("impossible", "exclusions", "games", "maps", "scenarios", "policy", "sources", "does_not_matter")


def others(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The value with one part of it replaced, each with the name of the part; terms and types are replaced as wholes.

    What depends on options, readings, games and scenarios is also replaced by its opposite.
    """
    if isinstance(value, get_args(Term)):
        yield path, terms.Not(value)
    elif isinstance(value, get_args(types.Type)):
        yield path, types.NoneType() if isinstance(value, types.YesNo) else types.YesNo()
    elif is_dataclass(value):
        if isinstance(value, get_args(Switching)):
            yield path, NoneOf((value,))
        for one in fields(value):
            name = f"{type(value).__name__}.{one.name}"
            yield from ((part, replace(value, **{one.name: other})) for part, other in others(getattr(value, one.name), name))  # type: ignore[type-var]
    elif isinstance(value, tuple | frozenset | Mapping):
        yield from _others_of_many(value, path)
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, Enum):
        yield from [(path, one) for one in type(value) if one is not value][:1]
    elif isinstance(value, int | str):
        yield path, value + (1 if isinstance(value, int) else "x")  # type: ignore[operator]


def _others_of_many(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        if value:
            yield path, dict(list(value.items())[1:])
    elif isinstance(value, frozenset):
        yield path, value | {"x"}
    else:
        if value:
            yield path, value[:-1]
        for place, one in enumerate(value):
            for part, other in others(one, path):
                yield part, (*value[:place], other, *value[place + 1 :])


def _with(core: Core, what: str, other: Any) -> Core:
    changed: dict[str, Any] = {what: other}
    return replace(core, **changed)


def other_cores(core: Core) -> Iterator[tuple[str, Core]]:
    """The core with one part replaced, each with the name of the part."""
    for name, on in core.on.items():
        for part, other in others(on):
            questions = {**core.questions, name: other.question}
            yield part, replace(core, on={**core.on, name: other}, questions=questions)
    for what in DECLARED:
        declared: Any = getattr(core, what)
        for name, one in declared.items():
            yield from ((part, _with(core, what, {**declared, name: other})) for part, other in others(one))
    for what in WHOLE:
        yield from ((part, _with(core, what, other)) for part, other in others(getattr(core, what), f"Core.{what}"))


RARE = {
    "rulebook.case": """\
rulebook rare "What drawn books have not"

game small "The small game"
game large "The large game"

source printed "Rules"
source errata "Errata"
  amends printed

edition printed = printed
edition whole = printed + errata

precedence
  stated
""",
    "rules.case": """\
enum arm: foot, horse
enum weather: clear, mud
map field "The field": A0101..A0303
record unit "a unit"
  arm: arm
fact weather: weather
fact spot(u: unit): field
value cost(u: unit): 0..9
verdict move(u: unit)

case 8.1 "Cost"
  table costs(arm: arm, weather: weather): 0..9
    columns weather
    |       | clear | mud |
    | foot  |     1 |   2 |
    | horse |     2 |   3 |
  cost(u) is costs(u.arm, weather) when spot(u) is A0101

case 8.2 "Moving"
  refers to 8.4
  may move(u) when cost(u) is at least 2
  may not move(u) when weather is mud
    overrides 8.3 when u.arm is horse
  may not move(u) when spot(u) is A0202

case 8.3
  not held, bears on move(u)

case 8.4
  not held

case 8.6 "Roads"
  sets aside 8.3 when u.arm is foot

case 8.5 "Swamps"
  applies to small
  may not move(u) when spot(u) is A0203

reading slow on 8.2 in errata "Who is slow"
  choice all in play
  choice some: may not move(u) when u.arm is foot

ruling Q1 on 8.2 in errata
  asks "Who?"
  answers "Some."
  settles slow as some
""",
}
"""What drawn books have not: games, a map, a table with columns, a rule that rests on a case that is not held, a settled reading, a
setting-aside of what is not held."""


@cache
def cores() -> tuple[Core, ...]:
    program, errors = program_of(RARE, "whole")
    assert not errors
    return (lower(program), *(lower(book.program) for book in some_books(40, first=7)))


def parts_that_count(digests: Callable[[Core], list[str]], share: int) -> tuple[set[str], set[str]]:
    """The parts of one share that were replaced, and those of them that ever made another digest."""
    tried: Counter[str] = Counter()
    count: set[str] = set()
    for core in cores():
        before = digests(core)
        for part, other in other_cores(core):
            if share_of(part) == share and part not in count and tried[part] < 12:
                tried[part] += 1
                try:
                    same = digests(other) == before
                except LookupError:  # a name or place that is of nothing now: no core
                    continue
                if not same:
                    count.add(part)
    return set(tried), count


def keys(core: Core) -> list[str]:
    made = Keys(core)
    return [made.key_of(name) for name in core.questions]


def fingerprints(core: Core) -> list[str]:
    made = Fingerprints(core)
    return [made.fingerprint_of(name) for name in core.questions]


def names(*lines: str) -> frozenset[str]:
    """Parts from lines `Record: field, field`."""
    return frozenset(f"{kind}.{one}" for line in lines for kind, _, rest in [line.partition(": ")] for one in rest.split(", "))


IN_BOTH = names(
    "Absent: overridden_by, there",
    "Address: there",
    "AllOf: parts",
    "Aside: absent, set_aside_by, targets, there, when",
    "Choice: name",
    "Chosen: choice, reading",
    "Core: exclusions, games, impossible, maps",
    "CoreQuestion: absent, asides, precedence, rules",
    "CoreRule: addresses, otherwise, rounding, stage, verb",
    "Enum: clamp_above, clamp_below, ordered, values",
    "FactDecl: never_of_itself, params, symmetric, type",
    "Free: name",
    "From: high, low",
    "Group: record, with_",
    "Impossible: params, when",
    "InGame: games",
    "InScenario: scenarios",
    "NoneOf: parts",
    "NotHeld: heads, when",
    "OneOf: values",
    "Option: name, needs",
    "OptionOn: option",
    "OverAbsent: by, there, when",
    "Param: name, type",
    "Part: term",
    "Precedence: by, kind, on_clash, targets, there, through, when, yields_to",
    "Question: kind, not_held, otherwise, params, stages, type",
    "Reading: choices, name, settled_as",
    "Rule: effect, heads, parts",
    "Stage: verb",
    "Table: clamp_above, clamp_below, column_slots, columns, held, row_slots, rows",
    "TableRow: cells, keys",
)
"""What bears on an answer, and is compared by what it says."""
IN_KEYS = names(
    "Address: unheld",
    "Aside: statement",
    "Core: scenarios",
    "Enum: name",
    "FactDecl: kind",
    "NotHeld: case, id",
    "Override: case, cases, id, says",
    "Part: label",
    "Precedence: statement, why",
    "Question: total",
    "Reading: on",
    "Rule: besides, case, id",
    "SetAside: case, cases, id, says",
    "Stage: name",
    "Table: case, id",
    "TableRow: text",
    "Unheld: cases, there",
)
"""What bears on a verdict also because findings name it: ids, cases and words; and what makes a verdict without a change of answers."""
IN_FINGERPRINTS = names(
    "FactDecl: name",
)
"""What a key needs not name, since it is part of the terms that do, or comes with what is declared."""


SHARES = 6
"""The parts are tried share by share."""


def share_of(part: str) -> int:
    """The share of a part, by its letters."""
    return sum(part.encode()) % SHARES


def of_share(parts: frozenset[str], share: int) -> set[str]:
    return {part for part in parts if share_of(part) == share}


@pytest.mark.parametrize("share", range(SHARES))
def test_a_key_has_all_that_bears_on_a_verdict_and_nothing_else(share: int) -> None:
    tried, count = parts_that_count(keys, share)
    assert count == of_share(IN_BOTH | IN_KEYS, share)
    assert tried >= count | of_share(IN_FINGERPRINTS, share)


@pytest.mark.parametrize("share", range(SHARES))
def test_a_fingerprint_has_all_that_bears_on_answers_and_nothing_else(share: int) -> None:
    tried, count = parts_that_count(fingerprints, share)
    assert count == of_share(IN_BOTH | IN_FINGERPRINTS, share)
    assert tried >= count | of_share(IN_KEYS, share)


def test_scenarios_bear_on_a_question_of_which_a_line_is_there_in_one_alone() -> None:
    """Next to an option, too; and on no other question."""
    text = """
option o "An option"
fact a: yes/no
predicate p
predicate q
predicate r
scenario 9.1 "One"
  p when a
scenario 9.2 "Two"
case 1.2
  option o
  p when not a
  r when a
case 1.3
  q when a
"""
    core = core_of(text)
    other = replace(core, scenarios=(*core.scenarios, "9.3"))
    before, after = (dict(zip(core.questions, keys(one), strict=True)) for one in (core, other))
    assert {name for name in before if before[name] != after[name]} == {"p"}


def test_the_values_of_an_answer_bear_on_a_question_though_no_rule_names_them() -> None:
    text = "enum hue: red, green\nenum tone: dark, light\nfact a: yes/no\nvalue of(h: tone): hue\nvalue to: tone\ncase 1.1\n  of(h) is not held when a\n"
    core = core_of(text.replace("  of(h) is not held when a\n", "  to is dark when a\n"))
    assert set(core.questions) == {"of", "to"}
    for name in ("hue", "tone"):
        enum = core.enums[name]
        other = replace(core, enums={**core.enums, name: replace(enum, values=(*enum.values, "grey"))})
        for digests in (keys, fingerprints):
            before, after = (dict(zip(core.questions, digests(one), strict=True)) for one in (core, other))
            assert {one for one in before if before[one] != after[one]} == ({"of"} if name == "hue" else {"of", "to"}), (name, digests)
