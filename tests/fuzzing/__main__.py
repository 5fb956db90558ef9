"""`make fuzz MINUTES=n`: every way into the product is given inputs that a fuzzer makes up, guided by what of the code they reach.

cd tests && python -m fuzzing --minutes 10 [--target text] [--found FOLDER]

Each target runs in a process of its own for an equal share of the time, from seeds of the shipped books and from what was found before. What
breaks the contract is written to `tests/fuzzing/found`, one file for each kind of fault; the ordinary tests run those files for good.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from fuzzing.targets import SEEDS_OF_FERRY, TARGETS, Target
from rulewright.resources import book_folder, grammar_file, shipped_books

HERE = Path(__file__).parent
FOUND = HERE / "found"
BUILD = HERE.parent.parent / "build" / "fuzz"
SECONDS_AN_INPUT = 20
MEGABYTES = 2_000
LONGEST = 6_000  # bytes of an input


SHEETS = Path(__file__).parents[1] / "importing" / "sheets"


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    if target in SEEDS_OF_FERRY:
        yield SEEDS_OF_FERRY[target].encode()
    if target in ("text", "book", "overlay", "edited"):
        for name in shipped_books():
            for path in sorted(book_folder(name).glob("*.case")):
                yield from (block.encode()[:LONGEST] for block in re.split(r"\n(?=case )", path.read_text("utf-8")))
    if target in ("expression", "question"):
        yield b"allowance(u)\nu.arm=foot\nweather=mud"
        for name in shipped_books():
            for path in sorted(book_folder(name).glob("*.case")):
                yield from (line.encode() for line in re.findall(r"when (.+)", path.read_text("utf-8")))
    if target == "facts":
        yield b'{"u.arm": "foot", "weather": "mud", "world": {"u": "unit"}, "u": {"arm": "horse"}}'
    if target in ("sheet", "html"):
        ends = (".md", ".txt") if target == "sheet" else (".html",)
        yield from (path.read_bytes() for path in sorted(SHEETS.iterdir()) if path.suffix in ends)
    if target == "pdf":
        from importing.books import pdf

        yield pdf(["[4.1] (Clarification) Ships wait."], ["[4.2] Delete this case."])
    if target == "link":
        from fuzzing.page import LINKS

        yield from (link.encode() for link in LINKS)
    if target == "typed":
        yield from (b"8.2", b"campaign 8.2.1", "mud \u201cleader goes\u201d 08,2 infantry in".encode(), b"[Movement (5)] Q1")
    if target == "core":
        yield _core_of_ferry()
    if target == "kept":
        from rulewright.packing import pack
        from rulewright.source import Location

        yield pack((Location("a.case", 1, 1, 1, 2), {"a": (1, None, True)}, frozenset({"b"})))


def _core_of_ferry() -> bytes:
    import json
    import tempfile

    from cli.ferry import write_book
    from rulewright.core.json_form import core_json
    from rulewright.loaded import load

    with tempfile.TemporaryDirectory() as folder:
        return json.dumps(core_json(load(str(write_book(Path(folder) / "ferry")), cache=False).core())).encode()


def words() -> list[str]:
    """The keywords and signs of the language, as a dictionary for the fuzzer."""
    return sorted(set(re.findall(r'"([^"\\\s]+)"', grammar_file().read_text("utf-8"))))


def kind_of(fault: BaseException) -> str:
    """A short name of a fault: what it is and where it was raised."""
    frames = traceback.extract_tb(fault.__traceback__)
    at = next((one for one in reversed(frames) if "rulewright" in one.filename), frames[-1])
    return f"{type(fault).__name__} in {Path(at.filename).name}:{at.name}"


def fuzz(name: str, seconds: int, found: Path) -> None:
    """Fuzz one target in this process, until the time is over."""
    import atheris

    with atheris.instrument_imports(include=["rulewright"]):
        import rulewright.checks.run
        import rulewright.language.recovery  # noqa: F401
    target: Target = TARGETS[name]
    seen: set[str] = set()

    def once(data: bytes) -> None:
        try:
            target(data)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as fault:
            kind = kind_of(fault)
            if kind not in seen:
                seen.add(kind)
                (found / f"{name}-{blake2b(kind.encode(), digest_size=4).hexdigest()}").write_bytes(data)
                print(f"  {name}: {kind}: {str(fault)[:200]!r}", flush=True)

    found.mkdir(parents=True, exist_ok=True)
    corpus = BUILD / name
    corpus.mkdir(parents=True, exist_ok=True)
    for data in seeds(name):
        (corpus / blake2b(data, digest_size=8).hexdigest()).write_bytes(data[:LONGEST])
    dictionary = BUILD / "words.txt"
    dictionary.write_text("".join(f'"{word}"\n' for word in words()), "utf-8")
    limits = [f"-max_total_time={seconds}", f"-timeout={SECONDS_AN_INPUT}", f"-rss_limit_mb={MEGABYTES}", f"-max_len={LONGEST}"]
    atheris.Setup([sys.argv[0], str(corpus), *limits, f"-dict={dictionary}", f"-artifact_prefix={found}/{name}-", "-verbosity=1"], once)
    atheris.Fuzz()


def main() -> int:
    """Fuzz every target, or one; the status is 1 where anything broke the contract."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--minutes", type=float, default=10)
    given.add_argument("--target", choices=TARGETS)
    given.add_argument("--found", type=Path, default=FOUND)
    given.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = given.parse_args()
    names = [chosen.target] if chosen.target else list(TARGETS)
    seconds = max(5, round(chosen.minutes * 60 / len(names)))
    if chosen.here:
        fuzz(chosen.target, seconds, chosen.found)
        return 0
    inputs, broken = 0, 0
    for name in names:
        command = [
            sys.executable,
            "-m",
            "fuzzing",
            "--here",
            "--target",
            name,
            "--minutes",
            str(seconds / 60),
            "--found",
            str(chosen.found),
        ]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        runs = int((re.findall(r"Done (\d+) runs", done.stderr) or re.findall(r"^#(\d+)", done.stderr, re.M) or ["0"])[-1])
        faults = [line for line in done.stdout.splitlines() if line.startswith("  ")]
        if done.returncode != 0:
            faults.append(f"  {name}: ended with status {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
        inputs, broken = inputs + runs, broken + len(faults)
        print(f"{name:10} {runs:9,} inputs, {len(faults)} kinds of fault", *faults, sep="\n", flush=True)
    print(f"{inputs:,} inputs in all, {broken} kinds of fault")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
