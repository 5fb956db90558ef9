"""`python -m rulewright.site.asking.small`: makes the small forms of the pages' scripts anew, by terser, which needs Node and its registry.

Only names of variables are shortened and only what is never reached is left out: names of properties are those of the core's JSON, and
stay.
Whoever has no Node may change a script all the same: the site then ships the sources until the small forms are made.
"""

from __future__ import annotations

import subprocess

from rulewright.site.asking.scripts import NAMES, head, small_file, whole

TERSER = "terser@5.51.2"
_HOW = ("--compress", "passes=3,toplevel=true,unsafe_arrows=true", "--mangle", "toplevel=true", "--ecma", "2020")


def make_small(name: str) -> None:
    """Write the small form of one script."""
    text = whole(name)
    command = ["npx", "--yes", TERSER, *_HOW]
    made = subprocess.run(command, input=text, text=True, check=True, capture_output=True).stdout
    path = small_file(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(head(text) + made.strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    for each in NAMES:
        make_small(each)
