"""What an answer says of a table's row in which an amendment has corrected a cell."""

from __future__ import annotations

import pytest

from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.page.engine import PageEngine
from rulewright.engines.registry import is_there
from semantics.small import FRONT, resolved

TABLE = """
enum troop: line, elite
case 5.1 "Hits"
  table to_hit(t: troop): 1..6
    | line  | 5 |
    | elite | 4 |

amend 5.1 in errata as correction
  corrects to_hit row "elite" column "to_hit" from 4 to 3
"""


def _core(text: str, edition: str = "after") -> Core:
    program, findings = resolved(text, edition)
    assert not findings
    return lower(program)


@pytest.mark.parametrize(
    ("edition", "troop", "value", "formed_by"),
    [("after", "elite", 3, ("errata, correction",)), ("after", "line", 5, ()), ("before", "elite", 4, ())],
)
def test_a_corrected_cell_is_cited_as_the_amendments(edition: str, troop: str, value: int, formed_by: tuple[str, ...]) -> None:
    """Its source and line are those of the correction: the booklet has another number there."""
    answer = ask(_core(TABLE, edition), f"to_hit({troop})", {})
    assert answer.value == value
    source = "errata" if formed_by else "printed"
    assert [(reason.rule, reason.source, reason.formed_by) for reason in answer.because] == [("5.1.to_hit", source, formed_by)]
    (reason,) = answer.because
    assert reason.location is not None and reason.cell is not None
    assert (reason.cell.row, reason.cell.amendment) == (troop, formed_by[0] if formed_by else None)
    assert reason.location.line == FRONT.count("\n") + (9 if formed_by else 4)


COLUMNS = """
enum troop: line, elite
enum ground: open, wood
case 5.1 "Hits"
  table to_hit(t: troop, g: ground): 1..6
    |       | open | wood |
    | line  | 5    | 6    |
    | elite | 4    | 5    |

case 5.2 "Fire"
  fire(t, g) is to_hit(t, g)
  value_twice(t, g) is fire(t, g) when to_hit(t, g) is less than 6

value fire(t: troop, g: ground): 1..6
value value_twice(t: troop, g: ground): 1..6

amend 5.1 in errata as correction
  corrects to_hit row "elite" column "wood" from 5 to 3                         @E-1
"""


def test_only_the_cell_that_was_corrected_is_cited_so() -> None:
    """Another cell of its row is as it was printed."""
    core = _core(COLUMNS)
    cells = {
        (troop, ground): ask(core, f"fire({troop}, {ground})").to_json()["cells"]
        for troop in ("line", "elite")
        for ground in ("open", "wood")
    }
    cited = {
        place: [(cell["rule"], cell["row"], cell["column"], cell["source"], cell["amendment"]) for cell in some]
        for place, some in cells.items()
    }
    assert cited == {
        ("line", "open"): [("5.2.1", "line", "open", "printed", None)],
        ("line", "wood"): [("5.2.1", "line", "wood", "printed", None)],
        ("elite", "open"): [("5.2.1", "elite", "open", "printed", None)],
        ("elite", "wood"): [("5.2.1", "elite", "wood", "errata", "errata, correction")],
    }


def test_a_table_that_only_a_condition_reads_gives_no_value() -> None:
    assert ask(_core(COLUMNS), "value_twice(elite, wood)").to_json()["cells"] == []


def test_a_row_that_an_amendment_brings_is_its_own() -> None:
    added = TABLE.replace('corrects to_hit row "elite" column "to_hit" from 4 to 3', "deletes row | elite |\n  adds row | elite | 2 |")
    (reason,) = ask(_core(added), "to_hit(elite)", {}).because
    assert (reason.effect, reason.source) == ("2", "errata")


@pytest.mark.skipif(not is_there("page"), reason="quickjs-ng is not installed")
def test_a_page_cites_the_same_cells() -> None:
    core = _core(COLUMNS)
    engine = PageEngine(core)
    for troop in ("line", "elite"):
        for ground in ("open", "wood"):
            for name in ("fire", "to_hit", "value_twice"):
                found = engine.ask({"asked": {"question": name, "args": [troop, ground]}, "things": {}, "given": []})
                wanted = ask(core, f"{name}({troop}, {ground})").to_json()
                assert found["cells"] == wanted["cells"], (name, troop, ground)
                cited = [(one["source"], one["path"], one["line"], one["formed_by"]) for one in found["because"]]
                assert cited == [(one["source"], one["path"], one["line"], one["formed_by"]) for one in wanted["because"]]
                assert [one["statements"] for one in found["because"]] == [one.get("statements", []) for one in wanted["because"]]


def test_a_correction_of_a_row_twice_is_named_once() -> None:
    twice = TABLE + '  corrects to_hit row "elite" column "to_hit" from 3 to 2\n'
    (reason,) = ask(_core(twice), "to_hit(elite)", {}).because
    assert (reason.effect, reason.formed_by) == ("2", ("errata, correction",))
