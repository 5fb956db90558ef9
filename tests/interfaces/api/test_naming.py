"""`name_rules`: no address by place is left, nothing else of the book changes, and what cannot be told is left as it is."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.interpreter import generated_books
from rulewright.base import resources
from rulewright.base.errors import WrongInput
from rulewright.base.source import Location
from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.core.codec import core_json
from rulewright.interfaces.api.name_rules import RuleNamingResult, name_rules
from rulewright.rulebook.clauses import line_name
from rulewright.rulebook.mentions import collect_mentions, mentions_by_position
from rulewright.workspace.open_book import OpenBook, load

TEXT = """\
fact mud: yes/no
fact road: yes/no
value allowance: 0..20
verdict march

case 8.6 "Weather"
  "Mud costs six points."
  allowance is 10
  allowance is 4 when any of  # a comment
    a. mud and not road
    b. mud and allowance_lost
  may march
  may not march when mud
    overrides 8.6.3

case 8.7 "Roads"
  "Roads help: see [8.6.2] and rule 8.6.2.b, and [8.6]."
  allowance is 8 when mud and road
    overrides 8.6.2.a, 8.6.1
    overrides 8.6.2.b when road
    note "As [8.6.1] has it."
  refers to 8.6.4
  accepts contradiction with 8.6.2 because "it is so"

fact allowance_lost: yes/no

reading R1 on 8.6 "Which?"
  choice one: must march
  choice two
    must march
    overrides 8.6.4, R1.one.1

amend 8.6.1 in errata as correction
  deletes the part
  first: allowance is 11
"""

AFTER = """\
fact mud: yes/no
fact road: yes/no
value allowance: 0..20
verdict march

case 8.6 "Weather"
  "Mud costs six points."
  allowance: allowance is 10
  allowance_mud: allowance is 4 when any of  # a comment
    a. mud and not road
    b. mud and allowance_lost
  may_march: may march
  may_not_march: may not march when mud
    overrides 8.6.may_march

case 8.7 "Roads"
  "Roads help: see [8.6.allowance_mud] and rule 8.6.allowance_mud.b, and [8.6]."
  allowance is 8 when mud and road
    overrides 8.6.allowance_mud.a, 8.6.allowance
    overrides 8.6.allowance_mud.b when road
    note "As [8.6.allowance] has it."
  refers to 8.6.may_not_march
  accepts contradiction with 8.6.allowance_mud because "it is so"

fact allowance_lost: yes/no

reading R1 on 8.6 "Which?"
  choice one: must march
  choice two
    must march
    overrides 8.6.may_not_march, R1.one

amend 8.6.allowance in errata as correction
  deletes the part
  first: allowance is 11
