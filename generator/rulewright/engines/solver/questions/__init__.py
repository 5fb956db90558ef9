"""The face of the solver: one question of an edition as regions of situations, and what can be asked of it.

An `EditionSolver` (`edition`) encodes a question in a world of few things, in an abstraction or in a crowd, as a `QuestionFormulas`
(`question`). That has its rules and regions, and decides whether a region can hold and where: it chooses between samples, search and z3
by itself, in budgets of steps. What is known of one kind of region is in a file of its own. Who asks need know nothing of formulas: a
region is a handle, to be joined with others by `both`, `either` and `without`.
"""
