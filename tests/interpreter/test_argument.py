"""Every answer carries its argument, on generated books: what won, what was defeated by what, what did not apply, why there is no answer."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import generated_books
from interpreter.test_oracle import program_of
from interpreter.two_texts import as_written
from rulewright.core.lower import lower
from rulewright.interpreter.answer import Answer, Status
from rulewright.interpreter.ask import ask


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_every_answer_says_why(rng: Random) -> None:
    generated = generated_books.book(rng, cases=3, statements=rng.randint(1, 5))
    program = program_of(generated.files)
    core = lower(program)
    ids = {rule.id for rule in program.rules} | {aside.id for aside in program.set_asides}
    for certain in (1.0, 0.5):
        facts = generated_books.situation(rng, certain, generated.pools)
        for asked in generated.questions:
            answer = ask(core, asked.call("u"), {name: as_written(value) for name, value in facts.items()}, world="u, v: unit")
            whole(answer, ids)
            assert bool(answer.missing) is (answer.status is Status.MISSING)


def whole(answer: Answer, ids: set[str]) -> None:
    """The parts that an answer must have, by its status; inner answers too."""
    match answer.status:
        case Status.ANSWERED:
            assert answer.value is not None
        case Status.CONFLICT:
            assert answer.conflict, answer
        case Status.UNDETERMINED:
            assert answer.undetermined is not None, answer
        case Status.MISSING:
            pass  # of inner answers, only that they hang on something is known
    named = {one.rule for one in answer.because} | {one.rule for one in answer.inapplicable}
    named |= {name for one in answer.defeated for name in (one.rule, one.by)}
    assert named <= ids
    assert all(one.why for one in answer.defeated)
    assert all(one.first_false for one in answer.inapplicable)
    assert all(reason.says and reason.effect and reason.location for reason in answer.because)
    for inner in answer.inner:
        whole(inner, ids)
