"""Puts the defects that are sown in the five books to the peers: see README.md beside this file.

`python -m benchmarks.peers.run_sown PEERS [--seed 2]` writes `sown.json`; `--table` prints the table of it. PEERS is the folder of `run`.

A shipped book is too much for a peer: what is said of some or all things has no form there. So it is given the questions of the book's last
edition that can be said, each with all that it asks. A defect *can be put* where these are another model with it. It is found if the
peer's checks then say what they do not say of the clean book.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.peers.plain import NoSuchForm, plain
from benchmarks.peers.run import NAME, PEERS, Peer, run_jobs
from benchmarks.reading import resolved
from benchmarks.sown.draw import books, drawn
from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown
from rulewright.semantics import model as p
from rulewright.semantics import terms as t

RECORDED = Path(__file__).parent / "sown.json"
EACH = 7


def main(arguments: Sequence[str]) -> int:
    wanted = _wanted(arguments)
    if wanted.table:
        print(*table(json.loads(RECORDED.read_text("utf-8"))), sep="\n")
        return 0
    among = books()
    every = [sown for kind in Kind for sown in drawn(kind, among, EACH, wanted.seed)]
    recorded = {"seed": wanted.seed, "sown": len(every), "peers": [_recorded(peer, wanted.peers.resolve(), among, every) for peer in PEERS]}
    RECORDED.write_text(json.dumps(recorded, indent=1) + "\n", "utf-8")
    print(*table(recorded), sep="\n")
    return 0


def _wanted(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers.run_sown", description=__doc__)
    parser.add_argument("peers", type=Path, nargs="?", help="the folder in which the peers are installed")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="print the table of what is recorded")
    found = parser.parse_args(arguments)
    if found.peers is None and not found.table:
        parser.error("name the folder in which the peers are installed")
    return found


# ---- what a peer can hold ----------------------------------------------------------------------------------------------------------------


def said_there(peer: Peer, program: p.Program, wanted: Collection[str] | None = None) -> tuple[frozenset[str], dict[str, Any]]:
    """The questions of a program, of those that are wanted, that have a form there with all that they ask, and their model."""
    fitting: set[str] = set()
    for name in program.questions:
        around = _around(program, name)
        if (wanted is None or around <= set(wanted)) and _model(peer, program, around) is not None:
            fitting |= around
    return frozenset(fitting), _model(peer, program, fitting) or {}


def _model(peer: Peer, program: p.Program, names: Collection[str]) -> dict[str, Any] | None:
    try:
        return peer.model(plain(_only(program, names)))
    except NoSuchForm:
        return None


def _around(program: p.Program, name: str) -> frozenset[str]:
    """A question, and those that its rules ask, or what sets them aside."""
    found, waiting = {name}, [name]
    while waiting:
        question = waiting.pop()
        asked = {other for term in _terms(program, question) for other in t.questions_in(term)}
        waiting += sorted(asked - found)
        found |= asked
    return frozenset(found)


def _terms(program: p.Program, question: str) -> Iterator[t.Term]:
    for rule in program.rules:
        if rule.question == question:
            yield from (part.term for part in rule.parts)
            yield from () if rule.effect is None else (rule.effect,)
    yield from _when(question, (on for one in program.overrides for on in one.on))
    yield from _when(question, (on for one in program.set_asides for on in one.on))


def _when(question: str, ons: Iterable[p.OverrideOn | p.SetAsideOn]) -> Iterator[t.Term]:
    """The conditions of statements of precedence where they are about a question."""
    yield from (on.when for on in ons if on.question == question and on.when is not None)


def _only(program: p.Program, names: Collection[str]) -> p.Program:
    """A program with some of its questions alone."""
    overrides = (replace(one, on=tuple(on for on in one.on if on.question in names)) for one in program.overrides)
    set_asides = (replace(one, on=tuple(on for on in one.on if on.question in names)) for one in program.set_asides)
    return replace(
        program,
        questions={name: question for name, question in program.questions.items() if name in names},
        rules=tuple(rule for rule in program.rules if rule.question in names),
        tables={name: table for name, table in program.tables.items() if table.question in names},
        overrides=tuple(one for one in overrides if one.on),
        set_asides=tuple(one for one in set_asides if one.on),
    )


# ---- what it says of the defects ---------------------------------------------------------------------------------------------------------


def _recorded(peer: Peer, folder: Path, among: Sequence[Book], every: Sequence[Sown]) -> dict[str, Any]:
    count: dict[str, Counter[Kind]] = {"sown": Counter(), "put": Counter(), "found": Counter()}
    rules = whole = 0
    examples: set[str] = set()
    for book in among:
        clean = resolved(book.files)[1].program
        names, model = said_there(peer, clean)
        rules += sum(rule.question in names for rule in clean.rules)
        whole += len(clean.rules)
        jobs = [_job(NAME, model)]
        put: dict[str, Sown] = {}
        for place, sown in enumerate(one for one in every if one.book == book.name):
            count["sown"][sown.kind] += 1
            changed = _with(book, sown)
            other = {} if changed is None else said_there(peer, changed, names)[1]
            if other and other != model:
                put[str(place)] = sown
                jobs.append(_job(str(place), other))
        results = {result["name"]: set(result["said"]) for result in run_jobs(peer, folder, jobs)}
        for name, sown in put.items():
            new = results[name] - results[NAME]
            count["put"][sown.kind] += 1
            count["found"][sown.kind] += bool(new)
            examples |= new
    return {
        "name": peer.title,
        "version": peer.version(folder),
        "rules": f"{rules} of {whole}",
        "kinds": [{"kind": str(kind), **{what: counted[kind] for what, counted in count.items()}} for kind in Kind],
        "said": sorted(examples)[:5],
    }


def _with(book: Book, sown: Sown) -> p.Program | None:
    """The program with a defect; None where its text is refused when it is read, so that there is nothing to put to others."""
    files = {path: data.decode("utf-8") for path, data in book.with_defect(sown)[0].files}
    found = resolved(files)[1]
    return None if found.errors else found.program


def _job(name: str, model: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name, "model": model, "situations": [], "questions": []}


def table(recorded: Mapping[str, Any]) -> Iterator[str]:
    """A row for each peer."""
    yield "| | rules that have a form there | defects that can be put | found |"
    yield "|---|--:|--:|--:|"
    for peer in recorded["peers"]:
        put, found = (sum(kind[what] for kind in peer["kinds"]) for what in ("put", "found"))
        yield f"| {peer['name']} {peer['version']} | {peer['rules']} | {put} of {recorded['sown']} | {found} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
