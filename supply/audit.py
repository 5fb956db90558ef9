"""`make audit`: whether a vulnerability is known of any pinned package. `python -m supply.audit LOCK ... [--warn]`

Advisories come from an index (PyPI's). Where none can be reached, one line says that nothing was audited, and that is no failure. With
`--warn`, as in continuous integration, what is found is printed and is no failure either: an advisory that appears overnight says
nothing about the change that is being tested, and must not stop it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 15  # seconds for one answer of the index
LONGEST = 300  # seconds for all of them


def findings(report: dict[str, Any]) -> Iterator[str]:
    """A line for each known vulnerability: the package, its version, the advisory, and where it is mended."""
    for package in report["dependencies"]:
        for one in package.get("vulns", ()):
            names = ", ".join(dict.fromkeys((one["id"], *one.get("aliases", ()))))
            mended = f"mended in {', '.join(one['fix_versions'])}" if one.get("fix_versions") else "not mended yet"
            yield f"{package['name']} {package['version']}: {names} ({mended})"


def audit(lock: Path) -> dict[str, Any] | str:
    """What pip-audit reports of a lock, or why there is no report."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), "--require-hashes", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--timeout", str(PATIENCE)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return f"no answer in {LONGEST} seconds"
    try:
        report = json.loads(done.stdout)
    except ValueError:
        last = [line for line in done.stderr.strip().splitlines() if line.strip()][-1:] or [f"status {done.returncode}"]
        return last[0][:200]
    if not isinstance(report, dict) or "dependencies" not in report:
        return "a report that cannot be read"
    if not any(map(is_audited, report["dependencies"])):  # a mirror that has packages and no advisories
        return "the index knows nothing of these packages"
    return report


def is_audited(package: dict[str, Any]) -> bool:
    """Whether the index knew the package: one that it does not know is passed over, with a reason."""
    return "skip_reason" not in package


def main(words: Sequence[str] | None = None) -> int:
    """Audit locks; the status is 1 where a vulnerability is known, and never with `--warn`."""
    given = argparse.ArgumentParser(prog="python -m supply.audit", description=__doc__)
    given.add_argument("locks", nargs="+", type=Path)
    given.add_argument("--warn", action="store_true", help="what is found is a warning")
    chosen = given.parse_args(words)
    known = 0
    for lock in chosen.locks:
        report = audit(lock)
        if isinstance(report, str):
            print(f"audit: {lock.name} is skipped, no advisories can be had: {report}")
            continue
        found = list(findings(report))
        known += len(found)
        for line in found:
            print(f"audit: {'warning: ' if chosen.warn else ''}{line}")
        audited = sum(map(is_audited, report["dependencies"]))
        print(f"audit: {lock.name}: {audited} of {len(report['dependencies'])} packages audited, {len(found)} known vulnerabilities")
    return 1 if known and not chosen.warn else 0


if __name__ == "__main__":
    sys.exit(main())
