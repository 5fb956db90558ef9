"""Tables of spreadsheets and of DMN answer in a book as a person reads them, over all keys."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.base.errors import WrongInput
from rulewright.importing.tables.read_tables import read_decision_tables
from rulewright.importing.tables.write_table import propose_table, table_csv, tables_of
from rulewright.workspace.open_book import load

FRONT = 'rulebook ferry "The ferry"\n\nsource printed "Rules"\n\nedition printed = printed\n\nmeasure euro "euro"\n'
Lookup = Callable[..., Mapping[str, object]]


def dmn(name: str, policy: str, inputs: list[str], outputs: list[str], rules: list[str], more: str = "") -> str:
    """A model with one decision table; a rule is its entries with bars between them."""
    escape = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;"})
    columns = [f"<input><inputExpression><text>{each}</text></inputExpression></input>" for each in inputs]
    columns += [f'<output name="{each}">{more}</output>' for each in outputs]
    rows = []
    for rule in rules:
        entries = [entry.strip().translate(escape) for entry in rule.split("|")]
        cells = [f"<inputEntry><text>{entry}</text></inputEntry>" for entry in entries[: len(inputs)]]
        cells += [f"<outputEntry><text>{entry}</text></outputEntry>" for entry in entries[len(inputs) :]]
        rows.append(f"<rule>{''.join(cells)}</rule>")
    table = f"<decisionTable {policy}>{''.join(columns)}{''.join(rows)}</decisionTable>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="m">'
        f'<decision id="d" name="{name}">{table}</decision></definitions>'
    )


def workbook(*rows: list[object]) -> bytes:
    """A workbook with one sheet, texts shared and numbers as they are."""
    texts = list(dict.fromkeys(cell for row in rows for cell in row if isinstance(cell, str)))
    cells = [
        "".join(
            f'<c r="{chr(65 + column)}{number}" t="s"><v>{texts.index(cell)}</v></c>'
            if isinstance(cell, str)
            else f'<c r="{chr(65 + column)}{number}"><v>{cell}</v></c>'
            for column, cell in enumerate(row)
            if cell is not None
        )
        for number, row in enumerate(rows, 1)
    ]
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    sheet = "".join(f'<row r="{number}">{row}</row>' for number, row in enumerate(cells, 1))
    strings = "".join(f"<si><t>{text.replace('<', '&lt;')}</t></si>" for text in texts)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{sheet}</sheetData></worksheet>")
        file.writestr("xl/sharedStrings.xml", f"<sst {space}>{strings}</sst>")
    return out.getvalue()


FARES = """\
arm,weather,fare (euro),boats
infantry,Clear sky,1,2
infantry,"mud, snow",2,3
wagon,not Clear sky,4,-
anything else,,3,1
"""


def fares(arm: str, weather: str) -> dict[str, object]:
    if arm == "infantry":
        return {"fare": 1, "boats": 2} if weather == "clear_sky" else {"fare": 2, "boats": 3}
    return {"fare": 3, "boats": 1} if weather == "clear_sky" else {"fare": 4, "boats": 1}  # an empty cell: that of the last row


def weight(index: Decimal) -> dict[str, object]:
    words = "underweight" if index < Decimal("18.5") else "normal_weight" if index < 25 else "overweight" if index < 30 else "obese"
    return {"weight_class": words}


def dish(season: str, guests: int) -> dict[str, object]:
    if season == "summer":
        return {"dish": "salad"}
    if season == "winter":
        return {"dish": "roast" if guests <= 8 else "stew"}
    return {"dish": "steak" if guests < 5 else "pasta" if guests <= 8 else "stew"}


def discount(customer: str, order: int) -> dict[str, object]:
    if customer == "gold" and order >= 500:
        return {"discount": 15}
    return {"discount": 10 if customer == "gold" else 5 if order > 100 else 0}


def surcharge(distance: int, is_night: str, load: str) -> dict[str, object]:
    total = (3 if distance > 10 else 0) + (5 if distance > 50 else 0) + (2.5 if is_night == "yes" else 0) + (4 if load == "heavy" else 0)
    return {"surcharge": total if total else None}


def permitted(age: int, member: str) -> dict[str, object]:
    return {"entry": "yes" if age >= 18 or member == "yes" else "no"}


def odds(die: int, ratio: str) -> dict[str, object]:
    return {"losses": {"1-2": [0, 0, 1, 1, 2, 2], "1-1": [0, 1, 1, 2, 2, 3], "2-1": [1, 1, 2, 2, 3, 3]}[ratio][die - 1]}


RATIOS = '"1-2"', '"1-1"', '"2-1"'
TABLES: dict[str, tuple[str, str | bytes, str, tuple[Any, ...], Lookup]] = {
    "several values and a last row": (
        "fares.csv",
        FARES,
        "",
        (("infantry", "wagon"), ("clear_sky", "mud", "snow")),
        fares,
    ),
    "ranges of decimals": (
        "weight.csv",
        "index;weight class\n< 18.5;underweight\n[18.5..25);normal weight\n[25..30);overweight\n>= 30;obese\n",
        "",
        ([Decimal(tenths) / 10 for tenths in (*range(0, 420, 7), 184, 185, 249, 250, 299, 300, 3000)],),
        weight,
    ),
    "DMN, unique": (
        "dish.dmn",
        dmn(
            "Dish",
            'hitPolicy="UNIQUE"',
            ["season", "guests"],
            ["dish"],
            [
                '"summer" | - | "salad"',
                '"winter" | <= 8 | "roast"',
                '"winter" | > 8 | "stew"',
                'not("summer", "winter") | < 5 | "steak"',
                '"spring","autumn" | [5..8] | "pasta"',
                '"spring","autumn" | > 8 | "stew"',
            ],
        ),
        "",
        (("summer", "winter", "spring", "autumn"), range(81)),
        dish,
    ),
    "DMN, first": (
        "discount.dmn",
        dmn(
            "Discount",
            'hitPolicy="FIRST"',
            ["customer", "order"],
            ["discount"],
            ['"gold" | >= 500 | 15', '"gold" | - | 10', "- | > 100 | 5", '"silver","gold" | - | 0'],
        ),
        "",
        (("gold", "silver"), (0, 1, 99, 100, 101, 499, 500, 501, 4999, 5000)),
        discount,
    ),
    "DMN, collect with sum": (
        "surcharge.dmn",
        dmn(
            "Surcharge",
            'hitPolicy="COLLECT" aggregation="SUM"',
            ["distance", "at night", "load"],
            ["surcharge"],
            ["> 10 | - | - | 3", "> 50 | - | - | 5", "- | true | - | 2.5", '- | - | "heavy" | 4', '- | false | "light" | 0'],
        ),
        "",
        (range(0, 501, 1), ("yes", "no"), ("heavy", "light")),
        surcharge,
    ),
    "any, in tabs": (
        "entry.tsv",
        "age\tmember\tentry\n18+\t-\tyes\n-\ty\tyes\n0-17\tn\tno\n",
        "any",
        (range(181), ("yes", "no")),
        permitted,
    ),
    "a workbook of odds": (
        "losses.xlsx",
        workbook(
            ["die / odds", "1-2", "1-1", "2-1"],
            [1, 0, 0, 1],
            [2, 0, 1, 1],
            [3, 1, 1, 2],
            [4, 1, 2, 2],
            [5, 2, 2, 3],
            [6, 2, 3, 3],
        ),
        "",
        (range(1, 7), RATIOS),
        lambda die, ratio: odds(die, ratio.strip('"')),
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ferry").mkdir()
    (tmp_path / "ferry" / "rulebook.case").write_text(FRONT, "utf-8")
    return tmp_path / "ferry"


def propose(folder: Path, name: str, content: str | bytes, policy: str = "", keys: tuple[str, ...] = ()) -> str:
    file = folder.parent / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    (table,) = read_decision_tables(file, keys, policy)
    return propose_table(table, load(str(folder), cache=False).book).lines


@pytest.mark.parametrize(("name", "content", "policy", "keys", "lookup"), TABLES.values(), ids=TABLES)
def test_a_table_answers_as_it_is_read_over_all_keys(
    folder: Path, name: str, content: str | bytes, policy: str, keys: tuple[Any, ...], lookup: Lookup
) -> None:
    (folder / "table.case").write_text(propose(folder, name, content, policy), "utf-8")
    book = rulewright.load(str(folder))
    assert [found for found in book.check().findings if found.severity == "error"] == []
    for values in product(*keys):
        for output, expected in lookup(*values).items():
            answer = book.ask(f"{output}({', '.join(map(str, values))})")
            shown = ("yes" if answer.value else "no") if isinstance(answer.value, bool) else answer.value
            if expected is None:
                assert shown in (None, 0), values
            elif isinstance(expected, str):
                assert shown == expected, values
            else:
                assert Fraction(str(shown)) == Fraction(str(expected)), values


def test_declarations_are_proposed_for_what_the_book_has_no_name_for(folder: Path) -> None:
    (folder / "words.case").write_text('enum arm: infantry, wagon\nfact arm: arm "the arm"\n', "utf-8")
    assert propose(folder, "fares.csv", FARES) == (
        "enum weather:\n"
        '  clear_sky "Clear sky"\n'
        "  mud\n"
        "  snow\n"
        '# todo: what players can see of it: `fact weather: weather "the weather"`\n'
        "\n"
        'case fare "Fares"\n'
        '  table fare(arm: arm, weather: weather): 0..4 euro "the fare" and boats: 0..3 "the boats"\n'
        "    |                      | fare | boats |\n"
        "    | infantry / clear_sky |    1 |     2 |\n"
        "    | infantry / mud, snow |    2 |     3 |\n"
        "    | wagon / mud, snow    |    4 |     - |\n"
        "    | otherwise            |    3 |     1 |\n"
    )


@pytest.mark.parametrize("name", ["several values and a last row", "ranges of decimals", "a workbook of odds"])
def test_a_table_goes_out_as_csv_and_comes_in_again(folder: Path, name: str) -> None:
    file, content, policy, _, _ = TABLES[name]
    (folder / "table.case").write_text(propose(folder, file, content, policy), "utf-8")
    first = tables_of(load(str(folder), cache=False).book.views["printed"])
    (folder / "table.case").unlink()
    words = {path.name for path in folder.iterdir()}
    assert words == {"rulebook.case"}
    for table in first.values():
        lines = propose(folder, f"{table.name}.csv", table_csv(table), "", tuple(param.name for param in table.params))
        (folder / "table.case").write_text(lines, "utf-8")
        again = tables_of(load(str(folder), cache=False).book.views["printed"])[table.name]
        assert table_csv(again) == table_csv(table)
        (folder / "table.case").unlink()


@pytest.mark.parametrize(
    ("name", "content", "policy", "message"),
    [
        ("a.csv", "n,v\n1..5,a\n4..8,b\n", "", "`a`, row 3: it holds for keys of row 2 too"),
        ("a.csv", "n,v\n1..5,a\n4..8,b\n", "any", "`a`, row 3: it gives another answer than row 2 for keys of both, under the policy A"),
        ("a.csv", "n,v\n1,a\n,b\n", "", "`a`, row 3: the key of `n` is empty"),
        ("a.csv", "n,v\n8..1,a\n9,b\n", "", "the range `8..1` is empty"),
        ("a.csv", "n,v\nelse,a\n1,b\n", "", "`a`, row 2: rows follow the row for anything else"),
        ("a.csv", "n,v (euro)\n1,2 SP\n2,3 km\n", "", "`v` has several units: SP, km"),
        ("a.csv", "n,v\n", "", "`a` has no row under its heads"),
        ("a.csv", ",1,2\n1,a,b\n", "", "the first head is empty, so that the other heads are keys"),
        (
            "a.dmn",
            dmn("A", 'hitPolicy="PRIORITY"', ["n"], ["v"], ["1 | 2"]),
            "",
            "it gives the row with the output of the highest priority",
        ),
        ("a.dmn", dmn("A", 'hitPolicy="COLLECT"', ["n"], ["v"], ["1 | 2"]), "", "it gives all rows, as a list (`C`)"),
        ("a.dmn", dmn("A", "", ["n"], ["v"], ["1 | n * 2"]), "", "`A`, rule 1: `n * 2` is worked out, and no value"),
        ("a.dmn", dmn("A", "", ["n"], ["v"], ["today() | 2"]), "", "`A`, rule 1: `today()` is worked out, and no key"),
        ("a.dmn", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "", "`a.dmn` has a document type"),
        ("a.dmn", "<a><b></a>", "", "`a.dmn` is no XML: mismatched tag, line 1"),
        ("a.dmn", "<a/>", "", "`a.dmn` has no decision table"),
        ("a.xlsx", "no zip", "", "`a.xlsx` is no workbook"),
    ],
)
def test_a_table_that_the_language_does_not_have_is_refused_with_a_reason(
    folder: Path, name: str, content: str | bytes, policy: str, message: str
) -> None:
    with pytest.raises(WrongInput) as refused:
        propose(folder, name, content, policy)
    assert message in str(refused.value)
