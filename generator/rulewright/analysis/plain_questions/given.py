"""Values of facts and arguments that words give, states and amounts, each of the thing that it belongs to.

A value belongs to the thing that the question is about if it is said of its subject: `May French cavalry charge a hex with enemy infantry?`
says *cavalry* of it and *infantry* of another. What may be meant of two things, or is said in two ways, gives nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rulewright.analysis.plain_questions.stems import DENIALS, singular_of
from rulewright.analysis.plain_questions.table import OPTION, SCENARIO, Table
from rulewright.analysis.plain_questions.words import Word, find_runs
from rulewright.base.records import record

_ELSEWHEN = frozenset(["before", "after", "until", "unless", "except", "once", "last", "other", "than", "was", "were"])
"""Words before a state that leave open whether it is so."""

_DETERMINERS = frozenset(
    ["a", "an", "the", "my", "our", "any", "this", "that", "these", "those", "all", "some", "each", "every", "one", "own"]
)
_OTHERS = frozenset(["other", "another", "enemy", "enemys", "opposing", "hostile", "opponent", "his", "her", "its", "their", "your"])
"""Words before a noun that make it another thing than the one that the question is about."""

_PERCENT = "percent"

_OUT_OF = frozenset(["out", "of"])
"""Words before a state that is not: *out of command*."""

_CIRCUMSTANCES = frozenset(["in", "at", "during", "under", "on", "after", "before", "into", "from", "to"])
"""Words before a common word by which it says when or where, and nothing of a thing: *in a battle*."""

_STATES = frozenset(["in", "under", "on", "at", "out"])
_ASIDE = frozenset(
    [
        "with",
        "against",
        "by",
        "from",
        "into",
        "onto",
        "to",
        "near",
        "next",
        "behind",
        "before",
        "after",
        "over",
        "across",
        "through",
        "than",
        "for",
        "without",
        "between",
        "beside",
        "off",
        "up",
    ]
)
_COPULAS = frozenset(["is", "are", "was", "were", "has", "have", "had", "am", "be", "been", "being"])
_LINKS = frozenset(["that", "which", "who", "not", "also", "still", "now", "both", "all"])
_PRONOUNS = frozenset(["it", "they", "he", "she", "i", "we", "you", "them", "its", "their", "me", "us"])
_SIDE_CLAUSES = frozenset(["if", "when", "while", "because", "unless", "after", "before", "once", "where", "whose", "since", "until"])
_COMPARED = frozenset(["least", "most", "more", "fewer", "less", "than", "over", "under", "above", "below", "every", "each", "per"])


@record
class ReadValue:
    """A fact that the words give, or an argument: `target` is the name of a fact with its arguments, or the number of an argument."""

    target: tuple[str | int, ...]
    value: str
    places: tuple[int, ...]


@record
class NamedRuns:
    """Places at which words name values, scenarios, options and states, whatever the question.

    `values` are as they are in the table, `switches` are places, target and value, `states` are by the fact.
    """

    values: tuple[tuple[Sequence[Any], tuple[int, ...]], ...]
    switches: tuple[tuple[tuple[int, ...], tuple[str, ...], str], ...]
    states: Mapping[str, tuple[tuple[int, ...], ...]]


def find_named_runs(table: Table, words: Sequence[Word]) -> NamedRuns:
    """Return where some words name values, scenarios, options and states."""
    values = tuple((entry, run) for entry in table["values"] for run in find_runs(words, entry[0]))
    states = {fact: runs for fact, forms in table["states"].items() if (runs := tuple(_state_runs(words, forms)))}
    switches = tuple(
        (run, tuple(target), value)
        for stems, target, value in table["switches"]
        for run in find_runs(words, stems)
        if not _texts_before(words, run[0], 3) & (DENIALS | _ELSEWHEN)
    )
    return NamedRuns(values, switches, states)


def _state_runs(words: Sequence[Word], forms: Sequence[Sequence[Any]]) -> Iterator[tuple[int, ...]]:
    """Yield where some words say a state in one of its ways."""
    for stems, form in forms:
        yield from (run for run in find_runs(words, stems) if not form or form in (words[run[0]].text, singular_of(words[run[0]].text)))


_NamedValue: TypeAlias = tuple[tuple[int, ...], tuple[str | int, ...] | None, str]
"""The places of some words, the fact or the argument that they give, if it is only one, and its value."""


def read_values(table: Table, question: Mapping[str, Any], words: Sequence[Word], runs: NamedRuns) -> tuple[list[ReadValue], set[int]]:
    """Return the facts and arguments that the words give, and the words that name values, states and amounts.

    Of words that name something together none is read alone. What the same words may give in two ways they do not give; what bears on the
    answer goes before what does not.
    """
    values_by_run: dict[tuple[int, ...], dict[tuple[tuple[str | int, ...], str], None]] = {}
    named_values = (*runs.switches, *_values_given(table, question, words, runs), *_states_given(table, question, words, runs))
    for run, target, value in named_values:
        alternatives = values_by_run.setdefault(run, {})
        if target is not None:
            alternatives[target, value] = None
    relevant_facts = _relevant_facts(question)
    values_by_target: dict[tuple[str | int, ...], dict[str, tuple[int, ...]]] = {}
    occupied: set[int] = set()
    for run in sorted(values_by_run, key=lambda run: (-len(run), run)):
        if not occupied & set(run):
            occupied |= set(run)
            alternatives = values_by_run[run]
            readings = [pair for pair in alternatives if pair[0][0] in relevant_facts] or list(alternatives)
            if len(readings) == 1:
                values_by_target.setdefault(readings[0][0], {})[readings[0][1]] = run
    for run, target, value in _amounts_given(table, question, words):
        if not occupied & set(run):
            occupied |= set(run)
            if target is not None:
                values_by_target.setdefault(target, {})[value] = run
    values = [
        ReadValue(target, *next(iter(alternatives.items()))) for target, alternatives in values_by_target.items() if len(alternatives) == 1
    ]
    return sorted(values, key=lambda fact: fact.places[0]), occupied


def _relevant_facts(question: Mapping[str, Any]) -> set[str | int]:
    """Return the names of the facts on which the answer depends, the numbers of the arguments, and what chooses scenarios and options."""
    return (
        {SCENARIO, OPTION}
        | {target[0] for targets in question["values"].values() for target in targets}
        | {target[0] for target in question["states"]}
    )


def _values_given(table: Table, question: Mapping[str, Any], words: Sequence[Word], runs: NamedRuns) -> Iterator[_NamedValue]:
    """Yield the values that the words name where a fact or an argument has one of their kind."""
    for (stems, enum, value, kind, denies, form), run in runs.values:
        targets = question["values"].get(enum) or _find_known(table, question, enum)
        if not targets:
            continue
        nearby = {word.stem for word in words[max(run[0] - 2, 0) : run[-1] + 3]}
        target = _choose_target(table, question, targets, words, run)
        is_vague = kind and not nearby & set(kind) and (target is None or len(target) == 1)
        is_other_form = form and singular_of(words[run[0]].text) not in (form, stems[0])
        is_circumstance = kind and not nearby & set(kind) and _texts_before(words, run[0], 1) & _CIRCUMSTANCES
        if set(stems) <= set(question["phrase"]) or is_vague or is_other_form or is_circumstance:
            continue
        denial = _denial_before(words, run[0], 2)
        if not denies:
            is_so = not _texts_before(words, run[0], 4) & (_ELSEWHEN | DENIALS)
            yield run, target if is_so else None, value
        elif denial is not None:
            yield (denial, *run), target, value


def _states_given(table: Table, question: Mapping[str, Any], words: Sequence[Word], runs: NamedRuns) -> Iterator[_NamedValue]:
    """Yield the states that the words name: `a dispersed unit`, `a unit, not surrounded,`."""
    if not runs.states:
        return
    dependent_facts = {target[0] for target in question["states"]}
    others = [target for target in _find_known(table, question, "yes/no") if target[0] not in dependent_facts]
    for target in (*question["states"], *others):
        for run in runs.states.get(target[0], ()):
            if not {words[index].stem for index in run} <= set(question["phrase"]):
                denial = _denial_before(words, run[0], 2)
                is_so = not _texts_before(words, run[0], 4) & (_ELSEWHEN if denial is not None else _ELSEWHEN | DENIALS)
                is_so = is_so and not _texts_before(words, run[0], 2) >= _OUT_OF
                places = run if denial is None else (denial, *run)
                yield places, _choose_target(table, question, [target], words, run) if is_so else None, "yes" if denial is None else "no"


def _amounts_given(table: Table, question: Mapping[str, Any], words: Sequence[Word]) -> Iterator[_NamedValue]:
    """Yield the amounts that the words name with what is counted: `25 hexes`, `four stands`."""
    for index, word in enumerate(words):
        if not word.number:
            continue
        run, unit = _unit_after(table, words, index)
        following = {words[index + 1].stem} if index + 1 < len(words) else set()
        beside = ({words[place].stem for place in (index - 2, index - 1) if place >= 0} | following) - {""}
        stems = {other.stem for other in words if other.stem}
        if _PERCENT in following:
            run, beside = (index, index + 1), {_PERCENT}
        shared: dict[tuple[Any, ...], int] = {}
        for entry_target, of_argument in question["numbers"]:
            measure, said_stems, phrase, least_count = of_argument or table["amounts"][entry_target[0]]
            if (measure == unit if unit else beside & set(said_stems)) and len(stems & set(phrase)) >= least_count:
                shared[tuple(entry_target)] = len(stems & set(said_stems))
        best = [candidate for candidate, count in shared.items() if count == max(shared.values())]
        is_so = _texts_before(words, index, 3).isdisjoint(_COMPARED | DENIALS)
        target = best[0] if len(best) == 1 and is_so else None
        yield run, target, f"{word.number} {unit}".strip()


def _find_known(table: Table, question: Mapping[str, Any], kind: str) -> list[list[str]]:
    """Return the facts of a kind about nothing, or about the only thing of the question that they can be about."""
    targets = []
    for fact, record_name in table["known"].get(kind, []):
        owners = [name for name, thing_kind in question["things"] if thing_kind == record_name]
        if not record_name:
            targets.append([fact])
        elif len(owners) == 1:
            targets.append([fact, owners[0]])
    return targets


def _unit_after(table: Table, words: Sequence[Word], index: int) -> tuple[tuple[int, ...], str]:
    """Return the places of a number with the measure after it, and the measure; no measure where none is named."""
    following = [place for place in range(index + 1, min(index + 5, len(words))) if words[place].stem]
    for stems, measure in table["measures"]:
        run = following[: len(stems)]
        if [words[place].stem for place in run] == stems and run[0] == index + 1:
            return (index, *run), measure
    return (index,), ""


# ---- of which thing --------------------------------------------------------------------------------------------------------------------


def _choose_target(
    table: Table, question: Mapping[str, Any], targets: Sequence[Sequence[str | int]], words: Sequence[Word], run: Sequence[int]
) -> tuple[str | int, ...] | None:
    """Return the only fact that may be meant, by the thing of which the words say it; None if there is none, or several."""
    allowed = [tuple(target) for target in targets if _may_own(table, question, target, words, run)]
    return allowed[0] if len(allowed) == 1 else None


def _may_own(table: Table, question: Mapping[str, Any], target: Sequence[str | int], words: Sequence[Word], run: Sequence[int]) -> bool:
    """Return True if words may say something of the thing that a fact is about; a fact about nothing, and an argument, may have them."""
    if len(target) == 1:
        return True
    record_of: dict[str, str] = dict(question["things"])
    owner, kind = str(target[1]), record_of[str(target[1])]
    head = _head_kind(table, words, run)
    if head is not None and head != kind and head in record_of.values():
        return False
    alike = [name for name, other in record_of.items() if other == kind]
    if len(alike) == 1 and kind != question["things"][0][1]:
        return True
    first = owner == alike[0]
    match _role_of(question, words, run[0]):
        case "subject":
            return first
        case "object":
            return first if len(alike) == 1 else not first
        case "other":
            return not first
        case _:  # open: something aside
            return False


def _head_kind(table: Table, words: Sequence[Word], run: Sequence[int]) -> str | None:
    """Return the kind of thing whose name follows right after some words: `unit` of `a French unit`."""
    index = run[-1] + 1
    if index < len(words) and words[index].stem and words[index].clause == words[run[-1]].clause:
        for kind, stems in table["kinds"].items():
            if stems[:1] == [words[index].stem]:
                return str(kind)
    return None


def _role_of(question: Mapping[str, Any], words: Sequence[Word], start: int) -> str:
    """Return of what words say something: the `subject` or the `object` of the question, an `other` thing, or something `aside`."""
    own_stems = _own_stems(question)
    clause, index = words[start].clause, start - 1
    following_texts = [word.text for word in words[start + 1 : start + 4] if word.clause == clause]
    if "of" in following_texts and _OTHERS & set(following_texts[following_texts.index("of") + 1 :]):
        return "other"
    while index >= 0 and words[index].clause == clause and words[index].stem not in own_stems:
        word = words[index]
        if word.text in _OTHERS:
            return "other"
        if not word.stem and word.text not in _DETERMINERS:
            break
        index -= 1
    if index < 0 or words[index].clause != clause:
        return _role_of_start(words, start)
    word = words[index]
    if word.stem in own_stems:
        return "object"
    if word.text == "for" and question["kind"] in ("much", "what"):
        return "subject"
    if word.text == "of":
        return "subject" if index and words[index - 1].stem in own_stems else _role_of(question, words, index - 1) if index else "aside"
    if word.text in _STATES or word.text in _COPULAS or word.text in _LINKS:
        return _role_of_said(question, words, index)
    return "aside" if word.text in _ASIDE or word.text in _SIDE_CLAUSES else _role_of_start(words, start)


def _role_of_said(question: Mapping[str, Any], words: Sequence[Word], index: int) -> str:
    """Return of what something is said behind `is`, `in` or `that`: of the noun or pronoun before it."""
    clause = words[index].clause
    while index >= 0 and words[index].clause == clause and not words[index].stem:
        if words[index].text in _PRONOUNS:
            return "subject"
        index -= 1
    if index < 0 or words[index].clause != clause:
        return "subject"
    return "subject" if words[index].stem in _own_stems(question) else _role_of(question, words, index)


def _own_stems(question: Mapping[str, Any]) -> set[str]:
    """Return the stems of the phrase and the name of a question."""
    return {*question["phrase"], *question["name"], *(stem for phrase in question["others"] for stem in phrase)}


def _role_of_start(words: Sequence[Word], start: int) -> str:
    """Return the role of the first noun of a clause: the subject, unless the question itself has another one."""
    if words[start].is_asked:
        return "subject"
    asked_words = [word for word in words if word.is_asked]
    if any(word.text in _PRONOUNS for word in asked_words):
        return "subject"
    context_stems = {word.stem for word in words if word.stem and not word.is_asked and word.clause == words[start].clause}
    return "subject" if any(word.stem in context_stems for word in asked_words if word.stem) else "aside"


def _denial_before(words: Sequence[Word], index: int, count: int) -> int | None:
    """Return the place of a denial right before a word, if there is one."""
    return next((place for place in range(index - 1, max(index - count, 0) - 1, -1) if words[place].text in DENIALS), None)


def _texts_before(words: Sequence[Word], index: int, count: int) -> set[str]:
    """Return so many words before one."""
    return {word.text for word in words[max(index - count, 0) : index]}
