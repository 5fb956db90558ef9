"""The forms of files that can be imported, by the ends of their names."""

from __future__ import annotations

TEXT = (".txt", ".text", ".md", ".markdown", "")
HTML = (".html", ".htm", ".xhtml")
DELIMITED, WORKBOOK, DECISIONS = (".csv", ".tsv"), ".xlsx", ".dmn"
TABLES = (*DELIMITED, WORKBOOK, DECISIONS)
DIFFS = (".diff", ".patch")
ACTS = (".xml", ".akn", ".uslm")
