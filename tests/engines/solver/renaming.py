"""A small book under other names and in another order, and what each name has become."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from written import case_parts

WORDS = {
    "q0": "zeal", "q1": "yield_of", "q2": "airs", "hue": "tint", "red": "umber", "green": "amber", "blue": "azure", "fog": "zephyr", "rain": "ash",
    "depth": "yards", "load": "bale", "colour": "paint", "size": "bulk", "middle": "average", "unit": "wagon", "units": "wagons",
    "flag": "banner", "strength": "vigour", "chief": "boss", "marked": "ticked", "mist": "zone_option", "tide": "an_option", "r1": "z_reading",
    "alpha": "omega", "beta": "aleph", "to_hit": "a_table", "unsure": "doubtful", "way": "road", "whole": "entire",
}  # fmt: skip
CASES = ("1.1", "1.2", "2.1", "2.2", "7.1", "7.2", "8.1", "8.2", "8.3", "8.4", "9.1")
OTHERS = ("3.1", "3.2", "4.7", "5.5", "6.1", "10.2", "11.1", "12.3", "13.4", "14.1", "15.2")
_ADDRESS = re.compile(r"(?<![\w.])(\d\.\d)(?:\.(\d+|to_hit))?(?![\w]|\.\d)")
_STATEMENT = re.compile(r"  (overrides|sets aside|except) ")
_WORD = re.compile(rf"\b({'|'.join(WORDS)})\b")


@dataclass
class Renaming:
    """Where each case and each of its rules and statements has gone."""

    cases: dict[str, str]
    places: dict[tuple[str, int], int]

    def of(self, text: str) -> str:
        """A text, or an address, in the new names."""
        return _WORD.sub(lambda found: WORDS[found[1]], _ADDRESS.sub(self._moved, text))

    def _moved(self, found: re.Match[str]) -> str:
        case, place = found[1], found[2]
        if case not in self.cases:
            return found[0]
        if place is None or not place.isdigit():
            return self.cases[case] + (f".{place}" if place else "")
        return f"{self.cases[case]}.{self.places.get((case, int(place)), int(place))}"


def renamed(files: dict[str, str], rng: Random) -> tuple[dict[str, str], Renaming]:
    """The same book with other names, cases in other files and another order, and the lines of each case shuffled."""
    naming = Renaming(dict(zip(CASES, rng.sample(OTHERS, len(CASES)), strict=True)), {})
    blocks = [block for block in re.split(r"\n\n+", files["rules.case"].strip()) if block]
    turned = [naming.of(block) for block in [_shuffled(block, naming, rng) for block in blocks]]
    rng.shuffle(turned)
    half = len(turned) // 2
    rest = {f"z_{path}": naming.of(text) for path, text in files.items() if path != "rules.case"}
    return {"b_more.case": "\n\n".join(turned[half:]) + "\n", **rest, "a_first.case": "\n\n".join(turned[:half]) + "\n"}, naming


def _shuffled(block: str, naming: Renaming, rng: Random) -> str:
    """A case with its rules in another order, its statements after them; notes where each rule has gone."""
    lines = block.split("\n")
    head = re.match(r"(?:case|scenario) (\d\.\d) ", lines[0])
    if head is None or any(line.startswith(("  table", "  not held")) for line in lines):
        return block
    opening, parts = case_parts(block)
    rules = [index for index, part in enumerate(parts) if not _STATEMENT.match(part[0])]
    order = [*rng.sample(rules, len(rules)), *(index for index in range(len(parts)) if index not in rules)]
    naming.places.update({(head[1], old + 1): new + 1 for new, old in enumerate(order)})
    return "\n".join([*opening, *(line for old in order for line in parts[old])])
