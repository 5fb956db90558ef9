"""The interview: the facts that an answer lacks are asked for, one at a time, the deciding one first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.interfaces.cli.terminal import say

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer, MissingFact
    from rulewright.interfaces.cli.inquiry import Inquiry


PLACE = re.compile(r"\{(\w+)\}")
"""A place for a thing in a phrase."""


def interview(inquiry: Inquiry, answer: Answer) -> Answer:
    """Ask until the answer lacks nothing or the person leaves; the answer as far as it is then known."""
    answered: list[str] = []
    say(
        "Some facts are missing. Answer with a number from the list or with a value; `?` explains, `undo` goes back, `quit` stops asking.",
        dim=True,
    )
    _say_where(answer)
    while answer.status.value == "missing":
        fact = _deciding(answer)
        said = _prompt(fact, bool(answered))
        if said == "quit":
            break
        if said == "?":
            _explain(inquiry, answer, fact)
            continue
        if said == "undo":
            if answered:
                inquiry.facts.pop(answered.pop())
                answer = inquiry.answer()
            continue
        try:
            answer = inquiry.answer({fact.fact: said})
        except WrongInput as fault:
            say(f"  {fault.message}", fg="red")
            continue
        inquiry.facts[fact.fact] = said
        answered.append(fact.fact)
    return answer


def _say_where(answer: Answer) -> None:
    """What may be asked for, by where it is found, so that one looks at the map or a counter once."""
    from rulewright.interfaces.cli.answers import by_place

    places = by_place(answer.missing)
    if len(answer.missing) > 1 and any(places):
        for place, facts in places.items():
            names = ", ".join(fact.fact for fact in facts)
            say(f"  {place or 'elsewhere'}: {names}", dim=True)


def _deciding(answer: Answer) -> MissingFact:
    """The fact to ask for: the first that is certain to matter."""
    return next((fact for fact in answer.missing if fact.certain), answer.missing[0])


def _prompt(fact: MissingFact, undoable: bool) -> Any:
    values = choices(fact.domain)
    say()
    where = f", {fact.found}" if fact.found else ""
    say(fact.asks or f"{fact.fact}?", bold=True, nl=False)
    say(f"   {fact.fact}: {fact.domain}{where}", dim=True)
    for number, value in enumerate(values, 1):
        say(f"  {number}. {value}")
    while True:
        try:
            said = input("> ").strip()
        except EOFError:
            say()
            return "quit"
        if said in ("q", "quit", "exit"):
            return "quit"
        if said in ("u", "undo"):
            if undoable:
                return "undo"
            say("  there is nothing to take back yet", dim=True)
        elif said.isdigit() and 0 < int(said) <= len(values):
            return values[int(said) - 1]
        elif said:
            return said


def _explain(inquiry: Inquiry, answer: Answer, fact: MissingFact) -> None:
    """What a fact is, what can be said of it, and for which answer it is asked."""
    known = next((one for one in inquiry.facts_known() if _same(one.name, fact.fact)), None)
    if known is not None and known.phrase:
        say(f"  {fact.fact} is {PLACE.sub(lambda found: _thing(fact.fact, found[1]), known.phrase)}", dim=True)
    say(f"  it can be: {fact.domain}", dim=True)
    if fact.found:
        say(f"  it is found {fact.found}" if fact.found.startswith(("on ", "in ")) else f"  it is {fact.found}", dim=True)
    if known is not None and known.usual:
        say(f"  usually it is {known.usual}", dim=True)
    certain = "depends on it" if fact.certain else "may depend on it"
    say(f"  the answer to {answer.phrase or answer.question} {certain}", dim=True)


def _thing(fact: str, name: str) -> str:
    """The thing that a place in a phrase is for: of a field the thing that has it."""
    return fact.partition(".")[0] if name == "it" else name


def _same(name: str, asked: str) -> bool:
    """Whether a fact of the vocabulary is the one that is asked for: `u.arm` and `a.arm`, `distance(u, t)` and `distance(a, b)`."""
    return _kind(name) == _kind(asked)


def _kind(name: str) -> str:
    head = name.partition("(")[0]
    return head.rpartition(".")[2]


def choices(domain: str) -> list[str]:
    """The values of a domain that is written as a list (`clear, mud or snow`, `yes/no`); none for a range of numbers.

    Another thing than those that are named is none of the list: one writes its name.
    """
    if domain == "yes/no":
        return ["yes", "no"]
    if ".." in domain or domain.startswith(("a ", "an ")):  # a number, or a thing of a kind
        return []
    listed = (one.strip() for one in domain.replace(" or ", ", ").split(","))
    return [one for one in listed if one and not one.startswith("another ")]
