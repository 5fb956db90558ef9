"""Verdicts on one edition: contradictions, gaps, dead rules and the rest, each shown or proved.

`decide` goes through the questions; a `Context` encodes one and asks the solver; each judge looks for its kind of finding. A situation is
replayed in the interpreter (`witness`) before it is reported. A verdict is stored under a key of all that it depends on (`verdict_keys`).
"""
