"""Syntax tree -> rulebook.

Invariants of a rulebook beyond those of its syntax tree: there is one front page; names of the front page are declared once and known;
every number stands for one case; every provision has an address, an origin and a scope; every edition is folded, text and rules
together, with the history of every case.
"""

from rulewright.rulebook.build import build_rulebook, ledger_file_name, refold_editions

__all__ = ["build_rulebook", "ledger_file_name", "refold_editions"]
