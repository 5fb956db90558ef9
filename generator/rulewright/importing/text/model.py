"""The text of a rulebook as it comes from a file: chapters, clauses, passages."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.records import record


@record
class Passage:
    """A paragraph in the form of the language: on one line, lists and tables in it, references in brackets.

    `marks` say what of the file's passage the language does not hold; without words it is a comment alone. `refers` are the numbers of
    cases to which links of the passage lead without naming them.
    """

    words: str
    line: int
    marks: tuple[str, ...] = ()
    refers: tuple[str, ...] = ()


@record
class Clause:
    """A case with its words. `evidence` says by what in the file it is one; `is_held` is False where the file says that it has no words."""

    number: str
    title: str
    passages: tuple[Passage, ...]
    line: int
    evidence: str
    marks: tuple[str, ...] = ()
    is_held: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """The paragraphs of the case."""
        return tuple(passage.words for passage in self.passages if passage.words)

    @property
    def referred_numbers(self) -> tuple[str, ...]:
        """The numbers of the cases to which links lead."""
        return tuple(dict.fromkeys(number for passage in self.passages for number in passage.refers if number != self.number))


@record
class TextChapter:
    """The clauses under a heading that is none; `title` is empty for clauses that are under no such heading."""

    number: str
    title: str
    passages: tuple[Passage, ...]
    clauses: tuple[Clause, ...]
    line: int = 1


@record
class RulesText:
    """A whole text. `headings` are the headings that number the clauses, None if numbers do; `by_section`: 2.10 comes after 2.9."""

    title: str
    introduction: tuple[Passage, ...]
    chapters: tuple[TextChapter, ...]
    headings: tuple[str, ...] | None
    by_section: bool

    def all_clauses(self) -> Iterator[Clause]:
        """Yield the clauses in the order of the file."""
        for chapter in self.chapters:
            yield from chapter.clauses

    def list_marks(self) -> list[tuple[int, str]]:
        """Return what is marked, each with the line of the file."""
        marked = [(passage.line, passage.marks) for passage in self.introduction]
        for chapter in self.chapters:
            marked += [(passage.line, passage.marks) for passage in chapter.passages]
            for clause in chapter.clauses:
                marked += [(clause.line, clause.marks), *((passage.line, passage.marks) for passage in clause.passages)]
        return [(line, mark) for line, marks in marked for mark in marks]
