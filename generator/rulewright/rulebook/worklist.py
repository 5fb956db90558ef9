"""What is done to the words of a case that is not held, source after source: the fold's work, to be done again on a reader's own text.

`overlay` lays a copy over the cases while a book is folded. Here the same work is written down as a list, with all that it takes from the
book beside the words: whether an act finds a rule, whether a reference is made elsewhere. Who has the list and a text can carry it out
without the book; the pages do (`site/assets/copy`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.rulebook.act_sentences import in_words
from rulewright.rulebook.acts import act_on, refers_to, without_line
from rulewright.rulebook.build import states_of
from rulewright.rulebook.cases import Clause, case_of, held_by_itself
from rulewright.rulebook.fold import Amended, State, Step
from rulewright.rulebook.model import CaseInForce, ClauseKind, Origin, Paragraph, Rulebook
from rulewright.rulebook.targets import Target
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class ActToDo:
    """One act, as a sentence too. `elsewhere`: what it is about is found outside of the words, in a rule or another line of the case.
    `held` and `deleted`: how it leaves the case, if it replaces it."""

    act: nodes.Act
    says: str
    elsewhere: bool = False
    held: bool = True
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class AmendmentToDo:
    """One amendment of a case: its acts, the text that takes the place of the case behind them, and the paragraphs that it adds."""

    origin: Origin
    part: str | None
    acts: tuple[ActToDo, ...]
    adds: tuple[Paragraph, ...]
    instead: tuple[Paragraph, ...] | None = None
    instead_held: bool = True


@dataclass(frozen=True, slots=True)
class SourceToDo:
    """What one source does to a case; `moves` are the numbers that it changes, in every text that earlier sources have written."""

    source: str
    amendments: tuple[AmendmentToDo, ...]
    moves: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Unheld:
    """A case whose printed words a reader may have: its clause, its own paragraphs, and the work by edition, where it is in that."""

    clause: Clause
    work: Mapping[str, tuple[SourceToDo, ...]]

    @property
    def number(self) -> str:
        return self.clause.origin.number

    @property
    def text(self) -> tuple[Paragraph, ...]:
        return self.clause.content.text


def unheld_cases(book: Rulebook) -> tuple[Unheld, ...]:
    """Every case and scenario over which a copy can be laid, in the order of the clauses; none of a source that the book has not."""
    clauses, states = states_of(book)
    found: dict[str, Clause] = {}
    for clause in clauses:
        if clause.origin.kind in (ClauseKind.CASE, ClauseKind.SCENARIO) and clause.origin.source in book.sources:
            found.setdefault(clause.origin.number, clause)
    unheld = [one for one in found.values() if not held_by_itself(one.content, book.sources[one.origin.source])]
    return tuple(Unheld(one, dict(_by_edition(book, one, states))) for one in unheld)


def _by_edition(book: Rulebook, clause: Clause, states: Mapping[str, State]) -> Iterator[tuple[str, tuple[SourceToDo, ...]]]:
    for name, state in states.items():
        if clause.origin.source in book.editions[name].sources:
            work = _work(book, clause, state)
            if work is not None:
                yield name, work


def _work(book: Rulebook, clause: Clause, state: State) -> tuple[SourceToDo, ...] | None:
    """The work on the way to one edition; None where another case has the number at its end, and the printed one is not there any more."""
    number = clause.origin.number
    source = clause.origin.source
    names = [one.source for one in state.steps]
    found: list[SourceToDo] = []
    for step in state.steps[names.index(source) :]:
        amended = step.amended.get(number)
        amendments = tuple(_amendments(book, amended)) if amended is not None else ()
        if amendments or step.moves:
            found.append(SourceToDo(step.source, amendments, step.moves))
        number = step.moves.get(number, number)
    last = state.cases.get(number)
    followed = last is not None and last.first_number == case_of(clause, book.sources[source]).first_number
    return tuple(found) if followed and not _brought_anew(last, state.steps, clause) else None


def _brought_anew(case: CaseInForce | None, steps: Sequence[Step], clause: Clause) -> bool:
    """Whether a later source has given the number of a deleted case to a new one."""
    instead = {id(one.replacement[1].origin) for step in steps for one in step.amended.values() if one.replacement is not None}
    return case is not None and case.origin is not clause.origin and id(case.origin) not in instead


def _amendments(book: Rulebook, amended: Amended) -> Iterator[AmendmentToDo]:
    """Each amendment, with what its acts find outside of the words."""
    case = amended.before
    for at, target in enumerate(amended.targets):
        if case.deleted:
            return
        origin, content = target.clause.origin, target.clause.content
        acts: list[ActToDo] = []
        for act in content.acts:
            after = act_on(case, origin, replace(content, acts=(act,)), target.part).case
            acts.append(_act(case, after, act, target))
            case = after
        todo = AmendmentToDo(origin, target.part, tuple(acts), content.text)
        if amended.replacement is not None and amended.replacement[0] == at:
            clause = amended.replacement[1]
            case = case_of(clause, book.sources[clause.origin.source])
            todo = replace(todo, instead=clause.content.text, instead_held=case.held)
        yield todo


def _act(case: CaseInForce, after: CaseInForce, act: nodes.Act, target: Target) -> ActToDo:
    said = in_words(act, target.part)
    match act:
        case nodes.ReplacesCase():
            return ActToDo(act, said, held=after.held, deleted=after.deleted)
        case nodes.DeletesPart():
            return ActToDo(act, said, target.part is not None and without_line(case, target.part) is not None)
        case nodes.Redirects():
            return ActToDo(act, said, refers_to(case, act.old))
        case _:  # open: all else is about words, or about nothing that a text has
            return ActToDo(act, said)
