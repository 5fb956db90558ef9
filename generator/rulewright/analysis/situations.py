"""Situations that a finding rests on, as people read them, as data, and as an example of the language that is ready to paste."""

from __future__ import annotations

import re
from typing import Any

from rulewright.analysis.verdicts.findings import Finding, Witness

CALL = re.compile(r"(?P<name>\w+)\((?P<args>.*)\)")
NUMBER = re.compile(r"-?\d+(/\d+)?( [^\W\d].*)?")
WORD = re.compile(r"\w+")
WIDTH = 100


def when_text(situation: Witness) -> str:
    """`u.arm is infantry and not u.dispersed, with the option `ney`, under the reading `H_42` as `carry_on``; empty: everywhere.

    Things of which no fact says anything are named, too: that they are there matters. Where it says nothing else, it says of which kinds
    there is nothing.
    """
    facts = [_fact(name, value) for name, value in situation.facts]
    facts += [f"there is {name} ({_kind(kind)})" for name, kind in _unmentioned(situation)]
    if not facts and situation.without:
        facts = [f"there is no {_kind(kind)}" for kind in situation.without]
    parts = ["when " + (" and ".join([", ".join(facts[:-1]), facts[-1]]) if len(facts) > 1 else facts[0])] if facts else []
    if situation.options:
        names = " and ".join(f"`{name}`" for name in situation.options)
        parts.append(f"with the option{'s' if len(situation.options) > 1 else ''} {names}")
    parts += [f"under the reading `{reading}` as `{choice}`" for reading, choice in situation.readings]
    if situation.scenario is not None:
        parts.append(f"in the scenario {situation.scenario}")
    return ", ".join(parts)


def _unmentioned(situation: Witness) -> list[tuple[str, str]]:
    """The things, each with its kind, that stand in neither the question nor a fact."""
    texts = [situation.question, *(text for fact in situation.facts for text in fact)]
    mentioned = {word for text in texts for word in WORD.findall(text)}
    return [(name, kind) for name, kind in situation.world if name not in mentioned]


def _kind(kind: str) -> str:
    return kind.replace("_", " ")


def shown_in(situation: Witness) -> str:
    """The note that shows a situation."""
    return f"for instance {when}" if (when := when_text(situation)) else "in every situation"


def witness_of(found: Finding) -> dict[str, Any] | None:
    """The situation of a finding with what is said in it, for other programs; facts as `ask` takes them."""
    if found.situation is None:
        return None
    answers = [{"case": one.case or one.who, "rule": one.who, "value": one.value} for one in found.said]
    return {**situation_json(found.situation), "answers": answers}


def situation_json(witness: Witness) -> dict[str, Any]:
    """A situation with its game, in the order that findings have had from the first; `analysis.comparison.comparison_json` has that of
    `diff`."""
    return witness.as_json("question", "world", "facts", "options", "readings", "scenario", "game")


def example_of(found: Finding, title: str) -> str:
    """An example block that shows the finding and passes as the book stands now; empty where nothing is certain to follow."""
    return "" if found.situation is None or not found.situation.outcome else example_in(found.situation, title)


def example_in(case: Witness, title: str) -> str:
    """A situation and its outcome as an example block."""
    lines = [f'example "{title}"']
    if case.world:
        lines.append("  world " + "; ".join(f"{name}: {kind}" for name, kind in case.world))
    lines += [f"  with option {name}" for name in case.options]
    if case.scenario is not None:
        lines.append(f"  with scenario {case.scenario}")
    lines += [f"  with reading {reading} as {choice}" for reading, choice in case.readings]
    lines += _given([_fact(name, value) for name, value in case.facts])
    lines.append(f"  then {_outcome(case)}")
    return "".join(f"  {line}\n" for line in lines)


def _given(facts: list[str]) -> list[str]:
    """The facts on one line, or one on each where that would be long."""
    if not facts:
        return []
    line = f"  given {', '.join(facts)}"
    return [line] if len(line) <= WIDTH else ["  given", *(f"    {fact}" for fact in facts)]


def _outcome(witness: Witness) -> str:
    question = _named(witness.question)
    match witness.outcome:
        case "conflict" | "undetermined" | "permitted" | "forbidden" | "required" as word:
            return f"{word} {question}"
        case "yes":
            return question
        case "no":
            return f"not {question}"
        case value:  # open: any other value
            return f"{question} is {_value(value)}"


def _fact(name: str, value: str) -> str:
    """`not u.dispersed`, `strength(u) is 3 SP`."""
    name = _named(name)
    if value in ("yes", "no"):
        return name if value == "yes" else f"not {name}"
    return f"{name} is {_value(value)}"


def _named(call: str) -> str:
    """A call with its arguments as the language writes them."""
    parts = CALL.fullmatch(call)
    return call if parts is None else f"{parts['name']}({', '.join(_value(arg) for arg in parts['args'].split(', '))})"


def _value(text: str) -> str:
    """A value as the language writes it: in quotes where it is neither a name nor a number."""
    return text if text.isidentifier() or NUMBER.fullmatch(text) else f'"{text}"'
