"""How many generated books the searches take, and which: few in an ordinary run, as many as one likes in `make thorough`.

`RULEWRIGHT_GENERATED_BOOKS` is how many; a test that takes a part of them says which. `RULEWRIGHT_FIRST_BOOK` is added to the number of each,
so that another run takes others.
"""

from __future__ import annotations

import os

ORDINARY = 28
"""As many as find every kind of thing that is looked for, in seconds."""
BOOKS = int(os.environ.get("RULEWRIGHT_GENERATED_BOOKS", ORDINARY))
FIRST = int(os.environ.get("RULEWRIGHT_FIRST_BOOK", "0"))
OTHERS_EACH_TIME = "RULEWRIGHT_GENERATED_BOOKS" in os.environ
"""Books that hypothesis draws are the same in every ordinary run, and others in every thorough one."""
