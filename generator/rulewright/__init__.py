"""Rulewright: rulebooks as software. One source gives checks, answers and the living rulebook on the web.

>>> import rulewright
>>> book = rulewright.load("la-grande-armee")
>>> book.ask("allowance(u)", {"u.arm": "cavalry", "weather": "mud", "printed_allowance(u)": 7}).value
5

`__all__` is the promised API; the manual's page *Rulewright in a program* describes each name. Names are imported lazily, on first use,
so that `import rulewright` costs next to nothing.
"""

TYPE_CHECKING = False  # as in `typing`, without the cost of importing it
if TYPE_CHECKING:
    from rulewright.analysis.comparison.why_not import Changed, WhyNot
    from rulewright.analysis.examples import ExampleResult
    from rulewright.analysis.plain_questions.places import Mentions, Place
    from rulewright.base.diagnostics import Diagnostic, Label, Severity
    from rulewright.base.documents import DocumentError
    from rulewright.base.errors import Error, WrongInput
    from rulewright.base.resources import shipped_books
    from rulewright.base.source import Location
    from rulewright.base.stopping import Stopped
    from rulewright.base.version import __version__ as __version__
    from rulewright.core.query import Status
    from rulewright.core.wording import DomainInfo
    from rulewright.engines.interpreter.answer import (
        Answer,
        Assumption,
        Cell,
        CitedCell,
        Clash,
        Contrary,
        Defeat,
        End,
        Inapplicable,
        MissingFact,
        OpenRule,
        OutOfRange,
        Over,
        Overruled,
        Premise,
        ReadingOutcome,
        Reason,
        SettledReading,
        Stretch,
        Undetermined,
        Why,
    )
    from rulewright.engines.interpreter.outcome_range import OutcomeRange
    from rulewright.engines.interpreter.questions import ArgumentInfo, FactInfo, QuestionInfo
    from rulewright.engines.interpreter.step_budget import OutOfSteps
    from rulewright.interfaces.api.book import Book, LoadError, load
    from rulewright.interfaces.api.cases import Contents, ShownCase
    from rulewright.interfaces.api.facts import read_facts
    from rulewright.interfaces.api.plain_questions import DependentQuestions, OpenArgument, PlainReading, QuestionCandidate, TermEntry
    from rulewright.interfaces.api.questions import Questions
    from rulewright.interfaces.api.reports import CheckReport, ExampleReport
    from rulewright.interfaces.api.situation import Situation
    from rulewright.interfaces.api.table import TableRow
    from rulewright.semantics.model import Outlived
    from rulewright.workspace.edition_comparison import Comparison

__all__ = [
    "Answer",
    "ArgumentInfo",
    "Assumption",
    "Book",
    "Cell",
    "Changed",
    "CheckReport",
    "CitedCell",
    "Clash",
    "Comparison",
    "Contents",
    "Contrary",
    "Defeat",
    "DependentQuestions",
    "Diagnostic",
    "DocumentError",
    "DomainInfo",
    "End",
    "Error",
    "ExampleReport",
    "ExampleResult",
    "FactInfo",
    "Inapplicable",
    "Label",
    "LoadError",
    "Location",
    "Mentions",
    "MissingFact",
    "OpenArgument",
    "OpenRule",
    "OutOfRange",
    "OutOfSteps",
    "OutcomeRange",
    "Outlived",
    "Over",
    "Overruled",
    "Place",
    "PlainReading",
    "Premise",
    "QuestionCandidate",
    "QuestionInfo",
    "Questions",
    "ReadingOutcome",
    "Reason",
    "SettledReading",
    "Severity",
    "ShownCase",
    "Situation",
    "Status",
    "Stopped",
    "Stretch",
    "TableRow",
    "TermEntry",
    "Undetermined",
    "Why",
    "WhyNot",
    "WrongInput",
    "load",
    "read_facts",
    "shipped_books",
]

_HOMES = {
    "__version__": "base.version",
    "Answer": "engines.interpreter.answer",
    "ArgumentInfo": "engines.interpreter.questions",
    "Assumption": "engines.interpreter.answer",
    "Book": "interfaces.api.book",
    "Cell": "engines.interpreter.answer",
    "Changed": "analysis.comparison.why_not",
    "CheckReport": "interfaces.api.reports",
    "CitedCell": "engines.interpreter.answer",
    "Clash": "engines.interpreter.answer",
    "Comparison": "workspace.edition_comparison",
    "Contents": "interfaces.api.cases",
    "Contrary": "engines.interpreter.answer",
    "Defeat": "engines.interpreter.answer",
    "DependentQuestions": "interfaces.api.plain_questions",
    "Diagnostic": "base.diagnostics",
    "DocumentError": "base.documents",
    "DomainInfo": "core.wording",
    "End": "engines.interpreter.answer",
    "Error": "base.errors",
    "ExampleReport": "interfaces.api.reports",
    "ExampleResult": "analysis.examples",
    "FactInfo": "engines.interpreter.questions",
    "Inapplicable": "engines.interpreter.answer",
    "Label": "base.diagnostics",
    "LoadError": "interfaces.api.book",
    "Location": "base.source",
    "Mentions": "analysis.plain_questions.places",
    "MissingFact": "engines.interpreter.answer",
    "OpenArgument": "interfaces.api.plain_questions",
    "OpenRule": "engines.interpreter.answer",
    "OutOfRange": "engines.interpreter.answer",
    "OutOfSteps": "engines.interpreter.step_budget",
    "Outlived": "semantics.model",
    "Over": "engines.interpreter.answer",
    "Overruled": "engines.interpreter.answer",
    "Place": "analysis.plain_questions.places",
    "OutcomeRange": "engines.interpreter.outcome_range",
    "PlainReading": "interfaces.api.plain_questions",
    "Premise": "engines.interpreter.answer",
    "QuestionCandidate": "interfaces.api.plain_questions",
    "QuestionInfo": "engines.interpreter.questions",
    "Questions": "interfaces.api.questions",
    "ReadingOutcome": "engines.interpreter.answer",
    "Reason": "engines.interpreter.answer",
    "SettledReading": "engines.interpreter.answer",
    "Severity": "base.diagnostics",
    "ShownCase": "interfaces.api.cases",
    "Situation": "interfaces.api.situation",
    "Status": "core.query",
    "Stretch": "engines.interpreter.answer",
    "TermEntry": "interfaces.api.plain_questions",
    "Undetermined": "engines.interpreter.answer",
    "Why": "engines.interpreter.answer",
    "Stopped": "base.stopping",
    "TableRow": "interfaces.api.table",
    "WhyNot": "analysis.comparison.why_not",
    "WrongInput": "base.errors",
    "load": "interfaces.api.book",
    "read_facts": "interfaces.api.facts",
    "shipped_books": "base.resources",
}
"""The module of each public name and of the version, below `rulewright`."""


if not TYPE_CHECKING:  # so that type checkers report an unknown name

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module `rulewright` has no attribute `{name}`")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f"rulewright.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
