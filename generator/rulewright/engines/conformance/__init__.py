"""The conformance kit: questions with their outcomes and arguments, for engines to be held against.

A kit consists of every example of a book and of questions drawn at random from a seed; the reference interpreter supplies the outcomes, and
questions that it cannot answer for sure are left out and counted. `rulewright conformance` writes a kit with its core;
`rulewright test --engine` runs one against an engine of this package, through the JSON forms of both, and names the first difference.
"""
