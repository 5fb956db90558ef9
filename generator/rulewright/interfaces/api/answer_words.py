"""Answers in words, as parts of a line with the style of each: what the command prints of an answer, and what `str()` says of its parts.

A part is a text, or a text with a style; `text_of_parts` joins parts without their styles.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from rulewright.base.prose_lists import listing
from rulewright.base.source import Location
from rulewright.core.query import Status
from rulewright.core.wording import NO_WORDING, Wording
from rulewright.engines.interpreter.answer import (
    NOT_REQUIRED,
    Answer,
    Assumption,
    CitedCell,
    Clash,
    Defeat,
    Inapplicable,
    MissingFact,
    OpenRule,
    OutOfRange,
    Overruled,
    Reason,
    SettledReading,
    Spoken,
    Undetermined,
    Why,
)
from rulewright.interfaces.api.advice_words import advice_clause
from rulewright.interfaces.api.book_source import BookSource
from rulewright.interfaces.api.exception_words import exception_clause
from rulewright.interfaces.api.value_words import missing_text, value_text
from rulewright.rulebook.act_sentences import join_names
from rulewright.workspace.inputs import LoadError

if TYPE_CHECKING:
    from rulewright.workspace.open_book import OpenBook

Part: TypeAlias = str | tuple[str, str]
"""A text, or a text with its style."""
Parts: TypeAlias = tuple[Part, ...]

COLOURS = {
    Status.ANSWERED: "bold green",
    Status.CONFLICT: "bold red",
    Status.OUT_OF_RANGE: "bold red",
    Status.UNDETERMINED: "bold yellow",
    Status.MISSING: "bold cyan",
}


class AnswerWords:
    """The words of one edition of a book, loaded when something is to be said.

    A pickled answer has them by the source of its book; where that is gone or changed, it is said in the words of the language.
    """

    def __init__(self, book: OpenBook | BookSource, edition: str) -> None:
        self._book = book
        self._edition = edition

    def __reduce__(self) -> tuple[type[AnswerWords], tuple[BookSource, str]]:
        return AnswerWords, (self._source, self._edition)

    @cached_property
    def _source(self) -> BookSource:
        return self._book if isinstance(self._book, BookSource) else BookSource.source_of(self._book)

    @cached_property
    def words(self) -> Wording:
        from rulewright.interfaces.api.edition_words import edition_wording

        try:
            book = self._book.open_book() if isinstance(self._book, BookSource) else self._book
        except LoadError:
            return NO_WORDING
        return edition_wording(book, self._edition)

    def say_part(self, part: Spoken) -> str:
        """Return the line of an answer or of a part of it."""
        return text_of_parts(parts_of(part, self.words))

    def sentence_of(self, reason: Reason) -> str:
        """Return a rule as a sentence."""
        return self.words.rule_sentence(reason.rule, reason.says)

    def outcome_text(self, answer: Answer) -> str:
        """Return the outcome of an answer in words."""
        return outcome(answer, self.words)


def text_of_parts(parts: Parts) -> str:
    """Return the text of parts.

    >>> text_of_parts((("8.6.1", "bold"), "  in mud"))
    '8.6.1  in mud'
    """
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


def parts_of(part: Spoken, words: Wording) -> Parts:
    """Return the line of an answer or of a part of it, as far as it can be said without the answer that it is in."""
    match part:
        case Answer():
            return (part.phrase or part.question, ": ", *played_outcome_parts(part, words))
        case Reason():
            return reason_parts(part, words, ())
        case Defeat():
            return defeat_parts(part, words)
        case Inapplicable():
            return inapplicable_parts(part, words)
        case MissingFact():
            return missing_parts(part)
        case Assumption():
            return ("assumed: ", part.fact, " is ", assumed_value(part))
        case Clash():
            return clash_parts(part, words)
        case OpenRule():
            return open_rule_parts(part, words)
        case Overruled():
            return overruled_parts(part)
        case OutOfRange():
            return out_of_range_parts(part, words)
        case SettledReading():
            return settled_reading_parts(part)
        case Undetermined():
            return (f"undetermined ({_why_text(part)}{f', {part.case}' if part.case else ''})",)
        case _:
            raise AssertionError(part)


def played_outcome_parts(answer: Answer, words: Wording) -> Parts:
    """Return the outcome with what would change it, and that of the readings in play."""
    played = answer.as_played
    return (*outcome_parts(answer, words), *(() if played is None else ("; as it is played: ", *outcome_parts(played, words))))


def outcome_parts(answer: Answer, words: Wording) -> Parts:
    """Return the outcome with what is advised, and what would change it."""
    usually = ("usually ",) if answer.is_usual else ()
    return (*usually, (outcome(answer, words), COLOURS[answer.status]), advice_clause(answer, words), exception_clause(answer, words))


def outcome(answer: Answer, words: Wording = NO_WORDING) -> str:
    """Return the outcome of an answer in words: `5 MP`, `forbidden`, `undetermined (silent)`."""
    if answer.status is Status.ANSWERED:
        return value_text(answer.value, answer.unit, decimal=answer.decimal, date=answer.date, words=words)
    if answer.status is Status.UNDETERMINED and answer.undetermined is not None:
        if answer.undetermined.why is Why.NONE:
            return f"undetermined ({_why_text(answer.undetermined)})"
        if answer.undetermined.why is Why.THROUGH_NONE:
            return f"undetermined ({_path_through_none(answer)})"
        if answer.undetermined.why is Why.SILENT and answer.because:
            return f"undetermined ({_why_no_value(answer)})"
        case_suffix = f", {answer.undetermined.case}" if answer.undetermined.case else ""
        return f"undetermined ({_why_text(answer.undetermined)}{case_suffix})"
    if answer.status is Status.MISSING:
        return missing_text(answer)
    outside = answer.out_of_range
    if outside is not None and outside.question == answer.question:
        return f"out of range ({value_text(outside.value, outside.unit, decimal=outside.decimal, words=words)})"
    return answer.status.value


def _why_text(undetermined: Undetermined) -> str:
    """Return why an answer is undetermined: `silent`, `the option fog is off`."""
    if undetermined.why is Why.OPTION_OFF:
        return f"the option {undetermined.option} is off"
    if undetermined.why is Why.NO_SCENARIO:
        return "no scenario is played"
    words = {
        Why.NONE: "there is none to choose from",
        Why.THROUGH_NONE: "it goes through nothing",
        Why.NO_ROW: "the table has no row for it",
        Why.EMPTY_CELL: "the table has an empty cell there",
    }
    return words.get(undetermined.why, undetermined.why.value)


def _path_through_none(answer: Answer) -> str:
    """Return what is `none` on the way to the amount of a rule that has nothing to say: `u.corps is none`."""
    case = None if answer.undetermined is None else answer.undetermined.case
    paths = (rule.first_false.partition(" is not none") for rule in answer.inapplicable if rule.case == case)
    return next((f"`{path}` is none{suffix}" for path, separator, suffix in paths if separator), "it goes through nothing")


def _why_no_value(answer: Answer) -> str:
    """Return why an undetermined answer has rules and yet no value."""
    if any(reason.effect == NOT_REQUIRED for reason in answer.because):
        return "not required, but no rule says whether it is permitted"
    if answer.opened:
        return "what a rule says of it depends on something without a value"
    return "it is changed, but no rule says from what"


def reason_parts(reason: Reason, words: Wording, cells: tuple[CitedCell, ...]) -> Parts:
    """Return the line of a rule that stood; `cells` are those from which it has its value, beside its own."""
    effect: Parts = ()
    if reason.effect and reason.effect != reason.says:
        via = f", through {reason.through}" if reason.through else ""
        effect = ((f"  → {effect_text(reason, words)}{via}", "green"),)
    corrected = tuple(cell for cell in cells if cell.amendment is not None and cell is not reason.cell)
    return (
        (reason.rule, "bold cyan"),
        _corrected_by_text(reason, corrected),
        f"  {words.rule_sentence(reason.rule, reason.says)}",
        *effect,
        (f"  ({_origin_text(reason, corrected)})", "dim"),
    )


def effect_text(reason: Reason, words: Wording) -> str:
    """Return what a rule did with titles in place of names: `at most 2 hexes`, `the defender is eliminated`."""
    return words.values.get(reason.effect, reason.effect) if reason.gives_value else words.with_unit_in_words(reason.effect)


def _corrected_by_text(reason: Reason, corrected: tuple[CitedCell, ...]) -> str:
    """Return which statements of amendments formed a rule, or a cell from which it has its value: ` as corrected by FF-002a`."""
    forms: list[tuple[str | None, str, tuple[str, ...]]] = [
        (amendment, amendment.rpartition(", ")[0], reason.statements) for amendment in reason.formed_by
    ]
    forms += [(cell.amendment, cell.source, cell.statements) for cell in corrected]
    statements_by_deed: dict[str, list[str]] = {}
    for amendment, source, statements in forms:
        statements_by_deed.setdefault(_deed(amendment), []).extend(statements or (source,))
    deeds = (f"{deed} by {join_names(list(dict.fromkeys(names)))}" for deed, names in statements_by_deed.items())
    return f" as {' and as '.join(deeds)}" if statements_by_deed else ""


def _deed(amendment: str | None) -> str:
    """Return what an amendment, such as `errata, correction`, has done to a rule, as a participle."""
    kind = (amendment or "").rpartition(", ")[2]
    return {"correction": "corrected", "change": "changed", "clarification": "clarified"}.get(kind, "added")


def _origin_text(reason: Reason, corrected: tuple[CitedCell, ...]) -> str:
    """Return where a rule is written, after the amendments of the cells from which it has its value."""
    amended = (f"{cell.source}{_position_text(cell.location)}, row {cell.row} of {cell.table}; " for cell in corrected)
    return f"{''.join(amended)}{reason.source}{_position_text(reason.location)}"


def _position_text(location: Location | None) -> str:
    return f", {location.path}:{location.line}" if location else ""


def out_of_range_parts(outside: OutOfRange, words: Wording) -> Parts:
    """Return the line on a result that is out of its range: the result, and the range."""
    value = value_text(outside.value, outside.unit, decimal=outside.decimal, words=words)
    return ((outside.question, "bold cyan"), " comes to ", (value, "bold red"), f", and is declared as {outside.declared}")


def clash_parts(clash: Clash, words: Wording) -> Parts:
    """Return the line of a rule in conflict, with the answer that it supports."""
    value = value_text(clash.value, None, decimal=clash.decimal, words=words)
    return ((clash.rule, "bold cyan"), f"  {words.rule_sentence(clash.rule, clash.says)}", (f"  → {value}", "red"))


def defeat_parts(defeat: Defeat, words: Wording) -> Parts:
    """Return the line of a defeated rule, with what defeated it."""
    winner = f"  by {defeat.by} ({defeat.why})"
    return ((defeat.rule, "cyan"), f"  {words.rule_sentence(defeat.rule, defeat.says)}", (winner, "yellow"))


def inapplicable_parts(rule: Inapplicable, words: Wording) -> Parts:
    """Return the line of a rule that did not apply, with its first false condition."""
    reason, condition = _failed_condition(rule.first_false)
    return ((rule.rule, "cyan"), (f"  {reason}: ", "dim"), words.condition_clause(condition))


def open_rule_parts(rule: OpenRule, words: Wording) -> Parts:
    """Return the line of an undecided rule."""
    return ((rule.rule, "cyan"), f"  {words.rule_sentence(rule.rule, rule.says)}")


_NOT_TRUE, _RULED_OUT = "not true", "ruled out by"


def _failed_condition(condition: str) -> tuple[str, str]:
    """Return how a condition failed, and the condition to show: `not (a and b)` is ruled out by `a and b`."""
    inner = condition.removeprefix("not ")
    if inner == condition:
        return _NOT_TRUE, condition
    if not inner.startswith("("):
        return (_RULED_OUT, inner) if " and " not in inner and " or " not in inner else (_NOT_TRUE, condition)
    depth = 0
    for index, sign in enumerate(inner):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return (_RULED_OUT, inner[1:-1]) if index == len(inner) - 1 else (_NOT_TRUE, condition)
    return _NOT_TRUE, condition


def missing_parts(fact: MissingFact) -> Parts:
    """Return the line of a missing fact: its name, its values, and how to ask for it."""
    asks: Parts = ((f"  {fact.asks}", "italic"),) if fact.asks else ()
    return ((fact.fact, "bold cyan"), f"  {fact.domain}", *asks, *(() if fact.certain else (("  (may matter)", "dim"),)))


def assumed_value(assumption: Assumption) -> str:
    """Return the value that is assumed, in words."""
    return value_text(assumption.value, assumption.unit, decimal=assumption.decimal, date=assumption.date)


def overruled_parts(fact: Overruled) -> Parts:
    """Return the line on a given fact that the rules contradict: the given value and the rules' value."""
    return (
        (fact.fact, "bold cyan"),
        f" was given as {value_text(fact.given, fact.unit, decimal=fact.decimal)}; {_speakers_text(fact.rules)} ",
        (value_text(fact.value, fact.unit, decimal=fact.decimal), "bold"),
        ", and that stands",
    )


def _speakers_text(rules: tuple[str, ...]) -> str:
    """Return who says what stands: the rules, or the book where no one rule says it in all that may be so."""
    return f"{listing(rules, 'and')} {'says' if len(rules) == 1 else 'say'}" if rules else "by the rules it is"


def settled_reading_parts(reading: SettledReading) -> Parts:
    """Return the line on a reading that is taken otherwise than a ruling settles it."""
    return (
        (reading.reading, "bold cyan"), f" is read as {reading.choice} here; {reading.ruling} settles it as ", (reading.settled_as, "bold")
    )  # fmt: skip
