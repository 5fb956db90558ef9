"""Command lines that are shown for people to type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def ask_command(book: str, question: str, facts: Mapping[str, str], options: Sequence[str] = (), scenario: str | None = None) -> str:
    """Return the command that asks a question with facts, options in play and a scenario.

    >>> ask_command("ferry", "may cross(u)", {"u.arm": "horse", "distance(u, t)": "2 hex"})
    'rulewright ask ferry "may cross(u)" u.arm=horse "distance(u, t)=2 hex"'
    """
    fact_arguments = [quote_argument(f"{name}={value}") for name, value in facts.items()]
    switches = [f"--option {option}" for option in options] + ([] if scenario is None else [f"--scenario {scenario}"])
    return " ".join(["rulewright ask", quote_argument(book), f'"{question}"', *fact_arguments, *switches])


def quote_argument(argument: str) -> str:
    """Return an argument as a shell takes it, within quotation marks where it needs them."""
    return argument if all(letter.isalnum() or letter in "._=-/" for letter in argument) else f'"{argument}"'
