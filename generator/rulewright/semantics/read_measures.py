"""What one measure is of another, as it is written (`is 2 turn` under `measure week`), followed down to the measure that is its own."""

from __future__ import annotations

from fractions import Fraction

from rulewright.base.numerals import plain_number
from rulewright.semantics.faults import At, Unresolved
from rulewright.semantics.measures import Conversion
from rulewright.semantics.symbols import Vocabulary, read_unit
from rulewright.syntax import nodes


def read_conversions(vocabulary: Vocabulary) -> None:
    """Notes what each measure is of another; a line that is at fault, or on a circle, is reported and left out."""
    said: dict[str, tuple[str, Fraction, nodes.Number, At]] = {}
    for name, (node, at) in vocabulary.measure_lines.items():
        try:
            (of, _), *_ = read_unit(vocabulary, node.unit, at, node)
            if not node.value:
                raise at.fail("RW204", f"no {node.unit} is a {name}", node, help="write how many it is, more than 0")
        except Unresolved:
            continue
        said[name] = (of, node.value, node, at)
    for name, (_, _, node, at) in said.items():
        times, last = Fraction(1), name
        seen: list[str] = []
        while last in said and last not in seen:
            seen.append(last)
            last, more = said[last][0], said[last][1]
            times *= more
        if last not in said:
            vocabulary.conversions[name] = Conversion(plain_number(times), last)
        elif last == name:
            at.faults.add("RW209", _circle(seen), at.where(node), help="take one of these lines out")


def _circle(measures: list[str]) -> str:
    """`week` is so many `turn`, and `turn` is so many `week`."""
    if len(measures) == 1:
        return f"the measure `{measures[0]}` is said to be so many of itself"
    ways = [f"`{one}` is so many `{other}`" for one, other in zip(measures, [*measures[1:], measures[0]], strict=True)]
    return f"{', '.join(ways[:-1])} and {ways[-1]}"
