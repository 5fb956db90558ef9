"""The core of an edition, lowered from its program: the data that every engine reads.

A core guarantees more than a program: the rules of each question are grouped by stage with all their addresses, and all precedences are
explicit, with their conditions and principles. An engine adds indexes and functions to a core, and no meaning.
"""
