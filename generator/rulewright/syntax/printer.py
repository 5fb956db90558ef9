"""Printing of nodes of any kind as source, in the layout of the formatter, from a tree instead of a text.

The printed text parses to the same node, and formatting it changes nothing.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple, TypeAlias

from rulewright.base.dates import day_text
from rulewright.base.keywords import FactKind
from rulewright.syntax import nodes as n
from rulewright.syntax.node_text import (
    SUM,
    conditions_text,
    expr_text,
    guard_word,
    list_words,
    name_text,
    quote,
    relation_text,
    rule_head,
    stage_text,
    then_text,
    type_text,
)
from rulewright.syntax.print_lines import Line, line_text, refs_text, signature_text, title_text, values_text
from rulewright.syntax.spacing import NO_BREAK, Piece, break_rank, wrap_pieces

WIDTH = 120
TAG_COLUMN = 80
JOINING = frozenset({"and", "or", "when", "unless", "because", "with", "over", "among"})


class PrintedLine(NamedTuple):
    """A line before wrapping: its depth, its words, its tags."""

    depth: int
    text: str
    tags: tuple[n.Tag, ...] = ()


Lines: TypeAlias = list[PrintedLine]


def source_text(node: n.AnyNode) -> str:
    """Return a block, a line of a body or a part of one as source, on one or more lines, without a final line end."""
    return "\n".join(line for printed in printed_lines(node) for line in wrap_line(printed))


def plain_source_text(node: n.AnyNode) -> str:
    """Return the source of a node without alignment of tags, for quotation outside a file."""
    return "\n".join(line for printed in printed_lines(node) for line in wrap_line(printed, column=0))


def wrap_line(printed: PrintedLine, column: int = TAG_COLUMN) -> list[str]:
    """Return a line wrapped to the width, with its tags in their column, or directly after the text if that is longer."""
    tags = " ".join(f"@{tag.name}" for tag in printed.tags)
    width = WIDTH - len(tags) - 2 if tags else WIDTH
    is_row = printed.text.startswith("|")  # a row of a table is never wrapped
    lines = ["  " * printed.depth + printed.text] if is_row else wrap_pieces(_split_words(printed.text), printed.depth, width)
    if tags:
        lines[-1] = lines[-1].ljust(column - 2) + "  " + tags
    return lines


def _split_words(text: str) -> list[Piece]:
    """Split a line into words; a break is possible in a quotation, after a comma and before a joining word."""
    pieces: list[Piece] = []
    in_quotation = after_comma = False
    depth = 0
    for word in text.split(" "):
        rank = 0 if in_quotation else break_rank(depth, word in JOINING, after_comma)
        pieces.append(Piece(word, rank if pieces else NO_BREAK))
        for part in re.split('(")', word):
            in_quotation ^= part == '"'
            if not in_quotation:
                depth += part.count("(") + part.count("{") - part.count(")") - part.count("}")
        after_comma = not in_quotation and word.endswith(",")
    return pieces


def printed_lines(node: n.AnyNode, depth: int = 0) -> Lines:
    """Return the lines of a node, indented from `depth`."""
    match node:
        case n.Case() | n.Amendment() | n.Ruling() | n.Reading() | n.Scenario():
            return [PrintedLine(depth, _head_text(node), node.tags), *_lines_of_all(node.body, depth + 1)]
        case n.Example():
            return _example_lines(node, depth)
        case n.Background():
            return _background_lines(node, depth)
        case n.Table():
            return _table_lines(node, depth)
        case n.Rule():
            return _rule_lines(node, depth)
        case n.ReadingChoice():
            return _choice_lines(node, depth)
        case n.Prose():
            return [PrintedLine(depth, quote(node.text), node.tags)]
        case n.Row():
            return _row_lines((node,), depth)
        case n.Tag():
            return [PrintedLine(depth, f"@{node.name}")]
        case (
            n.RulebookDecl() | n.SourceDecl() | n.Precedence() | n.Chapter() | n.Measure() | n.Calendar() | n.Enum() | n.Scale()
            | n.Record() | n.FieldDecl() | n.Fact() | n.Value() | n.Verdict() | n.Predicate() | n.Term()
        ):  # fmt: skip
            return _declaration_lines(node, depth)
        case n.Option():
            former = [PrintedLine(depth + 1, line) for line in _former_lines(node)]
            return [*_single_line(node, depth), *former]
        case _:
            return _single_line(node, depth)


def _single_line(node: Line, depth: int) -> Lines:
    name = name_text(node) if isinstance(node, n.Relation | n.NotHeld | n.DoesNotMatter) else ""
    return [PrintedLine(depth, name + line_text(node), getattr(node, "tags", ()))]


def _lines_of_all(body: tuple[n.AnyNode, ...], depth: int) -> Lines:
    return [line for node in body for line in printed_lines(node, depth)]


# ---- blocks ----------------------------------------------------------------------------------------------------------------------------


def _head_text(node: n.Case | n.Amendment | n.Ruling | n.Reading | n.Scenario) -> str:
    match node:
        case n.Case():
            source = "" if node.source is None else f" in {node.source}"
            return f"case {node.number}{title_text(node.title)}{' new' if node.new else ''}{source}{_since_text(node.since)}"
        case n.Amendment():
            part = "" if node.part is None else f" {node.part}"
            title = f"{title_text(node.title)}{_since_text(node.since)}"
            return f"amend {refs_text(node.targets) or 'throughout'}{part} in {node.source} as {node.kind}{title}"
        case n.Ruling():
            return f"ruling {node.number} on {refs_text(node.on)} in {node.source}" + ("" if node.kind is None else f" as {node.kind}")
        case n.Reading():
            source = "" if node.source is None else f" in {node.source}"
            return f"reading {node.name} on {refs_text(node.on)}{source}{title_text(node.title)}"
        case n.Scenario():
            return f"scenario {node.number}{title_text(node.title)}" + ("" if node.source is None else f" in {node.source}")


def _since_text(since: str | None) -> str:
    return "" if since is None else f" from {day_text(date.fromisoformat(since))}"


def _example_lines(node: n.Example, depth: int) -> Lines:
    lines = [PrintedLine(depth, f"example {quote(node.title)}{' as usual' if node.as_usual else ''}", node.tags)]
    if node.edition is not None:
        lines.append(PrintedLine(depth + 1, f"with edition {node.edition}"))
    lines.extend(_circumstance_lines(node, depth + 1))
    lines.extend(PrintedLine(depth + 1, f"then {then_text(expectation)}", expectation.tags) for expectation in node.then)
    return lines


def _background_lines(node: n.Background, depth: int) -> Lines:
    name = f" {node.name}{title_text(node.title)}" if node.name else ""
    return [PrintedLine(depth, f"background{name}", node.tags), *_circumstance_lines(node, depth + 1)]


def _circumstance_lines(node: n.Example | n.Background, depth: int) -> Lines:
    """Return the lines of the circumstances of an example or a background."""
    lines: Lines = []
    if node.backgrounds:
        lines.append(PrintedLine(depth, f"with background {', '.join(node.backgrounds)}"))
    if node.options:
        lines.append(PrintedLine(depth, f"with option {', '.join(node.options)}"))
    if node.scenario is not None:
        lines.append(PrintedLine(depth, f"with scenario {node.scenario}"))
    lines.extend(PrintedLine(depth, f"with reading {name} as {choice}") for name, choice in node.readings)
    if node.world:
        lines.append(PrintedLine(depth, f"world {_world_text(node.world)}"))
    if node.given:
        lines.append(PrintedLine(depth, f"given {', '.join(expr_text(fact) for fact in node.given)}"))
    return lines


def _world_text(world: tuple[tuple[str, str], ...]) -> str:
    """Return things with their kinds; adjacent things of one kind are grouped."""
    parts: list[tuple[list[str], str]] = []
    for thing, kind in world:
        if parts and parts[-1][1] == kind:
            parts[-1][0].append(thing)
        else:
            parts.append(([thing], kind))
    return "; ".join(f"{', '.join(things)}: {kind}" for things, kind in parts)


def _table_lines(node: n.Table, depth: int) -> Lines:
    lines = [
        PrintedLine(depth, f"table {signature_text(node.name, node.params)}: {type_text(node.type)}{title_text(node.phrase)}", node.tags)
    ]
    if node.not_held:
        lines.append(PrintedLine(depth + 1, "not held"))
    if node.columns:
        lines.append(PrintedLine(depth + 1, f"columns {', '.join(node.columns)}"))
    if node.clamp_below:
        lines.append(PrintedLine(depth + 1, "below the first: the first"))
    if node.clamp_above:
        lines.append(PrintedLine(depth + 1, "above the last: the last"))
    lines.extend(PrintedLine(depth + 1, line) for line in _former_lines(node))
    return lines + _row_lines(node.rows, depth + 1)


def _row_lines(rows: tuple[n.Row, ...], depth: int) -> Lines:
    from rulewright.syntax.spacing import align

    texts = align([[cell.text for cell in row.cells] for row in rows])
    return [PrintedLine(depth, text, row.tags) for text, row in zip(texts, rows, strict=True)]


def _rule_lines(rule: n.Rule, depth: int) -> Lines:
    """Return the lines of a rule with its conditions, relations and notes."""
    text = name_text(rule) + rule_head(rule)
    block: n.Guard | None = None
    for guard in rule.guards:
        word = guard_word(rule, guard)
        if guard.form is n.GuardForm.PLAIN:
            conditions = conditions_text(guard)
        else:
            block = guard
            conditions = list_words(guard)
        text += f" {word} {conditions}" if word else f" {conditions}"
    lines = [PrintedLine(depth, text, rule.tags)]
    if block is not None:
        lines.extend(PrintedLine(depth + 1, f"{item.label}. {expr_text(item.condition)}", item.tags) for item in block.items)
    lines.extend(PrintedLine(depth + 1, relation_text(relation), relation.tags) for relation in rule.relations)
    lines.extend(PrintedLine(depth + 1, f"note {quote(note.text)}", note.tags) for note in rule.notes)
    return lines


def _choice_lines(node: n.ReadingChoice, depth: int) -> Lines:
    head = f"choice {node.name}{title_text(node.title)}{' in play' if node.in_play else ''}"
    if len(node.rules) == 1 and not node.rules[0].name and not node.relations and not node.prose and not node.tags:
        first, *following = _rule_lines(node.rules[0], depth)
        return [PrintedLine(depth, f"{head}: {first.text}", first.tags), *following]
    if len(node.relations) == 1 and _fits_choice_line(node.relations[0]) and not node.rules and not node.prose and not node.tags:
        return [PrintedLine(depth, f"{head}: {relation_text(node.relations[0])}", node.relations[0].tags)]
    return [PrintedLine(depth, head, node.tags), *_lines_of_all((*node.prose, *node.rules, *node.relations), depth + 1)]


def _fits_choice_line(relation: n.Relation) -> bool:
    """Return True if a relation fits on the line of its choice: `9.5 goes before 9.13`, without a name."""
    return bool(relation.by) and not relation.name


# ---- declarations ----------------------------------------------------------------------------------------------------------------------

_DeclarationNode: TypeAlias = (
    n.RulebookDecl
    | n.SourceDecl
    | n.Precedence
    | n.Chapter
    | n.Measure
    | n.Calendar
    | n.Enum
    | n.Scale
    | n.Record
    | n.FieldDecl
    | n.Fact
    | n.Value
    | n.Verdict
    | n.Predicate
    | n.Term
)


def _declaration_lines(node: _DeclarationNode, depth: int) -> Lines:
    """Return a declaration and the lines under it."""
    nested: list[str] = []
    match node:
        case n.RulebookDecl():
            head = f"rulebook {node.name} {quote(node.title)}"
            nested = _rulebook_lines(node)
        case n.SourceDecl():
            head = f"source {node.name} {quote(node.title)}"
            nested = _source_lines(node)
        case n.Precedence():
            head = "precedence"
            nested = ["stated" if line.over is None else f"{line.over} over {line.under}" for line in node.lines]
        case n.Chapter():
            head = f"chapter{'' if node.number is None else ' ' + node.number}{title_text(node.title)}"
            text = [] if node.text is None else [PrintedLine(depth + 1, quote(node.text))]
            background = [] if node.background is None else _background_lines(node.background, depth + 1)
            return [PrintedLine(depth, head, node.tags), *text, *background]
        case n.Measure():
            head = f"measure {node.name} {quote(node.title)}"
            nested = [] if node.amount is None else [f"is {expr_text(node.amount)}"]
        case n.Calendar():
            head = f"calendar {node.name} {quote(node.title)}"
            nested = [f"turn {node.turn} is {expr_text(node.first)}, by {node.period}"]
            nested += [] if node.leap_day is None else [f"{' is '.join(map(expr_text, node.leap_day))} in other years"]
        case n.Enum():
            return _enum_lines(node, depth)
        case n.Scale():
            head = f"scale {node.name}: {values_text(node.values)}"
            nested = ["below the first: the first"] * node.clamp_below + ["above the last: the last"] * node.clamp_above
        case n.Record():
            former = [PrintedLine(depth + 1, line) for line in _former_lines(node)]
            head = f"record {node.name}{title_text(node.title)}"
            return [PrintedLine(depth, head, node.tags), *former, *_lines_of_all(node.fields, depth + 1)]
        case n.FieldDecl():
            head = f"{node.name}: {type_text(node.type)}{title_text(node.phrase)}"
            nested = _fact_lines(node)
        case n.Fact():
            head = _fact_head(node)
            nested = _fact_lines(node)
        case n.Value():
            head = f"value {signature_text(node.name, node.params)}: {type_text(node.type)}{title_text(node.phrase)}"
            default = [] if node.otherwise is None else [f"otherwise {expr_text(node.otherwise, SUM)}"]
            stages = [PrintedLine(depth + 1, stage_text(stage), stage.tags) for stage in node.stages]
            trailing = [PrintedLine(depth + 1, line) for line in default + ["total"] * node.total + _former_lines(node)]
            return [PrintedLine(depth, head, node.tags), *stages, *trailing]
        case n.Verdict():
            head = f"verdict {signature_text(node.name, node.params)}{title_text(node.phrase)}"
            nested = _silence_lines(node.otherwise, total=node.total)
            nested += [f"is a kind of {expr_text(general)}" for general in node.kind_of] + _former_lines(node)
        case n.Predicate():
            head = f"predicate {signature_text(node.name, node.params)}{title_text(node.phrase)}"
            nested = _silence_lines(node.silence, total=node.total) + ["not held"] * node.not_held + _former_lines(node)
        case n.Term():
            head = f"term {quote(node.name)} {quote(node.text)}"
            nested = [f"also {', '.join(map(quote, node.also))}"] * bool(node.also) + [f"in {refs_text(node.cases)}"] * bool(node.cases)
    return [PrintedLine(depth, head, node.tags), *(PrintedLine(depth + 1, line) for line in nested)]


def _silence_lines(silence: str | None, *, total: bool) -> list[str]:
    return [f"otherwise {silence}"] * (silence is not None) + ["total"] * total


def _rulebook_lines(node: n.RulebookDecl) -> list[str]:
    lines = [] if node.headings is None else [f"numbering by heading {', '.join(node.headings)}"]
    lines += [] if node.numbering is None else [f"numbering {'' if node.numbering == 'decimal' else 'by '}{node.numbering}"]
    lines += [f"credit {quote(text)}" for text in node.credit] + [f"about {quote(text)}" for text in node.about]
    lines += [f"try {quote(text)}" for text in node.tries]
    return lines + ([] if node.players is None else [f"players {' to '.join(map(str, dict.fromkeys(node.players)))}"])


def _source_lines(node: n.SourceDecl) -> list[str]:
    lines = [] if node.held else ["not held"]
    lines += [f"amends {', '.join(node.amends)}"] if node.amends else []
    texts = (("ledger", node.ledger), ("publisher", node.publisher), ("dated", node.dated), ("known", node.known))
    return lines + [f"{word} {quote(text)}" for word, text in texts if text is not None]


def _enum_lines(node: n.Enum, depth: int) -> Lines:
    """Return an enum on one line, unless values have tags of their own."""
    if any(value.tags for value in node.values):
        values = [PrintedLine(depth + 1, values_text((value,)), value.tags) for value in node.values]
        return [PrintedLine(depth, f"enum {node.name}:", node.tags), *values]
    return [PrintedLine(depth, f"enum {node.name}: {values_text(node.values)}", node.tags)]


def _fact_head(node: n.Fact) -> str:
    signature = signature_text(node.name, node.params)
    match node.kind:
        case FactKind.STATUS:
            signature, values = node.name, f" of {type_text(node.params[0].type)}"
        case FactKind.DIE:
            values = f": {node.dice}"
        case FactKind.CHOICE:
            values = f": {type_text(node.type)} by {node.by}"
        case FactKind.FACT:
            values = f": {type_text(node.type)}"
        case FactKind.FIELD:
            raise AssertionError("a field of a record is no `Fact` of the syntax")
    return f"{node.kind.value} {signature}{values}{title_text(node.phrase)}"


def _fact_lines(node: n.Fact | n.FieldDecl) -> list[str]:
    lines = [] if node.asks is None else [f"asks {quote(node.asks)}"]
    if isinstance(node, n.Fact) and node.lasts is not None:
        lines.append(f"lasts {quote(node.lasts)}")
    if node.hidden is not None:
        who, until, what = node.hidden.partition(" until ")
        lines.append(f"hidden from {who}" + (f" until {quote(what)}" if until else ""))
    if node.usual is not None:
        lines.append(f"usually {expr_text(node.usual, SUM)}")
    if node.found is not None:
        lines.append(f"found {node.found}" + ("" if node.found_by is None else f" by {node.found_by}"))
    if isinstance(node, n.Fact):
        lines += ["symmetric"] * node.symmetric + ["never of itself"] * node.never_of_itself
        lines += ["is the day asked"] * node.day_asked
    return lines + ["not held"] * node.not_held + _former_lines(node)


def _former_lines(node: n.Fact | n.FieldDecl | n.Value | n.Verdict | n.Predicate | n.Record | n.Table | n.Option) -> list[str]:
    """Return the line with the names that something had before, if it had others."""
    return [f"formerly {', '.join(node.formerly)}"] if node.formerly else []
