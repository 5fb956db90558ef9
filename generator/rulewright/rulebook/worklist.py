"""Work lists for cases that are not held: the edits of the fold by source, to be repeated on a reader's own text.

`overlay` merges a copy into the cases while a book is folded. Here the same work is written down as a list, with the information from
the book that it needs besides the words: whether an act finds a rule, whether a reference is made outside the words. The list and a text
are enough to carry it out without the book; the pages do so (`site/assets/copy`). Tests hold both equal on generated texts and acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.rulebook.acts import apply_acts, provisions_without_line, refers_to, sentence_of_act
from rulewright.rulebook.build import edition_states
from rulewright.rulebook.cases import Clause, build_case, empty_case, is_held
from rulewright.rulebook.fold import State
from rulewright.rulebook.model import CaseInForce, ClauseKind, Origin, Paragraph, Rulebook
from rulewright.rulebook.sheet_steps import AmendedCase, Step
from rulewright.rulebook.targets import Target
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class ActToDo:
    """One act, with its sentence. `elsewhere`: its subject is found outside the words, in a rule or another line of the case.

    `held` and `deleted`: the state of the case after the act, if it replaces or withdraws the case.
    """

    act: nodes.Act
    says: str
    elsewhere: bool = False
    held: bool = True
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class AmendmentToDo:
    """One amendment of a case: its acts, the text that replaces the case after them, and the paragraphs that it adds."""

    origin: Origin
    part: str | None
    acts: tuple[ActToDo, ...]
    added_text: tuple[Paragraph, ...]
    replacement_text: tuple[Paragraph, ...] | None = None
    replacement_held: bool = True


@dataclass(frozen=True, slots=True)
class SourceToDo:
    """The amendments of a case by one source; `moves` are its renumberings, applied to all text of earlier sources.

    `withdrawn`: the amendments of earlier sources that are withdrawn from here on, each as its source and its place among the amendments of
    that source; None if this source withdraws nothing. `renamed_words` are the terms that it renames throughout, last of all.
    """

    source: str
    amendments: tuple[AmendmentToDo, ...]
    moves: Mapping[str, str]
    withdrawn: tuple[tuple[str, int], ...] | None = None
    renamed_words: tuple[tuple[tuple[str, str], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class UnheldCase:
    """A case whose printed words a reader may have: its clause, its own paragraphs, and the work by edition that contains it."""

    clause: Clause
    work: Mapping[str, tuple[SourceToDo, ...]]

    @property
    def number(self) -> str:
        return self.clause.origin.number

    @property
    def text(self) -> tuple[Paragraph, ...]:
        return self.clause.content.text


def unheld_cases(book: Rulebook) -> tuple[UnheldCase, ...]:
    """Return the cases and scenarios that a copy can complete, in the order of the clauses; those of undeclared sources are left out."""
    clauses, states = edition_states(book)
    first_clauses: dict[str, Clause] = {}
    for clause in clauses:
        if clause.origin.kind in (ClauseKind.CASE, ClauseKind.SCENARIO) and clause.origin.source in book.sources:
            first_clauses.setdefault(clause.origin.number, clause)
    unheld = [clause for clause in first_clauses.values() if not is_held(clause.content, book.sources[clause.origin.source])]
    return tuple(UnheldCase(clause, dict(_work_by_edition(book, clause, states))) for clause in unheld)


def _work_by_edition(book: Rulebook, clause: Clause, states: Mapping[str, State]) -> Iterator[tuple[str, tuple[SourceToDo, ...]]]:
    for name, state in states.items():
        if clause.origin.source in book.editions[name].sources:
            work = _case_work(book, clause, state)
            if work is not None:
                yield name, work


def _case_work(book: Rulebook, clause: Clause, state: State) -> tuple[SourceToDo, ...] | None:
    """Return the work on the way to one edition; None if the printed case no longer exists there and another case has its number."""
    number = clause.origin.number
    source = clause.origin.source
    names = [step.source.name for step in state.steps]
    work: list[SourceToDo] = []
    place_of: dict[int, tuple[str, int]] = {}
    for step in state.steps[names.index(source) :]:
        amended = step.amended.get(number)
        amendments = tuple(_amendments_to_do(book, amended)) if amended is not None else ()
        if amendments or step.moves or step.renamed_words:
            withdrawn = _withdrawn_places(amended, place_of)
            work.append(SourceToDo(step.source.name, amendments, step.moves, withdrawn, step.renamed_words))
        for place, target in enumerate(amended.targets if amended is not None else ()):
            place_of[id(target)] = (step.source.name, place)
        number = step.moves.get(number, number)
    last = state.cases.get(number)
    followed = last is not None and last.first_number == build_case(clause, book.sources[source]).first_number
    return tuple(work) if followed and not _is_replaced_by_new_case(last, state.steps, clause) else None


def _withdrawn_places(amended: AmendedCase | None, place_of: Mapping[int, tuple[str, int]]) -> tuple[tuple[str, int], ...] | None:
    """Return the places of the amendments that are without effect from a step on, None if the step withdraws nothing."""
    if amended is None or amended.withdrawn is None:
        return None
    return tuple(sorted(place_of[identity] for identity in amended.withdrawn if identity in place_of))


def _is_replaced_by_new_case(case: CaseInForce | None, steps: Sequence[Step], clause: Clause) -> bool:
    """Return True if a later source has given the number of a deleted case to a new case."""
    instead = {
        id(amended_case.replacement[1].origin)
        for step in steps
        for amended_case in step.amended.values()
        if amended_case.replacement is not None
    }
    return case is not None and case.origin is not clause.origin and id(case.origin) not in instead


def _amendments_to_do(book: Rulebook, amended: AmendedCase) -> Iterator[AmendmentToDo]:
    """Yield the amendments, with the results of their acts outside the words."""
    case = amended.base
    for position, target in enumerate(amended.targets):
        if case.deleted:
            return
        origin, content = target.clause.origin, target.clause.content
        acts: list[ActToDo] = []
        for act in content.acts:
            changed_case = apply_acts(case, origin, replace(content, acts=(act,)), target.part).case
            if isinstance(act, nodes.Withdraws) and id(target) in amended.drops_case:
                changed_case = empty_case(changed_case, deleted=True)
            acts.append(_act_to_do(case, changed_case, act, target))
            case = changed_case
        todo = AmendmentToDo(origin, target.part, tuple(acts), content.text)
        if amended.replacement is not None and amended.replacement[0] == position:
            clause = amended.replacement[1]
            case = build_case(clause, book.sources[clause.origin.source])
            todo = replace(todo, replacement_text=clause.content.text, replacement_held=case.held)
        yield todo


def _act_to_do(case: CaseInForce, changed_case: CaseInForce, act: nodes.Act, target: Target) -> ActToDo:
    sentence = sentence_of_act(case, act, target.part)
    match act:
        case nodes.ReplacesCase():
            return ActToDo(act, sentence, held=changed_case.held, deleted=changed_case.deleted)
        case nodes.Withdraws():
            return ActToDo(act, sentence, deleted=changed_case.deleted)
        case nodes.DeletesPart():
            return ActToDo(act, sentence, target.part is not None and provisions_without_line(case, target.part) is not None)
        case nodes.Redirects():
            return ActToDo(act, sentence, refers_to(case, act.old))
        case _:  # open: other acts change words, or nothing in a text
            return ActToDo(act, sentence)
