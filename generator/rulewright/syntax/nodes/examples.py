"""Examples: a small world, its facts, and the expected answers."""

from __future__ import annotations

from rulewright.base.keywords import Expected
from rulewright.base.records import record
from rulewright.syntax.nodes.base import Tagged
from rulewright.syntax.nodes.expressions import Expr


@record
class Then(Tagged):
    """`then allowance(u) is 5 MP`, `then undetermined morale(e), open H_42`.

    For HOLDS, `about` is a condition; else it is a question, and `reading`, `why` (`silent`, `not held`, `tie`) and `lacks` narrow it.
    """

    expected: Expected
    about: Expr
    reading: str | None = None
    why: str | None = None
    lacks: tuple[Expr, ...] = ()


@record(kw_only=True)
class Circumstances(Tagged):
    """A closed small world, its facts and its switches. A `given` may fix a derived answer too; `backgrounds` are included by name."""

    world: tuple[tuple[str, str], ...] = ()  # (thing, kind)
    given: tuple[Expr, ...] = ()
    options: tuple[str, ...] = ()
    scenario: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    backgrounds: tuple[str, ...] = ()


@record
class Background(Circumstances):
    """`background battle "an ordinary battle"`: shared circumstances of the examples that say `with background battle`.

    Without a name it applies to all examples of its case, or under a chapter to all examples of the file.
    """

    name: str = ""
    title: str | None = None


@record
class Example(Circumstances):
    """`example "cavalry in mud"` with its circumstances and the expected answers.

    `as_usual`: what is not given has its usual value.
    """

    title: str
    then: tuple[Then, ...] = ()
    edition: str | None = None
    as_usual: bool = False
