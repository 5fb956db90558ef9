"""Slips: a book changed in one place, as an author's hand slips, to see whether an example would notice.

What goes in is a rulebook and one of its editions; what comes out says of every slip that it is noticed, unnoticed, without
effect on any answer, or not decided. A slip is made on the syntax of a line in force (`sow`), so that it is named in the author's
words and at the author's place, and a short form (`means`, `when and only when`) changes in all that it stands for. The edition
is then resolved again; a slip that the book would be refused for is none. The examples that reach the line are run first
(`judge`): one that fails proves that an answer changes, and nothing has to be decided. Only what no example notices goes to the
solver, which compares the two editions on the questions of the line; the situation that it finds becomes an example, and is tried
on the next slips before the solver is.
"""
