"""Mutation testing: slips are single changes of a book, as an author might make by mistake, to measure what its examples notice.

The input is a rulebook and one of its editions; the output classifies every slip as noticed, unnoticed, without effect on any answer, or
not decided. A slip changes the syntax of a line in force (`mutate`), so that it is shown in the author's words and at the author's place,
and a short form (`means`, `when and only when`) changes in all its expansions. The edition is then resolved again; a slip with which the
book would be rejected is discarded. The examples that reach the line run first (`mutant_verdicts`): one that fails proves that an answer
changes, and the solver is not needed. Only slips that no example notices go to the solver, which compares the two editions on the
questions of the line; the situation that it finds becomes an example, and is tried on the next slips before the solver.
"""
