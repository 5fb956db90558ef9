"""Actions that are kinds of others: a force march is a move, so what forbids the move forbids the force march.

Only bars are inherited. A `may not` on the general action becomes a `may not` on each kind of it, under its own address; its only
condition is that the bar itself is in force on the general action, so that an override or a setting-aside there has effect here too. A
general `may` or `must` says nothing about a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulewright.base.keywords import Permission, Verb
from rulewright.base.records import record
from rulewright.base.suggestions import did_you_mean
from rulewright.semantics import terms
from rulewright.semantics.expressions import ExpressionElaborator
from rulewright.semantics.faults import FaultContext, Unresolved
from rulewright.semantics.model import Free, KindOf, Part, Question, QuestionKind, Rule, Through
from rulewright.semantics.read_rules import RuleBook
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.terms import Plain
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of


@record
class _Line:
    """A line `is a kind of move(u)` under a verdict."""

    name: str
    kind_of: KindOf
    node: nodes.Call
    context: FaultContext


def read_kinds(vocabulary: Vocabulary) -> None:
    """Record the actions of which each verdict is a kind; report and leave out lines with an error or on a cycle."""
    lines = list(_read_lines(vocabulary))
    parents: dict[str, list[str]] = {}
    for line in lines:
        parents.setdefault(line.name, []).append(line.kind_of.question)
    for line in lines:
        if line.name in _ancestors(line.kind_of.question, parents):
            message = f"`{line.name}` is a kind of itself" if line.kind_of.question == line.name else _circle_message(line)
            line.context.faults.add("RW209", message, line.context.location_of(line.node), help="take one of these lines out")
            continue
        question = vocabulary.questions[line.name]
        vocabulary.questions[line.name] = replace(question, kind_of=(*question.kind_of, line.kind_of))


def _circle_message(line: _Line) -> str:
    return f"`{line.name}` is a kind of `{line.kind_of.question}`, and that is a kind of `{line.name}`"


def _ancestors(name: str, parents: Mapping[str, list[str]]) -> set[str]:
    """Return an action and all actions of which it is a kind, directly or through others."""
    ancestors: set[str] = set()
    pending = [name]
    while pending:
        action = pending.pop()
        if action not in ancestors:
            ancestors.add(action)
            pending.extend(parents.get(action, ()))
    return ancestors


def _read_lines(vocabulary: Vocabulary) -> Iterator[_Line]:
    for name, (calls, context) in vocabulary.kinds.items():
        for call in calls:
            try:
                yield _Line(name, _read_kind_of(vocabulary, context, vocabulary.questions[name], call), call, context)
            except Unresolved:
                continue


def _read_kind_of(vocabulary: Vocabulary, context: FaultContext, kind: Question, call: nodes.Call) -> KindOf:
    general = vocabulary.questions.get(call.name)
    if general is None:
        verdicts = [question.name for question in vocabulary.questions.values() if question.kind is QuestionKind.VERDICT]
        raise context.fail("RW201", f"nothing is called `{call.name}`", call, help=did_you_mean(call.name, verdicts))
    if general.kind is not QuestionKind.VERDICT:
        message = f"`{call.name}` is a {general.kind}, and only a verdict has kinds"
        raise context.fail("RW203", message, call, help="name what may or must be done, declared as a `verdict`")
    args = ExpressionElaborator.of_params(vocabulary, context, kind.params).read_arguments(call, general.params)
    for arg, arg_node in zip(args, call.args, strict=True):
        if not isinstance(arg, terms.Var | terms.Const):
            names = ", ".join(f"`{param.name}`" for param in kind.params)
            message = "an argument here is a value or one of the arguments above"
            raise context.fail("RW206", message, arg_node, help=f"write one of {names}, or a value" if names else "write a value")
    return KindOf(general.name, args, text_of(call))


# ---- inherited bars --------------------------------------------------------------------------------------------------------------------


def hand_down_bars(book: RuleBook) -> None:
    """Add the bars of general actions to their kinds, the most general first, so that kinds of kinds inherit them too."""
    questions = book.vocabulary.questions
    for kind in _sort_general_first(questions):
        for kind_of in kind.kind_of:
            for bar in [rule for rule in book.rules if rule.question == kind_of.question and rule.verb is Verb.MAY_NOT]:
                heads = _heads_of_bar(kind, kind_of, bar)
                if heads is not None:
                    _add_bar(book, kind, kind_of, bar, heads)


def _sort_general_first(questions: Mapping[str, Question]) -> list[Question]:
    visited: dict[str, Question] = {}

    def visit(question: Question) -> None:
        if question.name not in visited:
            for kind_of in question.kind_of:
                visit(questions[kind_of.question])
            visited[question.name] = question

    for question in questions.values():
        visit(question)
    return [question for question in visited.values() if question.kind_of]


def _heads_of_bar(kind: Question, kind_of: KindOf, bar: Rule) -> tuple[Plain | Free, ...] | None:
    """Return the head of a bar in the arguments of the kind; None if the two never match."""
    heads_by_slot: dict[int, Plain | Free] = {}
    for head, arg in zip(bar.heads, kind_of.args, strict=True):
        assert isinstance(arg, terms.Var | terms.Const)
        expected = arg.value if isinstance(arg, terms.Const) else heads_by_slot.get(arg.slot, head)
        if not isinstance(head, Free) and not isinstance(expected, Free) and head != expected:
            return None
        if isinstance(arg, terms.Var):
            heads_by_slot[arg.slot] = head if isinstance(expected, Free) else expected
    variable_names = {head.name for head in heads_by_slot.values() if isinstance(head, Free)}
    return tuple(
        heads_by_slot.get(slot, Free("" if param.name in variable_names else param.name)) for slot, param in enumerate(kind.params)
    )


def _add_bar(book: RuleBook, kind: Question, kind_of: KindOf, bar: Rule, heads: tuple[Plain | Free, ...]) -> None:
    uid = len(book.rules)
    barred = terms.Barred(kind_of.question, kind_of.args, bar.id)
    part = Part(barred, f"{Permission.MAY_NOT} {kind_of.says}")
    origin = Through(bar.uid, kind_of.says)
    book.rules.append(replace(bar, uid=uid, question=kind.name, heads=heads, parts=(part,), through=origin, tags=()))
    head, provision = book.heads[bar.uid]
    book.uids_by_provision.setdefault(str(provision.id), []).append((uid, bar.label))
    book.heads[uid] = (head, provision)
