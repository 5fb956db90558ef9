"""How much the names and docstrings of the package say: four counts for each file.

*Vague* are names that are one word of `VAGUE`, a word that fits everything; *clause* are docstrings that begin with a word of `CLAUSE` instead
of naming what comes back or what is done; *one-word* are functions whose name is a single word; *refused* are names that are a word for which
the glossary has another one.

    cd tests && python -m names      # the counts of the package; what is worst comes first
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import rulewright

PACKAGE = Path(rulewright.__file__).parent
_VAGUE = """
one ones found said told heard there here several whole apart made left wanted kept at by of on where before after inside under own rest more
both when about within without back again together ahead behind elsewhere otherwise opened shown asked reached listed placed settled stated
meant seen taken put tried given known used chosen named written like much many far near upon between beyond through along against toward
standing holding lying hanging bearing biting coming going waiting doing having being lost bound met held laid laid_out let so thus then than
such same else ever never yet still just only even alone few less least most
"""
_CLAUSE = "what whether where that how who whom whose each those these which when as if it its this there every all"
VAGUE = frozenset(_VAGUE.split())
CLAUSE = frozenset(_CLAUSE.split())


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of one file, with the totals that they are counted of."""

    vague: int
    clause: int
    one_word: int
    refused: int
    names: int = 0
    docstrings: int = 0
    functions: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.vague + other.vague,
            self.clause + other.clause,
            self.one_word + other.one_word,
            self.refused + other.refused,
            self.names + other.names,
            self.docstrings + other.docstrings,
            self.functions + other.functions,
        )


def bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield every name that a file binds (variable, parameter, function, class) with its line; names that Python demands are left out."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name)
            ):
                pass
            case ast.arg(arg=name) if name not in {"self", "cls"}:
                pass
            case _:
                continue
        if not name.startswith("__"):
            yield name, node.lineno


@cache
def refused_words() -> dict[str, str]:
    """The words in code style of the last column of `glossary.md`, each with the terms to use instead."""
    page = (Path(__file__).parent / "glossary.md").read_text("utf-8")
    refused: dict[str, str] = {}
    for row in re.findall(r"^\|(.*)\|$", page, re.MULTILINE):
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) == 3:
            refused.update(dict.fromkeys(re.findall(r"`([^`]+)`", cells[2]), cells[0]))
    return refused


def count_names(path: Path) -> Counts:
    """Count the names of a file that say little, the docstrings that begin with a clause and the functions of one word."""
    tree = ast.parse(path.read_text("utf-8"))
    names = [name for name, _ in bound_names(tree)]
    functions = [
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__")
    ]
    documented = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    docstrings = [text for node in ast.walk(tree) if isinstance(node, documented) and (text := ast.get_docstring(node))]
    return Counts(
        sum(name.strip("_").lower() in VAGUE for name in names),
        sum(text.split()[0].strip("*`\"',.:;()").lower() in CLAUSE for text in docstrings),
        sum("_" not in name.strip("_") for name in functions),
        sum(name.strip("_").lower() in refused_words() for name in names),
        len(names),
        len(docstrings),
        len(functions),
    )


def count_package() -> dict[str, Counts]:
    """The counts of every file of the package, by its path in it."""
    return {path.relative_to(PACKAGE).as_posix(): count_names(path) for path in sorted(PACKAGE.rglob("*.py")) if "_data" not in path.parts}


def main() -> None:
    counts = count_package()
    for path, count in sorted(counts.items(), key=lambda entry: -entry[1].vague - entry[1].clause)[:20]:
        print(f"{path}: {count.vague} vague, {count.clause} clause, {count.one_word} of {count.functions} functions of one word")
    total = sum(counts.values(), Counts(0, 0, 0, 0))
    print(
        f"vague {100 * total.vague / total.names:.1f} %, clause {100 * total.clause / total.docstrings:.1f} %, "
        f"one-word {100 * total.one_word / total.functions:.1f} %, {total.refused} names that the glossary refuses"
    )
    print(
        Counter(
            name
            for path in PACKAGE.rglob("*.py")
            for name, _ in bound_names(ast.parse(path.read_text("utf-8")))
            if name.strip("_").lower() in VAGUE
        ).most_common(20)
    )


if __name__ == "__main__":
    main()
