"""Naming of rules that are addressed by their position, with their addresses rewritten: `rulewright fmt --name-rules`."""

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
    from rulewright.rulebook.rule_names import LineNames
    from rulewright.workspace.open_book import OpenBook

_ADDRESS = re.compile(r"(?<![\w./])\w+\+*(?:[./]\w+\+*)+(?![\w/])")


@record
class RuleNamingResult:
    """The changes in a book: texts of files by the path as shown, old and new addresses, and the addresses that are left unchanged
    because they denote different lines in different editions or occur in words that an act makes."""

    files: Mapping[str, str]
    addresses: tuple[tuple[str, str], ...]
    unchanged: tuple[tuple[str, Location], ...]


@record
class _Edit:
    """A replacement of the words of a line from `column` to before `end`."""

    line: int
    column: int
    end: int
    words: str


def name_rules(loaded: OpenBook) -> RuleNamingResult:
    """Name the rules of a book that are addressed by their position, and rewrite their addresses. Return the changes; write no file.

    Raises `WrongInput` if the book has errors.
    """
    if any(diagnostic.severity == "error" for diagnostic in loaded.folded[1]):
        hints = (f"`rulewright check {loaded.name}` shows them",)
        raise WrongInput(f"`{loaded.name}` has errors, and its rules can be named when it has none", hints=hints)
    naming = _RuleNamer(loaded)
    naming.name_in_cases()
    naming.name_in_lists()
    files = {path: text for path, text in naming.changed_texts() if text != naming.read_text(path)}
    return RuleNamingResult(files, tuple(sorted(naming.addresses.items())), tuple(naming.unchanged))


def _is_text(data: bytes) -> bool:
    """Return True if a file is UTF-8; a list in another encoding is left unchanged."""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return True


class _RuleNamer:
    def __init__(self, loaded: OpenBook) -> None:
        from rulewright.rulebook.addresses import Addresses
        from rulewright.rulebook.rule_names import LineNames

        self.loaded, self.book = loaded, loaded.book
        self.naming: LineNames = LineNames(self.book.views)
        self.indices: dict[str, Addresses] = {name: Addresses(view) for name, view in self.book.views.items()}
        self.lines = {path: self.read_text(path).split("\n") for path, data in loaded.inputs.files if _is_text(data)}
        self.edits: dict[str, set[_Edit]] = defaultdict(set)
        self.addresses: dict[str, str] = {}
        self.unchanged: list[tuple[str, Location]] = []

    def read_text(self, path: str) -> str:
        """Return the text of a file, with line ends as the formatter writes them."""
        data = next(data for name, data in self.loaded.inputs.files if name == path)
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")

    def name_in_cases(self) -> None:
        """Rewrite the addresses in `.case` files, each resolved in the editions in which it is in force."""
        from rulewright.rulebook.mentions import collect_mentions, mentions_by_position

        provisions_by_mention: dict[tuple[str, Location], list[Provision]] = defaultdict(list)
        generated: set[Location] = set()  # blocks whose acts make words
        for edition, view in self.book.views.items():
            for mention in mentions_by_position(collect_mentions(self.book, edition, self.indices[edition]), view):
                assert mention.target is not None
                provisions_by_mention[mention.number, mention.location].append(mention.target.provisions[0])
                if mention.node is None:
                    generated.add(mention.location)
        for (number, location), provisions in provisions_by_mention.items():
            occurrences = [] if location in generated else list(self._find_occurrences(number, location))
            self._rewrite_address(number, location.path, occurrences, location, provisions)

    def name_in_lists(self) -> None:
        """Rewrite the addresses in the `.csv` files next to them: those rewritten in the cases, and others that are positions."""
        for path in [path for path in self.lines if path.endswith(".csv")]:
            for number, line in enumerate(self.lines[path], 1):
                for match in _ADDRESS.finditer(line):
                    occurrence = Location(path, number, match.start() + 1, number, match.end() + 1)
                    if match[0] in self.addresses:
                        self._add_edit(path, occurrence, self.addresses[match[0]])
                    elif provisions := list(self._provisions_by_place(match[0])):
                        self._rewrite_address(match[0], path, [occurrence], occurrence, provisions)

    def _provisions_by_place(self, number: str) -> Iterator[Provision]:
        """Yield the provisions that a number denotes by position, in all editions."""
        for index in self.indices.values():
            resolved = index.resolve_address(number)
            if resolved is not None and resolved.by_place:
                yield resolved.provisions[0]

    def _find_occurrences(self, number: str, location: Location) -> Iterator[Location]:
        """Yield the occurrences of an address within a location."""
        for line in range(location.line, location.end_line + 1):
            for match in _ADDRESS.finditer(self.lines[location.path][line - 1]):
                first = line > location.line or match.start() + 1 >= location.column
                last = line < location.end_line or match.end() + 1 <= location.end_column
                if match[0] == number and first and last:
                    yield Location(location.path, line, match.start() + 1, line, match.end() + 1)

    def _rewrite_address(
        self, number: str, path: str, occurrences: list[Location], location: Location, provisions: Iterable[Provision]
    ) -> None:
        """Add the name before the line that an address denotes, and rewrite its occurrences, unless it denotes different lines."""
        provisions_by_location = {provision.location: provision for provision in provisions}
        if len(provisions_by_location) > 1 or not occurrences:
            self.unchanged.append((number, location))
            return
        for line, provision in provisions_by_location.items():
            rule_name = self.naming.address_of_line(provision)
            if rule_name.name_to_write is not None:
                self._add_edit(
                    line.path, Location(line.path, line.line, line.column, line.line, line.column), f"{rule_name.name_to_write}: "
                )
            self.addresses[number] = rule_name.replace_positional(number)
            for place in occurrences:
                self._add_edit(path, place, rule_name.replace_positional(number))

    def _add_edit(self, path: str, location: Location, words: str) -> None:
        self.edits[path].add(_Edit(location.line, location.column, location.end_column, words))

    def changed_texts(self) -> Iterator[tuple[str, str]]:
        """Yield the files that change, with their new texts; `.case` files are formatted."""
        from rulewright.syntax.formatter import format_source

        for path, edits in self.edits.items():
            lines = list(self.lines[path])
            for edit in sorted(edits, key=lambda item: (item.line, item.column), reverse=True):
                line = lines[edit.line - 1]
                lines[edit.line - 1] = line[: edit.column - 1] + edit.words + line[edit.end - 1 :]
            text = "\n".join(lines)
            yield path, format_source(text) if path.endswith(".case") else text
