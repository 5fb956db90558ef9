"""`rulewright ask`: answers with their argument, and the interview."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import RULES, write_book
from patience import PATIENCE
from rulewright.base.resources import schema_folder
from rulewright.engines.interpreter.answer import Why
from rulewright.interfaces.cli.interview import list_choices

MUD = ("u.arm=horse", "weather=mud")


def test_answered(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "allowance(u)", *MUD, "--format", "json")
    assert done.status == 0
    answer = valid("ask", done.json)
    assert (answer["status"], answer["value"], answer["unit"]) == ("answered", 6, "MP")
    assert [one["rule"] for one in answer["because"]] == ["1.1.2", "1.2.1"]
    assert answer["because"][1]["effect"] == "-2 MP"
    assert answer["because"][0]["path"].endswith("crossing.case")
    assert {one["rule"]: one["first_false"] for one in answer["inapplicable"]} == {"1.1.1": "u.arm is foot", "1.2.2": "u.arm is foot"}


def test_for_people(run: Callable[..., Any], ferry: Path) -> None:
    text = run("ask", ferry, "allowance(u)", *MUD).out
    assert "the allowance of u: 6 MP" in text
    assert "1.2.1" in text
    assert "-2 MP" in text
    assert "did not apply" in text


def test_the_headline_alone(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    """The outcome, and what is missing or in conflict; the exit status and the document are those of the whole answer."""
    answered = run("ask", ferry, "allowance(u)", *MUD, "--brief")
    assert answered.out.splitlines() == [run("ask", ferry, "allowance(u)", *MUD).out.splitlines()[0]]
    clash = run("ask", ferry, "cross(u)", "u.arm=foot", "weather=snow", "--brief")
    assert (clash.status, clash.out.splitlines()[1:]) == (1, ["in conflict: 1.3.1, 1.3.2"])
    missing = run("ask", ferry, "allowance(u)", "--brief")
    assert (missing.status, missing.out.splitlines()[1:]) == (3, ["missing: u.arm, weather"])
    document = run("ask", ferry, "allowance(u)", *MUD, "--brief", "--format", "json").json
    assert valid("ask", document) == run("ask", ferry, "allowance(u)", *MUD, "--format", "json").json


def test_editions_differ(run: Callable[..., Any], ferry: Path) -> None:
    def asked(edition: str) -> int:
        value: int = run("ask", ferry, "allowance(u)", "u.arm=foot", "weather=mud", "--edition", edition, "--format", "json").json["value"]
        return value

    assert (asked("printed"), asked("errata")) == (3, 2)


def test_a_decision_that_a_later_edition_brings_is_told_with_its_edition(run: Callable[..., Any], tmp_path: Path) -> None:
    rules = (
        RULES
        + '\ncase 1.9 "Wind" new in errata\n  "The ferryman may wait."\n  wait: may not cross(u) when rain if the ferryman so decides\n'
    )
    folder = write_book(tmp_path / "ferry", rules)
    assert "`wait` is there in errata: say `--edition errata`" in run("ask", folder, "cross(u)", "wait=yes", "--edition", "printed").err


def test_conflict(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "cross(u)", "u.arm=foot", "weather=snow", "--format", "json")
    assert done.status == 1
    assert {(one["rule"], one["value"]) for one in valid("ask", done.json)["conflict"]} == {("1.3.1", "permitted"), ("1.3.2", "forbidden")}
    assert "nothing in the book says which goes first" in run("ask", ferry, "cross(u)", "u.arm=foot", "weather=snow").out


def test_open_reading_and_a_choice_of_it(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    arguments = ("ask", ferry, "cross(u)", "u.arm=horse", "weather=clear")
    done = run(*arguments, "--format", "json")
    assert done.status == 3
    answer = valid("ask", done.json)
    assert answer["undetermined"]["why"] == "open reading"
    assert [(one["choice"], one["value"]) for one in answer["readings"][0]["choices"]] == [("towed", "permitted"), ("left", "forbidden")]
    chosen = run(*arguments, "--reading", "tow=towed", "--format", "json")
    assert (chosen.status, chosen.json["value"]) == (0, "permitted")
    table = run(*arguments, "--reading", "all").out
    assert "Every way to read it" in table


def test_missing(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "allowance(u)", "weather=mud", "--format", "json")
    assert done.status == 3
    [missing] = valid("ask", done.json)["missing"]
    assert {
        "fact": "u.arm",
        "domain": "foot or horse",
        "certain": True,
        "found": None,
        "asks": "Is it foot or horse?",
    }.items() <= missing.items()
    assert missing["takes"]["values"] == ["foot", "horse"]
    assert "Is it foot or horse?" in run("ask", ferry, "allowance(u)", "weather=mud").out


def test_silence(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "rest(u)", "weather=mud", "--format", "json")
    assert done.status == 3
    assert valid("ask", done.json)["undetermined"]["why"] == "silent"


@pytest.mark.parametrize(
    ("rules", "question", "says"),
    [
        ("fact rain: yes/no\nverdict bail\ncase 9.1 \"B\"\n  need not bail when rain\n", "bail", "not required, but no rule says whether it is permitted"),
        ("fact rain: yes/no\nvalue drift: 0..9\ncase 9.1 \"D\"\n  add 3 to drift when rain\n", "drift", "it is changed, but no rule says from what"),
    ],
)  # fmt: skip
def test_it_is_not_called_silent_where_a_rule_speaks(run: Callable[..., Any], tmp_path: Path, rules: str, question: str, says: str) -> None:
    done = run("ask", write_book(tmp_path / "ferry", RULES + "\n" + rules), question, "rain=yes")
    assert f"undetermined ({says})" in done.out


def test_a_zero_divisor_is_a_reason_of_its_own(run: Callable[..., Any], valid: Callable[..., Any], tmp_path: Path) -> None:
    shares = """
