"""The reference interpreter: a question is answered in one situation, with its whole argument.

Here the meaning of the language is carried out; every other engine is held equal to this one by tests. `engine` makes it an engine.
"""
