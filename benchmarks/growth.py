"""Books that grow in one way each: amendments of one case, editions, cases, a chain of overrides; and what the commands take of them.

Processor time with that of the children, and the most memory of the process itself, each from an empty cache and with one worker.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.frame import Row, choose_size
from benchmarks.processes import usage

GROWTH = 1.3
"""What a step of the input may cost at the large size, in that of the small one."""

HEAD = """\
rulebook grown "A grown book"
  numbering by section

source printed "Rules"
"""

VOCABULARY = """
measure MP "movement point"

record unit "a unit"
  strength: 0..1000 "the strength of {it}"

"""
COST = 'value cost(u: unit): 0..1000 MP "the cost of {u}"\n\ncase 1.1 "Cost"\n  "A unit pays three points."\n  cost(u) is 3 MP\n'
SENTENCE = (
    "unit may march along the road by day when weather and strength of its column allow it and no enemy stands in the next town at dusk"
)
CASES_OF_CHAPTER, CASES_OF_QUESTION = 100, 10

Files = dict[str, str]


def amended_book(amendments: int) -> Files:
    """One case, which so many amendments of one source add a sentence to."""
    parts = [
        HEAD,
        'source errata "Errata"\n  amends printed\nedition printed = printed\nedition errata = printed + errata\n',
        VOCABULARY,
        COST,
    ]
    parts += [
        f'\namend 1.1 in errata as addition\n  appends "A unit of the group {number} is told of its cost before it moves."\n'
        for number in range(amendments)
    ]
    return {"rulebook.case": "".join(parts)}


def editions_book(editions: int) -> Files:
    """One case, and so many editions after the printed one, each with one amendment more, which adds a rule to it."""
    parts = [HEAD]
    parts += [f'source errata_{number} "Errata {number}"\n  amends printed\n' for number in range(editions)]
    parts.append("edition printed = printed\n")
    parts += [f"edition up_to_{n} = {f'up_to_{n - 1}' if n else 'printed'} + errata_{n}\n" for n in range(editions)]
    parts += [VOCABULARY, COST]
    parts += [
        f'\namend 1.1 in errata_{number} as addition\n  adds\n  "A unit of the strength {number} pays one more."\n'
        f"  add 1 MP to cost(u) when u.strength is {number}\n"
        for number in range(editions)
    ]
    return {"rulebook.case": "".join(parts)}


def chain_book(rules: int) -> Files:
    """So many rules of one question, each of which overrides the one before it and says the opposite."""
    parts = [
        HEAD,
        'edition printed = printed\n\nrecord unit "a unit"\n  arm: 0..10000 "the arm of {it}"\n\nverdict go(u: unit) "{u} may go"\n',
    ]
    for number in range(rules):
        overrides = f"  overrides 1.{number}\n" if number else ""
        when = f" when u.arm is at least {10 * number}" if number else ""
        parts.append(f'\ncase 1.{number + 1} "Step {number}"\n{overrides}  {"may not" if number % 2 else "may"} go(u){when}\n')
    return {"rulebook.case": "".join(parts)}


def cases_book(cases: int) -> Files:
    """So many cases of 25 words and a rule each, a hundred to a chapter, which is a file; ten cases are about a question."""
    sentence = SENTENCE.split()
    files = {"rulebook.case": f"{HEAD}edition printed = printed\n{VOCABULARY}"}
    for start in range(0, cases, CASES_OF_CHAPTER):
        chapter = start // CASES_OF_CHAPTER + 1
        parts = [f'chapter {chapter}.0 "Chapter {chapter}"\n']
        for number in range(start, min(start + CASES_OF_CHAPTER, cases)):
            question, place = divmod(number, CASES_OF_QUESTION)
            if not place:
                parts.append(f'\nvalue cost_{question}(u: unit): 0..1000 MP "the cost {question} of {{u}}"\n')
            words = " ".join([*sentence[number % 25 :], *sentence[: number % 25]][:24]).capitalize()
            rule = (
                f"add {place} MP to cost_{question}(u) when u.strength is {place}" if place else f"cost_{question}(u) is {number % 50} MP"
            )
            parts.append(f'\ncase {chapter}.{number - start + 1} "Case {number}"\n  "{words} {number}."\n  {rule}\n')
        files[f"chapter_{chapter:04}.case"] = "".join(parts)
    return files


MEASURED: tuple[tuple[str, Callable[[int], Files], tuple[int, int], tuple[int, int], dict[str, tuple[float | None, float | None]]], ...] = (
    ("amendments of one case", amended_book, (500, 2_000), (10, 20), {"check": (6, None), "show 1.1": (2, None)}),
    ("editions", editions_book, (50, 200), (2, 4), {"check": (15, None), "diff printed {last}": (10, 400)}),
    (
        "cases",
        cases_book,
        (1_000, 10_000),
        (10, 20),
        {"check": (20, 400), "ask cost_0(u) --brief": (3, None), "build --out {out}": (60, None)},
    ),
    ("rules of a chain of overrides", chain_book, (40, 60), (4, 6), {"check": (None, None)}),
)
"""What grows, its book, two sizes (and the smallest), and the commands with their targets at the large size: seconds and MB."""


def rows() -> Iterator[Row]:
    """Time and memory of each command at the larger size, and the growth of the time from the smaller."""
    nothing = usage(["--version"])[0]
    for what, book, sizes, smallest, commands in MEASURED:
        small, large = choose_size(sizes, smallest)
        with tempfile.TemporaryDirectory() as scratch:
            folders = {size: write_files(Path(scratch, str(size)), book(size)) for size in (small, large)}
            for command, (seconds, megabytes) in commands.items():
                taken = {size: usage(_arguments(command, size, folder, Path(scratch))) for size, folder in folders.items()}
                name = command.split()[0]
                yield Row(f"{name} of {large:,} {what}", taken[large][0], "s", seconds)
                yield Row(f"{name} of {large:,} {what}: memory", taken[large][1] / 1024, "MB", megabytes)
                growth = (taken[large][0] - nothing) / large / ((taken[small][0] - nothing) / small)
                yield Row(f"{name}: growth of time per one of {what}, {small:,} to {large:,}", growth, "times", GROWTH)


def write_files(folder: Path, files: Files) -> Path:
    """Write a book to a folder that is made, and return it."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _arguments(command: str, size: int, folder: Path, scratch: Path) -> list[str]:
    first, *others = command.format(last=f"up_to_{size - 1}", out=scratch / f"site-{size}").split()
    workers = ["--workers", "1"] if first in ("check", "diff", "build") else []
    return [first, str(folder), *others, *workers, "--no-cache"]
