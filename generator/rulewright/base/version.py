"""The version of the package: what `--version` prints and every JSON document carries."""

__version__ = "0.3.0"
