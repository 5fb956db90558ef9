"""The engines that answer questions from a core, each in a folder of its own; all must give the same outcomes.

A folder here with a module `engine` is an engine; `registry` finds and prepares them.
"""
