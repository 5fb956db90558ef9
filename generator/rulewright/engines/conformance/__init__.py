"""The conformance kit: questions with their outcomes and arguments, for engines to be held against.

A kit is made of every example of a book and of questions drawn at random from a seed; the reference interpreter says what comes out, and
questions on which it cannot be sure are left out and counted. `rulewright conformance` writes a kit with the core that it is about;
`rulewright test --engine` puts one to an engine of this package, through the JSON forms of both, and names the first difference.
"""
