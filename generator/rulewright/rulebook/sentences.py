"""Acts of amendment as sentences in the words of rulebooks: the history of a case is made of them."""

from __future__ import annotations

from typing import assert_never

from rulewright.language import nodes
from rulewright.language.nodes import ActKind
from rulewright.rulebook.clauses import Content


def listed(names: tuple[str, ...] | list[str]) -> str:
    """`9.11, 9.12 and 9.13`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def in_words(act: nodes.Act, part: str | None) -> str:
    """One act as a sentence without its subject: `replaces “friendly” with “enemy” in the third exception`."""
    where = f" in {_named(part)}" if part else ""
    unheld = "" if act.words_held else " (its words are not held)"
    return _plain(act, part, where) + unheld


def _plain(act: nodes.Act, part: str | None, where: str) -> str:
    old, new = f"“{act.old}”", f"“{act.new}”"
    match act.kind:
        case ActKind.REPLACES_CASE:
            by = listed([one.number for one in act.cases])
            return f"replaces the case by {by}" if by else "replaces the case"
        case ActKind.DELETES_CASE:
            return "deletes the case"
        case ActKind.DELETES_PART:
            return f"deletes {_named(part)}" if part else "deletes a part"
        case ActKind.ADDS:
            return f"adds words{where}"
        case ActKind.APPENDS:
            return f"appends {new}{where}" if act.new is not None else f"appends words{where}"
        case ActKind.STRIKES:
            return f"strikes {old}{where}"
        case ActKind.STRIKES_FROM:
            return f"strikes from {old} to the end{where}"
        case ActKind.INSERTS:
            return f"inserts {new} after {old}{where}"
        case ActKind.REPLACES:
            return f"replaces {old} with {new}{where}"
        case ActKind.REPLACES_TAIL:
            return f"replaces the tail{where} with {new}" if act.new is not None else f"replaces the tail{where}"
        case ActKind.REDIRECTS:
            return f"redirects the reference to {act.old}{where} to {act.new}"
        case ActKind.RENUMBERS:
            return f"renumbers the case to {act.new}"
        case ActKind.EXTENDS:
            return f"extends the case to {listed(act.games)}"
        case ActKind.CONFIRMS:
            return f"confirms {new}{where}" if act.new is not None else "confirms the case"
        case ActKind.CORRECTS_PIECE | ActKind.CORRECTS_CELL:
            return _corrected(act)
        case _:
            assert_never(act.kind)


def _corrected(act: nodes.Act) -> str:
    what = (
        f"the {act.field_name} of {act.thing}"
        if act.kind is ActKind.CORRECTS_PIECE
        else f"row “{act.row}”, column “{act.column}” of {act.thing}"
    )
    return f"corrects {what} from {written(act.from_)} to {written(act.to)}"


def _named(part: str | None) -> str:
    words = (part or "").split()
    if words and words[0].isdigit():
        return f"rule {part}"
    if words and len(words[0]) == 1:
        return f"ground {part}"
    return (part or "") if not words or words[0] in ("step", "point", "paragraph") or words[0][0].isdigit() else f"the {part}"


def written(expression: nodes.Expr | None) -> str:
    """A plain value as people write it: a number with its unit, a name, quoted words. What is more than a plain value is left at `…`."""
    match expression:
        case nodes.Number(value=value, unit=unit):
            return f"{value} {unit}" if unit else str(value)
        case nodes.Quoted(text=text):
            return text
        case nodes.Truth(value=value):
            return "yes" if value else "no"
        case nodes.Nothing():
            return "none"
        case nodes.Call(name=name, args=()):
            return name
        case nodes.Minus(of=of):
            return f"-{written(of)}"
        case _:
            return "…"


def additions_in_words(content: Content) -> list[str]:
    """What a clause brings with it: `adds text`, `adds 2 rules`, `adds the table to_hit`, `adds an example`."""
    found: list[str] = []
    if any(not one.commentary for one in content.text):
        found.append("adds text")
    rules = sum(isinstance(one, (nodes.Rule, nodes.Relation)) for one in content.formal)
    if rules:
        found.append("adds a rule" if rules == 1 else f"adds {rules} rules")
    found.extend(f"adds the table {one.name}" for one in content.formal if isinstance(one, nodes.Table))
    if content.examples:
        found.append("adds an example" if len(content.examples) == 1 else f"adds {len(content.examples)} examples")
    set_up = [line for line, _ in content.other if isinstance(line, nodes.Setup)]
    found.extend(f"{_SETUP[line.kind]} {line.title or line.piece}" for line in set_up)
    return found


_SETUP = {nodes.SetupKind.PLACE: "places", nodes.SetupKind.ENTERS: "brings in", nodes.SetupKind.REMOVES: "removes"}
