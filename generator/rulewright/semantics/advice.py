"""Advice: `should forage(u, t) when …` says that the value `advice_on_forage(u, t)` is `advised`, and `should not`, `advised_against`.

Each verdict that some clause of the book advises about has such a value, `none` where no rule speaks. So advice goes before advice as the
answers of any value do, and never before a permission or a requirement; later stages need not know of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.base.diagnostics import Label
from rulewright.base.keywords import Advice, AdviceTest, Comparison, StageVerb
from rulewright.rulebook.model import Rulebook
from rulewright.semantics import terms
from rulewright.semantics.faults import FaultContext
from rulewright.semantics.model import Enum, Question, QuestionKind, Stage
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.types import Enumerated
from rulewright.syntax import nodes

ADVICE = "advice"
"""The enum of what is advised."""
PHRASE_START = "the advice on whether "
"""The beginning of its phrase, before that of the verdict."""
_STAGES = (Stage("base", StageVerb.ONE),)


def declare_advice(vocabulary: Vocabulary, book: Rulebook) -> None:
    """Declare the value of the advice about each verdict that some clause of the book advises about, in whatever edition."""
    for verdict in [vocabulary.questions[name] for name in _names_advised(book) if name in vocabulary.questions]:
        if verdict.kind is not QuestionKind.VERDICT:
            continue  # reported with the rule
        name = advice_name(verdict.name)
        for other_name in (f"kind {ADVICE}", name):
            if other_name in vocabulary.declared_at and verdict.location is not None:
                vocabulary.faults.add(
                    "RW218", f"`{other_name.removeprefix('kind ')}` is what is advised about `{verdict.name}`, and is declared, too",
                    vocabulary.declared_at[other_name], Label(verdict.location, "advised about"), help="give what is declared another name",
                )  # fmt: skip
        vocabulary.enums[ADVICE] = Enum(
            ADVICE, tuple(advice.value for advice in Advice), {Advice.ADVISED_AGAINST.value: "advised against"}, False
        )
        phrase = None if verdict.phrase is None else f"{PHRASE_START}{verdict.phrase}"
        vocabulary.questions[verdict.name] = replace(verdict, advice=name)
        vocabulary.questions[name] = Question(
            name,
            QuestionKind.VALUE,
            verdict.params,
            Enumerated(ADVICE, True),
            _STAGES,
            terms.Const(None),
            phrase,
            location=verdict.location,
        )


def advice_name(verdict: str) -> str:
    """Return the name of the value that holds the advice about a verdict."""
    return f"{ADVICE}_on_{verdict}"


def is_advice(question: Question) -> bool:
    """Return True for the value that holds the advice about a verdict."""
    return isinstance(question.type, Enumerated) and question.type.name == ADVICE


def _names_advised(book: Rulebook) -> Iterator[str]:
    """Yield the names of which a clause says `should` or `should not`."""
    rules = (line for clause in book.clauses for line in _lines_of(clause.block) if isinstance(line, nodes.Rule))
    advising = (rule for rule in rules if any(form.advice for form in nodes.long_forms(rule.verb)))
    yield from dict.fromkeys(head.name for rule in advising for head in rule.heads)


def _lines_of(block: nodes.Block) -> Iterator[nodes.Node]:
    if isinstance(block, nodes.ClauseBlock):
        yield from block.body
    if isinstance(block, nodes.Reading):
        yield from (rule for line in block.body if isinstance(line, nodes.ReadingChoice) for rule in line.rules)


def advice_about(vocabulary: Vocabulary, context: FaultContext, name: str, node: nodes.Node) -> Question:
    """Return the value of the advice about a verdict. Raises `Unresolved` for what is no verdict, and where no clause advises about it."""
    question = vocabulary.questions.get(name)
    if question is not None and question.advice is not None:
        return vocabulary.questions[question.advice]
    if question is not None and question.kind is QuestionKind.VERDICT:
        raise context.fail("RW219", f"nothing advises about `{name}`", node, help=f"write a rule that does: `should {name}(…) when …`")
    kind = "a fact" if question is None or name in vocabulary.facts else f"a {question.kind}"
    help = "what may or must be done is advised: declare it as a `verdict`"
    raise context.fail("RW219", f"`{name}` is {kind}, and only a verdict is advised or advised against", node, help=help)


def as_comparison(vocabulary: Vocabulary, node: nodes.Advised) -> nodes.Compare | None:
    """Return `state is advised` as a comparison with the value of this name where no verdict is tested, else None."""
    question = vocabulary.questions.get(node.call.name)
    if (
        (question is not None and question.kind is QuestionKind.VERDICT)
        or node.test not in (AdviceTest.ADVISED, AdviceTest.NOT_ADVISED)
        or not any(Advice.ADVISED in enum.values for enum in vocabulary.enums.values())
    ):
        return None
    comparison = Comparison.IS_NOT if node.test.is_negated else Comparison.IS
    return nodes.Compare(comparison, node.call, nodes.Call(Advice.ADVISED.value, span=node.span), span=node.span)
