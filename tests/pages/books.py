"""Small rulebooks for the tests of the site: source text in, what `build_site` takes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import written
from rulewright.analysis.comparison.amendments import Meaning
from rulewright.analysis.dependencies.build import build_graph
from rulewright.analysis.mutation.model import SlipResults
from rulewright.analysis.mutation.run import SlipJob
from rulewright.analysis.verdicts.findings import EditionVerdicts, NotAnalysed
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.core.lower import lower
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.content import book_pages
from rulewright.syntax import nodes

if TYPE_CHECKING:
    from rulewright.analysis.dependencies.model import Graph
    from rulewright.core.model import Core
from rulewright.base.workers import Workers

T = TypeVar("T")
FRONT = """\
rulebook campaign "The Campaign"
  numbering decimal
  about "A small campaign with [supply], made for tests."
  try "allowance(u) u.arm=cavalry weather=mud"

source printed "Rules booklet"
  dated "1813"

source errata "Errata"
  amends printed
  ledger "ledger.csv"

edition printed "As printed" = printed
edition errata "With errata" = printed + errata

precedence
  stated
  never over may

option ney "Marshal Ney rule"

measure MP "movement point"
measure hex "hex"

enum weather: clear, mud, snow
enum arm: infantry, cavalry, horse_artillery "horse artillery", leader
class mounted: cavalry, leader

record town "a town"

record unit "a unit"
  arm: arm "the arm of {it}"
  reserve: yes/no "{it} is in reserve"
    usually no
    found decided by french

fact weather: weather "the weather"
  usually clear
  found in the booklet
fact printed_allowance(u: unit): 0..20 MP "the printed allowance of {u}"
fact distance(u: unit, t: town): 0..200 hex "the distance from {u} to {t}"

value allowance(u: unit): 0..40 MP "the movement allowance of {u}"
verdict forage(u: unit, t: town) "{u} draws forage at {t}"
  otherwise forbidden

term "supply" "What an army eats, see [8.2]."
  also "provisions", "oob"
  in 8.2
"""

CHAPTER = """\
chapter 8.0 "Movement"

case 8.1 "Allowance"
  "Each unit moves as far as its [supply] allows, see [8.2] and [8.99]."
  allowance(u) is printed_allowance(u)                                   @C-1

case 8.11 "Leaders"
  "A *leader* goes where it likes & pays nothing."
  overrides 8.1
  allowance(u) is 20 MP when u.arm is leader                             @C-2

case 8.2 "Weather"
  "Mud takes 2 MP, `always`."
  take 2 MP from allowance(u) when weather is mud and u.arm not in mounted    @C-3
  example "infantry in mud"                                              @T-1
    given printed_allowance(u) is 5 MP, weather is mud, u.arm is infantry, not u.reserve
    then allowance(u) is 3 MP

case 8.3 "Ground"
  table cost(weather: weather, arm: arm): 0..9 MP
    |       | infantry | cavalry, leader | horse_artillery |
    | clear | 1        | 1               | 2               |
    | mud   | 2        | -               | 4               |

case 8.4 "Forage"
  "See [8.1]."
  may forage(u, t) when all of
    a. distance(u, t) is at most 3 hex                                   @C-4
    b. not u.reserve
  table reach(arm: arm): 0..9 hex
    | infantry | 3 |
    | cavalry  | 4 |

case 8.5
  not held, bears on forage(u, t)

case 8.6 "Old"
  "Nobody reads this."

case 8.7 "New weather" new in errata
  "Snow takes 1 MP."
  option ney
  take 1 MP from allowance(u) when weather is snow

amend 8.2 in errata as correction "Mud"
  replaces "2 MP" with "3 MP"

amend 8.4 in errata as addition
  appends "Leaders forage too."
  corrects reach row "cavalry" column "reach" from 4 to 5
  may forage(u, t) when u.arm is leader

amend 8.6 in errata as omission
  deletes the case

ruling Q1 on 8.4 in errata as common_error
  asks "May a unit in reserve forage?"
  answers "Never."
  may not forage(u, t) when u.reserve

reading H_1 on 8.2 "Mud and leaders"
  "The text does not say."
  choice as_printed in play
  choice no_mud "Leaders ignore mud": allowance(u) is at least 20 MP when u.arm is leader
