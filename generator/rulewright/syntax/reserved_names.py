"""Words of the language that cannot be names, by where the name would stand.

A word is a keyword only where the grammar accepts it there, so most words stay free. These are what is left; a test works them out again
from the parser's table.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# These begin or join conditions and amounts, so that nothing that stands in an expression can be called so.
IN_EXPRESSIONS = _words(
    "all and any at between every if in is less may more must no none not or otherwise rounded some the unless when yes"
)

# These begin a line of a case, so that nothing that a rule speaks about (value, predicate, table) can be called so.
AT_LINE_STARTS = _words(
    """accepts add adds answers appends applies asks background bears choice component confirms corrects deletes does enters example
    except extends inserts may multiply must need not note only option overrides place reads redirects refers removes renumbers replaces
    scenario sets settles step strikes table take while"""
)

# These may follow a number, so that no measure can be called so.
AFTER_NUMBERS = _words("and as at by from in is not or otherwise percent rounded satisfies times to unless up when")
