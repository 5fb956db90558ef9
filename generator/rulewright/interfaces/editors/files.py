"""The files that hold the colours: in the package for Pygments, in `editors/` for the editors, in the site for its pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.base.json_form import Json
from rulewright.base.resources import data_folder, grammar_file, site_folder
from rulewright.interfaces.editors.colours import Colour, Colours, Region, Rule, colours
from rulewright.interfaces.editors.textmate import textmate
from rulewright.interfaces.editors.vim import vim
from rulewright.syntax.lalr import load_table

_KEPT = Path(__file__).parent / "colours.json"
TEXTMATE, VIM = "editors/vscode/syntaxes/rulewright.tmLanguage.json", "editors/vim/syntax/rulewright.vim"
_SCRIPT = "assets/highlight.js"
_FIRST_WORDS = re.compile(r"(?<=var FIRST = /\^\(\?:)[a-z|]*(?=\)\\b/;)")


def made_files() -> Iterator[tuple[Path, str]]:
    """Each file with what the grammar makes of it. The editors' files are in the repository only, not in what is installed."""
    made = colours(load_table(grammar_file().read_text(encoding="utf-8")))
    yield _KEPT, _written(_as_json(made))
    yield data_folder() / TEXTMATE, _written(textmate(made))
    yield data_folder() / VIM, vim(made)
    script = site_folder() / _SCRIPT
    yield script, _FIRST_WORDS.sub("|".join(made.first_words), script.read_text(encoding="utf-8"))


def kept_colours() -> Colours:
    """The rules as they were made last, for whoever colours and does not want to wait for the grammar."""
    kept = json.loads(_KEPT.read_text(encoding="utf-8"))
    regions = tuple(
        Region(one["name"], one["begin"], one["end"], _rules(one["rules"]), Colour(one["colour"]) if one["colour"] else None, one["only"])
        for one in kept["regions"]
    )
    return Colours(regions, _rules(kept["rules"]), frozenset(kept["keywords"]), tuple(kept["first_words"]))


def _rules(kept: list[list[str]]) -> tuple[Rule, ...]:
    return tuple(Rule(Colour(colour), body, left) for colour, left, body in kept)


def _as_json(made: Colours) -> Json:
    return {
        "keywords": sorted(made.keywords),
        "first_words": list(made.first_words),
        "regions": [
            {
                "name": one.name,
                "begin": one.begin,
                "end": one.end,
                "colour": one.colour,
                "only": one.only,
                "rules": [[rule.colour, rule.left, rule.body] for rule in one.rules],
            }
            for one in made.regions
        ],
        "rules": [[rule.colour, rule.left, rule.body] for rule in made.rules],
    }


def _written(made: Json) -> str:
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"
