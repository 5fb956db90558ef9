"""Actions that are kinds of others: a force march is a move, so what forbids the move forbids the force march.

Only bars are handed down. A `may not` on the general action becomes a `may not` on each kind of it, under its own address; its one
condition is that the bar itself stands on the general action, so that what overrides it or sets it aside there is heard here too. What
may or must be done generally says nothing about a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulewright.base.keywords import Permission, Verb
from rulewright.base.records import record
from rulewright.base.suggestions import did_you_mean
from rulewright.semantics import terms
from rulewright.semantics.expressions import Reader
from rulewright.semantics.faults import At, Unresolved
from rulewright.semantics.model import Free, KindOf, Part, Question, QuestionKind, Rule, Through
from rulewright.semantics.read_rules import RuleBook
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.terms import Plain
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


@record
class _Line:
    """`is a kind of move(u)` under a verdict."""

    name: str
    of: KindOf
    node: nodes.Call
    at: At


def read_kinds(vocabulary: Vocabulary) -> None:
    """Notes of each verdict what it is a kind of; a line that is at fault, or on a circle, is reported and left out."""
    lines = list(_lines(vocabulary))
    above: dict[str, list[str]] = {}
    for line in lines:
        above.setdefault(line.name, []).append(line.of.question)
    for line in lines:
        if line.name in _all_above(line.of.question, above):
            message = f"`{line.name}` is a kind of itself" if line.of.question == line.name else _circle(line)
            line.at.faults.add("RW209", message, line.at.where(line.node), help="take one of these lines out")
            continue
        question = vocabulary.questions[line.name]
        vocabulary.questions[line.name] = replace(question, kind_of=(*question.kind_of, line.of))


def _circle(line: _Line) -> str:
    return f"`{line.name}` is a kind of `{line.of.question}`, and that is a kind of `{line.name}`"


def _all_above(name: str, above: Mapping[str, list[str]]) -> set[str]:
    """An action and everything that it is a kind of."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting.extend(above.get(one, ()))
    return found


def _lines(vocabulary: Vocabulary) -> Iterator[_Line]:
    for name, (calls, at) in vocabulary.kinds.items():
        for call in calls:
            try:
                yield _Line(name, _read(vocabulary, at, vocabulary.questions[name], call), call, at)
            except Unresolved:
                continue


def _read(vocabulary: Vocabulary, at: At, kind: Question, call: nodes.Call) -> KindOf:
    general = vocabulary.questions.get(call.name)
    if general is None:
        verdicts = [one.name for one in vocabulary.questions.values() if one.kind is QuestionKind.VERDICT]
        raise at.fail("RW201", f"nothing is called `{call.name}`", call, help=did_you_mean(call.name, verdicts))
    if general.kind is not QuestionKind.VERDICT:
        message = f"`{call.name}` is a {general.kind}, and only a verdict has kinds"
        raise at.fail("RW203", message, call, help="name what may or must be done, declared as a `verdict`")
    args = Reader.of_params(vocabulary, at, kind.params).arguments(call, general.params)
    for arg, written in zip(args, call.args, strict=True):
        if not isinstance(arg, terms.Var | terms.Const):
            names = ", ".join(f"`{param.name}`" for param in kind.params)
            message = "an argument here is a value or one of the arguments above"
            raise at.fail("RW206", message, written, help=f"write one of {names}, or a value" if names else "write a value")
    return KindOf(general.name, args, text_of(call))


# ---- bars that are handed down ---------------------------------------------------------------------------------------------------------


def hand_down(book: RuleBook) -> None:
    """Adds the bars of general actions to their kinds, the most general first, so that kinds of kinds have them too."""
    questions = book.vocabulary.questions
    for kind in _general_first(questions):
        for of in kind.kind_of:
            for bar in [rule for rule in book.rules if rule.question == of.question and rule.verb is Verb.MAY_NOT]:
                heads = _heads(kind, of, bar)
                if heads is not None:
                    _add(book, kind, of, bar, heads)


def _general_first(questions: Mapping[str, Question]) -> list[Question]:
    found: dict[str, Question] = {}

    def visit(question: Question) -> None:
        if question.name not in found:
            for of in question.kind_of:
                visit(questions[of.question])
            found[question.name] = question

    for question in questions.values():
        visit(question)
    return [question for question in found.values() if question.kind_of]


def _heads(kind: Question, of: KindOf, bar: Rule) -> tuple[Plain | Free, ...] | None:
    """What the bar is about in the arguments of the kind; None where it is never about them."""
    given: dict[int, Plain | Free] = {}
    for head, arg in zip(bar.heads, of.args, strict=True):
        assert isinstance(arg, terms.Var | terms.Const)
        known = arg.value if isinstance(arg, terms.Const) else given.get(arg.slot, head)
        if not isinstance(head, Free) and not isinstance(known, Free) and head != known:
            return None
        if isinstance(arg, terms.Var):
            given[arg.slot] = head if isinstance(known, Free) else known
    taken = {head.name for head in given.values() if isinstance(head, Free)}
    return tuple(given.get(slot, Free("" if param.name in taken else param.name)) for slot, param in enumerate(kind.params))


def _add(book: RuleBook, kind: Question, of: KindOf, bar: Rule, heads: tuple[Plain | Free, ...]) -> None:
    uid = len(book.rules)
    stands = terms.Barred(of.question, of.args, bar.id)
    part = Part(stands, f"{Permission.MAY_NOT} {of.says}")
    through = Through(bar.uid, of.says)
    book.rules.append(replace(bar, uid=uid, question=kind.name, heads=heads, parts=(part,), through=through, tags=()))
    head, provision = book.heads[bar.uid]
    book.of_provision.setdefault(str(provision.id), []).append((uid, bar.label))
    book.heads[uid] = (head, provision)
