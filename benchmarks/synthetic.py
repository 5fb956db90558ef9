"""Synthetic rulebooks of any size, shaped like real ones: for benchmarks, never for answers about a game.

Ten cases make a group (`8.3`, `8.31` … `8.39`) with a value, a verdict, a predicate and a table of its own; nine groups make a chapter and
a file. Every group overrides, sets aside, refers (in prose and across chapters), is amended in the errata, carries ledger tags and
has examples that pass. The vocabulary grows with the book, so a pass whose cost grows faster than its input shows at once.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

GROUPS_IN_CHAPTER = 9
CASES_IN_GROUP = 10

FRONT = """\
rulebook synthetic "A synthetic rulebook"
  numbering decimal
  about "Made for measuring, of {cases} cases."

source printed "Rules"
  ledger "ledger.csv"

source errata "Errata"
  amends printed

edition printed = printed
edition errata  = printed + errata

precedence
  stated
  never over may
  later source over earlier source

measure MP "movement point"
measure hex "hex"
measure SP "strength point"

enum weather: clear, mud, snow
enum ground: open, wood, marsh, town_ground "town"
enum arm: infantry, cavalry, artillery, leader
enum nation: french, prussian, austrian, russian
class mounted: cavalry, leader

record town "a town"
  owner: nation "the owner of {{it}}"
  size: 0..9 "the size of {{it}}"

record unit "a unit"
  nation: nation "the nation of {{it}}"
  arm: arm "the arm of {{it}}"
  strength: 0..40 SP "the strength of {{it}}"
  reserve: yes/no "{{it}} is in reserve"
  ground: ground "the ground under {{it}}"

fact weather: weather "the weather"
  asks "Which weather is it?"
fact printed_allowance(u: unit): 8..20 MP "the printed allowance of {{u}}"
  asks "Which allowance is printed on {{u}}?"
fact distance(u: unit, t: town): 0..200 hex "the distance from {{u}} to {{t}}"
  asks "How many hexes is it from {{u}} to {{t}}?"

term "formed unit" "A unit that is neither leader nor in reserve."
"""

GROUP = """
value allowance_{s}(u: unit): 0..60 MP "the allowance of {{u}} for duty {n}"

verdict march_{s}(u: unit, t: town) "{{u}} marches to {{t}} on duty {n}"
  otherwise forbidden

predicate near_{s}(u: unit, t: town) "{{u}} is near {{t}} for duty {n}"

case {g} "Duty {n}"
  "The cases [{g}1] to [{g}9] say who may go on duty {n}, and at what cost. See also [{other}]."

case {g}1 "Allowance"
  "A [formed unit] begins with the allowance printed on its counter."
  allowance_{s}(u) is printed_allowance(u)                                 @SY-{n}a

  example "as printed {n}"
    given printed_allowance(u) is {base} MP, weather is clear, not u.reserve, u.arm is infantry, u.ground is open
    then allowance_{s}(u) is {base} MP

case {g}2 "Weather"
  "Mud takes two points from the allowance of [{g}1], and snow takes one."
  take 2 MP from allowance_{s}(u) when weather is mud                      @SY-{n}b
  take 1 MP from allowance_{s}(u) when weather is snow                     @SY-{n}c

  example "in mud {n}"
    given printed_allowance(u) is {base} MP, weather is mud, not u.reserve, u.arm is infantry, u.ground is open
    then allowance_{s}(u) is {muddy} MP

case {g}3 "Who may march"
  "A unit marches on duty {n} if it is near the town, strong enough, and not of the town's owner's enemies."
  may march_{s}(u, t) when all of
    a. near_{s}(u, t)                                                      @SY-{n}d
    b. u.strength is at least {least} SP                                   @SY-{n}e
    c. u.nation is t.owner or t.size is at most 3                          @SY-{n}f

  example "a strong neighbour {n}"
    given distance(u, t) is 2 hex, u.strength is 30 SP, u.nation is french, t.owner is french, u.arm is infantry
    then permitted march_{s}(u, t)

case {g}4 "Leaders stay"
  "A leader never goes on duty {n}, whatever [{g}3] says."
  overrides {g}3
  may not march_{s}(u, t) when u.arm is leader                             @SY-{n}g

  example "a leader stays {n}"
    given distance(u, t) is 2 hex, u.strength is 30 SP, u.nation is french, t.owner is french, u.arm is leader
    then forbidden march_{s}(u, t)

