"""Reserved words of the language, by the context of the name.

A word is a keyword only where the grammar accepts it, so most words remain free. These are the exceptions; a test derives them again from
the parser's table.
"""

from __future__ import annotations


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# They begin or join conditions and amounts, so no name in an expression can be one of them.
IN_EXPRESSIONS = _split_words(
    """all and any at between either every if in is less may more must neither no none not or otherwise rounded should some the unless
    when yes"""
)

# They begin a line of a case, so no subject of a rule (value, predicate, table) can be one of them.
AT_LINE_STARTS = _split_words(
    """accepts add adds answers appends applies asks background bears choice component confirms corrects deletes does enters example
    except extends in inserts may multiply must need not note only option overrides place reads redirects refers removes renames
    renumbers replaces scenario sets settles should step strikes table take while withdraws"""
)

# They may follow a number, so no measure can be one of them.
AFTER_NUMBERS = _split_words("and as at but by from in is not or otherwise percent rounded satisfies times to unless up when")
