"""A rulebook as a decision model of ZEN (JDM): for each stage of a question a decision table, in a chain of nodes.

A stage that takes one answer is a table with hit policy `first`, the rules that override above those that they override; a stage that
adds up, or a limit, is a table with hit policy `collect` and an expression over what it collects. A condition that compares one fact
with constants stands in the column of that fact; any other stands in a column of its own, as an expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from benchmarks.peers.plain import NoSuchForm, Plain, PlainRule
from benchmarks.peers.words import Words, plain_text, unless
from rulewright.base.keywords import SIGNS, Comparison, StageVerb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t

ZEN_SIGNS = SIGNS | {Comparison.IS: "=="}
OTHER = "other"
"""The column for conditions that are not about one fact and constants."""
FAR = 1_000_000


class Zen(Words):
    """The expression language of ZEN; each look-up in a table is a node."""

    yes = "true"
    no = "false"

    def name(self, name: str) -> str:
        return name.replace(".", "_")

    def look_up(self, question: str, keys: tuple[str, ...]) -> str:
        return f"{question}__{'__'.join(plain_text(key).replace(' ', '_') for key in keys)}"

    def negative(self, number: str) -> str:
        return f"-({number})"

    def condition(self, term: t.Term) -> str:
        match term:
            case t.And(parts):
                return "(" + " and ".join(self.condition(part) for part in parts) + ")"
            case t.Or(parts):
                return "(" + " or ".join(self.condition(part) for part in parts) + ")"
            case t.Not(of):
                return f"not ({self.condition(of)})"
            case t.Compare(op, left, right):
                return f"{self.number(left)} {ZEN_SIGNS[op]} {self.number(right)}"
            case t.InSet(of, members, negated):
                single = [self.number(low) for low, high in members if high is None]
                ranges = [
                    f"({self.number(of)} >= {self.number(low)} and {self.number(of)} <= {self.number(high)})"
                    for low, high in members
                    if high
                ]
                found = " or ".join(([f"{self.number(of)} in [{', '.join(single)}]"] if single else []) + ranges)
                return f"not ({found})" if negated else f"({found})"
            case _:
                return self.number(term)

    def cell(self, term: t.Term) -> tuple[str, str] | None:
        """The column and the cell of a condition on one fact; None if it is no such condition."""
        match term:
            case t.FactOf() | t.Ask():
                return self.number(term), "true"
            case t.Not(t.FactOf() | t.Ask() as of):
                return self.number(of), "false"
            case t.Compare(op, t.FactOf() | t.Var() | t.Ask() as left, t.Const() as right):
                written = self.number(right)
                return self.number(left), written if op is Comparison.IS else f"{ZEN_SIGNS[op]} {written}"
            case t.InSet(t.FactOf() | t.Var() as of, members, False) if all(high is None for _, high in members):
                return self.number(of), ", ".join(self.number(low) for low, _ in members)
            case _:
                return None


def to_zen(book: Plain) -> dict[str, Any]:
    """The model, as ZEN reads it from JSON. Raises `NoSuchForm`."""
    words = Zen(book)
    made: list[dict[str, Any]] = []
    for question in book.questions:
        nodes = list(_question(words, question))
        made += [_look_up(words, name, *call) for name, call in words.calls.items() if name not in {node["name"] for node in made}]
        made += nodes
    nodes = [_node("in", "inputNode"), *made, _node("out", "outputNode")]
    edges = [
        {"id": f"edge{place}", "type": "edge", "sourceId": before["id"], "targetId": after["id"]}
        for place, (before, after) in enumerate(pairwise(nodes))
    ]
    return {"nodes": nodes, "edges": edges}


def _node(name: str, kind: str, content: dict[str, Any] | None = None) -> dict[str, Any]:
    node: dict[str, Any] = {"id": name, "type": kind, "name": name, "position": {"x": 0, "y": 0}}
    if content is not None:
        node["content"] = {"passThrough": True, "inputField": None, "outputPath": None, "executionMode": "single", **content}
    return node


def _question(words: Zen, question: p.Question) -> Iterator[dict[str, Any]]:
    words.params, name = question.params, question.name
    if question.kind is not p.QuestionKind.VALUE:
        rules = words.book.rules.get(name, ())
        rows = [_row(words, ready, [*ready.parts, *_nots(ready.unless)], words.answer(ready)) for ready in rules]
        if question.kind is p.QuestionKind.PREDICATE:
            rows.append({"_id": f"{name} otherwise", name: "false"})
        elif isinstance(question.otherwise, str):
            rows.append({"_id": f"{name} otherwise", name: f"'{question.otherwise}'"})
        yield _table(name, "first", rows, name)
        return
    formula = "0"
    for place, stage in enumerate(question.stages):
        node = f"{name}_{stage.name}"
        rules = words.book.at(name, place)
        if not rules:
            continue
        if stage.verb is StageVerb.ONE:
            rows = [_row(words, ready, [*ready.parts, *_nots(ready.unless)], words.answer(ready), node) for ready in rules]
            yield _table(node, "first", rows, node)
        else:
            rows = [_row(words, ready, [*ready.parts, *_nots(unless(ready))], words.answer(ready), "by") for ready in rules]
            yield _table(node, "collect", rows, "by", output_path=node)
        formula = _after(stage.verb, formula, node)
    yield _node(name, "expressionNode", {"expressions": [{"id": name, "key": name, "value": formula}]})


def _after(verb: StageVerb, formula: str, node: str) -> str:
    gathered = f"map({node}, #.by)"
    match verb:
        case StageVerb.ONE:
            return node
        case StageVerb.SUM:
            return f"({formula} + (len({node}) > 0 ? sum({gathered}) : 0))"
        case StageVerb.AT_MOST:
            return f"min([{formula}, len({node}) > 0 ? min({gathered}) : {FAR}])"
        case StageVerb.AT_LEAST:
            return f"max([{formula}, len({node}) > 0 ? max({gathered}) : -{FAR}])"
        case _:
            raise NoSuchForm(verb)


def _nots(conditions: Sequence[t.Term]) -> list[t.Term]:
    return [t.Not(condition) for condition in conditions]


def _row(words: Zen, ready: PlainRule, conditions: Sequence[t.Term], answer: str, output: str | None = None) -> dict[str, Any]:
    """One row; a second condition on the same fact goes into the column of expressions."""
    row: dict[str, Any] = {"_id": ready.rule.id, "_description": ready.rule.says, output or ready.rule.question: answer}
    spare = []
    flat = [part for term in conditions for part in (term.parts if isinstance(term, t.And) else (term,))]
    for term in flat:
        placed = words.cell(term)
        if placed is None or f"if {placed[0]}" in row:
            spare.append(words.condition(term))
        else:
            row[f"if {placed[0]}"] = placed[1]
    if spare:
        row[f"if {OTHER}"] = " and ".join(spare)
    return row


def _table(name: str, hit_policy: str, rows: Sequence[dict[str, Any]], output: str, output_path: str | None = None) -> dict[str, Any]:
    columns = sorted({key for row in rows for key in row if key.startswith("if ")})
    content = {
        "hitPolicy": hit_policy,
        "outputPath": output_path,
        "inputs": [{"id": key, "name": key[3:], "field": "" if key == f"if {OTHER}" else key[3:]} for key in columns],
        "outputs": [{"id": output, "name": output, "field": output}],
        "rules": [{**dict.fromkeys(columns, ""), **row} for row in rows],
    }
    return _node(name, "decisionTableNode", content)


def _look_up(words: Zen, name: str, question: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """A table of the book for these keys: one row for each row, or for each cell where columns have keys too."""
    table = next(found for found in words.book.program.tables.values() if found.question == question)
    rows = []
    for row in table.rows:
        for column, cell in enumerate(row.cells):
            if cell is None:
                continue
            made: dict[str, Any] = {"_id": f"{row.text} {column}", name: words.number(cell)}
            for slot, key in zip(table.row_slots, row.keys, strict=True):
                made[f"if {keys[slot]}"] = _key(words, key)
            for slot, key in zip(table.column_slots, table.columns[column] if table.columns else (), strict=True):
                made[f"if {keys[slot]}"] = _key(words, key)
            rows.append(made)
    return _table(name, "first", rows, name)


def _key(words: Zen, key: p.Key) -> str:
    match key:
        case p.AnyKey():
            return ""
        case p.OneOf(values):
            return ", ".join(words.number(t.Const(value)) for value in values)
        case p.From(low, high):
            return f"[{low}..{high}]" if low is not None and high is not None else f">= {low}" if low is not None else f"<= {high}"
