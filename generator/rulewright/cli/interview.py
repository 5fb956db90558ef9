"""The interview: the facts that an answer lacks are asked for, one at a time, the deciding one first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.cli.terminal import say
from rulewright.errors import WrongInput

if TYPE_CHECKING:
    from rulewright.cli.inquiry import Inquiry
    from rulewright.interpreter.answer import Answer, MissingFact


def interview(inquiry: Inquiry, answer: Answer) -> Answer:
    """Ask until the answer lacks nothing or the person leaves; the answer as far as it is then known."""
    answered: list[str] = []
    say("Some facts are missing. Answer with a number from the list or with a value; `undo` goes back, `quit` stops asking.", dim=True)
    _say_where(answer)
    while answer.status.value == "missing":
        fact = _deciding(answer)
        said = _prompt(fact, bool(answered))
        if said == "quit":
            break
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
    from rulewright.cli.answers import by_place

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
