"""What only one of two programs knows: values, options, readings, scenarios. The situations told are those that both can be asked in."""

from __future__ import annotations

import pytest

from engines.solver.some_books import read
from rulewright.analysis.comparison.answer_change import Change, Effect
from rulewright.analysis.comparison.core_difference import Differences, compare_cores
from rulewright.core.lower import lower
from rulewright.core.model import Core

FRONT = 'rulebook small "Small"\n  numbering decimal\n\nsource base "Base"\n\nedition whole = base\n\n'


def core_of(vocabulary: str, rules: str, front: str = "") -> Core:
    rules = 'case 1.1 "One"\n  "One."\n' + "".join(f"  {line}\n" for line in rules.splitlines())
    found, errors = read({"rulebook.case": FRONT + front, "vocabulary.case": vocabulary, "rules.case": rules})
    assert not errors
    return lower(found)


def the_one(found: Differences) -> Change:
    [change] = found.changes
    return change


COLOURS = "enum hue: red, green, blue\nfact colour: hue\nverdict pass\nvalue load(c: hue): 0..9\n"
MORE = COLOURS.replace("red, green, blue", "grey, blue, red")


def test_only_values_that_both_have() -> None:
    before = core_of(COLOURS, "may pass when colour is red\nload(c) is 1 when c is blue\nload(c) is 2 when c is not blue")
    after = core_of(
        MORE, "may pass when colour is red\nmay not pass when colour is grey\nload(c) is 1 when c is blue\nload(c) is 2 when c is red"
    )
    found = compare_cores(before, after)
    assert not found.changes
    assert set(found.equal) == {"pass", "load"}
    assert [(one.name, one.text_before, one.text_after) for one in found.unlike] == [("hue", "red, green or blue", "grey, blue or red")]
    change = the_one(
        compare_cores(before, core_of(MORE, "may pass when colour is red\nload(c) is 1\nmay pass when colour is blue"), ["pass"])
    )
    assert dict(change.situation.facts) == {"colour": "blue"}
    change = the_one(compare_cores(before, core_of(MORE, "may pass when colour is red\nload(c) is 1"), ["load"]))
    assert change.situation.question == "load(red)"


@pytest.mark.parametrize(("before", "after"), [("0..9", "0..5"), ("0..5", "0..9"), ("0..9", "4..9"), ("4..9", "0..9"), ("0..6", "4..9")])
def test_only_numbers_that_both_have(before: str, after: str) -> None:
    """What is so of numbers of one side alone is no difference, and what is so of one that both have is told."""
    both = sorted(set(numbers_of(before)) & set(numbers_of(after)))
    for bound in range(10):
        one = core_of(f"fact size: {before}\nverdict pass\n", "may pass")
        other = core_of(
            f"fact size: {after}\nverdict pass\n", f"may pass when size is not {bound}" if bound in numbers_of(after) else "may pass"
        )
        found = compare_cores(one, other)
        assert [dict(change.situation.facts) for change in found.changes] == ([{"size": str(bound)}] if bound in both else []), bound
        back = compare_cores(other, one)
        assert [dict(change.situation.facts) for change in back.changes] == ([{"size": str(bound)}] if bound in both else []), bound


def numbers_of(text: str) -> range:
    low, high = text.split("..")
    return range(int(low), int(high) + 1)


@pytest.mark.parametrize(
    "declared",
    [
        "enum hue: red, green\nfact seen: hue or none\n",
        'record unit "a unit"\n  strong: yes/no\nfact seen: unit or none\n',
        'map field "The field": A0101..A0303\nfact seen: field or none\n',
    ],
)
def test_none_is_told_of_where_both_have_it_and_of_neither_where_one_has_it(declared: str) -> None:
    vocabulary = f"{declared}fact fog: yes/no\nverdict pass\n"
    before, after = (core_of(vocabulary, f"may pass when fog\n{verb} pass when seen is none and not fog") for verb in ("may", "may not"))
    assert (
        dict(the_one(compare_cores(before, after)).situation.facts).get("seen", "none") == "none"
    )  # where there is nothing, it can be no other
    never = core_of(vocabulary.replace(" or none", ""), "may pass when fog")
    assert compare_cores(before, never).equal == compare_cores(never, before).equal == ("pass",)


def test_a_scale_of_other_steps_is_not_compared() -> None:
    texts = ["scale size: low, high\nfact size: size\nverdict pass\n", "scale size: low, middle, high\nfact size: size\nverdict pass\n"]
    before, after = (core_of(text, "may pass when size is at least high") for text in texts)
    [verdict] = compare_cores(before, after).verdicts
    assert verdict.reason == "`size` is declared differently"


def test_an_option_of_one_side_is_off() -> None:
    vocabulary = "fact fog: yes/no\nverdict pass\n"
    before = core_of(vocabulary, "may pass when not fog")
    optional = core_of(vocabulary, "option lights\nmay pass when not fog\nmay pass when fog", 'option lights "Lights"\n')
    assert the_one(compare_cores(before, optional)).effect is Effect.OPENS  # the whole case is under the option
    both = core_of(vocabulary, "option lights\nmay pass when not fog", 'option lights "Lights"\n')
    change = the_one(compare_cores(both, optional))
    assert change.situation.options == ("lights",)
    assert dict(change.situation.facts) == {"fog": "yes"}


