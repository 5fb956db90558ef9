"""A file with the text of a rulebook -> its clauses, by the form of the file."""

from __future__ import annotations

from pathlib import Path

from rulewright.base.errors import WrongInput
from rulewright.importing.file_forms import ACTS, TEXT
from rulewright.importing.read_sheet import read_bytes, read_sheet
from rulewright.importing.text.model import RulesText
from rulewright.importing.text.read_act import read_act
from rulewright.importing.text.read_markdown import read_markdown
from rulewright.importing.xml_tree import read_xml


def read_text(path: Path) -> RulesText:
    """Read the text of a rulebook. Raises `WrongInput` for a file in another form, and for one without clauses."""
    suffix = path.suffix.lower()
    if suffix in ACTS:
        return read_act(read_xml(read_bytes(path), path.name), path.stem)
    if suffix not in TEXT:
        hint = "Markdown (.md) is, and an act in Akoma Ntoso or USLM (.xml); `--from` without `--keep-words` reads an errata sheet"
        raise WrongInput(f"`{path}` is no text whose words can be kept", hints=[hint])
    text = read_markdown(read_sheet(path).text, path.stem)
    if not any(text.all_clauses()):
        raise WrongInput(f"`{path}` has no case", hints=["a case is under a heading, or begins with its number: `## 2 Fees`, `**2.1** …`"])
    return text