"""

ADDRESS = re.compile(r"\w+(?:[./]\w+)+")
ONE_EDITION = 'rulebook one "One"\nsource printed "Rules"\nedition printed = printed\n'


def written(folder: Path, files: Mapping[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def carried_out(folder: Path) -> RuleNamingResult:
    """What `name_rules` finds, with its files written."""
    found = name_rules(load(str(folder)))
    for path, text in found.files.items():
        (folder / Path(path).name).write_text(text, "utf-8")
    return found


def addressed_by_place(book: OpenBook) -> list[str]:
    return [
        one.number for edition, view in book.book.views.items() for one in mentions_by_position(collect_mentions(book.book, edition), view)
    ]


def meaning(book: OpenBook) -> dict[str, str]:
    """All that engines read of each edition, with the addresses by place for those by name, and without the places in the files."""
    found = {}
    for edition, view in book.book.views.items():
        places = {one.id.text: one.positional_address for one in view.provisions_in_force() if one.positional_address}
        document = json.dumps(_without_places(core_json(book.core(edition))))
        found[edition] = ADDRESS.sub(partial(_by_place, places), document)
    return found


def _by_place(places: Mapping[str, str], found: re.Match[str]) -> str:
    """An address by place, also where it goes on to a ground; what is none, as it is."""
    address = found[0]
    rule, _, ground = address.rpartition(".")
    if address in places:
        return places[address]
    return f"{places[rule]}.{ground}" if rule in places else address


def _without_places(document: Any) -> Any:
    match document:
        case dict():
            return {key: _without_places(value) for key, value in document.items() if key not in ("location", "places")}
        case list():
            return [_without_places(value) for value in document]
        case _:
            return document


def test_a_book_with_one_edition_has_no_place_left(tmp_path: Path) -> None:
    before = TEXT.split("\namend")[0]
    folder = written(tmp_path / "one", {"rulebook.case": ONE_EDITION, "rules.case": before, "relations.csv": "a,8.6.4 over 8.6.3\nb,8.6\n"})
    was = meaning(load(str(folder)))
    found = carried_out(folder)
    assert not found.unchanged
    assert (folder / "rules.case").read_text("utf-8") == AFTER.split("\namend")[0]
    assert (folder / "relations.csv").read_text("utf-8") == "a,8.6.may_not_march over 8.6.may_march\nb,8.6\n"
    assert addressed_by_place(load(str(folder))) == []
    choice = re.compile(r'R1\.one\.1(?="\]|",)')  # as the line itself names the one rule of the choice
    assert {edition: choice.sub("R1.one", text) for edition, text in meaning(load(str(folder))).items()} == {
        edition: choice.sub("R1.one", text) for edition, text in was.items()
    }
    assert not name_rules(load(str(folder))).addresses


def test_what_means_several_lines_is_left_and_told(tmp_path: Path) -> None:
    """Once the errata delete the first rule, 8.6.2 is the third of before: in each edition the address means another rule."""
    folder = written(tmp_path / "two", {"rulebook.case": DEFAULT_FRONT_PAGE, "rules.case": TEXT})
    found = carried_out(folder)
    assert {number for number, _ in found.unchanged} == {"8.6.1", "8.6.2", "8.6.3", "8.6.4"}
    assert "amend 8.6.allowance in errata" in (folder / "rules.case").read_text("utf-8")
    assert set(addressed_by_place(load(str(folder)))) == {number for number, _ in found.unchanged}


def test_a_list_in_other_signs_is_left_as_it_is(tmp_path: Path) -> None:
    folder = written(tmp_path / "one", {"rulebook.case": ONE_EDITION, "rules.case": TEXT.split("\namend")[0]})
    (folder / "notes.csv").write_bytes(b"8.6.4,caf\xe9\n")
    assert "8.6.4" in dict(carried_out(folder).addresses)
    assert (folder / "notes.csv").read_bytes() == b"8.6.4,caf\xe9\n"


def test_a_book_with_errors_is_not_touched(tmp_path: Path) -> None:
    folder = written(tmp_path / "bad", {"rulebook.case": ONE_EDITION, "rules.case": "case 8.6\n  may march whn mud\n"})
    with pytest.raises(WrongInput, match="has errors"):
        name_rules(load(str(folder)))


# ---- whole books -----------------------------------------------------------------------------------------------------------------------


def unnamed(folder: Path) -> int:
    """Puts addresses by place for those by name, and takes the names away; how many. Left are those whose place is not the same everywhere."""
    loaded = load(str(folder))
    book = loaded.book
    written_as: dict[tuple[str, str], set[tuple[str, Location]]] = defaultdict(set)  # name -> places, with the lines that have it
    for edition, view in book.views.items():
        told = [one.target.provisions[0] for one in collect_mentions(book, edition) if one.target is not None and not one.target.is_whole]
        for provision in (*told, *(part.provision for part in view.parts_amended)):
            if line_name(provision) and provision.positional_address:
                written_as[provision.id.text, line_name(provision) or ""].add((provision.positional_address, provision.location))
    alone = {name: next(iter(places)) for name, places in written_as.items() if len(places) == 1}
    lines = {path: [*text] for path, text in loaded.source_lines().items()}
    for (address, name), (place, at) in alone.items():
        there = re.compile(rf"(?<![\w.]){re.escape(address)}(?!\w)")
        lines[at.path][at.line - 1] = lines[at.path][at.line - 1].replace(f"{name}: ", "", 1)
        for path, text in lines.items():
            lines[path] = [there.sub(place, line) for line in text]
    for path, text in lines.items():
        (folder / Path(path).name).write_text("\n".join(text), "utf-8")
    return len(alone)


@pytest.mark.thorough
@pytest.mark.parametrize("name", resources.shipped_books())
def test_a_shipped_book_is_named_again_and_says_the_same(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(resources.book_folder(name), folder)
    assert addressed_by_place(load(str(folder))) == []
    said = meaning(load(str(folder)))
    assert unnamed(folder) > 5
    assert len(addressed_by_place(load(str(folder)))) > 5
    found = carried_out(folder)
    assert not found.unchanged
    assert addressed_by_place(load(str(folder))) == []
    assert meaning(load(str(folder))) == said


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_a_generated_book_says_the_same_with_names(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = written(tmp_path_factory.mktemp("generated"), generated_books.book(Random(seed)).files)
    was = meaning(load(str(folder)))
    found = carried_out(folder)
    assert len(addressed_by_place(load(str(folder)))) <= len(found.unchanged)
    assert meaning(load(str(folder))) == was


# ---- the command -----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def run() -> Callable[..., Any]:
    from click.testing import CliRunner

    from rulewright.interfaces.cli.app import app

    return lambda *arguments: CliRunner().invoke(app, [*map(str, arguments)], prog_name="rulewright")


def test_the_command_writes_names_and_says_which(tmp_path: Path, run: Callable[..., Any]) -> None:
    folder = written(tmp_path / "one", {"rulebook.case": ONE_EDITION, "rules.case": TEXT.split("\namend")[0]})
    checked = run("fmt", "--name-rules", "--check", folder)
    assert checked.exit_code == 1
    assert "8.6.4 would be 8.6.may_not_march" in checked.output
    assert (folder / "rules.case").read_text("utf-8") == TEXT.split("\namend")[0]
    done = run("fmt", "--name-rules", folder)
    assert done.exit_code == 0
    assert "8.6.4 is now 8.6.may_not_march" in done.output
    assert run("fmt", "--check", folder).exit_code == 0
    assert "8.6.4" not in run("fmt", "--name-rules", folder).output


def test_the_command_says_what_it_leaves(tmp_path: Path, run: Callable[..., Any]) -> None:
    folder = written(tmp_path / "two", {"rulebook.case": DEFAULT_FRONT_PAGE, "rules.case": TEXT})
    done = run("fmt", "--name-rules", folder)
    assert done.exit_code == 1
    assert "8.6.2 is left as it is" in done.output
