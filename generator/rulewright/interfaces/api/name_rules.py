"""Names for the rules of a book that are addressed by their place, and the addresses written anew: `rulewright fmt --name-rules`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.base.source import Location

if TYPE_CHECKING:
    from rulewright.rulebook.addresses import Addresses
    from rulewright.rulebook.model import Provision
    from rulewright.rulebook.rule_names import Naming
    from rulewright.workspace.open_book import Loaded

_ADDRESS = re.compile(r"(?<![\w./])\w+(?:[./]\w+)+(?![\w/])")


@record
class RulesNamed:
    """What changes in a book: texts of files by the path as shown, addresses as they were and as they are, and those left as they are,
    because they mean different lines in different editions or are in words that an act makes."""

    files: Mapping[str, str]
    addresses: tuple[tuple[str, str], ...]
    left: tuple[tuple[str, Location], ...]


@record
class _Edit:
    """Words to write at a place in a line instead of those from `column` to before `end`."""

    line: int
    column: int
    end: int
    words: str


def name_rules(loaded: Loaded) -> RulesNamed:
    """Names every rule of a book that is addressed by its place, and writes the names where it is addressed. Writes no file."""
    if any(found.severity == "error" for found in loaded.folded[1]):
        hints = (f"`rulewright check {loaded.name}` shows them",)
        raise WrongInput(f"`{loaded.name}` has errors, and its rules can be named when it has none", hints=hints)
    naming = _Naming(loaded)
    naming.in_cases()
    naming.in_lists()
    files = {path: text for path, text in naming.texts() if text != naming.read(path)}
    return RulesNamed(files, tuple(sorted(naming.addresses.items())), tuple(naming.left))


def _is_text(data: bytes) -> bool:
    """Whether a file can be read; what a list in other signs says is left as it is."""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return True


class _Naming:
    def __init__(self, loaded: Loaded) -> None:
        from rulewright.rulebook.addresses import Addresses
        from rulewright.rulebook.rule_names import Naming

        self.loaded, self.book = loaded, loaded.book
        self.naming: Naming = Naming(self.book.views)
        self.indices: dict[str, Addresses] = {name: Addresses(view) for name, view in self.book.views.items()}
        self.lines = {path: self.read(path).split("\n") for path, data in loaded.inputs.files if _is_text(data)}
        self.edits: dict[str, set[_Edit]] = defaultdict(set)
        self.addresses: dict[str, str] = {}
        self.left: list[tuple[str, Location]] = []

    def read(self, path: str) -> str:
        """The text of a file, with line ends as the formatter writes them."""
        data = next(data for name, data in self.loaded.inputs.files if name == path)
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")

    def in_cases(self) -> None:
        """The addresses in `.case` files, each judged in every edition in which it is in force."""
        from rulewright.rulebook.mentions import by_place, mentions

        meant: dict[tuple[str, Location], list[Provision]] = defaultdict(list)
        made: set[Location] = set()  # blocks whose acts make words
        for edition, view in self.book.views.items():
            for mention in by_place(mentions(self.book, edition, self.indices[edition]), view):
                assert mention.reached is not None
                meant[mention.number, mention.location].append(mention.reached.provisions[0])
                if mention.node is None:
                    made.add(mention.location)
        for (number, location), provisions in meant.items():
            at = [] if location in made else list(self._spots(number, location))
            self._write(number, location.path, at, location, provisions)

    def in_lists(self) -> None:
        """The addresses in the `.csv` files next to them: those that are written anew in the cases, and what else is a place."""
        for path in [path for path in self.lines if path.endswith(".csv")]:
            for number, line in enumerate(self.lines[path], 1):
                for found in _ADDRESS.finditer(line):
                    spot = Location(path, number, found.start() + 1, number, found.end() + 1)
                    if found[0] in self.addresses:
                        self._edit(path, spot, self.addresses[found[0]])
                    elif provisions := list(self._everywhere(found[0])):
                        self._write(found[0], path, [spot], spot, provisions)

    def _everywhere(self, number: str) -> Iterator[Provision]:
        """What a number means by its place, in every edition."""
        for index in self.indices.values():
            reached = index.find(number)
            if reached is not None and reached.by_place:
                yield reached.provisions[0]

    def _spots(self, number: str, location: Location) -> Iterator[Location]:
        """Where an address is written within a place."""
        for line in range(location.line, location.end_line + 1):
            for found in _ADDRESS.finditer(self.lines[location.path][line - 1]):
                first = line > location.line or found.start() + 1 >= location.column
                last = line < location.end_line or found.end() + 1 <= location.end_column
                if found[0] == number and first and last:
                    yield Location(location.path, line, found.start() + 1, line, found.end() + 1)

    def _write(self, number: str, path: str, at: list[Location], location: Location, provisions: Iterable[Provision]) -> None:
        """The name before the line that is meant, and its address at the places of an address, unless it means several lines."""
        meant = {one.location: one for one in provisions}
        if len(meant) > 1 or not at:
            self.left.append((number, location))
            return
        for line, provision in meant.items():
            named = self.naming.named(provision)
            if named.before is not None:
                self._edit(line.path, Location(line.path, line.line, line.column, line.line, line.column), f"{named.before}: ")
            self.addresses[number] = named.instead_of(number)
            for spot in at:
                self._edit(path, spot, named.instead_of(number))

    def _edit(self, path: str, at: Location, words: str) -> None:
        self.edits[path].add(_Edit(at.line, at.column, at.end_column, words))

    def texts(self) -> Iterator[tuple[str, str]]:
        """The files that change, with their new texts; cases in their one layout."""
        from rulewright.syntax.formatter import format_source

        for path, edits in self.edits.items():
            lines = list(self.lines[path])
            for edit in sorted(edits, key=lambda one: (one.line, one.column), reverse=True):
                line = lines[edit.line - 1]
                lines[edit.line - 1] = line[: edit.column - 1] + edit.words + line[edit.end - 1 :]
            text = "\n".join(lines)
            yield path, format_source(text) if path.endswith(".case") else text
