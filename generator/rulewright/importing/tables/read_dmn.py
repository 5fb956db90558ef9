"""Decision Model and Notation (`.dmn`) -> its decision tables, whatever version of the schema it is in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.errors import WrongInput
from rulewright.importing.tables.model import Column, DecisionRow, DecisionTable
from rulewright.importing.xml_tree import Element, read_xml

_POLICIES = {
    "UNIQUE": "U", "ANY": "A", "FIRST": "F", "PRIORITY": "P", "RULE ORDER": "R", "OUTPUT ORDER": "O", "COLLECT": "C",
}  # fmt: skip
_AGGREGATIONS = {"SUM": "+", "MIN": "<", "MAX": ">", "COUNT": "#"}
_NAME = re.compile(r"[^\W\d][\w .-]*")
_LITERAL = re.compile(r'"(?P<words>[^"]*)"|(?P<plain>-?\d+(?:\.\d+)?|true|false|null)')


def read_decisions(data: bytes, name: str) -> list[DecisionTable]:
    """Return the decision tables of a model. Raises `WrongInput` if it has none, or one that is worked out in its cells."""
    root = read_xml(data, name)
    tables = [
        _read_table(decision, table)
        for decision in root.all_elements()
        if decision.name == "decision" and (table := decision.first_element("decisionTable")) is not None
    ]
    if not tables:
        raise WrongInput(f"`{name}` has no decision table", hints=["decisions that are expressions are not read"])
    return tables


def _read_table(decision: Element, element: Element) -> DecisionTable:
    title = decision.attributes.get("name") or decision.attributes.get("id", "decision")
    policy = _POLICIES.get(element.attributes.get("hitPolicy", "UNIQUE").upper().replace("_", " "), "U")
    if policy == "C":
        policy += _AGGREGATIONS.get(element.attributes.get("aggregation", "").upper(), "")
    inputs = tuple(_input_column(each) for each in element.elements("input"))
    elements = list(element.elements("output"))
    outputs = tuple(_output_column(each, title) for each in elements)
    rows = tuple(
        DecisionRow(
            tuple(_entry_text(each) or "-" for each in rule.elements("inputEntry")),
            tuple(_literal(_entry_text(each), title, f"rule {number}") for each in rule.elements("outputEntry")),
            f"rule {number}",
        )
        for number, rule in enumerate(element.elements("rule"), 1)
    )
    if not rows or not inputs or not outputs:
        raise WrongInput(f"`{title}` has no {'rule' if not rows else 'input' if not inputs else 'output'}")
    for row in rows:
        if len(row.keys) != len(inputs) or len(row.outputs) != len(outputs):
            raise WrongInput(f"`{title}`, {row.place}: it has {len(row.keys)} keys and {len(row.outputs)} values")
    defaults = tuple(_default(each, title) for each in elements)
    return DecisionTable(title, policy, inputs, outputs, rows, defaults)


def _input_column(element: Element) -> Column:
    expression = element.first_element("inputExpression")
    text = _entry_text(expression) if expression is not None else ""
    label = element.attributes.get("label") or text or element.attributes.get("id", "")
    return Column(text if _NAME.fullmatch(text) else label, values=tuple(_listed_values(element, "inputValues")))


def _output_column(element: Element, title: str) -> Column:
    label = element.attributes.get("name") or element.attributes.get("label") or title
    return Column(label, values=tuple(_listed_values(element, "outputValues")))


def _listed_values(element: Element, name: str) -> Iterator[str]:
    values = element.first_element(name)
    if values is not None:
        yield from re.findall(r'"([^"]*)"', _entry_text(values))


def _default(element: Element, title: str) -> str:
    entry = element.first_element("defaultOutputEntry")
    return _literal(_entry_text(entry), title, "the default") if entry is not None else ""


def _entry_text(element: Element) -> str:
    text = element.first_element("text")
    return text.plain_text() if text is not None else ""


def _literal(text: str, title: str, place: str) -> str:
    """Return the value that an output is written as. Raises `WrongInput` for one that is worked out."""
    if not text or text == "-":
        return ""
    literal = _LITERAL.fullmatch(text)
    if literal is None:
        raise WrongInput(
            f"`{title}`, {place}: `{text}` is worked out, and no value", hints=["write a rule that works it out in place of the row"]
        )
    return literal["words"] if literal["words"] is not None else {"true": "yes", "false": "no", "null": ""}.get(text, text)
