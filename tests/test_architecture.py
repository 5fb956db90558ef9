"""The page on architecture names what is there: passes in the order of the layers, and files where it says that they are."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

from rulewright.base.resources import site_folder
from test_layers import FILES, FOLDERS, MAY_IMPORT, PACKAGE

PAGE = (site_folder() / "pages" / "project" / "architecture.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_page_has_the_table_of_folders() -> None:
    rows = [row.split("|")[1:-1] for row in section("The twelve folders").splitlines() if row.startswith("| `")]
    assert [re.findall(r"`([^`]+)`", row[0]) for row in rows] == [[name] for name in FOLDERS]
    for (name,), allowed in [(re.findall(r"`([^`]+)`", row[0]), row[3]) for row in rows]:
        below = frozenset(FOLDERS[: FOLDERS.index(name)])
        named = frozenset(re.findall(r"`([^`]+)`", allowed))
        assert (below - named if "all above" in allowed else named) == MAY_IMPORT[name], name


def test_files_are_where_the_page_says() -> None:
    named = [name for name in re.findall(r"`([\w/]+(?:\.py|/))`", PAGE) if not name.startswith("generator/")]
    assert len(named) > 15
    assert [name for name in named if not (PACKAGE / name).exists()] == []


def test_every_file_and_folder_says_what_it_does() -> None:
    """The page has no list of files: the first lines of each say it, those of a folder in its `__init__.py`."""
    silent = [path for path in FILES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert [path.relative_to(PACKAGE).as_posix() for path in silent] == []
    folders = {path.parent for path in FILES}
    assert [folder.relative_to(PACKAGE).as_posix() for folder in folders if not (folder / "__init__.py").is_file()] == []


COUNTS_THAT_LIMIT_NOTHING = {
    "analysis/mutation/model.py": {"ENOUGH_PERCENT_NOTICED"},
    "analysis/mutation/value_mutations.py": {"MONTHS"},
    "analysis/situations.py": {"WIDTH"},
    "analysis/verdicts/decide.py": {"PARTIAL_LEVELS"},
    "engines/page/engine.py": {"_STACK"},
    "engines/page/packed.py": {"_SHORT"},
    "engines/solver/encoding/abstract_world.py": {"SHARE_COUNTS"},
    "engines/solver/encoding/crowd_world.py": {"SEVERAL"},
    "engines/solver/encoding/encoder.py": {"NO_LIMIT"},
    "engines/solver/formula/forgetting.py": {"NO", "YES"},
    "engines/solver/formula/space.py": {"FALSE", "TRUE"},
}
"""Numbers that stand for themselves, and what is tried one after the other; those of `analysis/plain_questions/` are scores."""


def test_limits_stand_in_one_table() -> None:
    """A plain number with a name of its own in what decides is a limit, so it is in `base/limits.py`, with its unit and its reason."""
    elsewhere: dict[str, set[str]] = {}
    for path in [*(PACKAGE / "engines").rglob("*.py"), *(PACKAGE / "analysis").rglob("*.py")]:
        name = path.relative_to(PACKAGE).as_posix()
        for statement in ast.parse(path.read_text("utf-8")).body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None and is_number(statement.value):
                names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
                elsewhere.setdefault(name, set()).update(names)
    assert {name: found for name, found in elsewhere.items() if "plain_questions" not in name} == COUNTS_THAT_LIMIT_NOTHING


def is_number(value: ast.expr) -> bool:
    match value:
        case ast.Constant():
            return isinstance(value.value, int | float) and not isinstance(value.value, bool)
        case ast.BinOp():
            return is_number(value.left) and is_number(value.right)
        case ast.Tuple():
            return bool(value.elts) and all(map(is_number, value.elts))
        case _:
            return False


def test_limits_have_one_style_and_a_reason() -> None:
    tree = ast.parse((PACKAGE / "base" / "limits.py").read_text("utf-8")).body
    for statement, after in pairwise(tree):
        if isinstance(statement, ast.Assign):
            assert re.search(r"^(MAX|MIN)_|BUDGET|SHARE|PER|POINTS|FACTOR|THINGS", ast.unparse(statement.targets[0])), ast.unparse(
                statement
            )
            assert isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and str(after.value.value).endswith((".", "\n"))