case {g}5 "Near"
  "Near means within {reach} hexes."
  near_{s}(u, t) means distance(u, t) is at most {reach} hex               @SY-{n}h

case {g}6 "Cost of ground"
  "The table gives what ground costs on duty {n}."
  table cost_{s}(weather: weather, ground: ground): 0..9 MP                @SY-{n}i
    |       | open | wood | marsh | town_ground |
    | clear | 0    | 1    | {m}     | 1           |
    | mud   | 1    | 2    | 3     | 1           |
    | snow  | 1    | 2    | 2     | 1           |

case {g}7 "Ground"
  "The cost in [{g}6] is taken from the allowance, for mounted units only."
  take cost_{s}(weather, u.ground) from allowance_{s}(u) when u.arm in mounted   @SY-{n}j

  example "cavalry in a wood {n}"
    given printed_allowance(u) is {base} MP, weather is clear, not u.reserve, u.arm is cavalry, u.ground is wood
    then allowance_{s}(u) is {woody} MP

case {g}8 "Reserves"
  "Units in reserve are free of [{g}2]."
  sets aside {g}2 when u.reserve                                           @SY-{n}k

  example "a reserve in mud {n}"
    given printed_allowance(u) is {base} MP, weather is mud, u.reserve, u.arm is infantry, u.ground is open
    then allowance_{s}(u) is {base} MP

case {g}9 "Remarks"
  "Duty {n} is a matter for [{g}3] and [{g}4]; players who forget it lose nothing."
  note "This case has no force of its own."                                @SY-{n}l

amend {g}4 in errata as clarification
  appends "The same holds of units that are more than half of {half} strong."

amend {g}7 in errata as addition
  adds
  "Artillery pays one point more in mud."
  take 1 MP from allowance_{s}(u) when u.arm is artillery and weather is mud     @SY-{n}m

  example "guns in mud {n}"
    with edition errata
    given printed_allowance(u) is {base} MP, weather is mud, not u.reserve, u.arm is artillery, u.ground is open
    then allowance_{s}(u) is {gunned} MP
"""

TAGS = "abcdefghijklm"


def synthetic_book(cases: int) -> dict[str, str]:
    """A folder as file name -> text: `rulebook.case`, a file a chapter, `ledger.csv`. `cases` is rounded up to whole groups of ten."""
    groups = -(-cases // CASES_IN_GROUP)
    files = {"rulebook.case": FRONT.format(cases=groups * CASES_IN_GROUP)}
    for start in range(0, groups, GROUPS_IN_CHAPTER):
        chapter = start // GROUPS_IN_CHAPTER + 1
        numbers = range(start, min(start + GROUPS_IN_CHAPTER, groups))
        head = f'chapter {chapter}.0 "Duties of chapter {chapter}"\n'
        files[f"chapter_{chapter:04}.case"] = head + "".join(_group(index, groups) for index in numbers)
    files["ledger.csv"] = "".join(_ledger(groups))
    return files


def write_book(folder: Path, cases: int) -> Path:
    """The same, written to `folder` (made if need be); returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in synthetic_book(cases).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _number(index: int) -> str:
    return f"{index // GROUPS_IN_CHAPTER + 1}.{index % GROUPS_IN_CHAPTER + 1}"


def _group(index: int, groups: int) -> str:
    number, base = _number(index), 8 + index % 7
    return GROUP.format(
        s=number.replace(".", "_"),
        g=number,
        n=index + 1,
        other=_number((index * 7 + 3) % groups),
        base=base,
        muddy=base - 2,
        woody=base - 1,
        gunned=base - 3,
        least=1 + index % 9,
        reach=3 + index % 5,
        half=10 + index % 20,
        m=1 + index % 3,
    )


def _ledger(groups: int) -> Iterator[str]:
    yield "item,section,locator,kind,summary,refs,computable,shape,ocr_note\n"
    for index in range(groups):
        for letter in TAGS:
            computable = "no" if letter == "l" else "yes"
            numbers = ", ".join(map(str, range(2, 60)))
            said = "A table of costs" if letter == "i" else f'"A statement of {numbers} or more"'
            yield f"SY-{index + 1}{letter},Chapter,in the text,rule,{said},,{computable},rule,\n"


def main() -> None:
    """`python benchmarks/synthetic.py 3000 build/synthetic` writes a book of 3,000 cases."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("cases", type=int)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    write_book(given.folder, given.cases)


if __name__ == "__main__":
    main()