def test_readings() -> None:
    vocabulary = "fact fog: yes/no\nverdict pass\n"
    rules = 'may pass when not fog\n\nreading lamp on 1.1 "How"\n  choice lit\n    may pass when fog\n  choice dark\n    may not pass when fog\n'
    open_ = _with_reading(vocabulary, rules)
    closed = core_of(vocabulary, "may pass when not fog\nmay not pass when fog")
    change = the_one(compare_cores(open_, closed))
    assert (change.effect, change.outcome_before.text, change.outcome_after.text) == (Effect.SETTLES, "undetermined", "forbidden")
    assert change.situation.readings == ()
    other = _with_reading(vocabulary, rules.replace("may not pass when fog", "must pass when fog"))
    change = the_one(compare_cores(open_, other))
    assert change.situation.readings == (("lamp", "dark"),)
    renamed = _with_reading(vocabulary, rules.replace("choice dark", "choice dim"))
    [verdict] = compare_cores(open_, renamed).verdicts
    assert verdict.reason == "the reading `lamp` has different choices"


def _with_reading(vocabulary: str, rules: str) -> Core:
    case, reading = rules.split("\n\n")
    files = {"rulebook.case": FRONT, "vocabulary.case": vocabulary, "rules.case": f'case 1.1 "One"\n  "One."\n  {case}\n\n{reading}'}
    found, errors = read(files)
    assert not errors
    return lower(found)


def test_games_of_both_sides_alone() -> None:
    """A game that only one of them knows is not looked at."""
    vocabulary = "fact fog: yes/no\nverdict pass\n"
    rules = "applies to {}\nmay pass when fog"
    small, large = 'game small "The small game"\n', 'game large "The large game"\n'
    before = core_of(vocabulary, rules.format("small, large"), small + large)
    after = core_of(vocabulary, rules.format("large"), large)
    assert compare_cores(before, after).equal == ("pass",)
    both = core_of(vocabulary, rules.format("large"), small + large)
    assert the_one(compare_cores(before, both)).situation.game == "small"


def test_places_of_one_map_are_compared_only_where_it_has_the_same_places() -> None:
    vocabulary = 'map field "The field": A0101..A0303\nfact spot: field\nverdict pass\n'
    before = core_of(vocabulary, "may pass when spot is A0101")
    larger = core_of(vocabulary.replace("A0303", "A0404"), "may pass when spot is A0101")
    [verdict] = compare_cores(before, larger).verdicts
    assert (verdict.equal, verdict.reason) == (False, "`spot` is declared differently")
    assert compare_cores(before, before).equal == ("pass",)


def test_a_question_asked_in_another_way() -> None:
    before = core_of('record unit "a unit"\n  flag: yes/no\nverdict pass(u: unit)\n', "may pass(u) when u.flag")
    after = core_of('record unit "a unit"\n  flag: yes/no\nverdict pass(u: unit, v: unit)\n', "may pass(u, v) when u.flag")
    [verdict] = compare_cores(before, after).verdicts
    assert verdict.reason == "its arguments or its answer are declared differently"


def test_an_argument_of_another_kind_is_said() -> None:
    rules = "load(c) is 1"
    found = compare_cores(core_of(COLOURS, rules), core_of(COLOURS.replace("load(c: hue)", "load(c: 0..3)"), rules), ["load"])
    [verdict] = found.verdicts
    assert verdict.reason == "its argument `c` is of another kind"


def test_things_are_told_only_where_they_matter() -> None:
    vocabulary = 'record unit "a unit"\n  flag: yes/no\nverdict pass(u: unit)\n'
    before = core_of(vocabulary, "may pass(u)")
    after = core_of(vocabulary, "may pass(u)\nmay not pass(u) when some unit v with (v.flag and v is not u)\n  overrides 1.1.1")
    change = the_one(compare_cores(before, after))
    assert len(change.situation.world) == 2
    [(fact, value)] = change.situation.facts
    assert fact.endswith(".flag")
    assert not fact.startswith("u.")
    assert value == "yes"


def test_counts_beyond_the_things_that_are_tried_are_not_called_equal() -> None:
    """With three units at most 40 and at most 41 are the same formula, and with 41 of them another answer."""
    vocabulary = "record unit\n  sick: yes/no\n\nverdict rest\nverdict march\n"
    rules = "may march when and only when some unit u with (u.sick)\nmay rest when and only when the number of units v with (v.sick) is at most {}"
    before, after = (core_of(vocabulary, rules.format(most)) for most in (40, 41))
    rest, march = sorted(compare_cores(before, after).verdicts, key=lambda one: one.alike)
    assert (rest.question, rest.changes, rest.equal) == ("rest", (), False)
    assert rest.reason == "a number is made of every unit that there is, and no more than 3 are tried"
    assert (march.question, march.equal) == ("march", True)
