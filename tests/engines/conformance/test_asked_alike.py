"""The page and the command line ask for the same facts in the same order, and name the same premises: over the questions of the shipped books."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import NO_WORDING, call_text
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.page.engine import PageEngine
from rulewright.engines.page.lean import lean_core
from rulewright.semantics import types
from rulewright.semantics.model import Param
from rulewright.workspace.open_book import load
from semantics.small import core_of
from shipped import some_first

FIRST = {"things": {}, "given": [], "switches": {"options": [], "readings": {}}, "assumeUsual": True}
STEPS = 3
"""So many facts are given one after the other, each as it is asked for."""


class Page:
    """The engine of a page, with the order in which its calculator asks."""

    def __init__(self, core: Core) -> None:
        self._engine = PageEngine(core, lean_core(core, NO_WORDING))

    def ask(self, query: dict[str, Any]) -> tuple[Any, list[dict[str, Any]]]:
        """The answer, and what is missing in the order in which it is asked for."""
        answer = self._engine.ask(query)
        return answer, answer["missing"]


def argument(core: Core, param: Param) -> Any:
    """A value for a parameter: a thing has its name."""
    match param.type:
        case types.Thing():
            return param.name
        case types.Enumerated(name=name):
            return core.enums[name].values[0]
        case types.YesNo():
            return True
        case types.Numeric(low=low):
            return int(low or 0)
        case _:
            return None


def questions(core: Core) -> Iterator[tuple[str, tuple[Any, ...], dict[str, list[str]]]]:
    """Every question with values for its arguments, and the things among them by kind."""
    for name, core_question in core.on.items():
        params = core_question.question.params
        args = tuple(argument(core, param) for param in params)
        if None not in args and "." not in name:
            things: dict[str, list[str]] = {}
            for param, arg in zip(params, args, strict=True):
                if isinstance(param.type, types.Thing):
                    things.setdefault(param.type.record, []).append(arg)
            yield name, args, things


def differences(core: Core, page: Page, name: str, args: tuple[Any, ...], things: dict[str, list[str]]) -> list[Any]:
    """What the two say, where it is not the same; after each step the fact that both ask for first is given."""
    given: list[dict[str, Any]] = []
    facts: dict[str, Any] = {}
    question = call_text(name, args, core.on[name].question.params)
    for _ in range(STEPS):
        whole = ask(core, question, facts, assume_usual=True, premises=True)
        answer, missing = page.ask({**FIRST, "asked": {"question": name, "args": list(args)}, "things": things, "given": given})
        mine, of_page = [(fact.fact, fact.certain) for fact in whole.missing], [(fact["fact"], fact["certain"]) for fact in missing]
        if whole.left:  # the steps of the two are not counted alike to the end
            mine, of_page = sorted(mine), sorted(of_page)
        premises, premises_in_page = premises_of(whole.to_json()), premises_of(answer)
        is_same = premises <= premises_in_page or premises_in_page <= premises  # where one has no steps left, it lists all that it read
        if (whole.status.value, mine) != (answer["status"], of_page) or not is_same:
            return [question, facts, whole.status.value, mine, premises, answer["status"], of_page, premises_in_page]
        if whole.status is not Status.MISSING or whole.left:
            break
        key = missing[0]["key"]
        kind = core.facts[key["name"]].type
        value = f"first_{kind.record}" if isinstance(kind, types.Thing) else argument(core, Param("", kind))
        if value is None:
            break
        given.append({**key, "value": value})
        facts[missing[0]["fact"]] = value
    return []


def premises_of(answer: Any) -> set[tuple[str | None, str | None]]:
    return {(premise["fact"], premise["no_other"]) for premise in answer["rests_on"]}


@pytest.mark.parametrize("name", some_first("leipzig-lite"))
def test_page_and_command_line_ask_alike(name: str, request: pytest.FixtureRequest) -> None:
    book = load(name)
    core = book.cores[book.editions[-1]]
    page = Page(core)
    every = list(questions(core))
    some = every if request.config.getoption("--thorough") else every[::6]
    assert some
    assert not [found for each in some if (found := differences(core, page, *each))]


def test_a_fact_that_decides_is_asked_for_in_both() -> None:
    """A plain permission and its exception: the exception is not taken to be absent."""
    core = core_of(
        "record unit\n  disordered: yes/no\nverdict retire(u: unit)\ncase 6.1\n"
        "  may retire(u)\n  may not retire(u) when u.disordered\n    overrides 6.1.1\n"
    )
    answer, missing = Page(core).ask({**FIRST, "asked": {"question": "retire", "args": ["u"]}, "things": {"unit": ["u"]}})
    assert answer["status"] == "missing" and [fact["fact"] for fact in missing] == ["u.disordered"]
    whole: Answer = ask(core, "retire(u)", assume_usual=True)
    assert [fact.fact for fact in whole.missing] == ["u.disordered"]


def test_what_lies_on_the_table_is_asked_for_before_what_is_remembered() -> None:
    core = core_of(
        "fact tired: yes/no\n  found remembered\nfact roll: yes/no\n  found thrown\nfact wet: yes/no\n  found on the map\nfact dry: yes/no\n"
        "predicate p\ncase 1.1\n  p when tired and roll and wet and dry\n"
    )
    wanted = ["wet", "dry", "tired", "roll"]
    assert [fact.fact for fact in ask(core, "p").missing] == wanted
    assert [fact["fact"] for fact in Page(core).ask({**FIRST, "asked": {"question": "p", "args": []}})[1]] == wanted
