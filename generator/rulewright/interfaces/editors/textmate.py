"""The rules for colours as a TextMate grammar, which VS Code and many other editors read."""

from __future__ import annotations

from rulewright.base.json_form import Json
from rulewright.interfaces.editors.colours import Colour, Colours, Region, Rule

SCOPES = {
    Colour.COMMENT: "comment.line.number-sign.rulewright",
    Colour.TEXT: "string.quoted.double.rulewright",
    Colour.PLACEHOLDER: "constant.other.placeholder.rulewright",
    Colour.LINK: "markup.underline.link.rulewright",
    Colour.TAG: "entity.name.tag.rulewright",
    Colour.ROW: "markup.raw.block.rulewright",
    Colour.NUMBER: "constant.numeric.rulewright",
    Colour.KEYWORD: "keyword.control.rulewright",
    Colour.REFERENCE: "entity.name.section.rulewright",
    Colour.NAME: "variable.other.rulewright",
}
SCOPE = "source.rulewright"


def textmate_grammar(colour_rules: Colours) -> Json:
    """Return the grammar as JSON."""
    coloured = [{"include": f"#{region.name}"} for region in colour_rules.regions if region.colour]
    return {
        "name": "Rulewright",
        "comment": "Made from grammar/rulewright.lark by `make colours`: a change in this file is lost.",
        "scopeName": SCOPE,
        "fileTypes": ["case"],
        "patterns": [*({"include": f"#{region.name}"} for region in colour_rules.regions if not region.colour), {"include": "#rules"}],
        "repository": {
            "rules": {"patterns": [*coloured, *_rules_json(colour_rules.quick_rules)]},
            **{region.name: _region_json(region) for region in colour_rules.regions},
        },
    }


def _region_json(region: Region) -> Json:
    included = [] if region.exclusive else [{"include": "#rules"}]
    form = {"begin": region.begin, "end": region.end, "patterns": [*_rules_json(region.rules), *included]}
    return {"name": SCOPES[region.colour], **form} if region.colour else form


def _rules_json(rules: tuple[Rule, ...]) -> list[Json]:
    return [{"name": SCOPES[rule.colour], "match": rule.pattern} for rule in rules]
