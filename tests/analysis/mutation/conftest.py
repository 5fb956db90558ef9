"""The commands as the tests of commands run them."""

from interfaces.cli.conftest import run, valid  # noqa: F401  # fixtures
