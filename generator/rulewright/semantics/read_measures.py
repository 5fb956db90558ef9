"""Conversions between measures, as declared (`is 2 turn` under `measure week`), resolved to base measures."""

from __future__ import annotations

from fractions import Fraction

from rulewright.base.numerals import plain_number
from rulewright.semantics.faults import FaultContext, Unresolved
from rulewright.semantics.measures import Conversion
from rulewright.semantics.symbols import Vocabulary, read_unit
from rulewright.syntax import nodes


def read_conversions(vocabulary: Vocabulary) -> None:
    """Record the conversion of each measure to its base measure; report and leave out lines with an error or on a cycle."""
    lines: dict[str, tuple[str, Fraction, nodes.Number, FaultContext]] = {}
    for name, (node, context) in vocabulary.measure_lines.items():
        try:
            (base, _), *_ = read_unit(vocabulary, node.unit, context, node)
            if not node.value:
                raise context.fail("RW204", f"no {node.unit} is a {name}", node, help="write how many it is, more than 0")
        except Unresolved:
            continue
        lines[name] = (base, node.value, node, context)
    for name, (_, _, node, context) in lines.items():
        times, last = Fraction(1), name
        path: list[str] = []
        while last in lines and last not in path:
            path.append(last)
            last, amount = lines[last][0], lines[last][1]
            times *= amount
        if last not in lines:
            vocabulary.conversions[name] = Conversion(plain_number(times), last)
        elif last == name:
            context.faults.add("RW209", _circle_message(path), context.location_of(node), help="take one of these lines out")


def _circle_message(measures: list[str]) -> str:
    """Return the message of a cycle: `week` is so many `turn`, and `turn` is so many `week`."""
    if len(measures) == 1:
        return f"the measure `{measures[0]}` is said to be so many of itself"
    ways = [
        f"`{measure}` is so many `{next_measure}`" for measure, next_measure in zip(measures, [*measures[1:], measures[0]], strict=True)
    ]
    return f"{', '.join(ways[:-1])} and {ways[-1]}"
