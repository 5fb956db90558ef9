"""JSON text -> a document of known shape.

Properties of a document from here that its text need not have: every number is exact, no name is given twice, and it fits its published
schema (`grammar/schema/NAME.schema.json`). All faults are found in one run, each a sentence with its place as a JSON pointer:
`/u/arm`. `read` is the entry point, `exact` refuses JSON that is not exact, `schema` refuses violations of a schema.
"""

from __future__ import annotations

from rulewright.base.documents.read import DocumentError, parse_document, read_document

__all__ = ["DocumentError", "parse_document", "read_document"]
