"""Rulewright: rulebooks as software. One source gives checks, answers and the living rulebook on the web."""

__version__ = "0.1.0"
