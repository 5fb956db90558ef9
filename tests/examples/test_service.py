"""The client of the service in `examples/`, with a service of its own and with one that runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from patience import PATIENCE

CLIENT = Path(__file__).parents[2] / "examples" / "service" / "client.py"


def run_client(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, CLIENT, *arguments], capture_output=True, text=True, timeout=PATIENCE)


def run_client_on(book: str) -> subprocess.CompletedProcess[str]:
    """The client on a service that has a book, and runs on a port that was free."""
    command = [sys.executable, "-m", "rulewright", "serve", "--api", book, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        try:
            return run_client(service.stdout.readline().split()[1])
        finally:
            service.terminate()


def check_output(output: str) -> None:
    """The form has values and bounds; the answers are in the order of the questions, and a refused one takes none with it."""
    assert "    u.arm: Which arm is u? infantry | cavalry | " in output
    assert "    printed_allowance(u): What is the normal movement allowance of u? 0 to 20\n" in output
    answers = [line.strip() for line in output.split("\n\n", 1)[1].splitlines() if line.startswith("    ")]
    assert answers[:4] == [
        "the movement allowance of u: 7 MP (answered; cases: 8.6)",
        "the movement allowance of u: 5 MP (answered; cases: 8.6)",
        "the movement allowance of u: 6 MP (answered; cases: 8.6)",
        "refused: `hail` is not a value of `weather`, which is clear, mud or snow",
    ]
    assert answers[4].startswith("the movement allowance of u: facts are missing") and answers[5].startswith(
        "missing u.arm: Which arm is u?"
    )


def test_the_client_starts_a_service_and_ends_it() -> None:
    done = run_client()
    assert (done.returncode, done.stderr) == (0, "")
    check_output(done.stdout)


def test_the_client_uses_a_service_that_runs() -> None:
    done = run_client_on("la-grande-armee")
    assert (done.returncode, done.stderr) == (0, "")
    check_output(done.stdout)


def test_a_request_that_is_refused_ends_the_client_with_a_sentence() -> None:
    done = run_client_on("leipzig-lite")
    assert done.returncode == 1 and done.stderr.startswith("there is no book `la-grande-armee` here\n")
