"""Puts the mutants of the clean book to the peers and records what their own checks said: see README.md beside this file.

`python -m benchmarks.peers.run PEERS`: PEERS is a folder with a virtual environment `venv` that has zen-engine, and with publicodes in
`node_modules`. Both stay outside the project.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.mutations import Defect, Mutant, mutants
from benchmarks.peers.plain import NoSuchForm, Plain, plain
from benchmarks.peers.situations import Situation, our_answer, situations
from benchmarks.peers.to_publicodes import to_publicodes
from benchmarks.peers.to_zen import to_zen
from benchmarks.reading import folder_as_text, read
from rulewright.semantics import model as p

HERE = Path(__file__).parent
CLEAN = HERE.parent / "books" / "weir"
RECORDED = HERE / "recorded.json"
SITUATIONS = 200
NAME = "clean"


@dataclass(frozen=True, slots=True)
class Peer:
    """How a peer is written for and run; `facts` turns a situation into its input, `name` a question into its name there."""

    title: str
    model: Callable[[Plain], dict[str, Any]]
    facts: Callable[[Plain, Situation], dict[str, Any]]
    name: Callable[[str], str]
    command: Callable[[Path], list[str]]
    version: Callable[[Path], str]
    ran: str


def _zen_facts(book: Plain, situation: Situation) -> dict[str, Any]:
    return {name.replace(".", "_"): _placed(book, value) for name, value in situation.items()}


def _publicodes_facts(book: Plain, situation: Situation) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for name, value in situation.items():
        value = _placed(book, value)
        told = ("oui" if value else "non") if isinstance(value, bool) else f"'{value}'" if isinstance(value, str) else value
        written[_spaced(name)] = told
    return written


def _placed(book: Plain, value: Any) -> Any:
    return book.places.get(value, value) if isinstance(value, str) else value


def _spaced(name: str) -> str:
    return name.replace(".", " ").replace("_", " ")


def _zen_version(folder: Path) -> str:
    asked = "import importlib.metadata as m; print(m.version('zen-engine'))"
    return subprocess.run([str(folder / "venv/bin/python"), "-c", asked], capture_output=True, text=True, check=True).stdout.strip()


def _publicodes_version(folder: Path) -> str:
    return str(json.loads((folder / "node_modules/publicodes/package.json").read_text("utf-8"))["version"])


PEERS = (
    Peer(
        "ZEN", to_zen, _zen_facts, str, lambda folder: [str(folder / "venv/bin/python"), str(HERE / "run_zen.py")], _zen_version,
        "`ZenDecision.validate()` on a chain of decision tables (hit policy first, overriding rules on top; sums and limits by collect),"
        " and every cell and expression compiled",
    ),
    Peer(
        "Publicodes", to_publicodes, _publicodes_facts, _spaced, lambda _: ["node", str(HERE / "run_publicodes.mjs")], _publicodes_version,
        "`new Engine(rules, {strict: all})` with every warning on, then every rule evaluated with nothing known; each rule `remplace`s the"
        " answer of its question where it is `applicable si`, with a priority from the overrides",
    ),
)  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print(__doc__)
        return 2
    folder = Path(arguments[0]).resolve()
    files = folder_as_text(CLEAN)
    program = read(files).program
    found = list(mutants(program, files))
    drawn = list(situations(program, SITUATIONS))
    recorded: dict[str, Any] = {"book": "benchmarks/books/weir", "mutants": len(found), "situations": SITUATIONS, "peers": []}
    recorded["peers"] = [_recorded(peer, folder, program, found, drawn) for peer in PEERS]
    RECORDED.write_text(json.dumps(recorded, indent=1) + "\n", "utf-8")
    for peer in recorded["peers"]:
        print(
            peer["name"],
            peer["version"],
            peer["agrees"],
            [(kind["kind"], kind["mutants"], kind["found"], kind["at_run_time"]) for kind in peer["kinds"]],
        )
    return 0


def _recorded(peer: Peer, folder: Path, program: p.Program, found: Sequence[Mutant], drawn: Sequence[Situation]) -> dict[str, Any]:
    """Counts by kind. A defect is found if the peer's checks say what they did not say of the clean book; it shows at run time if in
    one of the situations drawn an answer that was there is gone, or is an error."""
    clean = plain(program)
    jobs = [_job(peer, NAME, clean, drawn)]
    for place, mutant in enumerate(found):
        changed = read(mutant.files)
        if len(changed.program.rules) < len(program.rules):
            continue  # its text is refused when it is read, so there is nothing to translate
        try:
            jobs.append(_job(peer, str(place), plain(changed.program), drawn))
        except NoSuchForm:
            continue
    results = {result["name"]: result for result in run_jobs(peer, folder, jobs)}
    whole = results[NAME]
    said = {place: set(results[str(place)]["said"]) - set(whole["said"]) for place in range(len(found)) if str(place) in results}
    gone = {place for place in said if not said[place] and _gone(whole["answers"], results[str(place)]["answers"])}
    kinds = []
    for kind in Defect:
        of_kind = [place for place, mutant in enumerate(found) if mutant.kind is kind]
        put = [place for place in of_kind if place in said]
        kinds.append({
            "kind": str(kind), "mutants": len(put), "not_put": len(of_kind) - len(put), "found": sum(bool(said[place]) for place in put),
            "at_run_time": sum(place in gone for place in put),
        })  # fmt: skip
    examples = sorted({text for texts in said.values() for text in texts})[:5]
    return {
        "name": peer.title,
        "version": peer.version(folder),
        "ran": peer.ran,
        "agrees": _agreement(clean, whole, drawn),
        "kinds": kinds,
        "said": examples,
    }


def _job(peer: Peer, name: str, book: Plain, drawn: Sequence[Situation]) -> dict[str, Any]:
    questions = [peer.name(question.name) for question in book.questions]
    return {"name": name, "model": peer.model(book), "situations": [peer.facts(book, one) for one in drawn], "questions": sorted(questions)}


def run_jobs(peer: Peer, folder: Path, jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as scratch:
        given, told = Path(scratch, "jobs.json"), Path(scratch, "results.json")
        given.write_text(json.dumps(jobs), "utf-8")
        subprocess.run([*peer.command(folder), str(given), str(told)], cwd=folder, check=True)
        results: list[dict[str, Any]] = json.loads(told.read_text("utf-8"))
        return results


def _gone(clean: Sequence[Sequence[Any]], changed: Sequence[Sequence[Any]]) -> bool:
    return any(
        there is not None and (now is None or (isinstance(now, str) and now.startswith("error")))
        for before, after in zip(clean, changed, strict=True)
        for there, now in zip(before, after, strict=True)
    )


def _agreement(book: Plain, clean: dict[str, Any], drawn: Sequence[Situation]) -> str:
    """How many answers of the peer on the clean book are those of the interpreter: whether the translation is a fair one."""
    questions = sorted(book.questions, key=lambda question: question.name)
    same = asked = 0
    for situation, answers in zip(drawn, clean["answers"], strict=True):
        for question, answer in zip(questions, answers, strict=True):
            asked += 1
            same += _placed(book, our_answer(book.program, question, situation)[1]) == answer
    return f"{same} of {asked}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
