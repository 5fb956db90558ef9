"""The manual's page of commands names every command and every option, and none that is not there."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import click

from rulewright.cli.app import COMMANDS


def page(root: Path) -> str:
    return (root / "site" / "pages" / "project" / "commands.md").read_text("utf-8")


def commands() -> dict[str, click.Command]:
    return {name: import_module(f"rulewright.cli.{module}").command for name, module in COMMANDS.items()}


def test_every_command_is_named(root: Path) -> None:
    assert set(re.findall(r"rulewright (\w+)\b", page(root))) == set(COMMANDS)


def test_options_are_those_that_exist(root: Path) -> None:
    there = {option for command in commands().values() for param in command.params for option in (*param.opts, *param.secondary_opts)}
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", page(root)))
    assert told <= there | {"--help"}
    assert {option for option in there if option.startswith("--")} - told <= {"--interview"}, "the page leaves out an option"
