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
    from rulewright.analysis.comparison.why_not import WhyNot
    from rulewright.analysis.examples import ExampleResult
    from rulewright.base.diagnostics import Diagnostic, Severity
    from rulewright.base.documents import DocumentError
    from rulewright.base.errors import Error, WrongInput
    from rulewright.base.resources import shipped_books
    from rulewright.base.stopping import Stopped
    from rulewright.base.version import __version__ as __version__
    from rulewright.core.query import Status
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.engines.interpreter.outcome_range import OutcomeRange
    from rulewright.interfaces.api.book import Book, LoadError, load
    from rulewright.interfaces.api.cases import Contents, ShownCase
    from rulewright.interfaces.api.facts import read_facts
    from rulewright.interfaces.api.plain_questions import PlainReading, QuestionCandidate
    from rulewright.interfaces.api.questions import Questions
    from rulewright.interfaces.api.reports import CheckReport, ExampleReport
    from rulewright.interfaces.api.situation import Situation
    from rulewright.interfaces.api.table import TableRow
    from rulewright.workspace.edition_comparison import Comparison

__all__ = [
    "Answer",
    "Book",
    "CheckReport",
    "Comparison",
    "Contents",
    "Diagnostic",
    "DocumentError",
    "Error",
    "ExampleReport",
    "ExampleResult",
    "LoadError",
    "OutcomeRange",
    "PlainReading",
    "QuestionCandidate",
    "Questions",
    "Severity",
    "ShownCase",
    "Situation",
    "Status",
    "Stopped",
    "TableRow",
    "WhyNot",
    "WrongInput",
    "load",
    "read_facts",
    "shipped_books",
]

_HOMES = {
    "__version__": "base.version",
    "Answer": "engines.interpreter.answer",
    "Book": "interfaces.api.book",
    "CheckReport": "interfaces.api.reports",
    "Comparison": "workspace.edition_comparison",
    "Contents": "interfaces.api.cases",
    "Diagnostic": "base.diagnostics",
    "DocumentError": "base.documents",
    "Error": "base.errors",
    "ExampleReport": "interfaces.api.reports",
    "ExampleResult": "analysis.examples",
    "LoadError": "interfaces.api.book",
    "OutcomeRange": "engines.interpreter.outcome_range",
    "PlainReading": "interfaces.api.plain_questions",
    "QuestionCandidate": "interfaces.api.plain_questions",
    "Questions": "interfaces.api.questions",
    "Severity": "base.diagnostics",
    "ShownCase": "interfaces.api.cases",
    "Situation": "interfaces.api.situation",
    "Status": "core.query",
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
