"""A page that is done step by step: what it has one type, and the files that it has one write.

A block ```` ```console ```` has commands after `$ `, each with what it prints; a line `…` is for any lines, ` …` at the end of a line for the
rest of it. What is to be written is a block after a line with the name of its file: *A new file, `NAME`:*, *At the end of `NAME`:*, or
*In `NAME`, these lines:* with the lines that are there, followed by *become these:* with those that take their place. *`NAME` becomes:* has all
of the file anew. *`NAME`, whole:* and *`NAME` without its comments:* have what is in it by now. *Delete `NAME`.* is a line by itself.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from rulewright.interfaces.cli.app import app

_STEP = re.compile(
    r"^Delete `(?P<gone>[\w./-]+)`\.$|^(?P<before>[^\n]*)\n\n?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
_WHOLE = re.compile(r"(?:.* )?`(?P<name>[\w./-]+)`(?P<how> becomes|, whole| without its comments):$")
_COMMENT = re.compile(r"^ *#.*\n", re.MULTILINE)
_FILE = re.compile(r"(?:.* )?(?P<how>[Aa] new file,|[Aa]t the end of|[Ii]n) `(?P<name>[\w./-]+)`(?P<these>, these lines)?:$")


@dataclass(frozen=True)
class Typed:
    """A command, and what the page says that it prints."""

    line: int
    command: str
    printed: tuple[str, ...]


@dataclass(frozen=True)
class Written:
    """Words for a file: all of it, its end, or in the place of others."""

    line: int
    name: str
    words: str
    instead_of: str | None = None
    at_the_end: bool = False
    anew: bool = False

    def write(self, folder: Path) -> None:
        """Do what a reader does."""
        path = folder / self.name
        if self.instead_of is not None:
            there = path.read_text("utf-8")
            assert there.count(self.instead_of) == 1, f"line {self.line} of the page: {self.name} has not exactly once\n{self.instead_of}"
            path.write_text(there.replace(self.instead_of, self.words), "utf-8")
        elif self.at_the_end:
            path.write_text(path.read_text("utf-8") + "\n" + self.words, "utf-8")
        elif self.anew:
            assert path.exists(), f"line {self.line} of the page: {self.name} is not there yet"
            path.write_text(self.words, "utf-8")
        else:
            assert not path.exists(), f"line {self.line} of the page: {self.name} is there already"
            path.write_text(self.words, "utf-8")


@dataclass(frozen=True)
class Held:
    """What is in a file by now, as the page shows it."""

    line: int
    name: str
    words: str
    comments: bool

    def is_in(self, folder: Path) -> bool:
        """Whether a reader who did all steps has this."""
        text = (folder / self.name).read_text("utf-8")
        return self.words == (text if self.comments else _COMMENT.sub("", text))


@dataclass(frozen=True)
class Deleted:
    """A file that goes."""

    name: str


def steps(page: str) -> Iterator[Typed | Written | Held | Deleted]:
    """What the page has one do, in its order. Fails on a block that is neither typed nor written."""
    old: tuple[str, str] | None = None
    for block in _STEP.finditer(page):
        if block["gone"]:
            yield Deleted(block["gone"])
            continue
        line = page.count("\n", 0, block.start("body")) + 1
        if block["kind"] == "console":
            yield from _typed(line, block["body"])
            continue
        if old is not None and block["before"] == "become these:":
            yield Written(line, old[0], block["body"], instead_of=old[1])
            old = None
            continue
        if whole := _WHOLE.match(block["before"]):
            if whole["how"] == " becomes":
                yield Written(line, whole["name"], block["body"], anew=True)
            else:
                yield Held(line, whole["name"], block["body"], comments=whole["how"] == ", whole")
            continue
        named = _FILE.match(block["before"])
        assert named is not None, f"line {line} of the page: a block without the name of its file"
        assert old is None, f"line {line} of the page: what do the lines before it become?"
        if named["these"]:
            old = named["name"], block["body"]
        else:
            yield Written(line, named["name"], block["body"], at_the_end=named["how"].endswith("of"))


def typed(page: str) -> Iterator[Typed]:
    """The commands of a page, whatever else is on it."""
    for block in _STEP.finditer(page):
        if block["kind"] == "console":
            yield from _typed(page.count("\n", 0, block.start("body")) + 1, block["body"])


def _typed(line: int, block: str) -> Iterator[Typed]:
    for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        yield Typed(line, found[1], tuple(found[2].splitlines()))


def same(expected: tuple[str, ...], printed: tuple[str, ...]) -> bool:
    """Whether what was printed is what the page shows."""
    if not expected:
        return not printed
    first, *rest = expected
    if first == "…":
        return any(same(tuple(rest), printed[at:]) for at in range(len(printed) + 1))
    if not printed:
        return False
    whole = printed[0].startswith(first.removesuffix(" …")) if first.endswith(" …") else printed[0] == first
    return whole and same(tuple(rest), printed[1:])


def printed(command: str) -> tuple[str, ...]:
    """What a command prints, both to be used and to be read."""
    program, *arguments = shlex.split(command)
    assert program == "rulewright"
    done = CliRunner().invoke(app, arguments, prog_name="rulewright")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return tuple(line.rstrip() for line in done.output.splitlines())
