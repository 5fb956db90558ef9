"""The commands as the tests of commands run them."""

from cli.conftest import run, valid  # noqa: F401  # fixtures
