"""Questions that are more than a name with its arguments: `defence(s) up to terrain`, `allowance(u) is at least 3 MP`, `may forage(u, t)`.

They are read like the conditions of a rule, against the names of a core instead of those of a rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Permission
from rulewright.base.prose_lists import listing
from rulewright.base.source import Place
from rulewright.core.model import Core
from rulewright.semantics import terms, types
from rulewright.semantics.expressions import Reader
from rulewright.semantics.faults import At, Faults, Unresolved
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import QuestionKind
from rulewright.semantics.symbols import GroupHead, Vocabulary
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes
from rulewright.syntax.parser import LanguageError, parse_expression

_NOWHERE = Place("question", 1)


def read_free_question(core: Core, text: str, things: Mapping[str, str]) -> tuple[Term, Type, dict[str, str]]:
    """The term of a question, its type, and all things with their kinds; raises `WrongInput` with the sentence of what is wrong."""
    try:
        node = parse_expression(text)
    except LanguageError as error:
        raise WrongInput(f"`{text}` is not a question: {_first(error)}") from error
    faults = Faults(core.book, core.edition)
    vocabulary = vocabulary_of(core, faults)
    at = At(faults, _NOWHERE)
    kinds = dict(things)
    for name, found in infer_kinds(vocabulary, (node,)).items():
        records = tuple(dict.fromkeys(kind.record for kind in found if isinstance(kind, types.Thing)))
        if name in kinds or not records:
            continue
        if len(records) > 1:
            raise WrongInput(f"`{name}` may be {listing([f'a {record}' for record in records])}; say which with `world`")
        kinds[name] = records[0]
    reader = Reader(vocabulary, at, things={name: types.Thing(record) for name, record in kinds.items()})
    try:
        term, kind = _read(reader, node)
    except Unresolved:
        found_fault = faults.found[-1]
        raise WrongInput(found_fault.message + (f"; {found_fault.help}" if found_fault.help else "")) from None
    return term, kind, kinds


def _read(reader: Reader, node: nodes.Expr) -> tuple[Term, Type]:
    if isinstance(node, nodes.Call):
        question = reader.vocabulary.questions.get(node.name)
        if question is not None and question.kind is QuestionKind.VERDICT:
            return terms.AskVerdict(Permission.MAY, question.name, reader.arguments(node, question.params)), types.YesNo()
    return reader.read(node)


def _first(error: LanguageError) -> str:
    found = getattr(error, "diagnostics", ())
    return found[0].message if found else str(error)


def vocabulary_of(core: Core, faults: Faults) -> Vocabulary:
    """The names of a core, as a reader of expressions wants them."""
    at = At(faults, _NOWHERE)
    groups = {
        name: GroupHead(name, group.params, group.record, nodes.Group(name, (), group.record, "it"), at)
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
