"""Situations behind findings: as text, as data, and as an example of the language that is ready to paste."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Any

from rulewright.analysis.verdicts.findings import Finding, Witness

CALL = re.compile(r"(?P<name>\w+)\((?P<args>.*)\)")
WORD = re.compile(r"\w+")
WIDTH = 100


def situation_text(situation: Witness) -> str:
    """`u.arm is infantry and not u.dispersed, with the option `ney`, under the reading `H_42` as `carry_on``; empty: all situations.

    Things that no fact mentions are named, too: their existence matters. A situation without any facts names the kinds of which there is
    nothing.
    """
    facts = [_fact_text(name, value, situation.quoted) for name, value in situation.facts]
    facts += [f"there is {name} ({_kind_text(kind)})" for name, kind in _unmentioned_things(situation)]
    if not facts and situation.without:
        facts = [f"there is no {_kind_text(kind)}" for kind in situation.without]
    parts = ["when " + (" and ".join([", ".join(facts[:-1]), facts[-1]]) if len(facts) > 1 else facts[0])] if facts else []
    if situation.options:
        names = " and ".join(f"`{name}`" for name in situation.options)
        parts.append(f"with the option{'s' if len(situation.options) > 1 else ''} {names}")
    parts += [f"under the reading `{reading}` as `{choice}`" for reading, choice in situation.readings]
    if situation.scenario is not None:
        parts.append(f"in the scenario {situation.scenario}")
    return ", ".join(parts)


def _unmentioned_things(situation: Witness) -> list[tuple[str, str]]:
    """Return the things, with their kinds, that occur in neither the question nor a fact."""
    texts = [situation.question, *(text for fact in situation.facts for text in fact)]
    mentioned = {word for text in texts for word in WORD.findall(text)}
    return [(name, kind) for name, kind in situation.world if name not in mentioned]


def _kind_text(kind: str) -> str:
    """Return a kind in words: `infantry unit` for `infantry_unit`."""
    return kind.replace("_", " ")


def situation_note(situation: Witness) -> str:
    """Return the note that shows a situation."""
    return f"for instance {when}" if (when := situation_text(situation)) else "in every situation"


def witness_json(finding: Finding) -> dict[str, Any] | None:
    """Return the situation of a finding with its answers, for other programs; facts as `ask` takes them. None if it has none."""
    if finding.situation is None:
        return None
    answers = [
        {"case": statement.case or statement.who, "rule": statement.who, "value": statement.value} for statement in finding.statements
    ]
    return {**situation_json(finding.situation), "answers": answers}


def situation_json(witness: Witness) -> dict[str, Any]:
    """Return a situation with its game, in the field order of findings; `analysis.comparison.comparison_json` has that of `diff`."""
    return witness.as_json("question", "world", "facts", "options", "readings", "scenario", "game")


def example_for_finding(finding: Finding, title: str) -> str:
    """Return an example block that shows the finding and passes in the present book; empty if no outcome is certain."""
    return "" if finding.situation is None or not finding.situation.outcome else example_text(finding.situation, title)


def example_text(case: Witness, title: str) -> str:
    """Return a situation and its outcome as an example block."""
    lines = [f'example "{title}"']
    if case.world:
        lines.append("  world " + "; ".join(f"{name}: {kind}" for name, kind in case.world))
    lines += [f"  with option {name}" for name in case.options]
    if case.scenario is not None:
        lines.append(f"  with scenario {case.scenario}")
    lines += [f"  with reading {reading} as {choice}" for reading, choice in case.readings]
    lines += _given_lines([_fact_text(name, value, case.quoted) for name, value in case.facts])
    lines.append(f"  then {_outcome_text(case)}")
    return "".join(f"  {line}\n" for line in lines)


def _given_lines(facts: list[str]) -> list[str]:
    """Return the facts on one line, or one a line if that would be long."""
    if not facts:
        return []
    line = f"  given {', '.join(facts)}"
    return [line] if len(line) <= WIDTH else ["  given", *(f"    {fact}" for fact in facts)]


def _outcome_text(witness: Witness) -> str:
    question = _call_text(witness.question, witness.quoted)
    match witness.outcome:
        case "conflict" | "out of range" | "undetermined" | "permitted" | "forbidden" | "required" as word:
            return f"{word} {question}"
        case "yes":
            return question
        case "no":
            return f"not {question}"
        case value:  # open: any other value
            return f"{question} is {_value_text(value, witness.quoted)}"


def _fact_text(name: str, value: str, quoted: Set[str]) -> str:
    """Return a fact as the language writes it: `not u.dispersed`, `strength(u) is 3 SP`."""
    name = _call_text(name, quoted)
    if value in ("yes", "no"):
        return name if value == "yes" else f"not {name}"
    return f"{name} is {_value_text(value, quoted)}"


def _call_text(call: str, quoted: Set[str]) -> str:
    """Return a call with its arguments as the language writes them."""
    parts = CALL.fullmatch(call)
    return call if parts is None else f"{parts['name']}({', '.join(_value_text(arg, quoted) for arg in parts['args'].split(', '))})"


def _value_text(text: str, quoted: Set[str]) -> str:
    """Return a value as the language writes it: in quotes if it is of a list and no plain word."""
    return f'"{text}"' if text in quoted else text
