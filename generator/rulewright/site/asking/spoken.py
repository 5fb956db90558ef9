"""Questions, arguments and facts as people say them: `May the unit enter the hex?`, `the arm of the unit is infantry`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.core.model import Core
from rulewright.semantics.model import FactDecl, Param, Question
from rulewright.semantics.types import Enumerated, Thing, Type
from rulewright.site.asking.words import said_of_fact, said_of_open, said_of_question
from rulewright.site.wording.slots import Scope, fill_slots
from rulewright.site.wording.words import capitalize, spell_out


def parameter_words(question: Question, core: Core) -> dict[str, str]:
    """Return the words for each parameter: `the unit`; `unit v` where several are of that kind; `the ground`."""
    choices = {name: phrase for name, (phrase, _) in said_of_open(question, core).items()}
    return choices | thing_words(question.params)


def thing_words(params: Iterable[Param]) -> dict[str, str]:
    """Return the words for each parameter that is a thing: `the unit`; `unit v` where several are of that kind."""
    kinds = {param.name: param.type.record for param in params if isinstance(param.type, Thing)}
    counted = list(kinds.values())
    scope = Scope(kinds, frozenset(kind for kind in counted if counted.count(kind) > 1))
    return {name: scope.name_variable(name) or spell_out(name) for name in kinds}


def spoken_question(core: Core, question: Question, arguments: Mapping[str, str]) -> str:
    """Return `May the unit draw forage at the town?`, with the values that some parameters have."""
    words = parameter_words(question, core)
    types = {param.name: param.type for param in question.params}
    words |= {name: value_words(core, types[name], value) for name, value in arguments.items()}
    return capitalize(fill_slots(said_of_question(question)["asks"], words))


def spoken_fact(core: Core, fact: FactDecl | Question, owner: str, value: str) -> str:
    """Return `the arm of the unit is infantry`, `the unit is dispersed`: a fact about nothing, or about one thing."""
    templates = said_of_fact(fact) if isinstance(fact, FactDecl) else said_of_question(fact)
    slots = {"it": owner} | {param.name: owner for param in fact.params}
    if value in templates:
        return fill_slots(templates[value], slots)
    return f"{fill_slots(templates['is'], slots)} {value_words(core, fact.type, value)}"


def value_words(core: Core, of_type: Type | None, value: str) -> str:
    """Return a value by its title, or its name as words."""
    titles = core.enums[of_type.name].titles if isinstance(of_type, Enumerated) else {}
    return titles.get(value) or spell_out(value)
