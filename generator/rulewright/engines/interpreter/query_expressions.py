"""Questions that are expressions: `defence(s) up to terrain`, `allowance(u) is at least 3 MP`, `may forage(u, t)`.

They are elaborated like the conditions of a rule, against the names of a core instead of those of a rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Permission
from rulewright.base.prose_lists import listing
from rulewright.base.source import Place
from rulewright.core.model import Core
from rulewright.semantics import terms, types
from rulewright.semantics.expressions import ExpressionElaborator
from rulewright.semantics.faults import FaultContext, Faults, Unresolved
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import QuestionKind
from rulewright.semantics.symbols import GroupHead, Vocabulary
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes
from rulewright.syntax.parser import LanguageError, parse_expression

_NOWHERE = Place("question", 1)


def read_free_question(core: Core, text: str, things: Mapping[str, str]) -> tuple[Term, Type, dict[str, str]]:
    """Return the term of a question, its type, and all things with their kinds. Raises `WrongInput` with the first fault."""
    try:
        node = parse_expression(text)
    except LanguageError as error:
        raise WrongInput(f"`{text}` is not a question: {_first_message(error)}") from error
    faults = Faults(core.book, core.edition)
    vocabulary = vocabulary_of(core, faults)
    context = FaultContext(faults, _NOWHERE)
    kinds = dict(things)
    for name, candidates in infer_kinds(vocabulary, (node,)).items():
        records = tuple(dict.fromkeys(kind.record for kind in candidates if isinstance(kind, types.Thing)))
        if name in kinds or not records:
            continue
        if len(records) > 1:
            raise WrongInput(f"`{name}` may be {listing([f'a {record}' for record in records])}; say which with `world`")
        kinds[name] = records[0]
    reader = ExpressionElaborator(vocabulary, context, things={name: types.Thing(record) for name, record in kinds.items()})
    try:
        term, kind = _read_expression(reader, node)
    except Unresolved:
        fault = faults.diagnostics[-1]
        raise WrongInput(fault.message + (f"; {fault.help}" if fault.help else "")) from None
    return term, kind, kinds


def _read_expression(reader: ExpressionElaborator, node: nodes.Expr) -> tuple[Term, Type]:
    if isinstance(node, nodes.Call):
        question = reader.vocabulary.questions.get(node.name)
        if question is not None and question.kind is QuestionKind.VERDICT:
            return terms.AskVerdict(Permission.MAY, question.name, reader.read_arguments(node, question.params)), types.YesNo()
    return reader.read_expression(node)


def _first_message(error: LanguageError) -> str:
    diagnostics = getattr(error, "diagnostics", ())
    return diagnostics[0].message if diagnostics else str(error)


def vocabulary_of(core: Core, faults: Faults) -> Vocabulary:
    """Return the names of a core as a vocabulary for the elaboration of expressions."""
    context = FaultContext(faults, _NOWHERE)
    groups = {
        name: GroupHead(name, group.params, group.record, nodes.Group(name, (), group.record, "it"), context)
        for name, group in core.groups.items()
    }
    return Vocabulary(
        faults,
        measures=dict(core.measures),
        conversions=dict(core.conversions),
        calendars=dict(core.calendars),
        enums=dict(core.enums),
        classes=dict(core.classes),
        records=dict(core.records),
        maps=dict(core.maps),
        facts=dict(core.facts),
        questions=dict(core.questions),
        groups=groups,
    )
