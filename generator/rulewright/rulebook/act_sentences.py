"""Acts of amendment as sentences in the words of rulebooks: the history of a case is made of them."""

from __future__ import annotations

from typing import assert_never

from rulewright.base.dates import date_text
from rulewright.rulebook.clauses import Content
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes


def listed(names: tuple[str, ...] | list[str]) -> str:
    """`9.11, 9.12 and 9.13`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


class Names:
    """What the names in an act are called. Here as they are written in the book; a page calls them by the titles that the book declares."""

    def game(self, name: str) -> str:
        return name

    def piece(self, name: str) -> str:
        return name

    def table(self, name: str) -> str:
        """A table whose row or cell an act changes."""
        return name

    def new_table(self, name: str) -> str:
        """A table that a clause adds, with its article."""
        return f"the table {name}"

    def part(self, part: str) -> str:
        """What a head names in a case, with its article: `the second sentence`, `rule 3`."""
        return _named(part)

    def key(self, words: str) -> str:
        """The key of a row or the head of a column."""
        return words

    def of_piece(self, field: str, piece: str) -> str:
        """A field of a piece, with its article."""
        return f"the {field} of {piece}"

    def value(self, value: nodes.Expr, field: str | None) -> str:
        """A value, of a field of a piece where it is of one."""
        return written(value)


PLAIN = Names()


def in_words(act: nodes.Act, part: str | None, names: Names = PLAIN) -> str:
    """One act as a sentence without its subject: `replaces “friendly” with “enemy” in the third exception`."""
    where = f" in {names.part(part)}" if part else ""
    unheld = " (its words are not held)" if isinstance(act, nodes.ActWithWords) and not act.words_held else ""
    return _plain(act, part, where, names) + unheld


def _plain(act: nodes.Act, part: str | None, where: str, names: Names) -> str:
    match act:
        case nodes.ReplacesCase():
            by = listed([one.number for one in act.by])
            return f"replaces the case by {by}" if by else "replaces the case"
        case nodes.DeletesCase():
            return "deletes the case"
        case nodes.DeletesPart():
            return f"deletes {names.part(part)}" if part else "deletes a part"
        case nodes.Adds():
            return f"adds words{where}"
        case nodes.Appends():
            return f"appends {_cited(act.new)}{where}" if act.new is not None else f"appends words{where}"
        case nodes.Strikes():
            return f"strikes {_cited(act.old)}{where}"
        case nodes.StrikesFrom():
            return f"strikes from {_cited(act.old)} to the end{where}"
        case nodes.Inserts():
            return f"inserts {_cited(act.new)} after {_cited(act.old)}{where}"
        case nodes.ReplacesWords():
            return f"replaces {_cited(act.old)} with {_cited(act.new)}{where}"
        case nodes.ReplacesTail():
            return f"replaces the tail{where} with {_cited(act.new)}" if act.new is not None else f"replaces the tail{where}"
        case nodes.Redirects():
            return f"redirects the reference to {act.old}{where} to {act.new}"
        case nodes.Renumbers():
            return f"renumbers the case to {act.new}"
        case nodes.Extends():
            return f"extends the case to {listed([names.game(one) for one in act.games])}"
        case nodes.Confirms():
            return f"confirms {_cited(act.words)}{where}" if act.words is not None else "confirms the case"
        case nodes.CorrectsPiece():
            return f"corrects {names.of_piece(act.field_name, act.piece)}{_from_to(act, act.field_name, names)}"
        case nodes.AddsRow():
            return f"adds the row “{names.key(act.cells[0].text)}”" + (f" to {names.table(act.table)}" if act.table else "")
        case nodes.DeletesRow():
            return f"deletes the row “{names.key(act.cells[0].text)}”" + (f" of {names.table(act.table)}" if act.table else "")
        case nodes.CorrectsCell():
            cell = f"row “{names.key(act.row)}”, column “{names.key(act.column)}” of {names.table(act.table)}"
            return f"corrects {cell}{_from_to(act, None, names)}"
        case _:
            assert_never(act)


def _cited(words: str) -> str:
    return f"“{words}”"


def _from_to(act: nodes.CorrectsPiece | nodes.CorrectsCell, field: str | None, names: Names) -> str:
    return f" from {names.value(act.from_, field)} to {names.value(act.to, field)}"


def _named(part: str | None) -> str:
    words = (part or "").split()
    if words and words[0].isdigit():
        return f"rule {part}"
    if words and len(words[0]) == 1:
        return f"ground {part}"
    return (part or "") if not words or words[0] in ("step", "point", "paragraph") or words[0][0].isdigit() else f"the {part}"


def amendment_in_words(origin: Origin) -> str:
    """Where an amendment stands and what it is: `errata, correction`."""
    return f"{origin.source}, {origin.amendment_kind}"


def written(expression: nodes.Expr) -> str:
    """A plain value as people write it: a number with its unit, a name, quoted words. What is more than a plain value is left at `…`."""
    match expression:
        case nodes.Number(value=value, unit=unit):
            return f"{value} {unit}" if unit else str(value)
        case nodes.MonthDate(date=date):
            return date_text(date)
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
        case _:  # open: no plain value
            return "…"


def additions_in_words(content: Content, names: Names = PLAIN) -> list[str]:
    """What a clause brings with it: `adds text`, `adds 2 rules`, `adds the table to_hit`, `adds an example`."""
    found: list[str] = []
    if any(not one.commentary for one in content.text):
        found.append("adds text")
    rules = sum(isinstance(one, (nodes.Rule, nodes.Relation)) for one in content.formal)
    if rules:
        found.append("adds a rule" if rules == 1 else f"adds {rules} rules")
    found.extend(f"adds {names.new_table(one.name)}" for one in content.formal if isinstance(one, nodes.Table))
    if content.examples:
        found.append("adds an example" if len(content.examples) == 1 else f"adds {len(content.examples)} examples")
    set_up = [line for line, _ in content.other if isinstance(line, nodes.Setup)]
    found.extend(f"{_SETUP[line.kind]} {line.title or names.piece(line.piece)}" for line in set_up)
    return found


_SETUP = {nodes.SetupKind.PLACE: "places", nodes.SetupKind.ENTERS: "brings in", nodes.SetupKind.REMOVES: "removes"}
