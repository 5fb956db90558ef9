"""A small book to try the commands on."""

from __future__ import annotations

from pathlib import Path

FRONT = """\
rulebook ferry "The Ferry"
  numbering decimal
  about "A book for trying the commands."

source printed "Rules"
  ledger "ledger.csv"

source errata "Errata"
  amends printed

edition printed = printed
edition errata = printed + errata

precedence
  stated
  later source over earlier source

option fog "Fog on the river"

measure MP "movement point"

enum weather: clear, mud, snow
enum arm: foot, horse

record unit "a unit"
  arm: arm "the arm of {it}"
    asks "Is it foot or horse?"

fact weather: weather "the weather"
  asks "Which weather is it?"

value allowance(u: unit): 0..20 MP "the allowance of {u}"

verdict cross(u: unit) "{u} crosses the river"

verdict rest(u: unit) "{u} rests"
"""

RULES = """\
chapter 1.0 "Crossing"

case 1.1 "Allowance"
  "Foot has 5 MP, horse has 8 MP."
  allowance(u) is 5 MP when u.arm is foot  @FE-1
  allowance(u) is 8 MP when u.arm is horse  @FE-2

  example "a horse"  @FE-2
    given u.arm is horse, weather is clear
    then allowance(u) is 8 MP

  example "a foot"  @FE-1
    given u.arm is foot, weather is clear
    then allowance(u) is 5 MP

case 1.2 "Mud"
  "Mud takes 2 MP; see [1.1]."
  take 2 MP from allowance(u) when weather is mud  @FE-3

  example "a horse in mud"  @FE-3
    given u.arm is horse, weather is mud
    then allowance(u) is 6 MP

case 1.3 "Crossing"
  "A unit may cross, but not in snow."
  may cross(u) when u.arm is foot  @FE-4
  may not cross(u) when weather is snow  @FE-5
  accepts contradiction because "the text does not say what foot does in snow"

  example "across"  @FE-4
    given u.arm is foot, weather is clear
    then permitted cross(u)

  example "foot in snow"  @FE-5
    given u.arm is foot, weather is snow
    then conflict cross(u)

case 1.4 "Rest"
  "A unit may rest."
  may rest(u) when weather is clear

  example "rest"
    given weather is clear
    then permitted rest(u)

reading tow on 1.3 "May horse be towed?"
  "The text says nothing of horse."
  choice towed: may cross(u) when u.arm is horse
  choice left: may not cross(u) when u.arm is horse

amend 1.2 in errata as change
  "Foot loses one MP more in mud."
  take 1 MP from allowance(u) when weather is mud and u.arm is foot  @FE-6

  example "foot in mud"  @FE-6
    given u.arm is foot, weather is mud
    then allowance(u) is 2 MP

case 1.5 "Night" new in errata
  "Nobody crosses by night [1.3]."
"""

LEDGER = """\
item,section,locator,kind,summary,refs,computable,shape,ocr_note
FE-1,1.1,p1,value,foot has five,,yes,value,
FE-2,1.1,p1,value,horse has eight,,yes,value,
FE-3,1.2,p1,modifier,mud takes two,1.1,yes,value,
FE-4,1.3,p1,permission,foot crosses,,yes,verdict,
FE-5,1.3,p1,prohibition,not in snow,,yes,verdict,
FE-6,1.2,e1,modifier,mud takes one more from foot,,yes,value,
FE-7,1.9,p2,commentary,a hint,,no,,
"""


def write_book(folder: Path, rules: str = RULES, front: str = FRONT, ledger: str = LEDGER) -> Path:
    """A folder with the small book, or with another text in its place."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulebook.case").write_text(front, "utf-8")
    (folder / "crossing.case").write_text(rules, "utf-8")
    (folder / "ledger.csv").write_text(ledger, "utf-8")
    return folder
