"""What holds of one edition: contradictions, gaps, dead rules and the rest, each shown or proved.

`decide` goes through the questions; a `Context` encodes one and asks the solver; each judge looks for its kind of finding. What is found
is replayed in the interpreter (`witness`) before it is reported. A verdict is kept under the text of all that it depends on (`keys`).
"""
