"""Fuzzes one target in this process: `python -m fuzzing.run text --seconds 60 --inputs 10000 --found FOLDER`.

All of rulewright is imported under the fuzzer's eyes, so that inputs which reach something new are kept and changed further. A digest of every
input is kept, too, so that what came before, in this run or an earlier one, is not counted again.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
import traceback
from contextlib import nullcontext
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

if TYPE_CHECKING:
    from fuzzing.targets import Target

BUILD = Path(__file__).parents[2] / "build" / "fuzz"
SECONDS_AN_INPUT = 60
"""On a machine that has much to do, too."""
MEGABYTES = 2_000
DIGEST = 8
_OFTEN = 1.0
"""After so many seconds the digests of new inputs are written, so that a crash loses few."""


class Fuzzing:
    """One target at work: the kinds of fault that it has shown, and the inputs that it was given."""

    def __init__(self, name: str, target: Target, seconds: float, inputs: int, found: Path) -> None:
        self.name, self.target, self.found = name, target, found
        self.until, self.most = time.monotonic() + seconds, inputs
        self._faults: set[str] = set()
        self._given = set(digests(name))
        self._new: list[bytes] = []
        self._count, self._written = 0, 0.0

    def once(self, data: bytes) -> None:
        """Give the target an input, and end this process where there were enough."""
        self._count_in(blake2b(data, digest_size=DIGEST).digest())
        try:
            self.target(data)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as fault:
            self._note(kind_of(fault), str(fault), data)
        now = time.monotonic()
        ends = now > self.until or self._count >= self.most
        if ends or now - self._written > _OFTEN:
            self._written = now
            with digests_file(self.name).open("ab") as file:
                file.write(b"".join(self._new))
            self._new.clear()
        if ends:
            sys.stdout.flush()
            os._exit(0)  # the fuzzer has no other end that is not a fault

    def _count_in(self, digest: bytes) -> None:
        if digest not in self._given:
            self._given.add(digest)
            self._new.append(digest)
            self._count += 1

    def _note(self, kind: str, said: str, data: bytes) -> None:
        if kind not in self._faults:
            self._faults.add(kind)
            (self.found / f"{self.name}-{blake2b(kind.encode(), digest_size=4).hexdigest()}").write_bytes(data)
            print(f"  {self.name}: {kind}: {said[:200]!r}", flush=True)


def kind_of(fault: BaseException) -> str:
    """A short name of a fault: what it is and where it was raised."""
    frames = traceback.extract_tb(fault.__traceback__)
    at = next((one for one in reversed(frames) if "rulewright/" in one.filename), frames[-1])
    return f"{type(fault).__name__} in {Path(at.filename).name}:{at.name}"


def digests_file(name: str) -> Path:
    """Where the digests of the inputs of a target are kept."""
    return BUILD / f"{name}.given"


def digests(name: str) -> list[bytes]:
    """The digests of all inputs that a target was given, in this run and in earlier ones."""
    path = digests_file(name)
    kept = path.read_bytes() if path.exists() else b""
    return [kept[at : at + DIGEST] for at in range(0, len(kept), DIGEST)]


def options(target: str, found: Path) -> list[str]:
    """What the fuzzer is told, with the seeds and words that it begins with written to their files."""
    from fuzzing.seeds import longest, seeds, words

    corpus, dictionary = BUILD / target, BUILD / "words.txt"
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    for data in seeds(target):
        (corpus / blake2b(data, digest_size=8).hexdigest()).write_bytes(data[: longest(target)])
    dictionary.write_text("".join(f'"{word}"\n' for word in words()), "utf-8")
    limits = {
        "timeout": SECONDS_AN_INPUT,
        "report_slow_units": SECONDS_AN_INPUT,
        "rss_limit_mb": MEGABYTES,
        "max_len": longest(target),
        "dict": dictionary,
        "artifact_prefix": f"{found}/{target}-",
    }
    return [str(corpus), *(f"-{name}={value}" for name, value in limits.items())]


def main() -> None:
    """Fuzz until the time is over or there were enough inputs."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("target")
    given.add_argument("--seconds", type=float, required=True)
    given.add_argument("--inputs", type=int, required=True)
    given.add_argument("--found", type=Path, required=True)
    given.add_argument("--unwatched", action="store_true", help="what is tried is no Python, and the fuzzer sees nothing of it")
    chosen = given.parse_args()
    watched = nullcontext() if chosen.unwatched else atheris.instrument_imports(include=["rulewright"])
    with watched:  # as long as it works: much is imported when it is first needed
        from fuzzing.seeds import seeds
        from fuzzing.targets import TARGETS

        target = TARGETS[chosen.target]
        told = options(chosen.target, chosen.found)
        target(next(seeds(chosen.target)))  # what is imported and made once is no part of the time
        work = Fuzzing(chosen.target, target, chosen.seconds, chosen.inputs, chosen.found)
        atheris.Setup([sys.argv[0], *told], work.once)
        gc.freeze()  # what is there now stays; it is not looked through again for every input
        atheris.Fuzz()


if __name__ == "__main__":
    main()