"""

LEDGER = """\
item,section,locator,kind,summary,refs,computable,shape,ocr_note
C-1,Movement,8.1,rule,Units have an allowance,,yes,value,
C-2,Movement,8.1,rule,Leaders move freely,,yes,value,
C-3,Movement,8.2,rule,Mud costs,,yes,modifier,
C-4,Movement,8.4,rule,Forage is near,,yes,permission,
C-9,Movement,8.9,rule,A lost rule,,yes,rule,
"""


@dataclass(frozen=True)
class Figures:
    """What `analysis.coverage.Coverage` has that pages show."""

    statements: int = 5
    placed: int = 4
    computable: int = 5
    executable: int = 4
    exercised: int = 1
    unplaced: tuple[str, ...] = ("C-9",)
    not_executable: tuple[str, ...] = ("C-9",)
    not_exercised: tuple[str, ...] = ("C-2", "C-3")
    words_only: tuple[str, ...] = ("C-4",)
    to_exercise: int = 4


@dataclass
class GivenBook:
    """What the pipeline would hand over."""

    book: Rulebook
    name: str = "campaign"
    diagnostics: tuple[Diagnostic, ...] = ()
    examples: tuple[Any, ...] = ()
    coverage: Any = field(default_factory=Figures)
    undecided_questions: tuple[tuple[NotAnalysed, tuple[str, ...]], ...] = ()
    changes: dict[tuple[str, str], Meaning] = field(default_factory=dict)
    pairs: dict[str, EditionVerdicts] = field(default_factory=dict)
    tried: bool = False

    def precedence_report(self, edition: str | None = None) -> EditionVerdicts:
        name = edition or self.book.default_edition
        return self.pairs.get(name, EditionVerdicts(name))

    @property
    def cores(self) -> dict[str, Core]:
        return {name: lower(resolve(self.book, name)[0]) for name in self.book.editions}

    def graph(self, edition: str | None = None) -> Graph:
        return build_graph(self.book, lower(resolve(self.book, edition or self.book.default_edition)[0]))

    def load_or_make(self, part: str, make: Callable[[], T]) -> T:
        return make()

    @property
    def has_changes(self) -> bool:
        return True

    @property
    def slips(self) -> SlipResults:
        return SlipJob(self.book, self.book.default_edition, DEFAULT_BUDGET, Workers()).result()

    @property
    def has_slips(self) -> bool:
        return self.tried


def tree_of(files: Mapping[str, str]) -> nodes.SyntaxTree:
    """The campaign's files as one tree."""
    return written.tree_of(files, "campaign")


def campaign(chapter: str = CHAPTER, front: str = FRONT, slug: str = "campaign") -> GivenBook:
    """The campaign above, or one with other chapters or another front page."""
    book, _ = build_rulebook(tree_of({"rulebook.case": front, "movement.case": chapter}), ledger=LEDGER, slug=slug)
    return GivenBook(book, slug)


def pages_of(given: GivenBook) -> dict[str, str]:
    """The Markdown of every page of a book on a site with the manual, by its path in the book's folder without `.md`."""
    of = BookOfSite(given, has_manual=True)
    return {page.path.rpartition("/")[2].removesuffix(".md"): page.markdown for page in book_pages(of)}


def files_of(site: Path) -> dict[Path, bytes]:
    """Every file of a built site, by its path from there."""
    return {path.relative_to(site): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


def case_of(markdown: str, number: str) -> str:
    """What stands on a page from a case's heading up to the next one."""
    start = markdown.index(f"{{#case-{number} ")
    end = markdown.find(" .rw-case}", start + 40)
    return markdown[start : end if end >= 0 else None]


def folder_of(tmp: Path, given: GivenBook) -> Path:
    """The campaign as a folder of files, for whatever wants to read it itself."""
    tmp.mkdir(parents=True, exist_ok=True)
    (tmp / "rulebook.case").write_text(FRONT, encoding="utf-8")
    (tmp / "movement.case").write_text(CHAPTER, encoding="utf-8")
    (tmp / "ledger.csv").write_text(LEDGER, encoding="utf-8")
    return tmp
