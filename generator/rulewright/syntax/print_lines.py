"""Printing of nodes that take one line, and of parts of lines that other nodes share."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias, assert_never

from rulewright.base.names import is_name
from rulewright.syntax import nodes as n
from rulewright.syntax.node_text import POSTFIX, call_text, expr_text, one_of_text, quote, text_of
from rulewright.syntax.reserved_names import IN_EXPRESSIONS


def title_text(title: str | None) -> str:
    """Return a title in quotation marks after a space; empty for None."""
    return "" if title is None else f" {quote(title)}"


def refs_text(cases: tuple[n.CaseRef, ...]) -> str:
    """Return case numbers separated by commas."""
    return ", ".join(text_of(case) for case in cases)


def calls_text(calls: tuple[n.Call, ...]) -> str:
    """Return calls separated by commas."""
    return ", ".join(call_text(call) for call in calls)


def when_text(condition: n.Expr | None) -> str:
    """Return a condition after `when`; empty for None."""
    return "" if condition is None else f" when {expr_text(condition)}"


def signature_text(name: str, params: tuple[n.Param, ...]) -> str:
    """Return a declared name with its parameters."""
    return name + (f"({params_text(params)})" if params else "")


def params_text(params: tuple[n.Param, ...]) -> str:
    """Return declared parameters; those for which a type was written once have it once: `a, b: attempt`."""
    shares_next = (param.type == following.type and param.type.span == following.type.span for param, following in pairwise(params))
    return ", ".join(param.name if shares else text_of(param) for param, shares in zip(params, (*shares_next, False), strict=True))


def values_text(values: tuple[n.EnumValue, ...]) -> str:
    """Return the values of an enum or scale with their titles."""
    return ", ".join(map(_value_text, values))


def _value_text(value: n.EnumValue) -> str:
    name = value.name if _is_name(value.name) else quote(value.name)
    return name + title_text(value.title) + "".join(f" formerly {former}" for former in value.formerly)


def _is_name(text: str) -> bool:
    return is_name(text) and text not in IN_EXPRESSIONS


# ---- lines -----------------------------------------------------------------------------------------------------------------------------


InnerLine: TypeAlias = (
    n.Line
    | n.Act
    | n.PolicyLine
    | n.Cell
    | n.ForEach
    | n.Expr
    | n.Relation
    | n.Guard
    | n.Item
    | n.Then
    | n.TypeExpr
    | n.Param
    | n.Binder
    | n.CaseRef
    | n.Member
    | n.Stage
)
Line: TypeAlias = (
    n.Game
    | n.Edition
    | n.Option
    | n.Exclusion
    | n.Class
    | n.EnumValue
    | n.Map
    | n.Group
    | n.Impossible
    | n.OneOf
    | n.Word
    | n.Also
    | InnerLine
)


def line_text(node: Line) -> str:
    """Return the source of a node that takes one line."""
    match node:
        case n.Game():
            return f"game {node.name} {quote(node.title)}"
        case n.Edition():
            since = "" if node.since is None else f" from {node.since}"
            return f"edition {node.name}{title_text(node.title)} = {' + '.join(node.sources)}{since}"
        case n.Option():
            needs = "" if node.needs is None else f" needs {expr_text(node.needs)}"
            chooser = "" if node.by is None else f" by {node.by}{' alone' if node.alone else ''}"
            return f"option {node.name} {quote(node.title)}{needs}{chooser}"
        case n.Exclusion():
            return f"at most one of {', '.join(node.options)}"
        case n.Class():
            return f"class {node.name}: {', '.join(node.members)}"
        case n.EnumValue():
            return values_text((node,))
        case n.Map():
            ranges = ", ".join(low if low == high else f"{low}..{high}" for low, high in node.ranges)
            return f"map {node.name} {quote(node.title)}: {ranges}"
        case n.Group():
            with_ = "" if node.with_ is None else f" with {expr_text(node.with_)}"
            return f"group {signature_text(node.name, node.params)}: {node.type_name} {node.variable}{with_}{title_text(node.phrase)}"
        case n.Impossible():
            params = f" for {params_text(node.params)}" if node.params else ""
            return f"impossible{params}{when_text(node.when)}"
        case n.OneOf():
            params = f" for {params_text(node.params)}" if node.params else ""
            return one_of_text(node) + params
        case n.Word():
            return f"word {node.name} means {node.means} in {refs_text(node.cases)}"
        case n.Also():
            return f"also {node.subject}: {', '.join(map(quote, node.texts))}"
        case _:
            return _body_line_text(node)


def _body_line_text(node: InnerLine) -> str:
    match node:
        case n.Commentary():
            return f"note {quote(node.text)}"
        case n.Step():
            return f"step {node.label} {quote(node.text)}"
        case n.Component():
            return f"component{'' if node.count is None else f' {node.count}'} {quote(node.text)}"
        case n.NotHeld():
            bearing_text = f"bears on {calls_text(node.bears_on)}{when_text(node.when)}" if node.bears_on else ""
            return bearing_text if node.held else "not held" + (f", {bearing_text}" if bearing_text else "")
        case n.InScenario():
            return f"scenario {node.number}"
        case n.InOption():
            return f"option {node.name}"
        case n.AppliesTo():
            return f"applies to {', '.join(node.games)}"
        case n.Reads():
            return f"reads {quote(node.printed)} as {quote(node.read)} because {quote(node.because)}"
        case n.Accepts():
            with_ = f" with {refs_text(node.cases)}" if node.cases else ""
            cited = f" at {quote(node.words)}" if node.words is not None else ""
            return f"accepts {node.finding}{cited}{with_} because {quote(node.because)}"
        case n.DoesNotMatter():
            return f"does not matter: {expr_text(node.what)}, for {calls_text(node.questions)}"
        case n.Refers():
            return f"refers to {refs_text(node.cases)}"
        case n.Setup():
            return _setup_text(node)
        case n.AsksQuestion():
            return f"asks {quote(node.text)}"
        case n.Answers():
            return f"answers {quote(node.text)}"
        case n.Settles():
            return f"settles {node.reading} as {node.choice}"
        case (
            n.ReplacesCase()
            | n.DeletesCase()
            | n.DeletesPart()
            | n.Adds()
            | n.Appends()
            | n.Strikes()
            | n.StrikesFrom()
            | n.Inserts()
            | n.ReplacesWords()
            | n.ReplacesInRule()
            | n.ReplacesTail()
            | n.Redirects()
            | n.Renumbers()
            | n.Extends()
            | n.Confirms()
            | n.Withdraws()
            | n.Renames()
            | n.CorrectsPiece()
            | n.CorrectsCell()
            | n.AddsRow()
            | n.DeletesRow()
        ):
            return _act_text(node) + _not_held_text(node)
        case n.PolicyLine():
            return "stated" if node.over is None else f"{node.over} over {node.under}"
        case n.Cell():
            return node.text
        case n.ForEach():
            return f"for {node.quantifier} {node.variable} among {expr_text(node.among, POSTFIX)}"
        case _:
            return text_of(node)


def _setup_text(node: n.Setup) -> str:
    if node.kind is n.SetupKind.REMOVES:
        return f"removes piece {node.piece}"
    turn = "" if node.turn is None else f" in {node.turn}"
    chooser = "" if node.chooser is None else f", the {node.chooser} chooses"
    fields = ", ".join(_field_text(name, expr_text(value, POSTFIX)) for name, value in node.fields)
    places = " or ".join(node.at)
    with_ = f" with {fields}" if fields else ""
    return f"{node.kind} {node.piece}{title_text(node.title)}{turn} at {places}{chooser}{with_}"


def _field_text(name: str, value: str) -> str:
    """Return a field of a piece; a name directly before a bracket is written as in a call, like the formatter does."""
    return f"{name}{value}" if value.startswith("(") else f"{name} {value}"


def _not_held_text(node: n.Act) -> str:
    """Return the suffix of an act that tells whose words are not held; empty if all are."""
    if not isinstance(node, n.ActWithWords) or (node.words_held and node.held_there):
        return ""
    return " words not held" + ("" if node.held_there else " there")


def _act_text(node: n.Act) -> str:
    """Return the source of an act, without `words not held`."""
    match node:
        case n.ReplacesCase():
            return "replaces the case" + (f" by {refs_text(node.by)}" if node.by else "")
        case n.DeletesCase():
            return "deletes the case"
        case n.DeletesPart():
            return "deletes the part"
        case n.Adds():
            return "adds"
        case n.Appends():
            return f"appends{title_text(node.new)}"
        case n.Confirms():
            return f"confirms{title_text(node.words)}"
        case n.Strikes():
            return f"strikes{title_text(node.old)}"
        case n.StrikesFrom():
            return f"strikes from{title_text(node.old)} to the end"
        case n.Inserts():
            return f"inserts{title_text(node.new)} after{title_text(node.old)}"
        case n.ReplacesWords():
            return f"replaces{title_text(node.old)} with{title_text(node.new)}"
        case n.ReplacesInRule():
            return f"in {node.line} replaces{title_text(node.old)} with{title_text(node.new)}"
        case n.ReplacesTail():
            return "replaces the tail" + ("" if node.new is None else f" with{title_text(node.new)}")
        case n.Redirects():
            return f"redirects {node.old} to {node.new}"
        case n.Renumbers():
            return f"renumbers to {node.new}"
        case n.Extends():
            return f"extends to {', '.join(node.games)}{when_text(node.when)}"
        case n.Renames():
            return "renames " + ", ".join(f"{quote(old)} to {quote(new)}" for old, new in node.pairs)
        case n.Withdraws():
            return f"withdraws{title_text(node.item)} of {node.source}" if node.item is not None else f"withdraws {node.source}"
        case n.CorrectsPiece():
            return f"corrects {node.field_name} of {node.piece}{_correction_text(node)}"
        case n.CorrectsCell():
            return f"corrects {node.table} row{title_text(node.row)} column{title_text(node.column)}{_correction_text(node)}"
        case n.AddsRow():
            return "adds row" + (f" to {node.table} " if node.table else " ") + _row_text(node)
        case n.DeletesRow():
            return "deletes row" + (f" from {node.table} " if node.table else " ") + _row_text(node)
        case _:
            assert_never(node)


def _row_text(node: n.AddsRow | n.DeletesRow) -> str:
    return " ".join(["|", *(f"{cell.text} |" if cell.text else "|" for cell in node.cells)])


def _correction_text(node: n.CorrectsPiece | n.CorrectsCell) -> str:
    return f" from {_corrected_value_text(node.from_)} to {_corrected_value_text(node.to)}"


def _corrected_value_text(value: n.Expr) -> str:
    return "-" if isinstance(value, n.Quoted) and value.text == "-" else expr_text(value)
