"""A reader of TextMate grammars for tests: line by line, with the stack of what is open, as VS Code reads them.

Only what our grammar uses is known: `match` and `begin`/`end` with names, `include` of the grammar's own repository.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any


class Inside:
    """Where a text is: what may come there, and where it ends. Of what begins at one place the first counts, an end before all."""

    def __init__(self, reader: Reader, form: dict[str, Any]) -> None:
        self.name: str | None = form.get("name") if "end" in form else None
        self.forms = list(reader.flat(form["patterns"]))
        begins = [form.get("end", "(?!)"), *(one.get("match") or one["begin"] for one in self.forms)]
        self.fits = re.compile("|".join(f"(?P<_{at}>{begin})" for at, begin in enumerate(begins)))


class Reader:
    """Colours texts by a grammar, as it is written in its file."""

    def __init__(self, grammar: dict[str, Any]) -> None:
        self._repository = grammar["repository"]
        self._known: dict[str, Inside] = {}
        self._root = Inside(self, grammar)

    def flat(self, patterns: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Patterns in order, with those that they include."""
        for one in patterns:
            if "include" in one:
                included = self._repository[one["include"].removeprefix("#")]
                yield from self.flat([included] if "begin" in included else included["patterns"])
            else:
                yield one

    def shown(self, text: str) -> list[str | None]:
        """The outermost name of every sign."""
        stack = [self._root]
        found: list[str | None] = []
        for line in text.split("\n"):
            found += [*self._line(line, stack), None]
        return found[:-1]

    def _line(self, line: str, stack: list[Inside]) -> list[str | None]:
        found: list[str | None] = []
        while (match := stack[-1].fits.search(line, len(found))) is not None:
            here = stack[-1]
            found += [here.name] * (match.start() - len(found))
            which = int((match.lastgroup or "").removeprefix("_"))
            if which:
                form = here.forms[which - 1]
                found += [here.name or form.get("name")] * len(match[0])
                if "begin" in form:
                    stack.append(self._inside(form))
            else:
                found += [here.name] * len(match[0])
                stack.pop()
            if not match[0] and match.end() == len(line):
                break
        return found + [stack[-1].name] * (len(line) - len(found))

    def _inside(self, form: dict[str, Any]) -> Inside:
        if form["begin"] not in self._known:
            self._known[form["begin"]] = Inside(self, form)
        return self._known[form["begin"]]
