"""A file with decision tables -> the tables, by the form of the file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.base.errors import WrongInput
from rulewright.importing.file_forms import DECISIONS, DELIMITED, TABLES, WORKBOOK
from rulewright.importing.read_sheet import MAX_FILE_BYTES, decode_text, read_bytes
from rulewright.importing.tables.model import DecisionTable
from rulewright.importing.tables.read_dmn import read_decisions
from rulewright.importing.tables.read_grid import POLICIES, read_delimited, table_of_grid
from rulewright.importing.tables.read_xlsx import read_workbook


def read_decision_tables(path: Path, keys: Sequence[str] = (), policy: str = "") -> list[DecisionTable]:
    """Return the tables of a file. Raises `WrongInput`."""
    data = read_bytes(path)
    suffix, title = path.suffix.lower(), path.stem.replace("_", " ").replace("-", " ")
    if suffix == DECISIONS:
        return read_decisions(data, path.name)
    if suffix == WORKBOOK:
        grid = read_workbook(data, path.name)
    elif suffix in DELIMITED:
        grid = read_delimited(decode_text(data, path), is_tabbed=suffix == ".tsv")
    else:
        raise WrongInput(f"`{path}` is no table that can be read", hints=[f"{', '.join(TABLES)} can, of at most {MAX_FILE_BYTES:,} bytes"])
    return [table_of_grid(grid, title, keys, POLICIES.get(policy, policy))]
