"""JSON text -> a document of which the shape is known.

What holds of a document from here and did not hold of its text: every number is exact, no name is given twice, and it fits its published
schema (`grammar/schema/NAME.schema.json`). What is wrong is found in one run, each fault a sentence with its place as a JSON pointer:
`/u/arm`. `read` opens the door, `exact` has what JSON allows and we do not, `schema` what a schema does not allow.
"""

from __future__ import annotations

from rulewright.base.documents.read import DocumentError, parse_document, read_document

__all__ = ["DocumentError", "parse_document", "read_document"]
