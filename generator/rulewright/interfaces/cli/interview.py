"""The interview: ask for the missing facts of an answer, one at a time, the decisive one first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.interfaces.cli.terminal import print_text

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer, MissingFact, Premise
    from rulewright.interfaces.cli.inquiry import Inquiry


PLACE = re.compile(r"\{(\w+)\}")
"""A placeholder for a thing in a phrase."""


def hold_interview(inquiry: Inquiry, answer: Answer) -> Answer:
    """Ask for facts until none is missing, then for the things that would change the answer; return the answer under what is then known.

    It ends early if the person quits.
    """
    answered: list[str] = []
    asked_kinds: set[str] = set()
    print_text(
        "Some facts are missing. Answer with a number from the list or with a value; `?` explains, `undo` goes back, `quit` stops asking.",
        dim=True,
    )
    _show_places(answer)
    while True:
        if answer.status.value != "missing":
            premise = _undeclared_kind(answer, asked_kinds)
            if premise is None:
                return answer
            reply = _prompt_for_things(premise)
            if reply == "quit":
                return answer
            answer = _with_things(inquiry, answer, premise, reply, asked_kinds)
            continue
        fact = answer.missing[0]
        reply = prompt_for_fact(fact, bool(answered))
        if reply == "quit":
            return answer
        if reply == "?":
            _explain_fact(inquiry, answer, fact)
            continue
        if reply == "undo":
            if answered:
                inquiry.facts.pop(answered.pop())
                answer = inquiry.compute_answer()
            continue
        try:
            answer = inquiry.compute_answer({fact.fact: reply})
        except WrongInput as fault:
            print_text(f"  {fault.message}", fg="red")
            continue
        inquiry.facts[fact.fact] = reply
        answered.append(fact.fact)


def _undeclared_kind(answer: Answer, asked_kinds: set[str]) -> Premise | None:
    """Return the first premise that there is no other thing of a kind, of those that change the answer alone and were not asked about."""
    premises = (answer.as_played or answer).rests_on
    return next((premise for premise in premises if premise.kind and premise.decisive and premise.kind not in asked_kinds), None)


def _prompt_for_things(premise: Premise) -> str:
    from rulewright.site.wording.words import plural

    print_text()
    other = "other " if premise.has_named else ""
    print_text(f"Which {other}{plural((premise.kind or '').replace('_', ' '))} are there?", bold=True, nl=False)
    print_text("   names, separated by commas; Enter if there are none", dim=True)
    try:
        reply = input("> ").strip()
    except EOFError:
        print_text()
        return "quit"
    return "quit" if reply in ("q", "quit", "exit") else reply


def _with_things(inquiry: Inquiry, answer: Answer, premise: Premise, names: str, asked_kinds: set[str]) -> Answer:
    """Return the answer with these things of a kind; the same one if there are none, or if they cannot be named so."""
    kind = premise.kind or ""
    if names:
        try:
            answer = inquiry.compute_answer_with_things(names, kind)
        except WrongInput as fault:
            print_text(f"  {fault.message}", fg="red")
            return answer
    asked_kinds.add(kind)
    return answer


def _show_places(answer: Answer) -> None:
    """Print the missing facts by the place where they are found, so that one looks at the map or a counter once."""
    from rulewright.interfaces.cli.answers import group_by_place

    places = group_by_place(answer.missing)
    if len(answer.missing) > 1 and any(places):
        for place, facts in places.items():
            names = ", ".join(fact.fact for fact in facts)
            print_text(f"  {place or 'elsewhere'}: {names}", dim=True)


def prompt_for_fact(fact: MissingFact, undoable: bool) -> Any:
    """Return the reply to the question for a fact or an argument: a value, or `quit`, `undo` or `?`."""
    values = list_choices(fact.domain)
    print_text()
    place = f", {fact.found}" if fact.found else ""
    print_text(fact.asks or f"{fact.fact}?", bold=True, nl=False)
    print_text(f"   {fact.fact}: {fact.domain}{place}", dim=True)
    for number, value in enumerate(values, 1):
        print_text(f"  {number}. {value}")
    while True:
        try:
            reply = input("> ").strip()
        except EOFError:
            print_text()
            return "quit"
        if reply in ("q", "quit", "exit"):
            return "quit"
        if reply in ("u", "undo"):
            if undoable:
                return "undo"
            print_text("  there is nothing to take back yet", dim=True)
        elif reply.isdigit() and 0 < int(reply) <= len(values):
            return values[int(reply) - 1]
        elif reply:
            return reply


def _explain_fact(inquiry: Inquiry, answer: Answer, fact: MissingFact) -> None:
    """Print the meaning of a fact, its domain, and the question that depends on it."""
    info = next((fact_info for fact_info in inquiry.declared_facts() if _is_same_fact(fact_info.name, fact.fact)), None)
    if info is not None and info.phrase:
        print_text(f"  {fact.fact} is {PLACE.sub(lambda match: _thing_of_placeholder(fact.fact, match[1]), info.phrase)}", dim=True)
    print_text(f"  it can be: {fact.domain}", dim=True)
    if fact.found:
        print_text(f"  it is found {fact.found}" if fact.found.startswith(("on ", "in ")) else f"  it is {fact.found}", dim=True)
    if info is not None and info.usual:
        print_text(f"  usually it is {info.usual}", dim=True)
    certain = "depends on it" if fact.certain else "may depend on it"
    print_text(f"  the answer to {answer.phrase or answer.question} {certain}", dim=True)


def _thing_of_placeholder(fact: str, name: str) -> str:
    """Return the thing that a placeholder in a phrase stands for; `it` is the owner of a field."""
    return fact.partition(".")[0] if name == "it" else name


def _is_same_fact(name: str, missing: str) -> bool:
    """Return True if two facts differ only in operands: `u.arm` and `a.arm`, `distance(u, t)` and `distance(a, b)`."""
    return _base_name(name) == _base_name(missing)


def _base_name(name: str) -> str:
    head = name.partition("(")[0]
    return head.rpartition(".")[2]


def list_choices(domain: str) -> list[str]:
    """Return the values of a domain that is written as a list (`clear, mud or snow`, `yes/no`); none for a range of numbers.

    The entry `another …`, for a thing not named yet, is not part of the list: one types its name.
    """
    if domain == "yes/no":
        return ["yes", "no"]
    if ".." in domain or domain.startswith(("a ", "an ")):  # a number, or a thing of a kind
        return []
    alternatives = (value.strip() for value in domain.replace(" or ", ", ").split(","))
    return [value for value in alternatives if value and not value.startswith("another ")]
