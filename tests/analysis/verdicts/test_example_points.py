"""The situation of an example that asks a question is a point near which a search may begin."""

from __future__ import annotations

from rulewright.analysis.verdicts.decide import Decider
from rulewright.base.limits import MAX_EXAMPLE_POINTS
from rulewright.engines.solver.encoding.world import FactVariable, SwitchVariable
from rulewright.engines.solver.questions.example_points import examples_by_question, points_of_examples
from semantics.small import core_of

RULES = """
record unit "a unit"
  men: 0..100
  tired: yes/no
option mud "Mud"
fact near(u: unit, v: unit): yes/no
verdict march(u: unit)
verdict join(u: unit, v: unit)

case 1 "Marching"
  may march(u) when u.men is at least 50 and not u.tired
  may join(u, v) when near(u, v)
  option mud
  example "fresh"
    with option mud
    given x.men is 70, not x.tired
    then permitted march(x)
  example "both"
    given near(x, y)
    then permitted join(x, y)
"""


def facts_of(question: str) -> list[dict[str, object]]:
    """Return what each example that asks a question gives, by the name of the fact or switch, with the values of the world."""
    core = core_of(RULES)
    decider = Decider(core)
    asked = core.questions[question]
    with decider.question_context(asked) as context:
        space = context.formulas.encoder.space
        points = list(points_of_examples(context.formulas.encoder.world, asked, examples_by_question(core)))
        return [
            {
                key.fact if isinstance(key, FactVariable) else key.name: space.number_at(variable, index)
                if isinstance(key, FactVariable) and space.values[variable] is None
                else space.values[variable][int(index)]  # type: ignore[index]
                for variable, index in point.items()
                if isinstance(key := space.keys[variable], FactVariable | SwitchVariable)
            }
            for point in points
        ]


def test_facts_and_options_of_an_example_are_those_of_its_point() -> None:
    first = facts_of("march")[0]
    assert (first["unit.men"], first["unit.tired"], first["mud"]) == (70, False, True)


def test_two_things_of_an_example_are_two_things_of_the_world() -> None:
    [point] = facts_of("join")
    assert point["near"] is True


def test_no_more_examples_are_taken_than_are_worth_it() -> None:
    example = '  example "{}"\n    given x.men is {}, not x.tired\n    then permitted march(x)\n'
    core = core_of(RULES + "".join(example.format(number, 50 + number) for number in range(MAX_EXAMPLE_POINTS + 3)))
    assert len(examples_by_question(core)["march"]) == MAX_EXAMPLE_POINTS