fact boats: 0..4 "the number of boats"
value share: 0..9 by 1/12 "what each boat carries"

case 9.1 "Shares"
  "The load is shared out among the boats."
  share is 6 / boats
"""
    done = run("ask", write_book(tmp_path / "ferry", RULES + shares), "share", "boats=0", "--format", "json")
    assert done.status == 3
    assert valid("ask", done.json)["undetermined"] == {
        "why": "zero divisor",
        "case": None,
        "sentence": "undetermined (zero divisor)",
    }


def test_the_schema_names_every_reason_for_being_undetermined() -> None:
    schema = json.loads((schema_folder() / "ask.schema.json").read_text("utf-8"))
    assert set(schema["properties"]["undetermined"]["properties"]["why"]["enum"]) == set(Why)


@pytest.mark.parametrize(
    "facts",
    [
        {"u.arm": "horse", "weather": "mud"},
        {"u": {"arm": "horse"}, "weather": "mud"},
        {"world": "u: unit", "u.arm": "horse", "weather": "mud"},
        {"world": {"u": "unit"}, "u.arm": "horse", "weather": "mud"},
    ],
)
def test_facts_from_a_file(run: Callable[..., Any], ferry: Path, tmp_path: Path, facts: dict[str, Any]) -> None:
    path = tmp_path / "facts.json"
    path.write_text(json.dumps(facts), "utf-8")
    assert run("ask", ferry, "allowance(u)", "--facts", path, "--format", "json").json["value"] == 6


def test_no_fact_is_so_large(run: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "allowance(u)", f"allowance(v)={'9' * 5_000} MP", "world=v: unit")
    assert done.status == 2
    assert "is not a value of `allowance`, which is 0..20 MP" in done.err


def test_a_name_of_a_file_cannot_steer_a_terminal(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_text('{"\\u001b[2J": "mud", "weather": "mud"}', "utf-8")
    done = run("ask", ferry, "allowance(u)", "--facts", path)
    assert done.status == 2
    assert "\x1b" not in done.err


def test_the_command_line_goes_before_the_file(run: Callable[..., Any], ferry: Path, tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_text('{"u.arm": "horse", "weather": "clear"}', "utf-8")
    assert run("ask", ferry, "allowance(u)", "weather=mud", "--facts", path, "--format", "json").json["value"] == 6


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ("[1]", "the document is a list, but an object is expected"),
        ('{"weather": ["mud"]}', "`/weather` is a list"),
        ('{"weather": 1.5}', "`/weather` is the decimal 1.5"),
        ('{"u": {"arm": {"x": "horse"}}}', "`/u/arm` is an object"),
        ('{"weather": "mud", "weather": "snow"}', "`/weather` is given twice"),
        ('{"u.arm": "foot", "u": {"arm": "horse"}}', "`u.arm` is given twice, as `foot` and as `horse`"),
        ('{"world": {"u": 3}}', "`/world/u` is 3, but text is expected"),
        ('{"weather": %s}' % ("9" * 5_000), "`/weather` is a number of 5,000 digits"),
        ('{"weather": [], "u": {"arm": 1.5}}', "has 2 faults\n  `/u/arm` is the decimal 1.5"),
        ("[" * 100_000, "is nested too deep"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_bad_fact_files(run: Callable[..., Any], ferry: Path, tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "facts.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    done = run("ask", ferry, "allowance(u)", "--facts", path)
    assert done.status == 2
    assert says in done.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("alowance(u)",), "did you mean `allowance`?"),
        (("allowance(u)", "weather=rain"), "`rain` is not a value of `weather`"),
        (("allowance(u)", "wether=mud"), "wether"),
        (("allowance(u)", "weather"), "is written like `weather=mud`"),
        (("allowance(u)", "weather=mud", "weather=snow"), "given twice"),
        (("allowance(u)", "--option", "fogg"), "fogg"),
        (("allowance(u)", "--reading", "tow=up"), "up"),
        (("allowance(u)", "--reading", "tow"), "is written like"),
        (("allowance(u",), "allowance(u"),
        (("",), ""),
        (("allowance(u)", "--facts", "/nowhere.json"), "cannot be read"),
        (("allowance(u)", "--scenario", "99"), "99"),
        (("allowance()",), ""),
        (("allowance(u, v, w)",), ""),
        (("allowance(u)", "world=u unit"), ""),
    ],
)
def test_wrong_input(run: Callable[..., Any], ferry: Path, arguments: tuple[str, ...], says: str) -> None:
    done = run("ask", ferry, *arguments)
    assert done.status == 2
    assert says in done.err
    assert "fault of rulewright" not in done.err
    assert done.out == ""


def test_a_book_with_errors_is_asked_with_a_warning(run: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry", RULES.replace("see [1.1]", "see [9.9]"))
    done = run("ask", book, "allowance(u)", *MUD, "--format", "json")
    assert done.json["value"] == 6
    assert "ferry has 1 error: an answer may be wrong" in done.err
    unread = write_book(tmp_path / "broken" / "ferry", RULES.replace("when weather is mud", "when nothing_like_it", 1))
    brief = run("ask", unread, "allowance(u)", *MUD, "--brief")
    assert "ferry has errors: an answer may be wrong" in brief.err and len(brief.out.splitlines()) <= 2


@pytest.mark.parametrize(
    ("domain", "values"),
    [("clear, mud or snow", ["clear", "mud", "snow"]), ("yes/no", ["yes", "no"]), ("0..40 SP", []), ("1-5, 1-4", ["1-5", "1-4"])],
)
def test_choices_of_a_domain(domain: str, values: list[str]) -> None:
    assert list_choices(domain) == values


class Terminal:
    """A person at a terminal: sees what the command prints, and types."""

    def __init__(self, *arguments: str | Path) -> None:
        self.ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
        command = [sys.executable, "-m", "rulewright", *map(str, arguments)]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True)
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text: str) -> str:
        """What was printed up to and with that text, which must come."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} did not come: {self.seen}"
            self._read()
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def _read(self) -> bool:
        ready, _, _ = select.select([self.ours], [], [], 0.2)
        if not ready:
            return self.process.poll() is None
        try:
            part = os.read(self.ours, 65536)
        except OSError:  # the other end is closed
            return False
        self.seen += part.decode("utf-8", "replace")
        return bool(part)

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())

    def end(self) -> tuple[int, str]:
        while self._read():
            pass
        return self.process.wait(timeout=PATIENCE), self.seen

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        os.close(self.ours)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    made: list[Terminal] = []

    def open_it(*arguments: str | Path) -> Terminal:
        made.append(Terminal(*arguments))
        return made[-1]

    yield open_it
    for one in made:
        one.close()


