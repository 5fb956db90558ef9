"""A rulebook of a few lines, with a rule of most kinds: so much that every way in is there, and so little that an input takes hundredths of a
second."""

from __future__ import annotations

from pathlib import Path

FRONT = """\
rulebook ferry "The Ferry"
  numbering decimal

source printed "Rules"
  ledger "ledger.csv"
source errata "Errata"
  amends printed

edition errata = printed + errata

enum arm: foot, horse
record unit "a unit"
  arm: arm "the arm of {it}"
    asks "Is it foot or horse?"
enum weather: clear, mud
fact weather: weather "the weather"
value allowance(u: unit): 0..9 "the allowance of {u}"
verdict cross(u: unit) "{u} crosses"
"""
RULES = """\
case 1.1 "Moving"
  "Foot has 5, horse 8; less in mud [1.2]."
  allowance(u) is 5 when u.arm is foot  @FE-1
  allowance(u) is 8 when u.arm is horse
  may cross(u) when weather is clear

case 1.2 "Mud"
  "Mud takes 2 MP."
  take 2 from allowance(u) when weather is mud  @FE-2
  example "foot in mud"  @FE-2
    given u.arm is foot, weather is mud
    then allowance(u) is 3

amend 1.2 in errata as change
  "Foot loses one MP more in mud."
"""
LEDGER = """\
item,section,locator,kind,summary,refs,computable,shape,ocr_note
FE-1,1.1,p1,value,foot has five,,yes,value,
FE-2,1.2,p1,modifier,mud takes two,1.1,yes,value,
FE-7,1.9,p2,commentary,a hint,,no,,
"""


def write_small(folder: Path) -> None:
    """The book as a folder."""
    folder.mkdir()
    for name, text in (("rulebook.case", FRONT), ("crossing.case", RULES), ("ledger.csv", LEDGER)):
        (folder / name).write_text(text, "utf-8")
