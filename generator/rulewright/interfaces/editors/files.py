"""The files that hold the colours: in the package for Pygments, in `editors/` for the editors, in the site for its pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.base.json_form import Json
from rulewright.base.resources import data_folder, grammar_file, site_folder
from rulewright.interfaces.editors.colours import Colour, Colours, Region, Rule, make_colours
from rulewright.interfaces.editors.textmate import textmate_grammar
from rulewright.interfaces.editors.vim import vim_syntax
from rulewright.syntax.lalr import load_table

_COLOURS_FILE = Path(__file__).parent / "colours.json"
TEXTMATE, VIM = "editors/vscode/syntaxes/rulewright.tmLanguage.json", "editors/vim/syntax/rulewright.vim"
_SCRIPT = "assets/highlight.js"
_FIRST_WORDS = re.compile(r"(?<=var FIRST = /\^\(\?:)[a-z|]*(?=\)\\b/;)")


def generated_files() -> Iterator[tuple[Path, str]]:
    """Yield each file with its generated content. The editors' files are in the repository only, not in the installed package."""
    colour_rules = make_colours(load_table(grammar_file().read_text(encoding="utf-8")))
    yield _COLOURS_FILE, _json_text(_as_json(colour_rules))
    yield data_folder() / TEXTMATE, _json_text(textmate_grammar(colour_rules))
    yield data_folder() / VIM, vim_syntax(colour_rules)
    script = site_folder() / _SCRIPT
    yield script, _FIRST_WORDS.sub("|".join(colour_rules.first_words), script.read_text(encoding="utf-8"))


def load_colours() -> Colours:
    """Return the rules as last generated, for callers that cannot wait for the grammar."""
    data = json.loads(_COLOURS_FILE.read_text(encoding="utf-8"))
    regions = tuple(
        Region(
            region["name"],
            region["begin"],
            region["end"],
            _read_rules(region["rules"]),
            Colour(region["colour"]) if region["colour"] else None,
            region["only"],
        )
        for region in data["regions"]
    )
    return Colours(regions, _read_rules(data["rules"]), frozenset(data["keywords"]), tuple(data["first_words"]))


def _read_rules(rows: list[list[str]]) -> tuple[Rule, ...]:
    return tuple(Rule(Colour(colour), body, lookbehind) for colour, lookbehind, body in rows)


def _as_json(colour_rules: Colours) -> Json:
    return {
        "keywords": sorted(colour_rules.keywords),
        "first_words": list(colour_rules.first_words),
        "regions": [
            {
                "name": region.name,
                "begin": region.begin,
                "end": region.end,
                "colour": region.colour,
                "only": region.exclusive,
                "rules": [[rule.colour, rule.lookbehind, rule.body] for rule in region.rules],
            }
            for region in colour_rules.regions
        ],
        "rules": [[rule.colour, rule.lookbehind, rule.body] for rule in colour_rules.rules],
    }


def _json_text(document: Json) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
