"""Acts of amendment as sentences in the words of rulebooks, for the history of a case."""

from __future__ import annotations

from typing import assert_never

from rulewright.base.dates import date_text
from rulewright.rulebook.clauses import Content
from rulewright.rulebook.model import Origin
from rulewright.syntax import nodes


def join_names(names: tuple[str, ...] | list[str]) -> str:
    """Join names as in `9.11, 9.12 and 9.13`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


UNDOES = "undoes: "
"""The beginning of the sentence for an act that a withdrawal takes back."""


class ActVocabulary:
    """Display forms of the names in an act. Here they are as written in the book; a page overrides them with the declared titles."""

    def game_name(self, name: str) -> str:
        return name

    def piece_name(self, name: str) -> str:
        return name

    def source_name(self, name: str) -> str:
        """Return a source whose amendment is withdrawn."""
        return name

    def table_name(self, name: str) -> str:
        """Return a table whose row or cell an act changes."""
        return name

    def added_table(self, name: str) -> str:
        """Return a table that a clause adds, with its article."""
        return f"the table {name}"

    def part_name(self, part: str) -> str:
        """Return the part of a case named by a head, with its article: `the second sentence`, `rule 3`."""
        return _name_part(part)

    def table_key(self, words: str) -> str:
        """Return the key of a row or the head of a column."""
        return words

    def piece_field(self, field: str, piece: str) -> str:
        """Return a field of a piece, with its article."""
        return f"the {field} of {piece}"

    def value_text(self, value: nodes.Expr, field: str | None) -> str:
        """Return a value; `field` is the field of a piece it belongs to, if any."""
        return plain_value_text(value)


class _NamesOfRules(ActVocabulary):
    """The display forms where the part of a case is a rule, which may have one letter as its name."""

    def part_name(self, part: str) -> str:
        return f"rule {part}" if len(part) == 1 else super().part_name(part)


PLAIN = ActVocabulary()
OF_RULE = _NamesOfRules()


def act_sentence(act: nodes.Act, part: str | None, names: ActVocabulary = PLAIN) -> str:
    """Return one act as a sentence without its subject: `replaces “friendly” with “enemy” in the third exception`."""
    location_phrase = f" in {names.part_name(part)}" if part else ""
    unheld = " (its words are not held)" if isinstance(act, nodes.ActWithWords) and not act.words_held else ""
    return _verb_phrase(act, part, location_phrase, names) + unheld


def _verb_phrase(act: nodes.Act, part: str | None, location_phrase: str, names: ActVocabulary) -> str:
    match act:
        case nodes.ReplacesCase():
            replacements = join_names([ref.number for ref in act.by])
            return f"replaces the case by {replacements}" if replacements else "replaces the case"
        case nodes.DeletesCase():
            return "deletes the case"
        case nodes.DeletesPart():
            return f"deletes {names.part_name(part)}" if part else "deletes a part"
        case nodes.Adds():
            return f"adds words{location_phrase}"
        case nodes.Appends():
            return f"appends {_quote(act.new)}{location_phrase}" if act.new is not None else f"appends words{location_phrase}"
        case nodes.Strikes():
            return f"strikes {_quote(act.old)}{location_phrase}"
        case nodes.StrikesFrom():
            return f"strikes from {_quote(act.old)} to the end{location_phrase}"
        case nodes.Inserts():
            return f"inserts {_quote(act.new)} after {_quote(act.old)}{location_phrase}"
        case nodes.ReplacesWords():
            return f"replaces {_quote(act.old)} with {_quote(act.new)}{location_phrase}"
        case nodes.ReplacesInRule():
            return f"replaces {_quote(act.old)} with {_quote(act.new)} in the rule {act.line}"
        case nodes.ReplacesTail():
            return (
                f"replaces the tail{location_phrase} with {_quote(act.new)}"
                if act.new is not None
                else f"replaces the tail{location_phrase}"
            )
        case nodes.Redirects():
            return f"redirects the reference to {act.old}{location_phrase} to {act.new}"
        case nodes.Renumbers():
            return f"renumbers the case to {act.new}"
        case nodes.Extends():
            return f"extends the case to {join_names([names.game_name(game) for game in act.games])}"
        case nodes.Confirms():
            return f"confirms {_quote(act.words)}{location_phrase}" if act.words is not None else "confirms the case"
        case nodes.Withdraws():
            source = names.source_name(act.source)
            return f"withdraws {act.item} of {source}" if act.item is not None else f"withdraws {source}"
        case nodes.Renames():
            return "renames throughout " + join_names([f"{_quote(old)} to {_quote(new)}" for old, new in act.pairs])
        case nodes.CorrectsPiece():
            return f"corrects {names.piece_field(act.field_name, act.piece)}{_from_to(act, act.field_name, names)}"
        case nodes.AddsRow():
            return f"adds the row “{names.table_key(act.cells[0].text)}”" + (f" to {names.table_name(act.table)}" if act.table else "")
        case nodes.DeletesRow():
            return f"deletes the row “{names.table_key(act.cells[0].text)}”" + (f" of {names.table_name(act.table)}" if act.table else "")
        case nodes.CorrectsCell():
            cell = f"row “{names.table_key(act.row)}”, column “{names.table_key(act.column)}” of {names.table_name(act.table)}"
            return f"corrects {cell}{_from_to(act, None, names)}"
        case _:
            assert_never(act)


def _quote(words: str) -> str:
    return f"“{words}”"


def _from_to(act: nodes.CorrectsPiece | nodes.CorrectsCell, field: str | None, names: ActVocabulary) -> str:
    return f" from {names.value_text(act.from_, field)} to {names.value_text(act.to, field)}"


def _name_part(part: str | None) -> str:
    words = (part or "").split()
    if words and words[0].isdigit():
        return f"rule {part}"
    if words and len(words[0]) == 1:
        return f"ground {part}"
    if len(words) == 1 and words[0][0].isalpha():
        return f"the part “{words[0].replace('_', ' ')}”"  # a rule by its name, or a part of text
    return (part or "") if not words or words[0] in ("step", "point", "paragraph") or words[0][0].isdigit() else f"the {part}"


def amendment_text(origin: Origin) -> str:
    """Return the source and the kind of an amendment: `errata, correction`."""
    return f"{origin.source}, {origin.amendment_kind}"


def plain_value_text(expression: nodes.Expr) -> str:
    """Return a plain value as people write it: a number with its unit, a name, quoted words; `…` for other expressions."""
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
            return f"-{plain_value_text(of)}"
        case _:  # open: no plain value
            return "…"


def addition_phrases(content: Content, names: ActVocabulary = PLAIN) -> list[str]:
    """Return the additions of a clause as phrases: `adds text`, `adds 2 rules`, `adds the table to_hit`, `adds an example`."""
    sentences: list[str] = []
    if any(not paragraph.commentary for paragraph in content.text):
        sentences.append("adds text")
    rules = sum(isinstance(node, (nodes.Rule, nodes.Relation)) for node in content.formal)
    if rules:
        sentences.append("adds a rule" if rules == 1 else f"adds {rules} rules")
    sentences.extend(f"adds {names.added_table(node.name)}" for node in content.formal if isinstance(node, nodes.Table))
    if content.examples:
        sentences.append("adds an example" if len(content.examples) == 1 else f"adds {len(content.examples)} examples")
    set_up = [line for line, _ in content.other if isinstance(line, nodes.Setup)]
    sentences.extend(f"{_SETUP[line.kind]} {line.title or names.piece_name(line.piece)}" for line in set_up)
    return sentences


_SETUP = {nodes.SetupKind.PLACE: "places", nodes.SetupKind.ENTERS: "brings in", nodes.SetupKind.REMOVES: "removes"}