def test_interview(terminal: Callable[..., Terminal], ferry: Path) -> None:
    """Without the arm there is no base to take anything from, so it is asked for first."""
    person = terminal("ask", ferry, "allowance(u)")
    assert "Is it foot or horse?" in person.wait_for("> ")
    person.type("camel")
    assert "`camel` is not a value" in person.wait_for("> ")
    person.type("2")
    assert "1. clear" in person.wait_for("> ")
    person.type("undo")
    assert "Is it foot or horse?" in person.wait_for("> ")
    person.type("foot")
    assert "Which weather is it?" in person.wait_for("> ")
    person.type("mud")
    status, rest = person.end()
    assert status == 0
    assert "2 MP" in rest


COLOUR = re.compile(r"\x1b\[[\d;]*m")


def test_no_color_is_honoured_on_a_terminal(terminal: Callable[..., Terminal], ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = terminal("ask", ferry, "allowance(u)", "weather=mud")
    assert COLOUR.search(person.wait_for("> "))
    monkeypatch.setenv("NO_COLOR", "1")
    person = terminal("ask", ferry, "allowance(u)", "weather=mud")
    assert not COLOUR.search(person.wait_for("> "))  # a line that says how far the work is, where it takes a while, moves the cursor alone
    person.type("foot")
    assert not COLOUR.search(person.end()[1])


def test_leaving_an_interview(terminal: Callable[..., Terminal], ferry: Path) -> None:
    person = terminal("ask", ferry, "allowance(u)", "weather=mud")
    person.wait_for("> ")
    person.type("quit")
    status, rest = person.end()
    assert status == 3
    assert "facts are missing" in rest


def test_no_interview_in_a_pipe(process: Callable[..., Any], ferry: Path) -> None:
    assert process("ask", ferry, "allowance(u)", told="foot\nmud\n").status == 3


ALONE = """\
rulebook alone "Alone"

source printed "Rules"

edition printed = printed

record unit "a unit"
  mounted: yes/no "{it} is mounted"

verdict rest(u: unit) "{u} rests"
  otherwise forbidden

case 1.1 "Rest"
  "A unit on foot rests if no other unit on foot is there."
  may rest(u) when not u.mounted and (no unit v with (v is not u and not v.mounted))
"""


def test_the_interview_asks_for_things_that_would_change_the_answer(process: Callable[..., Any], tmp_path: Path) -> None:
    """After the facts; and then for the facts about them."""
    folder = tmp_path / "alone"
    folder.mkdir()
    (folder / "rulebook.case").write_text(ALONE, encoding="utf-8")
    none = process("ask", folder, "rest(u)", "--interview", told="no\n\n")
    assert "Which other units are there?" in none.out
    assert none.status == 0 and "u rests: permitted, unless there is another unit" in none.out
    one = process("ask", folder, "rest(u)", "--interview", told="no\nv v\nv, w\nyes\nno\n")
    assert one.status == 0 and "u rests: forbidden   alone" in one.out
    stopped = process("ask", folder, "rest(u)", "--interview", told="no\nquit\n")
    assert stopped.status == 0 and "unless there is another unit" in stopped.out
