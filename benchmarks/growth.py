"""Books that grow in one way each: amendments of one case, editions, cases, a chain of overrides. What the commands take of them."""

from __future__ import annotations

from pathlib import Path

HEAD = """\
rulebook grown "A grown book"
  numbering by section

source printed "Rules"
"""

VOCABULARY = """
measure MP "movement point"
enum arm: infantry, cavalry, leader

record unit "a unit"
  arm: arm "the arm of {it}"
  strength: 0..1000 "the strength of {it}"

"""


def amended_book(amendments: int) -> str:
    """One case, which so many amendments of one source add a sentence to."""
    yield_ = [HEAD, 'source errata "Errata"\n  amends printed\nedition printed = printed\nedition errata = printed + errata\n', VOCABULARY]
    yield_.append('value cost(u: unit): 0..60 MP "the cost of {u}"\n\ncase 1.1 "Cost"\n  "A unit pays three points."\n  cost(u) is 3 MP\n')
    yield_ += [
        f'\namend 1.1 in errata as addition\n  appends "A unit of the group {number} is told of its cost before it moves."\n' for number in range(amendments)
    ]
    return "".join(yield_)


def editions_book(editions: int) -> str:
    """One case, and so many editions, each with one amendment more, which adds a rule to it."""
    names = [f"errata_{number}" for number in range(editions)]
    parts = [HEAD]
    parts += [f'source {name} "Errata {number}"\n  amends printed\n' for number, name in enumerate(names)]
    parts.append("edition printed = printed\n")
    parts += [f"edition up_to_{number} = {' + '.join(['printed', *names[: number + 1]])}\n" for number in range(editions)]
    parts.append(VOCABULARY)
    parts.append('value cost(u: unit): 0..1000 MP "the cost of {u}"\n\ncase 1.1 "Cost"\n  "A unit pays three points."\n  cost(u) is 3 MP\n')
    parts += [
        f'\namend 1.1 in {name} as addition\n  adds\n  "A unit of the strength {number} pays one more."\n'
        f"  add 1 MP to cost(u) when u.strength is {number}\n"
        for number, name in enumerate(names)
    ]
    return "".join(parts)


def chain_book(rules: int) -> str:
    """So many rules, each of which overrides the one before it."""
    parts = [HEAD, "edition printed = printed\n", VOCABULARY, 'value cost(u: unit): 0..1000 MP "the cost of {u}"\n']
    for number in range(rules):
        overrides = f"  overrides 1.{number}\n" if number else ""
        when = f" when u.strength is at least {number}" if number else ""
        parts.append(f'\ncase 1.{number + 1} "Step {number}"\n{overrides}  cost(u) is {number} MP{when}\n')
    return "".join(parts)


WORDS = "unit may march along the road by day when weather and strength of its column allow it and no enemy stands in the next town at dusk"


def cases_book(cases: int) -> dict[str, str]:
    """So many cases of 25 words and a rule each, a hundred to a chapter, which is a file; every tenth has a question of its own."""
    files = {"rulebook.case": HEAD + "edition printed = printed\n" + VOCABULARY}
    words = WORDS.split()
    for chapter in range(-(-cases // 100)):
        parts = [f'chapter {chapter + 1}.0 "Chapter {chapter + 1}"\n']
        for place in range(min(100, cases - 100 * chapter)):
            number = 100 * chapter + place
            group = number // 10
            if place % 10 == 0:
                parts.append(f'\nvalue cost_{group}(u: unit): 0..1000 MP "the cost {group} of {{u}}"\n')
            turned = [*words[number % 25 :], *words[: number % 25]][:24]
            rule = f"cost_{group}(u) is {number % 50} MP" if place % 10 == 0 else f"add {place % 10} MP to cost_{group}(u) when u.strength is {place % 10}"
            parts.append(f'\ncase {chapter + 1}.{place + 1} "Case {number}"\n  "{" ".join(turned).capitalize()} {number}."\n  {rule}\n')
        files[f"chapter_{chapter:04}.case"] = "".join(parts)
    return files


def write(folder: Path, files: str | dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in ({"rulebook.case": files} if isinstance(files, str) else files).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
